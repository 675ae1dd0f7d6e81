// SPDX-License-Identifier: Apache-2.0
// The math builtins, compiled for this machine, against MPFR: within the specification's bounds, special values
// exact, and vectors the same as scalars.
//   WHERRY_MATH_POINTS=20                 2^20 points for each function of float (2^15), a quarter for double; of one
//                                         half all there are
//   WHERRY_ACCURACY_TABLE=accuracy.md     writes docs/accuracy.md
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "points.h"
#include "reference.h"

using Function = void (*)(long n, void *out, void *second, const void *a, const void *b, const void *c);
#define DECLARE_OF(name, S)                                                                                            \
  extern "C" void name##_##S(long, void *, void *, const void *, const void *, const void *);                          \
  extern "C" void plain_##name##_##S(long, void *, void *, const void *, const void *, const void *);                  \
  extern "C" void name##_##S##2(long, void *, void *, const void *, const void *, const void *);                       \
  extern "C" void name##_##S##3(long, void *, void *, const void *, const void *, const void *);                       \
  extern "C" void name##_##S##4(long, void *, void *, const void *, const void *, const void *);                       \
  extern "C" void name##_##S##8(long, void *, void *, const void *, const void *, const void *);                       \
  extern "C" void name##_##S##16(long, void *, void *, const void *, const void *, const void *);
#define EACH(name, ...) DECLARE_OF(name, h) DECLARE_OF(name, f) DECLARE_OF(name, d)
#define FLOAT(name, ...) DECLARE_OF(name, f)
#define UNARY EACH
#define BINARY EACH
#define TERNARY EACH
#define POWER EACH
#define WITH_INT EACH
#define POWER_INT EACH
#define TO_INT EACH
#define AND_SECOND EACH
#define AND_INT EACH
#define AND_QUOTIENT EACH
#define FLOAT_UNARY FLOAT
#define FLOAT_BINARY FLOAT
#define FLOAT_POWER FLOAT
#include "math.def"

namespace {

constexpr double kExact = 0, kNone = INFINITY;
constexpr int kWidths[] = {1, 2, 3, 4, 8, 16};
using Widths = std::array<Function, 6>;

struct Tested {
  const char *name;
  Kind kind;
  bool first_is_int, second_is_int, has_second;
  double bound;
  const Format &format;
  Reference::Function reference;
  Widths functions;
  std::vector<double> ranges;
  bool only_ranges;
  Function plain;  // as the x86-64 that knows least runs it, without FMA
};

#define WIDTHS(name, S) {name##_##S, name##_##S##2, name##_##S##3, name##_##S##4, name##_##S##8, name##_##S##16}
#define EXACT kExact
#define NONE kNone
#define ROW(name, kind, int1, int2, has2, bound, format, S, function, only, ...)                                       \
  {#name, Kind::kind,        int1, int2, has2, bound, format, reference::function, WIDTHS(name, S), {__VA_ARGS__},     \
   only,  plain_##name##_##S},
#define ROWS(name, kind, int1, int2, has2, ulp_h, ulp_f, ulp_d, function, ...)                                         \
  ROW(name, kind, int1, int2, has2, ulp_h, kHalf, h, function, false, __VA_ARGS__)                                     \
  ROW(name, kind, int1, int2, has2, ulp_f, kFloat, f, function, false, __VA_ARGS__)                                    \
  ROW(name, kind, int1, int2, has2, ulp_d, kDouble, d, function, false, __VA_ARGS__)
#define UNARY(name, ...) ROWS(name, unary, false, false, false, __VA_ARGS__)
#define BINARY(name, ...) ROWS(name, binary, false, false, false, __VA_ARGS__)
#define TERNARY(name, ...) ROWS(name, ternary, false, false, false, __VA_ARGS__)
#define POWER(name, ...) ROWS(name, power, false, false, false, __VA_ARGS__)
#define WITH_INT(name, ...) ROWS(name, with_int, false, false, false, __VA_ARGS__)
#define POWER_INT(name, ...) ROWS(name, power_int, false, false, false, __VA_ARGS__)
#define TO_INT(name, ...) ROWS(name, unary, true, false, false, __VA_ARGS__)
#define AND_SECOND(name, ...) ROWS(name, unary, false, false, true, __VA_ARGS__)
#define AND_INT(name, ...) ROWS(name, unary, false, true, true, __VA_ARGS__)
#define AND_QUOTIENT(name, ...) ROWS(name, binary, false, true, true, __VA_ARGS__)
#define FLOAT_ROW(name, kind, bound, function, ...)                                                                    \
  ROW(name, kind, false, false, false, bound, kFloat, f, function, true, __VA_ARGS__)
#define FLOAT_UNARY(name, ...) FLOAT_ROW(name, unary, __VA_ARGS__)
#define FLOAT_BINARY(name, ...) FLOAT_ROW(name, binary, __VA_ARGS__)
#define FLOAT_POWER(name, ...) FLOAT_ROW(name, power, __VA_ARGS__)
const Tested kTested[] = {
#include "math.def"
};

// Elements of int, half, float or double, read and written as doubles.
class Column {
 public:
  enum Type { of_int, of_half, of_float, of_double };
  Column(Type type, size_t size) : type_(type), bytes_(size * (type == of_double ? 8 : type == of_half ? 2 : 4)) {}
  Column(Type type, const std::vector<double> &values) : Column(type, values.size()) {
    for (size_t i = 0; i < values.size(); ++i) set(i, values[i]);
  }
  double operator[](size_t i) const {
    switch (type_) {
    case of_int: return get<int>(i);
    case of_half: return double(get<Half>(i));
    case of_float: return double(get<float>(i));
    default: return get<double>(i);
    }
  }
  bool same(size_t i, const Column &other) const {
    const double x = (*this)[i], y = other[i];
    return std::isnan(x) ? std::isnan(y) : std::memcmp(&x, &y, sizeof x) == 0;
  }
  void *data() { return bytes_.data(); }

 private:
  template <class T> T get(size_t i) const {
    T value;
    std::memcpy(&value, bytes_.data() + i * sizeof value, sizeof value);
    return value;
  }
  template <class T> void put(size_t i, T value) {
    std::memcpy(bytes_.data() + i * sizeof value, &value, sizeof value);
  }
  void set(size_t i, double value) {
    switch (type_) {
    case of_int: return put(i, int(value));
    case of_half: return put(i, Half(value));
    case of_float: return put(i, float(value));
    default: return put(i, value);
    }
  }
  Type type_;
  std::vector<unsigned char> bytes_;
};

struct Found {
  double error = 0, at[3] = {}, got = 0, want = 0;
  const char *of = "";
};

struct Measured {
  double bound = 0, error = 0;
};
std::map<std::string, Measured> measured_half, measured_float, measured_double;
std::map<std::string, Measured> &measured_of(const Format &format) {
  return &format == &kHalf ? measured_half : &format == &kFloat ? measured_float : measured_double;
}
long points_of(const Format &format) {
  const char *text = std::getenv("WHERRY_MATH_POINTS");
  const int power = text ? std::atoi(text) : 15;
  return 1L << std::max(&format == &kDouble ? power - 2 : power, 6);
}

class Results {
 public:
  Results(const Tested &tested, const Points &points)
      : tested_(tested), type_(&tested.format == &kHalf    ? Column::of_half
                               : &tested.format == &kFloat ? Column::of_float
                                                           : Column::of_double),
        size_(points.a.size()), a_(type_, points.a), b_(by_int() ? Column::of_int : type_, points.b),
        c_(type_, points.c) {}
  bool by_int() const { return tested_.kind == Kind::with_int || tested_.kind == Kind::power_int; }

  // The first and second results of the function, which takes vectors of `width`.
  std::pair<Column, Column> run(Function function, int width) {
    Column first(tested_.first_is_int ? Column::of_int : type_, size_);
    Column second(tested_.second_is_int ? Column::of_int : type_, size_);
    function(long(size_) / width, first.data(), second.data(), a_.data(), b_.data(), c_.data());
    return {std::move(first), std::move(second)};
  }
  double a(size_t i) const { return a_[i]; }
  double b(size_t i) const { return b_[i]; }
  double c(size_t i) const { return c_[i]; }
  size_t size() const { return size_; }

 private:
  const Tested &tested_;
  Column::Type type_;
  size_t size_;
  Column a_, b_, c_;
};

// The worst of all points, by all of the machine's threads.
Found worst_of(const Tested &tested, const Results &results, const Column &first, const Column &second) {
  const unsigned count = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Found> found(count);
  std::atomic<size_t> next{0};
  auto work = [&](Found &worst) {
    Reference reference(tested.format);
    const bool exact = tested.bound == kExact;
    const bool absolute = std::string(tested.name).starts_with("lgamma");
    const bool half = std::string(tested.name).starts_with("half_");
    for (size_t begin; (begin = next.fetch_add(256)) < results.size();)
      for (size_t i = begin; i < std::min(begin + 256, results.size()); ++i) {
        reference.evaluate(tested.reference, results.a(i), results.b(i), results.c(i));
        auto note = [&](double got, double error, double want, const char *of) {
          if (!(error <= worst.error)) worst = {error, {results.a(i), results.b(i), results.c(i)}, got, want, of};
        };
        auto differs = [](double x, double y) {
          return std::isnan(x) ? !std::isnan(y) : x != y || std::signbit(x) != std::signbit(y);
        };
        if (reference.first_exists) {
          const double want = tested.first_is_int ? mpfr_get_d(reference.first(), MPFR_RNDN) : reference.rounded();
          // An exact function's error is none, or one that breaks the bound.
          double error = tested.first_is_int ? 0 : reference.error(first[i]);
          if (tested.first_is_int ? first[i] != want : exact && differs(first[i], want)) error = std::max(error, 0.75);
          // "Support for denormal values is optional for half_ functions."
          if (half && std::fabs(want) < 0x1p-126 && first[i] == 0) error = 0;
          // Near its zeros lgamma is only as exact as numbers near 1 are.
          if (absolute && std::fabs(want) < 1 && want != 0)
            error = std::ldexp(std::fabs(first[i] - want), tested.format.digits);
          note(first[i], error, want, "the result");
        }
        if (tested.has_second && reference.second_exists) {
          const double want = reference.rounded_second();
          double error = tested.second_is_int ? 0 : reference.error_of_second(second[i]);
          if (tested.second_is_int || exact)
            if (differs(second[i], want)) error = INFINITY;
          note(second[i], error, want, "the second result");
        }
      }
  };
  std::vector<std::jthread> threads;
  for (unsigned t = 1; t < count; ++t) threads.emplace_back(work, std::ref(found[t]));
  work(found[0]);
  threads.clear();
  return *std::ranges::max_element(found, {}, &Found::error);
}

Points points_for(const Tested &tested, long count) {
  Points points = make_points(tested.kind, tested.format, count, tested.ranges, tested.only_ranges);
  while (points.a.size() % 48)
    points.a.push_back(points.a[0]), points.b.push_back(points.b[0]), points.c.push_back(points.c[0]);
  return points;
}

void expect_within_bound(const Tested &tested, const Found &worst) {
  EXPECT_LE(worst.error, tested.bound == kExact ? 0.5 : tested.bound)
      << tested.name << "(" << std::hexfloat << worst.at[0] << ", " << worst.at[1] << ", " << worst.at[2]
      << "): " << worst.of << " is " << worst.got << ", not " << worst.want;
  if (std::getenv("WHERRY_SHOW_ULP"))
    std::printf("%-14s %-6s %10.3f at (%a, %a, %a): %a, not %a\n", tested.name, tested.format.name, worst.error,
                worst.at[0], worst.at[1], worst.at[2], worst.got, worst.want);
}

void check(const Tested &tested) {
  Results results(tested, points_for(tested, points_of(tested.format)));
  const auto [first, second] = results.run(tested.functions[0], 1);
  const Found worst = worst_of(tested, results, first, second);
  measured_of(tested.format)[tested.name] = {tested.bound, worst.error};
  expect_within_bound(tested, worst);
  // Where nothing is asked of a function's accuracy, its special values are still the specification's.
  if (tested.bound == kNone && !tested.only_ranges)
    EXPECT_TRUE(std::isfinite(worst.error)) << tested.name << "(" << std::hexfloat << worst.at[0] << "): " << worst.of
                                            << " is " << worst.got << ", not " << worst.want;
  // A native function may be the processor's estimate, which may depend on the width.
  if (std::string(tested.name).starts_with("native_")) return;
  for (size_t which = 1; which < std::size(kWidths); ++which) {
    const auto [others, other_seconds] = results.run(tested.functions[which], kWidths[which]);
    for (size_t i = 0; i < results.size(); ++i) {
      const bool same = first.same(i, others) && (!tested.has_second || second.same(i, other_seconds));
      EXPECT_TRUE(same) << tested.name << kWidths[which] << "(" << std::hexfloat << results.a(i) << ", " << results.b(i)
                        << ", " << results.c(i) << ") is " << others[i] << ", not " << first[i];
      if (!same) break;
    }
  }
}

// Products that are rounded before they are added to.
void check_plain(const Tested &tested) {
  Results results(tested, points_for(tested, std::max(64L, points_of(tested.format) / 8)));
  const auto [first, second] = results.run(tested.plain, 1);
  expect_within_bound(tested, worst_of(tested, results, first, second));
}

class Table : public testing::Environment {
 public:
  void TearDown() override {
    if (const char *path = std::getenv("WHERRY_ACCURACY_TABLE")) write(path);
  }

 private:
  static std::string number(double value) {
    char text[32];
    if (!std::isfinite(value))
      std::snprintf(text, sizeof text, "-");
    else if (value >= 100)
      std::snprintf(text, sizeof text, "%.0f", std::ceil(value));
    else
      std::snprintf(text, sizeof text, "%.2f", std::ceil(value * 100 - 1e-6) / 100);
    return text;
  }
  static std::string cells(const std::map<std::string, Measured> &of, const std::string &name) {
    const auto at = of.find(name);
    if (at == of.end()) return " | |";
    const auto [bound, error] = at->second;
    if (bound == kExact) return error <= 0.5 ? " exact | exact |" : " exact | **wrong** |";
    char text[32] = "none";
    if (bound != kNone) std::snprintf(text, sizeof text, "%g", bound);
    return std::string(" ") + text + " | " + number(error) + " |";
  }
  static void write(const char *path) {
    std::FILE *out = std::fopen(path, "w");
    ASSERT_TRUE(out) << path;
    std::fprintf(out,
                 "# How exact the math functions are\n"
                 "The worst error that was found, in ULP, against MPFR, beside the bound of OpenCL C 3.0's full "
                 "profile. \"exact\":\nthe specification asks for the correctly rounded value, and each was. Each "
                 "function of half was run at all 65,536 numbers,\nor at %ld pairs; of float at %ld points, of double "
                 "at %ld; and at the special values: infinities, NaN,\nsigned zeros, subnormal numbers, and numbers "
                 "beside those where functions change their ways. Half of the points are\nspread over all numbers in "
                 "the order of their bits, half over the range where the function does something. For a\nprocessor "
                 "with%s FMA. Written by\n"
                 "`WHERRY_MATH_POINTS=20 WHERRY_ACCURACY_TABLE=docs/accuracy.md builtins_tests "
                 "--gtest_filter='*Math*'`.\n\n",
                 points_of(kHalf), points_of(kFloat), points_of(kDouble), __builtin_cpu_supports("fma") ? "" : "out");
    std::fprintf(out, "| function | half: bound | worst | float: bound | worst | double: bound | worst |\n"
                      "| --- | --- | --- | --- | --- | --- | --- |\n");
    std::vector<std::string> names;
    for (const auto &[name, of] : measured_float) names.push_back(name);
    auto last = [](const std::string &name) {
      return name.starts_with("native_") ? 2 : int(name.starts_with("half_"));
    };
    std::ranges::sort(names, {}, [&](const std::string &name) { return std::pair(last(name), name); });
    for (const std::string &name : names)
      std::fprintf(out, "| `%s` |%s%s%s\n",
                   name == "divide"       ? "x / y"
                   : name == "reciprocal" ? "1 / x"
                                          : name.c_str(),
                   cells(measured_half, name).c_str(), cells(measured_float, name).c_str(),
                   cells(measured_double, name).c_str());
    std::fprintf(out,
                 "\nThe specification sets no bound for `lgamma`, `mad` and the `native_` functions. Where |lgamma| is "
                 "below 1, the error\nis in units of the last place of 1. `native_` functions, and half_sin, half_cos "
                 "and half_tan, were measured where\nthey are of use: `test/kernels/builtins/math.def` has each "
                 "range.\nKernels on a processor with AVX-512 take its estimates, which the table does not know: for "
                 "`rsqrt`, `native_sqrt` and\n"
                 "`half_sqrt`, quotients `x / sqrt(y)` of floats, `native_recip` and `native_divide`. Of these `rsqrt` "
                 "was measured: within\n"
                 "1.1 in float and 1.2 in double at 2^22 points each.\n");
    std::fclose(out);
  }
};

class MathFunction : public testing::TestWithParam<Tested> {};
void PrintTo(const Tested &tested, std::ostream *out) { *out << tested.name; }
TEST_P(MathFunction, is_exact_enough) { check(GetParam()); }
TEST_P(MathFunction, is_exact_enough_without_fma) { check_plain(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Math, MathFunction, testing::ValuesIn(kTested),
                         [](const auto &info) { return info.param.name + std::string("_") + info.param.format.name; });
[[maybe_unused]] const auto *const kTable = testing::AddGlobalTestEnvironment(new Table);

}  // namespace
