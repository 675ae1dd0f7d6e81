// SPDX-License-Identifier: Apache-2.0
// The form of a copy, and its parts.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <set>
#include <vector>

#include "copies/copy.h"
#include "copies/source_lines.h"

namespace {

using namespace wherry::copies;

std::vector<std::byte> pattern(size_t bytes, unsigned seed) {
  std::vector<std::byte> data(bytes);
  for (size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>((i * 131 + (i >> 8) * 17 + seed) & 0xff);
  return data;
}

TEST(Copy, EverySizeStrideAndMisalignment) {
  for (uint64_t element : {1, 2, 3, 4, 5, 8, 12, 16, 31, 32, 64, 96, 128, 129, 200})
    for (uint64_t dst_stride : {1, 2, 7})
      for (uint64_t src_stride : {0, 1, 3})
        for (uint64_t off : {0, 1, 3})
          for (uint64_t count : {0, 1, 2, 17}) {
            const auto src = pattern(off + (count + 1) * element * (src_stride + 1), 1);
            auto dst = pattern(off + (count + 1) * element * dst_stride, 2), expected = dst;
            for (uint64_t i = 0; i < count; ++i)
              std::memcpy(&expected[off + i * dst_stride * element], &src[off + i * src_stride * element], element);
            const Copy copy = describe(&dst[off], &src[off], count, element, dst_stride, src_stride);
            // In two parts.
            perform(copy, copy.total() / 2, copy.total(), Stores::cached);
            perform(copy, 0, copy.total() / 2, Stores::cached);
            ASSERT_EQ(dst, expected) << element << ' ' << dst_stride << ' ' << src_stride << ' ' << off << ' ' << count;
          }
}

TEST(Copy, DestinationStrideZeroTouchesTheFirstElementOnly) {
  const auto src = pattern(1000 * 4, 1);
  std::vector<std::byte> dst(12), expected(12);
  std::memcpy(expected.data(), &src[999 * 4], 4);
  const Copy copy = describe(dst.data(), src.data(), 1000, 4, 0, 1);
  perform(copy, 0, copy.total(), Stores::cached);
  EXPECT_EQ(dst, expected);
  // Bounded however many.
  for (uint64_t many : {uint64_t{1} << 40, ~uint64_t{0}}) {
    const Copy endless = describe(dst.data(), src.data(), many, 4, 0, 0);
    EXPECT_EQ(endless.total(), 4u);
    perform(endless, 0, endless.total(), Stores::cached);
  }
  EXPECT_EQ(std::memcmp(dst.data(), src.data(), 4), 0);
}

TEST(Copy, ElementSizeZeroMovesNothing) {
  std::byte a{1}, b{2};
  EXPECT_EQ(describe(&a, &b, 100, 0, 1, 1).total(), 0u);
}

TEST(Copy, FollowingDimensionsAreOne) {
  std::byte dst[1], src[1];
  const Copy whole = describe_tile(dst, src, 4, 100, 20, 3, 100, 2000, 100, 2000);
  EXPECT_TRUE(whole.contiguous());
  EXPECT_EQ(whole.count[0], 4u * 100 * 20 * 3);
  const Copy planes = describe_tile(dst, src, 4, 100, 20, 3, 100, 2000, 100, 3000);
  EXPECT_TRUE(planes.contiguous());
  EXPECT_EQ(planes.count[0], 4u * 100 * 20);
  EXPECT_EQ(planes.total(), 4u * 100 * 20 * 3);
  const Copy column = describe_tile(dst, src, 4, 1, 20, 3, 1, 20, 50, 1000);
  EXPECT_EQ(column.element, 4u);
  EXPECT_EQ(column.count[0], 60u);
  EXPECT_EQ(column.src_step[0], 200u);
}

TEST(Copy, WhatNoMemoryHoldsIsBounded) {
  std::byte *const at = nullptr;
  for (uint64_t count : {uint64_t{1} << 32, uint64_t{1} << 62, ~uint64_t{0}})
    for (uint64_t element : {uint64_t{1}, uint64_t{4}, uint64_t{1} << 33, ~uint64_t{0}})
      for (uint64_t step : {uint64_t{1}, uint64_t{3}, ~uint64_t{0} / 3})
        for (const Copy &copy : {describe(at, at, count, element, step, step),
                                 describe_tile(at, at, element, count, count, count, step, 1, 2, step)}) {
          const auto total = static_cast<unsigned __int128>(copy.count[0]) * copy.count[1] * copy.count[2];
          EXPECT_GT(total, 0u);
          EXPECT_LT(total * copy.element, uint64_t{1} << 63);
          if (element == ~uint64_t{0}) {
            EXPECT_TRUE(copy.contiguous());
          }
        }
}

// Each line of the source, whether it begins on one or not, and no other.
TEST(Copy, SourceLinesAreThoseThatItReads) {
  std::vector<std::byte> memory(1 << 16);
  const auto line_of = [](const std::byte *at) { return reinterpret_cast<uintptr_t>(at) / 64; };
  std::byte *const src = &memory[4096 - reinterpret_cast<uintptr_t>(memory.data()) % 64];
  for (uint64_t off : {0, 1, 32, 63})
    for (uint64_t width : {1, 2, 31, 64, 65, 100, 128, 129, 200, 1000})
      for (uint64_t lines : {1, 3})
        for (uint64_t planes : {1, 2})
          for (uint64_t stride : {1, 2, 40}) {
            if (stride * width > 4000) continue;
            const Copy copies[] = {
                describe_tile(nullptr, src + off, 1, width, lines, planes, width, width * lines, stride * width, 10000),
                describe(nullptr, src + off, 5, width, 1, stride),
                describe(nullptr, src + off, 5, width, 1, ~stride + 1)};
            for (const Copy &copy : copies) {
              std::set<uintptr_t> expected, found;
              for (uint64_t z = 0; z < copy.count[2]; ++z)
                for (uint64_t y = 0; y < copy.count[1]; ++y)
                  for (uint64_t x = 0; x < copy.count[0]; ++x)
                    for (uint64_t byte = 0; byte < copy.element; ++byte)
                      expected.insert(line_of(wherry::cpu::advance(
                          copy.src, x * copy.src_step[0] + y * copy.src_step[1] + z * copy.src_step[2] + byte)));
              uint64_t visits = 0;
              for_each_source_line(copy, [&](const std::byte *line) {
                found.insert(line_of(line));
                ++visits;
              });
              ASSERT_EQ(found, expected) << off << ' ' << width << ' ' << lines << ' ' << planes << ' ' << stride;
              if (copy.contiguous() && copy.total() == copy.count[0]) ASSERT_EQ(visits, expected.size());
            }
          }
}

}  // namespace
