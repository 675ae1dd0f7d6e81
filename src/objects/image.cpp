// SPDX-License-Identifier: Apache-2.0
#include "objects/image.h"

#include <algorithm>

#include "kernel_abi/common_format.h"
#include "objects/platform.h"

namespace wherry::runtime {

unsigned ImageShape::num_coordinates() const {
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D:
  case CL_MEM_OBJECT_IMAGE1D_BUFFER: return 1;
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
  case CL_MEM_OBJECT_IMAGE2D: return 2;
  default: return 3;
  }
}

namespace {

// Calls place(start, level) for each level, whose first byte is `start` bytes behind the image's; returns the bytes of
// all levels.
template <class Place> size_t place_levels(const ImageShape &shape, Place place) {
  const unsigned shrinking = shape.num_coordinates() - shape.is_array();
  // Kernels address layers of a 1D array as rows.
  const bool layers_are_rows = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  size_t start = 0, end = 0;
  for (unsigned level = 0; level < std::max(shape.num_mip_levels, 1u); ++level) {
    // "Each successively smaller mipmap level is half the size of the previous level, rounded down to the nearest
    // integer."
    auto size = shape.extent;
    for (unsigned d = 0; d < shrinking; ++d) size[d] = std::max<size_t>(size[d] >> level, 1);
    size_t row = block_of(shape.stored).bytes_of(size[0]), slice = row * size[1];
    if (level == 0) {
      row = layers_are_rows ? shape.slice_pitch : shape.row_pitch;
      slice = shape.slice_pitch && !layers_are_rows ? shape.slice_pitch : row * size[1];
    }
    place(start, abi::ImageLevel{
                     nullptr,
                     row,
                     slice,
                     {static_cast<uint32_t>(size[0]), static_cast<uint32_t>(size[1]), static_cast<uint32_t>(size[2])},
                     0});
    end = start + slice * size[2];
    start = (end + kMemoryAlign - 1) / kMemoryAlign * kMemoryAlign;
  }
  return end;
}

}  // namespace

std::vector<abi::ImageLevel> ImageShape::levels(std::byte *base) const {
  std::vector<abi::ImageLevel> levels;
  place_levels(*this, [&](size_t start, abi::ImageLevel level) {
    level.data = base + start;
    levels.push_back(level);
  });
  return levels;
}

size_t ImageShape::bytes() const {
  return place_levels(*this, [](size_t, const abi::ImageLevel &) {});
}

Image::Image(const ImageShape &shape, std::byte *texels) : shape(shape), levels_(shape.levels(texels)) {
  base = levels_.front();
  format = shape.stored;
  // Texels are loaded as the aligned words around them too, which begin up to 3 bytes earlier.
  const bool is_small = shape.bytes() <= (size_t{1} << 31) - 4;
  const bool has_pairs = base.extent[0] >= 2 && size_t{base.extent[0]} * format.texel_bytes >= 4;
  const bool is_aligned = reinterpret_cast<uintptr_t>(base.data) % abi::kSmallImageAlign == 0;
  format.is_small = !is_small ? 0 : !has_pairs ? 1 : is_aligned ? abi::kSmallAligned : abi::kSmallWithPairs;
  format.common = format.is_small >= abi::kSmallWithPairs ? abi::common_format(format) : 0;
  levels = levels_.data();
  num_levels = static_cast<uint32_t>(levels_.size());
  num_samples = 1;
}

}  // namespace wherry::runtime
