#include "random_tree.h"

namespace wherry::test::random_kernels {

namespace {

constexpr char operators[] = "+-*^&|></";  // the first six keep what is uniform simple

class Generator {
 public:
  explicit Generator(Random &random) : random_(random) {}

  // One that may call the first `callable` functions.
  Block top(uint32_t callable, int depth) {
    callable_ = callable;
    Block result = block(depth, true, false), more = block(depth, true, false);
    result.insert(result.end(), more.begin(), more.end());
    result.push_back({.what = What::exchange, .a = 0, .b = 1, .c = 3});
    return result;
  }

 private:
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_.below(bound)); }
  bool chance(uint32_t percent) { return below(100) < percent; }

  // The same for all items of the group.
  Expression uniform_expression(int depth) {
    if (depth == 0 || chance(40)) {
      switch (below(5)) {
      case 0: return {'c', below(10)};
      case 1: return {'a', below(arguments)};
      case 2: return {'g'};
      case 3: return {'m', 0, {Expression{'a', below(arguments)}}};
      default: return counters_.empty() ? Expression{'c', 3} : Expression{'u', counters_[below(counters_.size())]};
      }
    }
    return {operators[below(6)], 0, {uniform_expression(depth - 1), uniform_expression(depth - 1)}};
  }

  Expression expression(int depth) {
    if (depth > 0 && !chance(30)) return {operators[below(9)], 0, {expression(depth - 1), expression(depth - 1)}};
    uint32_t choice = below(20);
    if (choice < 10) return {'v', below(values)};
    if (choice < 12) return {'l'};
    if (choice < 14) return {'i'};
    if (choice < 16) return {'p', 0, {depth > 0 ? expression(depth - 1) : Expression{'l'}}};
    if (choice < 17) return {'m', 0, {depth > 0 ? expression(depth - 1) : Expression{'i'}}};
    return uniform_expression(1);
  }

  Block block(int depth, bool uniform, bool in_loop) {
    Block result;
    for (uint32_t left = 1 + below(4); left > 0; --left) result.push_back(statement(depth, uniform, in_loop));
    return result;
  }

  Statement statement(int depth, bool uniform, bool in_loop) {
    uint32_t choice = below(100);
    if (choice < 30 || depth == 0) {
      if (chance(35)) return {.what = What::store, .uniform = uniform, .of = {expression(1), expression(2)}};
      return {.what = What::set, .uniform = uniform, .a = below(values), .of = {expression(3)}};
    }
    if (!uniform) {
      if (choice < 50 && in_loop) return {.what = What::leave, .uniform = false, .a = below(2), .of = {expression(2)}};
      return choice < 85 ? branch(depth, false, in_loop) : loop(depth, false);
    }
    if (choice < 48) return {.what = What::exchange, .a = below(values), .b = below(values), .c = 1 + below(7)};
    if (choice < 54 && callable_ > 0) {
      Statement call{.what = What::call, .a = below(values), .b = below(callable_)};
      for (uint32_t k = 0; k < values; ++k) call.of.push_back(expression(1));
      return call;
    }
    if (choice < 64) return branch(depth, true, in_loop);
    if (choice < 78) return loop(depth, true);
    if (choice < 82 && in_loop) return {.what = What::leave, .a = below(2), .of = {uniform_expression(2)}};
    if (choice < 85) return {.what = What::finish, .of = {uniform_expression(1)}};
    if (choice < 88) return {.what = What::barrier};
    return choice < 95 ? branch(depth, false, false) : loop(depth, false);
  }

  Statement branch(int depth, bool uniform, bool in_loop) {
    return {.what = What::branch,
            .uniform = uniform,
            .of = {uniform ? uniform_expression(2) : expression(2)},
            .body = block(depth - 1, uniform, in_loop),
            .otherwise = chance(55) ? block(depth - 1, uniform, in_loop) : Block()};
  }

  Statement loop(int depth, bool uniform) {
    Statement made{.what = What::loop, .uniform = uniform, .a = num_counters_++};
    made.of.push_back(uniform ? uniform_expression(1) : expression(1));
    counters_.push_back(made.a);
    made.body = block(uniform ? depth - 1 : std::min(depth - 1, 1), uniform, true);
    counters_.pop_back();
    return made;
  }

  Random &random_;
  uint32_t callable_ = 0, num_counters_ = 0;
  std::vector<uint32_t> counters_;  // of the loops around
};

}  // namespace

Source generate(Random &random, size_t functions, size_t kernels) {
  Source source;
  Generator generator(random);
  for (uint32_t k = 0; k < functions; ++k) source.functions.push_back(generator.top(k, 2));
  for (size_t k = 0; k < kernels; ++k) source.kernels.push_back(generator.top(static_cast<uint32_t>(functions), 4));
  return source;
}

}  // namespace wherry::test::random_kernels
