// SPDX-License-Identifier: Apache-2.0
// Math Functions: exponentials and logarithms.
#ifndef BODY
#include "builtins.h"
#include "tables.h"
#define BODY "math_exponential.cl"
#include "for_floats.h"

#elif BITS(E) == 64
#include "math_core.h"

// 10^x = 2^k * e^(r * ln(10))
#define LOG2_10 0x1.a934f0979a371p1
#define LOG10_2_HIGH 0x1.34413509f7000p-2
#define LOG10_2_LOW 0x1.3fde623e2566bp-43

// Each is 2^k * fraction, k standing in the low bits of *sum.
static T SMALL exp_fraction(T x, __private T *sum) {
  *sum = x * M_LOG2E + MAGIC;
  T k = *sum - MAGIC, r = (x - k * LN2_HIGH) - k * LN2_LOW;
  return r * POLYNOMIAL(r, kExp) + 1.0;
}
static T SMALL exp2_fraction_of(T x, __private T *sum) {
  *sum = x + MAGIC;
  T r = x - (*sum - MAGIC);
  return r * POLYNOMIAL(r, kExp2) + 1.0;
}
static T SMALL exp10_fraction(T x, __private T *sum) {
  *sum = x * LOG2_10 + MAGIC;
  T k = *sum - MAGIC, r = (x - k * LOG10_2_HIGH) - k * LOG10_2_LOW;
  return r * POLYNOMIAL(r, kExp10) + 1.0;
}
// Where |x| < near the result is a normal number; beyond `far` it is 0 or infinite.
#define EXPONENTIAL(name, fraction, near, far) \
  T APART __rare_##name(T x) { \
    T sum, m = fraction(at_least(at_most(x, far), -far), &sum); \
    return scaled(m, low_bits(sum)); \
  } \
  T PURE name(T x) { \
    T sum, m = fraction(x, &sum), y = shifted(m, AS(long, sum)); \
    RARELY(!(magnitude(x) < near), y, __rare_##name(x)); \
    return y; \
  }
EXPONENTIAL(exp, exp_fraction, 708.0, 800.0)
EXPONENTIAL(exp2, exp2_fraction_of, 1021.0, 1100.0)
EXPONENTIAL(exp10, exp10_fraction, 307.0, 340.0)
#undef EXPONENTIAL
T PURE expm1(T x) {
  T y = expm1_of(at_least(at_most(x, 710.0), -60.0), -1) * 2.0;
  return magnitude(x) < 0x1p-54 ? x : y;
}

// Of (1 + f) * 2^k.
static T SMALL_PURE log2_of(T f, T k) {
  T s = f / (f + 2.0);
  return s * POLYNOMIAL(s * s, kLog2) + k;
}
// f times the base's logarithm with one rounding, as it is almost all of the result near 1.
static T SMALL_PURE log10_of(T f, T k) {
  return k * LOG10_2_HIGH + fused(f, (T)M_LOG10E, k * LOG10_2_LOW - log_rest(f) * M_LOG10E);
}
#define LOGARITHM(name) \
  T APART __rare_##name(T x) { \
    T k, m = split_exponent(x, NOT_NORMAL(x), &k); \
    return log_special(x, name##_of(m - 1.0, k)); \
  } \
  T PURE name(T x) { \
    T k, m = split_normal(x, (T)EXPONENT_BIAS, &k), y = name##_of(m - 1.0, k); \
    RARELY(NOT_NORMAL(x), y, __rare_##name(x)); \
    return y; \
  }
LOGARITHM(log)
LOGARITHM(log2)
LOGARITHM(log10)
#undef LOGARITHM
T PURE log1p(T x) {
  // u = 1 + x, rounded and never subnormal; what was lost is scaled as u is.
  T u = 1.0 + x, lost = x - (u - 1.0);
  T k, m = split_normal(u, (T)EXPONENT_BIAS, &k);
  T y = log_of((m - 1.0) + lost * AS(double, (2046 - biased_exponent(u)) << 52), k);
  B rare = !((u > 0.0) & (u < 0x1p1000));
  RARELY(rare, y, rare ? __rare_log(u) : y);
  return x == 0.0 ? x : y;
}

#elif BITS(E) == 32

#include "math_float.h"

#define LOG10_2_F_HIGH 0x1.3440p-2f
#define LOG10_2_F_LOW 0x1.3509f8p-18f
#define LOG10_E_F_LOW -0x1.5b235ep-27f

T PURE exp(T x) { return exp_of(x, 0); }
T PURE exp2(T x) {
  T c = at_least(at_most(x, 129.0f), -151.0f);
  T sum = c + MAGIC_F, r = c - (sum - MAGIC_F);
  return scaled(r * POLYNOMIAL(r, kExp2F) + 1.0f, AS(int, sum));
}
T PURE exp10(T x) {
  T c = at_least(at_most(x, 39.0f), -46.0f);
  T sum = c * 0x1.a934f0p1f + MAGIC_F, k = sum - MAGIC_F;
  T r = (c - k * LOG10_2_F_HIGH) - k * LOG10_2_F_LOW;
  return scaled(r * POLYNOMIAL(r, kExp10F) + 1.0f, AS(int, sum));
}
T PURE expm1(T x) {
  T c = at_least(at_most(x, 89.0f), -20.0f);
  T sum = c * LOG2E_F + MAGIC_F, k = sum - MAGIC_F;
  T r = (c - k * LN2_HIGH_F) - k * LN2_LOW_F;
  // Half of 2^k, which may be beyond the range.
  T y = r * r * POLYNOMIAL(r, kExpm1F) + r, t = power_of_sum(sum - 1.0f);
  return magnitude(x) < 0x1p-25f ? x : (t * y + (t - 0.5f)) * 2.0f;
}

// Of (1 + f) * 2^k.
static T SMALL_PURE log_of(T f, T k) { return k * LN2_F + (f * f * POLYNOMIAL(f, kLogF) + f); }
static T SMALL_PURE log2_of(T f, T k) { return f * POLYNOMIAL(f, kLog2F) + k; }
static T SMALL_PURE log10_of(T f, T k) {
  T y = f * (T)M_LOG10E_F + (k * LOG10_2_F_LOW + f * LOG10_E_F_LOW);
  return k * LOG10_2_F_HIGH + (f * f * POLYNOMIAL(f, kLog10F) + y);
}
#define LOGARITHM(name) \
  T APART __rare_##name(T x) { \
    T k, f = split_exponent(x, NOT_NORMAL(x), &k); \
    return log_special(x, name##_of(f, k)); \
  } \
  T PURE name(T x) { \
    T k, f = split_normal(x, &k), y = name##_of(f, k); \
    RARELY(NOT_NORMAL(x), y, __rare_##name(x)); \
    return y; \
  }
LOGARITHM(log)
LOGARITHM(log2)
LOGARITHM(log10)
#undef LOGARITHM
T PURE log1p(T x) {
  // u = 1 + x, rounded; what was lost is scaled as u is.
  T u = 1.0f + x, lost = magnitude(x) < 1.0f ? x - (u - 1.0f) : 1.0f - (u - x);
  I e = (AS(int, u) - 0x3f2aaaab) & (I)0xff800000;
  T k = TO(float, e) * 0x1p-23f, f = AS(float, AS(int, u) - e) - 1.0f;
  // 2^-k; where k is 127 what was lost does not matter.
  e = e < 0x3f000000 ? e : (I)0x3f000000;
  T c = lost * AS(float, 0x3f800000 - e);
  f += c;
  T y = k * LN2_F + (f * f * POLYNOMIAL(f, kLogF) + f);
  RARELY(NOT_NORMAL(u), y, log_special(u, y));
  return magnitude(x) < 0x1p-25f ? x : y;
}
// The exponent is added to the fraction's bits; subnormal results are others.
T PURE native_exp2(T x) {
  T c = at_least(at_most(x, 128.0f), -127.0f), sum = c + MAGIC_F, r = c - (sum - MAGIC_F);
  return AS(float, AS(int, r * POLYNOMIAL(r, kNativeExp2F) + 1.0f) + (AS(int, sum) << 23));
}
T PURE native_exp(T x) { return native_exp2(x * LOG2E_F); }
T PURE native_exp10(T x) { return native_exp2(x * 0x1.a934f0p1f); }
// Of normal numbers.
T PURE native_log2(T x) {
  I e = (AS(int, x) - 0x3f2aaaab) & (I)0xff800000;
  T f = AS(float, AS(int, x) - e) - 1.0f;
  return TO(float, e) * 0x1p-23f + f * POLYNOMIAL(f, kNativeLog2F);
}
T PURE native_log(T x) { return native_log2(x) * LN2_F; }
T PURE native_log10(T x) { return native_log2(x) * 0x1.344136p-2f; }
// Subnormal results are 0.
T PURE half_exp2(T x) { return x < -126.0f ? (T)0 : x != x ? x : native_exp2(x); }
T PURE half_exp(T x) { return half_exp2(x * LOG2E_F); }
T PURE half_exp10(T x) { return half_exp2(x * 0x1.a934f0p1f); }
// For -cl-fast-relaxed-math.
T PURE __relaxed_exp2(T x) { return x < -126.0f ? (T)0 : native_exp2(x); }
T PURE __relaxed_exp(T x) { return __relaxed_exp2(x * LOG2E_F); }
T PURE __relaxed_exp10(T x) { return __relaxed_exp2(x * 0x1.a934f0p1f); }
T PURE half_log(T x) { return log(x); }
T PURE half_log2(T x) { return log2(x); }
T PURE half_log10(T x) { return log10(x); }

#else

#define BY_FLOAT(name) \
  T PURE name(T x) { return TO(half, name(TO(float, x))); }
BY_FLOAT(exp)
BY_FLOAT(exp2)
BY_FLOAT(exp10)
BY_FLOAT(expm1)
BY_FLOAT(log)
BY_FLOAT(log2)
BY_FLOAT(log10)
BY_FLOAT(log1p)

#endif
