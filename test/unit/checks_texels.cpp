// SPDX-License-Identifier: Apache-2.0
#include "checks/texels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace wherry::checks {

namespace {

// An image of 8 x 4 texels of 4 bytes, in rows of 64 bytes, with a second level of 4 x 2 at byte 4096, and the texels
// that calls touch as offsets.
class Texels : public testing::Test {
 protected:
  Texels() {
    levels[0] = {data(0), 64, 256, {8, 4, 1}, 0};
    levels[1] = {data(4096), 16, 32, {4, 2, 1}, 0};
    image.base = levels[0];
    image.format.texel_bytes = 4;
    image.levels = levels;
    image.num_levels = 2;
    image.num_samples = 1;
  }
  static std::byte *data(uintptr_t offset) { return reinterpret_cast<std::byte *>(kBase + offset); }

  std::vector<uint64_t> touched(uint64_t sampler, uint32_t shape, std::array<uint32_t, 3> at, uint32_t level = 0,
                                bool writes = false) const {
    std::array<uint64_t, kMostTexels> memory;
    std::vector<uint64_t> offsets;
    for (const uint64_t address : texels_of({image, sampler, shape, at, level, writes}, memory))
      offsets.push_back(address - kBase);
    std::ranges::sort(offsets);
    return offsets;
  }
  std::vector<uint64_t> sampled(uint64_t sampler, float x, float y) const {
    return touched(sampler, 2 | abi::kShapeFloats, {std::bit_cast<uint32_t>(x), std::bit_cast<uint32_t>(y), 0});
  }
  static uint64_t at(uint64_t x, uint64_t y) { return 4 * x + 64 * y; }
  using Offsets = std::vector<uint64_t>;

  static constexpr uint64_t kBase = 1 << 20;
  abi::ImageLevel levels[2];
  abi::Image image{};
};

constexpr uint64_t kNear = abi::kSamplerNearest, kFilter = abi::kSamplerLinear, kUnit = abi::kSamplerNormalised;

TEST_F(Texels, by_integers) {
  EXPECT_EQ((Offsets{at(3, 2)}), touched(0, 2, {3, 2, 0}));
  EXPECT_EQ(Offsets(), touched(0, 2, {8, 2, 0}));
  EXPECT_EQ(Offsets(), touched(0, 2, {3, ~0u, 0}));
  EXPECT_EQ((Offsets{at(7, 0)}), touched(kNear | abi::kSamplerClampToEdge, 2, {20, ~0u, 0}));
  EXPECT_EQ(Offsets(), touched(kNear | abi::kSamplerClamp, 2, {20, 0, 0}));
  EXPECT_EQ((Offsets{at(3, 0)}), touched(0, 1, {3, 9, 9}));  // a row
}

TEST_F(Texels, that_are_written) {
  EXPECT_EQ((Offsets{at(3, 2)}), touched(0, 2, {3, 2, 0}, 0, true));
  EXPECT_EQ(Offsets(), touched(0, 2, {3, 4, 0}, 0, true));
  EXPECT_EQ((Offsets{4096 + 16 + 8}), touched(0, 2 | abi::kShapeLevels, {2, 1, 0}, 1, true));
  EXPECT_EQ(Offsets(), touched(0, 2 | abi::kShapeLevels, {2, 1, 0}, 2, true));
  EXPECT_EQ(Offsets(), touched(0, 1 | abi::kShapeLayers, {2, 4, 0}, 0, true));
}

TEST_F(Texels, of_layers) {
  EXPECT_EQ((Offsets{at(3, 2)}), touched(0, 1 | abi::kShapeLayers, {3, 2, 0}));
  EXPECT_EQ(Offsets(), touched(0, 1 | abi::kShapeLayers, {3, 7, 0}));
  EXPECT_EQ((Offsets{at(3, 3)}), touched(kNear | abi::kSamplerClamp, 1 | abi::kShapeLayers, {3, 7, 0}));
  const auto layer = std::bit_cast<uint32_t>(2.5f);  // to the nearest even one
  EXPECT_EQ((Offsets{at(1, 2)}),
            touched(kNear, 1 | abi::kShapeLayers | abi::kShapeFloats, {std::bit_cast<uint32_t>(1.5f), layer, 0}));
}

TEST_F(Texels, nearest) {
  EXPECT_EQ((Offsets{at(3, 2)}), sampled(kNear, 3.99f, 2.0f));
  EXPECT_EQ((Offsets{at(6, 1)}), sampled(kNear | kUnit | abi::kSamplerClampToEdge, 0.8f, 0.3f));
  EXPECT_EQ((Offsets{at(7, 0)}), sampled(kNear | abi::kSamplerClampToEdge, 100.0f, -3.0f));
  EXPECT_EQ(Offsets(), sampled(kNear | abi::kSamplerClamp, 8.0f, 1.0f));
  EXPECT_EQ(Offsets(), sampled(kNear, -0.5f, 1.0f));
  EXPECT_EQ((Offsets{at(2, 3)}), sampled(kNear | kUnit | abi::kSamplerRepeat, 5.3f, -0.1f));
  EXPECT_EQ((Offsets{at(5, 0)}), sampled(kNear | kUnit | abi::kSamplerMirroredRepeat, 1.3f, -0.1f));
}

TEST_F(Texels, linear) {
  EXPECT_EQ((Offsets{at(2, 1), at(3, 1), at(2, 2), at(3, 2)}), sampled(kFilter, 3.25f, 2.0f));
  // In the middle of a texel along one coordinate, or both.
  EXPECT_EQ((Offsets{at(2, 1), at(3, 1)}), sampled(kFilter, 3.25f, 1.5f));
  EXPECT_EQ((Offsets{at(2, 1)}), sampled(kFilter, 2.5f, 1.5f));
  EXPECT_EQ((Offsets{at(7, 1)}), sampled(kFilter | abi::kSamplerClamp, 7.75f, 1.5f));
  EXPECT_EQ((Offsets{at(0, 1), at(7, 1)}), sampled(kFilter | kUnit | abi::kSamplerRepeat, 0.01f, 0.375f));
  EXPECT_EQ((Offsets{at(0, 1), at(7, 1)}), sampled(kFilter | kUnit | abi::kSamplerRepeat, 0.99f, 0.375f));
}

TEST_F(Texels, of_levels) {
  const uint32_t shape = 2 | abi::kShapeFloats | abi::kShapeLevels;
  const auto bits = [](float number) { return std::bit_cast<uint32_t>(number); };
  const std::array<uint32_t, 3> place{bits(0.3f), bits(0.3f), 0};
  const auto of = [&](uint64_t sampler, float level) {
    return touched(sampler | kUnit | kNear | abi::kSamplerClampToEdge, shape, place, bits(level));
  };
  const uint64_t all = uint64_t{0xffff} << abi::kSamplerLodMaxShift;
  const uint64_t first = at(2, 1), second = 4096 + 4;
  EXPECT_EQ((Offsets{first}), of(0, 0.5f));
  EXPECT_EQ((Offsets{second}), of(0, 0.6f));
  EXPECT_EQ((Offsets{second}), of(0, 9));
  EXPECT_EQ((Offsets{first, second}), of(abi::kSamplerMipLinear | all, 0.25f));
  EXPECT_EQ((Offsets{second}), of(abi::kSamplerMipLinear | all, 1));
  EXPECT_EQ((Offsets{first}), of(abi::kSamplerMipNearest, 1));  // the sampler's greatest level is 0
}

TEST_F(Texels, of_raw_formats) {
  image.format.texel_bytes = 1;
  image.format.channel_type = 0x10E3;  // CL_UNSIGNED_INT_RAW10_EXT: 5 bytes for 4 texels
  EXPECT_EQ((Offsets{3}), touched(0, 2, {3, 0, 0}));
  EXPECT_EQ((Offsets{64 + 6}), touched(0, 2, {5, 1, 0}));
}

}  // namespace

}  // namespace wherry::checks
