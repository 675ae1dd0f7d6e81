// SPDX-License-Identifier: Apache-2.0
// out[i] = f(in[i]) over a million elements, for each function in float and double; and for those that are instructions
// of the processor's, sums of 32 of its values for each of 2^15 elements ("turns"), where memory does not count.
#include <chrono>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "case.h"
#include "kernels.h"
#include "libraries.h"

namespace {
struct Function {
  const char *name, *call;
  float low, high, low_2, high_2;
  double (*want)(double, double);
};
#define F1(name) #name, #name "(x)"
#define F2(name) #name, #name "(x, y)"
#define OF(value) [](double x, double y) -> double { return value; }
constexpr Function kFunctions[] = {
    {F1(sin), -10, 10, 0, 1, OF(std::sin(x))},
    {F1(cos), -10, 10, 0, 1, OF(std::cos(x))},
    {F1(exp), -20, 20, 0, 1, OF(std::exp(x))},
    {F1(log), 0, 100, 0, 1, OF(std::log(x))},
    {F2(pow), 0, 10, -5, 5, OF(std::pow(x, y))},
    {F1(exp2), -20, 20, 0, 1, OF(std::exp2(x))},
    {F1(log2), 0, 100, 0, 1, OF(std::log2(x))},
    {F1(sqrt), 0, 100, 0, 1, OF(std::sqrt(x))},
    {F1(rsqrt), 0, 100, 0, 1, OF(1 / std::sqrt(x))},
    {F1(tan), -10, 10, 0, 1, OF(std::tan(x))},
    {F2(atan2), -10, 10, -10, 10, OF(std::atan2(x, y))},
    {F1(tanh), -5, 5, 0, 1, OF(std::tanh(x))},
    {F1(erf), -3, 3, 0, 1, OF(std::erf(x))},
    {F1(cbrt), -100, 100, 0, 1, OF(std::cbrt(x))},
    {"fma", "fma(x, y, x)", -10, 10, -10, 10, OF(std::fma(x, y, x))},
};
constexpr size_t kCount = std::size(kFunctions);

// The fastest of several ways, tried on a part.
template <class T> Loop<T> fastest(const std::vector<Loop<T>> &loops, const T *a, const T *b, T *out, size_t n) {
  Loop<T> best = nullptr;
  auto least = std::chrono::steady_clock::duration::max();
  for (int round = 0; round < 5; ++round)
    for (Loop<T> loop : loops) {
      const auto begin = std::chrono::steady_clock::now();
      loop(a, b, out, n);
      if (const auto time = std::chrono::steady_clock::now() - begin; time < least) least = time, best = loop;
    }
  return best;
}

template <class T, size_t I, bool Turns> void make(Case &c) {
  const Function &f = kFunctions[I];
  const size_t n = c.size(Turns ? 1 << 15 : 1 << 20, 1 << 14);
  auto a = c.in<T>(n, uniform(f.low, f.high, 1)), b = c.in<T>(n, uniform(f.low_2, f.high_2, 2)), out = c.out<T>(n);
  c.rate(1e-9 * double(n) * (Turns ? kTurns : 1), "G/s");
  if (Turns)
    c.launch("math", {n}, {}, a, b, out, kTurns);
  else
    c.launch("math", {n}, {}, a, b, out);
  c.repeat(c.size(8, 1));
  constexpr double kTolerance = 64 * std::numeric_limits<T>::epsilon() * (Turns ? kTurns : 1);
  c.expect(out, kTolerance, [=](size_t i) {
    double sum = f.want(a[i], b[i]);
    if constexpr (Turns) {
      T x = a[i];
      for (int turn = 1; turn < kTurns; ++turn) sum += f.want(x += T(kStep), b[i]);
    }
    return sum;
  });
  Loop<T> loop;
  if constexpr (std::is_same_v<T, float>)
    loop = fastest(float_loops(f.name, Turns), a.data(), b.data(), out.data(), n / 16);
  else
    loop = fastest(double_loops(f.name, Turns), a.data(), b.data(), out.data(), n / 16);
  c.native(n, Turns ? 1 << 11 : 1 << 14, [=](size_t i, size_t end) { loop(&a[i], &b[i], &out[i], end - i); });
}

template <size_t... I> std::vector<CaseEntry> entries(std::index_sequence<I...>) {
  static const std::string names[2][kCount] = {{std::string(kFunctions[I].name) + "_f" ...},
                                               {std::string(kFunctions[I].name) + "_d" ...}};
  return {{names[0][I].c_str(), make<float, I, false>, true}...,
          {names[1][I].c_str(), make<double, I, false>, true}...};
}
template <size_t I> void add_turns(std::vector<CaseEntry> &cases) {
  static const std::string names[2] = {std::string(kFunctions[I].name) + "_f_turns",
                                       std::string(kFunctions[I].name) + "_d_turns"};
  cases.push_back({names[0].c_str(), make<float, I, true>, true});
  cases.push_back({names[1].c_str(), make<double, I, true>, true});
}
constexpr size_t index_of(std::string_view name) {
  for (size_t i = 0; i < kCount; ++i)
    if (name == kFunctions[i].name) return i;
  throw "no such function";
}
}  // namespace

std::vector<CaseEntry> all_cases() {
  std::vector<CaseEntry> cases = entries(std::make_index_sequence<kCount>());
  add_turns<index_of("sqrt")>(cases);
  add_turns<index_of("rsqrt")>(cases);
  add_turns<index_of("fma")>(cases);
  return cases;
}

std::string kernel_source(const std::string &name) {
  for (const Function &f : kFunctions)
    for (const std::string type : {"float", "double"}) {
      const std::string once = std::string(f.name) + "_" + type[0];
      const bool turns = name == once + "_turns";
      if (name != once && !turns) continue;
      const std::string loop = "  for (int turn = 1; turn < turns; turn++) {\n    x += (" + type +
                               ")0x1p-10;\n    sum += " + f.call + ";\n  }\n";
      return "kernel void math(global const " + type + " *a, global const " + type + " *b, global " + type + " *out" +
             (turns ? ", int turns" : "") + ") {\n  size_t i = get_global_id(0);\n  " + type +
             " x = a[i], y = b[i], sum = " + f.call + ";\n" + (turns ? loop : "") + "  out[i] = sum;\n}\n";
    }
  return "";
}
