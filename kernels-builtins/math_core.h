// What the math functions share; included in the double part of a body, for T of doubles.
// Numbers of more than double precision travel as a sum h + l, l being below h's last bit.

#define MAGIC 0x1.8p52  // adding it rounds to an integer, which stands in the sum's low bits
#define TINY_TWO 0x1p-1022

// a * b + c with one rounding; a * b + c alone may have one or two.
static T SMALL_PURE fused(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }
static T SMALL_PURE magnitude(T x) { return __builtin_elementwise_abs(x); }
static T SMALL_PURE with_sign(T x, T y) { return __builtin_elementwise_copysign(x, y); }
static T SMALL_PURE root(T x) { return __builtin_elementwise_sqrt(x); }
static T SMALL_PURE nearest(T x) { return __builtin_elementwise_rint(x); }
// 2^k for normal results.
static T SMALL_PURE power_of_two(I k) { return AS(double, (k + 1023) << 52); }
// The integer in the low bits of a sum with MAGIC.
static I SMALL_PURE low_bits(T sum) { return AS(long, sum) - AS(long, (T)MAGIC); }

// The sum of a polynomial's terms, c[0] first; unrolled.
#define POLYNOMIAL(x, c) sum_terms(x, c, sizeof(c) / sizeof(c[0]))
static T SMALL_PURE sum_terms(T x, __constant double *c, int n) {
  T r = (T)c[n - 1];
#pragma unroll
  for (int i = n - 2; i >= 0; i--) r = r * x + (T)c[i];
  return r;
}

// x = m * 2^k, sqrt(1/2) <= m < sqrt(2), for positive finite x, subnormal ones too. k as a double.
static T SMALL split_exponent(T x, __private T *k) {
  B small = x < TINY_TWO;
  T y = small ? x * 0x1p54 : x;
  I bits = AS(long, y) - AS(long, (T)M_SQRT1_2);
  // bits >> 52, as a double by way of MAGIC: no instruction converts vectors of long before AVX-512.
  I e = bits >> 52;
  *k = AS(double, e + AS(long, (T)MAGIC)) - (small ? (T)(MAGIC + 54) : (T)MAGIC);
  return AS(double, (bits & 0xfffffffffffff) + AS(long, (T)M_SQRT1_2));
}

#define LN2_HIGH 0x1.62e42fefa3800p-1  // times any exponent is exact
#define LN2_LOW 0x1.ef35793c76730p-45

// log(m * 2^k) for f = m - 1 in [sqrt(1/2) - 1, sqrt(2) - 1].
static T SMALL_PURE log_of(T f, T k) {
  T s = f / (f + 2.0), z = s * s, half_square = f * f * 0.5;
  T rest = z * POLYNOMIAL(z, kLog);
  return k * LN2_HIGH - ((half_square - (s * (half_square + rest) + k * LN2_LOW)) - f);
}

// log(x) to some 68 bits, for positive finite x.
static T SMALL log_wide(T x, __private T *low) {
  T k, m = split_exponent(x, &k);
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

// e^(h + l) * 2^extra, for any h, and l of a size that does not matter where h overflows.
static T SMALL_PURE exp_wide(T h, T l, long extra) {
  B beyond = magnitude(h) > 800.0;
  T x = beyond ? with_sign((T)800.0, h) : h;
  l = beyond ? (T)0.0 : l;
  T sum = x * M_LOG2E + MAGIC, k = sum - MAGIC;
  T q = (x - k * LN2_HIGH) - k * LN2_LOW, r = q + l, rest = l - (r - q);
  T y = 1.0 + (r + (r * r * POLYNOMIAL(r, kExp) + rest));
  I n = low_bits(sum) + extra, half_n = n >> 1;
  y = y * power_of_two(half_n) * power_of_two(n - half_n);
  return h != h ? h : y;
}
