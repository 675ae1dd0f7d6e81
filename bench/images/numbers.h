// SPDX-License-Identifier: Apache-2.0
// What the tasks in C++ (picture.h) compute with: `Exact`, one pixel in double, is what results are compared with;
// `Lanes`, neighbouring pixels of a row, is the code by hand that speeds are compared with.
#pragma once
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include <bit>
#include <cstdint>
#include <cstring>

struct Exact {
  using F = double;
  using I = int;
  static constexpr int kLanes = 1;
};
struct Lanes {
  static constexpr int kLanes = 16;
  using F = float __attribute__((ext_vector_type(kLanes)));
  using I = int32_t __attribute__((ext_vector_type(kLanes)));
  using Half = _Float16 __attribute__((ext_vector_type(kLanes)));
  using Short = uint16_t __attribute__((ext_vector_type(kLanes)));
  using Byte = uint8_t __attribute__((ext_vector_type(kLanes)));
};

// Four channels.
template <class N> struct Four {
  typename N::F x, y, z, w;
  friend Four operator+(Four a, Four b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
  friend Four operator*(Four a, typename N::F b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
};

inline int to_int(double x) { return int(x); }
inline Lanes::I to_int(Lanes::F x) { return __builtin_convertvector(x, Lanes::I); }
inline double to_float(int x) { return x; }
inline Lanes::F to_float(Lanes::I x) { return __builtin_convertvector(x, Lanes::F); }
template <class F> F floor(F x) { return __builtin_elementwise_floor(x); }
template <class F> F clamped(F x, F low, F high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);
}
inline bool any(bool truth) { return truth; }
inline bool any(Lanes::I truths) { return __builtin_reduce_or(truths) != 0; }
inline int first(int x) { return x; }
inline int first(Lanes::I x) { return x[0]; }
// x, x + 1 and so on.
template <class N> typename N::I from(int x) {
  if constexpr (N::kLanes == 1) {
    return x;
  } else {
    typename N::I all;
    for (int lane = 0; lane < N::kLanes; ++lane) all[lane] = x + lane;
    return all;
  }
}

// Bits as numbers: of 32-bit integers, of float, and of half in the low bits.
inline double integer_of(int bits) { return uint32_t(bits); }
inline Lanes::F integer_of(Lanes::I bits) { return std::bit_cast<Lanes::F>(bits); }
inline double float_of(int bits) { return std::bit_cast<float>(bits); }
inline Lanes::F float_of(Lanes::I bits) { return std::bit_cast<Lanes::F>(bits); }
inline double half_of(int bits) { return double(std::bit_cast<_Float16>(uint16_t(bits))); }
inline Lanes::F half_of(Lanes::I bits) {
  return __builtin_convertvector(std::bit_cast<Lanes::Half>(__builtin_convertvector(bits, Lanes::Short)), Lanes::F);
}

// The 32 bits `at` bytes behind p.
inline int word(const uint8_t *p, int at) {
  int bits;
  std::memcpy(&bits, p + at, sizeof bits);
  return bits;
}
inline Lanes::I word(const uint8_t *p, Lanes::I at) {
#ifdef __AVX512F__
  return std::bit_cast<Lanes::I>(_mm512_i32gather_epi32(std::bit_cast<__m512i>(at), p, 1));
#else
  Lanes::I all;
  for (int lane = 0; lane < Lanes::kLanes; ++lane) all[lane] = word(p, at[lane]);
  return all;
#endif
}
// By aligned words, which do not end behind the memory.
template <class I> I byte(const uint8_t *p, I at) { return word(p, at & ~3) >> ((at & 3) * 8) & 255; }

template <class T> T loaded(const uint8_t *p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}
template <class T> void stored(uint8_t *p, T value) { std::memcpy(p, &value, sizeof value); }
