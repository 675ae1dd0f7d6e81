// SPDX-License-Identifier: Apache-2.0
// Grids and pictures.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "case.h"

static void stencil_2d(Case &c) {
  const int width = c.size(4096, 256), height = c.size(4096, 128);
  const size_t w = size_t(width), h = size_t(height);
  const float c0 = 0.5f, c1 = 0.125f;
  auto in = c.in<float>(w * h, uniform(0, 1)), out = c.inout<float>(w * h, zero);
  c.rate(8e-9 * double(w * h), "GB/s");
  c.launch("stencil_2d", {w, h}, {64, 4}, in, out, width, height, c0, c1);
  c.repeat(c.size(4, 1));
  c.expect(out, 1e-6, [=](size_t i) {
    const size_t x = i % w, y = i / w;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) return 0.0f;
    return c0 * in[i] + c1 * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
  });
}

static void stencil_3d(Case &c) {
  const int n = c.size(256, 32);
  const size_t side = size_t(n), plane = side * side;
  const float c0 = 6, c1 = 0.5f;
  auto in = c.in<float>(side * plane, uniform(0, 1)), out = c.inout<float>(side * plane, zero);
  c.rate(8e-9 * double(side * plane), "GB/s");
  c.launch("stencil_3d", {side, side, side}, {32, 4, 2}, in, out, n, n, n, c0, c1);
  c.repeat(c.size(2, 1));
  c.expect(out, 1e-5, [=](size_t i) {
    for (size_t at : {i % side, i / side % side, i / plane})
      if (at == 0 || at == side - 1) return 0.0f;
    return c1 * (in[i + plane] + in[i - plane] + in[i + side] + in[i - side] + in[i + 1] + in[i - 1]) - in[i] * c0;
  });
}

static void convolution(Case &c) {
  const int width = c.size(2048, 128), height = c.size(1024, 64), radius = 3;
  const size_t w = size_t(width), h = size_t(height);
  auto in = c.in<float>(w * h, uniform(0, 1)), filter = c.in<float>(49, uniform(0, 0.04f, 2)),
       out = c.out<float>(w * h);
  c.rate(98e-9 * double(w * h), "GFLOP/s");
  c.launch("convolution", {w, h}, {16, 16}, in, out, filter, width, height, radius);
  c.expect(out, 1e-5, [=](size_t i) {
    double sum = 0;
    for (int dy = -3; dy <= 3; ++dy)
      for (int dx = -3; dx <= 3; ++dx) {
        const int x = std::clamp(int(i % w) + dx, 0, width - 1), y = std::clamp(int(i / w) + dy, 0, height - 1);
        sum += double(in[size_t(y * width + x)]) * filter[size_t((dy + 3) * 7 + dx + 3)];
      }
    return sum;
  });
}

static void bilinear(Case &c) {
  const int width = c.size(1280, 96), height = c.size(960, 64);
  const size_t out_width = c.size(2048, 128), out_height = c.size(1536, 96);
  const float sx = float(width) / float(out_width), sy = float(height) / float(out_height);
  auto in = c.in<float>(size_t(width * height) * 4, uniform(0, 1)), out = c.out<float>(out_width * out_height * 4);
  c.rate(1e-6 * double(out_width * out_height), "Mpixel/s");
  c.launch("bilinear", {out_width, out_height}, {16, 16}, in, out, width, height, sx, sy);
  c.repeat(c.size(3, 1));
  c.expect(out, 1e-3, [=](size_t i) {
    const float x = (float(i / 4 % out_width) + 0.5f) * sx - 0.5f, y = (float(i / 4 / out_width) + 0.5f) * sy - 0.5f;
    const int x0 = std::clamp(int(std::floor(x)), 0, width - 1), y0 = std::clamp(int(std::floor(y)), 0, height - 1);
    const float fx = std::clamp(x - float(x0), 0.0f, 1.0f), fy = std::clamp(y - float(y0), 0.0f, 1.0f);
    auto at = [&](int dx, int dy) {
      return in[size_t(std::min(y0 + dy, height - 1) * width + std::min(x0 + dx, width - 1)) * 4 + i % 4];
    };
    return std::lerp(std::lerp(at(0, 0), at(1, 0), fx), std::lerp(at(0, 1), at(1, 1), fx), fy);
  });
}

static void blur_float4(Case &c) {
  const int width = c.size(2048, 128), height = c.size(1024, 64);
  auto in = c.in<float>(size_t(width * height) * 4, uniform(0, 1)), out = c.out<float>(in.size());
  c.rate(1e-6 * width * height, "Mpixel/s");
  c.launch("blur_float4", {size_t(width), size_t(height)}, {16, 16}, in, out, width, height);
  c.expect(out, 1e-5, [=](size_t i) {
    if (i % 4 == 3) return 1.0;
    const double weight[] = {0.0625, 0.25, 0.375, 0.25, 0.0625};
    const int x = int(i / 4) % width, y = int(i / 4) / width;
    double sum = 0;
    for (int k = 0; k < 25; ++k) {
      const int sx = std::clamp(x + k % 5 - 2, 0, width - 1), sy = std::clamp(y + k / 5 - 2, 0, height - 1);
      sum += weight[k % 5] * weight[k / 5] * in[size_t(sy * width + sx) * 4 + i % 4];
    }
    return std::clamp(sum, 0.0, 1.0);
  });
}

static void sobel(Case &c) {
  const int width = c.size(4096, 128), height = c.size(4096, 64);
  const size_t w = size_t(width), h = size_t(height);
  auto in = c.in<uint8_t>(w * h, [](size_t i) { return random_word(i) & 0x7f; });
  auto out = c.inout<uint8_t>(w * h, zero);
  c.rate(1e-6 * double(w * h), "Mpixel/s");
  c.launch("sobel", {w, h}, {16, 16}, in, out, width, height);
  c.repeat(c.size(4, 1));
  c.expect(out, 0, [=](size_t i) {
    const size_t x = i % w, y = i / w;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) return 0;
    auto at = [&](int dx, int dy) { return int(in[i + size_t(dx + dy * width)]); };
    const int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
    const int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
    return std::min(255, std::abs(gx) + std::abs(gy));
  });
}

static void mandelbrot(Case &c) {
  const int width = c.size(1024, 64), limit = 256;
  const float left = -2, top = -1.25f, step = 2.5f / float(width);
  auto out = c.out<uint32_t>(size_t(width * width));
  c.rate(1e-6 * width * width, "Mpixel/s");
  c.launch("mandelbrot", {size_t(width), size_t(width)}, {16, 16}, out, width, left, top, step, limit);
  auto want = [=](size_t i) {
    const float cr = left + float(int(i) % width) * step, ci = top + float(int(i) / width) * step;
    float zr = 0, zi = 0;
    int n = 0;
    for (; n < limit && zr * zr + zi * zi < 4; ++n) {
      const float next = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci, zr = next;
    }
    return n;
  };
  c.expect(out, 0, want, 0.05);  // a fused multiply-add moves the border
}

static void ray_march(Case &c) {
  const int width = c.size(512, 64), height = c.size(384, 48);
  const float time = 1;
  auto out = c.out<float>(size_t(width * height));
  c.rate(1e-6 * width * height, "Mpixel/s");
  c.launch("ray_march", {size_t(width), size_t(height)}, {16, 16}, out, width, height, time);
  auto want = [=](size_t i) {
    float d[] = {(2.0f * float(int(i) % width) - float(width)) / float(height),
                 (2.0f * float(int(i) / width) - float(height)) / float(height), 1.5f};
    const float length = std::hypot(d[0], d[1], d[2]), eye[] = {0.3f, 0.4f, time};
    float depth = 0;
    for (int step = 0; step < 96; ++step) {
      float cell[3];
      for (int k = 0; k < 3; ++k) {
        const float p = eye[k] + depth * d[k] / length;
        cell[k] = p - 4 * std::floor(p / 4) - 2;
      }
      const float floor_distance = eye[1] + depth * d[1] / length + 2.5f;
      const float distance = std::min(std::hypot(cell[0], cell[1], cell[2]) - 1.2f, floor_distance);
      if (distance < 1e-3f || depth > 60) break;
      depth += 0.8f * distance;
    }
    return std::min(depth, 60.0f);
  };
  c.expect(out, 1e-2, want, 0.02);  // rays that graze a sphere
}

const std::vector<CaseEntry> kImageCases = {
    {"stencil_2d", stencil_2d},   {"stencil_3d", stencil_3d}, {"convolution", convolution}, {"bilinear", bilinear},
    {"blur_float4", blur_float4}, {"sobel", sobel},           {"mandelbrot", mandelbrot},   {"ray_march", ray_march}};
