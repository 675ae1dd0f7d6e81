// out[i] = f(in[i]) over a million elements, for each function in float and double.
#include <chrono>
#include <cmath>
#include <limits>
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
#define F1(name) #name, #name "(a[i])"
#define F2(name) #name, #name "(a[i], b[i])"
#define OF(value) [](double x, double y) -> double { return value; }
const Function kFunctions[] = {
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
    {"fma", "fma(a[i], b[i], a[i])", -10, 10, -10, 10, OF(std::fma(x, y, x))},
};
constexpr size_t kCount = std::size(kFunctions);

// The fastest of several ways, tried on a part.
template <class T> Loop<T> fastest(const std::vector<Loop<T>> &loops, const T *a, const T *b, T *out, size_t n) {
  Loop<T> best = nullptr;
  auto least = std::chrono::steady_clock::duration::max();
  for (int round = 0; round < 5; ++round)
    for (Loop<T> loop : loops) {
      const auto begin = std::chrono::steady_clock::now();
      loop(a, b, a, out, n);
      if (const auto time = std::chrono::steady_clock::now() - begin; time < least) least = time, best = loop;
    }
  return best;
}

template <class T, size_t I> void make(Case &c) {
  const Function &f = kFunctions[I];
  const size_t n = c.size(1 << 20, 1 << 14);
  auto a = c.in<T>(n, uniform(f.low, f.high, 1)), b = c.in<T>(n, uniform(f.low_2, f.high_2, 2)), out = c.out<T>(n);
  c.rate(1e-9 * double(n), "G/s");
  c.launch("math", {n}, {}, a, b, out);
  c.repeat(c.size(8, 1));
  c.expect(out, 64.0 * std::numeric_limits<T>::epsilon(), [=](size_t i) { return f.want(a[i], b[i]); });
  Loop<T> loop;
  if constexpr (std::is_same_v<T, float>)
    loop = fastest(float_loops(f.name), a.data(), b.data(), out.data(), n / 16);
  else
    loop = fastest(double_loops(f.name), a.data(), b.data(), out.data(), n / 16);
  c.native(n, 1 << 14, [=](size_t i, size_t end) { loop(&a[i], &b[i], &a[i], &out[i], end - i); });
}

template <size_t... I> std::vector<CaseEntry> entries(std::index_sequence<I...>) {
  static const std::string names[2][kCount] = {{std::string(kFunctions[I].name) + "_f" ...},
                                               {std::string(kFunctions[I].name) + "_d" ...}};
  return {{names[0][I].c_str(), make<float, I>, true}..., {names[1][I].c_str(), make<double, I>, true}...};
}
}  // namespace

std::vector<CaseEntry> all_cases() { return entries(std::make_index_sequence<kCount>()); }

std::string kernel_source(const std::string &name) {
  for (const Function &f : kFunctions)
    for (const char *type : {"float", "double"})
      if (name == std::string(f.name) + "_" + type[0])
        return std::string("kernel void math(global const ") + type + " *a, global const " + type + " *b, global " +
               type + " *out) {\n  size_t i = get_global_id(0);\n  out[i] = " + f.call + ";\n}\n";
  return "";
}
