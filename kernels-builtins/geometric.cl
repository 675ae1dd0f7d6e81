// SPDX-License-Identifier: Apache-2.0
// Geometric Functions. Sums are made in the next wider type, so that nothing overflows on the way;
// double, which has none, scales by its largest component.
#ifndef BODY
#include "builtins.h"
#define BODY "geometric.cl"
#include "for_floats.h"
#elif W <= 4

#define WIDER_half float
#define WIDER_float double
#define WIDER_double double
#define X CAT(WIDER_, E)

#if W == 1
#define SUM(v) (v)
#define LARGEST(v) (v)
#elif W == 2
#define SUM(v) ((v).s0 + (v).s1)
#define LARGEST(v) __builtin_elementwise_max((v).s0, (v).s1)
#elif W == 3
#define SUM(v) ((v).s0 + (v).s1 + (v).s2)
#define LARGEST(v) __builtin_elementwise_max(__builtin_elementwise_max((v).s0, (v).s1), (v).s2)
#else
#define SUM(v) (((v).s0 + (v).s1) + ((v).s2 + (v).s3))
#define LARGEST(v) \
  __builtin_elementwise_max(__builtin_elementwise_max((v).s0, (v).s1), __builtin_elementwise_max((v).s2, (v).s3))
#endif

E SMALL_PURE dot(T p, T q) {
  VEC(X) r = TO(X, p) * TO(X, q);
  return (E)SUM(r);
}

#if W == 1
E SMALL_PURE length(T p) { return __builtin_elementwise_abs(p); }
T SMALL_PURE normalize(T p) { return p == 0 || p != p ? p : __builtin_elementwise_copysign((E)1, p); }
#else
// The power of two that brings the largest component of a double near 1 (and 1 for zero, infinity
// and the components of other types).
static double SMALL_PURE scale(T p) {
#if BITS(E) == 64
  T a = __builtin_elementwise_abs(p);
  double m = LARGEST(a);
  if (!(m > 0x1p500 || (m < 0x1p-400 && m > 0)) || m == INFINITY) return 1;
  return m > 1 ? 0x1p-600 : 0x1p600;
#else
  return 1;
#endif
}
static VEC(X) SMALL_PURE scaled(T p) {
#if BITS(E) == 64
  return p * (T)scale(p);
#else
  return TO(X, p);
#endif
}
E SMALL_PURE length(T p) {
  VEC(X) v = scaled(p);
  VEC(X) r = v * v;
  X n = __builtin_elementwise_sqrt(SUM(r)) / (X)scale(p);
  // An infinite component wins over a NaN, as in hypot.
  T a = __builtin_elementwise_abs(p);
  return LARGEST(a) == (E)INFINITY ? (E)INFINITY : (E)n;
}
T SMALL_PURE normalize(T p) {
  // "p[i] = isinf(p[i]) ? copysign(1.0, p[i]) : 0.0 * p[i]", where one is infinite.
  T a = __builtin_elementwise_abs(p);
  T q = LARGEST(a) == (E)INFINITY ? (a == (T)INFINITY ? __builtin_elementwise_copysign((T)1, p) : p * (T)0) : p;
  VEC(X) v = scaled(q);
  VEC(X) r = v * v;
  X n = SUM(r);
#if BITS(E) == 64
  // Small components would lose bits by being scaled down.
  T y = scale(q) < 1 ? q / (T)__builtin_elementwise_sqrt(n) * (T)scale(q) : v / (T)__builtin_elementwise_sqrt(n);
#else
  T y = TO(E, v / (VEC(X))__builtin_elementwise_sqrt(n));
#endif
  return n == 0 ? p : y;
}
#endif
E SMALL_PURE distance(T p, T q) { return length(p - q); }

#if BITS(E) == 32
E SMALL_PURE fast_length(T p) { return length(p); }
E SMALL_PURE fast_distance(T p, T q) { return distance(p, q); }
T SMALL_PURE fast_normalize(T p) { return normalize(p); }
#endif

#if W == 3
T SMALL_PURE cross(T p, T q) { return p.yzx * q.zxy - p.zxy * q.yzx; }
#elif W == 4
T SMALL_PURE cross(T p, T q) { return (T)(p.yzx * q.zxy - p.zxy * q.yzx, (E)0); }
#endif

#undef X
#undef SUM
#undef LARGEST
#endif
