// SPDX-License-Identifier: Apache-2.0
// What the float functions share: float arithmetic only, as a double halves the lanes of a vector. Included in
// the float part of a body, for T of floats. Products with the high parts of constants are exact, so that
// a * b + c needs no FMA to be right; fused() is for what does.

#define MAGIC_F 0x1.8p23f  // adding it rounds to an integer, which stands in the sum's low bits
#define INF_F ((T)INFINITY)

#include "math_common.h"

// y * 2^k with one rounding, n being the bits of k + MAGIC_F, k in [-252, 252]. The compiler writes it in integers
// where the processor has no instruction for it.
static T SMALL_PURE scaled(T y, I n) {
  n -= AS(int, (T)MAGIC_F);
#if defined(__x86_64__) && !defined(__AVX512VL__)
  I half_n = n >> 1;  // as the compiler does it
  return y * AS(float, (half_n + 127) << 23) * AS(float, ((n - half_n) + 127) << 23);
#else
  return __builtin_elementwise_ldexp(y, n);
#endif
}
// 2^k for sum = k + MAGIC_F, k in [-126, 127].
static T SMALL_PURE power_of_sum(T sum) { return AS(float, (AS(int, sum) << 23) + AS(int, (T)1)); }

#define LOG2E_F 0x1.715476p+0f
#define LN2_HIGH_F 0x1.62e4p-1f
#define LN2_LOW_F 0x1.7f7d1cp-20f
#define LN2_F 0x1.62e430p-1f

// e^x * 2^extra
static T SMALL_PURE exp_of(T x, int extra) {
  T c = at_least(at_most(x, 90.0f), -105.0f);
  T sum = c * LOG2E_F + MAGIC_F, k = sum - MAGIC_F;
  T r = (c - k * LN2_HIGH_F) - k * LN2_LOW_F;
  return scaled(r * POLYNOMIAL(r, kExpF) + 1.0f, AS(int, sum) + extra);
}
// e^x - 1 for x in [-30, 88]
static T SMALL_PURE expm1_of(T x) {
  T sum = x * LOG2E_F + MAGIC_F, k = sum - MAGIC_F;
  T r = (x - k * LN2_HIGH_F) - k * LN2_LOW_F;
  T y = r * r * POLYNOMIAL(r, kExpm1F) + r, t = power_of_sum(sum);
  return t * y + (t - 1.0f);
}

// x is 0, subnormal, negative, infinite or NaN.
#undef NOT_NORMAL
#define NOT_NORMAL(x) ((U)(AS(uint, x) - 0x00800000) >= (U)0x7f000000)
// x = (1 + f) * 2^k, |f| <= 1/3, for positive normal x.
static T SMALL split_normal(T x, __private T *k) {
  I e = (AS(int, x) - 0x3f2aaaab) & (I)0xff800000;
  *k = TO(float, e >> 23);
  return AS(float, AS(int, x) - e) - 1.0f;
}
// For subnormal x too.
static T SMALL split_exponent(T x, B not_normal, __private T *k) {
  T lift = (T)0;
  if (__builtin_expect(some(not_normal), 0)) {
    B small = x < 0x1p-126f;
    x = small ? x * 0x1p23f : x;
    lift = small ? (T)-23.0f : (T)0;
  }
  T f = split_normal(x, k);
  *k += lift;
  return f;
}
