// SPDX-License-Identifier: Apache-2.0
// Conversions and integer functions, compiled for the host, against exact arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#pragma STDC FENV_ACCESS ON

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using half = _Float16;

extern "C" {
#define DECLARE(function, R, T) void function(long, R *, const T *, const T *, const T *);
#define MODE(D, S, mode) DECLARE(convert_##D##mode##_##S, D, S) DECLARE(convert_##D##4##mode##_##S, D, S)
#define CONVERSION(D, S) MODE(D, S, ) MODE(D, S, _rte) MODE(D, S, _rtz) MODE(D, S, _rtp) MODE(D, S, _rtn)
#define SATURATED(D, S)                                                                                                \
  MODE(D, S, _sat) MODE(D, S, _sat_rte) MODE(D, S, _sat_rtz) MODE(D, S, _sat_rtp) MODE(D, S, _sat_rtn)
#define UNARY(name, T) DECLARE(name##_##T, T, T) DECLARE(name##4_##T, T, T)
#define BINARY UNARY
#define TERNARY UNARY
#include "convert.def"
#undef MODE
#undef CONVERSION
#undef SATURATED
#undef UNARY
#undef BINARY
#undef TERNARY
}

namespace {

using Wide = __int128;
using Real = long double;  // 64 bits of fraction hold every value of every type

template <class T> constexpr bool is_float = std::is_floating_point_v<T> || std::is_same_v<T, half>;
template <class T> constexpr bool is_unsigned = !is_float<T> && T(-1) > T(0);
template <class T> constexpr Real lowest() { return is_unsigned<T> ? 0 : -std::ldexp(Real(1), sizeof(T) * 8 - 1); }
template <class T> constexpr Real highest() { return std::ldexp(Real(1), sizeof(T) * 8 - !is_unsigned<T>) - 1; }

template <class T> std::vector<T> samples() {
  std::vector<T> v;
  std::mt19937_64 random(3);
  if constexpr (is_float<T>) {
    for (double x : {0.0,          0.25,         0.5,          0.75,         1.0,     1.5,     2.5,     126.5,
                     127.0,        127.5,        128.0,        254.5,        255.0,   255.5,   256.0,   32767.0,
                     32767.5,      32768.0,      65503.0,      65504.0,      65519.0, 65520.0, 65535.0, 65536.0,
                     2147483647.0, 2147483648.0, 4294967295.0, 4294967296.0, 0x1p63,  0x1p64,  0x1p-24, 0x1p-25,
                     0x1.8p-25,    0x1p-149,     0x1p-150,     3e38,         3.5e38,  1e300,   HUGE_VAL})
      for (double y : {x, std::nextafter(x, 0.0), std::nextafter(x, HUGE_VAL)}) v.push_back(T(y)), v.push_back(T(-y));
    v.push_back(T(NAN));
    for (int i = 0; i < 2000; i++) v.push_back(T(std::ldexp(double(random() >> 11), int(random() % 80) - 62)));
    for (int i = 0; i < 2000; i++) v.push_back(T(-std::ldexp(double(random() >> 11), int(random() % 80) - 82)));
  } else {
    for (int shift = 0; shift < int(sizeof(T) * 8); shift++)
      for (int d = -2; d <= 2; d++) v.push_back(T((ulong(1) << shift) + d)), v.push_back(T(-(ulong(1) << shift) + d));
    for (int i = 0; i < 3000; i++) v.push_back(T(random() >> (random() % 64)));
  }
  while (v.size() % 4) v.push_back(T(1));
  return v;
}

enum Rounding { to_nearest, to_zero, up, down };
Real rounded(Real x, Rounding mode) {
  return mode == to_nearest ? std::nearbyint(x)
         : mode == to_zero  ? std::trunc(x)
         : mode == up       ? std::ceil(x)
                            : std::floor(x);
}
// Rounds to `digits` bits, or fewer below the smallest normal number; beyond the range as the mode says.
template <class D> Real rounded_to_float(Real x, Rounding mode) {
  constexpr int digits = sizeof(D) == 2   ? 11
                         : sizeof(D) == 4 ? 24
                                          : 53,
                top = sizeof(D) == 2   ? 16
                      : sizeof(D) == 4 ? 128
                                       : 1024;
  if (x == 0 || !std::isfinite(x)) return x;
  int unit = std::max(std::ilogb(x) - digits + 1, 3 - top - digits);
  Real r = std::ldexp(rounded(std::ldexp(x, -unit), mode), unit);
  Real largest = std::ldexp(Real(2) - std::ldexp(Real(1), 1 - digits), top - 1);
  if (std::fabs(r) > largest) {
    bool outwards = mode == to_nearest || (mode == up) == (r > 0);
    if (mode == to_zero) outwards = false;
    r = std::copysign(outwards ? INFINITY : largest, r);
  }
  return r;
}

template <class D, class S>
void check(const char *name, void (*scalar)(long, D *, const S *, const S *, const S *),
           void (*vector)(long, D *, const S *, const S *, const S *), Rounding mode, bool saturated) {
  auto in = samples<S>();
  if (!saturated && !is_float<D> && is_float<S>)
    std::erase_if(in, [&](S x) {
      Real r = rounded(Real(x), mode);
      return !(r >= lowest<D>() && r <= highest<D>());
    });
  while (in.size() % 4) in.push_back(S(1));
  std::vector<D> out(in.size()), wide(in.size());
  scalar(long(in.size()), out.data(), in.data(), nullptr, nullptr);
  vector(long(in.size() / 4), wide.data(), in.data(), nullptr, nullptr);
  for (size_t i = 0; i < in.size(); i++) {
    D want;
    if constexpr (is_float<D>) {
      want = D(rounded_to_float<D>(Real(in[i]), mode));
    } else if constexpr (is_float<S>) {
      Real r = rounded(Real(in[i]), mode);
      want = std::isnan(r) ? D(0) : r <= lowest<D>() ? D(lowest<D>()) : r >= highest<D>() ? D(highest<D>()) : D(r);
    } else {
      Wide w = in[i];
      if (saturated) w = w < Wide(lowest<D>()) ? Wide(lowest<D>()) : w > Wide(highest<D>()) ? Wide(highest<D>()) : w;
      want = D(w);
    }
    bool same = (out[i] == want && wide[i] == want) || (want != want && out[i] != out[i] && wide[i] != wide[i]);
    ASSERT_TRUE(same) << name << "(" << double(in[i]) << ") is " << double(out[i]) << " and " << double(wide[i])
                      << ", not " << double(want);
  }
}
#define ONE(D, S, mode, rounding, sat)                                                                                 \
  check<D, S>("convert_" #D #mode " of " #S, convert_##D##mode##_##S, convert_##D##4##mode##_##S, rounding, sat);
#define MODES(D, S, sat, saturated)                                                                                    \
  ONE(D, S, sat, (is_float<D> ? to_nearest : to_zero), saturated)                                                      \
  ONE(D, S, sat##_rte, to_nearest, saturated)                                                                          \
  ONE(D, S, sat##_rtz, to_zero, saturated) ONE(D, S, sat##_rtp, up, saturated) ONE(D, S, sat##_rtn, down, saturated)
#define CONVERSION(D, S)                                                                                               \
  TEST(Convert, S##_to_##D) { MODES(D, S, , false) }
#define SATURATED(D, S)                                                                                                \
  TEST(Convert, S##_to_##D##_sat) { MODES(D, S, _sat, true) }

template <class T> struct Reference {
  static constexpr int bits = sizeof(T) * 8;
  using U = std::make_unsigned_t<T>;
  static T clamp(Wide w) {
    return w < Wide(std::numeric_limits<T>::min())   ? std::numeric_limits<T>::min()
           : w > Wide(std::numeric_limits<T>::max()) ? std::numeric_limits<T>::max()
                                                     : T(w);
  }
  static Wide product(T a, T b) { return is_unsigned<T> ? Wide((unsigned __int128)a * b) : Wide(a) * b; }
  static T mul_hi(T a, T b, T) { return T(product(a, b) >> bits); }
  static T mad_hi(T a, T b, T c) { return T(U(mul_hi(a, b, 0)) + U(c)); }
  static T mad_sat(T a, T b, T c) {
    if (is_unsigned<T>) {
      unsigned __int128 p = (unsigned __int128)a * b + c;
      return p > std::numeric_limits<T>::max() ? std::numeric_limits<T>::max() : T(p);
    }
    return clamp(product(a, b) + c);
  }
  static T add_sat(T a, T b, T) { return clamp(Wide(a) + b); }
  static T sub_sat(T a, T b, T) { return clamp(Wide(a) - b); }
  static T hadd(T a, T b, T) { return T((Wide(a) + b) >> 1); }
  static T rhadd(T a, T b, T) { return T((Wide(a) + b + 1) >> 1); }
  static T rotate(T a, T b, T) { return T(std::rotl(U(a), int(U(b) % bits))); }
  static T clz(T a, T, T) { return T(std::countl_zero(U(a))); }
  static T ctz(T a, T, T) { return T(std::countr_zero(U(a))); }
  static T popcount(T a, T, T) { return T(std::popcount(U(a))); }
};
template <class T>
void check_integers(const char *name, void (*scalar)(long, T *, const T *, const T *, const T *),
                    void (*vector)(long, T *, const T *, const T *, const T *), T (*reference)(T, T, T)) {
  auto a = samples<T>(), b = a, c = a;
  std::mt19937 random(5);
  std::shuffle(b.begin(), b.end(), random);
  std::shuffle(c.begin(), c.end(), random);
  std::vector<T> out(a.size()), wide(a.size());
  scalar(long(a.size()), out.data(), a.data(), b.data(), c.data());
  vector(long(a.size() / 4), wide.data(), a.data(), b.data(), c.data());
  for (size_t i = 0; i < a.size(); i++) {
    T want = reference(a[i], b[i], c[i]);
    ASSERT_EQ(out[i], want) << name << "(" << +a[i] << ", " << +b[i] << ", " << +c[i] << ")";
    ASSERT_EQ(wide[i], want) << name << "4(" << +a[i] << ", " << +b[i] << ", " << +c[i] << ")";
  }
}
#define UNARY(name, T)                                                                                                 \
  TEST(Integer, name##_##T) { check_integers<T>(#name, name##_##T, name##4_##T, Reference<T>::name); }
#define BINARY UNARY
#define TERNARY UNARY
#include "convert.def"

}  // namespace
