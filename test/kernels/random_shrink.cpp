#include "random_tree.h"

namespace wherry::test::random_kernels {

namespace {

// Tries what is smaller than a source, and keeps what still fails.
class Shrinker {
 public:
  Shrinker(Source &source, const std::function<bool()> &fails) : source_(source), fails_(fails) {}

  bool run(Block &block) {
    bool smaller = false;
    for (size_t k = block.size(); k-- > 0;) {
      Block fewer = block;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      if (keep(block, fewer)) {
        smaller = true;
        continue;
      }
      // A leave needs its loop.
      if (block[k].what == What::branch)
        for (const Block *instead : {&block[k].body, &block[k].otherwise}) {
          Block flat = fewer;
          flat.insert(flat.begin() + static_cast<std::ptrdiff_t>(k), instead->begin(), instead->end());
          if (instead->empty() || !keep(block, flat)) continue;
          k += instead->size();
          smaller = true;
          break;
        }
      if (k >= block.size()) continue;
      smaller |= run(block[k].body) | run(block[k].otherwise);
      for (auto &expression : block[k].of) smaller |= run(expression);
    }
    return smaller;
  }

 private:
  bool run(Expression &expression) {
    bool smaller = false;
    if (expression.what == 'c') return false;
    if (keep(expression, Expression{'c', 1})) return true;
    for (size_t k = 0; k < expression.of.size(); ++k)
      if (keep(expression, Expression(expression.of[k]))) {
        smaller = true;
        k = size_t(-1);
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

  Source &source_;
  const std::function<bool()> &fails_;
};

}  // namespace

Source shrink(Source source, size_t kernel, const std::function<bool(const Source &)> &fails) {
  const std::function<bool()> still = [&] { return fails(source); };
  Shrinker shrinker(source, still);
  for (bool smaller = true; smaller;) {
    smaller = shrinker.run(source.kernels[kernel]);
    for (auto &function : source.functions) smaller |= shrinker.run(function);
  }
  return source;
}

}  // namespace wherry::test::random_kernels
