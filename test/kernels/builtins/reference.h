// SPDX-License-Identifier: Apache-2.0
// What the math functions should give, by MPFR, at arguments of half, float or double.
#pragma once
#include <mpfr.h>

#include "format.h"

// The arguments and results of one thread. Everything is rounded towards zero, as the test makes of that the right
// rounding of a result to its type.
class Reference {
 public:
  static constexpr mpfr_prec_t kBits = 120;
  explicit Reference(const Format &format);
  ~Reference();
  Reference(const Reference &) = delete;

  using Function = void (*)(Reference &);
  // first() and second() of the function's arguments; integers as doubles.
  void evaluate(Function function, double x, double y, double z);
  // The value nearest to first(), of the type.
  double rounded() { return rounded(first_); }
  double rounded_second() { return rounded(second_); }
  // How far `got` is from first() or second(): in units of the last place of the true value. One infinity that should
  // be finite counts as the power of two behind the largest number, and the other way round.
  double error(double got) { return error(got, first_); }
  double error_of_second(double got) { return error(got, second_); }
  mpfr_srcptr first() const { return first_; }

  const Format &format;
  double a = 0, b = 0, c = 0;        // the arguments
  mpfr_t x_, y_, z_;                 // and as MPFR has them
  mpfr_t first_, second_;            // the results
  bool first_exists, second_exists;  // false: the specification leaves it open, the zero's sign too

 private:
  double rounded(mpfr_ptr value);
  double error(double got, mpfr_srcptr want);
  mpfr_t scratch_;
};

namespace reference {
#define DECLARE(name, h, f, d, function, ...) void function(Reference &);
#define UNARY DECLARE
#define BINARY DECLARE
#define TERNARY DECLARE
#define POWER DECLARE
#define WITH_INT DECLARE
#define POWER_INT DECLARE
#define TO_INT DECLARE
#define AND_SECOND DECLARE
#define AND_INT DECLARE
#define AND_QUOTIENT DECLARE
#define FLOAT_UNARY(...)
#define FLOAT_BINARY(...)
#define FLOAT_POWER(...)
#include "math.def"
#undef DECLARE
}  // namespace reference
