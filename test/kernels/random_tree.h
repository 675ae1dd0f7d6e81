// SPDX-License-Identifier: Apache-2.0
// Random kernels as trees, written out as OpenCL C and interpreted on the host, all items of a group in lock step.
#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>

#include "common/cl.h"

namespace wherry::test::random_kernels {

// In the order of the usual arithmetic conversions: of two types from int on, the later one is that of the result.
enum class Kind : uint8_t { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

constexpr bool is_float(Kind kind) { return kind >= Kind::f16; }
constexpr bool is_signed(Kind kind) {
  return kind == Kind::i8 || kind == Kind::i16 || kind == Kind::i32 || kind == Kind::i64 || is_float(kind);
}
constexpr uint32_t bytes(Kind kind) {
  constexpr uint8_t all[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
  return all[static_cast<size_t>(kind)];
}
// What a comparison of vectors gives.
constexpr Kind signed_of_size(uint32_t bytes) {
  return bytes == 1 ? Kind::i8 : bytes == 2 ? Kind::i16 : bytes == 4 ? Kind::i32 : Kind::i64;
}

struct Type {
  Kind kind = Kind::i32;
  uint8_t width = 1;  // 1, 2, or 4 components
  bool operator==(const Type &) const = default;
};
constexpr Type common(Type a, Type b) {
  if (a.width != b.width) return a.width > b.width ? a : b;
  return a.width > 1 ? a : Type{std::max({a.kind, b.kind, Kind::i32})};
}
std::string name(Type type);

enum class Op : uint8_t {
  constant,  // `number` is the value: an integer's bits, or a double's
  argument,
  counter,
  variable,
  id,
  load,     // of[0] is the index, of[1] that in a field that is an array; wider than the field: vload
  either,   // the same of one of two arrays, by of[2]
  swizzle,  // two bits of `number` for each component
  build,
  cast,
  saturate,
  add,
  sub,
  mul,
  div,
  rem,
  bit_and,
  bit_or,
  bit_xor,
  shl,
  shr,
  less,
  less_equal,
  equal,
  unequal,
  both,
  one_of,  // of scalars
  choose,
  select,
  min,
  max,
  rotate,
  add_sat,
  sub_sat,
  hadd,
  clz,
  popcount,
  abs,
  floor,
  fabs,
  any,
  all,
  complement,
  negate,
  inverse
};

struct Expression {
  Op op = Op::constant;
  Type type;
  uint64_t number = 0;  // which one; at signed + - *: 1 if they are to wrap
  uint32_t array = 0, other = 0, field = 0;
  std::vector<Expression> of = {};
};

// What an id's number means: a query and its dimension, and at the end those without one.
constexpr const char *queries[] = {"get_global_id",  "get_local_id",   "get_group_id",      "get_global_size",
                                   "get_local_size", "get_num_groups", "get_global_offset", "get_enqueued_local_size"};
constexpr uint32_t first_local_id = 3, first_global_size = 9;
constexpr uint64_t local_linear = 24, global_linear = 25, items_of_group = 26, items_of_launch = 27, sub_lane = 28,
                   sub_number = 29, sub_size = 30, sub_count = 31, num_ids = 32;

enum class What : uint8_t {
  set,
  store,
  atomic,
  exchange,
  call,
  barrier,
  collective,
  branch,
  loop,
  choice,
  leave,
  finish
};
enum class Form : uint8_t { stride, up, down, while_true, do_while };  // of a loop; stride: by other items' number

struct Statement {
  What what = What::barrier;
  bool uniform = true;  // all items of the group go the same way
  uint32_t a = 0;       // a variable, an array, a counter; at leave 1 for continue; at finish 1 for a bare return
  uint32_t b = 0;       // a field, a function, a loop's step; at choice the cases that fall through, as bits
  uint32_t c = 0;       // at store the other array
  Form form = Form::up;
  Type type = {};  // a counter's
  // At store: value, index, index in the field or none, condition of the other array; at exchange value, index, or
  // besides a guard and what items that pass write behind another barrier; at a stride bound, start, step.
  std::vector<Expression> of = {};
  std::vector<std::vector<Statement>> blocks = {};
};
using Block = std::vector<Statement>;

enum class Space : uint8_t { input, table, output, tile, own, sum, local_sum };

struct Field {
  Type type;
  uint32_t length = 0;  // not 0: an array
};

// An array of one type or of structs of several fields.
struct Array {
  Space space;
  std::vector<Field> fields;
  uint32_t count;                         // output: for each item; tile: 1 for each item
  uint32_t form = 0;                      // output and tile: which elements belong to an item; sums: which operation
  std::vector<Expression> contents = {};  // of a table
  bool is_volatile = false;               // accessed so, but for vload and vstore
};
// Work-group functions: a statement's b; at the last its c says whose value, a digit for each dimension.
constexpr const char *collectives[] = {
    "reduce_add",         "reduce_min",         "reduce_max",         "scan_inclusive_add", "scan_inclusive_min",
    "scan_inclusive_max", "scan_exclusive_add", "scan_exclusive_min", "scan_exclusive_max", "broadcast"};
// Of sub-groups; b goes on counting. From shuffle on the second operand says whose value: none's but in the sub-group.
constexpr const char *sub_collectives[] = {"reduce_add",
                                           "reduce_min",
                                           "reduce_max",
                                           "scan_inclusive_add",
                                           "scan_inclusive_min",
                                           "scan_inclusive_max",
                                           "scan_exclusive_add",
                                           "scan_exclusive_min",
                                           "scan_exclusive_max",
                                           "broadcast",
                                           "any",
                                           "all",
                                           "ballot",
                                           "clustered_reduce_add",
                                           "clustered_reduce_max",
                                           "shuffle",
                                           "shuffle_xor",
                                           "shuffle_up",
                                           "shuffle_down",
                                           "rotate"};
constexpr uint32_t first_of_sub_groups = std::size(collectives), sub_broadcast = 9, sub_any = 10, sub_ballot = 12,
                   sub_clustered = 13, sub_shuffle = 15, sub_rotate = 19;
constexpr const char *sums[] = {"add", "min", "max", "or", "xor"};

struct Kernel {
  uint32_t dimensions;
  bool offset, barriers;
  Block body;
  uint32_t sub_group_size = 0;  // asked for; 0: none is
};

// Functions call those before them. The first ones have no barriers.
struct Source {
  std::vector<Type> variables;  // of each function and kernel
  std::vector<Kind> arguments;
  std::vector<Array> arrays;
  std::vector<random_kernels::Kernel> functions, kernels;
  bool sub_groups = false;  // its kernels see them
};

uint32_t component_offset(const Array &array, uint32_t field);
uint32_t element_bytes(const Array &array);
bool is_global(Space space);

constexpr uint64_t largest_id = 700, largest_argument = 9;
Source generate(Random &random, size_t functions, size_t kernels);

std::string print(const Type &type, uint64_t bits);
// All functions, and the kernels [first, last) with the names k0, k1, ... Their parameters: the results, the arrays
// that are global or local, the arguments.
std::string print(const Source &source, size_t first, size_t last);
std::string array_name(const Source &source, uint32_t array);

struct Launch {
  size_t dimensions, global[3], local[3], offset[3];
  std::vector<uint64_t> args;
  size_t sub_group_size = 1;
  size_t items() const { return global[0] * global[1] * global[2]; }
};

// The contents of all arrays, and then the results: of each item a ulong for each variable and one for its arrays.
using Memory = std::vector<std::vector<uint8_t>>;

// What OpenCL leaves open: the generator avoids it, but not the shrinker.
struct Undefined : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void interpret(const Source &source, size_t kernel, const Launch &launch, Memory &memory);

// A smaller source whose kernel still fails.
Source shrink(Source source, size_t kernel, const std::function<bool(const Source &)> &fails);

}  // namespace wherry::test::random_kernels
