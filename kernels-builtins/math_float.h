// What the float functions share: float arithmetic only, as a double halves the lanes of a vector. Included in
// the float part of a body, for T of floats. Products with the high parts of constants are exact, so that
// a * b + c needs no FMA to be right; fused() is for what does.

#define MAGIC_F 0x1.8p23f  // adding it rounds to an integer, which stands in the sum's low bits
#define INF_F ((T)INFINITY)

static T SMALL_PURE fused(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }
static T SMALL_PURE magnitude(T x) { return __builtin_elementwise_abs(x); }
static T SMALL_PURE with_sign(T x, T y) { return __builtin_elementwise_copysign(x, y); }
static T SMALL_PURE root(T x) { return __builtin_elementwise_sqrt(x); }
// One instruction each on x86; NaN stays NaN.
static T SMALL_PURE at_most(T x, float limit) { return (T)limit < x ? (T)limit : x; }
static T SMALL_PURE at_least(T x, float limit) { return (T)limit > x ? (T)limit : x; }
static T SMALL_PURE sum_terms(T x, __constant float *c, int n) {
  T r = (T)c[n - 1];
#pragma unroll
  for (int i = n - 2; i >= 0; i--) r = r * x + (T)c[i];
  return r;
}
#ifndef POLYNOMIAL
#define POLYNOMIAL(x, c) sum_terms(x, c, sizeof(c) / sizeof(c[0]))
#endif
// Whether any component is set: a branch for what is rare.
static bool SMALL_PURE some(B mask) {
#if W == 1
  return mask;
#else
  int r = 0;
#pragma unroll
  for (int i = 0; i < W; i++) r |= mask[i];
  return r != 0;
#endif
}

// y * 2^k with one rounding, n being the bits of k + MAGIC_F, k in [-252, 252]. The compiler writes it in integers
// where the processor has no instruction for it.
static T SMALL_PURE scaled(T y, I n) { return __builtin_elementwise_ldexp(y, n - AS(int, (T)MAGIC_F)); }
// 2^k for sum = k + MAGIC_F, k in [-126, 127].
static T SMALL_PURE power_of_sum(T sum) { return AS(float, (AS(int, sum) << 23) + AS(int, (T)1)); }

#define LOG2E_F 0x1.715476p+0f
#define LN2_HIGH_F 0x1.62e4p-1f
#define LN2_LOW_F 0x1.7f7d1cp-20f
#define LN2_F 0x1.62e430p-1f

// e^x * 2^extra
static T SMALL_PURE exp_of(T x, int extra) {
  T c = at_least(at_most(x, 90.0f), -105.0f);
  T sum = c * LOG2E_F + MAGIC_F, k = sum - MAGIC_F;
  T r = (c - k * LN2_HIGH_F) - k * LN2_LOW_F;
  return scaled(r * POLYNOMIAL(r, kExpF) + 1.0f, AS(int, sum) + extra);
}
// e^x - 1 for x in [-30, 88]
static T SMALL_PURE expm1_of(T x) {
  T sum = x * LOG2E_F + MAGIC_F, k = sum - MAGIC_F;
  T r = (x - k * LN2_HIGH_F) - k * LN2_LOW_F;
  T y = r * r * POLYNOMIAL(r, kExpm1F) + r, t = power_of_sum(sum);
  return t * y + (t - 1.0f);
}

// x is 0, subnormal, negative, infinite or NaN.
#define NOT_NORMAL(x) ((U)(AS(uint, x) - 0x00800000) >= (U)0x7f000000)
// A value that is right for all components, but worth a jump as few need it.
#define RARELY(rare, r, value) \
  if (__builtin_expect(some(rare), 0)) r = value

// x = (1 + f) * 2^k, |f| <= 1/3, for positive finite x, subnormal ones too.
static T SMALL split_exponent(T x, B not_normal, __private T *k) {
  T lift = (T)0;
  if (__builtin_expect(some(not_normal), 0)) {
    B small = x < 0x1p-126f;
    x = small ? x * 0x1p23f : x;
    lift = small ? (T)-23.0f : (T)0;
  }
  I e = (AS(int, x) - 0x3f2aaaab) & (I)0xff800000;
  *k = TO(float, e) * 0x1p-23f + lift;
  return AS(float, AS(int, x) - e) - 1.0f;
}
// The logarithm's values outside its domain.
static T SMALL_PURE log_special(T x, T y) {
  y = x < INF_F ? y : x;
  y = x == (T)0 ? -INF_F : y;
  return x < (T)0 ? (T)NAN : y;
}
