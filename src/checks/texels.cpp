// SPDX-License-Identifier: Apache-2.0
#include "checks/texels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "checks/group_reports.h"

// The coordinates have to be the kernel's, to the last bit.
#pragma STDC FP_CONTRACT OFF

namespace wherry::checks {

namespace {

constexpr uint32_t kRaw10 = 0x10E3, kRaw12 = 0x10E4;  // CL_UNSIGNED_INT_RAW10_EXT, CL_UNSIGNED_INT_RAW12_EXT

float number_of(uint32_t bits) { return std::bit_cast<float>(bits); }

float clamped(float x, float low, float high) {  // NaN to `low`
  x = x > low ? x : low;
  return x < high ? x : high;
}

// `n`; above 2^24, where not every number is a float, one that is not greater.
float at_most(uint32_t n) { return static_cast<float>(n - (n >> 24)); }

uint64_t addressing_of(uint64_t sampler) { return sampler & abi::kSamplerAddressing; }

float in_texels(float s, uint32_t extent, uint64_t sampler) {
  const auto size = static_cast<float>(extent);
  switch (addressing_of(sampler)) {
  case abi::kSamplerRepeat: return (s - std::floor(s)) * size;
  case abi::kSamplerMirroredRepeat: return std::fabs(s - 2.0f * std::nearbyint(0.5f * s)) * size;
  default: return sampler & abi::kSamplerNormalised ? s * size : s;
  }
}

// The texels that a read takes along one coordinate, one or two, by their indices; -1 stands for no texel.
struct Taps {
  std::array<int64_t, 2> at{0, -1};
};

constexpr int64_t kNone = -1;

Taps nearest(float s, uint32_t extent, uint64_t sampler) {
  const float u = in_texels(s, extent, sampler), size = static_cast<float>(extent);
  const uint64_t mode = addressing_of(sampler);
  if (mode == abi::kSamplerRepeat) {
    const auto i = static_cast<int64_t>(clamped(u, 0, size));
    return {{i < extent ? i : 0, kNone}};
  }
  // Without an addressing mode, the program has to stay within the image.
  if ((mode == abi::kSamplerClamp || mode == abi::kSamplerAddressNone) && !(u >= 0 && u < size))
    return {{kNone, kNone}};
  return {{static_cast<int64_t>(clamped(u, 0, at_most(extent - 1))), kNone}};
}

Taps linear(float s, uint32_t extent, uint64_t sampler) {
  const float u = in_texels(s, extent, sampler) - 0.5f, below = std::floor(u), weight = u - below;
  const uint64_t mode = addressing_of(sampler);
  const int64_t last = int64_t{extent} - 1;
  Taps taps;
  if (mode == abi::kSamplerClamp) {
    const auto i = static_cast<int64_t>(clamped(below, -2.0f, static_cast<float>(extent)));
    taps.at = {i >= 0 && i <= last ? i : kNone, i + 1 >= 0 && i + 1 <= last ? i + 1 : kNone};
  } else {
    const auto i = static_cast<int64_t>(clamped(below, -1.0f, at_most(static_cast<uint32_t>(last))));
    if (mode == abi::kSamplerRepeat)
      taps.at = {i < 0 ? last : i, i + 1 > last ? 0 : i + 1};
    else
      taps.at = {std::max<int64_t>(i, 0), std::min(i + 1, last)};
  }
  if (1 - weight == 0) taps.at[0] = kNone;
  if (weight == 0) taps.at[1] = kNone;
  return taps;
}

Taps fetched(uint32_t bits, uint32_t extent, uint64_t sampler) {
  const auto i = static_cast<int32_t>(bits);
  if (i >= 0 && static_cast<uint32_t>(i) < extent) return {{i, kNone}};
  if (addressing_of(sampler) != abi::kSamplerClampToEdge) return {{kNone, kNone}};
  return {{i < 0 ? 0 : int64_t{extent} - 1, kNone}};
}

Taps layer_of(const TexelCall &call, uint32_t bits, uint32_t layers) {
  const int64_t last = int64_t{layers} - 1;
  if (call.shape & abi::kShapeFloats)
    return {{static_cast<int64_t>(clamped(std::nearbyint(number_of(bits)), 0, at_most(layers - 1))), kNone}};
  const auto i = static_cast<int32_t>(bits);
  const bool inside = i >= 0 && i <= last;
  if (!inside && call.sampler == 0) return {{kNone, kNone}};
  return {{std::clamp<int64_t>(i, 0, last), kNone}};
}

float level_of_detail(const abi::Image &image, uint64_t sampler, float lod) {
  if (sampler & (abi::kSamplerMipNearest | abi::kSamplerMipLinear))
    lod = clamped(lod, static_cast<float>(sampler >> abi::kSamplerLodMinShift & 0xFFFF) * (1.0f / 256),
                  static_cast<float>(sampler >> abi::kSamplerLodMaxShift & 0xFFFF) * (1.0f / 256));
  return clamped(lod, 0, static_cast<float>(image.num_levels - 1));
}

class Finder {
 public:
  Finder(const TexelCall &call, std::array<uint64_t, kMostTexels> &memory) : call_(call), memory_(memory) {}

  std::span<const uint64_t> run() {
    const abi::Image &image = call_.image;
    if (!(call_.shape & abi::kShapeLevels) || !(call_.writes || call_.shape & abi::kShapeFloats)) {
      add(image.base);
    } else if (call_.writes) {
      if (call_.level < image.num_levels) add(image.levels[call_.level]);
    } else {
      const float d = level_of_detail(image, call_.sampler, number_of(call_.level)), below = std::floor(d);
      if (!(call_.sampler & abi::kSamplerMipLinear)) {
        add(image.levels[d > 0.5f ? static_cast<uint32_t>(std::ceil(d - 0.5f)) : 0]);
      } else {
        add(image.levels[static_cast<uint32_t>(below)]);
        if (d != below) add(image.levels[std::min(static_cast<uint32_t>(below) + 1, image.num_levels - 1)]);
      }
    }
    return {memory_.data(), count_};
  }

 private:
  Taps taps(unsigned dimension, const abi::ImageLevel &level) const {
    const uint32_t bits = call_.at[dimension], extent = level.extent[dimension];
    const unsigned dimensions = call_.shape & abi::kShapeDimensions;
    const bool is_layer = dimension == dimensions && call_.shape & abi::kShapeLayers;
    if (dimension > dimensions || (dimension == dimensions && !is_layer)) return {};
    if (call_.writes) return fetched(bits, extent, 0);
    if (is_layer) return layer_of(call_, bits, extent);
    if (!(call_.shape & abi::kShapeFloats)) return fetched(bits, extent, call_.sampler);
    // Integers are never filtered, for which the program has no such sampler.
    return call_.sampler & abi::kSamplerLinear ? linear(number_of(bits), extent, call_.sampler)
                                               : nearest(number_of(bits), extent, call_.sampler);
  }

  void add(const abi::ImageLevel &level) {
    const abi::ImageFormat &format = call_.image.format;
    const unsigned raw = format.channel_type == kRaw10 ? 2 : format.channel_type == kRaw12 ? 1 : 0;
    const Taps all[] = {taps(0, level), taps(1, level), taps(2, level)};
    for (const int64_t z : all[2].at)
      for (const int64_t y : all[1].at)
        for (const int64_t x : all[0].at) {
          if (x < 0 || y < 0 || z < 0) continue;
          const auto column = static_cast<uint64_t>(x);
          const uint64_t block = raw ? column >> raw : 0;
          memory_[count_++] = address_of(level.data) + column * format.texel_bytes + block +
                              static_cast<uint64_t>(y) * level.row_pitch + static_cast<uint64_t>(z) * level.slice_pitch;
        }
  }

  const TexelCall &call_;
  std::array<uint64_t, kMostTexels> &memory_;
  size_t count_ = 0;
};

}  // namespace

std::span<const uint64_t> texels_of(const TexelCall &call, std::array<uint64_t, kMostTexels> &memory) noexcept {
  return Finder(call, memory).run();
}

}  // namespace wherry::checks
