// SPDX-License-Identifier: Apache-2.0
#include "points.h"

#include <algorithm>
#include <climits>
#include <random>

namespace {

template <class F>
using Bits = std::conditional_t<sizeof(F) == 2, uint16_t, std::conditional_t<sizeof(F) == 4, uint32_t, uint64_t>>;
template <class F> F from_bits(uint64_t bits) { return std::bit_cast<F>(static_cast<Bits<F>>(bits)); }

// Where functions take another branch, and numbers are of another kind; special_values() adds their inverses.
constexpr double kSpecial[] = {1e-20,
                               1e-9,
                               1e-8,
                               1e-5,
                               0.1,
                               0.25,
                               0.3,
                               0.75,
                               1.25,
                               1.5,
                               2.5,
                               4.,
                               5.,
                               5.5,
                               8.,
                               10.,
                               33.,
                               33.5,
                               127.,
                               128.,
                               149.,
                               150.,
                               170.,
                               171.,
                               172.,
                               709.,
                               710.,
                               745.,
                               746.,
                               1022.,
                               1023.,
                               1024.,
                               1074.,
                               1075.,
                               1e10,
                               1e15,
                               1e22,
                               88.72,
                               88.73,
                               103.97,
                               103.98,
                               38.53,
                               38.54,
                               44.85,
                               45.15,
                               308.25,
                               308.26,
                               323.6,
                               89.4,
                               89.42,
                               710.47,
                               3.5,
                               26.,
                               26.5,
                               27.2,
                               28.,
                               4194303.5,
                               4194304.5,
                               16777215.,
                               8388607.5,
                               2097151.75,
                               131072.,
                               131073.,
                               0x1p51,
                               0x1p52,
                               0x1p53,
                               0x1.fffffffffffffp52,
                               0x1p63,
                               0x1p100,
                               0x1p500,
                               0x1p1000,
                               0.41421356237309503,
                               0.70710678118654752,
                               1.4142135623730951,
                               0.78539816339744831,
                               1.5707963267948966,
                               2.3561944901923449,
                               3.1415926535897931,
                               4.7123889803846897,
                               6.2831853071795862,
                               1e5,
                               6381956970095103. * 0x1p797,
                               2.718281828459045};

// The numbers at which functions are tested, their neighbours and negatives. `few`: for pairs.
template <class F> std::vector<double> special_values(bool few) {
  using L = Limits<F>;
  std::vector<F> v{
      F(0), L::denorm_min(), F(L::min() / 3), next(L::min(), F(0)), L::min(), F(1e-30), F(.5),        F(1), F(2), F(3),
      F(7), F(100),          F(8388609),      F(16777217),          F(1e30),  L::max(), L::infinity()};
  if (!few)
    for (double x : kSpecial) v.push_back(F(x)), v.push_back(F(1 / x));
  const size_t plain = v.size();
  for (size_t i = 0; i < plain; ++i)
    if (!few || (v[i] >= F(.5) && v[i] <= F(3))) {
      v.push_back(next(v[i], L::infinity()));
      v.push_back(next(v[i], F(0)));
    }
  for (size_t i = v.size(); i-- > 0;) v.push_back(-v[i]);
  v.push_back(L::quiet_NaN());
  return {v.begin(), v.end()};
}

constexpr int kIntegers[] = {0,     1,     -1,    2,        -2,        3,       -3,          4,       5,
                             7,     -8,    10,    31,       127,       -126,    -149,        -150,    254,
                             255,   -300,  1023,  -1022,    -1074,     -1075,   2046,        2047,    -2098,
                             -2099, 99999, 65537, 16777217, -16777217, INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1};

template <class F> class Generator {
 public:
  Generator(Kind kind, long count, const std::vector<double> &ranges, bool only)
      : kind_(kind), count_(count), ranges_(ranges), only_(only) {}

  Points make() {
    if (sizeof(F) == 2 && kind_ == Kind::unary) {
      for (unsigned bits = 0; bits < 65536; ++bits) add(double(from_bits<F>(bits)));
      return std::move(points_);
    }
    special();
    const double step = std::ldexp(1.0, sizeof(F) * 8) / double(count_);
    for (long i = 0; i < count_; ++i) {
      const F strided = from_bits<F>(uint64_t(double(i) * step) + random_() % std::max<uint64_t>(1, uint64_t(step)));
      const F x = i % 2 ? F(in_range(i / 2)) : strided;
      switch (kind_) {
      case Kind::unary: add(x); break;
      case Kind::with_int: add(x, integer()); break;
      case Kind::power: add(x, i % 4 == 3 ? F(in_range(i / 4)) : exponent_for(x)); break;
      case Kind::power_int: add(x, power_integer(x, i / 2)); break;
      case Kind::binary:
      case Kind::ternary: {
        const F y = i % 2   ? F(in_range(i / 2))
                    : i % 4 ? from_bits<F>(random_())
                    : i % 8 ? F(x * F(std::exp2(20 * symmetric())))
                            : F(x + x * F(symmetric() * std::exp2(-30 * uniform())));
        if (kind_ == Kind::binary) {
          add(x, y);
          break;
        }
        // Where the sum cancels; and where it does not.
        const F near = F(-x * y * F(1 + symmetric() * std::exp2(-60 * uniform())));
        add(x, y, i % 3 ? near : i % 2 ? F(in_range(i / 2)) : from_bits<F>(random_()));
      }
      }
    }
    return std::move(points_);
  }

 private:
  void special() {
    const auto values = special_values<F>(kind_ != Kind::unary);
    for (double x : values) {
      if (kind_ == Kind::unary) {
        add(x);
      } else if (kind_ == Kind::with_int || kind_ == Kind::power_int) {
        for (int n : kIntegers) add(x, n);
      } else {
        for (double y : values)
          if (kind_ == Kind::ternary)
            for (double z : {0., -0., 1., -double(F(x) * F(y)), double(INFINITY), -double(INFINITY), double(NAN)})
              add(x, y, double(F(z)));
          else
            add(x, y);
      }
    }
  }
  void add(double x, double y = 0, double z = 0) {
    if (only_) {
      auto inside = [&](double value) {
        for (size_t i = 0; i < ranges_.size(); i += 2)
          if (value >= ranges_[i] && value <= ranges_[i + 1]) return true;
        return false;
      };
      if (!inside(x) || (kind_ != Kind::unary && !inside(y))) return;
    }
    points_.a.push_back(x), points_.b.push_back(y), points_.c.push_back(z);
  }
  double uniform() { return std::ldexp(double(random_() >> 11), -53); }
  double symmetric() { return 2 * uniform() - 1; }
  double in_range(long turn) {
    const size_t at = size_t(turn) % (ranges_.size() / 2) * 2;
    return ranges_[at] + (ranges_[at + 1] - ranges_[at]) * uniform();
  }
  int integer() {
    const int bits = int(random_() % 32), value = int(uint32_t(random_()) >> bits);
    return random_() % 2 ? value : value == INT_MIN ? INT_MAX : -value;
  }
  // x^y is anywhere between underflow and overflow, and a little beyond.
  F exponent_for(F x) {
    const double l = std::log2(std::fabs(double(x)));
    if (!std::isfinite(l) || l == 0) return F(in_range(1));
    return F(symmetric() * Limits<F>::max_exponent * 1.1 / l);
  }
  int power_integer(F x, long turn) {
    switch (turn % 3) {
    case 0: return integer();
    case 1: return int(random_() % 60) - 30;
    default: return int(std::clamp(double(exponent_for(x)), -2e9, 2e9));
    }
  }

  Kind kind_;
  long count_;
  const std::vector<double> &ranges_;
  bool only_;
  Points points_;
  std::mt19937_64 random_{7};
};

}  // namespace

Points make_points(Kind kind, const Format &format, long count, const std::vector<double> &ranges, bool only) {
  return &format == &kHalf    ? Generator<Half>(kind, count, ranges, only).make()
         : &format == &kFloat ? Generator<float>(kind, count, ranges, only).make()
                              : Generator<double>(kind, count, ranges, only).make();
}
