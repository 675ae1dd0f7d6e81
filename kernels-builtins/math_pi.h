// SPDX-License-Identifier: Apache-2.0
// sinpi, cospi and tanpi of float and of double. Of the including file: sin_half_turn(v) is sin(v pi) for |v| <= 1/2,
// sincos_quarter_turn(v, c) is sin(v pi), and *c cos(v pi), for |v| <= 1/4.

// x less an even integer, exactly, in [-1, 1]; of infinity NaN.
static T SMALL_PURE less_even(T x) { return x - __builtin_elementwise_rint(x * 0.5f) * 2.0f; }
// Zeros of the sine bear the sign of x, those of the cosine none.
T PURE sinpi(T x) {
  T r = less_even(x), t = magnitude(r), v = 1.0f - t < t ? 1.0f - t : t;
  return with_sign(sin_half_turn(v), v == 0.0f ? x : r);
}
T PURE cospi(T x) { return sin_half_turn(0.5f - magnitude(less_even(x))); }
// "tanpi(n) is copysign(0.0, n) for even integers n, copysign(0.0, -n) for odd ones"; tanpi(n + 0.5) is infinity for
// even n, -infinity for odd ones.
T PURE tanpi(T x) {
  T r = less_even(x), t = magnitude(r), v = 1.0f - t < t ? 1.0f - t : t;
  B steep = v > 0.25f;
  T c, s = sincos_quarter_turn(steep ? 0.5f - v : v, &c);
  T y = with_sign((steep ? c : s) / (steep ? s : c), v == 0.0f ? x : r);
  return t > 0.5f ? -y : y;
}
