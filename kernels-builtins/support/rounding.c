// SPDX-License-Identifier: Apache-2.0
// Rounding to integers and remainders, for processors without SSE4.1's instructions, and what LLVM has instructions for
// but calls where it sees late that one element of a vector is enough.
#include <stdint.h>

// F is the type, U its bits, M the bits of its fraction; S the suffix of its functions.
#define DEFINE(F, U, M, S) \
  static F as_float##S(U u) { return __builtin_bit_cast(F, u); } \
  static U bits##S(F x) { return __builtin_bit_cast(U, x); } \
  static const U sign##S = (U)1 << (sizeof(U) * 8 - 1); \
  /* Numbers from 2^M on are integers, and so are infinities; adding 2^M rounds the others. */ \
  F rint##S(F x) { \
    U s = bits##S(x) & sign##S; \
    F a = as_float##S(bits##S(x) ^ s), big = (F)((U)1 << M); \
    if (!(a < big)) return x; \
    volatile F sum = a + big; \
    return as_float##S(bits##S(sum - big) | s); \
  } \
  F roundeven##S(F x) { return rint##S(x); } \
  F nearbyint##S(F x) { return rint##S(x); } \
  F trunc##S(F x) { \
    U s = bits##S(x) & sign##S; \
    F a = as_float##S(bits##S(x) ^ s), r = rint##S(a); \
    if (r > a) r -= 1; \
    return as_float##S(bits##S(r) | s); \
  } \
  F floor##S(F x) { \
    F r = rint##S(x); \
    return r > x ? as_float##S(bits##S(r - 1) | (bits##S(x) & sign##S)) : r; \
  } \
  F ceil##S(F x) { \
    F r = rint##S(x); \
    return r < x ? as_float##S(bits##S(r + 1) | (bits##S(x) & sign##S)) : r; \
  } \
  F round##S(F x) { \
    F t = trunc##S(x), rest = x - t; \
    if (rest >= (F)0.5) return t + 1; \
    if (rest <= (F)-0.5) return t - 1; \
    return t; \
  } \
  F fmax##S(F x, F y) { return x != x ? y : y > x ? y : x; } \
  F fmin##S(F x, F y) { return x != x ? y : y < x ? y : x; } \
  /* Bit by bit: exact at any distance of the exponents. */ \
  F fmod##S(F x, F y) { \
    const int top = sizeof(U) * 8 - 1 - M; \
    const U exponents = ((U)1 << top) - 1; \
    U s = bits##S(x) & sign##S, a = bits##S(x) ^ s, b = bits##S(y) & ~sign##S; \
    if (a >= exponents << M || b > exponents << M || b == 0) return (x * y) / (x * y); \
    if (a < b) return x; \
    U ea = a >> M, eb = b >> M, one = (U)1 << M; \
    U ma = ea ? (a & (one - 1)) | one : a, mb = eb ? (b & (one - 1)) | one : b; \
    /* Exponents count from 100, so that subnormal numbers, once normal, stay above zero. */ \
    for (ea = ea ? ea + 100 : 101; ma < one; ea--) ma <<= 1; \
    for (eb = eb ? eb + 100 : 101; mb < one; eb--) mb <<= 1; \
    for (; ea > eb; ea--) { \
      if (ma >= mb) ma -= mb; \
      ma <<= 1; \
    } \
    if (ma >= mb) ma -= mb; \
    if (!ma) return as_float##S(s); \
    for (; ma < one && ea > 101; ea--) ma <<= 1; \
    for (; ea < 101; ea++) ma >>= 1; \
    ea -= 100; \
    return as_float##S(s | (ma >= one ? (ma ^ one) | ea << M : ma)); \
  }

DEFINE(double, uint64_t, 52, )
DEFINE(float, uint32_t, 23, f)

// The square root is an instruction everywhere; these serve calls that LLVM leaves as calls.
double sqrt(double x) {
  __asm__("sqrtsd %1, %0" : "=x"(x) : "x"(x));
  return x;
}
float sqrtf(float x) {
  __asm__("sqrtss %1, %0" : "=x"(x) : "x"(x));
  return x;
}
