// SPDX-License-Identifier: Apache-2.0
// The formats of images' texels.
#pragma once
#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "kernel_abi/abi.h"

namespace wherry::runtime {

inline constexpr size_t kMaxTexelBytes = 16;

// What rows are made of: one texel, or of the raw formats as many as share a byte.
struct TexelBlock {
  size_t texels, bytes;
  // Of so many texels from a block's first on.
  size_t bytes_of(size_t count) const { return (count + texels - 1) / texels * bytes; }
};
TexelBlock block_of(const abi::ImageFormat &format);

// CL_IMAGE_ELEMENT_SIZE: a texel's bytes, of the raw formats those that hold one by itself.
size_t element_bytes(const abi::ImageFormat &format);

// How texels of this format are stored; nothing if the device does not support it.
std::optional<abi::ImageFormat> stored_format(const cl_image_format &format);

// Whether the specification allows the channel order with the channel type, supported or not.
bool is_valid_format(const cl_image_format &format);

// Depth images have two dimensions, or are arrays of such.
bool suits(const cl_image_format &format, cl_mem_object_type type);

// In a fixed order. Kernels can read and write all of them, in one kernel too. The raw formats, whose rows are shorter
// than their texels' bytes (element_bytes) together, are listed only as cl_ext_image_raw10_raw12 uses them: images in
// two dimensions that kernels read. A program that takes all listed formats, as Khronos' tests do, computes rows by the
// size of a texel. Formats with unused channels are not listed either (image_format.cpp says why).
std::vector<cl_image_format> supported_formats(cl_mem_object_type type, cl_mem_flags flags);

// Whether an image of one channel order may be created from an image of the other: both name the same channels, one of
// them in sRGB, or the one channel R as depth.
bool is_view(cl_channel_order of, cl_channel_order order);

// A block of `format` with the fill colour of clEnqueueFillImage: four floats, ints or unsigned ints by the channel
// type; one float for depth.
std::array<std::byte, kMaxTexelBytes> fill_block(const abi::ImageFormat &format, const void *colour);

}  // namespace wherry::runtime
