// SPDX-License-Identifier: Apache-2.0
// Rectangular reads, writes and copies at random, against a host model that knows only bytes.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

using Three = std::array<size_t, 3>;

struct Layout {
  Three origin;
  size_t row, slice;  // as passed: 0 leaves them to the driver
  size_t real_row, real_slice;

  size_t at(size_t x, size_t y, size_t z) const {
    return (origin[2] + z) * real_slice + (origin[1] + y) * real_row + origin[0] + x;
  }
};

Layout random_layout(Random &random, const Three &region) {
  Layout l = {};
  for (auto &one : l.origin) one = random.below(5);
  size_t least = region[0] + l.origin[0];
  l.row = random.below(3) ? least + random.below(9) : 0;
  if (l.row == 0) l.origin[0] = 0;
  l.real_row = l.row ? l.row : region[0];
  size_t rows = region[1] + l.origin[1];
  l.slice = random.below(3) ? l.real_row * (rows + random.below(3)) : 0;
  if (l.slice == 0) l.origin[1] = 0;
  l.real_slice = l.slice ? l.slice : l.real_row * region[1];
  return l;
}

void move(const uint8_t *from, const Layout &from_layout, uint8_t *to, const Layout &to_layout, const Three &region) {
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y)
      for (size_t x = 0; x < region[0]; ++x) to[to_layout.at(x, y, z)] = from[from_layout.at(x, y, z)];
}

size_t extent(const Layout &l, const Three &region) { return l.at(region[0] - 1, region[1] - 1, region[2] - 1) + 1; }

TEST(Rectangles, at_random) {
  Random random(seed());
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    Three region = {1 + random.below(12), 1 + random.below(6), 1 + random.below(4)};
    Layout a = random_layout(random, region), b = random_layout(random, region);
    std::vector<uint8_t> in_a = random.bytes(extent(a, region)), in_b = random.bytes(extent(b, region));
    Buffer buffer = make_buffer(in_a);
    switch (random.below(3)) {
    case 0: {
      std::vector<uint8_t> expected = in_b;
      move(in_a.data(), a, expected.data(), b, region);
      ok(clEnqueueReadBufferRect(queue(), buffer, CL_TRUE, a.origin.data(), b.origin.data(), region.data(), a.row,
                                 a.slice, b.row, b.slice, in_b.data(), 0, nullptr, nullptr));
      ASSERT_EQ(expected, in_b) << "read";
      break;
    }
    case 1: {
      std::vector<uint8_t> expected = in_a;
      move(in_b.data(), b, expected.data(), a, region);
      ok(clEnqueueWriteBufferRect(queue(), buffer, CL_TRUE, a.origin.data(), b.origin.data(), region.data(), a.row,
                                  a.slice, b.row, b.slice, in_b.data(), 0, nullptr, nullptr));
      ASSERT_EQ(expected, read<uint8_t>(buffer, in_a.size())) << "write";
      break;
    }
    default: {
      Buffer other = make_buffer(in_b);
      std::vector<uint8_t> expected = in_b;
      move(in_a.data(), a, expected.data(), b, region);
      ok(clEnqueueCopyBufferRect(queue(), buffer, other, a.origin.data(), b.origin.data(), region.data(), a.row,
                                 a.slice, b.row, b.slice, 0, nullptr, nullptr));
      ASSERT_EQ(expected, read<uint8_t>(other, in_b.size())) << "copy";
    }
    }
  }
}

TEST(Rectangles, copy_within_a_buffer_beside_itself) {
  std::vector<uint8_t> bytes(16 * 16);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i);
  Buffer buffer = make_buffer(bytes);
  // The right half onto the left, row by row: the ranges interleave, the rectangles do not meet.
  Three from = {8, 0, 0}, to = {0, 0, 0}, region = {8, 16, 1};
  ok(clEnqueueCopyBufferRect(queue(), buffer, buffer, from.data(), to.data(), region.data(), 16, 0, 16, 0, 0, nullptr,
                             nullptr));
  for (size_t y = 0; y < 16; ++y) std::memcpy(&bytes[16 * y], &bytes[16 * y + 8], 8);
  EXPECT_EQ(bytes, read<uint8_t>(buffer, bytes.size()));
}

}  // namespace
