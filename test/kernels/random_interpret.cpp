#include "random_tree.h"

namespace wherry::test::random_kernels {

namespace {

struct Item {
  uint32_t x, y, local;
  std::array<uint32_t, slots> p;
};

// What follows a statement: the next one, the loop's next round, the loop's end, the end of the function.
enum class Flow { next, again, out, end };

class Group {
 public:
  Group(const Source &source, const std::vector<uint32_t> &in, const Launch &launch, size_t x, size_t y)
      : source_(source), in_(in), launch_(launch), group_(static_cast<uint32_t>(x / launch.local[0])) {
    const size_t width = std::min(launch.local[0], launch.global[0] - x);
    const size_t height = std::min(launch.local[1], launch.global[1] - y);
    for (uint32_t local = 0; local < width * height; ++local) {
      Item item{static_cast<uint32_t>(x + local % width), static_cast<uint32_t>(y + local / width), local, {}};
      for (uint32_t k = 0; k < slots; ++k) item.p[k] = k * local;
      items_.push_back(item);
      v_.push_back({local * 3, item.x ^ 5, launch.args[1], 7, local - launch.args[2]});
    }
  }

  void run(const Block &kernel, std::vector<uint32_t> &out) {
    run(kernel, 0, items_.size());
    for (size_t k = 0; k < items_.size(); ++k) {
      const Item &item = items_[k];
      uint32_t *to = &out[(item.y * launch_.global[0] + item.x) * results], hash = 0;
      std::copy(v_[k].begin(), v_[k].end(), to);
      for (uint32_t slot : item.p) hash = hash * 31 + slot;
      to[values] = hash;
      to[values + 1] = item.local;
    }
  }

 private:
  // For the items [first, last), which go the same way: the first one's.
  Flow run(const Block &block, size_t first, size_t last) {
    for (auto &statement : block)
      if (Flow flow = step(statement, first, last); flow != Flow::next) return flow;
    return Flow::next;
  }

  Flow step(const Statement &s, size_t first, size_t last) {
    if (!s.uniform && last - first > 1) {
      for (size_t k = first; k < last; ++k) step(s, k, k + 1);
      return Flow::next;
    }
    auto condition = [&](uint32_t mask, uint32_t wanted) { return (value(s.of[0], first) & mask) == wanted; };
    switch (s.what) {
    case What::set:
      for (size_t k = first; k < last; ++k) v_[k][s.a] = value(s.of[0], k);
      break;
    case What::store:
      for (size_t k = first; k < last; ++k) items_[k].p[value(s.of[0], k) % slots] = value(s.of[1], k);
      break;
    case What::exchange: {
      const auto before = v_;
      for (size_t k = first; k < last; ++k) v_[k][s.b] += before[(k + s.c) % before.size()][s.a];
      break;
    }
    case What::call: call(s); break;
    case What::barrier: break;
    case What::branch: return run(condition(1, 1) ? s.body : s.otherwise, first, last);
    case What::loop:
      for (uint32_t round = 0, rounds = value(s.of[0], first) & 3; round < rounds; ++round) {
        if (counters_.size() <= s.a) counters_.resize(s.a + 1);
        counters_[s.a] = round;
        Flow flow = run(s.body, first, last);
        if (flow == Flow::end) return flow;
        if (flow == Flow::out) break;
      }
      break;
    case What::leave: return !condition(3, 1) ? Flow::next : s.a ? Flow::again : Flow::out;
    case What::finish: return condition(15, 5) ? Flow::end : Flow::next;
    }
    return Flow::next;
  }

  void call(const Statement &s) {
    auto caller = v_;
    for (size_t k = 0; k < items_.size(); ++k)
      for (size_t v = 0; v < values; ++v) caller[k][v] = value(s.of[v], k);
    v_.swap(caller);
    run(source_.functions[s.b], 0, items_.size());
    v_.swap(caller);
    for (size_t k = 0; k < items_.size(); ++k) {
      const auto &v = caller[k];
      v_[k][s.a] = (v[0] + v[1] * 3) ^ (v[2] - v[3]) ^ v[4];
    }
  }

  uint32_t value(const Expression &e, size_t k) const {
    const Item &item = items_[k];
    const uint32_t x = e.of.size() > 0 ? value(e.of[0], k) : 0, y = e.of.size() > 1 ? value(e.of[1], k) : 0;
    switch (e.what) {
    case 'c': return e.number;
    case 'a': return launch_.args[e.number];
    case 'u': return counters_[e.number];
    case 'v': return v_[k][e.number];
    case 'g': return group_;
    case 'l': return item.local;
    case 'i': return item.x + item.y * 37;
    case 'p': return item.p[x % slots];
    case 'm': return in_[x % inputs];
    case '+': return x + y;
    case '-': return x - y;
    case '*': return x * y;
    case '^': return x ^ y;
    case '&': return x & y;
    case '|': return x | y;
    case '>': return x >> (y & 7);
    case '<': return x < y;
    case '/': return x / ((y & 7) + 1);
    default: throw std::logic_error("an expression without a meaning");
    }
  }

  const Source &source_;
  const std::vector<uint32_t> &in_;
  const Launch &launch_;
  uint32_t group_;
  std::vector<Item> items_;
  std::vector<std::array<uint32_t, values>> v_;  // of the function that runs
  std::vector<uint32_t> counters_;
};

}  // namespace

std::vector<uint32_t> interpret(const Source &source, size_t kernel, const std::vector<uint32_t> &in,
                                const Launch &launch) {
  std::vector<uint32_t> out(launch.global[0] * launch.global[1] * results);
  for (size_t y = 0; y < launch.global[1]; y += launch.local[1])
    for (size_t x = 0; x < launch.global[0]; x += launch.local[0])
      Group(source, in, launch, x, y).run(source.kernels[kernel], out);
  return out;
}

}  // namespace wherry::test::random_kernels
