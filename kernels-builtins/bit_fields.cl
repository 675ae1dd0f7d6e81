// SPDX-License-Identifier: Apache-2.0
// Extended Bit Operations (cl_khr_extended_bit_ops). A count of 0 and an offset of the whole width are allowed
// together.
#ifndef BODY
#include "builtins.h"
#define BODY "bit_fields.cl"
#include "for_integers.h"
#else

#define UE UNSIGNED_OF(E)
#define WITHIN(n) ((n) & (BITS(E) - 1))

T SMALL_PURE bitfield_insert(T base, T insert, uint offset, uint count) {
  UE ones = count ? (UE)((UE) ~(UE)0 >> WITHIN(BITS(E) - count)) : (UE)0;
  U mask = (U)(UE)(ones << WITHIN(offset));
  return AS(E, (U)((AS(UE, base) & ~mask) | ((AS(UE, insert) << (U)(UE)WITHIN(offset)) & mask)));
}
#define EXTRACT(name, RESULT)                                                                                          \
  VEC(RESULT) SMALL_PURE name(T base, uint offset, uint count) {                                                       \
    U top = (U)(AS(UE, base) << (U)(UE)WITHIN(BITS(E) - offset - count));                                              \
    VEC(RESULT) field = (VEC(RESULT))(AS(RESULT, top) >> (VEC(RESULT))(RESULT)WITHIN(BITS(E) - count));                \
    return count ? field : (VEC(RESULT))(RESULT)0;                                                                     \
  }
EXTRACT(bitfield_extract_signed, SIGNED_OF(E))
EXTRACT(bitfield_extract_unsigned, UE)
T SMALL_PURE bit_reverse(T x) { return __builtin_elementwise_bitreverse(x); }

#undef UE
#undef WITHIN
#undef EXTRACT
#endif
