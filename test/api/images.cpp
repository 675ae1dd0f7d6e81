// SPDX-License-Identifier: Apache-2.0
// Images: creation, host memory, formats, queries, and their use as kernels' arguments. What kernels read and write in
// them is tested in test/kernels.
#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <numeric>
#include <optional>

#include "api/images.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;
using namespace wherry::test::images;

namespace {

TEST(Images, host_pitches) {
  for (const cl_mem_object_type type : kTypes) {
    SCOPED_TRACE(type);
    const Size3 extent = extent_of(type, {11, 7, 5});
    const NumberedImage made(kRgba8, type, extent);
    cl_mem image = made.image;
    const Bytes &all = made.bytes;
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

TEST(Images, destructor_callbacks) {
  int called = 0;
  Buffer image = image_with(0);
  ok(clSetMemObjectDestructorCallback(image, [](cl_mem, void *data) { ++*static_cast<int *>(data); }, &called));
  image.reset();
  EXPECT_EQ(1, called);
}

}  // namespace
