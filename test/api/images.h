// SPDX-License-Identifier: Apache-2.0
// Images for the API tests: their descriptions, and commands that wait.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "api/bad_calls.h"

namespace wherry::test::images {

using Bytes = std::vector<uint8_t>;
using Size3 = std::array<size_t, 3>;

inline constexpr cl_mem_object_type kTypes[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                                CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                                CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
inline constexpr cl_image_format kRgba8{CL_RGBA, CL_UNSIGNED_INT8}, kR8{CL_R, CL_UNSIGNED_INT8},
    kRgbaFloat{CL_RGBA, CL_FLOAT};

inline unsigned coordinates(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER  ? 1
         : type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D ? 3
                                                                                : 2;
}
inline bool is_array(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}
inline bool has_slices(cl_mem_object_type type) { return is_array(type) || type == CL_MEM_OBJECT_IMAGE3D; }

// Texels, rows (or layers of a 1D array), slices (or layers).
inline cl_image_desc describe(cl_mem_object_type type, Size3 extent) {
  cl_image_desc desc{};
  desc.image_type = type;
  desc.image_width = extent[0];
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
    desc.image_array_size = extent[1];
  else if (coordinates(type) > 1)
    desc.image_height = extent[1];
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) desc.image_array_size = extent[2];
  if (type == CL_MEM_OBJECT_IMAGE3D) desc.image_depth = extent[2];
  return desc;
}
inline Size3 extent_of(cl_mem_object_type type, Size3 of) {
  for (unsigned d = coordinates(type); d < 3; ++d) of[d] = 1;
  return of;
}

inline Buffer create(const cl_image_format &format, const cl_image_desc &desc, cl_mem_flags flags = 0,
                     void *host = nullptr) {
  cl_int error;
  Buffer made(clCreateImage(context(), flags, &format, &desc, host, &error));
  ok(error);
  return made;
}
inline Buffer create(const cl_image_format &format, cl_mem_object_type type, Size3 extent, cl_mem_flags flags = 0) {
  cl_image_desc desc = describe(type, extent);
  Buffer buffer;
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    buffer = make_buffer(extent[0] * 16);
    desc.mem_object = buffer;
  }
  return create(format, desc, flags);
}
inline cl_int try_create(const cl_image_format *format, const cl_image_desc *desc, cl_mem_flags flags = 0,
                         void *host = nullptr) {
  return created([&](cl_int *error) { return clCreateImage(context(), flags, format, desc, host, error); });
}

inline Bytes numbered(size_t count) {
  Bytes bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 256);
  return bytes;
}

inline size_t texel_bytes(cl_mem image) { return info<size_t>(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE); }

inline Bytes read_image(cl_mem image, const size_t *origin, Size3 region, size_t row = 0, size_t slice = 0,
                        size_t bytes = 0) {
  if (!bytes) bytes = region[0] * region[1] * region[2] * texel_bytes(image);
  Bytes result(bytes, 0xEE);
  ok(clEnqueueReadImage(queue(), image, CL_TRUE, origin, region.data(), row, slice, result.data(), 0, nullptr,
                        nullptr));
  return result;
}
inline Bytes read_image(cl_mem image, Size3 region) {
  const size_t origin[4] = {};
  return read_image(image, origin, region);
}
inline void write_image(cl_mem image, const size_t *origin, Size3 region, const Bytes &bytes, size_t row = 0,
                        size_t slice = 0) {
  ok(clEnqueueWriteImage(queue(), image, CL_TRUE, origin, region.data(), row, slice, bytes.data(), 0, nullptr,
                         nullptr));
}
inline void write_image(cl_mem image, Size3 region, const Bytes &bytes) {
  const size_t origin[4] = {};
  write_image(image, origin, region, bytes);
}

// An image of numbered bytes.
struct NumberedImage {
  NumberedImage(const cl_image_format &format, cl_mem_object_type type, Size3 extent)
      : image(create(format, type, extent)), bytes(numbered(extent[0] * extent[1] * extent[2] * texel_bytes(image))) {
    write_image(image, extent, bytes);
  }
  Buffer image;
  const Bytes bytes;
};

// The bytes of a box, row by row, in memory of these pitches.
inline Bytes box_in(const uint8_t *memory, Size3 origin, Size3 region, size_t texel, size_t row, size_t slice) {
  Bytes result;
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y) {
      const uint8_t *first = memory + (origin[2] + z) * slice + (origin[1] + y) * row + origin[0] * texel;
      result.insert(result.end(), first, first + region[0] * texel);
    }
  return result;
}

// 8 x 8 texels of RGBA8.
inline Buffer image_with(cl_mem_flags flags) { return create(kRgba8, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}, flags); }

// Origins and regions in such an image, or beyond it.
inline constexpr size_t kZero[4] = {}, kOne[3] = {1, 1, 1}, kAll[3] = {8, 8, 1}, kWide[3] = {9, 1, 1},
                        kDeep[3] = {1, 1, 2}, kNone[3] = {1, 0, 1}, kSecond[4] = {0, 0, 1}, kFar[4] = {8, 0, 0};

}  // namespace wherry::test::images
