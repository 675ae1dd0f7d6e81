// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <CL/cl.h>

#include "kernel_abi/abi.h"
#include "kernel_abi/image_formats.h"

namespace wherry::abi {

// ImageFormat::common of a small image.
inline uint32_t common_format(const ImageFormat &format) {
#define WHERRY_COMMON(x, number, order, type, bytes, read, written)                                                    \
  if (format.channel_order == CL_##order && format.channel_type == CL_##type) return number;
  WHERRY_FLOAT_IMAGE_FORMATS(WHERRY_COMMON, )
  WHERRY_INT_IMAGE_FORMATS(WHERRY_COMMON, )
#undef WHERRY_COMMON
  return 0;
}

}  // namespace wherry::abi
