// SPDX-License-Identifier: Apache-2.0
#include "random_tree.h"

namespace wherry::test::random_kernels {

namespace {

// Tries what is smaller than a source, and keeps what still fails.
class Shrinker {
 public:
  explicit Shrinker(const std::function<bool()> &fails) : fails_(fails) {}

  bool run(Block &block) {
    bool smaller = halve(block);
    for (size_t k = block.size(); k-- > 0;) {
      Block fewer = block;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      if (keep(block, fewer)) {
        smaller = true;
        continue;
      }
      // A leave needs its loop, and a counter.
      if (block[k].what == What::branch)
        for (const Block &instead : std::vector<Block>(block[k].blocks)) {
          Block flat = fewer;
          flat.insert(flat.begin() + static_cast<std::ptrdiff_t>(k), instead.begin(), instead.end());
          if (instead.empty() || !keep(block, flat)) continue;
          k += instead.size();
          smaller = true;
          break;
        }
      if (k >= block.size()) continue;
      for (auto &inside : block[k].blocks) smaller |= run(inside);
      for (auto &expression : block[k].of) smaller |= run(expression);
    }
    return smaller;
  }

 private:
  // Without the first half, the second half.
  bool halve(Block &block) {
    bool smaller = false;
    while (block.size() > 3) {
      const auto middle = block.begin() + static_cast<std::ptrdiff_t>(block.size() / 2);
      if (!keep(block, Block(middle, block.end())) && !keep(block, Block(block.begin(), middle))) break;
      smaller = true;
    }
    return smaller;
  }

  bool run(Expression &expression) {
    bool smaller = false;
    if (expression.op == Op::constant) return false;
    for (uint64_t number : {0, 1}) {
      if (number == 1 && is_float(expression.type.kind)) break;  // its bits are another number's
      if (keep(expression, Expression{Op::constant, expression.type, number})) return true;
    }
    for (size_t k = 0; k < expression.of.size(); ++k)
      if (expression.of[k].type == expression.type && keep(expression, Expression(expression.of[k]))) {
        smaller = true;
        k = size_t(-1);
      }
    for (size_t k = 0; expression.op != Op::cast && k < expression.of.size(); ++k)
      if (expression.of[k].type.width == expression.type.width &&
          keep(expression, Expression{Op::cast, expression.type, 0, 0, 0, 0, {expression.of[k]}})) {
        smaller = true;
        break;
      }
    for (auto &part : expression.of) smaller |= run(part);
    return smaller;
  }

  template <typename Part> bool keep(Part &part, Part instead) {
    std::swap(part, instead);
    if (fails_()) return true;
    std::swap(part, instead);
    return false;
  }

  const std::function<bool()> &fails_;
};

}  // namespace

Source shrink(Source source, size_t kernel, const std::function<bool(const Source &)> &fails) {
  const std::function<bool()> still = [&] { return fails(source); };
  Shrinker shrinker(still);
  for (bool smaller = true; smaller;) {
    smaller = shrinker.run(source.kernels[kernel].body);
    for (auto &function : source.functions) smaller |= shrinker.run(function.body);
  }
  return source;
}

}  // namespace wherry::test::random_kernels
