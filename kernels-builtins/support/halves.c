// SPDX-License-Identifier: Apache-2.0
// Conversions between half and the wider types, for processors without F16C; double to half everywhere.
// A _Float16 travels in an SSE register.
#include <stdint.h>

// `a` is the magnitude's bits, with M bits of fraction and `bias` in the exponent.
static uint16_t to_half(uint64_t a, int M, int bias) {
  uint64_t infinity = (uint64_t)(2 * bias + 1) << M;
  if (a > infinity) return (uint16_t)(0x7e00 | ((a >> (M - 10)) & 0x3ff));
  int e = (int)(a >> M) - bias + 15;
  if (e >= 31) return 0x7c00;
  uint64_t m = a & (((uint64_t)1 << M) - 1);
  int shift = M - 10;
  if (e <= 0) {
    // Subnormal: the leading bit becomes explicit.
    if (e < -10) return 0;
    m |= (uint64_t)1 << M;
    shift += 1 - e;
    e = 0;
  }
  uint64_t rest = m & (((uint64_t)1 << shift) - 1), half = (uint64_t)1 << (shift - 1);
  uint64_t r = ((uint64_t)e << 10) + (m >> shift);
  // A carry out of the fraction raises the exponent, up to infinity.
  return (uint16_t)(r + (rest > half || (rest == half && (r & 1))));
}

_Float16 __truncsfhf2(float x) {
  uint32_t u = __builtin_bit_cast(uint32_t, x);
  return __builtin_bit_cast(_Float16, (uint16_t)((u >> 16 & 0x8000) | to_half(u & 0x7fffffff, 23, 127)));
}
_Float16 __truncdfhf2(double x) {
  uint64_t u = __builtin_bit_cast(uint64_t, x);
  return __builtin_bit_cast(_Float16, (uint16_t)((u >> 48 & 0x8000) | to_half(u & INT64_MAX, 52, 1023)));
}
float __extendhfsf2(_Float16 h) {
  uint16_t u = __builtin_bit_cast(uint16_t, h);
  uint32_t s = (uint32_t)(u & 0x8000) << 16, a = u & 0x7fff;
  if (a >= 0x7c00) return __builtin_bit_cast(float, s | 0x7f800000 | (a & 0x3ff) << 13);
  // Scaling by 2^112 puts the exponent right for normal and subnormal numbers alike.
  return __builtin_bit_cast(float, s | __builtin_bit_cast(uint32_t, __builtin_bit_cast(float, a << 13) * 0x1p112f));
}
double __extendhfdf2(_Float16 h) { return __extendhfsf2(h); }
// The older names, by which some code generators call the same.
uint16_t __gnu_f2h_ieee(float x) { return __builtin_bit_cast(uint16_t, __truncsfhf2(x)); }
float __gnu_h2f_ieee(uint16_t h) { return __extendhfsf2(__builtin_bit_cast(_Float16, h)); }
