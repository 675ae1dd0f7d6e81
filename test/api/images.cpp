// SPDX-License-Identifier: Apache-2.0
// Images: creation, host memory, commands, queries, and their use as kernels' arguments. What kernels read and write in
// them is tested in test/kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <optional>

#include "api/bad_calls.h"
#include "wherry/cl_command_buffer.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

using Bytes = std::vector<uint8_t>;
using Size3 = std::array<size_t, 3>;

constexpr cl_mem_object_type kTypes[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                         CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                         CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
constexpr cl_image_format kRgba8{CL_RGBA, CL_UNSIGNED_INT8}, kR8{CL_R, CL_UNSIGNED_INT8}, kRgbaFloat{CL_RGBA, CL_FLOAT};

unsigned coordinates(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER  ? 1
         : type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D ? 3
                                                                                : 2;
}
bool is_array(cl_mem_object_type type) {
  return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}
bool has_slices(cl_mem_object_type type) { return is_array(type) || type == CL_MEM_OBJECT_IMAGE3D; }

// Texels, rows (or layers of a 1D array), slices (or layers).
cl_image_desc describe(cl_mem_object_type type, Size3 extent) {
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
Size3 extent_of(cl_mem_object_type type, Size3 of) {
  for (unsigned d = coordinates(type); d < 3; ++d) of[d] = 1;
  return of;
}

Buffer create(const cl_image_format &format, const cl_image_desc &desc, cl_mem_flags flags = 0, void *host = nullptr) {
  cl_int error;
  Buffer made(clCreateImage(context(), flags, &format, &desc, host, &error));
  ok(error);
  return made;
}
Buffer create(const cl_image_format &format, cl_mem_object_type type, Size3 extent, cl_mem_flags flags = 0) {
  cl_image_desc desc = describe(type, extent);
  Buffer buffer;
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    buffer = make_buffer(extent[0] * 16);
    desc.mem_object = buffer;
  }
  return create(format, desc, flags);
}
cl_int try_create(const cl_image_format *format, const cl_image_desc *desc, cl_mem_flags flags = 0,
                  void *host = nullptr) {
  return created([&](cl_int *error) { return clCreateImage(context(), flags, format, desc, host, error); });
}

Bytes numbered(size_t count) {
  Bytes bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 256);
  return bytes;
}

size_t texel_bytes(cl_mem image) { return info<size_t>(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE); }

Bytes read_image(cl_mem image, const size_t *origin, Size3 region, size_t row = 0, size_t slice = 0, size_t bytes = 0) {
  if (!bytes) bytes = region[0] * region[1] * region[2] * texel_bytes(image);
  Bytes result(bytes, 0xEE);
  ok(clEnqueueReadImage(queue(), image, CL_TRUE, origin, region.data(), row, slice, result.data(), 0, nullptr,
                        nullptr));
  return result;
}
Bytes read_image(cl_mem image, Size3 region) {
  const size_t origin[4] = {};
  return read_image(image, origin, region);
}
void write_image(cl_mem image, const size_t *origin, Size3 region, const Bytes &bytes, size_t row = 0,
                 size_t slice = 0) {
  ok(clEnqueueWriteImage(queue(), image, CL_TRUE, origin, region.data(), row, slice, bytes.data(), 0, nullptr,
                         nullptr));
}
void write_image(cl_mem image, Size3 region, const Bytes &bytes) {
  const size_t origin[4] = {};
  write_image(image, origin, region, bytes);
}

// The bytes of a box, row by row, in memory of these pitches.
Bytes box_in(const uint8_t *memory, Size3 origin, Size3 region, size_t texel, size_t row, size_t slice) {
  Bytes result;
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y) {
      const uint8_t *first = memory + (origin[2] + z) * slice + (origin[1] + y) * row + origin[0] * texel;
      result.insert(result.end(), first, first + region[0] * texel);
    }
  return result;
}

TEST(Images, writes_and_reads_of_every_type) {
  for (const cl_mem_object_type type : kTypes)
    for (const cl_image_format &format : {kR8, kRgba8, kRgbaFloat}) {
      SCOPED_TRACE(testing::Message() << type << " " << format.image_channel_data_type);
      const Size3 extent = extent_of(type, {11, 7, 5});
      Buffer image = create(format, type, extent);
      const size_t texel = texel_bytes(image);
      const Bytes all = numbered(extent[0] * extent[1] * extent[2] * texel);
      write_image(image, extent, all);
      EXPECT_EQ(all, read_image(image, extent));
      // A box inside.
      Size3 origin{2, 1, 1}, region{6, 4, 3};
      for (unsigned d = coordinates(type); d < 3; ++d) origin[d] = 0, region[d] = 1;
      const size_t row = extent[0] * texel, slice = row * extent[1];
      EXPECT_EQ(box_in(all.data(), origin, region, texel, row, slice), read_image(image, origin.data(), region));
      Bytes part(region[0] * region[1] * region[2] * texel, 0x5A);
      write_image(image, origin.data(), region, part);
      EXPECT_EQ(part, read_image(image, origin.data(), region));
      const Bytes after = read_image(image, extent);
      EXPECT_EQ(
          region[0] * region[1] * region[2] * texel, size_t(std::count(after.begin(), after.end(), 0x5A)) -
                                                         size_t(std::count(all.begin(), all.end(), 0x5A)) + [&] {
                                                           const Bytes under =
                                                               box_in(all.data(), origin, region, texel, row, slice);
                                                           return size_t(std::count(under.begin(), under.end(), 0x5A));
                                                         }());
    }
}

TEST(Images, host_pitches) {
  for (const cl_mem_object_type type : kTypes) {
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {11, 7, 5});
    Buffer image = create(kRgba8, type, extent);
    const Bytes all = numbered(extent[0] * extent[1] * extent[2] * 4);
    write_image(image, extent, all);
    const size_t row = 60, rows = coordinates(type) == 3 ? 7 : 1;
    const size_t slice = has_slices(type) ? row * rows + 120 : 0;
    // A 1D array's layers are a slice apart, and lie in the second coordinate.
    const bool layers_are_rows = type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t bytes = 1 << 14;
    const size_t origin[3] = {};
    const Bytes padded = read_image(image, origin, extent, row, slice, bytes);
    EXPECT_EQ(all, box_in(padded.data(), {}, extent, 4, layers_are_rows ? slice : row, slice));
    EXPECT_EQ(size_t(extent[0] * extent[1] * extent[2] * 4) - size_t(std::count(all.begin(), all.end(), 0xEE)),
              bytes - size_t(std::count(padded.begin(), padded.end(), 0xEE)));
    Buffer other = create(kRgba8, type, extent);
    write_image(other, origin, extent, padded, row, slice);
    EXPECT_EQ(all, read_image(other, extent));
  }
}

TEST(Images, host_pointers) {
  for (const cl_mem_object_type type : kTypes) {
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) continue;
    for (const cl_mem_flags flag : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR})
      for (const bool padded : {false, true}) {
        SCOPED_TRACE(testing::Message() << type << " " << flag << " " << padded);
        const Size3 extent = extent_of(type, {11, 7, 5});
        cl_image_desc desc = describe(type, extent);
        const size_t rows = coordinates(type) == 3 ? 7 : 1;
        size_t row = 44, slice = has_slices(type) ? row * rows : 0;
        if (padded) {
          row = desc.image_row_pitch = 64;
          slice = has_slices(type) ? row * (rows + 2) : 0;
          desc.image_slice_pitch = slice;
        }
        Bytes host = numbered(1 << 13);
        Buffer image = create(kRgba8, desc, flag | CL_MEM_READ_ONLY, host.data());
        EXPECT_EQ(row, info<size_t>(clGetImageInfo, image.get(), CL_IMAGE_ROW_PITCH));
        EXPECT_EQ(slice, info<size_t>(clGetImageInfo, image.get(), CL_IMAGE_SLICE_PITCH));
        EXPECT_EQ(flag == CL_MEM_USE_HOST_PTR ? host.data() : nullptr,
                  info<void *>(clGetMemObjectInfo, image.get(), CL_MEM_HOST_PTR));
        const size_t stride = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row;
        EXPECT_EQ(box_in(host.data(), {}, extent, 4, stride, slice), read_image(image, extent));

        // A map is the image's own memory.
        Size3 origin{3, 2, 1}, region{5, 3, 2};
        for (unsigned d = coordinates(type); d < 3; ++d) origin[d] = 0, region[d] = 1;
        size_t mapped_row = 1, mapped_slice = 1;
        cl_int error;
        auto *mapped = static_cast<uint8_t *>(clEnqueueMapImage(queue(), image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                                origin.data(), region.data(), &mapped_row,
                                                                &mapped_slice, 0, nullptr, nullptr, &error));
        ok(error);
        EXPECT_EQ(row, mapped_row);
        EXPECT_EQ(slice, mapped_slice);
        const size_t offset = origin[2] * slice + origin[1] * stride + origin[0] * 4;
        if (flag == CL_MEM_USE_HOST_PTR) EXPECT_EQ(host.data() + offset, mapped);
        EXPECT_EQ(host[offset], mapped[0]);
        mapped[0] = static_cast<uint8_t>(mapped[0] + 1);
        EXPECT_EQ(1u, info<cl_uint>(clGetMemObjectInfo, image.get(), CL_MEM_MAP_COUNT));
        ok(clEnqueueUnmapMemObject(queue(), image, mapped, 0, nullptr, nullptr));
        ok(clFinish(queue()));
        const Bytes now = read_image(image, origin.data(), region);
        EXPECT_EQ(uint8_t(flag == CL_MEM_USE_HOST_PTR ? host[offset] : host[offset] + 1), now[0]);
      }
  }
}

TEST(Images, deprecated_creation) {
  Bytes host = numbered(4096);
  cl_int error;
  Buffer flat(clCreateImage2D(context(), CL_MEM_COPY_HOST_PTR, &kRgba8, 5, 4, 32, host.data(), &error));
  ok(error);
  EXPECT_EQ(box_in(host.data(), {}, {5, 4, 1}, 4, 32, 0), read_image(flat, {5, 4, 1}));
  EXPECT_EQ(cl_mem_flags(CL_MEM_COPY_HOST_PTR | CL_MEM_READ_WRITE),
            info<cl_mem_flags>(clGetMemObjectInfo, flat.get(), CL_MEM_FLAGS));
  Buffer deep(clCreateImage3D(context(), CL_MEM_USE_HOST_PTR, &kRgba8, 5, 4, 3, 32, 160, host.data(), &error));
  ok(error);
  EXPECT_EQ(box_in(host.data(), {}, {5, 4, 3}, 4, 32, 160), read_image(deep, {5, 4, 3}));
}

// Maps of boxes whose bytes are interleaved do not overlap.
TEST(Images, maps_for_writing) {
  Buffer image = create(kRgba8, CL_MEM_OBJECT_IMAGE2D, {16, 16, 1});
  const auto map = [&](Size3 origin, Size3 region, cl_map_flags flags, void **mapped) {
    size_t row;
    cl_int error;
    *mapped = clEnqueueMapImage(queue(), image, CL_TRUE, flags, origin.data(), region.data(), &row, nullptr, 0, nullptr,
                                nullptr, &error);
    return error;
  };
  void *left, *right, *none;
  ok(map({0, 0, 0}, {8, 16, 1}, CL_MAP_WRITE, &left));
  ok(map({8, 0, 0}, {8, 16, 1}, CL_MAP_WRITE_INVALIDATE_REGION, &right));
  EXPECT_EQ(CL_INVALID_OPERATION, map({7, 15, 0}, {1, 1, 1}, CL_MAP_WRITE, &none));
  EXPECT_EQ(nullptr, none);
  ok(map({7, 15, 0}, {1, 1, 1}, CL_MAP_READ, &none));
  EXPECT_EQ(3u, info<cl_uint>(clGetMemObjectInfo, image.get(), CL_MEM_MAP_COUNT));
  for (void *mapped : {left, right, none}) ok(clEnqueueUnmapMemObject(queue(), image, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue(), image, left, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

// Between images of all types.
TEST(Images, copies) {
  for (const cl_mem_object_type from_type : kTypes)
    for (const cl_mem_object_type to_type : kTypes) {
      SCOPED_TRACE(testing::Message() << from_type << " to " << to_type);
      const Size3 from_extent = extent_of(from_type, {11, 7, 5}), to_extent = extent_of(to_type, {13, 6, 4});
      Buffer from = create(kRgba8, from_type, from_extent), to = create(kRgba8, to_type, to_extent);
      const Bytes contents = numbered(from_extent[0] * from_extent[1] * from_extent[2] * 4);
      write_image(from, from_extent, contents);
      write_image(to, to_extent, Bytes(to_extent[0] * to_extent[1] * to_extent[2] * 4, 9));
      Size3 region{4, 3, 2}, read{5, 2, 1}, written{1, 3, 2};
      for (unsigned d = std::min(coordinates(from_type), coordinates(to_type)); d < 3; ++d) region[d] = 1;
      for (unsigned d = coordinates(from_type); d < 3; ++d) read[d] = 0;
      for (unsigned d = coordinates(to_type); d < 3; ++d) written[d] = 0;
      ok(clEnqueueCopyImage(queue(), from, to, read.data(), written.data(), region.data(), 0, nullptr, nullptr));
      const Bytes expected = box_in(contents.data(), read, region, 4, 44, size_t{44} * 7);
      EXPECT_EQ(expected, read_image(to, written.data(), region));
      const Bytes all = read_image(to, to_extent);
      EXPECT_EQ(all.size() - expected.size(), size_t(std::count(all.begin(), all.end(), 9)) -
                                                  size_t(std::count(expected.begin(), expected.end(), 9)));
    }
}

TEST(Images, copies_within_an_image) {
  Buffer image = create(kR8, CL_MEM_OBJECT_IMAGE2D, {16, 16, 1});
  const Bytes all = numbered(256);
  write_image(image, {16, 16, 1}, all);
  const size_t from[3] = {0, 0, 0}, beside[3] = {8, 0, 0}, over[3] = {7, 15, 0}, region[3] = {8, 16, 1},
               one[3] = {1, 1, 1};
  ok(clEnqueueCopyImage(queue(), image, image, from, beside, region, 0, nullptr, nullptr));
  EXPECT_EQ(box_in(all.data(), {}, {8, 16, 1}, 1, 16, 0), read_image(image, beside, {8, 16, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueCopyImage(queue(), image, image, from, over, region, 0, nullptr, nullptr));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(queue(), image, image, from, from, one, 0, nullptr, nullptr));
}

TEST(Images, copies_to_and_from_buffers) {
  for (const cl_mem_object_type type : kTypes) {
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {11, 7, 5});
    Buffer image = create(kRgba8, type, extent);
    const Bytes all = numbered(extent[0] * extent[1] * extent[2] * 4);
    write_image(image, extent, all);
    Size3 origin{3, 2, 1}, region{5, 4, 3};
    for (unsigned d = coordinates(type); d < 3; ++d) origin[d] = 0, region[d] = 1;
    const size_t bytes = region[0] * region[1] * region[2] * 4;
    Buffer buffer = make_buffer(Bytes(bytes + 21, 3));
    ok(clEnqueueCopyImageToBuffer(queue(), image, buffer, origin.data(), region.data(), 17, 0, nullptr, nullptr));
    const Bytes copied = read<uint8_t>(buffer, bytes + 21);
    const Bytes expected = box_in(all.data(), origin, region, 4, 44, size_t{44} * 7);
    EXPECT_EQ(expected, Bytes(copied.begin() + 17, copied.end() - 4));
    EXPECT_EQ(3, copied[16]);
    EXPECT_EQ(3, copied[bytes + 17]);

    Buffer other = create(kRgba8, type, extent);
    write_image(other, extent, Bytes(all.size(), 0));
    ok(clEnqueueCopyBufferToImage(queue(), buffer, other, 17, origin.data(), region.data(), 0, nullptr, nullptr));
    EXPECT_EQ(expected, read_image(other, origin.data(), region));
  }
}

// Copies and fills that all workers share.
TEST(Images, large) {
  const Size3 extent{1500, 900, 2};
  Buffer image = create(kRgba8, CL_MEM_OBJECT_IMAGE2D_ARRAY, extent);
  Bytes all(extent[0] * extent[1] * extent[2] * 4);
  Random random(seed());
  for (auto &byte : all) byte = static_cast<uint8_t>(random.next());
  write_image(image, extent, all);
  EXPECT_TRUE(all == read_image(image, extent));
  const Size3 origin{100, 50, 0}, region{1300, 800, 2};
  EXPECT_TRUE(box_in(all.data(), origin, region, 4, 6000, size_t{6000} * 900) ==
              read_image(image, origin.data(), region));
  const uint32_t colour[4] = {1, 2, 3, 4};
  ok(clEnqueueFillImage(queue(), image, colour, origin.data(), region.data(), 0, nullptr, nullptr));
  const Bytes filled = read_image(image, origin.data(), region);
  for (size_t i = 0; i < filled.size(); ++i) ASSERT_EQ(i % 4 + 1, filled[i]);
  const Bytes after = read_image(image, extent);
  EXPECT_EQ(all[0], after[0]);
  EXPECT_EQ(all.back(), after.back());
}

struct Filled {
  cl_image_format format;
  std::array<float, 4> colour;
  Bytes texel;
};

template <class... T> Bytes raw(T... values) {
  Bytes bytes;
  const auto add = [&](auto value) {
    const auto *first = reinterpret_cast<const uint8_t *>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  };
  (add(values), ...);
  return bytes;
}

TEST(Images, fills_with_floats) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
  const Filled fills[] = {
      {{CL_RGBA, CL_UNORM_INT8}, {0, 1, 0.5f, 2}, {0, 255, 128, 255}},
      {{CL_RGBA, CL_UNORM_INT8}, {-1, nan, 0.1f, infinite}, {0, 0, 26, 255}},
      {{CL_BGRA, CL_UNORM_INT8}, {0.2f, 0.4f, 0.6f, 0.8f}, {153, 102, 51, 204}},
      {{CL_ARGB, CL_UNORM_INT8}, {0.2f, 0.4f, 0.6f, 0.8f}, {204, 51, 102, 153}},
      {{CL_ABGR, CL_UNORM_INT8}, {0.2f, 0.4f, 0.6f, 0.8f}, {204, 153, 102, 51}},
      {{CL_RGBA, CL_SNORM_INT8}, {-1, 1, -2, 0.5f}, raw(int8_t(-127), int8_t(127), int8_t(-128), int8_t(64))},
      {{CL_RG, CL_UNORM_INT16}, {1, 0.25f, 1, 1}, raw(uint16_t(65535), uint16_t(16384))},
      {{CL_RA, CL_SNORM_INT16}, {-1, 0, 0, 0.5f}, raw(int16_t(-32767), int16_t(16384))},
      {{CL_A, CL_UNORM_INT8}, {0, 0, 0, 1}, {255}},
      {{CL_R, CL_FLOAT}, {-3.5f, 0, 0, 0}, raw(-3.5f)},
      {{CL_RGBA, CL_FLOAT}, {1, infinite, -2, 1e-40f}, raw(1.f, infinite, -2.f, 1e-40f)},
      {{CL_DEPTH, CL_FLOAT}, {0.75f, 9, 9, 9}, raw(0.75f)},
      {{CL_DEPTH, CL_UNORM_INT16}, {1, 9, 9, 9}, raw(uint16_t(65535))},
      {{CL_INTENSITY, CL_UNORM_INT8}, {0.2f, 1, 1, 1}, {51}},
      {{CL_LUMINANCE, CL_UNORM_INT16}, {0.2f, 1, 1, 1}, raw(uint16_t(13107))},
      {{CL_RGBA, CL_HALF_FLOAT},
       {1, 65520, -6e-8f, 0.1f},
       raw(uint16_t(0x3c00), uint16_t(0x7c00), uint16_t(0x8001), uint16_t(0x2e66))},
      {{CL_RGBA, CL_HALF_FLOAT},
       {65519, 6.1034e-5f, -infinite, 1.00048828125f},
       raw(uint16_t(0x7bff), uint16_t(0x0400), uint16_t(0xfc00), uint16_t(0x3c00))},
      {{CL_RGB, CL_UNORM_SHORT_565}, {1, 0, 1, 0}, raw(uint16_t(0xf81f))},
      {{CL_RGB, CL_UNORM_SHORT_565}, {0, 1, 0, 0}, raw(uint16_t(0x07e0))},
      {{CL_RGB, CL_UNORM_SHORT_555}, {0, 1, 1, 1}, raw(uint16_t(0x03ff))},
      {{CL_RGB, CL_UNORM_INT_101010}, {1, 0, 1, 0}, raw(uint32_t(0x3ff003ff))},
      {{CL_RGBA, CL_UNORM_INT_101010_2}, {1, 0, 0, 1}, raw(uint32_t(0xffc00003))},
      {{CL_sRGBA, CL_UNORM_INT8}, {0, 1, 0.5f, 0.5f}, {0, 255, 188, 128}},
      {{CL_sBGRA, CL_UNORM_INT8}, {0.002f, 1, 0.5f, 0.5f}, {188, 255, 7, 128}},
      {{CL_sRGBx, CL_UNORM_INT8}, {0, 1, 0.5f, 0.5f}, {0, 255, 188, 128}},
      {{CL_RGBx, CL_UNORM_INT8}, {0, 1, 0.2f, 0.4f}, {0, 255, 51, 102}},
      {{CL_RGBx, CL_UNORM_SHORT_565}, {1, 0, 1, 0}, raw(uint16_t(0xf81f))},
      {{CL_Rx, CL_UNORM_INT16}, {1, 0.5f, 0.5f, 0}, raw(uint16_t(65535), uint16_t(0))},
  };
  for (const Filled &fill : fills) {
    SCOPED_TRACE(testing::Message() << std::hex << fill.format.image_channel_order << " "
                                    << fill.format.image_channel_data_type);
    Buffer image = create(fill.format, CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
    const size_t texel = texel_bytes(image);
    ASSERT_EQ(fill.texel.size(), texel);
    write_image(image, {4, 4, 1}, Bytes(16 * texel, 0xA5));
    const size_t origin[3] = {1, 1, 0}, region[3] = {2, 2, 1};
    ok(clEnqueueFillImage(queue(), image, fill.colour.data(), origin, region, 0, nullptr, nullptr));
    for (size_t y = 0; y < 4; ++y)
      for (size_t x = 0; x < 4; ++x) {
        const bool inside = x > 0 && x < 3 && y > 0 && y < 3;
        const size_t at[3] = {x, y, 0};
        EXPECT_EQ(inside ? fill.texel : Bytes(texel, 0xA5), read_image(image, at, {1, 1, 1}));
      }
  }
}

TEST(Images, fills_with_integers) {
  const auto filled = [](cl_image_format format, auto a, auto b, auto c, auto d) {
    Buffer image = create(format, CL_MEM_OBJECT_IMAGE1D, {3, 1, 1});
    const std::array colour{a, b, c, d};
    const size_t origin[3] = {}, region[3] = {3, 1, 1};
    ok(clEnqueueFillImage(queue(), image, colour.data(), origin, region, 0, nullptr, nullptr));
    Bytes all = read_image(image, {3, 1, 1});
    return Bytes(all.begin(), all.begin() + ptrdiff_t(texel_bytes(image)));
  };
  EXPECT_EQ(raw(int8_t(-128), int8_t(127), int8_t(-1), int8_t(5)),
            filled({CL_RGBA, CL_SIGNED_INT8}, -1000, 1000, -1, 5));
  EXPECT_EQ(raw(uint8_t(0), uint8_t(255), uint8_t(255), uint8_t(5)),
            filled({CL_RGBA, CL_UNSIGNED_INT8}, 0u, 256u, ~0u, 5u));
  EXPECT_EQ(raw(int16_t(-32768), int16_t(5)), filled({CL_RG, CL_SIGNED_INT16}, -40000, 5, 6, 7));
  EXPECT_EQ(raw(uint16_t(65535), uint16_t(7)), filled({CL_RA, CL_UNSIGNED_INT16}, 70000u, 5u, 6u, 7u));
  EXPECT_EQ(raw(-5, 6, -7, 8), filled({CL_RGBA, CL_SIGNED_INT32}, -5, 6, -7, 8));
  EXPECT_EQ(raw(~0u), filled({CL_R, CL_UNSIGNED_INT32}, ~0u, 1u, 2u, 3u));
  EXPECT_EQ(raw(int8_t(3), int8_t(2), int8_t(1), int8_t(4)), filled({CL_BGRA, CL_SIGNED_INT8}, 1, 2, 3, 4));
}

TEST(Images, mip_levels) {
  for (const cl_mem_object_type type : kTypes) {
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) continue;
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {13, 6, 5});
    cl_image_desc desc = describe(type, extent);
    desc.num_mip_levels = 4;
    Buffer image = create(kRgba8, desc);
    EXPECT_EQ(4u, info<cl_uint>(clGetImageInfo, image.get(), CL_IMAGE_NUM_MIP_LEVELS));
    const unsigned place = coordinates(type);
    std::vector<Bytes> contents;
    std::vector<Size3> extents;
    for (size_t level = 0; level < 4; ++level) {
      Size3 size = extent;
      for (unsigned d = 0; d < place - is_array(type); ++d) size[d] = std::max<size_t>(size[d] >> level, 1);
      size_t origin[4] = {};
      origin[place] = level;
      contents.push_back(Bytes(size[0] * size[1] * size[2] * 4, uint8_t(level + 1)));
      extents.push_back(size);
      write_image(image, origin, size, contents.back());
      Size3 more = size;
      ++more[0];
      EXPECT_EQ(CL_INVALID_VALUE,
                clEnqueueFillImage(queue(), image, contents[0].data(), origin, more.data(), 0, nullptr, nullptr));
    }
    for (size_t level = 0; level < 4; ++level) {
      size_t origin[4] = {}, zero[4] = {};
      origin[place] = level;
      EXPECT_EQ(contents[level], read_image(image, origin, extents[level]));
      size_t row = 0, slice = 0;
      cl_int error;
      auto *mapped =
          static_cast<uint8_t *>(clEnqueueMapImage(queue(), image, CL_TRUE, CL_MAP_WRITE, origin, extents[level].data(),
                                                   &row, &slice, 0, nullptr, nullptr, &error));
      ok(error);
      EXPECT_EQ(extents[level][0] * 4, row);
      EXPECT_EQ(uint8_t(level + 1), mapped[0]);
      mapped[0] = 77;
      ok(clEnqueueUnmapMemObject(queue(), image, mapped, 0, nullptr, nullptr));
      // From this level to the base.
      if (level == 0) continue;
      const size_t one[3] = {1, 1, 1};
      ok(clEnqueueCopyImage(queue(), image, image, origin, zero, one, 0, nullptr, nullptr));
      EXPECT_EQ(77, read_image(image, zero, {1, 1, 1})[0]);
      const uint32_t colour[4] = {5, 5, 5, 5};
      ok(clEnqueueFillImage(queue(), image, colour, origin, extents[level].data(), 0, nullptr, nullptr));
      EXPECT_EQ(Bytes(contents[level].size(), 5), read_image(image, origin, extents[level]));
    }
    size_t origin[4] = {};
    origin[place] = 4;
    const size_t one[3] = {1, 1, 1};
    uint8_t byte[4];
    EXPECT_EQ(CL_INVALID_MIP_LEVEL,
              clEnqueueReadImage(queue(), image, CL_TRUE, origin, one, 0, 0, byte, 0, nullptr, nullptr));
    desc.num_mip_levels = 17;
    EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, try_create(&kRgba8, &desc));
    // Levels behind the smallest one.
    desc.num_mip_levels = 6;
    Buffer deep = create(kRgba8, desc);
    origin[place] = 5;
    write_image(deep, origin, {1, 1, 1}, {9, 8, 7, 6});
    EXPECT_EQ(Bytes({9, 8, 7, 6}), read_image(deep, origin, {1, 1, 1}));
  }
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
  desc.num_mip_levels = 2;
  Bytes host(1024);
  EXPECT_EQ(CL_INVALID_VALUE, try_create(&kRgba8, &desc, CL_MEM_COPY_HOST_PTR, host.data()));
  EXPECT_EQ(CL_INVALID_HOST_PTR, try_create(&kRgba8, &desc, 0, host.data()));
  Buffer buffer = make_buffer(64);
  cl_image_desc line = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {8, 1, 1});
  line.mem_object = buffer;
  line.num_mip_levels = 2;
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, try_create(&kRgba8, &line));
}

TEST(Images, from_buffers) {
  for (const cl_mem_object_type type : kTypes) {
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {10, 6, 4});
    const size_t rows = coordinates(type) == 3 ? 6 : 1;
    cl_image_desc desc = describe(type, extent);
    const bool one_row = coordinates(type) == 1;
    desc.image_row_pitch = one_row ? 0 : 48;
    desc.image_slice_pitch = has_slices(type) ? 48 * (rows + 1) : 0;
    const size_t stride = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 96 : 48;
    const size_t bytes = one_row ? 40 : stride * (coordinates(type) == 3 ? 7 * 4 : 6);
    const Bytes contents = numbered(bytes);
    Buffer buffer = make_buffer(contents, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
    desc.mem_object = buffer;
    Buffer image = create(kRgba8, desc);
    EXPECT_EQ(bytes, info<size_t>(clGetMemObjectInfo, image.get(), CL_MEM_SIZE));
    EXPECT_EQ(buffer.get(), info<cl_mem>(clGetMemObjectInfo, image.get(), CL_MEM_ASSOCIATED_MEMOBJECT));
    EXPECT_EQ(buffer.get(), info<cl_mem>(clGetImageInfo, image.get(), CL_IMAGE_BUFFER));
    EXPECT_EQ(type, info<cl_mem_object_type>(clGetMemObjectInfo, image.get(), CL_MEM_TYPE));
    EXPECT_EQ(info<cl_mem_flags>(clGetMemObjectInfo, buffer.get(), CL_MEM_FLAGS),
              info<cl_mem_flags>(clGetMemObjectInfo, image.get(), CL_MEM_FLAGS));
    EXPECT_EQ(2u, info<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_REFERENCE_COUNT));
    EXPECT_EQ(box_in(contents.data(), {}, extent, 4, stride, size_t{48} * 7), read_image(image, extent));
    const uint32_t colour[4] = {200, 200, 200, 200};
    const size_t zero[3] = {}, one[3] = {1, 1, 1};
    ok(clEnqueueFillImage(queue(), image, colour, zero, one, 0, nullptr, nullptr));
    EXPECT_EQ(200, read<uint8_t>(buffer, 1)[0]);
    EXPECT_EQ(CL_INVALID_OPERATION,
              clEnqueueWriteImage(queue(), image, CL_TRUE, zero, one, 0, 0, colour, 0, nullptr, nullptr));
    // The image keeps the buffer.
    buffer.reset();
    EXPECT_EQ(200, read_image(image, zero, {1, 1, 1})[0]);

    Buffer small = make_buffer(bytes - 1);
    desc.mem_object = small;
    EXPECT_EQ(CL_INVALID_IMAGE_SIZE, try_create(&kRgba8, &desc));
    Bytes host(bytes + 16);
    cl_int error;
    Buffer odd(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, bytes, host.data() + 1, &error));
    ok(error);
    desc.mem_object = odd;
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, try_create(&kRgba8, &desc)) << "the address is not aligned";
    if (!one_row) {
      Buffer large = make_buffer(bytes * 2);
      desc.mem_object = large;
      desc.image_row_pitch = 49;
      EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, try_create(&kRgba8, &desc));
      desc.image_row_pitch = 36;
      EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, try_create(&kRgba8, &desc));
    }
  }
  // Part of a buffer.
  Buffer buffer = make_buffer(numbered(512));
  const cl_buffer_region region{256, 64};
  cl_int error;
  Buffer part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ok(error);
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1});
  desc.mem_object = part;
  Buffer image = create(kRgba8, desc);
  const Bytes all = numbered(512);
  EXPECT_EQ(Bytes(all.begin() + 256, all.begin() + 320), read_image(image, {4, 4, 1}));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, created([&](cl_int *code) {
              return clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
            }));
  EXPECT_EQ(CL_INVALID_VALUE, try_create(&kRgba8, &desc, CL_MEM_USE_HOST_PTR, buffer.out()));
}

TEST(Images, views_of_images) {
  const auto view = [](cl_channel_order of, cl_channel_order order, cl_channel_type type, cl_int expected,
                       void (*change)(cl_image_desc &) = nullptr) {
    Buffer image = create({of, type}, CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
    write_image(image, {8, 4, 1}, numbered(32 * texel_bytes(image)));
    cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 4, 1});
    desc.mem_object = image;
    if (change) change(desc);
    const cl_image_format format{order, type};
    if (expected) {
      EXPECT_EQ(error_name(expected), error_name(try_create(&format, &desc)));
      return;
    }
    Buffer other = create(format, desc);
    EXPECT_EQ(read_image(image, {8, 4, 1}), read_image(other, {8, 4, 1}));
    EXPECT_EQ(image.get(), info<cl_mem>(clGetMemObjectInfo, other.get(), CL_MEM_ASSOCIATED_MEMOBJECT));
    EXPECT_EQ(nullptr, info<cl_mem>(clGetImageInfo, other.get(), CL_IMAGE_BUFFER));
    EXPECT_EQ(order, info<cl_image_format>(clGetImageInfo, other.get(), CL_IMAGE_FORMAT).image_channel_order);
  };
  view(CL_RGBA, CL_sRGBA, CL_UNORM_INT8, CL_SUCCESS);
  view(CL_sRGBA, CL_RGBA, CL_UNORM_INT8, CL_SUCCESS);
  view(CL_sBGRA, CL_BGRA, CL_UNORM_INT8, CL_SUCCESS);
  view(CL_RGBx, CL_sRGBx, CL_UNORM_INT8, CL_SUCCESS);
  view(CL_sRGBx, CL_RGBx, CL_UNORM_INT8, CL_SUCCESS);
  view(CL_R, CL_DEPTH, CL_FLOAT, CL_SUCCESS);
  view(CL_RGBA, CL_sRGBA, CL_UNORM_INT8, CL_SUCCESS, [](cl_image_desc &desc) { desc.image_row_pitch = 32; });
  view(CL_DEPTH, CL_R, CL_FLOAT, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  view(CL_RGBA, CL_BGRA, CL_UNORM_INT8, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  view(CL_RGBA, CL_sRGBA, CL_UNORM_INT8, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [](cl_image_desc &desc) { desc.image_width = 4; });
  view(CL_RGBA, CL_sRGBA, CL_UNORM_INT8, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
       [](cl_image_desc &desc) { desc.image_row_pitch = 64; });
  view(CL_RGBA, CL_sRGBA, CL_UNORM_INT8, CL_INVALID_IMAGE_DESCRIPTOR,
       [](cl_image_desc &desc) { desc.image_type = CL_MEM_OBJECT_IMAGE1D; });
}

TEST(Images, queries) {
  for (const cl_mem_object_type type : kTypes) {
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {9, 5, 3});
    Buffer image = create(kRgbaFloat, type, extent, CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY);
    const auto size = [&](cl_image_info param) { return info<size_t>(clGetImageInfo, image.get(), param); };
    const bool flat = type == CL_MEM_OBJECT_IMAGE2D || coordinates(type) == 3;
    EXPECT_EQ(16u, size(CL_IMAGE_ELEMENT_SIZE));
    EXPECT_EQ(9u * 16, size(CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(has_slices(type) ? 9u * 16 * (flat ? 5 : 1) : 0, size(CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(9u, size(CL_IMAGE_WIDTH));
    EXPECT_EQ(flat ? 5u : 0, size(CL_IMAGE_HEIGHT));
    EXPECT_EQ(type == CL_MEM_OBJECT_IMAGE3D ? 3u : 0, size(CL_IMAGE_DEPTH));
    EXPECT_EQ(type == CL_MEM_OBJECT_IMAGE1D_ARRAY   ? 5u
              : type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? 3u
                                                    : 0,
              size(CL_IMAGE_ARRAY_SIZE));
    EXPECT_EQ(0u, info<cl_uint>(clGetImageInfo, image.get(), CL_IMAGE_NUM_MIP_LEVELS));
    EXPECT_EQ(0u, info<cl_uint>(clGetImageInfo, image.get(), CL_IMAGE_NUM_SAMPLES));
    const auto format = info<cl_image_format>(clGetImageInfo, image.get(), CL_IMAGE_FORMAT);
    EXPECT_EQ(cl_channel_order(CL_RGBA), format.image_channel_order);
    EXPECT_EQ(cl_channel_type(CL_FLOAT), format.image_channel_data_type);
    EXPECT_EQ(extent[0] * extent[1] * extent[2] * 16, info<size_t>(clGetMemObjectInfo, image.get(), CL_MEM_SIZE));
    EXPECT_EQ(type, info<cl_mem_object_type>(clGetMemObjectInfo, image.get(), CL_MEM_TYPE));
    EXPECT_EQ(context(), info<cl_context>(clGetMemObjectInfo, image.get(), CL_MEM_CONTEXT));
    EXPECT_EQ(cl_mem_flags(CL_MEM_WRITE_ONLY | CL_MEM_HOST_READ_ONLY),
              info<cl_mem_flags>(clGetMemObjectInfo, image.get(), CL_MEM_FLAGS));
    EXPECT_EQ(cl_bool(CL_FALSE), info<cl_bool>(clGetMemObjectInfo, image.get(), CL_MEM_USES_SVM_POINTER));
    EXPECT_EQ(0u, info<size_t>(clGetMemObjectInfo, image.get(), CL_MEM_OFFSET));
    EXPECT_TRUE(info_list<cl_mem_properties>(clGetMemObjectInfo, image.get(), CL_MEM_PROPERTIES).empty());
    EXPECT_EQ(CL_INVALID_VALUE, clGetImageInfo(image, CL_MEM_TYPE, 0, nullptr, nullptr));
  }
  const cl_mem_properties none[] = {0};
  cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D, {4, 1, 1});
  cl_int error;
  Buffer image(clCreateImageWithProperties(context(), none, 0, &kR8, &desc, nullptr, &error));
  ok(error);
  EXPECT_EQ(1u, info_list<cl_mem_properties>(clGetMemObjectInfo, image.get(), CL_MEM_PROPERTIES).size());
}

std::vector<cl_image_format> formats_of(cl_mem_object_type type, cl_mem_flags flags) {
  cl_uint count = 0;
  ok(clGetSupportedImageFormats(context(), flags, type, 0, nullptr, &count));
  std::vector<cl_image_format> formats(count);
  ok(clGetSupportedImageFormats(context(), flags, type, count, formats.data(), nullptr));
  return formats;
}

// Every format that is listed can be created, and its size in bits is a power of two.
TEST(Images, supported_formats) {
  for (const cl_mem_object_type type : kTypes)
    for (const cl_mem_flags flags :
         {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_MEM_KERNEL_READ_AND_WRITE}) {
      const auto formats = formats_of(type, flags);
      const auto has = [&](cl_channel_order order, cl_channel_type channel) {
        return std::ranges::any_of(formats, [&](const cl_image_format &format) {
          return format.image_channel_order == order && format.image_channel_data_type == channel;
        });
      };
      // The specification's minimum.
      for (const cl_channel_type channel :
           {CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32, CL_UNSIGNED_INT8,
            CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT}) {
        EXPECT_TRUE(has(CL_RGBA, channel));
        EXPECT_TRUE(has(CL_R, channel));
        EXPECT_TRUE(has(CL_RG, channel));
      }
      EXPECT_TRUE(has(CL_BGRA, CL_UNORM_INT8));
      EXPECT_TRUE(has(CL_sRGBA, CL_UNORM_INT8));
      EXPECT_EQ(type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY, has(CL_DEPTH, CL_FLOAT));
      EXPECT_FALSE(has(CL_RGB, CL_UNORM_INT8));
      for (const cl_channel_order unlisted : {CL_Rx, CL_RGBx, CL_sRGBx}) {
        EXPECT_FALSE(has(unlisted, CL_UNORM_INT8));
        Buffer image = create({unlisted, CL_UNORM_INT8}, type, extent_of(type, {4, 4, 4}));
        EXPECT_EQ(unlisted == CL_Rx ? 2u : 4u, texel_bytes(image));
      }
      for (const cl_image_format &format : formats) {
        SCOPED_TRACE(testing::Message() << std::hex << format.image_channel_order << " "
                                        << format.image_channel_data_type);
        Buffer image = create(format, type, extent_of(type, {4, 4, 4}));
        EXPECT_TRUE(std::has_single_bit(texel_bytes(image)));
        EXPECT_LE(texel_bytes(image), 16u);
      }
    }
  cl_image_format first;
  cl_uint count = 0;
  ok(clGetSupportedImageFormats(context(), 0, CL_MEM_OBJECT_IMAGE2D, 1, &first, &count));
  EXPECT_GT(count, 1u);
  EXPECT_EQ(CL_INVALID_VALUE, clGetSupportedImageFormats(context(), 0, CL_MEM_OBJECT_IMAGE2D, 0, &first, &count));
  EXPECT_EQ(CL_INVALID_VALUE, clGetSupportedImageFormats(context(), 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count));
  EXPECT_EQ(CL_INVALID_VALUE, clGetSupportedImageFormats(context(), CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                                         CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
}

TEST(Images, formats_that_are_none) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {4, 4, 1}),
                      deep = describe(CL_MEM_OBJECT_IMAGE3D, {4, 4, 4});
  const auto code = [&](cl_channel_order order, cl_channel_type type) {
    const cl_image_format format{order, type};
    return try_create(&format, &desc);
  };
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, code(0, CL_FLOAT));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, code(CL_RGBA, 0));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, code(CL_INTENSITY, CL_UNORM_SHORT_555));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, code(CL_RGBA, CL_UNORM_SHORT_565));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, code(CL_RGB, CL_UNORM_INT_101010_2));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, code(CL_RGB, CL_FLOAT)) << "96 bits";
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, code(CL_BGRA, CL_FLOAT));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, code(CL_LUMINANCE, CL_SIGNED_INT8));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, code(CL_sRGBA, CL_FLOAT));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, code(CL_sRGBx, CL_FLOAT));
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, code(CL_sRGB, CL_UNORM_INT8)) << "24 bits";
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, code(CL_RGx, CL_UNORM_INT8)) << "24 bits";
  const cl_image_format depth{CL_DEPTH, CL_FLOAT};
  EXPECT_EQ(CL_IMAGE_FORMAT_NOT_SUPPORTED, try_create(&depth, &deep));
}

TEST(Images, limits) {
  const auto number = [](cl_device_info param) { return info<cl_uint>(clGetDeviceInfo, device(), param); };
  const auto size = [](cl_device_info param) { return info<size_t>(clGetDeviceInfo, device(), param); };
  EXPECT_EQ(cl_uint(CL_TRUE), number(CL_DEVICE_IMAGE_SUPPORT));
  EXPECT_GE(number(CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
  EXPECT_GE(number(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(number(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(number(CL_DEVICE_MAX_SAMPLERS), 16u);
  EXPECT_EQ(1u, number(CL_DEVICE_IMAGE_PITCH_ALIGNMENT));
  EXPECT_EQ(1u, number(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT));
  EXPECT_GE(size(CL_DEVICE_IMAGE2D_MAX_WIDTH), 16384u);
  EXPECT_GE(size(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 16384u);
  EXPECT_GE(size(CL_DEVICE_IMAGE3D_MAX_WIDTH), 2048u);
  EXPECT_GE(size(CL_DEVICE_IMAGE3D_MAX_HEIGHT), 2048u);
  EXPECT_GE(size(CL_DEVICE_IMAGE3D_MAX_DEPTH), 2048u);
  EXPECT_GE(size(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
  EXPECT_GE(size(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 2048u);

  const size_t wide = size(CL_DEVICE_IMAGE2D_MAX_WIDTH), high = size(CL_DEVICE_IMAGE2D_MAX_HEIGHT),
               deep = size(CL_DEVICE_IMAGE3D_MAX_DEPTH), layers = size(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  const std::pair<cl_mem_object_type, Size3> largest[] = {
      {CL_MEM_OBJECT_IMAGE1D, {wide, 1, 1}},         {CL_MEM_OBJECT_IMAGE1D_ARRAY, {wide, 1, 1}},
      {CL_MEM_OBJECT_IMAGE1D_ARRAY, {1, layers, 1}}, {CL_MEM_OBJECT_IMAGE2D, {wide, 1, 1}},
      {CL_MEM_OBJECT_IMAGE2D, {1, high, 1}},         {CL_MEM_OBJECT_IMAGE2D_ARRAY, {1, high, 1}},
      {CL_MEM_OBJECT_IMAGE2D_ARRAY, {1, 1, layers}}, {CL_MEM_OBJECT_IMAGE3D, {size(CL_DEVICE_IMAGE3D_MAX_WIDTH), 1, 1}},
      {CL_MEM_OBJECT_IMAGE3D, {1, 1, deep}},
  };
  for (auto [type, extent] : largest) {
    SCOPED_TRACE(type);
    Buffer image = create(kR8, type, extent);
    for (int d = 0; d < 3; ++d)
      if (extent[d] > 1) ++extent[d];
    const cl_image_desc desc = describe(type, extent);
    EXPECT_EQ(CL_INVALID_IMAGE_SIZE, try_create(&kR8, &desc));
  }
  // More than the device allocates.
  const cl_image_desc huge = describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, {wide, high, layers});
  EXPECT_EQ(CL_MEM_OBJECT_ALLOCATION_FAILURE, try_create(&kRgbaFloat, &huge));
}

TEST(Images, requirements) {
  const auto get = extension<clGetImageRequirementsInfoEXT_fn>("clGetImageRequirementsInfoEXT");
  const auto ask = [&](const cl_image_format *format, const cl_image_desc *desc, cl_image_requirements_info_ext param,
                       auto value) {
    size_t bytes = 0;
    ok(get(context(), nullptr, 0, format, desc, param, sizeof value, &value, &bytes));
    EXPECT_EQ(sizeof value, bytes);
    return value;
  };
  for (const auto param :
       {CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT,
        CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT}) {
    EXPECT_EQ(16u, ask(nullptr, nullptr, param, size_t{}));
    EXPECT_EQ(4u, ask(&kRgba8, nullptr, param, size_t{}));
  }
  for (const cl_mem_object_type type : kTypes) {
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {9, 5, 3});
    const cl_image_desc desc = describe(type, extent);
    EXPECT_EQ(extent[0] * extent[1] * extent[2] * 4, ask(&kRgba8, &desc, CL_IMAGE_REQUIREMENTS_SIZE_EXT, size_t{}));
    EXPECT_GE(ask(nullptr, &desc, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, cl_uint{}), 2048u);
    const auto maximum = [&](cl_image_requirements_info_ext param, bool valid) {
      cl_uint value = 0;
      EXPECT_EQ(valid ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR,
                get(context(), nullptr, 0, nullptr, &desc, param, sizeof value, &value, nullptr));
      if (valid) EXPECT_GE(value, 2048u);
    };
    maximum(CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, coordinates(type) == 3 || type == CL_MEM_OBJECT_IMAGE2D);
    maximum(CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, type == CL_MEM_OBJECT_IMAGE3D);
    maximum(CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, is_array(type));
  }
  const cl_image_desc zero{}, flat = describe(CL_MEM_OBJECT_IMAGE1D, {4, 1, 1}),
                              empty = describe(CL_MEM_OBJECT_IMAGE1D, {0, 1, 1}),
                              buffer = describe(CL_MEM_OBJECT_BUFFER, {4, 1, 1});
  EXPECT_EQ(2048u, ask(nullptr, &zero, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, cl_uint{}));
  EXPECT_EQ(2048u, ask(nullptr, nullptr, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, cl_uint{}));
  const auto code = [&](const cl_image_format *format, const cl_image_desc *desc, cl_image_requirements_info_ext param,
                        cl_context in = context(), cl_mem_flags flags = 0,
                        const cl_mem_properties *properties = nullptr) {
    return get(in, properties, flags, format, desc, param, 0, nullptr, nullptr);
  };
  const cl_mem_properties property[] = {1, 1, 0};
  const cl_image_format bad{CL_INTENSITY, CL_UNORM_SHORT_555};
  EXPECT_EQ(CL_INVALID_CONTEXT, code(&kR8, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT, nullptr));
  EXPECT_EQ(CL_INVALID_PROPERTY, code(&kR8, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT, context(), 0, property));
  EXPECT_EQ(CL_INVALID_VALUE, code(&kR8, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT, context(), ~cl_mem_flags{0}));
  EXPECT_EQ(CL_INVALID_VALUE, code(nullptr, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT));
  EXPECT_EQ(CL_INVALID_VALUE, code(&kR8, nullptr, CL_IMAGE_REQUIREMENTS_SIZE_EXT));
  EXPECT_EQ(CL_INVALID_VALUE, code(&kR8, &flat, CL_IMAGE_FORMAT));
  EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, code(&bad, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, code(&kR8, &empty, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT));
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, code(&kR8, &buffer, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT));
  size_t small = 0;
  EXPECT_EQ(CL_INVALID_VALUE,
            get(context(), nullptr, 0, &kR8, &flat, CL_IMAGE_REQUIREMENTS_SIZE_EXT, 7, &small, nullptr));
}

// A 2D image for the tables of wrong calls; made once.
cl_mem image(World &w) {
  static const auto *made = new Buffer(create(kRgba8, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}));
  return w.context ? made->get() : nullptr;
}
Buffer image_with(cl_mem_flags flags) { return create(kRgba8, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}, flags); }
Buffer other_image(World &w) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
  cl_int error;
  Buffer made(clCreateImage(w.other_context, 0, &kRgba8, &desc, nullptr, &error));
  ok(error);
  return made;
}

constexpr size_t kZero[4] = {}, kOne[3] = {1, 1, 1}, kAll[3] = {8, 8, 1}, kWide[3] = {9, 1, 1}, kDeep[3] = {1, 1, 2},
                 kNone[3] = {1, 0, 1}, kSecond[4] = {0, 0, 1}, kFar[4] = {8, 0, 0};

cl_int read(World &w, cl_mem from, const size_t *origin, const size_t *region, size_t row = 0, size_t slice = 0) {
  return clEnqueueReadImage(w.queue, from, CL_TRUE, origin, region, row, slice, w.bytes, 0, nullptr, nullptr);
}
cl_int write(World &w, cl_mem to, const size_t *origin, const size_t *region, size_t row = 0, size_t slice = 0) {
  return clEnqueueWriteImage(w.queue, to, CL_TRUE, origin, region, row, slice, w.bytes, 0, nullptr, nullptr);
}
cl_int copy(World &w, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
            const size_t *region) {
  return clEnqueueCopyImage(w.queue, from, to, from_origin, to_origin, region, 0, nullptr, nullptr);
}
cl_int fill(World &w, cl_mem to, const void *colour, const size_t *origin, const size_t *region) {
  return clEnqueueFillImage(w.queue, to, colour, origin, region, 0, nullptr, nullptr);
}
cl_int map(World &w, cl_mem of, cl_map_flags flags, const size_t *origin, const size_t *region, bool row = true,
           bool slice = true) {
  size_t pitches[2];
  return created([&](cl_int *error) {
    return clEnqueueMapImage(w.queue, of, CL_TRUE, flags, origin, region, row ? pitches : nullptr,
                             slice ? pitches + 1 : nullptr, 0, nullptr, nullptr, error);
  });
}
cl_int desc_code(void (*change)(cl_image_desc &), cl_mem_flags flags = 0, void *host = nullptr,
                 cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D) {
  cl_image_desc desc = describe(type, {8, 8, 8});
  change(desc);
  return try_create(&kRgba8, &desc, flags, host);
}

#define CALL(...)                                                                                                      \
  [](World &w) -> cl_int {                                                                                             \
    static_cast<void>(w);                                                                                              \
    __VA_ARGS__;                                                                                                       \
  }

const BadCall calls[] = {
    {"create: null context", CL_INVALID_CONTEXT, CALL(cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}); return created([&](cl_int *error) {
       return clCreateImage(nullptr, 0, &kRgba8, &desc, nullptr, error); }))},
    {"create: a property", CL_INVALID_PROPERTY, CALL(cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}); return created([&](cl_int *error) {
       const cl_mem_properties property[3] = {1, 1, 0};
       return clCreateImageWithProperties(w.context, property, 0, &kRgba8, &desc, nullptr, error); }))},
    {"create: flags unknown", CL_INVALID_VALUE, CALL(return desc_code([](cl_image_desc &) {}, 1u << 30))},
    {"create: flags exclusive", CL_INVALID_VALUE,
     CALL(return desc_code([](cl_image_desc &) {}, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY))},
    {"create: null format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
     CALL(cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}); return try_create(nullptr, &desc))},
    {"create: null descriptor", CL_INVALID_IMAGE_DESCRIPTOR, CALL(return try_create(&kRgba8, nullptr))},
    {"create: type", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_type = CL_MEM_OBJECT_BUFFER; }))},
    {"create: 1D buffer without a buffer", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER; }))},
    {"create: samples", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.num_samples = 1; }))},
    {"create: width 0", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_width = 0; }))},
    {"create: height 0", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_height = 0; }))},
    {"create: depth 0", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_depth = 0; }, 0, nullptr, CL_MEM_OBJECT_IMAGE3D))},
    {"create: no layers", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_array_size = 0; }, 0, nullptr,
                           CL_MEM_OBJECT_IMAGE1D_ARRAY))},
    {"create: pitch without a pointer", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = 32; }))},
    {"create: pitch too small", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = 28; }, CL_MEM_COPY_HOST_PTR, w.bytes))},
    {"create: pitch no multiple of a texel", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = 34; }, CL_MEM_COPY_HOST_PTR, w.bytes))},
    {"create: pitch of the greatest size", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = ~size_t{3}; }, CL_MEM_COPY_HOST_PTR,
                           w.bytes))},
    {"create: slice pitch too small", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_slice_pitch = 224; }, CL_MEM_COPY_HOST_PTR, w.bytes,
                           CL_MEM_OBJECT_IMAGE3D))},
    {"create: slice pitch no multiple of a row", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_slice_pitch = 260; }, CL_MEM_COPY_HOST_PTR, w.bytes,
                           CL_MEM_OBJECT_IMAGE3D))},
    {"create: pointer missing", CL_INVALID_HOST_PTR, CALL(return desc_code([](cl_image_desc &) {}, CL_MEM_USE_HOST_PTR))},
    {"create: pointer not asked for", CL_INVALID_HOST_PTR, CALL(return desc_code([](cl_image_desc &) {}, 0, w.bytes))},
    {"create: 3D from an image", CL_INVALID_IMAGE_DESCRIPTOR, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D, {8, 8, 1});
       desc.mem_object = image(w);
       return try_create(&kRgba8, &desc);
     }},
    {"create: from no memory object", CL_INVALID_IMAGE_DESCRIPTOR, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
       desc.mem_object = w.wrong<cl_mem>();
       return try_create(&kRgba8, &desc);
     }},
    {"create: from another context's buffer", CL_INVALID_CONTEXT, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
       desc.mem_object = w.other_buffer;
       return try_create(&kRgba8, &desc);
     }},
    {"create: to be read, from a buffer for writing", CL_INVALID_VALUE, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
       desc.mem_object = w.write_only;
       return try_create(&kRgba8, &desc, CL_MEM_READ_ONLY);
     }},
    {"create 2D: height 0", CL_INVALID_IMAGE_SIZE, CALL(return created([&](cl_int *error) {
       return clCreateImage2D(w.context, 0, &kRgba8, 8, 0, 0, nullptr, error); }))},
    {"create 2D: pitch", CL_INVALID_IMAGE_SIZE, CALL(return created([&](cl_int *error) {
       return clCreateImage2D(w.context, CL_MEM_COPY_HOST_PTR, &kRgba8, 8, 8, 33, w.bytes, error); }))},
    {"create 3D: one slice", CL_INVALID_IMAGE_SIZE, CALL(return created([&](cl_int *error) {
       return clCreateImage3D(w.context, 0, &kRgba8, 8, 8, 1, 0, 0, nullptr, error); }))},

    {"read: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueReadImage(nullptr, image(w), CL_TRUE, kZero, kOne, 0, 0, w.bytes, 0, nullptr, nullptr))},
    {"read: a buffer", CL_INVALID_MEM_OBJECT, CALL(return read(w, w.buffer, kZero, kOne))},
    {"read: another context", CL_INVALID_CONTEXT, CALL(return read(w, other_image(w), kZero, kOne))},
    {"read: null origin", CL_INVALID_VALUE, CALL(return read(w, image(w), nullptr, kOne))},
    {"read: null region", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, nullptr))},
    {"read: too wide", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kWide))},
    {"read: too far", CL_INVALID_VALUE, CALL(return read(w, image(w), kFar, kOne))},
    {"read: two slices", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kDeep))},
    {"read: second slice", CL_INVALID_VALUE, CALL(return read(w, image(w), kSecond, kOne))},
    {"read: no rows", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kNone))},
    {"read: row pitch", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kAll, 31))},
    {"read: slice pitch of a 2D image", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kAll, 32, 256))},
    {"read: slice pitch", CL_INVALID_VALUE,
     CALL(Buffer deep = create(kRgba8, CL_MEM_OBJECT_IMAGE3D, {8, 8, 2}); return read(w, deep, kZero, kAll, 32, 255))},
    {"read: null pointer", CL_INVALID_VALUE,
     CALL(return clEnqueueReadImage(w.queue, image(w), CL_TRUE, kZero, kOne, 0, 0, nullptr, 0, nullptr, nullptr))},
    {"read: wait list", CL_INVALID_EVENT_WAIT_LIST,
     CALL(return clEnqueueReadImage(w.queue, image(w), CL_TRUE, kZero, kOne, 0, 0, w.bytes, 1, nullptr, nullptr))},
    {"read: the host must not", CL_INVALID_OPERATION,
     CALL(return read(w, image_with(CL_MEM_HOST_WRITE_ONLY), kZero, kOne))},
    {"write: a buffer", CL_INVALID_MEM_OBJECT, CALL(return write(w, w.buffer, kZero, kOne))},
    {"write: too wide", CL_INVALID_VALUE, CALL(return write(w, image(w), kZero, kWide))},
    {"write: the host must not", CL_INVALID_OPERATION,
     CALL(return write(w, image_with(CL_MEM_HOST_NO_ACCESS), kZero, kOne))},
    {"copy: from a buffer", CL_INVALID_MEM_OBJECT, CALL(return copy(w, w.buffer, image(w), kZero, kZero, kOne))},
    {"copy: to a buffer", CL_INVALID_MEM_OBJECT, CALL(return copy(w, image(w), w.buffer, kZero, kZero, kOne))},
    {"copy: another context", CL_INVALID_CONTEXT, CALL(return copy(w, image(w), other_image(w), kZero, kZero, kOne))},
    {"copy: another format", CL_IMAGE_FORMAT_MISMATCH,
     CALL(Buffer other = create(kRgbaFloat, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
          return copy(w, image(w), other, kZero, kZero, kOne))},
    {"copy: null origin", CL_INVALID_VALUE, CALL(return copy(w, image(w), image(w), nullptr, kZero, kOne))},
    {"copy: second null origin", CL_INVALID_VALUE, CALL(return copy(w, image(w), image(w), kZero, nullptr, kOne))},
    {"copy: null region", CL_INVALID_VALUE, CALL(return copy(w, image(w), image(w), kZero, kZero, nullptr))},
    {"copy: overlap", CL_MEM_COPY_OVERLAP, CALL(return copy(w, image(w), image(w), kZero, kZero, kOne))},
    {"to buffer: a buffer", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, w.buffer, w.buffer, kZero, kOne, 0, 0, nullptr, nullptr))},
    {"to buffer: to an image", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, image(w), image(w), kZero, kOne, 0, 0, nullptr, nullptr))},
    {"to buffer: too wide", CL_INVALID_VALUE,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, image(w), w.buffer, kZero, kWide, 0, 0, nullptr, nullptr))},
    {"to buffer: too far", CL_INVALID_VALUE,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, image(w), w.buffer, kZero, kOne, 1021, 0, nullptr, nullptr))},
    {"to buffer: the image's own", CL_INVALID_MEM_OBJECT, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {8, 1, 1});
       desc.mem_object = w.buffer;
       Buffer own = create(kRgba8, desc);
       return clEnqueueCopyImageToBuffer(w.queue, own, w.buffer, kZero, kOne, 64, 0, nullptr, nullptr);
     }},
    {"from buffer: an image", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueCopyBufferToImage(w.queue, image(w), image(w), 0, kZero, kOne, 0, nullptr, nullptr))},
    {"from buffer: another context", CL_INVALID_CONTEXT,
     CALL(return clEnqueueCopyBufferToImage(w.queue, w.other_buffer, image(w), 0, kZero, kOne, 0, nullptr, nullptr))},
    {"from buffer: too far", CL_INVALID_VALUE,
     CALL(return clEnqueueCopyBufferToImage(w.queue, w.buffer, image(w), 900, kZero, kAll, 0, nullptr, nullptr))},
    {"fill: a buffer", CL_INVALID_MEM_OBJECT, CALL(return fill(w, w.buffer, w.bytes, kZero, kOne))},
    {"fill: null colour", CL_INVALID_VALUE, CALL(return fill(w, image(w), nullptr, kZero, kOne))},
    {"fill: null origin", CL_INVALID_VALUE, CALL(return fill(w, image(w), w.bytes, nullptr, kOne))},
    {"fill: too wide", CL_INVALID_VALUE, CALL(return fill(w, image(w), w.bytes, kZero, kWide))},
    {"map: a buffer", CL_INVALID_MEM_OBJECT, CALL(return map(w, w.buffer, CL_MAP_READ, kZero, kOne))},
    {"map: flags", CL_INVALID_VALUE, CALL(return map(w, image(w), 8, kZero, kOne))},
    {"map: flags exclusive", CL_INVALID_VALUE,
     CALL(return map(w, image(w), CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, kZero, kOne))},
    {"map: too wide", CL_INVALID_VALUE, CALL(return map(w, image(w), CL_MAP_READ, kZero, kWide))},
    {"map: null row pitch", CL_INVALID_VALUE, CALL(return map(w, image(w), CL_MAP_READ, kZero, kOne, false))},
    {"map: null slice pitch", CL_INVALID_VALUE,
     CALL(Buffer deep = create(kRgba8, CL_MEM_OBJECT_IMAGE1D_ARRAY, {8, 8, 1});
          return map(w, deep, CL_MAP_READ, kZero, kOne, true, false))},
    {"map: the host must not", CL_INVALID_OPERATION,
     CALL(return map(w, image_with(CL_MEM_HOST_READ_ONLY), CL_MAP_WRITE, kZero, kOne))},
    {"unmap: another's pointer", CL_INVALID_VALUE,
     CALL(return clEnqueueUnmapMemObject(w.queue, image(w), w.bytes, 0, nullptr, nullptr))},
    {"info: a buffer", CL_INVALID_MEM_OBJECT,
     CALL(return clGetImageInfo(w.buffer, CL_IMAGE_WIDTH, 8, w.bytes, nullptr))},
    {"a buffer's read of an image", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueReadBuffer(w.queue, image(w), CL_TRUE, 0, 4, w.bytes, 0, nullptr, nullptr))},
    {"an image as a buffer argument", CL_INVALID_MEM_OBJECT,
     CALL(cl_mem handle = image(w); return clSetKernelArg(w.kernel, 0, sizeof handle, &handle))},
};

TEST(Images, wrong_arguments) { expect_errors(calls); }

TEST(Images, arguments) {
  Program program = build(R"(
kernel void read(read_only image2d_t a, read_only image2d_array_t b, read_only image3d_t c, read_only image1d_t d,
                 read_only image1d_buffer_t e, read_only image1d_array_t f, read_only image2d_depth_t g,
                 read_only image2d_array_depth_t h, sampler_t s, global int *out) { *out = 7; }
kernel void write(write_only image2d_t a, read_write image2d_t b) {})",
                          "-cl-std=CL3.0");
  Kernel k = kernel(program, "read"), to = kernel(program, "write");
  const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D,
                                      CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                      CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY};
  std::vector<Buffer> images;
  images.reserve(8);
  for (cl_uint i = 0; i < 8; ++i)
    images.push_back(
        create(i < 6 ? kRgba8 : cl_image_format{CL_DEPTH, CL_FLOAT}, types[i], extent_of(types[i], {4, 4, 4})));
  const auto set = [](cl_kernel kernel, cl_uint index, cl_mem handle, size_t size = sizeof(cl_mem)) {
    return clSetKernelArg(kernel, index, size, &handle);
  };
  for (cl_uint i = 0; i < 8; ++i)
    for (cl_uint j = 0; j < 8; ++j) {
      // A depth image is an image too.
      const bool fits = types[i] == types[j] && (i < 6 || j >= 6);
      EXPECT_EQ(fits ? CL_SUCCESS : CL_INVALID_MEM_OBJECT, set(k, i, images[j])) << i << " " << j;
    }
  for (cl_uint i = 0; i < 8; ++i) ok(set(k, i, images[i]));
  cl_int error;
  Owned<cl_sampler, clReleaseSampler> sampler(
      clCreateSampler(context(), CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error));
  ok(error);
  cl_sampler handle = sampler;
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, try_launch(queue(), k, {1}));
  ok(clSetKernelArg(k, 8, sizeof handle, &handle));
  Buffer out = make_buffer(4);
  set_arg(k, 9, out);
  run(k, {1});
  EXPECT_EQ(7, wherry::test::read<int>(out, 1)[0]);

  EXPECT_EQ(CL_INVALID_ARG_SIZE, set(k, 0, images[0], 4));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(k, 0, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 0, sizeof(cl_mem), nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(k, 0, out));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(k, 0, &handle));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 8, 4, &handle));
  EXPECT_EQ(CL_INVALID_SAMPLER, clSetKernelArg(k, 8, sizeof handle, nullptr));
  EXPECT_EQ(CL_INVALID_SAMPLER, set(k, 8, images[0]));
  const Context other = make_context();
  Owned<cl_sampler, clReleaseSampler> foreign(clCreateSamplerWithProperties(other, nullptr, &error));
  ok(error);
  handle = foreign;
  EXPECT_EQ(CL_INVALID_CONTEXT, clSetKernelArg(k, 8, sizeof handle, &handle));

  Buffer for_reading = image_with(CL_MEM_READ_ONLY), for_writing = image_with(CL_MEM_WRITE_ONLY);
  ok(set(k, 0, for_reading));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(k, 0, for_writing));
  ok(set(to, 0, for_writing));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(to, 0, for_reading));
  ok(set(to, 1, images[0]));
  run(to, {1});
  // An argument does not keep its image.
  ok(set(k, 0, for_reading));
  for_reading.reset();
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, try_launch(queue(), k, {1}));
}

// What kernels are told of images of all types, and where they find the texels.
TEST(Images, as_kernels_see_them) {
  const std::pair<const char *, const char *> seen[] = {
      {"image1d_t", "int8(get_image_width(i), 1, 1, 0), x"},
      {"image1d_buffer_t", "int8(get_image_width(i), 1, 1, 0), x"},
      {"image1d_array_t", "int8(get_image_width(i), (int)get_image_array_size(i), 1, 0), (int2)(x, y)"},
      {"image2d_t", "int8(get_image_width(i), get_image_height(i), 1, 0), (int2)(x, y)"},
      {"image2d_array_t",
       "int8(get_image_width(i), get_image_height(i), (int)get_image_array_size(i), 0), (int4)(x, y, z, 0)"},
      {"image3d_t", "int8(get_image_width(i), get_image_height(i), get_image_depth(i), 0), (int4)(x, y, z, 0)"}};
  for (size_t t = 0; t < std::size(kTypes); ++t)
    for (const bool padded : {false, true}) {
      SCOPED_TRACE(testing::Message() << seen[t].first << " " << padded);
      const cl_mem_object_type type = kTypes[t];
      const Size3 extent = extent_of(type, {5, 4, 3});
      const std::string text = seen[t].second;
      const size_t comma = text.find("0), ");
      Program program =
          build(std::string("kernel void k(read_only ") + seen[t].first + R"( i, global int *size, global uint4 *out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const int4 extent = (int4)()" +
                    text.substr(5, comma - 5) + R"(0);
  vstore4(extent, 0, size);
  out[(z * get_global_size(1) + y) * get_global_size(0) + x] = read_imageui(i, )" +
                    text.substr(comma + 4) + R"();
})",
                "-cl-std=CL3.0");
      cl_image_desc desc = describe(type, extent);
      Bytes host = numbered(4096);
      Buffer image, buffer;
      const size_t rows = coordinates(type) == 3 ? 4 : 1;
      size_t row = 20, slice = has_slices(type) ? row * rows : 0;
      if (padded) {
        row = desc.image_row_pitch = 32;
        slice = desc.image_slice_pitch = has_slices(type) ? 32 * (rows + 1) : 0;
      }
      if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
        buffer = make_buffer(host);
        desc.mem_object = buffer;
        image = create(kRgba8, desc);
      } else {
        image = create(kRgba8, desc, CL_MEM_USE_HOST_PTR, host.data());
      }
      const size_t texels = extent[0] * extent[1] * extent[2];
      Buffer size = make_buffer(16), out = make_buffer(texels * 16);
      Kernel k = kernel(program, "k");
      set_args(k, image, size, out);
      run(k, {extent[0], extent[1], extent[2]});
      EXPECT_EQ((std::vector<int>{int(extent[0]), int(extent[1]), int(extent[2]), 0}),
                wherry::test::read<int>(size, 4));
      const Bytes expected =
          box_in(host.data(), {}, extent, 4, type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row, slice);
      const auto got = wherry::test::read<cl_uint>(out, texels * 4);
      EXPECT_TRUE(std::ranges::equal(expected, got));
    }
}

TEST(Images, command_buffers) {
  Buffer from = create(kRgba8, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}), to = create(kRgba8, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
  Buffer buffer = make_buffer(Bytes(1024, 3));
  write_image(from, {8, 8, 1}, Bytes(256, 0));
  cl_command_queue on = queue();
  cl_int error;
  Owned<cl_command_buffer_khr,
        +[](cl_command_buffer_khr made) { extension<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(made); }>
      commands(extension<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR")(1, &on, nullptr, &error));
  ok(error);
  const uint32_t colour[4] = {1, 2, 3, 4};
  const size_t region[3] = {4, 4, 1}, far[3] = {4, 4, 0};
  const auto fill_image = extension<decltype(&wherry::khr::clCommandFillImageKHR)>("clCommandFillImageKHR");
  const auto copy_image = extension<decltype(&wherry::khr::clCommandCopyImageKHR)>("clCommandCopyImageKHR");
  EXPECT_EQ(CL_INVALID_MEM_OBJECT,
            fill_image(commands, nullptr, nullptr, buffer, colour, kZero, region, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            copy_image(commands, nullptr, nullptr, from, to, kZero, kZero, kWide, 0, nullptr, nullptr, nullptr));
  ok(fill_image(commands, nullptr, nullptr, from, colour, kZero, region, 0, nullptr, nullptr, nullptr));
  ok(copy_image(commands, nullptr, nullptr, from, to, kZero, far, region, 0, nullptr, nullptr, nullptr));
  ok(extension<decltype(&wherry::khr::clCommandCopyImageToBufferKHR)>("clCommandCopyImageToBufferKHR")(
      commands, nullptr, nullptr, to, buffer, far, region, 8, 0, nullptr, nullptr, nullptr));
  ok(extension<decltype(&wherry::khr::clCommandCopyBufferToImageKHR)>("clCommandCopyBufferToImageKHR")(
      commands, nullptr, nullptr, buffer, to, 4, kZero, kOne, 0, nullptr, nullptr, nullptr));
  ok(extension<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(commands));
  ok(extension<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR")(0, nullptr, commands, 0, nullptr, nullptr));
  ok(clFinish(on));
  const Bytes copied = wherry::test::read<uint8_t>(buffer, 72);
  for (size_t i = 0; i < 64; ++i) EXPECT_EQ(i % 4 + 1, copied[8 + i]);
  EXPECT_EQ(Bytes(4, 3), read_image(to, kZero, {1, 1, 1}));
}

TEST(Images, migrate) {
  Buffer image = image_with(0);
  cl_mem handle = image;
  ok(clEnqueueMigrateMemObjects(queue(), 1, &handle, 0, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

TEST(Images, destructor_callbacks) {
  int called = 0;
  Buffer image = image_with(0);
  ok(clSetMemObjectDestructorCallback(image, [](cl_mem, void *data) { ++*static_cast<int *>(data); }, &called));
  image.reset();
  EXPECT_EQ(1, called);
}

}  // namespace
