// SPDX-License-Identifier: Apache-2.0
// Integers, keys, text, graphs.
#include <algorithm>
#include <bit>
#include <climits>
#include <string>

#include "case.h"

static void histogram(Case &c) {
  const uint32_t n = c.size(1 << 23, 1 << 16);
  // Some values are frequent, as in pictures.
  auto in = c.in<uint8_t>(n, [](size_t i) { return random_word(i) % 200 + (random_word(i, 2) & 7) * (i & 7); });
  auto bins = c.inout<uint32_t>(256, zero);
  c.rate(1e-6 * n, "Mitem/s");
  c.launch("histogram", {n / 64}, {256}, in, bins, n);
  std::vector<uint32_t> want(256);
  for (uint8_t value : in) ++want[value];
  c.expect(bins, 0, [want](size_t i) { return want[i]; });
}

static void bitonic(Case &c, uint32_t n, uint32_t run, const char *unit) {
  c.rate(1e-6 * n, unit);
  auto keys = c.inout<uint32_t>(n, [](size_t i) { return random_word(i); });
  std::vector<uint32_t> want(keys.begin(), keys.end());
  for (auto at = want.begin(); at != want.end(); at += run) std::sort(at, at + run);
  c.expect(keys, 0, [want = std::move(want)](size_t i) { return want[i]; });
  const size_t threads = n / 2;
  if (run != n) return c.launch("bitonic_local", {threads}, {run / 2}, keys, LocalBytes{run * 4});
  for (uint32_t stage = 0; uint32_t{1} << stage < n; ++stage)
    for (uint32_t pass = 0; pass <= stage; ++pass) c.launch("bitonic_sort", {threads}, {256}, keys, stage, pass);
}
static void bitonic_sort(Case &c) {
  const uint32_t n = c.size(1 << 18, 1 << 12);
  bitonic(c, n, n, "Mkey/s");
}
static void bitonic_local(Case &c) { bitonic(c, c.size(1 << 20, 1 << 14), 512, "Mkey/s"); }

// The constants as they are defined: the fraction of roots of primes.
static std::vector<uint32_t> sha_constants() {
  std::vector<uint32_t> made;
  for (unsigned prime = 2; made.size() < 64; ++prime) {
    bool divided = false;
    for (unsigned d = 2; d * d <= prime; ++d) divided |= prime % d == 0;
    if (divided) continue;
    // The integer cube root of prime * 2^96, its low 32 bits.
    unsigned __int128 low = 0, high = uint64_t{1} << 36;
    while (high - low > 1) {
      const unsigned __int128 middle = (low + high) / 2;
      (middle * middle * middle <= static_cast<unsigned __int128>(prime) << 96 ? low : high) = middle;
    }
    made.push_back(uint32_t(low));
  }
  return made;
}

static void sha256(Case &c) {
  const size_t n = c.size(1 << 17, 1 << 10);
  auto messages = c.in<uint32_t>(n * 16, [](size_t i) { return random_word(i); });
  auto digests = c.out<uint32_t>(n * 8);
  c.rate(1e-6 * double(n), "Mhash/s");
  c.launch("sha256", {n}, {64}, messages, digests);
  c.expect(digests, 0, [=, k = sha_constants()](size_t i) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int block = 0; block < 2; ++block) {
      uint32_t w[64] = {0x80000000}, s[8];
      if (block == 0)
        std::copy_n(&messages[i / 8 * 16], 16, w);
      else
        w[15] = 512;
      auto mixed = [](uint32_t x, int a, int b, uint32_t last) { return std::rotr(x, a) ^ std::rotr(x, b) ^ last; };
      for (int t = 16; t < 64; ++t)
        w[t] = w[t - 16] + w[t - 7] + mixed(w[t - 15], 7, 18, w[t - 15] >> 3) + mixed(w[t - 2], 17, 19, w[t - 2] >> 10);
      std::copy_n(state, 8, s);
      for (size_t t = 0; t < 64; ++t) {
        const uint32_t t1 =
            s[7] + mixed(s[4], 6, 11, std::rotr(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[t] + w[t];
        const uint32_t t2 = mixed(s[0], 2, 13, std::rotr(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        std::copy_backward(s, s + 7, s + 8);
        s[4] += t1, s[0] = t1 + t2;
      }
      for (int t = 0; t < 8; ++t) state[t] += s[t];
    }
    return state[i % 8];
  });
}

static void string_search(Case &c) {
  const uint32_t n = c.size(1 << 24, 1 << 16), most = 1 << 16;
  const std::string pattern = "GATTACA";
  auto text = c.in<char>(n, [](size_t i) { return "ACGT"[random_word(i) >> 30]; });
  auto wanted = c.in<char>(pattern.size(), [&](size_t i) { return pattern[i]; });
  auto found = c.out<uint32_t>(most), count = c.inout<uint32_t>(1, zero);
  c.rate(1e-9 * n, "GB/s");
  c.launch("string_search", {n}, {256}, text, n, wanted, uint32_t(pattern.size()), found, count, most);
  uint32_t matches = 0;
  const std::string_view all(text.data(), n);
  for (size_t at = 0; (at = all.find(pattern, at)) != all.npos; ++at) ++matches;
  c.expect(count, 0, [=](size_t) { return matches; });
  // In any order, but each is a match; behind them nothing was written.
  c.expect(found, 0, [=](size_t i) {
    return i >= matches || all.substr(found[i], pattern.size()) == pattern ? (i < matches ? found[i] : UINT_MAX) : 0;
  });
}

static void floyd_warshall(Case &c) {
  const int n = c.size(512, 64);
  const size_t side = size_t(n);
  auto distance =
      c.inout<float>(side * side, [=](size_t i) { return i / side == i % side ? 0 : random_word(i) % 1000 + 1; });
  c.rate(1e-9 * n * n * n, "G relax/s");
  for (int k = 0; k < n; ++k) c.launch("floyd_warshall", {side, side}, {64, 4}, distance, n, k);
  std::vector<float> want(distance.begin(), distance.end());
  for (size_t k = 0; k < side; ++k)
    for (size_t y = 0; y < side; ++y)
      for (size_t x = 0; x < side; ++x)
        want[y * side + x] = std::min(want[y * side + x], want[y * side + k] + want[k * side + x]);
  c.expect(distance, 0, [want = std::move(want)](size_t i) { return want[i]; });
}

static void pathfinder(Case &c) {
  const int columns = c.size(1 << 18, 1 << 11), rows = 20, launches = c.size(5, 2);
  const size_t local = 256, inner = local - 2 * size_t(rows), width = size_t(columns);
  const size_t groups = (width + inner - 1) / inner;
  auto wall = c.in<int>(width * size_t(rows * launches), [](size_t i) { return random_word(i) % 10; });
  auto a = c.inout<int>(width, [](size_t i) { return random_word(i, 2) % 10; }), b = c.out<int>(width);
  c.rate(1e-6 * double(wall.size()), "Mcell/s");
  for (int n = 0; n < launches; ++n)
    c.launch("pathfinder", {groups * local}, {local}, wall, n % 2 ? b : a, n % 2 ? a : b, columns, n * rows, rows,
             LocalBytes{local * 4}, LocalBytes{local * 4});
  std::vector<int> want(a.begin(), a.end()), last;
  for (size_t row = 0; row < size_t(rows * launches); ++row) {
    last = want;
    for (size_t x = 0; x < width; ++x)
      want[x] = *std::min_element(&last[x ? x - 1 : 0], &last[std::min(x + 1, width - 1)] + 1) + wall[row * width + x];
  }
  c.expect(launches % 2 ? b : a, 0, [want = std::move(want)](size_t i) { return want[i]; });
}

static void binary_search(Case &c) {
  const uint32_t n = c.size(1 << 20, 1 << 12);
  auto sorted = c.in<uint32_t>(n, [](size_t i) { return i * 4000 + random_word(i) % 4000; });
  auto keys = c.in<uint32_t>(n, [](size_t i) { return random_word(i, 2); }), at = c.out<uint32_t>(n);
  c.rate(1e-6 * n, "Mkey/s");
  c.launch("binary_search", {n}, {}, sorted, n, keys, at);
  c.expect(at, 0, [=](size_t i) { return std::lower_bound(sorted.begin(), sorted.end(), keys[i]) - sorted.begin(); });
}

const std::vector<CaseEntry> kDataCases = {{"histogram", histogram},         {"bitonic_sort", bitonic_sort},
                                           {"bitonic_local", bitonic_local}, {"sha256", sha256},
                                           {"string_search", string_search}, {"floyd_warshall", floyd_warshall},
                                           {"pathfinder", pathfinder},       {"binary_search", binary_search}};
