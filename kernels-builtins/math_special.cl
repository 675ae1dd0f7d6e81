// SPDX-License-Identifier: Apache-2.0
// Math Functions: the error and gamma functions. Gamma of float is made in double.
#ifndef BODY
#include "builtins.h"
#include "tables.h"
#define BODY "math_special.cl"
#include "for_floats.h"

#elif BITS(E) == 64
#include "math_core.h"

// kErfRows' rows of the numbers in the low bits of i.
static void SMALL erf_rows(I i, __private T *value, __private T *slope) {
#define ROW(n) (*(__constant double2 *)kErfRows[(uint)i[n]])
#define PAIR(n, m) __builtin_shufflevector(ROW(n), ROW(m), 0, 1, 2, 3)
#if W == 1
  *value = kErfRows[(uint)i][0];
  *slope = kErfRows[(uint)i][1];
#elif W == 4
  T even = PAIR(0, 2), odd = PAIR(1, 3);
  *value = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
  *slope = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
#elif W == 8
  T even = __builtin_shufflevector(PAIR(0, 2), PAIR(4, 6), 0, 1, 2, 3, 4, 5, 6, 7);
  T odd = __builtin_shufflevector(PAIR(1, 3), PAIR(5, 7), 0, 1, 2, 3, 4, 5, 6, 7);
  *value = __builtin_shufflevector(even, odd, 0, 8, 2, 10, 4, 12, 6, 14);
  *slope = __builtin_shufflevector(even, odd, 1, 9, 3, 11, 5, 13, 7, 15);
#else
#pragma unroll
  for (int n = 0; n < W; n++) {
    (*value)[n] = ROW(n).x;
    (*slope)[n] = ROW(n).y;
  }
#endif
#undef PAIR
#undef ROW
}
// Taylor's series around the nearest n / 128: erf's derivatives are its first one's products with Hermite's polynomials.
T APART __long_erf(T x) {
  T a = magnitude(x), sum = (a < 5.9 ? a : (T)5.9) + 0x1.8p45;  // the nearest multiple of 1 / 128; of NaN, too
  T r = sum - 0x1.8p45, d = at_most(a, 5.9) - r, r2 = r * r, d2 = d * d, value, slope;
  erf_rows(AS(long, sum), &value, &slope);
  T third = r2 * (2.0 / 3) - 1.0 / 3, fourth = r * (r2 * (-1.0 / 3) + 0.5);
  T fifth = r2 * (r2 * (4.0 / 30) - 12.0 / 30) + 3.0 / 30, sixth = r * (r2 * (r2 * (-4.0 / 90) + 20.0 / 90) - 15.0 / 90);
  T rest = d * (d2 * (d * sixth + fifth) + (d * fourth + third)) - r;
  return with_sign(slope * (d2 * rest + d) + value, x);
}
T PURE erf(T x) { return __long_erf(x); }
// e^(-a^2) times a fraction's value at a; erfc(28) is 0.
T PURE erfc(T x) {
  T a = at_most(magnitude(x), 28.0), h = a * a, sum = MAGIC - h * M_LOG2E, k = sum - MAGIC;
  T r = ((-h - k * LN2_HIGH) - k * LN2_LOW) - fused(a, a, -h);
  T y = (r * POLYNOMIAL(r, kExp) + 1.0) * (POLYNOMIAL(a, kErfcAbove) / POLYNOMIAL(a, kErfcBelow));
  I n = AS(long, sum);
  T tail = shifted(y, n);
  RARELY(!(a < 26.0), tail, scaled(y, n - AS(long, (T)MAGIC)));  // below the normal numbers, or NaN
  return x < 0.0 ? 2.0 - tail : tail;
}

// gamma(a) = e^(h + *l) / (*p + *p_low) for a > 0, by Stirling's series at a + 10 where a is small; p is
// the product a (a + 1) ... (a + 9) there, and else 1.
static T SMALL stirling(T a, __private T *l, __private T *p, __private T *p_low) {
  B small = a < 10.0;
  T product = (T)1.0, low = (T)0.0;
#pragma unroll
  for (int i = 0; i < 10; i++) {
    T f = a + (double)i, f_low = i == 0 ? (T)0.0 : (a < (double)i ? a - (f - (double)i) : (double)i - (f - a));
    T next = product * f;
    low = fused(product, f, -next) + (low * f + product * f_low);
    product = next;
  }
  *p = small ? product : (T)1.0;
  *p_low = small ? low : (T)0.0;
  T z = small ? a + 10.0 : a, z_low = small ? a - (z - 10.0) : (T)0.0;
  T g_low, g = log_wide(z, &g_low), w = 1.0 / z;
  // (z - 1/2) log(z) - z + log(2 pi) / 2 + S
  T q = z - 0.5, u = q * g, u_low = fused(q, g, -u) + q * g_low;
  T v = u - z, v_low = (u - v) - z;
  T rest = u_low + v_low + z_low * (g - w * 0.5) + (w * POLYNOMIAL(w * w, kStirling) - 0x1.65b5a1b7ff5dfp-55);
  T s = v + 0x1.d67f1c864beb5p-1, t = s - v;
  rest += (v - (s - t)) + (0x1.d67f1c864beb5p-1 - t);
  T h = s + rest;
  *l = rest - (h - s);
  return h;
}
// sin(pi x) for finite x, to nearly double precision.
static T SMALL_PURE sin_pi(T x) {
  T t = x - nearest(x * 0.5) * 2.0;
  t = magnitude(t) > 0.5 ? with_sign((T)1.0, t) - t : t;
  T z, r = t * M_PI, r_low = fused(t, (T)M_PI, -r) + t * 0x1.1a62633145c07p-53;
  z = r * r;
  T s = r + (r * z * POLYNOMIAL(z, kSinQuarter) + r_low);
  T c = with_sign((T)0.5, t) - t, rc = c * M_PI;
  z = rc * rc;
  T cosine = (1.0 - z * 0.5) + z * z * POLYNOMIAL(z, kCosQuarter);
  return magnitude(t) > 0.25 ? with_sign(cosine, t) : s;
}
T PURE tgamma(T x) {
  T a = magnitude(x);
  B negative = x < 0.0;
  T c = a > 200.0 ? (T)200.0 : a;
  T l, p, p_low, h = stirling(c, &l, &p, &p_low);
  // 1 / gamma(a) may be subnormal where gamma(-a) is not.
  T e = exp_wide(negative ? -h : h, negative ? -l : l, negative ? (I)64 : (I)0);
  // "gamma(-a) = -pi / (a sin(pi a) gamma(a))"
  T sine = sin_pi(a), below = a * sine;
  T y = negative ? (e * (M_PI / -below)) * p : e / p;
  y = negative ? y + y * (p_low / p) : y - y * (p_low / p);
  y = negative ? y * 0x1p-64 : y;
  y = (negative & (a > 190.0)) ? with_sign((T)0.0, -sine) : y;
  y = (!negative & (a > 171.62437695630272)) ? (T)INFINITY : y;
  y = a < 0x1p-60 ? 1.0 / x : y;
  y = (negative & (__builtin_elementwise_trunc(x) == x)) ? (T)NAN : y;
  return x != x ? x : y;
}

T PURE lgamma(T x) {
  T a = magnitude(x);
  T l, p, p_low, h = stirling(a, &l, &p, &p_low);
  T q_low, q = log_wide(p, &q_low);
  T y = (h - q) + (l - q_low - p_low / p);
  y = a > 0x1p900 ? a * (log(a) - 1.0) : y;
  y = a < 0x1p-60 ? -log(a) : y;
  y = ((x == 1.0) | (x == 2.0)) ? (T)0.0 : y;
  T sine = sin_pi(a);
  B negative = (x < 0.0) & (a >= 0x1p-60);
  T reflected = log(M_PI / magnitude(a * sine)) - y;
  y = negative ? reflected : y;
  B pole = (x <= 0.0) & (__builtin_elementwise_trunc(x) == x);
  y = (pole | (a == INFINITY)) ? (T)INFINITY : y;
  return x != x ? x : y;
}

#else

#if BITS(E) == 32
#define WIDER double
#else
#define WIDER float
#endif
#define VIA(name) \
  T PURE name(T x) { return TO(E, name(TO(WIDER, x))); }
#if BITS(E) == 32
#include "math_float.h"
T PURE erf(T x) {
  T a = at_most(magnitude(x), 4.0f);
  return with_sign(expm1_of(-a * POLYNOMIAL(a, kErfF)), x);
}
T PURE erfc(T x) {
  T a = magnitude(x), b = at_most(a, 10.1f), z = x * x;
  T t = 4.0f / (4.0f + b), h = b * b, l = fused(b, b, -h), e = exp_of(-h, 0);
  T tail = (e - e * l) * (t * POLYNOMIAL(t, kErfcF));
  return a < 0.45f ? 1.0f - x * POLYNOMIAL(z, kErfSmallF) : x < 0.0f ? 2.0f - tail : tail;
}
#else
VIA(erf)
VIA(erfc)
#endif
VIA(tgamma)
VIA(lgamma)
#undef VIA
#undef WIDER

#endif

#ifdef T
// gamma(x)'s, or 0 at the poles.
static VEC(int) SMALL_PURE sign_of_gamma(T x) {
  T whole = __builtin_elementwise_floor(x);
  B pole = (x <= (T)0) & (whole == x), odd = __builtin_elementwise_floor(x * (T)0.5f) * (T)2 != whole;
  I s = (pole | (x != x)) ? (I)0 : ((x < (T)0) & odd) ? (I)-1 : (I)1;
  return TO(int, s);
}
#define WITH_SIGN(space) \
  T OVERLOAD lgamma_r(T x, space VEC(int) *sign) { \
    *sign = sign_of_gamma(x); \
    return lgamma(x); \
  }
FOR_WRITABLE_SPACES(WITH_SIGN)
#undef WITH_SIGN
#endif
