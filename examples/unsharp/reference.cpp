// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

#include <algorithm>
#include <cmath>
#include <thread>

std::vector<float> gaussian_weights(float sigma, int radius) {
  std::vector<double> exact(size_t(2 * radius + 1));
  double sum = 0;
  for (int i = -radius; i <= radius; ++i) sum += exact[size_t(i + radius)] = std::exp(-0.5 * i * i / (sigma * sigma));
  std::vector<float> weights;
  for (double weight : exact) weights.push_back(float(weight / sum));
  return weights;
}

// Rows [begin, end): the blurred rows that are still needed stand in a ring.
static void sharpen_rows(const Picture &picture, const std::vector<float> &weights, float amount, Picture &result,
                         int begin, int end) {
  const int taps = int(weights.size()), radius = taps / 2, width = picture.width, last_row = picture.height - 1;
  const size_t row_floats = 4 * size_t(width);
  std::vector<float> ring(row_floats * size_t(taps)), padded(row_floats + 8 * size_t(radius)), sum(row_floats);

  auto blur_row = [&](int y, float *to) {
    for (int x = -radius; x < width + radius; ++x)
      for (int c = 0; c < 4; ++c)
        padded[4 * size_t(x + radius) + size_t(c)] =
            picture.at(std::clamp(x, 0, width - 1), std::clamp(y, 0, last_row))[c];
    std::fill_n(to, row_floats, 0.0f);
    for (int i = 0; i < taps; ++i)
      for (size_t x = 0; x < row_floats; ++x) to[x] += weights[size_t(i)] * padded[x + 4 * size_t(i)];
  };
  auto slot = [&](int y) { return ring.data() + row_floats * size_t((y + radius) % taps); };

  for (int y = begin - radius; y < begin + radius; ++y) blur_row(y, slot(y));
  for (int y = begin; y < end; ++y) {
    blur_row(y + radius, slot(y + radius));
    std::fill(sum.begin(), sum.end(), 0.0f);
    for (int i = 0; i < taps; ++i) {
      const float *row = slot(y + i - radius);
      for (size_t x = 0; x < row_floats; ++x) sum[x] += weights[size_t(i)] * row[x];
    }
    const uint8_t *from = picture.at(0, y);
    uint8_t *to = result.at(0, y);
    for (size_t x = 0; x < row_floats; ++x) {
      float pixel = from[x];
      float sharp = pixel + amount * (pixel - sum[x]);
      to[x] = x % 4 == 3 ? from[x] : uint8_t(std::nearbyint(std::clamp(sharp, 0.0f, 255.0f)));
    }
  }
}

Picture unsharp_reference(const Picture &picture, const std::vector<float> &weights, float amount) {
  Picture result(picture.width, picture.height);
  int parts = std::clamp(int(std::thread::hardware_concurrency()), 1, picture.height);
  auto boundary = [&](int part) { return int(int64_t(picture.height) * part / parts); };
  std::vector<std::thread> threads;
  for (int part = 1; part < parts; ++part)
    threads.emplace_back(
        [&, part] { sharpen_rows(picture, weights, amount, result, boundary(part), boundary(part + 1)); });
  sharpen_rows(picture, weights, amount, result, 0, boundary(1));
  for (auto &thread : threads) thread.join();
  return result;
}
