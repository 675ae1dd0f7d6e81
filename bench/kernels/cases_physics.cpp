// SPDX-License-Identifier: Apache-2.0
// Numbers: simulations, finance, transforms.
#include <cmath>
#include <complex>

#include "case.h"
#include "native.h"

static void nbody(Case &c, const char *kernel, bool tiled) {
  const int n = c.size(6144, 512);
  const size_t count = size_t(n), local = 128;
  const float softening = 0.01f;
  auto body = c.in<float>(count * 4, uniform(0, 1)), acceleration = c.out<float>(count * 4);
  c.rate(1e-9 * n * n, "G pairs/s");
  if (tiled)
    c.launch(kernel, {count}, {local}, body, acceleration, n, softening, LocalBytes{local * 16});
  else
    c.launch(kernel, {count}, {local}, body, acceleration, n, softening);
  c.expect(acceleration, 1e-3, [=](size_t i) {
    const float *me = &body[i / 4 * 4];
    double sum = 0;
    for (size_t j = 0; j < count && i % 4 < 3; ++j) {
      const float *other = &body[4 * j];
      const double x = other[0] - me[0], y = other[1] - me[1], z = other[2] - me[2];
      const double square = x * x + y * y + z * z + softening;
      sum += double(other[3]) * double(other[i % 4] - me[i % 4]) / (square * std::sqrt(square));
    }
    return sum;
  });
  c.native(count, 256,
           [=](size_t i, size_t end) { native::nbody(body.data(), acceleration.data(), count, softening, i, end); });
}
static void nbody_naive(Case &c) { nbody(c, "nbody", false); }
static void nbody_tiled(Case &c) { nbody(c, "nbody_tiled", true); }

static void black_scholes(Case &c) {
  const size_t n = c.size(1 << 21, 1 << 12);
  const float rate = 0.02f, volatility = 0.3f;
  auto call = c.out<float>(n), put = c.out<float>(n);
  auto price = c.in<float>(n, uniform(5, 30, 1)), strike = c.in<float>(n, uniform(1, 100, 2));
  auto years = c.in<float>(n, uniform(0.25f, 10, 3));
  c.rate(1e-6 * double(n), "Moption/s");
  c.launch("black_scholes", {n}, {128}, call, put, price, strike, years, rate, volatility);
  auto value = [=](size_t i, bool is_call) {
    const double s = price[i], x = strike[i], t = years[i], spread = volatility * std::sqrt(t);
    const double d1 = (std::log(s / x) + (rate + 0.5 * volatility * volatility) * t) / spread;
    auto cdf = [](double d) { return 0.5 * std::erfc(-d * M_SQRT1_2); };
    const double discount = x * std::exp(-rate * t);
    return is_call ? s * cdf(d1) - discount * cdf(d1 - spread) : discount * cdf(spread - d1) - s * cdf(-d1);
  };
  c.expect(call, 1e-4, [=](size_t i) { return value(i, true); });
  c.expect(put, 1e-4, [=](size_t i) { return value(i, false); });
  c.native(n, 1 << 12, [=](size_t i, size_t end) {
    native::black_scholes(&call[i], &put[i], &price[i], &strike[i], &years[i], rate, volatility, end - i);
  });
}

static void transcendental(Case &c) {
  const size_t n = c.size(1 << 20, 1 << 12);
  auto in = c.in<float>(n, uniform(0, 10)), out = c.out<float>(n);
  c.rate(1e-6 * double(n), "Mitem/s");
  c.launch("transcendental", {n}, {}, in, out);
  c.expect(out, 1e-5, [=](size_t i) {
    const double x = in[i];
    return std::sin(x) * std::cos(0.5 * x) + std::exp(-x) + std::log(x + 1) +
           std::sqrt(std::pow(x, 1.7) + std::tanh(x) + std::atan2(x, 2) + std::cbrt(x));
  });
}

using Complex = std::complex<double>;
static void transform(std::vector<Complex> &x) {
  const size_t n = x.size();
  if (n == 1) return;
  std::vector<Complex> even(n / 2), odd(n / 2);
  for (size_t i = 0; i < n / 2; ++i) even[i] = x[2 * i], odd[i] = x[2 * i + 1];
  transform(even), transform(odd);
  for (size_t k = 0; k < n / 2; ++k) {
    const Complex turned = std::polar(1.0, -2 * M_PI * double(k) / double(n)) * odd[k];
    x[k] = even[k] + turned, x[k + n / 2] = even[k] - turned;
  }
}

static void fft(Case &c) {
  const uint32_t passes = c.size(19, 10);
  const size_t n = size_t{1} << passes;
  auto a = c.inout<float>(2 * n, uniform(-1, 1)), b = c.out<float>(2 * n);
  c.rate(5e-9 * double(n) * passes, "GFLOP/s");
  for (uint32_t pass = 0; pass < passes; ++pass)
    c.launch("fft", {n / 2}, {128}, pass % 2 ? b : a, pass % 2 ? a : b, uint32_t{1} << pass);
  std::vector<Complex> want(n);
  for (size_t i = 0; i < n; ++i) want[i] = {a[2 * i], a[2 * i + 1]};
  transform(want);
  c.expect(passes % 2 ? b : a, 2e-2, [want](size_t i) { return i % 2 ? want[i / 2].imag() : want[i / 2].real(); });
}

static void monte_carlo(Case &c) {
  const size_t n = c.size(1 << 16, 1 << 10);
  const uint32_t samples = 1024, seed = 7;
  auto hits = c.out<uint32_t>(n);
  c.rate(1e-9 * double(n) * samples, "Gsample/s");
  c.launch("monte_carlo", {n}, {64}, hits, samples, seed);
  c.expect(hits, 5e-3, [=](size_t i) {  // a point on the circle
    uint32_t state = (uint32_t(i) + seed) * 2654435761u | 1, inside = 0;
    auto next = [&] {
      state ^= state << 13, state ^= state >> 17, state ^= state << 5;
      return double(state) * 0x1p-32;
    };
    for (uint32_t s = 0; s < samples; ++s) {
      const double x = next(), y = next();
      inside += x * x + y * y < 1;
    }
    return inside;
  });
}

static void kmeans(Case &c) {
  const int n = c.size(1 << 18, 1 << 10), centres = 16, features = 8;
  const size_t points = size_t(n);
  auto feature = c.in<float>(points * 8, uniform(0, 1, 1)), centre = c.in<float>(16 * 8, uniform(0, 1, 2));
  auto nearest = c.out<int>(points);
  c.rate(1e-6 * n, "Mpoint/s");
  c.launch("kmeans", {points}, {128}, feature, centre, nearest, n, centres, features);
  auto want = [=](size_t point) {
    size_t best = 0;
    double least = HUGE_VAL;
    for (size_t k = 0; k < 16; ++k) {
      double distance = 0;
      for (size_t f = 0; f < 8; ++f) distance += std::pow(feature[f * points + point] - centre[k * 8 + f], 2);
      if (distance < least) least = distance, best = k;
    }
    return best;
  };
  c.repeat(c.size(4, 1));
  c.expect(nearest, 0, want, 1e-3);  // as near as another
}

const std::vector<CaseEntry> kPhysicsCases = {{"nbody", nbody_naive, true},
                                              {"nbody_tiled", nbody_tiled, true},
                                              {"black_scholes", black_scholes, true},
                                              {"transcendental", transcendental},
                                              {"fft", fft},
                                              {"monte_carlo", monte_carlo},
                                              {"kmeans", kmeans}};
