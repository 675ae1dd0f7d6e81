// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernel_abi/abi.h"
#include "kernel_abi/image_formats.h"

namespace wherry::abi {

namespace channel {
// OpenCL's values, CL_R and so on.
inline constexpr uint32_t kR = 0x10B0, kRGBA = 0x10B5, kBGRA = 0x10B6, kUNORM_INT8 = 0x10D2, kUNSIGNED_INT8 = 0x10DA,
                          kUNSIGNED_INT32 = 0x10DC, kHALF_FLOAT = 0x10DD, kFLOAT = 0x10DE;
}  // namespace channel

// ImageFormat::is_small; kernels-builtins/images.h has the first number, too.
inline constexpr uint32_t kSmallWithPairs = 2, kSmallAligned = 3;
// The alignment, in bytes, of an image's first texel where is_small is kSmallAligned.
inline constexpr uint64_t kSmallImageAlign = 4;

// ImageFormat::common of an image that is small with pairs.
inline uint32_t common_format(const ImageFormat &format) {
#define WHERRY_COMMON(x, number, order, type, bytes, read, written)                                                    \
  if (format.channel_order == channel::k##order && format.channel_type == channel::k##type) return number;
  WHERRY_FLOAT_IMAGE_FORMATS(WHERRY_COMMON, )
  WHERRY_INT_IMAGE_FORMATS(WHERRY_COMMON, )
#undef WHERRY_COMMON
  return 0;
}

}  // namespace wherry::abi
