// SPDX-License-Identifier: Apache-2.0
// Random kernels that visit a plane's elements in the ways in which programs are written: by one index that is divided,
// by two ids, by loops in each work-item, by loops over the grid or over a block of indices. The compiler gives such
// kernels another ND-range if the arguments allow it (opt/reshape), so sizes and strides are drawn that do and that do
// not.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string_view>

#include "common/cl.h"

namespace wherry::test {
namespace {

constexpr unsigned kKernels = 60, kLaunches = 4;

struct Plane {
  int64_t w, h, step_x, step_y;  // elements; of `out`
  int log = 0;                   // of w, where a kernel shifts
  int64_t base = 0, pivot = 0;   // in `out`: the first element that the kernel stores, the first one of the pivot
};

// One kernel: its source, what its launches look like, and the order in which its one work-item visits elements, where
// the order counts.
class DrawnKernel {
 public:
  explicit DrawnKernel(Random &random) : random_(random) {
    constexpr const char *types[] = {"int", "uint", "long", "ulong", "short", "ushort"};
    type_ = types[below(std::size(types))];
    counter_ = chance(50) ? type_ : types[below(std::size(types))];
    form_ = Form(below(10));
    if (form_ == Form::nest) down_x_ = chance(25), down_y_ = chance(25);
    if (form_ == Form::rows || form_ == Form::grid_rows) down_x_ = chance(25);
    if (form_ == Form::columns) down_y_ = chance(25);
    in_place_ = chance(40);
    carried_ = form_ == Form::nest && chance(30);
    shared_ = chance(50);
    if (constexpr int blocks[] = {0, 2, 3, 8, 16, 33}; shared_) block_ = blocks[below(std::size(blocks))];
    counted_ = !shared_ && (form_ == Form::grid_flat || form_ == Form::grid_rows) && chance(30);
    guarded_ = chance(50);
    condition_ = chance(30);
    if (constexpr int masks[] = {1, 3, 7, 15, 31}; chance(30)) mask_ = masks[below(std::size(masks))];
    // Where Clang optimises a loop, it goes on with a masked counter in as many bits; its SPIR-V back end makes 8 bits
    // of 5, and leaves out the mask.
    if (const char *way = std::getenv("WHERRY_TEST_SPIRV"); way && !std::string_view(way).starts_with("O0")) mask_ = 0;
    masks_rows_ = chance(50);
    turns_ = (form_ == Form::flat || form_ == Form::plane) && chance(50) ? 2 + int(below(7)) : 0;
    if (turns_) condition_ = chance(10);
    pivot_ = chance(40) ? Pivot(below(3)) : Pivot::none;
    behind_ = pivot_ == Pivot::row && form_ != Form::shifted && chance(60);
    itself_ = behind_ && form_ == Form::nest && chance(50);
    source_ = print();
  }

  const std::string &source() const { return source_; }
  void launch(const Kernel &made);

 private:
  enum class Form { flat, shifted, rows, columns, nest, plane, turned_plane, grid_flat, grid_plane, grid_rows };
  // Elements of `out` that each iteration loads beside its own: always the same, one of a row, one of a column.
  enum class Pivot { one, row, column, none };
  size_t below(size_t n) { return random_.below(n); }
  bool chance(unsigned percent) { return below(100) < percent; }

  std::string loop(const std::string &v, const std::string &n, bool down, const std::string &body) {
    if (down) return "for (C " + v + " = " + n + "; " + v + "-- > 0;) {" + body + "}";
    switch (below(5)) {
    case 0: return "{ C " + v + " = 0; while (" + v + " < " + n + ") {" + body + v + "++; } }";
    case 1: return "for (C " + v + " = 0; " + v + " != " + n + "; ++" + v + ") {" + body + "}";
    case 2: return "if (" + n + " > 0) { C " + v + " = 0; do {" + body + "} while (++" + v + " < " + n + "); }";
    case 3: return "for (C " + v + " = 0; " + v + " <= " + n + " - 1; " + v + " += 1) {" + body + "}";
    default: return "for (C " + v + " = 0; " + v + " < " + n + "; " + v + "++) {" + body + "}";
    }
  }
  // A block of indices in each work-item.
  std::string share(const std::string &v, const std::string &n, const std::string &d, const std::string &body) {
    const std::string block = block_ ? std::to_string(block_)
                                     : "(T)((" + n + " + get_global_size(" + d + ") - 1) / get_global_size(" + d + "))";
    const std::string begin = "{ T size = " + block + ", first = get_global_id(" + d + ") * size;";
    const std::string guarded = "if (" + v + " < " + n + ") {" + body + "}";
    switch (below(5)) {
    case 0: return begin + "for (T k = 0; k < size; k++) { T " + v + " = first + k;" + guarded + "} }";
    case 1: return begin + "for (T " + v + " = first; " + v + " != first + size; ++" + v + ") {" + guarded + "} }";
    case 2:
      return begin + "for (T " + v + " = first; " + v + " < first + size && " + v + " < " + n + "; " + v + "++) {" +
             body + "} }";
    case 3:
      return begin + "T last = (get_global_id(" + d + ") + 1) * size; for (T " + v + " = first; " + v +
             " < min(last, (T)(" + n + ")); " + v + "++) {" + body + "} }";
    default:
      return begin + "T last = min((T)(first + size), (T)(" + n + ")), " + v + " = first; while (" + v + " < last) {" +
             body + v + "++; } }";
    }
  }
  std::string grid(const std::string &v, const std::string &n, unsigned dimension, const std::string &body) {
    const std::string d = std::to_string(dimension);
    if (shared_) return share(v, n, d, body);
    const std::string begin = "T " + v + " = get_global_id(" + d + ");", next = v + " += get_global_size(" + d + ");";
    if (counted_) return "uint r = 0; for (" + begin + " " + v + " < " + n + ";) {" + body + " r++; " + next + "}";
    if (chance(30)) return "{" + begin + " while (" + v + " < " + n + ") {" + body + next + "} }";
    return "for (" + begin + " " + v + " < " + n + "; " + v + " += get_global_size(" + d + ")) {" + body + "}";
  }
  std::string divided() {
    turned_ = chance(40);
    if (turned_) return "T x = g / h, y = g % h;";
    constexpr const char *ways[] = {"T x = g % w, y = g / w;", "T y = g / w, x = g - y * w;",
                                    "T x = g % w, y = (g - x) / w;"};
    return ways[below(3)];
  }
  std::string element() {
    std::string text = "T at = base + x * step_x + y * step_y;";
    if (chance(30)) text = "size_t at = (size_t)base + (size_t)x * step_x + (size_t)y * step_y;";
    if (chance(20)) text = "T at = x * step_x + base; at += y * step_y;";
    std::string value = "in[y * w + x] * 3u + (uint)x * 7u + (uint)y * 11u";
    if (in_place_) value = "out[at] * 5u + " + value;
    if (counted_) value += " + r * 13u";
    // Nearly as if the index went on by one.
    if (mask_)
      value += std::string(" + in[") + (masks_rows_ ? "y * w + " : "") + "((x + y) & " + std::to_string(mask_) + ")]";
    if (turns_) text += turn(), value += " + t";
    if (pivot_ == Pivot::one) value += " + out[pivot]";
    if (pivot_ == Pivot::row) value += " + out[pivot + x * step_x]";
    if (pivot_ == Pivot::column) value += " + out[pivot + y * step_y]";
    if (carried_) value = "(x > 0 ? out[at - step_x] : 1u) + " + value;
    text += "out[at] = " + value + ";";
    if (behind_) {
      constexpr const char *after[] = {"y > (T)log", "!(y <= (T)log)"}, *from[] = {"y >= (T)log", "!(y < (T)log)"};
      text = std::string("if (") + (itself_ ? from : after)[below(2)] + ") {" + text + "}";
    }
    return condition_ ? "if ((x + y) % 3 != 0) {" + text + "}" : text;
  }
  // What a work-item's remainder by a constant decides.
  std::string turn() {
    const std::string index = form_ == Form::flat ? "g" : "x", row = form_ == Form::flat ? "in[" : "in[y * w + ";
    const std::string k = std::to_string(turns_);
    const bool bits = (turns_ & (turns_ - 1)) == 0 && chance(50);
    const std::string rest = bits ? "(" + index + " & " + std::to_string(turns_ - 1) + ")" : index + " % " + k;
    const std::string first = bits         ? row + "(" + index + " & ~" + std::to_string(turns_ - 1) + ")]"
                              : chance(50) ? row + index + " / " + k + " * " + k + "]"
                                           : row + index + " - " + rest + "]";
    const std::string second = row + index + "] * 9u", other = row + index + " / " + k + "] + 5u";
    if (chance(50))
      return "uint t; switch (" + rest + ") { case 0: t = " + first + "; break; case 1: t = " + second +
             "; break; default: t = " + other + "; }";
    return "uint t = " + other + "; if (" + rest + " == 0) t = " + first + "; else if (" + rest +
           " == 1) t = " + second + ";";
  }
  std::string body() {
    switch (form_) {
    case Form::flat:
      return "T g = get_global_id(0); " + std::string(guarded_ ? "if (g >= w * h) return; " : "") + divided() +
             element();
    case Form::shifted: return "T g = get_global_id(0), x = g & (w - 1), y = g >> log;" + element();
    case Form::rows:
      return "T y = get_global_id(0); " + std::string(guarded_ ? "if (y >= h) return; " : "") +
             loop("x", "w", down_x_, element());
    case Form::columns:
      return "T x = get_global_id(0); " + std::string(guarded_ ? "if (x >= w) return; " : "") +
             loop("y", "h", down_y_, element());
    case Form::nest: return loop("y", "h", down_y_, loop("x", "w", down_x_, element()));
    case Form::plane:
    case Form::turned_plane: {
      const bool turned = form_ == Form::turned_plane;
      return std::string("T x = get_global_id(") + (turned ? "1" : "0") + "), y = get_global_id(" +
             (turned ? "0" : "1") + "); " + (guarded_ ? "if (x >= w || y >= h) return; " : "") + element();
    }
    case Form::grid_flat: return grid("g", "w * h", 0, divided() + element());
    case Form::grid_plane: return grid("y", "h", 1, grid("x", "w", 0, element()));
    case Form::grid_rows: return grid("y", "h", 0, loop("x", "w", down_x_, element()));
    }
    return "";
  }
  std::string print() {
    const std::string text = body();
    return "#define T " + type_ + "\n#define C " + counter_ +
           "\nkernel void k(global const uint *in, global uint *out, T w, T h, T step_x, T step_y, int log, T base, T "
           "pivot) {\n  " +
           text + "\n}\n";
  }

  Plane draw_plane();
  template <class F> void each(const Plane &plane, F &&visit) const;

  Random &random_;
  std::string type_, counter_, source_;  // of arguments and ids; of loops' counters
  Form form_;
  // counted_: a second counter goes up with the loop over the grid.
  Pivot pivot_;
  bool down_x_ = false, down_y_ = false, in_place_, carried_, counted_, guarded_, condition_, turned_ = false;
  bool shared_;    // work-items have blocks of indices in place of loops over the grid
  bool behind_;    // the pivot is a row of the plane, and the rows behind it are stored
  bool itself_;    // and the pivot, too
  int block_ = 0;  // their size; 0: that hangs on the global size
  int mask_ = 0;   // of an index; 0: none is masked
  bool masks_rows_;
  int turns_ = 0;  // by whose remainder work-items take turns in what they do; 0: they do not
};

Plane DrawnKernel::draw_plane() {
  Plane plane{};
  plane.w = int64_t(1 + below(chance(70) ? 130 : 20)), plane.h = int64_t(1 + below(chance(70) ? 130 : 20));
  if (form_ == Form::shifted) {
    plane.log = int(below(7));
    plane.w = int64_t{1} << plane.log;
  }
  // Rows or columns one behind another, with or without a gap.
  const int64_t gap = chance(30) ? int64_t(below(5)) : 0;
  if (chance(50))
    plane.step_x = 1, plane.step_y = plane.w + gap;
  else
    plane.step_x = plane.h + gap, plane.step_y = 1;
  // One work-item may store to a place again and again.
  if (form_ == Form::nest && !carried_ && chance(30))
    plane.step_x = int64_t(below(3)), plane.step_y = int64_t(below(20));
  plane.base = int64_t(below(200));
  plane.pivot = int64_t(below(200));
  if (behind_) {
    plane.log = int(below(size_t(plane.h)));
    plane.base = plane.pivot;
    plane.pivot += plane.log * plane.step_y;
    return plane;
  }
  // Several work-items must not load what others store; what is loaded ends before that, often right before.
  if (form_ != Form::nest && pivot_ != Pivot::none) {
    const int64_t steps = pivot_ == Pivot::row      ? (plane.w - 1) * plane.step_x
                          : pivot_ == Pivot::column ? (plane.h - 1) * plane.step_y
                                                    : 0;
    plane.base = plane.pivot + steps + 1 + (chance(50) ? int64_t(below(50)) : 0);
  }
  return plane;
}

template <class F> void DrawnKernel::each(const Plane &plane, F &&visit) const {
  for (int64_t i = 0; i < plane.h; ++i)
    for (int64_t j = 0; j < plane.w; ++j) {
      const int64_t y = down_y_ ? plane.h - 1 - i : i, x = down_x_ ? plane.w - 1 - j : j;
      if ((!condition_ || (x + y) % 3 != 0) && (!behind_ || y > plane.log || (itself_ && y == plane.log))) visit(x, y);
    }
}

void DrawnKernel::launch(const Kernel &made) {
  Plane plane = draw_plane();
  auto last = [&] { return plane.base + (plane.w - 1) * plane.step_x + (plane.h - 1) * plane.step_y; };
  while (type_ == "short" && last() > INT16_MAX) plane = draw_plane();
  const auto items = size_t(plane.w * plane.h);
  Sizes global, local;
  const size_t padding = guarded_ ? below(40) : 0;
  switch (form_) {
  case Form::flat: global = {items + padding}; break;
  case Form::shifted: global = {items}; break;
  case Form::rows: global = {size_t(plane.h) + padding}; break;
  case Form::columns: global = {size_t(plane.w) + padding}; break;
  case Form::nest: global = {1}; break;
  case Form::plane: global = {size_t(plane.w) + padding, size_t(plane.h) + padding / 2}; break;
  case Form::turned_plane: global = {size_t(plane.h) + padding, size_t(plane.w) + padding / 2}; break;
  case Form::grid_flat:
  case Form::grid_rows: global = {1 + below(200)}; break;
  case Form::grid_plane: global = {1 + below(40), 1 + below(20)}; break;
  }
  if (block_ && form_ >= Form::grid_flat) {
    auto blocks = [&](int64_t indices) { return (size_t(indices) + size_t(block_) - 1) / size_t(block_) + below(3); };
    global = {blocks(form_ == Form::grid_flat ? plane.w * plane.h : form_ == Form::grid_plane ? plane.w : plane.h)};
    if (form_ == Form::grid_plane) global.push_back(blocks(plane.h));
  }
  std::vector<uint32_t> in(items + size_t(mask_)), out(40'000);
  for (uint32_t &each : in) each = uint32_t(below(1000));
  for (uint32_t &each : out) each = uint32_t(below(1000));
  // One buffer may be both arguments.
  const bool same = form_ == Form::nest && chance(20);
  std::vector<uint32_t> expected = out;
  each(plane, [&](int64_t x, int64_t y) {
    const auto at = size_t(plane.base + x * plane.step_x + y * plane.step_y);
    const std::vector<uint32_t> &source = same ? expected : in;
    uint32_t value = source[size_t(y * plane.w + x)] * 3u + uint32_t(x) * 7u + uint32_t(y) * 11u;
    if (in_place_) value += expected[at] * 5u;
    const int64_t place = form_ == Form::grid_rows ? y : turned_ ? x * plane.h + y : y * plane.w + x;
    if (counted_) value += uint32_t(place / int64_t(global[0])) * 13u;
    if (mask_) value += source[size_t((masks_rows_ ? y * plane.w : 0) + ((x + y) & mask_))];
    if (turns_) {
      const int64_t row = form_ == Form::flat ? 0 : y * plane.w, index = form_ == Form::flat ? place : x;
      const int64_t rest = index % turns_;
      value += rest == 0   ? source[size_t(row + index - rest)]
               : rest == 1 ? source[size_t(row + index)] * 9u
                           : source[size_t(row + index / turns_)] + 5u;
    }
    if (pivot_ == Pivot::one) value += expected[size_t(plane.pivot)];
    if (pivot_ == Pivot::row) value += expected[size_t(plane.pivot + x * plane.step_x)];
    if (pivot_ == Pivot::column) value += expected[size_t(plane.pivot + y * plane.step_y)];
    if (carried_) value += x > 0 ? expected[at - size_t(plane.step_x)] : 1u;
    expected[at] = value;
  });

  if (chance(60))
    for (size_t size : global) {
      size_t of_group = 1 + below(std::min<size_t>(size, 64));
      while (size % of_group != 0) --of_group;
      local.push_back(of_group);
    }
  Buffer from = make_buffer(in), to = make_buffer(out);
  auto number = [&](cl_uint index, int64_t value) {
    const size_t bytes = type_.ends_with("long") ? 8 : type_.ends_with("short") ? 2 : 4;
    ok(clSetKernelArg(made, index, bytes, &value));  // the low bytes come first
  };
  set_arg(made, 0, same ? to : from);
  set_arg(made, 1, to);
  number(2, plane.w), number(3, plane.h), number(4, plane.step_x), number(5, plane.step_y);
  set_arg(made, 6, plane.log);
  number(7, plane.base), number(8, plane.pivot);
  run(made, global, local);
  const std::vector<uint32_t> result = read<uint32_t>(to, out.size());
  for (size_t i = 0; i < result.size(); ++i)
    if (result[i] != expected[i]) {
      ADD_FAILURE() << "w " << plane.w << ", h " << plane.h << ", steps " << plane.step_x << " and " << plane.step_y
                    << ", base " << plane.base << ", pivot " << plane.pivot << ", global " << global[0]
                    << (global.size() > 1 ? " x " + std::to_string(global[1]) : "") << ", local "
                    << (local.empty() ? 0 : local[0]) << ": out[" << i << "] is " << result[i] << ", not "
                    << expected[i] << "\n"
                    << source_;
      return;
    }
}

TEST(RandomNdRanges, GiveTheSame) {
  const char *wish = std::getenv("WHERRY_RANDOM_ND_RANGES");
  const unsigned kernels = wish ? unsigned(std::strtoul(wish, nullptr, 0)) : kKernels;
  uint64_t seed = std::random_device()();
  if (const char *given = std::getenv("WHERRY_TEST_SEED")) seed = std::strtoull(given, nullptr, 0);
  std::printf("random ND-ranges: WHERRY_TEST_SEED=%llu\n", static_cast<unsigned long long>(seed));
  Random random(seed);
  for (unsigned k = 0; k < kernels && !HasFailure(); ++k) {
    DrawnKernel drawn(random);
    Program program = build(drawn.source());
    Kernel made = kernel(program, "k");
    for (unsigned launch = 0; launch < kLaunches && !HasFailure(); ++launch) drawn.launch(made);
  }
}

}  // namespace
}  // namespace wherry::test
