// SPDX-License-Identifier: Apache-2.0
// Much work for each item.
#include <bit>
#include <cmath>

#include "spelling.h"

// Bodies come as float4 or struct ("body") and as arrays; so do accelerations.
static void nbody(Setup &s) {
  const size_t n = s.size(4096, 256);
  const float softening = 0.01f;
  s.number("n", double(n));
  s.number("softening", softening);
  auto body = s.in<float>("body", 4 * n, uniform(0, 1));
  const char *coordinates[] = {"px", "py", "pz", "mass"}, *accelerations[] = {"ax", "ay", "az"};
  for (size_t k = 0; k < 4; ++k) s.in<float>(coordinates[k], n, [=](size_t i) { return body[4 * i + k]; });
  auto acceleration = s.out<float>("acc", 4 * n);
  auto want = [=](size_t i, size_t k) {
    const float *me = &body[4 * i];
    double sum = 0;
    for (size_t j = 0; j < n && k < 3; ++j) {
      const float *other = &body[4 * j];
      const double x = other[0] - me[0], y = other[1] - me[1], z = other[2] - me[2];
      const double square = x * x + y * y + z * z + softening;
      sum += double(other[3]) * double(other[k] - me[k]) / (square * std::sqrt(square));
    }
    return sum;
  };
  s.expect("acc", acceleration, 1e-3, [=](size_t i) { return want(i / 4, i % 4); });
  for (size_t k = 0; k < 3; ++k) {
    auto part = s.out<float>(accelerations[k], n);
    s.expect(accelerations[k], part, 1e-3, [=](size_t i) { return want(i, k); });
  }
  s.rate(1e-9 * double(n) * double(n), "G pairs/s");
  s.launch();
}

// 64 steps like MD5's on 16 words, each xor the item's key.
static void hash(Setup &s) {
  const size_t n = s.size(1 << 19, 1 << 10);
  s.number("n", double(n));
  auto words = s.in<uint32_t>("words", 16, [](size_t i) { return random_word(i, 1); });
  auto sines = s.in<uint32_t>("sines", 64, [](size_t i) { return random_word(i, 2); });
  auto out = s.out<uint32_t>("out", n);
  s.rate(1e-6 * double(n), "Mkey/s");
  s.launch();
  s.expect("out", out, 0, [=](size_t key) {
    uint32_t a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (size_t i = 0; i < 64; ++i) {
      const uint32_t sum = a + ((b & c) | (~b & d)) + sines[i] + (words[i % 16] ^ uint32_t(key));
      a = d, d = c, c = b;
      b += std::rotl(sum, std::array{7, 12, 17, 22}[i % 4]);
    }
    return a ^ b ^ c ^ d;
  });
}

const std::vector<Computation> kItemComputations = {{"nbody", nbody}, {"hash", hash}};
