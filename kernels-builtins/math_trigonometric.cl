// SPDX-License-Identifier: Apache-2.0
// Math Functions: trigonometry.
#ifndef BODY
#include "builtins.h"
#include "tables.h"
#define BODY "math_trigonometric.cl"
#include "for_floats.h"

#else

// The table's entries at an index for each component.
#if W == 1
#define LOOK_UP(table, index, part) table[index][part]
#else
#define LOOK_UP(table, index, part) look_up(table[0] + part, index * (long)(sizeof(table[0]) / sizeof(double)))
#if BITS(E) == 64
static T SMALL_PURE look_up(__constant double *table, I index) {
  T r;
#pragma unroll
  for (int i = 0; i < W; i++) r[i] = table[index[i]];
  return r;
}
#endif
#endif

#if BITS(E) == 64
#include "math_core.h"

#define PI_2_LOW 0x1.1a62633145c07p-54
#define PI_4_LOW 0x1.1a62633145c07p-55
#define PI_LOW 0x1.1a62633145c07p-53
#define INV_PI_LOW -0x1.6b01ec5417056p-56

static T SMALL_PURE modulo_4(T x) { return x - nearest(x * 0.25) * 4.0; }

// x = *quarters * pi / 2 + the result + *low, of any size: Payne and Hanek's method in doubles.
// x is an integer m times 2^(16 j), or a fraction with j = 0, and 2^(16 j) * 2 / pi is tabled less its
// multiples of 4, which make whole turns.
static T SMALL reduce(T x, __private I *quarters, __private T *low) {
  I e = ((AS(long, x) >> 52) & 0x7ff) - 1075;
  e = e > 0 ? e : (I)0;
  I j = e >> 4;
  j = j < 60 ? j : (I)60;
  T m = x * power_of_two(-(j << 4));
  T f0 = LOOK_UP(kTurns, j, 0), f1 = LOOK_UP(kTurns, j, 1), f2 = LOOK_UP(kTurns, j, 2), f3 = LOOK_UP(kTurns, j, 3);
  T p0 = m * f0, e0 = fused(m, f0, -p0);
  T p1 = m * f1, e1 = fused(m, f1, -p1);
  T a = modulo_4(p0), b = modulo_4(e0), c = modulo_4(p1);
  T s = a + b, t = s - a, l = (a - (s - t)) + (b - t);
  T u = s + c;
  t = u - s;
  l += (s - (u - t)) + (c - t);
  T sum = u + MAGIC, n = sum - MAGIC;
  *quarters = low_bits(sum);
  u -= n;
  // What is left counts most where u is almost 0: its sum is kept with what it loses.
  T p2 = m * f2, lost = fused(m, f2, -p2) + m * f3;
  T v = e1 + p2;
  t = v - e1;
  lost += (e1 - (v - t)) + (p2 - t);
  T rest = l + v;
  t = rest - l;
  lost += (l - (rest - t)) + (v - t);
  T h = u + rest;
  t = h - u;
  T hl = ((u - (h - t)) + (rest - t)) + lost;
  T r = h * M_PI_2, r_low = fused(h, (T)M_PI_2, -r) + (h * PI_2_LOW + hl * M_PI_2);
  *low = r_low;
  return r;
}

// |r| <= pi / 4, or hardly more.
static T SMALL_PURE sin_of(T r, T low) {
  T z = r * r;
  return r + (r * z * POLYNOMIAL(z, kSinQuarter) + low * (1.0 - z * 0.5));
}
static T SMALL_PURE cos_of(T r, T low) {
  T z = r * r, half_square = z * 0.5, w = 1.0 - half_square;
  return w + (((1.0 - w) - half_square) + (z * z * POLYNOMIAL(z, kCosQuarter) - r * low));
}
// Quarter turn n: sine and cosine change places in odd ones, and signs.
static T SMALL_PURE in_quarter(I n, T s, T c) {
  T y = (n & 1) != 0 ? c : s;
  return AS(double, AS(long, y) ^ ((n & 2) << 62));
}

#define FAR 0x1p22
#undef IS_FAR
#define IS_FAR(x) (!(magnitude(x) <= FAR))  // or NaN
// All positive, for the sake of -0. Products of the first with 22 bits are exact.
#define PI_FIRST 0x1.921fb544p+1
#define PI_SECOND 0x1.0b4611a626331p-33
#define PI_THIRD 0x1.1701b839a2520p-87
static T SMALL_PURE less_turns(T x, T k) {
  return fused(-k, (T)PI_THIRD, fused(-k, (T)PI_SECOND, fused(-k, (T)PI_FIRST, x)));
}
// For any x: x + more * pi / 2 = n pi + the result; *n's low bit is right.
static T SMALL half_turns(T x, long more, __private I *n) {
  I q;
  T low, r = reduce(x, &q, &low);
  q += more;
  B odd = (q & 1) != 0;
  *n = (odd ? (r > 0.0 ? q + 1 : q - 1) : q) >> 1;
  return odd ? (r - with_sign((T)M_PI_2, r)) + (low - with_sign((T)PI_2_LOW, r)) : r + low;
}
static T SMALL_PURE turned(T r, I n) { return AS(double, AS(long, r) ^ (n << 63)); }
// sin(n pi + r), n being in the low bits, but for the sign of a zero
static T SMALL_PURE sine(T r, I n) {
  T z = r * r, t = turned(r, n);
  return t * z * POLYNOMIAL(z, kSin) + t;
}
static T SMALL_PURE sine_or_zero(T r, I n) { return with_sign(sine(r, n), turned(r, n)); }
// Of huge arguments, and NaN.
T APART __far_sin(T x) {
  I n;
  T r = half_turns(x, 0, &n);
  return sine_or_zero(r, n);
}
T APART __far_cos(T x) {
  I n;
  T r = half_turns(x, 1, &n);
  return sine(r, n);
}
T PURE sin(T x) {
  T sum = x * M_1_PI + MAGIC, y = sine_or_zero(less_turns(x, sum - MAGIC), AS(long, sum));
  B far = IS_FAR(x);
  RARELY(far, y, far ? __far_sin(x) : y);
  return y;
}
T PURE cos(T x) {
  // The nearest odd quarter turn.
  T sum = (x * M_1_PI - 0.5) + (MAGIC + 1), y = sine(less_turns(x, (sum - (MAGIC + 1)) + 0.5), AS(long, sum));
  B far = IS_FAR(x);
  RARELY(far, y, far ? __far_cos(x) : y);
  return y;
}
// x is the result and *n quarter turns.
static T SMALL less_quarters(T x, __private I *n) {
  T sum = x * M_2_PI + MAGIC;
  *n = AS(long, sum);
  return less_turns(x, (sum - MAGIC) * 0.5);
}
static T SMALL sincos_of(T x, __private T *cosine) {
  I n;
  T r = less_quarters(x, &n), z = r * r;
  T c = z * (z * POLYNOMIAL(z, kCosQuarter) - 0.5) + 1.0, s = r * z * POLYNOMIAL(z, kSinQuarter) + r;
  s = with_sign(s, r);  // for -0
  *cosine = in_quarter(n + 1, s, c);
  T sine = in_quarter(n, s, c);
  B far = IS_FAR(x);
  if (__builtin_expect(some(far), 0)) {
    sine = far ? __far_sin(x) : sine;
    *cosine = far ? __far_cos(x) : *cosine;
  }
  return sine;
}
static T SMALL_PURE tangent(T r, I n) {
  T z = r * r, above = r * POLYNOMIAL(z, kTanAbove), below = POLYNOMIAL(z, kTanBelow);
  B odd = (n & 1) != 0;
  return (odd ? -below : above) / (odd ? above : below);
}
T APART __far_tan(T x) {
  I n;
  T low, r = reduce(x, &n, &low);
  return tangent(r + low, n);
}
T PURE tan(T x) {
  I n;
  T r = less_quarters(x, &n), y = tangent(r, n);
  B far = IS_FAR(x);
  RARELY(far, y, far ? __far_tan(x) : y);
  return y;
}

static T SMALL_PURE sin_half_turn(T v) { return v * M_PI + v * POLYNOMIAL(v * v, kSinPi); }
static T SMALL sincos_quarter_turn(T v, __private T *c) {
  T r = v * M_PI, low = fused(v, (T)M_PI, -r) + v * PI_LOW;
  *c = cos_of(r, low);
  return sin_of(r, low);
}
#include "math_pi.h"

// asin(|x|) = *base - the result, or the result alone where |x| <= 1/2.
static T SMALL asin_of(T a, __private B *large) {
  *large = a > 0.5;
  T z = *large ? (1.0 - a) * 0.5 : a * a;
  T s = *large ? root(z) : a;
  // The square root's own error, to first order.
  T s_low = (*large & (s > 0.0)) ? fused(-s, s, z) / (s * 2.0) : (T)0.0;
  return s + (s_low + s * z * POLYNOMIAL(z, kAsin));
}
T PURE asin(T x) {
  B large;
  T y = asin_of(magnitude(x), &large);
  y = large ? M_PI_2 - (y * 2.0 - PI_2_LOW) : y;
  return with_sign(y, x);
}
T PURE acos(T x) {
  B large;
  T y = asin_of(magnitude(x), &large);
  T inner = M_PI_2 - (with_sign(y, x) - PI_2_LOW);
  T outer = x > 0.0 ? y * 2.0 : M_PI - (y * 2.0 - PI_LOW);
  return large ? outer : inner;
}

static T SMALL_PURE atan_of(T u) {
  T z = u * u;
  return u * z * POLYNOMIAL(z, kAtan) + u;
}
T PURE atan(T x) {
  T a = magnitude(x);
  B steep = a > 1.0;
  T y = atan_of(steep ? -1.0 / a : a);
  return with_sign(steep ? M_PI_2 + y : y, x);
}
T PURE atan2(T y, T x) {
  T a = magnitude(y), b = magnitude(x);
  B steep = a > b;
  T d = steep ? a : b, u = (steep ? b : a) / d;
  // Two infinities make a diagonal, two zeros a horizontal.
  RARELY((a == b) | (d == 0.0), u, a != b ? u : d == 0.0 ? (T)0.0 : (T)1.0);
  T r = atan_of(u);
  r = steep ? M_PI_2 - r : r;
  r = AS(long, x) < (I)0 ? M_PI - r : r;
  return with_sign(r, y);
}
static T SMALL_PURE over_pi(T x) {
  T h = x * M_1_PI;
  return magnitude(x) < 0x1p-900 ? h : h + (fused(x, (T)M_1_PI, -h) + x * INV_PI_LOW);
}
T PURE asinpi(T x) { return over_pi(asin(x)); }
T PURE acospi(T x) { return over_pi(acos(x)); }
T PURE atanpi(T x) { return over_pi(atan(x)); }
T PURE atan2pi(T y, T x) { return over_pi(atan2(y, x)); }

#elif BITS(E) == 32

#define D(x) TO(double, x)
#define LONGS VEC(SIGNED_OF(double))
#include "math_float.h"
#define FAR_F 0x1p17f
#undef IS_FAR
#define IS_FAR(x) (!(magnitude(x) <= FAR_F))  // or NaN
#define PI_F 0x1.921fb6p1f
// All positive, for the sake of -0.
#define PI_HIGH_F 0x1.921fb4p+1f
#define PI_MIDDLE_F 0x1.4442dp-23f
#define PI_LOW_F 0x1.846988p-47f
#define PI_2_F 0x1.921fb6p0f
#define PI_2_EXCESS_F 0x1.777a5cp-25f

// x = (*whole + the result) * pi / 2 - a multiple of 2 pi; as reduce(), by steps of 4 in the exponent. The
// products are exact, with or without FMA. In double, as float would take twice the words of 2 / pi.
static VEC(double) SMALL quarters_of(T x, __private VEC(double) *whole) {
  I e = ((AS(int, x) >> 23) & 0xff) - 150;
  e = e > 0 ? e : (I)0;
  LONGS j = TO(long, e >> 2);
  j = j < 26 ? j : (LONGS)26;
  VEC(double) m = D(x) * power_of_two(-(j << 2));
  VEC(double) p0 = m * LOOK_UP(kTurns_short, j, 0), p1 = m * LOOK_UP(kTurns_short, j, 1);
  VEC(double) a = p0 - nearest(p0 * 0.25) * 4.0;
  VEC(double) n0 = nearest(a), n1 = nearest(p1);
  VEC(double) s = (a - n0) + (p1 - n1), n2 = nearest(s);
  *whole = n0 + n1 + n2;
  return (s - n2) + m * LOOK_UP(kTurns_short, j, 2);
}
// x - k pi, with the rounding error of a few of k's last bits in k * PI_LOW_F.
static T SMALL_PURE less_turns(T x, T k) {
  return fused(-k, (T)PI_LOW_F, fused(-k, (T)PI_MIDDLE_F, fused(-k, (T)PI_HIGH_F, x)));
}
// For any x: x + more * pi / 2 = n pi + r; *n's low bit is right.
static T SMALL half_turns(T x, double more, __private I *n) {
  VEC(double) whole, f = quarters_of(x, &whole);
  whole += more;
  VEC(double) h = nearest((whole + f) * 0.5);
  *n = TO(int, low_bits(h + MAGIC));
  return TO(float, ((whole - h * 2.0) + f) * M_PI_2);
}
static T SMALL_PURE turned(T r, I n) { return AS(float, AS(int, r) ^ (n << 31)); }
// sin(n pi + r), n being in the low bits, but for the sign of a zero
static T SMALL_PURE sine(T r, I n) {
  T z = r * r, t = turned(r, n);
  return t * z * POLYNOMIAL(z, kSinF) + t;
}
static T SMALL_PURE sine_or_zero(T r, I n) { return with_sign(sine(r, n), turned(r, n)); }
// Of huge arguments, and NaN.
T APART __far_sin(T x) {
  I n;
  T r = half_turns(x, 0.0, &n);
  return sine_or_zero(r, n);
}
T APART __far_cos(T x) {
  I n;
  T r = half_turns(x, 1.0, &n);
  return sine(r, n);
}
T PURE sin(T x) {
  T sum = x * (T)M_1_PI_F + MAGIC_F, y = sine_or_zero(less_turns(x, sum - MAGIC_F), AS(int, sum));
  B far = IS_FAR(x);
  RARELY(far, y, far ? __far_sin(x) : y);
  return y;
}
T PURE cos(T x) {
  // The nearest odd quarter turn.
  T sum = (x * (T)M_1_PI_F - 0.5f) + (MAGIC_F + 1), r = less_turns(x, (sum - (MAGIC_F + 1)) + 0.5f);
  T y = sine(r, AS(int, sum));
  B far = IS_FAR(x);
  RARELY(far, y, far ? __far_cos(x) : y);
  return y;
}
// x is the result and *n quarter turns.
static T SMALL less_quarters(T x, __private I *n) {
  T sum = x * (T)M_2_PI_F + MAGIC_F, k = sum - MAGIC_F;
  *n = AS(int, sum);
  return fused(-k, (T)(PI_LOW_F / 2), fused(-k, (T)(PI_MIDDLE_F / 2), fused(-k, (T)(PI_HIGH_F / 2), x)));
}
static T SMALL quarter_sincos(T r, __private T *c) {
  T z = r * r;
  *c = z * POLYNOMIAL(z, kCosQuarterF) + 1.0f;
  return r * (z * POLYNOMIAL(z, kSinQuarterF) + 1.0f);
}
static T SMALL sincos_of(T x, __private T *cosine) {
  I n;
  T c, s = quarter_sincos(less_quarters(x, &n), &c);
  B odd = (n & 1) != 0, far = IS_FAR(x);
  *cosine = AS(float, AS(int, odd ? s : c) ^ (((n + 1) & 2) << 30));
  T sine = AS(float, AS(int, odd ? c : s) ^ ((n & 2) << 30));
  if (__builtin_expect(some(far), 0)) {
    sine = far ? __far_sin(x) : sine;
    *cosine = far ? __far_cos(x) : *cosine;
  }
  return sine;
}
static T SMALL_PURE tangent(T r, I n) {
  T c, s = quarter_sincos(r, &c);
  B odd = (n & 1) != 0;
  return (odd ? -c : s) / (odd ? s : c);
}
T APART __far_tan(T x) {
  VEC(double) whole, f = quarters_of(x, &whole);
  return tangent(TO(float, f * M_PI_2), TO(int, low_bits(whole + MAGIC)));
}
T PURE tan(T x) {
  I n;
  T r = less_quarters(x, &n), y = tangent(r, n);
  B far = IS_FAR(x);
  RARELY(far, y, far ? __far_tan(x) : y);
  return y;
}

// asin(|x|) = pi / 2 - twice the result, or the result alone where |x| <= 1/2.
static T SMALL asin_of(T a, __private B *large) {
  *large = a > 0.5f;
  T z = *large ? 0.5f - a * 0.5f : a * a, s = *large ? root(z) : a;
  return s * z * POLYNOMIAL(z, kAsinF) + s;
}
T PURE asin(T x) {
  B large;
  T y = asin_of(magnitude(x), &large);
  return with_sign(large ? PI_2_F - y * 2.0f : y, x);
}
T PURE acos(T x) {
  B large;
  T y = asin_of(magnitude(x), &large);
  T outer = x > 0.0f ? y * 2.0f : PI_F - y * 2.0f;
  return large ? outer : PI_2_F - with_sign(y, x);
}
static T SMALL_PURE atan_of(T u) {
  T z = u * u;
  return u * z * POLYNOMIAL(z, kAtanF) + u;
}
T PURE atan(T x) {
  T a = magnitude(x);
  B steep = a > 1.0f;
  T y = atan_of(steep ? -1.0f / a : a);
  return with_sign(steep ? PI_2_F + (y - PI_2_EXCESS_F) : y, x);
}
// The lesser of two numbers that are not negative by the greater one. Two infinities make a diagonal, two zeros a
// horizontal.
static T SMALL slope(T a, T b, __private B *steep) {
  *steep = a > b;
  T d = *steep ? a : b, u = (*steep ? b : a) / d;
  u = a == b ? (T)1.0f : u;
  return d == 0.0f ? (T)0.0f : u;
}
T PURE atan2(T y, T x) {
  B steep;
  T r = atan_of(slope(magnitude(y), magnitude(x), &steep));
  r = steep ? PI_2_F - r : r;
  r = AS(int, x) < (I)0 ? PI_F - r : r;
  return ((x != x) | (y != y)) ? (T)NAN : with_sign(r, y);
}
static T SMALL_PURE sin_half_turn(T v) { return v * PI_F + v * POLYNOMIAL(v * v, kSinPiF); }
static T SMALL sincos_quarter_turn(T v, __private T *c) {
  T z = v * v;
  *c = z * POLYNOMIAL(z, kCosPiQuarterF) + 1.0f;
  return v * POLYNOMIAL(z, kSinPiQuarterF);
}
#include "math_pi.h"
// asin(|x|) / pi = 1 / 2 - twice the result, or the result alone where |x| <= 1/2.
static T SMALL asinpi_of(T a, __private B *large) {
  *large = a > 0.5f;
  T z = *large ? 0.5f - a * 0.5f : a * a;
  return (*large ? root(z) : a) * POLYNOMIAL(z, kAsinPiF);
}
T PURE asinpi(T x) {
  B large;
  T y = asinpi_of(magnitude(x), &large);
  return with_sign(large ? 0.5f - y * 2.0f : y, x);
}
T PURE acospi(T x) {
  B large;
  T y = asinpi_of(magnitude(x), &large), outer = x > 0.0f ? y * 2.0f : 1.0f - y * 2.0f;
  return large ? outer : 0.5f - with_sign(y, x);
}
T PURE atanpi(T x) {
  T a = magnitude(x);
  B steep = a > 1.0f;
  T u = steep ? 1.0f / a : a, y = u * POLYNOMIAL(u * u, kAtanPiF);
  return with_sign(steep ? 0.5f - y : y, x);
}
T PURE atan2pi(T y, T x) {
  B steep;
  T u = slope(magnitude(y), magnitude(x), &steep), r = u * POLYNOMIAL(u * u, kAtanPiF);
  r = steep ? 0.5f - r : r;
  r = AS(int, x) < (I)0 ? 1.0f - r : r;
  return ((x != x) | (y != y)) ? (T)NAN : with_sign(r, y);
}
// "half_ functions: -2^16 to +2^16"; beyond, a number from -1 to 1.
static T SMALL_PURE within_1(T x) { return at_least(at_most(x, 1.0f), -1.0f); }
T PURE half_sin(T x) {
  T sum = x * (T)M_1_PI_F + MAGIC_F;
  return within_1(sine_or_zero(less_turns(x, sum - MAGIC_F), AS(int, sum)));
}
T PURE half_cos(T x) {
  T sum = (x * (T)M_1_PI_F - 0.5f) + MAGIC_F;
  return within_1(sine(less_turns(x, (sum - MAGIC_F) + 0.5f), AS(int, sum) + 1));
}
static T SMALL_PURE native_sine(T x, T k, I n) {
  T r = (x - k * PI_HIGH_F) - k * PI_MIDDLE_F, z = r * r;
  return AS(float, AS(int, r * POLYNOMIAL(z, kNativeSinF)) ^ (n << 31));
}
T PURE native_sin(T x) {
  T sum = x * (T)M_1_PI_F + MAGIC_F;
  return native_sine(x, sum - MAGIC_F, AS(int, sum));
}
T PURE native_cos(T x) {
  T sum = (x * (T)M_1_PI_F - 0.5f) + MAGIC_F;
  return native_sine(x, (sum - MAGIC_F) + 0.5f, AS(int, sum) + 1);
}
T PURE native_tan(T x) {
#pragma clang fp reciprocal(on)
  return native_sin(x) / native_cos(x);
}
T PURE half_tan(T x) { return half_sin(x) / half_cos(x); }

#else

#define F(x) TO(float, x)
#define BY_FLOAT(name) \
  T PURE name(T x) { return TO(half, name(F(x))); }
BY_FLOAT(sin)
BY_FLOAT(cos)
BY_FLOAT(tan)
BY_FLOAT(sinpi)
BY_FLOAT(cospi)
BY_FLOAT(tanpi)
BY_FLOAT(asin)
BY_FLOAT(acos)
BY_FLOAT(atan)
BY_FLOAT(asinpi)
BY_FLOAT(acospi)
BY_FLOAT(atanpi)
T PURE atan2(T y, T x) { return TO(half, atan2(F(y), F(x))); }
T PURE atan2pi(T y, T x) { return TO(half, atan2pi(F(y), F(x))); }
static T SMALL sincos_of(T x, __private T *cosine) {
  VEC(float) c, s = sincos_of(F(x), &c);
  *cosine = TO(half, c);
  return TO(half, s);
}

#endif

#define SINCOS(space) \
  T OVERLOAD sincos(T x, space T *cosine) { \
    T c, s = sincos_of(x, &c); \
    *cosine = c; \
    return s; \
  }
FOR_WRITABLE_SPACES(SINCOS)
#undef SINCOS
#undef LOOK_UP
#endif
