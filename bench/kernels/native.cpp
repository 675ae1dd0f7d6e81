// SPDX-License-Identifier: Apache-2.0
#include "native.h"

#ifdef __AVX__
#include <immintrin.h>
#endif

#include <cstdint>
#include <cstring>

#ifdef __AVX512F__
constexpr size_t kLanes = 16;
#else
constexpr size_t kLanes = 8;
#endif
using Float = float __attribute__((ext_vector_type(kLanes)));
using Int = int32_t __attribute__((ext_vector_type(kLanes)));

static Float load(const float *at) {
  Float value;
  std::memcpy(&value, at, sizeof value);
  return value;
}
static void store(float *at, Float value) { std::memcpy(at, &value, sizeof value); }
static Float fma(Float a, Float b, Float c) { return __builtin_elementwise_fma(a, b, c); }

// The CPU's estimate and a step of Newton's, as ISPC does; within the 2 ulp that OpenCL asks for.
static Float rsqrt(Float x) {
#if defined __AVX512F__
  const Float y = _mm512_rsqrt14_ps(x);
#elif defined __AVX__
  const Float y = _mm256_rsqrt_ps(x);
#else
  const Float y = 1 / __builtin_elementwise_sqrt(x);
#endif
  return y * fma(-0.5f * x * y, y, 1.5f);
}

namespace native {
void add(const float *a, const float *b, float *c, size_t n) {
  for (size_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

void triad(float *a, const float *b, const float *c, float scale, size_t n) {
  for (size_t i = 0; i < n; ++i) a[i] = b[i] + scale * c[i];
}

// The naive product: a vector is a row's neighbouring columns, summed over k; two vectors hide the latency of one.
void matmul(const float *a, const float *b, float *c, size_t n, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row)
    for (size_t col = 0; col < n; col += 2 * kLanes) {
      Float left = 0, right = 0;
      for (size_t k = 0; k < n; ++k) {
        const Float factor = a[row * n + k];
        left = fma(factor, load(b + k * n + col), left);
        right = fma(factor, load(b + k * n + col + kLanes), right);
      }
      store(c + row * n + col, left);
      store(c + row * n + col + kLanes, right);
    }
}

void nbody(const float *body, float *acceleration, size_t n, float softening, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i += kLanes) {
    Float x, y, z, ax = 0, ay = 0, az = 0;
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const float *me = body + 4 * (i + lane);
      x[lane] = me[0], y[lane] = me[1], z[lane] = me[2];
    }
    for (size_t j = 0; j < n; ++j) {
      const float *other = body + 4 * j;
      const Float dx = other[0] - x, dy = other[1] - y, dz = other[2] - z;
      const Float r = rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, softening))));
      const Float f = other[3] * r * r * r;
      ax = fma(f, dx, ax), ay = fma(f, dy, ay), az = fma(f, dz, az);
    }
    for (size_t lane = 0; lane < kLanes; ++lane) {
      float *mine = acceleration + 4 * (i + lane);
      mine[0] = ax[lane], mine[1] = ay[lane], mine[2] = az[lane], mine[3] = 0;
    }
  }
}

// exp(x) = 2^k exp(r), |r| <= ln 2 / 2; to about 1 ulp, for x from -87 to 88; below as at -87.
static Float exp(Float x) {
  x = __builtin_elementwise_max(x, Float(-87));
  const Float k = __builtin_elementwise_roundeven(x * 1.44269504f);
  const Float r = fma(k, 1.42860677e-6f, fma(k, -0.693148613f, x));
  Float p = fma(r, 1.9875691e-4f, 1.3981999e-3f);
  p = fma(p, r, 8.3334519e-3f);
  p = fma(p, r, 4.1665796e-2f);
  p = fma(p, r, 1.6666665e-1f);
  p = fma(p, r, 0.5f);
  p = fma(p * r, r, r + 1);
  const Int bits = (__builtin_convertvector(k, Int) + 127) << 23;
  return p * __builtin_bit_cast(Float, bits);
}

// log(2^k m), sqrt 1/2 <= m < sqrt 2; to about 1 ulp, for normal numbers.
static Float log(Float x) {
  const Int bits = __builtin_bit_cast(Int, x), k = (bits - 0x3f3504f3) >> 23;
  const Float m = __builtin_bit_cast(Float, bits - (k << 23)) - 1, square = m * m;
  Float p = fma(m, 7.0376836e-2f, -1.1514610e-1f);
  p = fma(p, m, 1.1676998e-1f);
  p = fma(p, m, -1.2420140e-1f);
  p = fma(p, m, 1.4249322e-1f);
  p = fma(p, m, -1.6668057e-1f);
  p = fma(p, m, 2.0000714e-1f);
  p = fma(p, m, -2.4999993e-1f);
  p = fma(p, m, 3.3333331e-1f);
  return fma(__builtin_convertvector(k, Float), 0.693147181f, fma(square, fma(p, m, -0.5f), m));
}

static Float normal_cdf(Float d) {
  const Float k = 1 / fma(__builtin_elementwise_abs(d), 0.2316419f, 1);
  Float p = fma(k, 1.330274429f, -1.821255978f);
  p = fma(p, k, 1.781477937f);
  p = fma(p, k, -0.356563782f);
  p = fma(p, k, 0.31938153f) * k;
  const Float tail = 0.39894228040f * exp(-0.5f * d * d) * p;
  return d > 0 ? 1 - tail : tail;
}

void black_scholes(float *call, float *put, const float *price, const float *strike, const float *years, float rate,
                   float volatility, size_t n) {
  for (size_t i = 0; i < n; i += kLanes) {
    const Float s = load(price + i), x = load(strike + i), t = load(years + i);
    const Float spread = volatility * __builtin_elementwise_sqrt(t);
    const Float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
    const Float n1 = normal_cdf(d1), n2 = normal_cdf(d1 - spread), discount = x * exp(-rate * t);
    store(call + i, s * n1 - discount * n2);
    store(put + i, discount * (1 - n2) - s * (1 - n1));
  }
}
}  // namespace native
