// SPDX-License-Identifier: Apache-2.0
// Math Functions: hyperbolic functions and their inverses.
#ifndef BODY
#include "builtins.h"
#include "tables.h"
#define BODY "math_hyperbolic.cl"
#include "for_floats.h"

#elif BITS(E) == 64
#include "math_core.h"

T PURE cosh(T x) {
  // e is half of e^|x|.
  T e = exp_wide(magnitude(x), (T)0.0, -1);
  return e + 0.25 / e;
}
T PURE sinh(T x) {
  // A quarter of e^|x| - 1, which may be beyond the range.
  T t = expm1_of(at_most(magnitude(x), 710.6), -2);
  T y = with_sign((t + t / (t * 4.0 + 1.0)) * 2.0, x);
  return magnitude(x) < 0x1p-28 ? x : y;
}
T PURE tanh(T x) {
  T t = expm1_of(at_most(magnitude(x), 20.0) * 2.0, 0);
  return with_sign(t / (t + 2.0), x);
}
#else

#if BITS(E) == 32
#include "math_float.h"
T PURE cosh(T x) {
  T e = exp_of(magnitude(x), -1);
  return 0.25f / e + e;
}
T PURE sinh(T x) {
  T a = magnitude(x), e = exp_of(a, -1), z = x * x;
  T small = x * z * POLYNOMIAL(z, kSinhF) + x;
  return a < 1.0f ? small : with_sign(e - 0.25f / e, x);
}
T PURE tanh(T x) {
  T t = expm1_of(at_most(magnitude(x), 10.0f) * 2.0f);
  return with_sign(t / (t + 2.0f), x);
}
#else
#define VIA(name) \
  T PURE name(T x) { return TO(half, name(TO(float, x))); }
VIA(cosh)
VIA(sinh)
VIA(tanh)
VIA(asinh)
VIA(acosh)
VIA(atanh)
#undef VIA
#endif

#endif

#if BITS(E) > 16
// Beyond it x + sqrt(x^2 + 1) and x + sqrt(x^2 - 1) are 2 x.
#if BITS(E) == 64
#define DOUBLED 0x1p30
#else
#define DOUBLED 0x1p12f
#endif
T PURE asinh(T x) {
  T a = magnitude(x), s = a * a, y = log1p(a + s / ((T)1 + root(s + (T)1)));
  B large = a > DOUBLED;
  RARELY(large, y, large ? log(a) + (T)M_LN2 : y);
  return with_sign(y, x);
}
T PURE acosh(T x) {
  T t = x - (T)1, y = log1p(t + root(t * (T)2 + t * t));
  B large = x > DOUBLED;
  RARELY(large, y, large ? log(x) + (T)M_LN2 : y);
  return x < (T)1 ? (T)NAN : y;
}
T PURE atanh(T x) {
  T a = magnitude(x), y = log1p((a * (T)2) / ((T)1 - a)) * (T)0.5;
  return with_sign(a > (T)1 ? (T)NAN : y, x);
}
#undef DOUBLED
#endif
