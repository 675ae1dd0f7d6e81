// SPDX-License-Identifier: Apache-2.0
// Which texels a call of an image function reads or writes, as kernels-builtins/image_body.h finds them.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "kernel_abi/abi.h"

namespace wherry::checks {

// A call of kernel_abi/image_calls.def.
struct TexelCall {
  const abi::Image &image;
  uint64_t sampler;            // abi::SamplerBits; 0: none
  uint32_t shape;              // ImageShape's bits, and abi::kShapeFloats where the coordinates are floats
  std::array<uint32_t, 3> at;  // integers, or the bits of floats
  uint32_t level;              // of a mipmap: of a write, an integer; of a read, the bits of a level of detail
  bool writes;
};

// Of a linear filter, in two levels of a mipmap.
inline constexpr size_t kMostTexels = 16;

// The addresses of the texels' first bytes, each of ImageFormat::texel_bytes bytes: those within the image, but for
// what a linear filter weighs with 0. Of raw formats, the byte that a texel does not share.
std::span<const uint64_t> texels_of(const TexelCall &call, std::array<uint64_t, kMostTexels> &memory) noexcept;

}  // namespace wherry::checks
