// SPDX-License-Identifier: Apache-2.0
// What the math functions of float and double share; math_float.h and math_core.h include it for their T.
static T SMALL_PURE fused(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }  // with one rounding
static T SMALL_PURE magnitude(T x) { return __builtin_elementwise_abs(x); }
static T SMALL_PURE with_sign(T x, T y) { return __builtin_elementwise_copysign(x, y); }
static T SMALL_PURE root(T x) { return __builtin_elementwise_sqrt(x); }
// One instruction each on x86; NaN stays NaN.
static T SMALL_PURE at_most(T x, E limit) { return (T)limit < x ? (T)limit : x; }
static T SMALL_PURE at_least(T x, E limit) { return (T)limit > x ? (T)limit : x; }
// The sum of a polynomial's terms, c[0] first; unrolled.
static T SMALL_PURE sum_terms(T x, __constant E *c, int n) {
  T r = (T)c[n - 1];
#pragma unroll
  for (int i = n - 2; i >= 0; i--) r = r * x + (T)c[i];
  return r;
}
// The same in two chains, where a long one would be waited for.
static T SMALL_PURE sum_terms_by_two(T x, __constant E *c, int n) {
  T z = x * x, even = (T)c[(n - 1) & ~1], odd = (T)c[(n - 2) | 1];
#pragma unroll
  for (int i = ((n - 1) & ~1) - 2; i >= 0; i -= 2) even = even * z + (T)c[i];
#pragma unroll
  for (int i = ((n - 2) | 1) - 2; i >= 1; i -= 2) odd = odd * z + (T)c[i];
  return odd * x + even;
}
#ifndef POLYNOMIAL
#define POLYNOMIAL_BY_TWO(x, c) sum_terms_by_two(x, c, sizeof(c) / sizeof(c[0]))
#define POLYNOMIAL(x, c) sum_terms(x, c, sizeof(c) / sizeof(c[0]))
#endif
// Whether any component is set: a branch for what is rare.
#if W == 1
#define some(mask) (mask)
#else
#undef some
static bool SMALL_PURE some(B mask) {
  int r = 0;
#pragma unroll
  for (int i = 0; i < W; i++) r |= mask[i] != 0;
  return r != 0;
}
#endif
// A value that is right for all components, but worth a jump as few need it.
#ifndef RARELY
#define RARELY(rare, r, value)                                                                                         \
  if (__builtin_expect(some(rare), 0)) r = value
#endif
// The logarithm's values outside its domain.
static T SMALL_PURE log_special(T x, T y) {
  y = x < (T)INFINITY ? y : x;
  y = x == (T)0 ? (T)-INFINITY : y;
  return x < (T)0 ? (T)NAN : y;
}
