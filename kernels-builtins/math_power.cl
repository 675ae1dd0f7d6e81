// SPDX-License-Identifier: Apache-2.0
// Math Functions: powers and roots.
#ifndef BODY
#include "builtins.h"
#include "tables.h"
#define BODY "math_power.cl"
#include "for_floats.h"

#elif BITS(E) > 16

#if BITS(E) == 64
#include "math_core.h"
// a^(1 / n)
static T SMALL_PURE root_of(T a, T n) {
  T l, h = log2_wide(a, NOT_NORMAL(a), &l), q = h / n;
  I e;
  T y = exp2_fraction(q, (fused(-q, n, h) + l) / n, &e);
  return scaled(y, e - AS(long, (T)MAGIC));
}
#else
#include "math_float.h"
// log2(a) to some 27 bits, for positive finite a.
static T SMALL log2_wide(T a, B not_normal, __private T *low) {
  T k, f = split_exponent(a, not_normal, &k);
  T square = f * f, square_low = fused(f, f, -square);
  T d = f - square * 0.5f, d_low = (f - d) - square * 0.5f, w = f * POLYNOMIAL_BY_TWO(f, kPowF);
  T rest = fused(square, w, square_low * (w - 0.5f) + d_low), g = d + rest, g_low = rest - (g - d);
  T h = g * LOG2E_F, h_low = fused(g, (T)LOG2E_F, -h) + (g * 0x1.4ae0c0p-26f + g_low * LOG2E_F);
  T r = k + h;
  *low = ((k - r) + h) + h_low;
  return r;
}
// 2^(p + low) but for its exponent, that of `*n`.
static T SMALL exp2_fraction(T p, T low, __private I *n) {
  T sum = p + MAGIC_F, r = (p - (sum - MAGIC_F)) + low;
  *n = AS(int, sum);
  return r * POLYNOMIAL_BY_TWO(r, kExp2F) + 1.0f;
}
// log2(a^n), n in two parts of 16 bits as one float may not hold it.
static T SMALL log2_power(T a, I n, __private T *low) {
  T l, h = log2_wide(a, NOT_NORMAL(a), &l), y = TO(float, n & (I)~0xff), y_low = TO(float, n & 0xff);
  T p = y * h, q = y_low * h, s = p + q;
  T rest = (fused(y, h, -p) + y * l) + (fused(y_low, h, -q) + y_low * l);
  // |p| is the greater, or 0.
  *low = ((p - s) + q) + rest;
  return s;
}
// a^(1 / n)
static T SMALL_PURE root_of(T a, I n) {
  // What an n of more bits than d's loses does not matter: its root is too near 1.
  T l, h = log2_wide(a, NOT_NORMAL(a), &l), d = TO(float, n), q = h / d;
  I e;
  T y = exp2_fraction(q, (fused(-q, d, h) + l) / d, &e);
  return scaled(y, e);
}
#endif

#define ABS(x) __builtin_elementwise_abs(x)
#define SIGN(x, y) __builtin_elementwise_copysign(x, y)
#define IS_INTEGER(y) (__builtin_elementwise_trunc(y) == (y))
#define HAS_SIGN(x) (AS(SIGNED_OF(E), x) < (I)0)
#define INF ((T)INFINITY)

// For |x| = 0 or infinity, and y infinite; else r. y is no NaN and not 0.
static T SMALL_PURE power_limits(T a, T y, T r) {
  r = a == (T)0 ? (y > (T)0 ? (T)0 : INF) : r;
  r = a == INF ? (y > (T)0 ? INF : (T)0) : r;
  B grows = ((a > (T)1) & (y > (T)0)) | ((a < (T)1) & (y < (T)0));
  T limit = a == (T)1 ? (T)1 : grows ? INF : (T)0;
  return ABS(y) == INF ? limit : r;
}
#if BITS(E) == 64
#define FAR_POWER 1018.0
#define MOST_POWER 1100.0
#define UNBIASED(n) ((n) - AS(long, (T)MAGIC))
#else
#define FAR_POWER 125.0f
#define MOST_POWER 151.0f
#define UNBIASED(n) (n)
#endif
// 2^(p + low) for |p| < FAR_POWER, low being below p's 9th bit.
static T SMALL_PURE near_power(T p, T low) {
  I n;
  T y = exp2_fraction(p, low, &n);
#if BITS(E) == 64
  return shifted(y, n);
#else
  return AS(float, AS(int, y) + (n << 23));
#endif
}
// For any p.
static T SMALL_PURE far_power(T p, T low) {
  T c = at_least(at_most(p, MOST_POWER), -MOST_POWER);
  I n;
  T y = exp2_fraction(c, c == p ? low : (T)0, &n);
  return scaled(y, UNBIASED(n));
}
// What the usual path cannot do, x negative, 0, infinite or NaN.
static T SMALL_PURE pow_special(T x, T y, T r) {
  T a = ABS(x), half_y = y * (T)0.5f;
  r = power_limits(a, y, r);
  B odd = IS_INTEGER(y) & (__builtin_elementwise_trunc(half_y) != half_y);
  r = (HAS_SIGN(x) & odd) ? -r : r;
  r = ((x < (T)0) & (a != INF) & !IS_INTEGER(y)) ? (T)NAN : r;
  r = ((x != x) | (y != y)) ? (T)NAN : r;
  return ((x == (T)1) | (y == (T)0)) ? (T)1 : r;
}
#define POWER(special) \
  B not_normal = NOT_NORMAL(x); \
  T l, h = log2_wide(ABS(x), not_normal, &l), p = y * h, low = fused(y, h, -p) + y * l, r = near_power(p, low); \
  RARELY(not_normal | !(ABS(p) < FAR_POWER), r, special(x, y, far_power(p, low))); \
  return r
T PURE pow(T x, T y) { POWER(pow_special); }
static T SMALL_PURE powr_special(T x, T y, T r) {
  T a = ABS(x);
  r = power_limits(a, y, r);
  r = y == (T)0 ? (T)1 : r;
  B wrong = (x < (T)0) | (x != x) | (y != y);
  wrong |= (y == (T)0) & ((a == (T)0) | (a == INF));
  wrong |= (a == (T)1) & (ABS(y) == INF);
  return wrong ? (T)NAN : r;
}
T PURE powr(T x, T y) { POWER(powr_special); }
#if BITS(E) == 64
T PURE pown(T x, VEC(int) n) { return pow(x, TO(double, n)); }
#else
// An integer may have more bits than a float; oddness is asked of the integer itself.
static T SMALL_PURE pown_special(T x, I n, T r) {
  r = power_limits(ABS(x), TO(float, n), r);
  r = (HAS_SIGN(x) & ((n & 1) != 0)) ? -r : r;
  r = x != x ? x : r;
  return n == 0 ? (T)1 : r;
}
static T SMALL_PURE pown_by_log(T x, I n) {
  T l, p = log2_power(ABS(x), n, &l), r = near_power(p, l);
  RARELY(NOT_NORMAL(x) | !(ABS(p) < FAR_POWER), r, pown_special(x, n, far_power(p, l)));
  return r;
}
// x^n for 0 <= n < 16, by products of doubles: these are rounded 29 bits below the last bit of a float, and overflow or
// underflow only where the power, or its reciprocal, is beyond all floats.
static VEC(double) SMALL_PURE pown_by_products(T x, I n) {
  VEC(double) square = TO(double, x), r = (VEC(double))1.0;
  for (int bit = 1; bit < 16 && some(n >= bit); bit *= 2, square *= square) r = TO(long, (n & bit) != 0) ? r * square : r;
  return r;
}
T PURE pown(T x, I n) {
  I size = ABS(n);
  VEC(double) power = pown_by_products(x, size);
  RARELY(n < 0, power, TO(long, n < 0) ? 1.0 / power : power);
  T r = TO(float, power);
  B large = AS(uint, size) > 15u;
  RARELY(large, r, large ? pown_by_log(x, n) : r);
  return r;
}
#endif
static T SMALL_PURE rootn_special(T x, VEC(int) count, T r) {
  T a = ABS(x), n = TO(E, count);
  B even = TO(SIGNED_OF(E), (count & 1) == 0);
  r = a == (T)0 ? (n > (T)0 ? (T)0 : INF) : r;
  r = a == INF ? (n > (T)0 ? INF : (T)0) : r;
  r = (HAS_SIGN(x) & !even) ? -r : r;
  return (((x < (T)0) & even) | (n == (T)0) | (x != x)) ? (T)NAN : r;
}
T PURE rootn(T x, VEC(int) count) {
#if BITS(E) == 64
  T r = root_of(ABS(x), TO(double, count));
#else
  T r = root_of(ABS(x), count);
#endif
  RARELY(NOT_NORMAL(x) | (TO(SIGNED_OF(E), count) == (I)0), r, rootn_special(x, count, r));
  return r;
}

// For positive normal b.
static T SMALL_PURE cbrt_of(T b) {
#if BITS(E) == 64
  // y = b^(-1/3) by a third of the upper half's bits, in a double's fraction: |e| <= 0.103.
  T third = AS(double, (AS(ulong, b) >> 32) | AS(ulong, (T)0x1p52)) * (-1.0 / 3.0) + 8256600747032689.0;
  T y = AS(double, AS(long, third) << 32), e = 1.0 - b * y * (y * y);
  y *= POLYNOMIAL(e, kCbrt);
#else
  T y = AS(float, 0x54a20000 - TO(int, TO(float, AS(int, b)) * 0x1.555556p-2f)), e = 1.0f - b * y * (y * y);
  y *= (e * 0.22304672f + 0.33469226f) * e + 1.0000008f;  // within 6e-5
#endif
  // c = b y^2 and e = 1 - b y^3: c (1 - e)^(-2/3), in which c's own rounding counts a third.
  T c = b * (y * y);
  e = fused(-c, y, (T)1);
  return c * e * (e * (T)(5.0 / 9.0) + (T)(2.0 / 3.0)) + c;
}
static T SMALL_PURE cbrt_special(T a, T y) {
#if BITS(E) == 64
  y = a < 0x1p-1022 ? cbrt_of(a * 0x1p54) * 0x1p-18 : y;
#else
  y = a < 0x1p-126f ? cbrt_of(a * 0x1p24f) * 0x1p-8f : y;
#endif
  return ((a == (T)0) | (a == INF) | (a != a)) ? a : y;
}
T APART __rare_cbrt(T a) { return cbrt_special(a, cbrt_of(a)); }
T PURE cbrt(T x) {
  T a = ABS(x), y = cbrt_of(a);
  RARELY(NOT_NORMAL(a), y, __rare_cbrt(a));
  return SIGN(y, x);
}

T PURE hypot(T x, T y) {
  T a = ABS(x), b = ABS(y);
#if BITS(E) == 64
  T m = __builtin_elementwise_max(a, b);
  T up = m > 0x1p500 ? (T)0x1p-600 : m < 0x1p-400 ? (T)0x1p600 : (T)1.0;
  T down = m > 0x1p500 ? (T)0x1p600 : m < 0x1p-400 ? (T)0x1p-600 : (T)1.0;
  T c = a * up, d = b * up;
  T r = root(fused(c, c, d * d)) * down;
#else
  // Scaled by the greater one's exponent.
  I e = __builtin_elementwise_max(AS(int, a), AS(int, b)) & 0x7f800000;
  e = __builtin_elementwise_min(__builtin_elementwise_max(e, (I)0x00800000), (I)0x7e800000);
  T up = AS(float, 0x7f000000 - e), c = a * up, d = b * up;
  T r = root(c * c + d * d) * AS(float, e);
#endif
  return ((a == INF) | (b == INF)) ? INF : r;
}
T SMALL_PURE sqrt(T x) { return __builtin_elementwise_sqrt(x); }
#if BITS(E) == 64
// By half of the bits, |e| <= 0.07, then (1 - e)^(-1/2), twice.
T PURE rsqrt(T x) {
  T y = AS(double, 0x5fe6eb50c7b537a9 - (AS(long, x) >> 1)), e = 1.0 - x * y * y;
  y *= POLYNOMIAL(e, kRsqrt);
  e = fused(-(x * y), y, (T)1.0);
  y += y * e * (e * 0.375 + 0.5);
  B rare = NOT_NORMAL(x);
  RARELY(rare, y, rare ? (T)1 / __builtin_elementwise_sqrt(x) : y);
  return y;
}
#else
// The processor's own, beside which a kernel's sums and products run: n-body lost a fifth by polynomials here. Not its
// estimate, but for AVX-512's: a kernel's last work-items, which run one by one, would get other results than those of
// a vector.
T SMALL_PURE rsqrt(T x) { return (T)1 / __builtin_elementwise_sqrt(x); }
#endif
// A reciprocal may be the processor's estimate and Newton's steps.
#define ESTIMATE _Pragma("clang fp reciprocal(on)")
// With AVX-512 the compiler puts this in the place of double's rsqrt, and __estimated_sqrt in those of native_sqrt and
// half_sqrt; it makes an estimate of the division.
T SMALL_PURE __estimated_rsqrt(T x) { ESTIMATE return (T)1 / root(x); }

#if BITS(E) == 32
T SMALL_PURE __estimated_sqrt(T x) { return ((x == 0) | (x == INF)) ? x : x * __estimated_rsqrt(x); }
T SMALL_PURE native_rsqrt(T x) { ESTIMATE return 1.0f / root(x); }
// Subnormal results are flushed: Intel's processors take 150 cycles for each operation on such numbers. miniBUDE, which
// takes the reciprocal of -FLT_MAX for "none", ran at a third of its speed.
T SMALL_PURE native_recip(T x) {
  ESTIMATE T r = 1.0f / x;
  return magnitude(x) > (T)0x1p126f ? __builtin_elementwise_copysign((T)0, x) : r;
}
T SMALL_PURE native_divide(T x, T y) { ESTIMATE return x / y; }
T SMALL_PURE native_sqrt(T x) { return root(x); }
T PURE native_powr(T x, T y) { return native_exp2(y * native_log2(x)); }
T SMALL_PURE half_recip(T x) { return 1.0f / x; }
T SMALL_PURE half_divide(T x, T y) { return x / y; }
T SMALL_PURE half_rsqrt(T x) { return rsqrt(x); }
T SMALL_PURE half_sqrt(T x) { return root(x); }
T PURE half_powr(T x, T y) { return exp2(y * log2(x)); }
#endif
#undef POWER
#undef FAR_POWER
#undef MOST_POWER
#undef UNBIASED

#else

#define F(x) TO(float, x)
#define BY_FLOAT(name) \
  T PURE name(T x) { return TO(half, name(F(x))); }
#define BY_FLOAT_2(name) \
  T PURE name(T x, T y) { return TO(half, name(F(x), F(y))); }
#define BY_FLOAT_INT(name) \
  T PURE name(T x, VEC(int) n) { return TO(half, name(F(x), n)); }
BY_FLOAT_2(pow)
BY_FLOAT_2(powr)
BY_FLOAT_INT(pown)
BY_FLOAT_INT(rootn)
BY_FLOAT(cbrt)
BY_FLOAT_2(hypot)
BY_FLOAT(rsqrt)
T SMALL_PURE sqrt(T x) { return __builtin_elementwise_sqrt(x); }

#endif
