// SPDX-License-Identifier: Apache-2.0
// Relational Functions.
#ifndef BODY
#include "builtins.h"
#define BODY "relational.cl"
#include "for_all.h"
#else

#if IS_FLOAT(E)
B SMALL_PURE isequal(T x, T y) { return x == y; }
B SMALL_PURE isnotequal(T x, T y) { return x != y; }
B SMALL_PURE isgreater(T x, T y) { return x > y; }
B SMALL_PURE isgreaterequal(T x, T y) { return x >= y; }
B SMALL_PURE isless(T x, T y) { return x < y; }
B SMALL_PURE islessequal(T x, T y) { return x <= y; }
B SMALL_PURE islessgreater(T x, T y) { return (x < y) | (x > y); }
B SMALL_PURE isordered(T x, T y) { return (x == x) & (y == y); }
B SMALL_PURE isunordered(T x, T y) { return (x != x) | (y != y); }
B SMALL_PURE isnan(T x) { return x != x; }
B SMALL_PURE isinf(T x) { return __builtin_elementwise_abs(x) == (T)INFINITY; }
B SMALL_PURE isfinite(T x) { return __builtin_elementwise_abs(x) < (T)INFINITY; }
#define SMALLEST_NORMAL_half HALF_MIN
#define SMALLEST_NORMAL_float FLT_MIN
#define SMALLEST_NORMAL_double DBL_MIN
B SMALL_PURE isnormal(T x) {
  T a = __builtin_elementwise_abs(x);
  return (a >= (T)CAT(SMALLEST_NORMAL_, E)) & (a < (T)INFINITY);
}
B SMALL_PURE signbit(T x) { return AS(SIGNED_OF(E), x) < (I)0; }
#elif IS_SIGNED(E)
#if W == 1
int SMALL_PURE any(T x) { return x < 0; }
int SMALL_PURE all(T x) { return x < 0; }
#else
int SMALL_PURE any(T x) { return __builtin_reduce_or(x) < 0; }
int SMALL_PURE all(T x) { return __builtin_reduce_and(x) < 0; }
#endif
#endif

T SMALL_PURE bitselect(T a, T b, T c) {
  U mask = AS(UNSIGNED_OF(E), c);
  return AS(E, (U)((AS(UNSIGNED_OF(E), a) & ~mask) | (AS(UNSIGNED_OF(E), b) & mask)));
}
// A scalar condition is true when not zero, a vector's element when its highest bit is set.
T SMALL_PURE select(T a, T b, I c) { return c ? b : a; }
T SMALL_PURE select(T a, T b, U c) { return AS(SIGNED_OF(E), c) ? b : a; }

#endif
