// SPDX-License-Identifier: Apache-2.0
// Geometric Functions. All but the fast_ ones scale a vector by its largest component's power of two, so that squares
// neither overflow nor vanish. Halves are computed as floats.
#ifndef BODY
#include "builtins.h"
#define BODY "geometric.cl"
#include "for_floats.h"
#elif W <= 4

#if BITS(E) == 16
E SMALL_PURE dot(T p, T q) { return (E)dot(TO(float, p), TO(float, q)); }
E SMALL_PURE length(T p) { return (E)length(TO(float, p)); }
T SMALL_PURE normalize(T p) { return TO(E, normalize(TO(float, p))); }
#else
#define WORD UNSIGNED_OF(E)
#if BITS(E) == 32
#define ONE_BITS 0x3f800000u
#define LEAST_BITS 0x00800000u
#define INFINITE_BITS 0x7f800000u
#else
#define ONE_BITS 0x3ff0000000000000ul
#define LEAST_BITS 0x0010000000000000ul
#define INFINITE_BITS 0x7ff0000000000000ul
#endif
#if W == 1
// The power of two of the number with these bits, within the powers that have a normal inverse; and the inverse.
static E SMALL_PURE power_of(WORD bits) {
  bits = __builtin_elementwise_max(bits & INFINITE_BITS, LEAST_BITS);
  return AS(E, __builtin_elementwise_min(bits, INFINITE_BITS - 2 * LEAST_BITS));
}
static E SMALL_PURE inverse_of(E power) { return AS(E, 2 * ONE_BITS - AS(WORD, power)); }

E SMALL_PURE dot(T p, T q) { return p * q; }
E SMALL_PURE length(T p) { return __builtin_elementwise_abs(p); }
T SMALL_PURE normalize(T p) { return p == 0 || p != p ? p : __builtin_elementwise_copysign((E)1, p); }
#else
// Summed as a kernel would write it, so that the processor's fused operations serve.
#if W == 2
E SMALL_PURE dot(T p, T q) { return p.s0 * q.s0 + p.s1 * q.s1; }
#define LARGEST(v) __builtin_elementwise_max((v).s0, (v).s1)
#elif W == 3
E SMALL_PURE dot(T p, T q) { return p.s0 * q.s0 + p.s1 * q.s1 + p.s2 * q.s2; }
#define LARGEST(v) __builtin_elementwise_max(__builtin_elementwise_max((v).s0, (v).s1), (v).s2)
#else
E SMALL_PURE dot(T p, T q) { return p.s0 * q.s0 + p.s1 * q.s1 + p.s2 * q.s2 + p.s3 * q.s3; }
#define LARGEST(v) \
  __builtin_elementwise_max(__builtin_elementwise_max((v).s0, (v).s1), __builtin_elementwise_max((v).s2, (v).s3))
#endif

// The bits of the largest component's magnitude; a NaN's are the largest.
static WORD SMALL_PURE largest_bits(T p) {
  U bits = AS(WORD, __builtin_elementwise_abs(p));
  return LARGEST(bits);
}
E SMALL_PURE length(T p) {
  E power = power_of(largest_bits(p));
  T scaled = p * (T)inverse_of(power);
  return __builtin_elementwise_sqrt(dot(scaled, scaled)) * power;
}
// p / sqrt(square), and p where that is 0 / 0. Floats divide by the root once.
static T SMALL_PURE over_root(T p, E square) {
#if BITS(E) == 32
  T y = p * (T)(1 / __builtin_elementwise_sqrt(square));
#else
  T y = p / (T)__builtin_elementwise_sqrt(square);
#endif
  return square == 0 ? p : y;
}
T SMALL_PURE normalize(T p) {
  WORD largest = largest_bits(p);
  // "p[i] = isinf(p[i]) ? copysign(1.0, p[i]) : 0.0 * p[i]", where one is infinite.
  bool infinite = largest == INFINITE_BITS;
  T directions = __builtin_elementwise_abs(p) == (T)INFINITY ? __builtin_elementwise_copysign((T)1, p) : p * (T)0;
  T q = (infinite ? directions : p) * (T)inverse_of(power_of(infinite ? ONE_BITS : largest));
  return over_root(q, dot(q, q));
}
#endif
#endif
E SMALL_PURE distance(T p, T q) { return length(p - q); }

#if BITS(E) == 32
#if W == 1
E SMALL_PURE fast_length(T p) { return length(p); }
T SMALL_PURE fast_normalize(T p) { return normalize(p); }
#else
E SMALL_PURE fast_length(T p) { return __builtin_elementwise_sqrt(dot(p, p)); }
T SMALL_PURE fast_normalize(T p) { return over_root(p, dot(p, p)); }
#endif
E SMALL_PURE fast_distance(T p, T q) { return fast_length(p - q); }
#endif

#if W == 3
T SMALL_PURE cross(T p, T q) { return p.yzx * q.zxy - p.zxy * q.yzx; }
#elif W == 4
T SMALL_PURE cross(T p, T q) { return (T)(p.yzx * q.zxy - p.zxy * q.yzx, (E)0); }
#endif

#undef WORD
#undef ONE_BITS
#undef LEAST_BITS
#undef INFINITE_BITS
#undef LARGEST
#endif
