// SPDX-License-Identifier: Apache-2.0
// Integer Functions.
#ifndef BODY
#include "builtins.h"
#define BODY "integers.cl"
#include "for_integers.h"
#else

#define UE UNSIGNED_OF(E)

#if IS_SIGNED(E)
U SMALL_PURE abs(T x) { return AS(UE, __builtin_elementwise_abs(x)); }
#else
U SMALL_PURE abs(T x) { return x; }
#endif
U SMALL_PURE abs_diff(T x, T y) {
  return (U)(AS(UE, __builtin_elementwise_max(x, y)) - AS(UE, __builtin_elementwise_min(x, y)));
}
T SMALL_PURE add_sat(T x, T y) { return __builtin_elementwise_add_sat(x, y); }
T SMALL_PURE sub_sat(T x, T y) { return __builtin_elementwise_sub_sat(x, y); }
T SMALL_PURE hadd(T x, T y) { return (T)((x & y) + ((x ^ y) >> (T)1)); }
T SMALL_PURE rhadd(T x, T y) { return (T)((x | y) - ((x ^ y) >> (T)1)); }
T SMALL_PURE rotate(T x, T y) { return AS(E, __builtin_elementwise_fshl(AS(UE, x), AS(UE, x), AS(UE, y))); }
T SMALL_PURE clz(T x) { return __builtin_elementwise_clzg(x, (T)BITS(E)); }
T SMALL_PURE ctz(T x) { return __builtin_elementwise_ctzg(x, (T)BITS(E)); }
T SMALL_PURE popcount(T x) { return __builtin_elementwise_popcount(x); }

T SMALL_PURE max(T x, T y) { return __builtin_elementwise_max(x, y); }
T SMALL_PURE min(T x, T y) { return __builtin_elementwise_min(x, y); }
T SMALL_PURE clamp(T x, T low, T high) { return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high); }
#if W > 1
T SMALL_PURE max(T x, E y) { return __builtin_elementwise_max(x, (T)y); }
T SMALL_PURE min(T x, E y) { return __builtin_elementwise_min(x, (T)y); }
T SMALL_PURE clamp(T x, E low, E high) { return clamp(x, (T)low, (T)high); }
#endif

#if BITS(E) < 64
#define X WIDE(E)
T SMALL_PURE mul_hi(T x, T y) { return TO(E, (TO(X, x) * TO(X, y)) >> (VEC(X))BITS(E)); }
// a * b + c fits twice the width, but for the largest unsigned values, where it fits exactly.
T SMALL_PURE mad_sat(T a, T b, T c) {
  VEC(X) r = (VEC(X))(TO(X, a) * TO(X, b) + TO(X, c));
  r = __builtin_elementwise_min(r, (VEC(X))MAX_OF(E));
#if IS_SIGNED(E)
  r = __builtin_elementwise_max(r, (VEC(X))MIN_OF(E));
#endif
  return TO(E, r);
}
#undef X
#else
#if W == 1
#if IS_SIGNED(E)
#define X _BitInt(128)
#else
#define X unsigned _BitInt(128)
#endif
T SMALL_PURE mul_hi(T x, T y) { return (T)(((X)x * (X)y) >> 64); }
#undef X
#else
// The high half out of four products of halves; the signs are put right afterwards.
T SMALL_PURE mul_hi(T x, T y) {
  U xl = AS(ulong, x) & (U)UINT_MAX, xh = AS(ulong, x) >> (U)32;
  U yl = AS(ulong, y) & (U)UINT_MAX, yh = AS(ulong, y) >> (U)32;
  U middle = xh * yl + ((xl * yl) >> (U)32);
  U other = xl * yh + (middle & (U)UINT_MAX);
  T high = AS(E, xh * yh + (middle >> (U)32) + (other >> (U)32));
#if IS_SIGNED(E)
  high -= ((x >> (T)63) & y) + ((y >> (T)63) & x);
#endif
  return high;
}
#endif
T SMALL_PURE mad_sat(T a, T b, T c) {
  T high = mul_hi(a, b);
  U low = AS(ulong, a) * AS(ulong, b);
  U sum = low + AS(ulong, c);
#if IS_SIGNED(E)
  // 128 bits: the carry, and the sign of c extended.
  high += (c >> (T)63) + (sum < low ? (T)1 : (T)0);
  T r = AS(E, sum);
  return high == (r >> (T)63) ? r : (high < (T)0 ? (T)LONG_MIN : (T)LONG_MAX);
#else
  return ((high != (T)0) | (sum < low)) ? (T)ULONG_MAX : sum;
#endif
}
#endif
T SMALL_PURE mad_hi(T a, T b, T c) { return (T)(mul_hi(a, b) + c); }

#if BITS(E) < 64
VEC(WIDE(E)) SMALL_PURE upsample(T high, U low) {
  return (VEC(WIDE(E)))((TO(WIDE(E), high) << (VEC(WIDE(E)))BITS(E)) | TO(WIDE(E), low));
}
#endif

#if BITS(E) == 32
T SMALL_PURE mul24(T x, T y) { return ((x << (T)8) >> (T)8) * ((y << (T)8) >> (T)8); }
T SMALL_PURE mad24(T x, T y, T z) { return mul24(x, y) + z; }
#endif

#undef UE
#endif
