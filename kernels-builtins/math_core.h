// SPDX-License-Identifier: Apache-2.0
// What the double functions share; included in the double part of a body, for T of doubles.
// Numbers of more than double precision travel as a sum h + l, l being below h's last bit. The exponent is added to a
// result's bits; where it leaves the range of normal numbers a rare branch scales in two steps.

#define MAGIC 0x1.8p52  // adding it rounds to an integer, which stands in the sum's low bits
#define TINY_TWO 0x1p-1022

#include "math_common.h"
static T SMALL_PURE nearest(T x) { return __builtin_elementwise_rint(x); }
// 2^k for normal results.
static T SMALL_PURE power_of_two(I k) { return AS(double, (k + 1023) << 52); }
// The integer in the low bits of a sum with MAGIC.
static I SMALL_PURE low_bits(T sum) { return AS(long, sum) - AS(long, (T)MAGIC); }
// y * 2^n for normal results, n being the low bits.
static T SMALL_PURE shifted(T y, I n) { return AS(double, AS(long, y) + (n << 52)); }
// y * 2^n for n in [-2044, 2046].
static T SMALL_PURE scaled(T y, I n) {
  I half_n = n >> 1;
  return y * power_of_two(half_n) * power_of_two(n - half_n);
}

// x is 0, subnormal, negative, infinite or NaN.
#undef NOT_NORMAL
#define NOT_NORMAL(x) ((U)(AS(ulong, x) - 0x0010000000000000) >= (U)0x7fe0000000000000)

// Where x = m * 2^k, sqrt(1/2) <= m < sqrt(2), for positive normal x: k + 1023 over the bits of m - sqrt(1/2).
static I SMALL_PURE split_bits(T x) { return AS(long, x) + (AS(long, (T)1.0) - AS(long, (T)M_SQRT1_2)); }
static I SMALL_PURE biased_exponent(T x) { return AS(long, AS(ulong, split_bits(x)) >> 52); }
#define EXPONENT_BIAS (0x1p52 + 1023)
// m, and k as a double: by way of its bits, as no instruction converts vectors of long before AVX-512.
static T SMALL split_normal(T x, T bias, __private T *k) {
  *k = AS(double, biased_exponent(x) | AS(long, (T)0x1p52)) - bias;
  return AS(double, (split_bits(x) & 0xfffffffffffff) + AS(long, (T)M_SQRT1_2));
}
// For subnormal x too.
static T SMALL split_exponent(T x, B not_normal, __private T *k) {
  T bias = (T)EXPONENT_BIAS;
  if (__builtin_expect(some(not_normal), 0)) {
    B small = x < TINY_TWO;
    x = small ? x * 0x1p54 : x;
    bias = small ? bias + 54.0 : bias;
  }
  return split_normal(x, bias, k);
}

#define LN2_HIGH 0x1.62e42fefa3800p-1  // times any exponent is exact
#define LN2_LOW 0x1.ef35793c76730p-45

// log(m * 2^k) for f = m - 1 in [sqrt(1/2) - 1, sqrt(2) - 1].
static T SMALL_PURE log_of(T f, T k) {
  T s = f / (f + 2.0), z = s * s, half_square = f * f * 0.5;
  T rest = z * POLYNOMIAL(z, kLog);
  return k * LN2_HIGH - ((half_square - (s * (half_square + rest) + k * LN2_LOW)) - f);
}

// f - log(1 + f)
static T SMALL_PURE log_rest(T f) {
  T s = f / (f + 2.0), z = s * s, half_square = f * f * 0.5;
  return half_square - s * (half_square + z * POLYNOMIAL(z, kLog));
}

// log(x) to some 68 bits, for positive finite x.
static T SMALL log_wide(T x, __private T *low) {
  T k, m = split_exponent(x, NOT_NORMAL(x), &k);
  T f = m - 1.0, d = m + 1.0, d_low = m - (d - 1.0);
  T s = f / d, s_low = (fused(-s, d, f) - s * d_low) / d, z = s * s;
  T a = k * LN2_HIGH, b = s * 2.0;
  T h = a + b, t = h - a;
  T l = (a - (h - t)) + (b - t);
  l += s_low * 2.0 + s * (z * POLYNOMIAL(z, kLog)) + k * LN2_LOW;
  T r = h + l;
  *low = l - (r - h);
  return r;
}

// log2(x) = the result + *low to some 62 bits, low below the result's 9th, for positive finite x. m is brought within
// [0.87, 1.13], where the series' first term is all that must be exact.
static T SMALL log2_wide(T x, B not_normal, __private T *low) {
  T k, m = split_exponent(x, not_normal, &k), f = m - 1.0;
  B up = f > 0.13, down = f < -0.13;
  // m / 4 more or less is exact, and so is the sum.
  f += m * (up ? (T)-0.25 : down ? (T)0.25 : (T)0.0);
  T base = k + (up ? (T)0x1.a8ff97181p-2 : down ? (T)-0x1.49a784bcd2p-2 : (T)0.0);
  T base_low = up ? (T)0x1.4bc302ffa76fbp-43 : down ? (T)0x1.1d406db502403p-44 : (T)0.0;
  T d = f + 2.0, d_low = f - (d - 2.0), inverse = 1.0 / d;
  T s = f * inverse, s_low = (fused(-s, d, f) - s * d_low) * inverse, z = s * s;
  // 2 / ln(2) = 0x1.71547652b82fep+1 + 0x1.777d0ffda0d24p-55
  T h = s * 0x1.71547652b82fep+1, l = fused(s, (T)0x1.71547652b82fep+1, -h);
  l += s * 0x1.777d0ffda0d24p-55 + (s_low * 0x1.71547652b82fep+1 + s * z * POLYNOMIAL_BY_TWO(z, kPow));
  T sum = base + h;
  *low = l + (((base - sum) + h) + base_low);
  return sum;
}

// 2^(p + low), but for its exponent n.
static T SMALL exp2_fraction(T p, T low, __private I *n) {
  T sum = (p + low) + MAGIC, r = (p - (sum - MAGIC)) + low;
  *n = AS(long, sum);
  return r * POLYNOMIAL_BY_TWO(r, kExp2) + 1.0;
}

// e^(h + l) * 2^extra, for any h, and l of a size that does not matter where h overflows.
static T SMALL_PURE exp_wide(T h, T l, I extra) {
  T x = at_least(at_most(h, 800.0), -800.0);
  l = x == h ? l : (T)0.0;
  T sum = x * M_LOG2E + MAGIC, k = sum - MAGIC;
  T r = ((x - k * LN2_HIGH) - k * LN2_LOW) + l;
  return scaled(r * POLYNOMIAL(r, kExp) + 1.0, low_bits(sum) + extra);
}

// (e^x - 1) * 2^extra for x in [-60, 710]; extra < 0 where it may be beyond the range.
static T SMALL_PURE expm1_of(T x, int extra) {
  T sum = x * M_LOG2E + MAGIC, k = sum - MAGIC;
  T h = x - k * LN2_HIGH, r = h - k * LN2_LOW, l = (h - r) - k * LN2_LOW;
  T y = r + (r * r * POLYNOMIAL(r, kExpm1) + l);
  T t = power_of_two(low_bits(sum) + extra);
  return t * y + (t - power_of_two((I)extra));
}
