// SPDX-License-Identifier: Apache-2.0
// cl_intel_bfloat16_conversions: a bfloat16 is the upper half of a float. By integers, as AVX512-BF16 takes numbers
// below the normal ones for zero.
#ifndef BODY
#include "builtins.h"
#define COUNT_1
#define COUNT_2 2
#define COUNT_3 3
#define COUNT_4 4
#define COUNT_8 8
#define COUNT_16 16
#define COUNT CAT(COUNT_, W)
#define BODY "bfloat16.cl"
#define E float
#include "for_widths.h"
#else

// Rounded to the nearest, even where two are as near. A carry may make infinity of the greatest numbers; a NaN keeps
// its sign and the upper bits of its payload, and is quiet.
VEC(ushort) SMALL_PURE CAT(CAT3(intel_convert_bfloat16, COUNT, _as_ushort), COUNT)(T x) {
  const VEC(uint) bits = AS(uint, x), high = bits >> 16;
  const VEC(uint) rounded = (bits + 0x7FFF + (high & 1)) >> 16;
  return TO(ushort, (bits & 0x7FFFFFFF) > 0x7F800000 ? high | 0x40 : rounded);
}
T SMALL_PURE CAT(CAT3(intel_convert_as_bfloat16, COUNT, _float), COUNT)(VEC(ushort) x) {
  return AS(float, TO(uint, x) << 16);
}
#endif
