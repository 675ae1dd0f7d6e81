// The math builtins, compiled for the host, against its long double functions: within the specification's
// bounds, special values exact, and vectors the same as scalars.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

template <class F> using Function = void (*)(long n, F *out, const F *a, const F *b);
#define DECLARE_OF(name, type, S)                                                                                      \
  void name##_##S(long, type *, const type *, const type *);                                                           \
  void name##_##S##2(long, type *, const type *, const type *);                                                        \
  void name##_##S##3(long, type *, const type *, const type *);                                                        \
  void name##_##S##4(long, type *, const type *, const type *);                                                        \
  void name##_##S##8(long, type *, const type *, const type *);                                                        \
  void name##_##S##16(long, type *, const type *, const type *);
extern "C" {
#define UNARY(name, ...) DECLARE_OF(name, double, d) DECLARE_OF(name, float, f)
#define BINARY(name, ...) DECLARE_OF(name, double, d) DECLARE_OF(name, float, f)
#define UNARY_AGAIN(...)
#define BINARY_AGAIN(...)
#include "math.def"
#undef UNARY
#undef BINARY
#undef UNARY_AGAIN
#undef BINARY_AGAIN
}

namespace {

using Real = long double;
constexpr Real kPi = 3.141592653589793238462643383279502884L;
constexpr Real kInf = std::numeric_limits<Real>::infinity(), kNan = std::numeric_limits<Real>::quiet_NaN();

Real sinpi_reference(Real x) {
  if (!std::isfinite(x)) return kNan;
  Real t = std::remainder(x, 2.0L);
  if (t == 0 || std::fabs(t) == 1) return std::copysign(0.0L, x);
  if (std::fabs(t) > 0.5L) t = std::copysign(1.0L, t) - t;
  return std::fabs(t) > 0.25L ? std::copysign(cosl(kPi * (0.5L - std::fabs(t))), t) : sinl(kPi * t);
}
Real cospi_reference(Real x) {
  if (!std::isfinite(x)) return kNan;
  Real t = std::fabs(std::remainder(x, 2.0L));
  if (t == 0.5L) return 0;
  return t < 0.25L ? cosl(kPi * t) : t > 0.75L ? -cosl(kPi * (1 - t)) : sinl(kPi * (0.5L - t));
}
Real tanpi_reference(Real x) {
  if (!std::isfinite(x)) return kNan;
  Real t = std::remainder(x, 2.0L);
  if (t == 0) return std::copysign(0.0L, x);
  if (std::fabs(t) == 1) return std::copysign(0.0L, -x);
  if (std::fabs(t) == 0.5L) return t > 0 ? kInf : -kInf;
  return sinpi_reference(t) / cospi_reference(t);
}
Real asinpi_reference(Real x) { return asinl(x) / kPi; }
Real acospi_reference(Real x) { return acosl(x) / kPi; }
Real atanpi_reference(Real x) { return atanl(x) / kPi; }
Real atan2pi_reference(Real y, Real x) { return atan2l(y, x) / kPi; }
Real rsqrt_reference(Real x) { return 1 / sqrtl(x); }
Real powr_reference(Real x, Real y) {
  if (x < 0 || std::isnan(x) || std::isnan(y)) return kNan;
  if (y == 0 && (x == 0 || std::isinf(x))) return kNan;
  if (x == 1 && std::isinf(y)) return kNan;
  return powl(std::fabs(x), y);
}

Real integer_of(Real y) { return std::isnan(y) ? 0 : std::trunc(std::clamp(y, -0x1p31L, 0x1p31L - 1)); }
Real pown_reference(Real x, Real y) { return powl(x, integer_of(y)); }
Real rootn_reference(Real x, Real y) {
  Real n = integer_of(y);
  bool odd = std::fmod(n, 2) != 0;
  if (n == 0 || std::isnan(x) || (x < 0 && !odd)) return kNan;
  Real r = x == 0 || std::isinf(x) ? ((x == 0) == (n > 0) ? 0 : kInf) : powl(std::fabs(x), 1 / n);
  return odd ? std::copysign(r, x) : r;
}

template <class F> struct Bits;
template <> struct Bits<double> {
  using Type = uint64_t;
};
template <> struct Bits<float> {
  using Type = uint32_t;
};

// The distance in units of the last place of the result. Zeros and infinities are in place or not.
template <class F> double error_in_ulp(F got, Real want) {
  using Limits = std::numeric_limits<F>;
  F nearest = static_cast<F>(want);
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got) ? 0 : INFINITY;
  if (got == nearest)
    return want == 0 && std::signbit(got) != std::signbit(want) ? INFINITY
           : std::isinf(got) || want == 0
               ? 0
               : double(std::fabs(Real(got) - want) /
                        scalbnl(1, std::max(ilogbl(want), Limits::min_exponent - 1) - Limits::digits + 1));
  if (std::isinf(want)) return INFINITY;
  if (std::isinf(got)) got = std::copysign(std::numeric_limits<F>::max(), got);
  int exponent = want == 0 ? Limits::min_exponent - 1 : std::max(ilogbl(want), Limits::min_exponent - 1);
  return double(std::fabs(Real(got) - want) / scalbnl(1, exponent - Limits::digits + 1));
}

template <class F> std::vector<F> special_values() {
  using L = std::numeric_limits<F>;
  std::vector<F> v;
  for (F x : {F(0),
              L::denorm_min(),
              L::min() / 3,
              L::min(),
              F(1e-30),
              F(1e-9),
              F(0.25),
              F(0.3),
              F(0.5),
              F(0.75),
              std::nextafter(F(1), F(0)),
              F(1),
              std::nextafter(F(1), F(2)),
              F(1.5),
              F(2),
              F(2.5),
              F(3),
              F(4),
              F(5),
              F(7),
              F(8),
              F(10),
              F(33),
              F(100),
              F(170),
              F(255.5),
              F(1000),
              F(4097),
              F(8388609),
              F(1e10),
              F(1e22),
              F(1e30),
              L::max() / 3,
              L::max(),
              L::infinity()}) {
    v.push_back(x);
    v.push_back(-x);
  }
  v.push_back(L::quiet_NaN());
  return v;
}

constexpr long kSamples = 4800;
constexpr uint64_t kStride = 40009;

template <class F, class Reference>
void check(const char *name, Function<F> scalar, std::initializer_list<std::pair<int, Function<F>>> vectors,
           Reference reference, bool binary, double bound, double low, double high) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> any(low, high);
  std::vector<F> a, b;
  auto special = special_values<F>();
  for (F x : special) {
    if (!binary) a.push_back(x), b.push_back(0);
    for (F y : special)
      if (binary) a.push_back(x), b.push_back(y);
  }
  // Any bits at all, huge and tiny numbers among them, then the range.
  for (int i = 0; i < 1000; i++) {
    auto bits = static_cast<typename Bits<F>::Type>(random()), more = static_cast<typename Bits<F>::Type>(random());
    a.push_back(std::bit_cast<F>(bits));
    b.push_back(std::bit_cast<F>(more));
  }
  // Of float in order, through all numbers. Errors are not alike everywhere: the worst are in the middle of a range.
  if (sizeof(F) == 4 && !binary)
    for (uint64_t bits = 0; bits >> 32 == 0; bits += kStride)
      a.push_back(std::bit_cast<F>(static_cast<typename Bits<F>::Type>(bits))), b.push_back(0);
  for (long i = 0; i < kSamples; i++) a.push_back(F(any(random))), b.push_back(F(any(random)));
  while (a.size() % 48) a.push_back(0), b.push_back(0);
  long n = static_cast<long>(a.size());
  std::vector<F> got(a.size()), other(a.size());
  scalar(n, got.data(), a.data(), b.data());
  double worst = 0;
  for (long i = 0; i < n; i++) {
    Real want = reference(a[i], b[i]);
    double e = error_in_ulp(got[i], want);
    // Near its zeros lgamma is only as exact as numbers near 1 are; the specification sets no bound.
    if (name == std::string_view("lgamma") && std::fabs(want) < 1) e *= std::fabs(double(want));
    if (e > worst) worst = e;
    EXPECT_LE(e, bound < 0.5 && bound > 0 ? 0.5 : bound + 1e-9)
        << name << "(" << std::hexfloat << a[i] << ", " << b[i] << ") is " << got[i] << ", not "
        << static_cast<F>(want);
    if (testing::Test::HasFailure()) break;
  }
  if (std::getenv("WHERRY_SHOW_ULP"))
    std::printf("%-10s %s %8.3f of %g\n", name, sizeof(F) == 8 ? "double" : "float ", worst, bound);
  for (auto [width, vector] : vectors) {
    vector(n / width, other.data(), a.data(), b.data());
    for (long i = 0; i < n; i++) {
      bool same = std::isnan(got[i]) ? std::isnan(other[i])
                                     : std::bit_cast<typename Bits<F>::Type>(got[i]) ==
                                           std::bit_cast<typename Bits<F>::Type>(other[i]);
      EXPECT_TRUE(same) << name << width << "(" << std::hexfloat << a[i] << ", " << b[i] << ") is " << other[i]
                        << ", not " << got[i];
      if (!same) break;
    }
  }
}

#define VECTORS_OF(name, S)                                                                                            \
  {{2, name##_##S##2}, {3, name##_##S##3}, {4, name##_##S##4}, {8, name##_##S##8}, {16, name##_##S##16}}
#define CHECK(name, kind, reference, binary, ulp_double, ulp_float, low, high)                                         \
  TEST(Math##kind, CONCATENATE(name##_, __LINE__)) {                                                                   \
    auto r = [](Real x, Real y) -> Real { return reference; };                                                         \
    check<double>(#name, name##_d, VECTORS_OF(name, d), r, binary, ulp_double, low, high);                             \
    check<float>(#name, name##_f, VECTORS_OF(name, f), r, binary, ulp_float, low, high);                               \
  }
#define CONCATENATE_(a, b) a##b
#define CONCATENATE(a, b) CONCATENATE_(a, b)
#define UNARY(name, reference, ...) CHECK(name, Unary, reference(x), false, __VA_ARGS__)
#define BINARY(name, reference, ...) CHECK(name, Binary, reference(x, y), true, __VA_ARGS__)
#define UNARY_AGAIN UNARY
#define BINARY_AGAIN BINARY
#include "math.def"

}  // namespace
