// Random kernels as trees, written out as OpenCL C and interpreted on the host, all items of a group in lock step.
#pragma once
#include <functional>

#include "common/cl.h"

namespace wherry::test::random_kernels {

constexpr uint32_t values = 5;            // the variables v0 ... v4
constexpr uint32_t slots = 8;             // of the private array
constexpr uint32_t inputs = 64;           // of the buffer that all items read
constexpr uint32_t arguments = 4;         // a0 ... a3
constexpr uint32_t results = values + 2;  // of an item: its variables, its array's hash, its local id

// 'c'onstant, 'a'rgument, loop 'u' counter, 'g'roup id, 'v'ariable, 'l'ocal id, global 'i'd, element of the
// 'p'rivate array or of the input 'm'emory, or one of the operators + - * ^ & | > (shift) / <. All of them uint.
struct Expression {
  char what;
  uint32_t number = 0;
  std::vector<Expression> of = {};
};

enum class What { set, store, exchange, call, barrier, branch, loop, leave, finish };

struct Statement {
  What what;
  bool uniform = true;  // all items of the group go the same way
  uint32_t a = 0, b = 0, c = 0;
  std::vector<Expression> of = {};
  std::vector<Statement> body = {}, otherwise = {};
};
using Block = std::vector<Statement>;

// Functions call those before them.
struct Source {
  std::vector<Block> functions, kernels;
};

Source generate(Random &random, size_t functions, size_t kernels);

// All functions, and the kernels [first, last) with the names k0, k1, ... Their parameters: out, in, a0 ... a3, local
// memory of a uint for each item.
std::string print(const Source &source, size_t first, size_t last);

struct Launch {
  size_t global[2], local[2];
  uint32_t args[arguments];
};

// The contents of the kernel's buffer: `results` of each item.
std::vector<uint32_t> interpret(const Source &source, size_t kernel, const std::vector<uint32_t> &in,
                                const Launch &launch);

// A smaller source whose kernel still fails.
Source shrink(Source source, size_t kernel, const std::function<bool(const Source &)> &fails);

}  // namespace wherry::test::random_kernels
