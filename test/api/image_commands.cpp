// SPDX-License-Identifier: Apache-2.0
// Commands on images: reads, writes, maps, copies, fills and migrations.
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "api/images.h"
#include "wherry/cl_command_buffer.h"

using namespace wherry::test;
using namespace wherry::test::images;

namespace {

TEST(Images, writes_and_reads_of_every_type) {
  for (const cl_mem_object_type type : kTypes)
    for (const cl_image_format &format : {kR8, kRgba8, kRgbaFloat}) {
      SCOPED_TRACE(testing::Message() << type << " " << format.image_channel_data_type);
      const Size3 extent = extent_of(type, {11, 7, 5});
      const NumberedImage made(format, type, extent);
      cl_mem image = made.image;
      const Bytes &all = made.bytes;
      const size_t texel = texel_bytes(image);
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
      const NumberedImage from(kRgba8, from_type, from_extent);
      const Buffer to = create(kRgba8, to_type, to_extent);
      write_image(to, to_extent, Bytes(to_extent[0] * to_extent[1] * to_extent[2] * 4, 9));
      Size3 region{4, 3, 2}, read{5, 2, 1}, written{1, 3, 2};
      for (unsigned d = std::min(coordinates(from_type), coordinates(to_type)); d < 3; ++d) region[d] = 1;
      for (unsigned d = coordinates(from_type); d < 3; ++d) read[d] = 0;
      for (unsigned d = coordinates(to_type); d < 3; ++d) written[d] = 0;
      ok(clEnqueueCopyImage(queue(), from.image, to, read.data(), written.data(), region.data(), 0, nullptr, nullptr));
      const Bytes expected = box_in(from.bytes.data(), read, region, 4, 44, size_t{44} * 7);
      EXPECT_EQ(expected, read_image(to, written.data(), region));
      const Bytes all = read_image(to, to_extent);
      EXPECT_EQ(all.size() - expected.size(), size_t(std::count(all.begin(), all.end(), 9)) -
                                                  size_t(std::count(expected.begin(), expected.end(), 9)));
    }
}

TEST(Images, copies_within_an_image) {
  const NumberedImage made(kR8, CL_MEM_OBJECT_IMAGE2D, {16, 16, 1});
  cl_mem image = made.image;
  const size_t from[3] = {0, 0, 0}, beside[3] = {8, 0, 0}, over[3] = {7, 15, 0}, region[3] = {8, 16, 1},
               one[3] = {1, 1, 1};
  ok(clEnqueueCopyImage(queue(), image, image, from, beside, region, 0, nullptr, nullptr));
  EXPECT_EQ(box_in(made.bytes.data(), {}, {8, 16, 1}, 1, 16, 0), read_image(image, beside, {8, 16, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueCopyImage(queue(), image, image, from, over, region, 0, nullptr, nullptr));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, clEnqueueCopyImage(queue(), image, image, from, from, one, 0, nullptr, nullptr));
}

TEST(Images, copies_to_and_from_buffers) {
  for (const cl_mem_object_type type : kTypes) {
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {11, 7, 5});
    const NumberedImage made(kRgba8, type, extent);
    cl_mem image = made.image;
    Size3 origin{3, 2, 1}, region{5, 4, 3};
    for (unsigned d = coordinates(type); d < 3; ++d) origin[d] = 0, region[d] = 1;
    const size_t bytes = region[0] * region[1] * region[2] * 4;
    Buffer buffer = make_buffer(Bytes(bytes + 21, 3));
    ok(clEnqueueCopyImageToBuffer(queue(), image, buffer, origin.data(), region.data(), 17, 0, nullptr, nullptr));
    const Bytes copied = read<uint8_t>(buffer, bytes + 21);
    const Bytes expected = box_in(made.bytes.data(), origin, region, 4, 44, size_t{44} * 7);
    EXPECT_EQ(expected, Bytes(copied.begin() + 17, copied.end() - 4));
    EXPECT_EQ(3, copied[16]);
    EXPECT_EQ(3, copied[bytes + 17]);

    Buffer other = create(kRgba8, type, extent);
    write_image(other, extent, Bytes(made.bytes.size(), 0));
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

}  // namespace
