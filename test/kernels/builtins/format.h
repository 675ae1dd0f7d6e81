// SPDX-License-Identifier: Apache-2.0
// The formats of OpenCL C's floating-point numbers.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

using Half = _Float16;

// The standard library knows nothing of _Float16.
template <class F> struct Limits : std::numeric_limits<F> {};
template <> struct Limits<Half> {
  static constexpr int digits = 11, min_exponent = -13, max_exponent = 16;
  static Half min() { return Half(0x1p-14); }
  static Half max() { return Half(65504); }
  static Half denorm_min() { return Half(0x1p-24); }
  static Half infinity() { return Half(INFINITY); }
  static Half quiet_NaN() { return Half(NAN); }
};

template <class F> F next(F x, F y) { return std::nextafter(x, y); }
template <> inline Half next(Half x, Half y) {
  if (x != x || y != y) return Limits<Half>::quiet_NaN();
  if (x == y) return y;
  if (x == 0) return y > 0 ? Limits<Half>::denorm_min() : -Limits<Half>::denorm_min();
  const auto bits = std::bit_cast<uint16_t>(x);
  return std::bit_cast<Half>(uint16_t((x < y) == (x > 0) ? bits + 1 : bits - 1));
}

struct Format {
  const char *name;
  int digits, least, most;  // of exponents, as std::numeric_limits has them
};
template <class F> constexpr Format format_of(const char *name) {
  return {name, Limits<F>::digits, Limits<F>::min_exponent, Limits<F>::max_exponent};
}
inline constexpr Format kHalf = format_of<Half>("half"), kFloat = format_of<float>("float"),
                        kDouble = format_of<double>("double");
