// SPDX-License-Identifier: Apache-2.0
// Math functions in kernels as the compiler makes them for each level of x86-64, the exactness of which is tested in
// builtins/; and what becomes of denormals.
#include <gtest/gtest.h>
#include <immintrin.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "common/cl.h"

namespace wherry::test {

namespace {

struct Function {
  const char *call;
  double ulp;  // the specification's bound; of native_ functions, which have none, what their users may hope for
  std::function<double(double)> want;
  double low = -1e30, high = 1e30;  // the arguments for which that holds
};

double sin_pi(double x) {
  const double r = std::remainder(x, 2), t = std::abs(r);
  return std::copysign(std::sin(M_PI * (t > 0.5 ? 1 - t : t)), r);
}
double cos_pi(double x) { return std::sin(M_PI * (0.5 - std::abs(std::remainder(x, 2)))); }

const Function kFunctions[] = {
    {"exp(x)", 3, [](double x) { return std::exp(x); }},
    {"exp2(x)", 3, [](double x) { return std::exp2(x); }},
    {"exp10(x)", 3, [](double x) { return std::pow(10, x); }},
    {"cosh(x)", 4, [](double x) { return std::cosh(x); }},
    {"sinh(x)", 4, [](double x) { return std::sinh(x); }},
    {"erfc(x)", 16, [](double x) { return std::erfc(x); }},
    {"sinpi(x)", 4, sin_pi},
    {"cospi(x)", 4, cos_pi},
    {"tanpi(x)", 6, [](double x) { return sin_pi(x) / cos_pi(x); }},
    {"asinpi(x * 0.00625f)", 5, [](double x) { return std::asin(double(float(x) * 0.00625f)) / M_PI; }},
    {"acospi(x * 0.00625f)", 5, [](double x) { return std::acos(double(float(x) * 0.00625f)) / M_PI; }},
    {"atanpi(x)", 5, [](double x) { return std::atan(x) / M_PI; }},
    {"atan2pi(x, -1.25f)", 6, [](double x) { return std::atan2(x, -1.25) / M_PI; }},
    {"pow(x, 7.5f)", 16, [](double x) { return std::pow(x, 7.5); }},
    {"rootn(x, 3)", 16, [](double x) { return std::cbrt(x); }},
    {"rsqrt(x)", 2, [](double x) { return 1 / std::sqrt(x); }},
    {"cbrt(x)", 2, [](double x) { return std::cbrt(x); }},
    {"sin(x)", 4, [](double x) { return std::sin(x); }},
    {"tan(x)", 5, [](double x) { return std::tan(x); }},
    {"log2(x)", 3, [](double x) { return std::log2(x); }},
    {"log1p(x)", 2, [](double x) { return std::log1p(x); }},
    {"asinh(x)", 4, [](double x) { return std::asinh(x); }},
    {"acosh(x)", 4, [](double x) { return std::acosh(x); }},
    {"atanh(x)", 5, [](double x) { return std::atanh(x); }},
    {"tgamma(x)", 16, [](double x) { return std::tgamma(x); }, -20, 40},
    {"remainder(x, 0.7f)", 0.5, [](double x) { return std::remainder(x, double(0.7f)); }},
    {"ldexp(x, -130)", 0.5, [](double x) { return std::ldexp(x, -130); }},
    {"ldexp(x, convert_int_sat(x * 3))", 0.5, [](double x) { return std::ldexp(x, int(float(x) * 3.0f)); }, -60, 60},
    {"half_exp(x)", 8192, [](double x) { return std::exp(x); }, -87, 88.7},
    {"half_exp2(x)", 8192, [](double x) { return std::exp2(x); }, -126, 127.99},
    {"half_log2(x)", 8192, [](double x) { return std::log2(x); }, 0, 1e30},
    {"half_powr(x, 2.5f)", 8192, [](double x) { return std::pow(x, 2.5); }, 0, 1e15},
    {"half_rsqrt(x)", 8192, [](double x) { return 1 / std::sqrt(x); }, 0, 1e30},
    {"half_sin(x)", 8192, [](double x) { return std::sin(x); }, -3, 3},
    {"native_exp(x)", 100, [](double x) { return std::exp(x); }, -87, 88.7},
    {"native_exp2(x)", 100, [](double x) { return std::exp2(x); }, -126, 127.99},
    {"native_log2(x)", 100, [](double x) { return std::log2(x); }, 2, 1e30},
    {"native_rsqrt(x)", 100, [](double x) { return 1 / std::sqrt(x); }, 1e-30, 1e30},
    {"native_recip(x)", 100, [](double x) { return 1 / x; }, 1e-30, 1e30},
    {"native_divide(1.5f, x)", 100, [](double x) { return 1.5 / x; }, 1e-30, 1e30},
    {"native_sqrt(x)", 100, [](double x) { return std::sqrt(x); }, 1e-30, 1e30},
    {"native_sin(x)", 100, [](double x) { return std::sin(x); }, -3, 3},
    {"native_tan(x)", 100, [](double x) { return std::tan(x); }, -1.5, 1.5},
};
constexpr size_t kCount = std::size(kFunctions), kPoints = 4099;

double ulp_of(double value) {
  if (value == 0) return std::ldexp(1.0, -149);
  return std::ldexp(1.0, std::max(std::ilogb(value), -126) - 23);
}

std::vector<float> arguments() {
  std::vector<float> values{0.0f, -0.0f, 1e-45f, 1e-40f, -1e-39f, INFINITY, -INFINITY,
                            NAN,  0.5f,  1.0f,   2.5f,   -1.5f,   -3.0f,    8388609.0f};
  while (values.size() < kPoints) values.push_back(-160 + 320 * float(values.size()) / kPoints);
  return values;
}

// The functions' results, one after another.
std::vector<float> results_of(const std::vector<float> &values, int level) {
  std::string source = "kernel void f(global const float *in, global float *out) {\n"
                       "  size_t i = get_global_id(0), n = get_global_size(0);\n  float x = in[i];\n";
  for (size_t f = 0; f < kCount; ++f)
    source += "  out[" + std::to_string(f) + " * n + i] = " + kFunctions[f].call + ";\n";
  Program program = build((source + "}").c_str(), ("-cl-wherry-cpu-level=" + std::to_string(level)).c_str());
  Buffer in = make_buffer(values), out = make_buffer(std::vector<float>(kCount * values.size()));
  Kernel kernel = test::kernel(program, "f");
  set_args(kernel, in, out);
  run(kernel, {values.size()}, {});
  return read<float>(out, kCount * values.size());
}

class MathOfLevel : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(X86, MathOfLevel, testing::Values(1, 2, 3, 4));

TEST_P(MathOfLevel, is_within_bounds) {
  const auto values = arguments(), got = results_of(values, GetParam());
  for (size_t f = 0; f < kCount; ++f)
    for (size_t i = 0; i < values.size(); ++i) {
      const double x = double(values[i]), y = double(got[f * values.size() + i]);
      if ((x == x && (x < kFunctions[f].low || x > kFunctions[f].high)) || std::abs(x) == 1e-45f) continue;
      if (x != x && kFunctions[f].low > -1e30) continue;  // NaN is no argument for native functions
      const double want = kFunctions[f].want(x);
      const float rounded = float(want);
      if (std::isnan(rounded) ? std::isnan(y) : float(y) == rounded) continue;
      const double error = std::isinf(rounded) || !std::isfinite(y) ? INFINITY : std::abs(y - want) / ulp_of(want);
      ASSERT_LE(error, kFunctions[f].ulp) << kFunctions[f].call << " of " << x << " is " << y << ", not " << want;
    }
}

// AVX-512 scales by an instruction, AVX2 by two products: the same numbers, subnormal ones too.
TEST(MathOfLevels, are_the_same_with_and_without_avx_512) {
  const auto values = arguments(), of_3 = results_of(values, 3), of_4 = results_of(values, 4);
  for (size_t f = 0; f < kCount; ++f) {
    const std::string_view call = kFunctions[f].call;
    if (call.starts_with("native_") || call.find("rsqrt") != call.npos) continue;  // AVX-512 has an estimate of roots
    for (size_t i = 0; i < values.size(); ++i) {
      const float x = of_3[f * values.size() + i], y = of_4[f * values.size() + i];
      ASSERT_TRUE(std::isnan(x) ? std::isnan(y) : std::bit_cast<uint32_t>(x) == std::bit_cast<uint32_t>(y))
          << kFunctions[f].call << " of " << values[i] << ": " << x << " and " << y;
    }
  }
}

// Long functions, and the rare parts of others, are object code of one number and of a register of them: each number's
// result has the same bits, however many are asked for at once.
constexpr const char *kPrecompiled[] = {"pow(x, y)",
                                        "powr(x, y)",
                                        "pown(x, n)",
                                        "rootn(x, n)",
                                        "log1p(x)",
                                        "sinh(x)",
                                        "asinh(x)",
                                        "acosh(x)",
                                        "atanh(x)",
                                        "tanpi(x)",
                                        "sinpi(x)",
                                        "cospi(x)",
                                        "acospi(x)",
                                        "atan2pi(y, x)",
                                        "erfc(x)",
                                        "tgamma(x)",
                                        "lgamma(x)",
                                        "sin(x)",
                                        "cos(x)",
                                        "tan(x)",
                                        "exp(x)",
                                        "exp2(x)",
                                        "exp10(x)",
                                        "log(x)",
                                        "log2(x)",
                                        "log10(x)",
                                        "cbrt(x)",
                                        "erf(x)",
                                        "sincos(x, &z) + z",
                                        "fmod(x, y)",
                                        "remainder(x, y)",
                                        "remquo(x, y, &m) + TO(m)",
                                        "lgamma_r(x, &m) + TO(m)"};
constexpr size_t kLongCount = std::size(kPrecompiled);

// Of `in` and of `in` backwards, `width` numbers in a work-item.
template <class T> std::vector<T> long_results(const std::vector<T> &in, unsigned width, const std::string &options) {
  const std::string element = sizeof(T) == 8 ? "double" : "float", w = width == 1 ? "" : std::to_string(width);
  std::string source =
      "#define TO(m) convert_" + element + w + "(m)\nkernel void f(global const " + element + " *in, global " +
      element + " *out) {\n  size_t i = get_global_id(0), all = get_global_size(0) * " + std::to_string(width) +
      ";\n  " + element + w +
      " x = " + (width == 1 ? "in[i], y = in[i + all]" : "vload" + w + "(i, in), y = vload" + w + "(i, in + all)") +
      ", z;\n  int" + w + " n = convert_int" + w + "_sat(y), m;\n";
  for (size_t f = 0; f < kLongCount; ++f) {
    const std::string at = "out + " + std::to_string(f) + " * all";
    source += width == 1 ? "  (" + at + ")[i] = " + kPrecompiled[f] + ";\n"
                         : "  vstore" + w + "(" + kPrecompiled[f] + ", i, " + at + ");\n";
  }
  Program program = build((source + "}").c_str(), options.c_str());
  std::vector<T> both = in;
  both.insert(both.end(), in.rbegin(), in.rend());
  Buffer from = make_buffer(both), to = make_buffer(std::vector<T>(kLongCount * in.size()));
  Kernel kernel = test::kernel(program, "f");
  set_args(kernel, from, to);
  run(kernel, {in.size() / width}, {});
  return read<T>(to, kLongCount * in.size());
}

template <class T, class Bits> void check_long(int level) {
  std::vector<T> in{T(0), T(-0.0), T(INFINITY), T(-INFINITY), T(NAN), T(1), T(-1), T(3), T(-2), T(1e10), T(-1e30)};
  in.push_back(std::numeric_limits<T>::max());
  in.push_back(std::numeric_limits<T>::denorm_min());
  for (uint64_t i = 0; in.size() < 48 * 21; ++i)  // of all sizes, and of those where functions do something
    in.push_back(i % 2 ? std::bit_cast<T>(Bits(i * 0x9e3779b97f4a7c15 >> (64 - 8 * sizeof(T))))
                       : T(0.037 * double(i) - 9));
  const std::string options = "-cl-wherry-cpu-level=" + std::to_string(level);
  const std::vector<T> alone = long_results(in, 1, options + " -cl-wherry-vector-width=1");
  size_t numbers = 0;
  for (T value : alone) numbers += !std::isnan(value);
  EXPECT_GT(numbers, alone.size() / 3);
  auto compare = [&](unsigned width, const std::string &more) {
    const std::vector<T> got = long_results(in, width, options + more);
    for (size_t i = 0; i < got.size(); ++i)
      ASSERT_TRUE(std::isnan(alone[i]) ? std::isnan(got[i])
                                       : std::bit_cast<Bits>(alone[i]) == std::bit_cast<Bits>(got[i]))
          << kPrecompiled[i / in.size()] << " of " << in[i % in.size()] << " and " << in[in.size() - 1 - i % in.size()]
          << ": " << got[i] << " of " << width << more << ", " << alone[i] << " alone";
  };
  compare(1, "");
  compare(1, " -cl-wherry-vector-width=4");
  compare(1, " -cl-opt-disable");
  for (unsigned width : {2, 3, 8, 16}) compare(width, "");
}

TEST_P(MathOfLevel, of_float_is_the_same_in_vectors_and_alone) { check_long<float, uint32_t>(GetParam()); }
TEST_P(MathOfLevel, of_double_is_the_same_in_vectors_and_alone) { check_long<double, uint64_t>(GetParam()); }

TEST(MathOfLevels, others_are_refused) {
  for (const char *wrong : {"-cl-wherry-cpu-level=0", "-cl-wherry-cpu-level=5", "-cl-wherry-cpu-level="}) {
    const char *source = "kernel void f() {}";
    Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, nullptr));
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, wrong, nullptr, nullptr), CL_INVALID_BUILD_OPTIONS) << wrong;
  }
}

// call, of x in `in` and y in `second` (or `in`), as `options` have it made.
template <class T>
std::vector<T> results_of(const char *call, const std::vector<T> &in, const std::string &options,
                          const std::vector<T> &second = {}) {
  const std::string type = sizeof(T) == 8 ? "double" : "float";
  const std::string source = "kernel void f(global const " + type + " *in, global const " + type + " *second, global " +
                             type + " *out) {\n  size_t i = get_global_id(0);\n  " + type +
                             " x = in[i], y = second[i];\n  int n = 0;\n  out[i] = " + call + ";\n}";
  Program program = build(source.c_str(), options.c_str());
  Buffer from = make_buffer(in), from_second = make_buffer(second.empty() ? in : second);
  Buffer to = make_buffer(std::vector<T>(in.size()));
  Kernel kernel = test::kernel(program, "f");
  set_args(kernel, from, from_second, to);
  run(kernel, {in.size()}, {});
  return read<T>(to, in.size());
}

// call of `in` and of special values: the same bits in a vector and alone, within `ulps` of `want`.
template <class T, class Bits>
void check(const char *call, long double (*want_of)(long double), double ulps, std::vector<T> in,
           const std::string &options = "") {
  for (const T special : {T(0), T(-0.0), T(1), T(-1), T(INFINITY), T(-INFINITY), T(NAN), std::numeric_limits<T>::max(),
                          std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min()})
    in.push_back(special);
  const std::vector<T> lanes = results_of(call, in, options),
                       alone = results_of(call, in, options + " -cl-wherry-vector-width=1");
  for (size_t i = 0; i < in.size(); ++i) {
    ASSERT_TRUE(std::isnan(lanes[i]) ? std::isnan(alone[i])
                                     : std::bit_cast<Bits>(lanes[i]) == std::bit_cast<Bits>(alone[i]))
        << call << " of " << in[i] << ": " << lanes[i] << " in a vector, " << alone[i] << " alone";
    const long double want = want_of(static_cast<long double>(in[i]));
    if (!std::isfinite(want) || want == 0) {
      ASSERT_TRUE(std::isnan(want) ? std::isnan(lanes[i])
                                   : std::bit_cast<Bits>(T(want)) == std::bit_cast<Bits>(lanes[i]))
          << call << " of " << in[i] << ": " << lanes[i];
      continue;
    }
    const int exponent = std::max(std::ilogb(want), std::numeric_limits<T>::min_exponent - 1);
    const long double ulp = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1);
    ASSERT_LE(std::abs(lanes[i] - want), ulps * ulp) << call << " of " << in[i] << ": " << lanes[i];
  }
}

template <class T, class Bits> void check_roots() {
  std::vector<T> in;
  for (uint64_t i = 0; in.size() < 400'003; ++i)
    in.push_back(std::bit_cast<T>(Bits(i * 0x9e3779b97f4a7c15 >> (65 - 8 * sizeof(T)))));  // no negative ones
  check<T, Bits>("rsqrt(x)", [](long double x) { return 1 / std::sqrt(x); }, 2, in);
  check<T, Bits>("3 / sqrt(x)", [](long double x) { return 3 / std::sqrt(x); }, 5, in, "-cl-unsafe-math-optimizations");
}
TEST(ReciprocalRoots, of_float_are_the_same_in_vectors_and_alone) { check_roots<float, uint32_t>(); }
TEST(ReciprocalRoots, of_double_are_the_same_in_vectors_and_alone) { check_roots<double, uint64_t>(); }

// Around the rows of its table, and between them.
TEST_P(MathOfLevel, has_an_error_function_that_is_exact) {
  std::vector<double> in;
  for (int i = -200'000; i <= 200'000; ++i) in.push_back(i * 3.1e-5);
  for (int i = 0; i < 2'000; ++i) in.push_back(std::exp(-0.37 * i)), in.push_back(std::nextafter(i / 256.0, 9));
  in.push_back(std::bit_cast<double>(~uint64_t(0)));  // a NaN whose low bits are no row's number
  check<double, uint64_t>(
      "erf(x)", [](long double x) { return std::erf(x); }, 3, in, "-cl-wherry-cpu-level=" + std::to_string(GetParam()));
}

// Where x / y is near an integer or a tie, and rounded to it.
template <class T> void check_remainders(int level) {
  std::vector<T> x, y;
  for (uint64_t i = 1; x.size() < 60'000; ++i) {
    const uint64_t random = i * 0x9e3779b97f4a7c15;
    const T divisor = std::ldexp(T(random >> 40 | 1), int(i % 60) - 50) * (i & 64 ? T(-1) : T(1));
    const T half = T((random >> 5 & ((uint64_t(2) << i % 55) - 1)) | (i >> 8 & 1)) / 2, near = half * divisor;
    for (const T value : {near, std::nextafter(near, T(0)), std::nextafter(near, near * 2)})
      x.push_back(i & 128 ? -value : value), y.push_back(divisor);
  }
  const std::string options = "-cl-wherry-cpu-level=" + std::to_string(level);
  const auto remainders = results_of("remainder(x, y)", x, options, y),
             others = results_of("remquo(x, y, &n)", x, options, y),
             quotients = results_of("(remquo(x, y, &n), n)", x, options, y),
             rests = results_of("fmod(x, y)", x, options, y);
  for (size_t i = 0; i < x.size(); ++i) {
    int quotient = 0;
    const T want = std::remquo(x[i], y[i], &quotient);
    ASSERT_EQ(remainders[i], want) << x[i] << " and " << y[i];
    ASSERT_EQ(std::signbit(remainders[i]), std::signbit(want)) << x[i] << " and " << y[i];
    const T rest = std::fmod(x[i], y[i]);
    ASSERT_EQ(rests[i], rest) << x[i] << " and " << y[i];
    ASSERT_EQ(std::signbit(rests[i]), std::signbit(rest)) << x[i] << " and " << y[i];
    ASSERT_EQ(others[i], want) << x[i] << " and " << y[i];
    // The C library's has three bits, ours seven.
    ASSERT_EQ((int(quotients[i]) - quotient) % 8, 0) << x[i] << " and " << y[i];
  }
}
TEST_P(MathOfLevel, has_exact_remainders_of_float) { check_remainders<float>(GetParam()); }
TEST_P(MathOfLevel, has_exact_remainders_of_double) { check_remainders<double>(GetParam()); }

// The specification's bounds for -cl-fast-relaxed-math.
TEST(RelaxedMath, keeps_its_bounds) {
  struct Relaxed {
    const char *call;
    double (*want)(double);
    double low, high;
    double (*bound)(double x, double ulp);
  };
  const auto of_exp = [](double x, double ulp) { return (3 + std::floor(std::abs(2 * x))) * ulp; };
  const auto of_log = [](double x, double ulp) { return x >= 0.5 && x <= 2 ? 0x1p-21 : 3 * ulp; };
  const auto of_sin = [](double, double) { return 0x1p-11; };
  const Relaxed functions[] = {{"exp(x)", [](double x) { return std::exp(x); }, -104, 88.7, of_exp},
                               {"exp2(x)", [](double x) { return std::exp2(x); }, -151, 127.9, of_exp},
                               {"log(x)", [](double x) { return std::log(x); }, 1e-38, 3, of_log},
                               {"log2(x)", [](double x) { return std::log2(x); }, 1e-38, 3, of_log},
                               {"log10(x)", [](double x) { return std::log10(x); }, 1e-38, 3, of_log},
                               {"log(x)", [](double x) { return std::log(x); }, 3, 1e30, of_log},
                               {"sin(x)", [](double x) { return std::sin(x); }, -3.1415, 3.1415, of_sin},
                               {"cos(x)", [](double x) { return std::cos(x); }, -3.1415, 3.1415, of_sin}};
  for (const Relaxed &f : functions) {
    std::vector<float> in;
    for (size_t i = 0; i < 20'000; ++i) in.push_back(float(f.low + (f.high - f.low) * double(i) / 20'000));
    const std::string source = std::string("kernel void f(global const float *in, global float *out) {\n"
                                           "  size_t i = get_global_id(0);\n  float x = in[i];\n  out[i] = ") +
                               f.call + ";\n}";
    Program program = build(source.c_str(), "-cl-fast-relaxed-math");
    Buffer from = make_buffer(in), to = make_buffer(std::vector<float>(in.size()));
    Kernel kernel = test::kernel(program, "f");
    set_args(kernel, from, to);
    run(kernel, {in.size()}, {});
    const auto got = read<float>(to, in.size());
    for (size_t i = 0; i < in.size(); ++i) {
      const double want = f.want(double(in[i]));
      if (std::abs(want) < 0x1p-126 && got[i] == 0) continue;  // subnormal numbers may be lost
      ASSERT_LE(std::abs(double(got[i]) - want), f.bound(double(in[i]), ulp_of(want)))
          << f.call << " of " << in[i] << " is " << got[i] << ", not " << want;
    }
  }
}

constexpr char kDenormals[] = R"(
kernel void f(global const float *a, global float *b, global const double *c, global double *d) {
  size_t i = get_global_id(0);
  b[2 * i] = a[i] * 0.5f;       // a is the smallest normal number
  b[2 * i + 1] = b[2 * i] * 4;  // and a denormal as an argument
  d[2 * i] = c[i] * 0.5;
  d[2 * i + 1] = d[2 * i] * 4;
})";

// How many of the kernel's results are zero, of 4 n.
size_t zeros(const Program &program, size_t n) {
  Buffer a = make_buffer(std::vector<float>(n, 0x1p-126f)), b = make_buffer(std::vector<float>(2 * n, 1));
  Buffer c = make_buffer(std::vector<double>(n, 0x1p-1022)), d = make_buffer(std::vector<double>(2 * n, 1));
  Kernel kernel = test::kernel(program, "f");
  set_args(kernel, a, b, c, d);
  run(kernel, {n}, {});
  size_t found = 0;
  for (float value : read<float>(b, 2 * n)) found += std::bit_cast<uint32_t>(value) == 0;
  for (double value : read<double>(d, 2 * n)) found += std::bit_cast<uint64_t>(value) == 0;
  return found;
}

TEST(DenormsAreZero, where_they_are_asked_to_be) {
  const size_t n = 1000;
  EXPECT_EQ(zeros(build(kDenormals, ""), n), 0u);
  EXPECT_EQ(zeros(build(kDenormals, "-cl-denorms-are-zero"), n), 4 * n);
  // By a program after it, not by what ran before.
  EXPECT_EQ(zeros(build(kDenormals, "-cl-opt-disable"), n), 0u);
}

TEST(DenormsAreZero, of_compiled_objects_too) {
  const char *source = kDenormals;
  Program object(clCreateProgramWithSource(context(), 1, &source, nullptr, nullptr));
  ok(clCompileProgram(object, 0, nullptr, "-cl-denorms-are-zero", 0, nullptr, nullptr, nullptr, nullptr));
  cl_program objects[] = {object.get()};
  cl_int error = CL_SUCCESS;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 1, objects, nullptr, nullptr, &error));
  ok(error);
  EXPECT_EQ(zeros(linked, 100), 400u);
}

// The thread that waits runs work-groups too.
TEST(DenormsAreZero, for_kernels_alone) {
  const unsigned before = _mm_getcsr();
  for (const unsigned own : {before, before | 0x8040u}) {
    for (const char *options : {"", "-cl-denorms-are-zero"}) {
      Program program = build(kDenormals, options);
      _mm_setcsr(own);
      const size_t found = zeros(program, 1);
      const unsigned after = _mm_getcsr();
      _mm_setcsr(before);
      EXPECT_EQ(after & ~0x3fu, own & ~0x3fu) << options;
      EXPECT_EQ(found, *options ? 4u : 0u) << "MXCSR " << std::hex << own;
    }
  }
}

}  // namespace

}  // namespace wherry::test
