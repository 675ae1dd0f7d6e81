// SPDX-License-Identifier: Apache-2.0
// Common Functions.
#ifndef BODY
#include "builtins.h"
#define BODY "common.cl"
#include "for_floats.h"
#else

T SMALL_PURE max(T x, T y) { return x < y ? y : x; }
T SMALL_PURE min(T x, T y) { return y < x ? y : x; }
T SMALL_PURE clamp(T x, T low, T high) { return min(max(x, low), high); }
T SMALL_PURE degrees(T x) { return x * (T)(E)57.295779513082320876798; }
T SMALL_PURE radians(T x) { return x * (T)(E)0.017453292519943295769237; }
T SMALL_PURE mix(T x, T y, T a) { return x + (y - x) * a; }
T SMALL_PURE step(T edge, T x) { return x < edge ? (T)0 : (T)1; }
T SMALL_PURE smoothstep(T low, T high, T x) {
  T t = clamp((x - low) / (high - low), (T)0, (T)1);
  return t * t * ((T)3 - (T)2 * t);
}
T SMALL_PURE sign(T x) {
  T s = x == (T)0 ? x : __builtin_elementwise_copysign((T)1, x);
  return x != x ? (T)0 : s;
}
#if W > 1
T SMALL_PURE max(T x, E y) { return max(x, (T)y); }
T SMALL_PURE min(T x, E y) { return min(x, (T)y); }
T SMALL_PURE clamp(T x, E low, E high) { return clamp(x, (T)low, (T)high); }
T SMALL_PURE mix(T x, T y, E a) { return mix(x, y, (T)a); }
T SMALL_PURE step(E edge, T x) { return step((T)edge, x); }
T SMALL_PURE smoothstep(E low, E high, T x) { return smoothstep((T)low, (T)high, x); }
#endif

#endif
