// SPDX-License-Identifier: Apache-2.0
// Arithmetic of half in kernels: each level of x86-64 makes of it what it can, and each gives the right rounding.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <utility>

#include "common/cl.h"

namespace wherry::test {

namespace {

using Half = _Float16;

struct Function {
  const char *call;
  std::function<long double(double x, double y, double z)> want;
};
const Function kFunctions[] = {
    {"x + y", [](double x, double y, double) { return x + y; }},
    {"x * y", [](double x, double y, double) { return x * y; }},
    {"x / y", [](double x, double y, double) { return x / y; }},
    {"-x", [](double x, double, double) { return -x; }},
    {"fma(x, y, z)", [](double x, double y, double z) { return (long double)x * y + z; }},
    {"sqrt(x)", [](double x, double, double) { return std::sqrt(x); }},
    {"floor(x)", [](double x, double, double) { return std::floor(x); }},
    {"ceil(x)", [](double x, double, double) { return std::ceil(x); }},
    {"trunc(x)", [](double x, double, double) { return std::trunc(x); }},
    {"rint(x)", [](double x, double, double) { return std::nearbyint(x); }},
    {"round(x)", [](double x, double, double) { return std::round(x); }},
    {"fmax(x, y)", [](double x, double y, double) { return std::fmax(x, y); }},
    {"fmin(x, y)", [](double x, double y, double) { return std::fmin(x, y); }},
    {"fabs(x)", [](double x, double, double) { return std::fabs(x); }},
    {"ldexp(x, 3)", [](double x, double, double) { return std::ldexp(x, 3); }},
    {"fmod(x, y)", [](double x, double y, double) { return std::fmod(x, y); }},
    {"x < y ? x : z", [](double x, double y, double z) { return x < y ? x : z; }},
    {"(half)(isfinite(x) ? (int)x * 3 : 0)",
     [](double x, double, double) { return std::isfinite(x) ? int(x) * 3 : 0; }},
    {"(half)(isfinite(x) ? (ulong)fabs(x) << 3 : 0)",
     [](double x, double, double) { return std::isfinite(x) ? double(long(std::fabs(x)) << 3) : 0; }},
};
constexpr size_t kCount = std::size(kFunctions), kHalves = 65536;

Half at(size_t i) { return std::bit_cast<Half>(uint16_t(i)); }
bool same(Half x, Half y) { return x != x ? y != y : std::bit_cast<uint16_t>(x) == std::bit_cast<uint16_t>(y); }

class HalvesOfLevel : public testing::TestWithParam<int> {
 protected:
  std::string options() const { return "-cl-std=CL3.0 -cl-wherry-cpu-level=" + std::to_string(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(X86, HalvesOfLevel, testing::Values(1, 2, 3, 4));

TEST_P(HalvesOfLevel, are_rounded_right) {
  std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                       "kernel void f(global const half *a, global half *out) {\n"
                       "  uint i = get_global_id(0), n = get_global_size(0);\n"
                       "  half x = a[i], y = a[(i * 40503 + 12345) % n], z = a[(i * 10007 + 77) % n];\n";
  for (size_t f = 0; f < kCount; ++f)
    source += "  out[" + std::to_string(f) + " * n + i] = " + kFunctions[f].call + ";\n";
  Program program = build((source + "}").c_str(), options().c_str());
  std::vector<uint16_t> halves(kHalves);
  for (size_t i = 0; i < kHalves; ++i) halves[i] = uint16_t(i);
  Buffer a = make_buffer(halves), out = make_buffer(std::vector<uint16_t>(kCount * kHalves));
  Kernel k = kernel(program, "f");
  set_args(k, a, out);
  run(k, {kHalves});
  const auto got = read<Half>(out, kCount * kHalves);
  for (size_t f = 0; f < kCount; ++f)
    for (size_t i = 0; i < kHalves; ++i) {
      const Half x = at(i), y = at(i * 40503 + 12345), z = at(i * 10007 + 77);
      // The nearest half to a number that double holds, and to a product and sum that it may not.
      const auto want = Half(kFunctions[f].want(double(x), double(y), double(z)));
      const Half is = got[f * kHalves + i];
      if (is == 0 && want == 0 && std::string_view(kFunctions[f].call).starts_with("fm")) continue;  // which is open
      ASSERT_TRUE(same(is, want)) << kFunctions[f].call << " of " << double(x) << ", " << double(y) << ", " << double(z)
                                  << " is " << double(is) << ", not " << double(want);
    }
}

// A double beside the middle of two halves is no tie.
TEST_P(HalvesOfLevel, doubles_are_rounded_once) {
  Program program = build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                          "kernel void f(global const double *a, global half *out, global half *stored) {\n"
                          "  size_t i = get_global_id(0);\n"
                          "  out[i] = (half)a[i];\n"
                          "  vstore_half(a[i], i, stored);\n"
                          "}",
                          options().c_str());
  std::vector<double> values{0.0, -0.0, 1e-320, -1e-45, 1e300, INFINITY, -INFINITY, NAN, 65519.999999, 65520, -65536};
  for (unsigned bits = 0; bits < 0x7bff; ++bits)
    for (double sign : {1.0, -1.0}) {
      const double tie = sign * (double(at(bits)) + double(at(bits + 1))) / 2;
      values.insert(values.end(), {tie, std::nextafter(tie, 0.0), std::nextafter(tie, 1e9 * sign)});
    }
  Buffer a = make_buffer(values), out = make_buffer(values.size() * 2), stored = make_buffer(values.size() * 2);
  Kernel k = kernel(program, "f");
  set_args(k, a, out, stored);
  run(k, {values.size()});
  const auto got = read<Half>(out, values.size()), also = read<Half>(stored, values.size());
  for (size_t i = 0; i < values.size(); ++i)
    ASSERT_TRUE(same(got[i], Half(values[i])) && same(also[i], Half(values[i])))
        << values[i] << " is " << double(got[i]) << " and " << double(also[i]);
}

}  // namespace

}  // namespace wherry::test
