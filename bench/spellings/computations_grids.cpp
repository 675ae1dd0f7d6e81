// SPDX-License-Identifier: Apache-2.0
// Pictures and grids.
#include <array>

#include "spelling.h"

// Pixels of four bytes to one.
static void grey(Setup &s) {
  const size_t w = s.size(2048, 64), h = s.size(2048, 32), n = w * h;
  s.number("w", double(w));
  s.number("h", double(h));
  s.number("n", double(n));
  auto in = s.in<uint8_t>("in", 4 * n, [](size_t i) { return random_word(i); });
  auto out = s.out<uint8_t>("out", n);
  s.rate(1e-6 * double(n), "Mpixel/s");
  s.launch();
  s.repeat(4);
  s.expect("out", out, 0,
           [=](size_t i) { return (77 * in[4 * i] + 150 * in[4 * i + 1] + 29 * in[4 * i + 2] + 128) >> 8; });
}

// Each byte v of a pixel becomes v - v / 4 + 40; alpha stays.
static void brighten(Setup &s) {
  const size_t w = s.size(2048, 64), h = s.size(1024, 32), n = w * h;
  s.number("w", double(w));
  s.number("h", double(h));
  s.number("n", double(n));
  auto in = s.in<uint8_t>("in", 4 * n, [](size_t i) { return random_word(i); });
  auto out = s.out<uint8_t>("out", 4 * n);
  s.rate(1e-6 * double(n), "Mpixel/s");
  s.launch();
  s.repeat(4);
  s.expect("out", out, 0, [=](size_t i) { return i % 4 == 3 ? in[i] : in[i] - in[i] / 4 + 40; });
}

// The mean of a point and its four neighbours; the border is not asked for.
static void stencil(Setup &s) {
  const size_t w = s.size(2048, 128), h = s.size(1024, 64), n = w * h;
  s.number("w", double(w));
  s.number("h", double(h));
  s.number("n", double(n));
  auto in = s.in<float>("in", n, uniform(-1, 1)), out = s.inout<float>("out", n, zero);
  s.rate(8e-9 * double(n), "GB/s");
  s.launch();
  s.repeat(4);
  s.expect("out", out, 1e-5, [=](size_t i) {
    const size_t x = i % w, y = i / w;
    if (x == 0 || y == 0 || x + 1 == w || y + 1 == h) return out[i];
    return (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) * 0.2f;
  });
}

static void mandelbrot(Setup &s) {
  const size_t w = s.size(768, 64), h = s.size(512, 32), n = w * h;
  const int limit = 128;
  const float left = -2, top = -1, step = 2.0f / float(h);
  s.number("w", double(w));
  s.number("h", double(h));
  s.number("n", double(n));
  s.number("limit", limit);
  s.number("left", left);
  s.number("top", top);
  s.number("step", step);
  auto out = s.out<int>("out", n);
  s.rate(1e-6 * double(n), "Mpixel/s");
  s.launch();
  // Beside the set, rounding decides how soon a point leaves.
  s.expect(
      "out", out, 0.05,
      [=](size_t i) {
        const float cr = left + float(i % w) * step, ci = top + float(i / w) * step;
        float zr = 0, zi = 0;
        int count = 0;
        for (; count < limit && zr * zr + zi * zi <= 4; ++count) {
          const float next = zr * zr - zi * zi + cr;
          zi = 2 * zr * zi + ci;
          zr = next;
        }
        return count;
      },
      0.05);
}

// 5 by 5 weights over a picture with two points more on each side.
static void convolution(Setup &s) {
  const size_t w = s.size(1024, 64), h = s.size(1024, 48), pitch = w + 4;
  s.number("w", double(w));
  s.number("h", double(h));
  s.number("n", double(w * h));
  s.number("pitch", double(pitch));
  static constexpr std::array<float, 5> kWeights = {1, 4, 6, 4, 1};
  auto in = s.in<float>("in", pitch * (h + 4), uniform(-1, 1)), out = s.out<float>("out", w * h);
  auto weights = s.in<float>("weights", 25, [](size_t i) { return kWeights[i / 5] * kWeights[i % 5] / 256; });
  s.rate(50e-9 * double(w * h), "GFLOP/s");
  s.launch();
  s.repeat(4);
  s.expect("out", out, 1e-5, [=](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < 25; ++k) sum += double(weights[k]) * in[(i / w + k / 5) * pitch + i % w + k % 5];
    return sum;
  });
}

const std::vector<Computation> kGridComputations = {{"grey", grey},
                                                    {"brighten", brighten},
                                                    {"stencil", stencil},
                                                    {"mandelbrot", mandelbrot},
                                                    {"convolution", convolution}};
