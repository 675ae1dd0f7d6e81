// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <limits>

#include "random_tree.h"

namespace wherry::test::random_kernels {

bool is_global(Space space) { return space == Space::input || space == Space::output || space == Space::sum; }

// A struct's layout is that of C.
static uint32_t layout(const Array &array, uint32_t field) {
  uint32_t at = 0, alignment = 1;
  for (uint32_t k = 0; k <= field; ++k) {
    const bool end = k == array.fields.size();
    const Type type = end ? Type{} : array.fields[k].type;
    const uint32_t size = bytes(type.kind) * type.width, align = end ? alignment : size;
    alignment = std::max(alignment, align);
    at = (at + align - 1) / align * align;
    if (k < field) at += size * std::max(1u, array.fields[k].length);
  }
  return at;
}
uint32_t component_offset(const Array &array, uint32_t field) { return layout(array, field); }
uint32_t element_bytes(const Array &array) { return layout(array, static_cast<uint32_t>(array.fields.size())); }

namespace {

// Components are kept in 64 bits: integers extended by their sign, or the bits of a double.
struct Value {
  Type type;
  std::array<uint64_t, 4> of = {};
};

double real(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t bits(double number) { return std::bit_cast<uint64_t>(number); }
uint64_t round_to(Kind kind, double number) {
  return bits(kind == Kind::f16   ? static_cast<double>(static_cast<_Float16>(number))
              : kind == Kind::f32 ? static_cast<float>(number)
                                  : number);
}
// As it is in memory, and back.
uint64_t to_memory(Kind kind, uint64_t x) {
  if (kind == Kind::f16) return std::bit_cast<uint16_t>(static_cast<_Float16>(real(x)));
  return kind == Kind::f32 ? std::bit_cast<uint32_t>(static_cast<float>(real(x))) : x;
}

uint64_t cut(Kind kind, uint64_t x) {
  const uint32_t unused = 64 - 8 * bytes(kind);
  return is_signed(kind) ? static_cast<uint64_t>(static_cast<int64_t>(x << unused) >> unused) : x << unused >> unused;
}

__int128 whole(Kind kind, uint64_t x) {
  return is_signed(kind) ? static_cast<__int128>(static_cast<int64_t>(x)) : static_cast<__int128>(x);
}
__int128 least(Kind kind) { return is_signed(kind) ? -(static_cast<__int128>(1) << (8 * bytes(kind) - 1)) : 0; }
__int128 most(Kind kind) { return (static_cast<__int128>(1) << (8 * bytes(kind) - is_signed(kind))) - 1; }
uint64_t clamp(Kind kind, __int128 x) { return static_cast<uint64_t>(std::max(least(kind), std::min(most(kind), x))); }

uint64_t convert(uint64_t x, Kind from, Kind to, bool saturate = false) {
  if (from == to) return x;
  if (to == Kind::boolean) return is_float(from) ? real(x) != 0 : x != 0;
  if (is_float(from) && is_float(to)) return round_to(to, real(x));
  if (is_float(to)) {
    const auto i = static_cast<int64_t>(x);
    if (to == Kind::f64) return bits(is_signed(from) ? static_cast<double>(i) : static_cast<double>(x));
    if (to == Kind::f16) return bits(is_signed(from) ? static_cast<_Float16>(i) : static_cast<_Float16>(x));
    return bits(is_signed(from) ? static_cast<float>(i) : static_cast<float>(x));
  }
  if (!is_float(from)) return saturate ? clamp(to, whole(from, x)) : cut(to, x);
  const double number = std::trunc(real(x));
  if (std::isnan(number)) {
    if (saturate) return 0;
    throw Undefined("not a number converted");
  }
  if (number < static_cast<double>(least(to)) || number >= static_cast<double>(most(to) + 1)) {
    if (!saturate) throw Undefined("a conversion overflows");
    return static_cast<uint64_t>(number < 0 ? least(to) : most(to));
  }
  return static_cast<uint64_t>(static_cast<__int128>(number));
}

Value convert(const Value &x, Type to, bool saturate = false) {
  Value result{to};
  for (size_t k = 0; k < to.width; ++k)
    result.of[k] = convert(x.of[x.type.width > 1 ? k : 0], x.type.kind, to.kind, saturate);
  return result;
}

uint64_t of_reals(Op op, Kind kind, double x, double y) {
  switch (op) {
  case Op::add: return round_to(kind, x + y);
  case Op::sub: return round_to(kind, x - y);
  case Op::mul: return round_to(kind, x * y);
  case Op::less: return x < y;
  case Op::less_equal: return x <= y;
  case Op::equal: return x == y;
  case Op::unequal: return x != y;
  case Op::min: return bits(std::fmin(x, y) + 0.0);
  case Op::max: return bits(std::fmax(x, y) + 0.0);
  case Op::floor: return bits(std::floor(x));
  case Op::fabs: return bits(std::fabs(x));
  case Op::negate: return bits(-x);
  default: throw std::logic_error("an operation that reals do not have");
  }
}

uint64_t of_integers(Op op, Kind kind, uint64_t x, uint64_t y, bool wraps) {
  const __int128 a = whole(kind, x), b = whole(kind, y);
  const uint32_t width = 8 * bytes(kind), shift = static_cast<uint32_t>(y) & (width - 1);
  const uint64_t unsigned_x = x & static_cast<uint64_t>(-1) >> (64 - width);
  auto arithmetic = [&](__int128 exact) {
    if (is_signed(kind) && !wraps && (exact < least(kind) || exact > most(kind)))
      throw Undefined("signed arithmetic overflows");
    return cut(kind, static_cast<uint64_t>(exact));
  };
  switch (op) {
  case Op::add: return arithmetic(a + b);
  case Op::sub: return arithmetic(a - b);
  case Op::mul: return wraps || !is_signed(kind) ? cut(kind, x * y) : arithmetic(a * b);
  case Op::div:
  case Op::rem:
    if (b == 0 || (is_signed(kind) && a == least(kind) && b == -1)) throw Undefined("a division");
    return static_cast<uint64_t>(op == Op::div ? a / b : a % b);
  case Op::bit_and: return x & y;
  case Op::bit_or: return x | y;
  case Op::bit_xor: return x ^ y;
  case Op::shl: return cut(kind, x << shift);
  case Op::shr: return static_cast<uint64_t>(a >> shift);
  case Op::less: return a < b;
  case Op::less_equal: return a <= b;
  case Op::equal: return a == b;
  case Op::unequal: return a != b;
  case Op::min: return a < b ? x : y;
  case Op::max: return a > b ? x : y;
  case Op::rotate: return shift ? cut(kind, unsigned_x << shift | unsigned_x >> (width - shift)) : x;
  case Op::add_sat: return clamp(kind, a + b);
  case Op::sub_sat: return clamp(kind, a - b);
  case Op::hadd: return static_cast<uint64_t>((a + b) >> 1);
  case Op::clz: return static_cast<uint64_t>(std::countl_zero(unsigned_x)) - (64 - width);
  case Op::popcount: return static_cast<uint64_t>(std::popcount(unsigned_x));
  case Op::abs: return static_cast<uint64_t>(a < 0 ? -a : a);
  case Op::complement: return cut(kind, ~x);
  case Op::negate: return arithmetic(-a);
  default: throw std::logic_error("an operation that integers do not have");
  }
}

Value operate(const Expression &e, const Value &first, const Value &second) {
  // Both in the type that the operation is done in.
  Type type = e.of.size() > 1 ? common(first.type, second.type) : first.type;
  if (e.op == Op::shl || e.op == Op::shr) type = e.type;
  if (e.op >= Op::min && e.op <= Op::abs) type = first.type;
  if (e.of.size() == 1 && e.op > Op::all) type = e.type;
  const Value x = convert(first, type), y = convert(second, type);
  const bool compares = e.op >= Op::less && e.op <= Op::unequal;
  Value result{e.type};
  for (size_t k = 0; k < e.type.width; ++k) {
    result.of[k] = is_float(type.kind) ? of_reals(e.op, type.kind, real(x.of[k]), real(y.of[k]))
                                       : of_integers(e.op, type.kind, x.of[k], y.of[k], e.number);
    if (compares && e.type.width > 1) result.of[k] = -result.of[k];
  }
  return result;
}

struct Item {
  std::array<uint64_t, num_ids> id;
  std::vector<Value> v;
  Memory own;
};

// What follows a statement: the next one, the loop's next round, the loop's end, the end of the function.
enum class Flow { next, again, out, end };

class Group {
 public:
  Group(const Source &source, const random_kernels::Kernel &kernel, const Launch &launch, Memory &memory,
        const std::array<size_t, 3> &at)
      : source_(source), kernel_(kernel), launch_(launch), memory_(memory), tiles_(source.arrays.size()) {
    size_t size[3], n = 1;
    for (size_t d = 0; d < 3; ++d) n *= size[d] = std::min(launch.local[d], launch.global[d] - at[d]);
    for (size_t local = 0; local < n; ++local) {
      Item item{};
      const size_t mine[3] = {local % size[0], local / size[0] % size[1], local / size[0] / size[1]};
      for (size_t d = 0; d < 3; ++d) {
        const size_t groups = (launch.global[d] + launch.local[d] - 1) / launch.local[d];
        const size_t all[] = {launch.offset[d] + at[d] + mine[d],
                              mine[d],
                              at[d] / launch.local[d],
                              launch.global[d],
                              size[d],
                              groups,
                              launch.offset[d],
                              launch.local[d]};
        for (size_t q = 0; q < 8; ++q) item.id[q * 3 + d] = all[q];
      }
      item.id[local_linear] = local;
      item.id[global_linear] =
          ((at[2] + mine[2]) * launch.global[1] + at[1] + mine[1]) * launch.global[0] + at[0] + mine[0];
      item.id[items_of_group] = n;
      item.id[items_of_launch] = launch.items();
      const size_t width = launch.sub_group_size;
      item.id[sub_lane] = local % width;
      item.id[sub_number] = local / width;
      item.id[sub_size] = std::min(width, n - local / width * width);
      item.id[sub_count] = (n + width - 1) / width;
      for (Type type : source.variables) item.v.push_back({type});
      for (auto &array : source.arrays)
        item.own.emplace_back(array.space == Space::own ? size_t(array.count) * element_bytes(array) : 0);
      items_.push_back(std::move(item));
    }
    for (size_t k = 0; k < source.arrays.size(); ++k) {
      const Array &array = source.arrays[k];
      if (array.space == Space::tile) tiles_[k].resize(n * element_bytes(array));
      if (array.space == Space::local_sum) tiles_[k].resize(size_t(array.count) * element_bytes(array));
    }
  }

  void run() {
    const size_t together = kernel_.barriers ? items_.size() : 1;
    for (size_t k = 0; k < items_.size(); k += together) {
      bare_ = false;
      run(kernel_.body, k, k + together);
      for (size_t each = k; !bare_ && each < k + together; ++each) results(items_[each]);
    }
    if (!kernel_.barriers) return;
    for (uint32_t k = 0; k < source_.arrays.size(); ++k)
      for (uint32_t e = 0; source_.arrays[k].space == Space::local_sum && e < source_.arrays[k].count; ++e)
        sum(k - 1, e, load(k, 0, e * element_bytes(source_.arrays[k]), items_[0]));
  }

 private:
  static void mix(uint64_t &hash, const Value &value) {
    for (size_t k = 0; k < value.type.width; ++k) {
      uint64_t x = value.of[k];
      if (is_float(value.type.kind)) x = std::isnan(real(x)) ? 1 : to_memory(value.type.kind, x);
      hash = hash * 31 + x;
    }
  }

  void results(Item &item) {
    std::vector<uint64_t> hashes(item.v.size() + 1);
    for (size_t k = 0; k < item.v.size(); ++k) mix(hashes[k], item.v[k]);
    for (uint32_t a = 0; a < source_.arrays.size(); ++a) {
      const Array &array = source_.arrays[a];
      for (uint32_t k = 0; array.space == Space::own && k < array.count; ++k)
        for (uint32_t f = 0; f < array.fields.size(); ++f)
          for (uint32_t j = 0; j < std::max(1u, array.fields[f].length); ++j)
            mix(hashes.back(),
                load(a, f, k * element_bytes(array) + component_offset(array, f) + j * size(array.fields[f].type),
                     item));
    }
    std::memcpy(&memory_.back()[item.id[global_linear] * hashes.size() * 8], hashes.data(), hashes.size() * 8);
  }

  static uint32_t size(Type type) { return bytes(type.kind) * type.width; }

  std::vector<uint8_t> &memory(uint32_t array, Item &item) {
    switch (source_.arrays[array].space) {
    case Space::own: return item.own[array];
    case Space::tile:
    case Space::local_sum: return tiles_[array];
    default: return memory_[array];
    }
  }

  // Where in its array's bytes an element is that `item` may use.
  size_t place(uint32_t a, uint32_t field, uint64_t index, uint64_t inner, uint32_t width, Item &item, bool writes) {
    const Array &array = source_.arrays[a];
    const Field &of = array.fields[field];
    const uint32_t elements = width > of.type.width ? width : 1;
    const uint64_t n = item.id[items_of_group], total = item.id[items_of_launch], linear = item.id[global_linear];
    const uint64_t count = array.space == Space::tile     ? n
                           : array.space == Space::output ? array.count * total
                                                          : array.count;
    if (index >= count || index + elements > count || (of.length && inner >= of.length))
      throw Undefined("out of bounds");
    for (uint64_t k = index; k < index + elements && array.space == Space::output; ++k) {
      const uint64_t owner = array.form == 0   ? k / array.count
                             : array.form == 1 ? total - 1 - k / array.count
                                               : k % total;
      if (owner != linear) throw Undefined("another item's element");
    }
    const uint64_t mine = array.form ? n - 1 - item.id[local_linear] : item.id[local_linear];
    if (array.space == Space::tile && writes && index != mine) throw Undefined("another item's element");
    return index * element_bytes(array) + component_offset(array, field) + (of.length ? inner * size(of.type) : 0);
  }

  Value load(uint32_t array, uint32_t field, size_t at, Item &item, uint32_t width = 1) {
    Value result{source_.arrays[array].fields[field].type};
    result.type.width = static_cast<uint8_t>(std::max<uint32_t>(width, result.type.width));
    const uint32_t each = bytes(result.type.kind);
    for (size_t k = 0; k < result.type.width; ++k) {
      uint64_t raw = 0;
      std::memcpy(&raw, &memory(array, item)[at + k * each], each);
      if (result.type.kind == Kind::f16)
        result.of[k] = bits(static_cast<double>(std::bit_cast<_Float16>(static_cast<uint16_t>(raw))));
      else if (result.type.kind == Kind::f32)
        result.of[k] = bits(std::bit_cast<float>(static_cast<uint32_t>(raw)));
      else
        result.of[k] = cut(result.type.kind, raw);
    }
    return result;
  }

  void store(uint32_t array, uint32_t field, size_t at, const Value &value, Item &item) {
    const Type type{source_.arrays[array].fields[field].type.kind, value.type.width};
    const Value stored = convert(value, type);
    for (size_t k = 0; k < type.width; ++k) {
      const uint64_t raw = to_memory(type.kind, stored.of[k]);
      std::memcpy(&memory(array, item)[at + k * bytes(type.kind)], &raw, bytes(type.kind));
    }
  }

  void sum(uint32_t array, uint64_t index, const Value &value) {
    const Array &to = source_.arrays[array];
    const size_t at = place(array, 0, index, 0, 1, items_[0], true);
    constexpr Op operations[] = {Op::add, Op::min, Op::max, Op::bit_or, Op::bit_xor};
    const Value now = load(array, 0, at, items_[0]);
    Value result{now.type};
    result.of[0] = of_integers(operations[to.form], now.type.kind, now.of[0], convert(value, now.type).of[0], true);
    store(array, 0, at, result, items_[0]);
  }

  // For the items [first, last), which go the same way: the first one's.
  Flow run(const Block &block, size_t first, size_t last) {
    for (auto &statement : block)
      if (Flow flow = step(statement, first, last); flow != Flow::next) return flow;
    return Flow::next;
  }

  Flow step(const Statement &s, size_t first, size_t last) {
    if (++steps_ > 2'000'000) throw Undefined("too long");
    if (!s.uniform && last - first > 1) {
      for (size_t k = first; k < last; ++k) step(s, k, k + 1);
      return Flow::next;
    }
    auto condition = [&] { return value(s.of[0], items_[first]).of[0] != 0; };
    switch (s.what) {
    case What::set:
      for (size_t k = first; k < last; ++k)
        items_[k].v[s.a] = convert(value(s.of[0], items_[k]), source_.variables[s.a]);
      break;
    case What::store:
      for (size_t k = first; k < last; ++k) {
        Item &item = items_[k];
        const Value stored = value(s.of[0], item);
        const uint64_t index = value(s.of[1], item).of[0], inner = s.of.size() > 2 ? value(s.of[2], item).of[0] : 0;
        const uint32_t array = s.of.size() > 3 && value(s.of[3], item).of[0] == 0 ? s.c : s.a;
        store(array, s.b, place(array, s.b, index, inner, stored.type.width, item, true), stored, item);
      }
      break;
    case What::exchange:
      for (size_t of : {0, 3})
        for (size_t k = first; k < last && of < s.of.size(); ++k) {
          Item &item = items_[k];
          if (of && value(s.of[2], item).of[0] == 0) continue;
          const Value stored = value(s.of[of], item);
          const uint64_t index = value(s.of[1], item).of[0];
          store(s.a, s.b, place(s.a, s.b, index, 0, stored.type.width, item, true), stored, item);
        }
      return run(s.blocks[0], first, last);
    case What::atomic:
      for (size_t k = first; k < last; ++k) sum(s.a, value(s.of[1], items_[k]).of[0], value(s.of[0], items_[k]));
      break;
    case What::call: call(s, first, last); break;
    case What::barrier: break;
    case What::collective: collective(s, first, last); break;
    case What::branch:
      if (condition()) return run(s.blocks[0], first, last);
      return s.blocks.size() > 1 ? run(s.blocks[1], first, last) : Flow::next;
    case What::loop: return loop(s, first, last);
    case What::choice: {
      const uint64_t chosen = value(s.of[0], items_[first]).of[0];
      for (size_t k = std::min<uint64_t>(chosen, s.blocks.size() - 1); k < s.blocks.size(); ++k) {
        const Flow flow = run(s.blocks[k], first, last);
        if (flow == Flow::out) break;
        if (flow != Flow::next) return flow;
        if (!(s.b >> k & 1)) break;
      }
      break;
    }
    case What::leave: return !condition() ? Flow::next : s.a ? Flow::again : Flow::out;
    case What::finish:
      if (!condition()) return Flow::next;
      bare_ = s.a;
      return Flow::end;
    }
    return Flow::next;
  }

  // Of each sub-group for itself; the generator asks for sums of integers only.
  void of_sub_groups(const Statement &s, size_t first, size_t last) {
    if (last - first != items_.size()) throw Undefined("a function of sub-groups that not all meet");
    const uint32_t which = s.b - first_of_sub_groups;
    const Type type = s.of[0].type;
    const bool whole_number = !is_float(type.kind);
    if (type.width > 1 || type.kind < Kind::i32 ||
        (!whole_number && (which < sub_broadcast || which == sub_clustered || which == sub_clustered + 1)))
      throw Undefined("no such function of sub-groups");
    std::vector<uint64_t> row, results;
    for (size_t k = first; k < last; ++k) row.push_back(value(s.of[0], items_[k]).of[0]);
    const size_t width = launch_.sub_group_size;
    constexpr Op operations[] = {Op::add, Op::min, Op::max};
    auto combine = [&](Op op, size_t from, size_t end) {  // of the row
      uint64_t sum = op == Op::add ? 0 : static_cast<uint64_t>(op == Op::min ? most(type.kind) : least(type.kind));
      for (size_t k = from; k < end; ++k) sum = of_integers(op, type.kind, sum, row[k], true);
      return sum;
    };
    for (size_t k = 0; k < row.size(); ++k) {
      const size_t begin = k / width * width, end = std::min(begin + width, row.size()), lane = k - begin;
      auto count = [&](auto holds) { return size_t(std::count_if(&row[begin], &row[begin] + (end - begin), holds)); };
      const size_t there = count([](uint64_t x) { return x != 0; });
      uint64_t made = row[k];
      if (which < sub_broadcast) {
        const size_t form = which / 3;
        made = combine(operations[which % 3], begin, form == 0 ? end : form == 1 ? k + 1 : k);
      } else if (which == sub_broadcast) {
        made = row[begin + s.c % (end - begin)];
      } else if (which < sub_ballot) {
        made = which == sub_any ? there > 0 : there == end - begin;
      } else if (which == sub_ballot) {
        made = 0;
        for (size_t j = begin; j < end; ++j) made |= uint64_t(row[j] != 0) << (j - begin);
      } else if (which < sub_shuffle) {
        const size_t cluster = size_t(1) << s.c % 4, from = begin + lane / cluster * cluster;
        if (cluster > width) throw Undefined("a cluster larger than a sub-group");
        made = combine(which == sub_clustered ? Op::add : Op::max, from, std::min(from + cluster, end));
      } else {
        const auto i = static_cast<uint32_t>(which == sub_rotate ? s.c : value(s.of[1], items_[first + k]).of[0]),
                   here = static_cast<uint32_t>(lane);
        const uint32_t from[] = {i, here ^ i, here - i, here + i, (here + i) % static_cast<uint32_t>(width)};
        if (from[which - sub_shuffle] < end - begin) made = row[begin + from[which - sub_shuffle]];
      }
      results.push_back(made);
    }
    const bool truth = which == sub_any || which == sub_any + 1;
    const Kind kind = truth ? Kind::i32 : which == sub_ballot ? Kind::u32 : type.kind;
    for (size_t k = first; k < last; ++k)
      items_[k].v[s.a] = convert(Value{{kind}, {results[k - first]}}, source_.variables[s.a]);
  }

  // Sums of floats are added in the compiler's order (src/compiler/lower/collectives.cpp): so many at a time.
  void collective(const Statement &s, size_t first, size_t last) {
    if (s.b >= first_of_sub_groups) return of_sub_groups(s, first, last);
    if (last - first != items_.size()) throw Undefined("a work-group function that not all meet");
    constexpr size_t lanes = 16;
    const Type type = s.of[0].type;
    if (type.width > 1 || type.kind < Kind::i32 || type.kind == Kind::f16)
      throw Undefined("no such work-group function");
    std::vector<uint64_t> row;
    for (size_t k = first; k < last; ++k) row.push_back(value(s.of[0], items_[k]).of[0]);
    const size_t which = s.b % 3, form = s.b / 3;
    const bool real_numbers = is_float(type.kind);
    auto apply = [&](uint64_t a, uint64_t b) -> uint64_t {
      if (!real_numbers) {
        constexpr Op operations[] = {Op::add, Op::min, Op::max};
        return of_integers(operations[which], type.kind, a, b, true);
      }
      if (which == 0) return round_to(type.kind, real(a) + real(b));
      return (which == 1 ? real(b) < real(a) : real(b) > real(a)) ? b : a;
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const uint64_t neutral = real_numbers ? bits(which == 0   ? -0.0
                                                 : which == 1 ? infinity
                                                              : -infinity)
                             : which == 0 ? 0
                                          : static_cast<uint64_t>(which == 1 ? most(type.kind) : least(type.kind));
    std::vector<uint64_t> results = row;
    row.resize((row.size() + lanes - 1) / lanes * lanes, neutral);
    if (form == 3) {  // broadcast
      const auto &id = items_[0].id;
      const uint64_t x = s.c % 10 % id[12], y = s.c / 10 % 10 % id[13], z = s.c / 100 % id[14];
      std::fill(results.begin(), results.end(), row[(z * id[13] + y) * id[12] + x]);
    } else if (form == 0) {
      std::array<uint64_t, lanes> sums;
      sums.fill(neutral);
      for (size_t k = 0; k < row.size(); ++k) sums[k % lanes] = apply(sums[k % lanes], row[k]);
      for (size_t count = lanes / 2; count > 0; count /= 2)
        for (size_t k = 0; k < count; ++k) sums[k] = apply(sums[k], sums[k + count]);
      std::fill(results.begin(), results.end(), sums[0]);
    } else {
      uint64_t before = form == 2 && which == 0 ? 0 : neutral;
      for (size_t k = 0; k < row.size(); k += lanes) {
        std::array<uint64_t, lanes> sums;
        std::copy_n(row.begin() + static_cast<std::ptrdiff_t>(k), lanes, sums.begin());
        for (size_t by = 1; by < lanes; by *= 2)
          for (size_t i = lanes; i-- > 0;) sums[i] = apply(i < by ? neutral : sums[i - by], sums[i]);
        for (size_t i = 0; i < lanes && k + i < results.size(); ++i)
          results[k + i] = apply(before, form == 1 ? sums[i] : i ? sums[i - 1] : neutral);
        before = apply(before, sums[lanes - 1]);
      }
    }
    for (size_t k = first; k < last; ++k)
      items_[k].v[s.a] = convert(Value{type, {results[k - first]}}, source_.variables[s.a]);
  }

  Flow loop(const Statement &s, size_t first, size_t last) {
    if (counters_.size() <= s.a) counters_.resize(s.a + 1);
    auto now = [&] { return value(s.of[0], items_[first]).of[0]; };
    const uint64_t bound = s.form <= Form::down ? now() : s.b;
    uint64_t start = 0, step = s.form == Form::up ? s.b : 1;
    if (s.form == Form::stride) {
      start = value(s.of[1], items_[first]).of[0], step = value(s.of[2], items_[first]).of[0];
      if (step == 0) throw Undefined("a loop without an end");
    }
    for (uint64_t round = start; round < bound; round += step) {
      counters_[s.a] = s.form == Form::down ? bound - 1 - round : round;
      if (round > 0 && s.form == Form::do_while && !now()) break;
      if (s.form == Form::while_true && !now()) break;
      const Flow flow = run(s.blocks[0], first, last);
      if (flow == Flow::end) return flow;
      if (flow == Flow::out) break;
    }
    return Flow::next;
  }

  void call(const Statement &s, size_t first, size_t last) {
    const random_kernels::Kernel &function = source_.functions[s.b];
    std::vector<std::vector<Value>> callers;
    for (size_t k = first; k < last; ++k) {
      std::vector<Value> v;
      for (size_t p = 0; p < s.of.size(); ++p) v.push_back(convert(value(s.of[p], items_[k]), source_.variables[p]));
      callers.push_back(std::exchange(items_[k].v, v));
    }
    const size_t together = function.barriers ? last - first : 1;
    for (size_t k = first; k < last; k += together) {
      bare_ = false;
      run(function.body, k, k + together);
      for (size_t each = k; each < k + together; ++each) {
        Item &item = items_[each];
        uint64_t hash = bare_ ? 7 : 0;
        for (size_t p = 0; !bare_ && p < item.v.size(); ++p) mix(hash, item.v[p]);
        item.v = std::move(callers[each - first]);
        item.v[s.a] = convert(Value{{Kind::u64}, {hash}}, source_.variables[s.a]);
      }
    }
    bare_ = false;
  }

  Value value(const Expression &e, Item &item) {
    auto part = [&](size_t k) { return value(e.of[k], item); };
    auto truth = [&](size_t k) { return value(e.of[k], item).of[0] != 0; };
    auto one = [&](uint64_t x) { return Value{e.type, {x, x, x, x}}; };
    switch (e.op) {
    case Op::constant: return one(e.number);
    case Op::argument: {
      const uint64_t argument = launch_.args[e.number];
      return one(is_float(e.type.kind) ? bits(static_cast<double>(argument)) : argument);
    }
    case Op::counter:
      if (e.number >= counters_.size()) throw Undefined("a counter without its loop");
      return one(counters_[e.number]);
    case Op::variable: return item.v[e.number];
    case Op::id: return one(item.id[e.number]);
    case Op::load:
    case Op::either: {
      const uint32_t array = e.op == Op::either && !truth(2) ? e.other : e.array;
      const size_t at =
          place(array, e.field, part(0).of[0], e.of.size() > 1 ? part(1).of[0] : 0, e.type.width, item, false);
      return load(array, e.field, at, item, e.type.width);
    }
    case Op::swizzle: {
      const Value from = part(0);
      Value result{e.type};
      for (uint32_t k = 0; k < e.type.width; ++k) result.of[k] = from.of[e.number >> 2 * k & 3];
      return result;
    }
    case Op::build: {
      Value result{e.type};
      size_t at = 0;
      for (auto &from : e.of) {
        const Value some = value(from, item);
        for (size_t k = 0; k < some.type.width; ++k) result.of[at++] = some.of[k];
      }
      return at == 1 ? one(result.of[0]) : result;
    }
    case Op::cast:
    case Op::saturate: return convert(part(0), e.type, e.op == Op::saturate);
    case Op::both: return one(truth(0) && truth(1));
    case Op::one_of: return one(truth(0) || truth(1));
    case Op::inverse: return one(!truth(0));
    case Op::choose: return convert(part(truth(0) ? 1 : 2), e.type);
    case Op::select: {
      const Value no = part(0), yes = part(1), which = part(2);
      Value result{e.type};
      for (size_t k = 0; k < e.type.width; ++k) {
        const bool chosen = e.type.width > 1 ? static_cast<int64_t>(which.of[k]) < 0 : which.of[k] != 0;
        result.of[k] = chosen ? yes.of[k] : no.of[k];
      }
      return result;
    }
    case Op::any:
    case Op::all: {
      const Value x = part(0);
      size_t set = 0;
      for (size_t k = 0; k < x.type.width; ++k) set += static_cast<int64_t>(x.of[k]) < 0;
      return one(e.op == Op::any ? set > 0 : set == x.type.width);
    }
    default: return operate(e, part(0), e.of.size() > 1 ? part(1) : Value{e.type});
    }
  }

  const Source &source_;
  const random_kernels::Kernel &kernel_;
  const Launch &launch_;
  Memory &memory_, tiles_;
  std::vector<Item> items_;
  std::vector<uint64_t> counters_;
  size_t steps_ = 0;
  bool bare_ = false;  // ended by a bare return
};

}  // namespace

void interpret(const Source &source, size_t kernel, const Launch &launch, Memory &memory) {
  for (uint32_t k = 0; k < source.arrays.size(); ++k) {
    const Array &array = source.arrays[k];
    if (array.space != Space::table) continue;
    memory[k].resize(size_t(array.count) * element_bytes(array));
    for (uint32_t e = 0; e < array.count; ++e) {
      const uint64_t raw = array.contents[e].number;
      const uint32_t each = bytes(array.fields[0].type.kind);
      const uint64_t stored = to_memory(array.fields[0].type.kind, raw);
      std::memcpy(&memory[k][e * each], &stored, each);
    }
  }
  std::array<size_t, 3> at;
  for (at[2] = 0; at[2] < launch.global[2]; at[2] += launch.local[2])
    for (at[1] = 0; at[1] < launch.global[1]; at[1] += launch.local[1])
      for (at[0] = 0; at[0] < launch.global[0]; at[0] += launch.local[0])
        Group(source, source.kernels[kernel], launch, memory, at).run();
}

}  // namespace wherry::test::random_kernels
