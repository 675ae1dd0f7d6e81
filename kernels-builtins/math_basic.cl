// SPDX-License-Identifier: Apache-2.0
// Math Functions: rounding, remainders, the parts of a number, and choices. All exact.
#ifndef BODY
#include "builtins.h"
#define BODY "math_basic.cl"

#include "for_floats.h"
#else

#define ABS(x) __builtin_elementwise_abs(x)
#define SIGN(x, y) __builtin_elementwise_copysign(x, y)
#define IC SIGNED_OF(E)
#if BITS(E) == 64
#define FRACTION 52
#define BIAS 1023
#elif BITS(E) == 32
#define FRACTION 23
#define BIAS 127
#else
#define FRACTION 10
#define BIAS 15
#endif
#define INFINITY_BITS ((I)((I)(2 * BIAS + 1) << (I)FRACTION))
#include "math_common.h"

T SMALL_PURE fabs(T x) { return ABS(x); }
T SMALL_PURE ceil(T x) { return __builtin_elementwise_ceil(x); }
T SMALL_PURE floor(T x) { return __builtin_elementwise_floor(x); }
T SMALL_PURE trunc(T x) { return __builtin_elementwise_trunc(x); }
T SMALL_PURE rint(T x) { return __builtin_elementwise_rint(x); }
T SMALL_PURE round(T x) { return __builtin_elementwise_round(x); }
T SMALL_PURE copysign(T x, T y) { return SIGN(x, y); }
#if BITS(E) == 16
// Exact in double but for one rounding: no half product and half are further apart than 53 bits.
T SMALL_PURE fma(T a, T b, T c) { return TO(half, TO(double, a) * TO(double, b) + TO(double, c)); }
#else
T SMALL_PURE fma(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }
#endif
T SMALL_PURE mad(T a, T b, T c) { return a * b + c; }
T SMALL_PURE fdim(T x, T y) { return ((x != x) | (y != y)) ? (T)NAN : x > y ? x - y : (T)0; }
T SMALL_PURE fmax(T x, T y) { return __builtin_elementwise_maxnum(x, y); }
T SMALL_PURE fmin(T x, T y) { return __builtin_elementwise_minnum(x, y); }
#if W > 1
T SMALL_PURE fmax(T x, E y) { return fmax(x, (T)y); }
T SMALL_PURE fmin(T x, E y) { return fmin(x, (T)y); }
#endif
T SMALL_PURE maxmag(T x, T y) { return ABS(x) > ABS(y) ? x : ABS(y) > ABS(x) ? y : fmax(x, y); }
T SMALL_PURE minmag(T x, T y) { return ABS(x) < ABS(y) ? x : ABS(y) < ABS(x) ? y : fmin(x, y); }
T SMALL_PURE nan(U code) {
  I quiet = (I)(INFINITY_BITS | ((I)1 << (I)(FRACTION - 1)));
  return AS(E, (U)(code | AS(UNSIGNED_OF(E), quiet)));
}

// The bits of numbers in their order count on, from zero upwards and downwards.
T PURE nextafter(T x, T y) {
  I bits = AS(IC, x);
  B down = (x > y) != (bits < (I)0);
  I next = (I)(bits + (down ? (I)-1 : (I)1));
  T r = AS(E, next);
  r = x == (T)0 ? SIGN(AS(E, (I)1), y) : r;
  r = x == y ? y : r;
  return ((x != x) | (y != y)) ? (T)NAN : r;
}

// Subnormal numbers are scaled to normal ones before their exponents are read.
#define SCALE_UP (FRACTION + 2)
static T SMALL normal(T x, __private I *exponent) {
  I a = AS(IC, ABS(x));
  B small = a < ((I)1 << (I)FRACTION);
  T y = small ? x * (T)((E)(1ul << SCALE_UP)) : x;
  *exponent = (I)((((AS(IC, y) & INFINITY_BITS) >> (I)FRACTION) - (I)BIAS) - (small ? (I)SCALE_UP : (I)0));
  return y;
}
VEC(int) PURE ilogb(T x) {
  I e;
  normal(x, &e);
  VEC(int) r = TO(int, e);
  r = TO(int, x == (T)0) ? (VEC(int))FP_ILOGB0 : r;
  r = TO(int, ABS(x) == (T)INFINITY) ? (VEC(int))INT_MAX : r;
  return TO(int, x != x) ? (VEC(int))FP_ILOGBNAN : r;
}
T PURE logb(T x) {
  I e;
  normal(x, &e);
  T r = TO(E, e);
  r = x == (T)0 ? (T)-INFINITY : r;
  r = ABS(x) == (T)INFINITY ? (T)INFINITY : r;
  return x != x ? x : r;
}
static T SMALL fraction_of(T x, __private VEC(int) *exponent) {
  I e;
  T y = normal(x, &e);
  y = AS(E, (I)((AS(IC, y) & (I)~INFINITY_BITS) | ((I)(BIAS - 1) << (I)FRACTION)));
  B special = (x == (T)0) | (x != x) | (ABS(x) == (T)INFINITY);
#if W == 1
  *exponent = special ? 0 : (int)e + 1;
#else
  *exponent = TO(int, special) ? (VEC(int))0 : TO(int, e) + 1;
#endif
  return special ? x : y;
}

// Only the last product rounds.
T PURE ldexp(T x, VEC(int) n) {
#if BITS(E) == 64
  I k = TO(long, n);
  T y = x;
  for (int i = 0; i < 2; i++) {
    y = k > 1023 ? y * 0x1p1023 : k < -1022 ? y * 0x1p-969 : y;
    k = k > 1023 ? k - 1023 : k < -1022 ? k + 969 : k;
  }
  k = k > 1023 ? (I)1023 : k < -1022 ? (I)-1022 : k;
  return y * AS(double, (k + 1023) << 52);
#else
  // Beyond these the result is zero or infinite anyway.
  VEC(int) k = n > 400 ? (VEC(int))400 : n < -400 ? (VEC(int))-400 : n;
  VEC(long) bits = (TO(long, k) + 1023) << 52;
  return TO(E, TO(double, x) * AS(double, bits));
#endif
}
#if W > 1
T SMALL_PURE ldexp(T x, int n) { return ldexp(x, (VEC(int))n); }
#endif

#if BITS(E) == 64
// The remainder of x / y nearest to zero, and the quotient's low seven bits with its sign, by long division of the
// fractions. Serves the narrower types too: their remainders are theirs exactly.
static T SMALL divide(T x, T y, __private I *quotient) {
  T a = ABS(x), b = ABS(y);
  B wrong = (x != x) | (y != y) | (a == (T)INFINITY) | (y == (T)0), whole = b == (T)INFINITY;
  I ea, eb, q = (I)0, bits = (I)0xfffffffffffff, one = (I)1 << (I)52;
  I ma = (AS(long, normal(a, &ea)) & bits) | one, mb = (AS(long, normal(b, &eb)) & bits) | one;
  for (I n = (wrong | whole | (x == (T)0)) ? (I)-1 : ea - eb; some(n >= (I)0); n -= (I)1) {
    B on = n >= (I)0, more = on & (ma >= mb);
    ma -= more ? mb : (I)0;
    q = on ? (q << (I)1) | (more ? (I)1 : (I)0) : q;
    ma = n > (I)0 ? ma << (I)1 : ma;
  }
  // ma * 2^(eb - 52), below y: exact by way of a power of two in two parts.
  I e = eb - (I)52, half_e = e >> (I)1;
  T r = TO(double, ma) * AS(double, (half_e + (I)1023) << (I)52) * AS(double, ((e - half_e) + (I)1023) << (I)52);
  r = a < b ? a : r;
  // To the nearest: b - r is exact where it is the smaller. r > b / 2, or a tie and q odd.
  T d = b - r;
  B up = (r > d) | ((r == d) & ((q & (I)1) != (I)0));
  r = up ? -d : r;
  q = (up ? q + (I)1 : q) & (I)127;
  *quotient = (wrong | whole) ? (I)0 : (x < (T)0) != (y < (T)0) ? -q : q;
  r = r == (T)0 ? (T)0 : x < (T)0 ? -r : r;
  r = (r == (T)0) | whole ? SIGN(whole ? x : r, x) : r;
  return wrong ? (T)NAN : r;
}
static T SMALL_PURE far_remainder(T x, T y) {
  I q;
  return divide(x, y, &q);
}
#define NEAR_QUOTIENT 0x1p50
T APART __quotient(T x, T y) {
  I q;
  divide(x, y, &q);
  return TO(double, q);
}
#else
static T SMALL_PURE far_remainder(T x, T y) { return TO(E, far_remainder(TO(double, x), TO(double, y))); }
#define NEAR_QUOTIENT 0x1p20f
T APART __quotient(T x, T y) { return TO(E, __quotient(TO(double, x), TO(double, y))); }
#endif
#if BITS(E) == 16
T PURE fmod(T x, T y) { return TO(half, fmod(TO(float, x), TO(float, y))); }
T PURE remainder(T x, T y) { return TO(half, remainder(TO(float, x), TO(float, y))); }
static T SMALL quotient_of(T x, T y, __private VEC(int) *quotient) {
  return TO(half, quotient_of(TO(float, x), TO(float, y), quotient));
}
#else
// The remainder, and the quotient's integer, but for the components that are *far, where that has too many bits.
static T SMALL near_remainder(T x, T y, __private T *quotient, __private B *far) {
  T n = rint(x / y), r = fused(-n, y, x);
  // One more, where x / y was rounded to a tie.
  T more = ABS(r) > ABS(y) - ABS(r) ? SIGN((T)1, r) : (T)0;
  *quotient = n + more * SIGN((T)1, y);
  *far = !((ABS(n) < (T)NEAR_QUOTIENT) & (ABS(y) < (T)INFINITY));
  r -= more * ABS(y);
  return r == (T)0 ? SIGN(r, x) : r;
}
T PURE remainder(T x, T y) {
  T n;
  B far;
  T r = near_remainder(x, y, &n, &far);
  RARELY(far, r, far ? far_remainder(x, y) : r);
  return r;
}
static T SMALL quotient_of(T x, T y, __private VEC(int) *quotient) {
  T n;
  B far;
  T r = near_remainder(x, y, &n, &far);
  if (__builtin_expect(some(far), 0)) {
    r = far ? remainder(x, y) : r;
    n = far ? __quotient(x, y) : n;
  }
  // The low bits of n, beside which 2^FRACTION leaves no others.
  I q = AS(IC, ABS(n) + (T)((E)(1ul << FRACTION))) & (I)127;
  *quotient = TO(int, n < (T)0 ? -q : q);
  return r;
}
T APART __far_fmod(T x, T y) {
  T r = far_remainder(ABS(x), y);
  return SIGN(r < (T)0 ? r + ABS(y) : r, x);
}
T PURE fmod(T x, T y) {
  T a = ABS(x), b = ABS(y), n = trunc(a / b), r = fused(-n, b, a);
  // Where a / b was rounded up to an integer.
  r += r < (T)0 ? b : (T)0;
  B far = !((n < (T)NEAR_QUOTIENT) & (b < (T)INFINITY));
  RARELY(far, r, far ? __far_fmod(x, y) : r);
  return SIGN(r, x);
}
#undef NEAR_QUOTIENT
#endif

static T SMALL fract_of(T x, __private T *whole) {
  T f = floor(x), r = x - f;
  *whole = f;
  // "fmin(x - floor(x), 0x1.fffffep-1f)": the largest number below 1.
  T below = AS(E, (I)(AS(IC, (T)1) - (I)1));
  r = r < below ? r : below;
  r = ABS(x) == (T)INFINITY ? SIGN((T)0, x) : r;
  return x != x ? x : r;
}
static T SMALL modf_of(T x, __private T *whole) {
  T t = trunc(x);
  *whole = t;
  T r = ABS(x) == (T)INFINITY ? (T)0 : x - t;
  return SIGN(r, x);
}

// Functions with a second result, for each address space it may stand in.
#define OUT(name, arguments, call, R, space) \
  T OVERLOAD name(arguments, space R *out) { \
    R second; \
    T first = call; \
    *out = second; \
    return first; \
  }
#define COMMA ,
#define OUTS(space) \
  OUT(fract, T x, fract_of(x, &second), T, space) \
  OUT(modf, T x, modf_of(x, &second), T, space) \
  OUT(frexp, T x, fraction_of(x, &second), VEC(int), space) \
  OUT(remquo, T x COMMA T y, quotient_of(x, y, &second), VEC(int), space)
FOR_WRITABLE_SPACES(OUTS)

#undef FRACTION
#undef BIAS
#endif
