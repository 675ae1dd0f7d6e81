// SPDX-License-Identifier: Apache-2.0
// The bytes that a copy touches, against a list of them.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "copies/copy_area.h"

namespace {

using namespace wherry::copies;

std::byte *at(uint64_t address) { return reinterpret_cast<std::byte *>(address); }

std::set<int64_t> bytes_of(const Copy &copy, bool destination) {
  std::set<int64_t> bytes;
  const uint64_t (&step)[3] = destination ? copy.dst_step : copy.src_step;
  const auto begin = reinterpret_cast<uintptr_t>(destination ? copy.dst : copy.src);
  for (uint64_t z = 0; z < copy.count[2]; ++z)
    for (uint64_t y = 0; y < copy.count[1]; ++y)
      for (uint64_t x = 0; x < copy.count[0]; ++x)
        for (uint64_t b = 0; b < copy.element; ++b)
          bytes.insert(static_cast<int64_t>(begin + x * step[0] + y * step[1] + z * step[2] + b));
  return bytes;
}

bool share(const std::set<int64_t> &a, const std::set<int64_t> &b) {
  return std::any_of(a.begin(), a.end(), [&](int64_t byte) { return b.contains(byte); });
}

// Lines that overlap, go down, or leave gaps; planes likewise.
Copy random_copy(std::mt19937 &random) {
  auto below = [&](unsigned n) { return static_cast<uint64_t>(random() % n); };
  auto step = [&] { return below(23) - 8; };
  std::byte *dst = at(1000 + below(300)), *src = at(1000 + below(300));
  if (below(2)) return describe(dst, src, below(9), 1 + below(5), step(), step());
  return describe_tile(dst, src, 1 + below(3), below(7), below(5), below(4), step(), 3 * step(), step(), 3 * step());
}

TEST(Area, IsTheBytesThatAreTouched) {
  std::mt19937 random(7);
  size_t shared = 0;
  for (int round = 0; round < 20000; ++round) {
    const Copy copy = random_copy(random), other = random_copy(random);
    const Area dst = Area::destination(copy), src = Area::source(copy), of_other = Area::destination(other);
    const auto dst_bytes = bytes_of(copy, true), src_bytes = bytes_of(copy, false);
    EXPECT_EQ(dst.empty(), dst_bytes.empty());
    if (dst.empty()) continue;
    EXPECT_EQ(static_cast<int64_t>(dst.begin()), *dst_bytes.begin());
    EXPECT_EQ(static_cast<int64_t>(dst.end()), *dst_bytes.rbegin() + 1);
    EXPECT_EQ(static_cast<int64_t>(src.begin()), *src_bytes.begin());
    EXPECT_EQ(static_cast<int64_t>(src.end()), *src_bytes.rbegin() + 1);
    EXPECT_EQ(dst.touches(src), share(dst_bytes, src_bytes));
    ASSERT_EQ(dst.touches(of_other), share(dst_bytes, bytes_of(other, true)));
    for (int i = 0; i < 20; ++i) {
      const int64_t begin = *src_bytes.begin() - 10 + static_cast<int64_t>(random() % 200);
      const uint64_t size = random() % 9;
      const auto first = src_bytes.lower_bound(begin);
      const bool touches = first != src_bytes.end() && *first < begin + static_cast<int64_t>(size);
      ASSERT_EQ(src.touches(begin, size), touches) << begin << ' ' << size;
      shared += touches;
    }
  }
  EXPECT_GT(shared, 1000u);
}

TEST(Area, MayLieBeyondAllAddresses) {
  const Area area = Area::source(describe(at(4096), at(8192), uint64_t{1} << 40, 4, 1, uint64_t{1} << 40));
  EXPECT_EQ(area.begin(), 8192);
  EXPECT_GT(area.end(), static_cast<__int128>(1) << 80);
  EXPECT_TRUE(area.touches(8192 + (static_cast<__int128>(1) << 42) * 3 + 3, 1));
  EXPECT_FALSE(area.touches(8192 + (static_cast<__int128>(1) << 42) * 3 + 4, 1000));
  const Area down = Area::destination(describe(at(8192), at(4096), 3, 4, ~uint64_t{0}, 1));
  EXPECT_EQ(down.begin(), 8184);
  EXPECT_EQ(down.end(), 8196);
}

}  // namespace
