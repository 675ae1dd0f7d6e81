// SPDX-License-Identifier: Apache-2.0
// Images: arrays of texels that kernels read and write through OpenCL C's image types.
#pragma once
#include <array>
#include <bit>
#include <vector>

#include "objects/image_format.h"

namespace wherry::runtime {

inline constexpr size_t kMaxImage2dSize = 32768;  // width and height, of 1D images too
inline constexpr size_t kMaxImage3dSize = 2048;   // width, height and depth
inline constexpr size_t kMaxImageLayers = 2048;   // of an array
inline constexpr size_t kMaxImageBufferTexels = 1 << 27;
inline constexpr cl_uint kMaxMipLevels = std::bit_width(kMaxImage2dSize);
inline constexpr cl_uint kMaxReadImageArgs = 128, kMaxWriteImageArgs = 64, kMaxSamplers = 16;

// A box of texels in one level of an image. The coordinate behind those that the image's type has is 0, its size 1; a
// layer of an array counts as its last coordinate. Of a buffer: bytes.
struct Region {
  std::array<size_t, 3> origin, size;
  size_t level = 0;
  bool overlaps(const Region &other) const {
    for (int d = 0; d < 3; ++d)
      if (origin[d] >= other.origin[d] + other.size[d] || other.origin[d] >= origin[d] + size[d]) return false;
    return level == other.level;
  }
};

// What an image is, apart from its memory.
struct ImageShape {
  cl_mem_object_type type;
  cl_image_format format;
  abi::ImageFormat stored;
  std::array<size_t, 3> extent;   // coordinates as in Region
  size_t row_pitch, slice_pitch;  // bytes, of the first level; as clGetImageInfo reports them: 0 where there is none
  cl_uint num_mip_levels;         // as clGetImageInfo reports it: 0 of most images

  bool is_array() const { return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY; }
  bool has_slices() const { return is_array() || type == CL_MEM_OBJECT_IMAGE3D; }
  unsigned num_coordinates() const;
  bool is_mipmap() const { return num_mip_levels > 1; }
  size_t bytes() const;  // of all levels
  // The levels of an image whose first texel is at `base`.
  std::vector<abi::ImageLevel> levels(std::byte *base) const;
};

// The object whose address kernels get.
class Image final : public abi::Image {
 public:
  Image(const ImageShape &shape, std::byte *texels);
  Image(const Image &) = delete;
  Image &operator=(const Image &) = delete;

  const ImageShape shape;
  const abi::ImageLevel &level(size_t index) const { return levels_[index]; }
  // The region begins with a block.
  std::byte *texel(const Region &region) const {
    const abi::ImageLevel &in = level(region.level);
    return in.data + block_of(format).bytes_of(region.origin[0]) + region.origin[1] * in.row_pitch +
           region.origin[2] * in.slice_pitch;
  }

 private:
  const std::vector<abi::ImageLevel> levels_;
};

}  // namespace wherry::runtime
