// SPDX-License-Identifier: Apache-2.0
// Explicit Conversions: convert_<destination>[_sat][_<rounding>], E being the source.
#ifndef BODY
#include "builtins.h"
#define BODY "conversions.cl"
#include "for_all.h"
#else

#define NAME(D, suffix) CAT3(convert_, VEC(D), suffix)
#define FUNCTION(D, suffix) VEC(D) SMALL_PURE NAME(D, suffix)(T x)
// A condition on the source's elements, as one on the destination's.
#define COND(D, c) TO(SIGNED_OF(D), c)

// To integers.
#if IS_FLOAT(E)

// Out of range an unsaturated conversion is what C's cast is: anything.
#define PLAIN(D, mode, rounded) \
  FUNCTION(D, mode) { return TO(D, rounded); }
// A bound that the source cannot hold rounds away from the range: what lies inside still casts.
#define SATURATED(D, mode, rounded) \
  FUNCTION(D, CAT(_sat, mode)) { \
    T y = rounded; \
    VEC(D) r = TO(D, y); \
    r = COND(D, y >= (T)(E)MAX_OF(D)) ? (VEC(D))MAX_OF(D) : r; \
    r = COND(D, y <= (T)(E)MIN_OF(D)) ? (VEC(D))MIN_OF(D) : r; \
    return COND(D, y != y) ? (VEC(D))0 : r; \
  }
#define INTEGER(D) \
  PLAIN(D, , x) \
  PLAIN(D, _rtz, x) \
  PLAIN(D, _rte, __builtin_elementwise_roundeven(x)) \
  PLAIN(D, _rtp, __builtin_elementwise_ceil(x)) \
  PLAIN(D, _rtn, __builtin_elementwise_floor(x)) \
  SATURATED(D, , x) \
  SATURATED(D, _rtz, x) \
  SATURATED(D, _rte, __builtin_elementwise_roundeven(x)) \
  SATURATED(D, _rtp, __builtin_elementwise_ceil(x)) \
  SATURATED(D, _rtn, __builtin_elementwise_floor(x))
FOR_INTEGERS(INTEGER)
#undef PLAIN
#undef SATURATED

#else

#define LOWEST(D) \
  (!IS_SIGNED(E) || !IS_SIGNED(D) ? 0 : (long)MIN_OF(D) > (long)MIN_OF(E) ? (long)MIN_OF(D) : (long)MIN_OF(E))
#define HIGHEST(D) ((ulong)MAX_OF(D) < (ulong)MAX_OF(E) ? (ulong)MAX_OF(D) : (ulong)MAX_OF(E))
#define MODE(D, mode) \
  FUNCTION(D, mode) { return TO(D, x); } \
  FUNCTION(D, CAT(_sat, mode)) { \
    return TO(D, __builtin_elementwise_min(__builtin_elementwise_max(x, (T)(E)LOWEST(D)), (T)(E)HIGHEST(D))); \
  }
#define INTEGER(D) MODE(D, ) MODE(D, _rte) MODE(D, _rtz) MODE(D, _rtp) MODE(D, _rtn)
FOR_INTEGERS(INTEGER)
#undef MODE
#undef LOWEST
#undef HIGHEST

#endif
#undef INTEGER

// To floating point. DIRECTED rounds to nearest, asks whether that went too far up or down, and then
// goes back one step: adding to the bits of a number moves it away from zero.
#define NEAREST(D, mode) \
  FUNCTION(D, mode) { return TO(D, x); }
#define STEP(D, y, condition, step) \
  AS(D, (VEC(SIGNED_OF(D)))(AS(SIGNED_OF(D), y) + \
                            (COND(D, condition) ? (VEC(SIGNED_OF(D)))(step) : (VEC(SIGNED_OF(D)))0)))
#define SIGN_STEP(D, y) (AS(SIGNED_OF(D), y) < (VEC(SIGNED_OF(D)))0 ? (VEC(SIGNED_OF(D)))1 : (VEC(SIGNED_OF(D)))-1)
#define DIRECTED(D) \
  FUNCTION(D, _rtn) { \
    VEC(D) y = TO(D, x); \
    return STEP(D, y, TOO_HIGH(D, y), SIGN_STEP(D, y)); \
  } \
  FUNCTION(D, _rtp) { \
    VEC(D) y = TO(D, x); \
    return STEP(D, y, TOO_LOW(D, y), -SIGN_STEP(D, y)); \
  } \
  FUNCTION(D, _rtz) { \
    VEC(D) y = TO(D, x); \
    return STEP(D, y, TOO_FAR(D, y), -1); \
  }
#define EXACT(D) NEAREST(D, ) NEAREST(D, _rte) NEAREST(D, _rtz) NEAREST(D, _rtp) NEAREST(D, _rtn)
#define ROUNDED(D) NEAREST(D, ) NEAREST(D, _rte) DIRECTED(D)

#if IS_FLOAT(E)
#define TOO_HIGH(D, y) (TO(E, y) > x)
#define TOO_LOW(D, y) (TO(E, y) < x)
#define TOO_FAR(D, y) (__builtin_elementwise_abs(TO(E, y)) > __builtin_elementwise_abs(x))
#else
// y - x in double, exactly: y is x rounded, or infinite.
#if BITS(E) == 64
#define EXCESS(y) \
  (TO(double, y) - TO(double, x >> (T)32) * (VEC(double))0x1p32 - TO(double, x & (T)UINT_MAX))
#else
#define EXCESS(y) (TO(double, y) - TO(double, x))
#endif
// A double's comparison is wider than E's.
#define OF_DOUBLE(c) TO(SIGNED_OF(E), c)
#define TOO_HIGH(D, y) OF_DOUBLE(EXCESS(y) > (VEC(double))0)
#define TOO_LOW(D, y) OF_DOUBLE(EXCESS(y) < (VEC(double))0)
#define TOO_FAR(D, y) (((x < (T)0) & TOO_LOW(D, y)) | ((x > (T)0) & TOO_HIGH(D, y)))
#endif

#if BITS(E) > 8 && (!IS_FLOAT(E) || BITS(E) > 16)
ROUNDED(half)
#else
EXACT(half)
#endif
#if BITS(E) > 16 && (!IS_FLOAT(E) || BITS(E) > 32)
ROUNDED(float)
#else
EXACT(float)
#endif
#if BITS(E) > 32 && !IS_FLOAT(E)
ROUNDED(double)
#else
EXACT(double)
#endif

#undef NAME
#undef FUNCTION
#undef COND
#undef NEAREST
#undef STEP
#undef SIGN_STEP
#undef DIRECTED
#undef EXACT
#undef ROUNDED
#undef TOO_HIGH
#undef TOO_LOW
#undef TOO_FAR
#undef OF_DOUBLE
#undef EXCESS
#endif
