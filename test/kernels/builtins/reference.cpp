// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>

Reference::Reference(const Format &of) : format(of) {
  for (mpfr_ptr value : {x_, y_, z_, first_, second_}) mpfr_init2(value, kBits);
  mpfr_init2(scratch_, kBits + 1);
}
Reference::~Reference() {
  for (mpfr_ptr value : {x_, y_, z_, first_, second_, scratch_}) mpfr_clear(value);
  mpfr_free_cache();
}

void Reference::evaluate(Function function, double x, double y, double z) {
  a = x, b = y, c = z;
  mpfr_set_d(x_, x, MPFR_RNDZ);
  mpfr_set_d(y_, y, MPFR_RNDZ);
  mpfr_set_d(z_, z, MPFR_RNDZ);
  mpfr_set_zero(second_, 1);
  first_exists = second_exists = true;
  mpfr_clear_flags();
  function(*this);
}

double Reference::rounded(mpfr_ptr value) {
  // Of a value that is not exact the bits after the last do not end here: one more stands for them.
  mpfr_set(scratch_, value, MPFR_RNDZ);
  if (mpfr_inexflag_p() && mpfr_regular_p(scratch_))
    mpfr_sgn(scratch_) > 0 ? mpfr_nextabove(scratch_) : mpfr_nextbelow(scratch_);
  if (&format == &kFloat) return double(mpfr_get_flt(scratch_, MPFR_RNDN));
  if (&format == &kDouble) return mpfr_get_d(scratch_, MPFR_RNDN);
  // So for the bits that a double has no room for.
  double near = mpfr_get_d(scratch_, MPFR_RNDZ);
  if (mpfr_regular_p(scratch_) && std::isfinite(near) && mpfr_cmp_d(scratch_, near) != 0)
    near = std::bit_cast<double>(std::bit_cast<uint64_t>(near) | 1);
  return double(Half(near));
}

double Reference::error(double got, mpfr_srcptr want) {
  const auto [name, digits, least, most] = format;
  if (std::isnan(got) || mpfr_nan_p(want)) return std::isnan(got) && mpfr_nan_p(want) ? 0 : INFINITY;
  if (mpfr_inf_p(want)) return std::isinf(got) && (got > 0) == (mpfr_sgn(want) > 0) ? 0 : INFINITY;
  if (mpfr_zero_p(want)) {
    if (got == 0) return std::signbit(got) == bool(mpfr_signbit(want)) ? 0 : INFINITY;
    return std::ldexp(std::fabs(got), digits - least);
  }
  const mpfr_exp_t exponent = mpfr_get_exp(want);
  const bool may_be_zero = exponent <= least - digits + 1;
  if (may_be_zero && got == 0 && std::signbit(got) != bool(mpfr_signbit(want))) return INFINITY;
  if (std::isinf(got)) {
    if (exponent > most) return (got > 0) == (mpfr_sgn(want) > 0) ? 0 : INFINITY;
    mpfr_set_si_2exp(scratch_, got > 0 ? 1 : -1, most, MPFR_RNDZ);
  } else {
    mpfr_set_d(scratch_, got, MPFR_RNDZ);
  }
  if (exponent > most) {  // the finite number is too small by at least this
    mpfr_t limit;
    mpfr_init2(limit, 2);
    mpfr_set_si_2exp(limit, mpfr_sgn(want), most, MPFR_RNDZ);
    mpfr_sub(scratch_, limit, scratch_, MPFR_RNDA);
    mpfr_clear(limit);
  } else {
    mpfr_sub(scratch_, scratch_, want, MPFR_RNDA);
  }
  mpfr_mul_2si(scratch_, scratch_, digits - std::clamp<mpfr_exp_t>(exponent, least, most), MPFR_RNDA);
  return std::fabs(mpfr_get_d(scratch_, MPFR_RNDA));
}

namespace reference {
#define OF_X(name, function)                                                                                           \
  void name(Reference &r) { function(r.first_, r.x_, MPFR_RNDZ); }
#define OF_X_Y(name, function)                                                                                         \
  void name(Reference &r) { function(r.first_, r.x_, r.y_, MPFR_RNDZ); }
#define EXACT(name, value)                                                                                             \
  void name(Reference &r) {                                                                                            \
    [[maybe_unused]] const double x = r.a, y = r.b;                                                                    \
    mpfr_set_d(r.first_, value, MPFR_RNDZ);                                                                            \
  }
OF_X(acos, mpfr_acos)
OF_X(acosh, mpfr_acosh)
OF_X(acospi, mpfr_acospi)
OF_X(asin, mpfr_asin)
OF_X(asinh, mpfr_asinh)
OF_X(asinpi, mpfr_asinpi)
OF_X(atan, mpfr_atan)
OF_X(atanh, mpfr_atanh)
OF_X(atanpi, mpfr_atanpi)
OF_X(cbrt, mpfr_cbrt)
OF_X(cos, mpfr_cos)
OF_X(cosh, mpfr_cosh)
OF_X(cospi, mpfr_cospi)
OF_X(erf, mpfr_erf)
OF_X(erfc, mpfr_erfc)
OF_X(exp, mpfr_exp)
OF_X(exp10, mpfr_exp10)
OF_X(exp2, mpfr_exp2)
OF_X(expm1, mpfr_expm1)
OF_X(log, mpfr_log)
OF_X(log10, mpfr_log10)
OF_X(log1p, mpfr_log1p)
OF_X(log2, mpfr_log2)
OF_X(sin, mpfr_sin)
OF_X(sinh, mpfr_sinh)
OF_X(sinpi, mpfr_sinpi)
OF_X(sqrt, mpfr_sqrt)
OF_X(tan, mpfr_tan)
OF_X(tanh, mpfr_tanh)
OF_X(tanpi, mpfr_tanpi)
OF_X(tgamma, mpfr_gamma)
OF_X_Y(atan2, mpfr_atan2)
OF_X_Y(atan2pi, mpfr_atan2pi)
OF_X_Y(divide, mpfr_div)
OF_X_Y(fdim, mpfr_dim)
OF_X_Y(fmod, mpfr_fmod)
OF_X_Y(hypot, mpfr_hypot)
OF_X_Y(pow, mpfr_pow)
OF_X_Y(pown, mpfr_pow)
OF_X_Y(remainder, mpfr_remainder)

// These are exact in double, and of floats are floats, of halves halves.
EXACT(ceil, std::ceil(x))
EXACT(copysign, std::copysign(x, y))
EXACT(fabs, std::fabs(x))
EXACT(floor, std::floor(x))
EXACT(logb, std::logb(x))
EXACT(rint, std::nearbyint(x))
EXACT(round, std::round(x))
EXACT(trunc, std::trunc(x))
EXACT(nextafter, &r.format == &kHalf    ? double(next(Half(x), Half(y)))
                 : &r.format == &kFloat ? double(next(float(x), float(y)))
                                        : next(x, y))
EXACT(ilogb, x == 0 ? double(INT_MIN) : std::isfinite(x) ? std::ilogb(x) : INT_MAX)

static void choose(Reference &r, double value) {
  mpfr_set_d(r.first_, value, MPFR_RNDZ);
  // Which of two zeros is open.
  if (r.a == 0 && r.b == 0) r.first_exists = false;
}
void fmax(Reference &r) { choose(r, std::fmax(r.a, r.b)); }
void fmin(Reference &r) { choose(r, std::fmin(r.a, r.b)); }
void maxmag(Reference &r) {
  const double x = std::fabs(r.a), y = std::fabs(r.b);
  choose(r, x > y ? r.a : y > x ? r.b : std::fmax(r.a, r.b));
}
void minmag(Reference &r) {
  const double x = std::fabs(r.a), y = std::fabs(r.b);
  choose(r, x < y ? r.a : y < x ? r.b : std::fmin(r.a, r.b));
}
void reciprocal(Reference &r) { mpfr_ui_div(r.first_, 1, r.x_, MPFR_RNDZ); }
void fma(Reference &r) { mpfr_fma(r.first_, r.x_, r.y_, r.z_, MPFR_RNDZ); }
void mad(Reference &r) {
  fma(r);
  // What a product that is rounded, perhaps to zero or infinity, leaves of the sum is open.
  const double sum = std::fabs(mpfr_get_d(r.first_, MPFR_RNDN));
  if (r.c == 0 || std::isinf(r.c) || sum < std::fabs(r.c)) r.first_exists = false;
}
void ldexp(Reference &r) { mpfr_mul_2si(r.first_, r.x_, long(r.b), MPFR_RNDZ); }
void rsqrt(Reference &r) {
  mpfr_rec_sqrt(r.first_, r.x_, MPFR_RNDZ);
  if (mpfr_zero_p(r.x_)) mpfr_set_inf(r.first_, mpfr_signbit(r.x_) ? -1 : 1);
}
void powr(Reference &r) {
  if (r.a < 0 || std::isnan(r.a) || std::isnan(r.b) || (r.b == 0 && (r.a == 0 || std::isinf(r.a))) ||
      (r.a == 1 && std::isinf(r.b)))
    return mpfr_set_nan(r.first_);
  mpfr_abs(r.x_, r.x_, MPFR_RNDZ);
  mpfr_pow(r.first_, r.x_, r.y_, MPFR_RNDZ);
}
void rootn(Reference &r) {
  const long n = long(r.b);
  const bool odd = n & 1;
  if (n == 0 || std::isnan(r.a) || (r.a < 0 && !odd)) return mpfr_set_nan(r.first_);
  if (r.a == 0 || std::isinf(r.a)) {
    const int sign = odd && std::signbit(r.a) ? -1 : 1;
    return (r.a == 0) == (n > 0) ? mpfr_set_zero(r.first_, sign) : mpfr_set_inf(r.first_, sign);
  }
  mpfr_rootn_si(r.first_, r.x_, n, MPFR_RNDZ);
}
void sincos(Reference &r) { mpfr_sin_cos(r.first_, r.second_, r.x_, MPFR_RNDZ); }
void fract(Reference &r) {
  // "fmin(x - floor(x), 0x1.fffffep-1f)"
  const double whole = std::floor(r.a);
  mpfr_set_d(r.second_, whole, MPFR_RNDZ);
  if (!std::isfinite(r.a))
    return mpfr_set_d(r.first_, std::isnan(r.a) ? NAN : std::copysign(0.0, r.a), MPFR_RNDZ), void();
  double part = r.a - whole;
  if (&r.format == &kFloat) part = double(float(part));
  if (&r.format == &kHalf) part = double(Half(part));
  part = std::fmin(part, 1 - std::ldexp(1, -r.format.digits));
  mpfr_set_d(r.first_, part, MPFR_RNDZ);
}
void modf(Reference &r) {
  double whole;
  mpfr_set_d(r.first_, std::modf(r.a, &whole), MPFR_RNDZ);
  mpfr_set_d(r.second_, whole, MPFR_RNDZ);
}
void frexp(Reference &r) {
  int exponent = 0;
  mpfr_set_d(r.first_, std::frexp(r.a, &exponent), MPFR_RNDZ);
  mpfr_set_si(r.second_, std::isfinite(r.a) ? exponent : 0, MPFR_RNDZ);
}
void remquo(Reference &r) {
  long quotient = 0;
  mpfr_remquo(r.first_, &quotient, r.x_, r.y_, MPFR_RNDZ);
  // "the lower seven bits of the integral quotient x/y, and gives that value the same sign as x/y"
  mpfr_set_si(r.second_, mpfr_nan_p(r.first_) ? 0 : quotient % 128, MPFR_RNDZ);
}
void lgamma(Reference &r) {
  int sign = 0;
  mpfr_lgamma(r.first_, &sign, r.x_, MPFR_RNDZ);
}
void lgamma_r(Reference &r) {
  int sign = 0;
  mpfr_lgamma(r.first_, &sign, r.x_, MPFR_RNDZ);
  // "0 in signp if x is zero or a negative integer"
  const bool pole = r.a <= 0 && std::trunc(r.a) == r.a;
  mpfr_set_si(r.second_, pole ? 0 : sign, MPFR_RNDZ);
  r.second_exists = std::isfinite(r.a);
}
}  // namespace reference
