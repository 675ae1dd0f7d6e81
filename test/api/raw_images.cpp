// SPDX-License-Identifier: Apache-2.0
// cl_ext_image_raw10_raw12: images of 10 and 12 bits, packed and unpacked here as the extension lays them out.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/cl.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

using Bytes = std::vector<uint8_t>;
using Values = std::vector<uint32_t>;
using Size3 = std::array<size_t, 3>;
using Sampler = Owned<cl_sampler, clReleaseSampler>;

struct Raw {
  cl_channel_type type;
  size_t texels;  // of a block, which has one byte more
  unsigned bits;
  cl_image_format format() const { return {CL_R, type}; }
  unsigned low_bits() const { return bits - 8; }
  size_t bytes(size_t count) const { return count / texels * (texels + 1); }

  Bytes pack(const Values &values) const {
    Bytes packed;
    for (size_t first = 0; first < values.size(); first += texels) {
      unsigned low = 0;
      for (size_t i = 0; i < texels; ++i) {
        packed.push_back(static_cast<uint8_t>(values[first + i] >> low_bits()));
        low |= (values[first + i] & ((1u << low_bits()) - 1)) << i * low_bits();
      }
      packed.push_back(static_cast<uint8_t>(low));
    }
    return packed;
  }
  Values unpack(const Bytes &packed) const {
    Values values;
    for (size_t block = 0; block < packed.size(); block += texels + 1)
      for (size_t i = 0; i < texels; ++i)
        values.push_back(uint32_t(packed[block + i]) << low_bits() |
                         (packed[block + texels] >> i * low_bits() & ((1u << low_bits()) - 1)));
    return values;
  }
  Values random(size_t count) const {
    Random source(seed());
    Values values(count);
    for (uint32_t &value : values) value = static_cast<uint32_t>(source.below(1 << bits));
    return values;
  }
};
constexpr Raw kRaws[] = {{CL_UNSIGNED_INT_RAW10_EXT, 4, 10}, {CL_UNSIGNED_INT_RAW12_EXT, 2, 12}};

cl_image_desc flat(size_t width, size_t height) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = width;
  desc.image_height = height;
  return desc;
}
Buffer create(const Raw &raw, const cl_image_desc &desc, const Bytes *host = nullptr) {
  cl_int error;
  const cl_image_format format = raw.format();
  Buffer made(clCreateImage(context(), host ? CL_MEM_COPY_HOST_PTR : 0, &format, &desc,
                            host ? const_cast<uint8_t *>(host->data()) : nullptr, &error));
  ok(error);
  return made;
}
cl_int try_create(const cl_image_format &format, const cl_image_desc &desc, cl_mem_flags flags = 0,
                  void *host = nullptr) {
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateImage(context(), flags, &format, &desc, host, &error));
  return error;
}
Bytes read_box(cl_mem image, const Raw &raw, Size3 origin, Size3 region) {
  Bytes bytes(raw.bytes(region[0]) * region[1] * region[2]);
  ok(clEnqueueReadImage(queue(), image, CL_TRUE, origin.data(), region.data(), 0, 0, bytes.data(), 0, nullptr,
                        nullptr));
  return bytes;
}

constexpr size_t kWidth = 36, kHeight = 7;  // not whole vectors

constexpr char kSource[] = R"(
#if CLK_UNSIGNED_INT_RAW10_EXT != 0x10E3 || CLK_UNSIGNED_INT_RAW12_EXT != 0x10E4 || \
    !defined(__opencl_c_ext_image_raw10_raw12) || !defined(cl_ext_image_raw10_raw12)
#error
#endif
kernel void bare(read_only image2d_t image, global uint4 *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = read_imageui(image, (int2)(x, y));
}
// Beyond the image on all sides.
kernel void sampled(read_only image2d_t image, sampler_t sampler, global uint4 *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = read_imageui(image, sampler, (float2)(x - 3 + 0.5f, y - 2 + 0.5f));
}
kernel void volume(read_only image3d_t image, global uint4 *out) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * get_global_size(1) + y) * get_global_size(0) + x] = read_imageui(image, (int4)(x, y, z, 0));
}
kernel void written(write_only image2d_t image, global const uint *from) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x % 3 != 1) write_imageui(image, (int2)(x, y), (uint4)(from[y * get_global_size(0) + x], 1, 2, 3));
}
kernel void shuffled(read_write image2d_t image) {
  const int x = get_global_id(0), y = get_global_id(1);
  const uint4 one = read_imageui(image, (int2)(x, y));
  write_imageui(image, (int2)(x, y), one ^ 5);
}
kernel void floats(read_only image2d_t image, global float4 *out) {
  out[get_global_id(0)] = read_imagef(image, (int2)(get_global_id(0), get_image_height(image) - 1));
}
kernel void queries(read_only image2d_t image, global int *out) {
  out[0] = get_image_channel_data_type(image);
  out[1] = get_image_channel_order(image);
  out[2] = get_image_width(image);
}
)";

class RawImages : public testing::TestWithParam<Raw> {
 protected:
  const Raw raw = GetParam();
  const Values values = raw.random(kWidth * kHeight);
  const Bytes packed = raw.pack(values);
  Buffer image() { return create(raw, flat(kWidth, kHeight), &packed); }
};
INSTANTIATE_TEST_SUITE_P(all, RawImages, testing::ValuesIn(kRaws),
                         [](const auto &info) { return "raw" + std::to_string(info.param.bits); });

TEST_P(RawImages, kernels_read) {
  Program program = build(kSource, "-cl-std=CL3.0");
  Buffer from = image(), out = make_buffer(kWidth * kHeight * 16);
  Kernel bare = kernel(program, "bare");
  set_args(bare, from, out);
  run(bare, {kWidth, kHeight});
  auto found = read<uint32_t>(out, 4 * kWidth * kHeight);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], found[4 * i]) << i;
    ASSERT_EQ((Values{0, 0, 1}), Values(found.begin() + long(4 * i) + 1, found.begin() + long(4 * i) + 4)) << i;
  }
  Kernel queries = kernel(program, "queries");
  set_args(queries, from, out);
  run(queries, {1});
  EXPECT_EQ((std::vector<cl_int>{cl_int(raw.type), CL_R, kWidth}), read<cl_int>(out, 3));
  // Undefined values, but of the image.
  Kernel floats = kernel(program, "floats");
  set_args(floats, from, out);
  run(floats, {kWidth});
}

TEST_P(RawImages, samplers_read_the_border_and_the_edge) {
  Program program = build(kSource, "-cl-std=CL3.0");
  const size_t width = kWidth + 6, height = kHeight + 4;
  Buffer from = image(), out = make_buffer(width * height * 16);
  for (const cl_addressing_mode mode : {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE}) {
    cl_int error;
    Sampler sampler(clCreateSampler(context(), CL_FALSE, mode, CL_FILTER_NEAREST, &error));
    ok(error);
    Kernel sampled = kernel(program, "sampled");
    set_args(sampled, from, sampler.get(), out);
    run(sampled, {width, height});
    const auto found = read<uint32_t>(out, 4 * width * height);
    for (long y = 0; y < long(height); ++y)
      for (long x = 0; x < long(width); ++x) {
        const long i = std::clamp(x - 3, 0L, long(kWidth) - 1), j = std::clamp(y - 2, 0L, long(kHeight) - 1);
        const bool inside = i == x - 3 && j == y - 2;
        ASSERT_EQ(mode == CL_ADDRESS_CLAMP && !inside ? 0 : values[size_t(j) * kWidth + size_t(i)],
                  found[4 * (size_t(y) * width + size_t(x))])
            << x << " " << y;
      }
  }
}

TEST_P(RawImages, kernels_write_their_texels_alone) {
  Program program = build(kSource, "-cl-std=CL3.0");
  Buffer to = image();
  Values numbers = raw.random(kWidth * kHeight), wanted = values;
  numbers[2] = 0xFFFFFFFF;  // the greatest value
  for (size_t i = 0; i < numbers.size(); ++i)
    if (i % kWidth % 3 != 1) wanted[i] = std::min(numbers[i], (1u << raw.bits) - 1);
  Kernel written = kernel(program, "written");
  Buffer from = make_buffer(numbers);
  set_args(written, to, from);
  run(written, {kWidth, kHeight});
  EXPECT_EQ(wanted, raw.unpack(read_box(to, raw, {}, {kWidth, kHeight, 1})));
  // All work-groups of a launch write texels of the same bytes.
  Kernel shuffled = kernel(program, "shuffled");
  set_args(shuffled, to);
  run(shuffled, {kWidth, kHeight}, {1, 1});
  for (uint32_t &value : wanted) value ^= 5;
  EXPECT_EQ(wanted, raw.unpack(read_box(to, raw, {}, {kWidth, kHeight, 1})));
}

TEST_P(RawImages, images_of_slices_and_in_buffers) {
  Program program = build(kSource, "-cl-std=CL3.0");
  const Values deep = raw.random(8 * 3 * 5);
  const Bytes host = raw.pack(deep);
  cl_image_desc desc = flat(8, 3);
  desc.image_type = CL_MEM_OBJECT_IMAGE3D;
  desc.image_depth = 5;
  Buffer volume = create(raw, desc, &host), out = make_buffer(deep.size() * 16);
  Kernel k = kernel(program, "volume");
  set_args(k, volume, out);
  run(k, {8, 3, 5});
  const auto found = read<uint32_t>(out, 4 * deep.size());
  for (size_t i = 0; i < deep.size(); ++i) ASSERT_EQ(deep[i], found[4 * i]);

  // A camera's rows end anywhere.
  const size_t pitch = raw.bytes(kWidth) + 19;
  Bytes frame(pitch * kHeight, 0xFF);
  for (size_t y = 0; y < kHeight; ++y)
    std::copy_n(packed.begin() + long(y * raw.bytes(kWidth)), raw.bytes(kWidth), frame.begin() + long(y * pitch));
  cl_image_desc in_buffer = flat(kWidth, kHeight);
  Buffer buffer = make_buffer(frame);
  in_buffer.mem_object = buffer;
  in_buffer.image_row_pitch = pitch;
  Buffer of = create(raw, in_buffer);
  EXPECT_EQ(packed, read_box(of, raw, {}, {kWidth, kHeight, 1}));
  EXPECT_EQ(pitch, info<size_t>(clGetImageInfo, of.get(), CL_IMAGE_ROW_PITCH));
}

TEST_P(RawImages, the_host_reaches_whole_blocks) {
  Buffer from = image(), to = image();
  EXPECT_EQ(raw.bytes(kWidth), info<size_t>(clGetImageInfo, from.get(), CL_IMAGE_ROW_PITCH));
  EXPECT_EQ(2u, info<size_t>(clGetImageInfo, from.get(), CL_IMAGE_ELEMENT_SIZE));
  EXPECT_EQ(packed.size(), info<size_t>(clGetMemObjectInfo, from.get(), CL_MEM_SIZE));
  const Size3 origin{8, 2, 0}, region{12, 3, 1};
  Values wanted;
  for (size_t y = 2; y < 5; ++y)
    for (size_t x = 8; x < 20; ++x) wanted.push_back(values[y * kWidth + x]);
  EXPECT_EQ(wanted, raw.unpack(read_box(from, raw, origin, region)));
  // A map shows the same bytes.
  size_t row = 0;
  cl_int error;
  const auto *mapped = static_cast<uint8_t *>(clEnqueueMapImage(
      queue(), from, CL_TRUE, CL_MAP_READ, origin.data(), region.data(), &row, nullptr, 0, nullptr, nullptr, &error));
  ok(error);
  EXPECT_EQ(raw.bytes(kWidth), row);
  for (size_t y = 0; y < 3; ++y)
    EXPECT_TRUE(std::equal(mapped + y * row, mapped + y * row + raw.bytes(12),
                           packed.begin() + long((2 + y) * row + raw.bytes(8))));
  ok(clEnqueueUnmapMemObject(queue(), from, const_cast<uint8_t *>(mapped), 0, nullptr, nullptr));
  // Fills saturate. `at`: the values of the image, region by region.
  Values at = values;
  const auto put = [&](const Size3 &where, const Size3 &size, const auto &value) {
    size_t i = 0;
    for (size_t y = where[1]; y < where[1] + size[1]; ++y)
      for (size_t x = where[0]; x < where[0] + size[0]; ++x) at[y * kWidth + x] = value(i++);
  };
  const auto expect_values = [&] { EXPECT_EQ(at, raw.unpack(read_box(to, raw, {}, {kWidth, kHeight, 1}))); };
  for (const uint32_t colour : {uint32_t{0x135}, uint32_t{70000}}) {
    const cl_uint four[] = {colour, 9, 9, 9};
    ok(clEnqueueFillImage(queue(), to, four, origin.data(), region.data(), 0, nullptr, nullptr));
    put(origin, region, [&](size_t) { return std::min(colour, (1u << raw.bits) - 1); });
    expect_values();
  }
  const Size3 elsewhere{20, 4, 0};
  ok(clEnqueueCopyImage(queue(), from, to, origin.data(), elsewhere.data(), region.data(), 0, nullptr, nullptr));
  put(elsewhere, region, [&](size_t i) { return wanted[i]; });
  expect_values();
  Buffer bytes = make_buffer(raw.bytes(12) * 3 + 1);
  ok(clEnqueueCopyImageToBuffer(queue(), from, bytes, origin.data(), region.data(), 1, 0, nullptr, nullptr));
  ok(clEnqueueCopyBufferToImage(queue(), bytes, to, 1, Size3{0, 0, 0}.data(), region.data(), 0, nullptr, nullptr));
  put({0, 0, 0}, region, [&](size_t i) { return wanted[i]; });
  expect_values();
  const Values fresh(36, 1);
  const Bytes source = raw.pack(fresh);
  ok(clEnqueueWriteImage(queue(), to, CL_TRUE, origin.data(), region.data(), 0, 0, source.data(), 0, nullptr, nullptr));
  put(origin, region, [](size_t) { return 1u; });
  expect_values();
}

// A fill that all workers share, and rows that are not whole lines of the cache.
TEST_P(RawImages, large_fills) {
  constexpr size_t kWide = 8188, kHigh = 300;
  Buffer large = create(raw, flat(kWide, kHigh));
  const cl_uint colour[] = {0x2A7, 0, 0, 0};
  const Size3 region{kWide, kHigh, 1};
  ok(clEnqueueFillImage(queue(), large, colour, Size3{}.data(), region.data(), 0, nullptr, nullptr));
  const Values all = raw.unpack(read_box(large, raw, {}, region));
  EXPECT_EQ(all.size(), size_t(std::count(all.begin(), all.end(), 0x2A7u)));
}

// Programs that take every listed format compute an image's bytes by CL_IMAGE_ELEMENT_SIZE, which is too much here.
TEST_P(RawImages, are_listed_for_kernels_that_read_them_in_two_dimensions) {
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D,
                                        CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY})
    for (const cl_mem_flags flags : {0, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                     CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_IMMUTABLE_EXT}) {
      cl_uint count = 0;
      ok(clGetSupportedImageFormats(context(), flags, type, 0, nullptr, &count));
      std::vector<cl_image_format> formats(count);
      ok(clGetSupportedImageFormats(context(), flags, type, count, formats.data(), nullptr));
      EXPECT_EQ(type == CL_MEM_OBJECT_IMAGE2D && flags == CL_MEM_READ_ONLY,
                std::ranges::count(formats, raw.type, &cl_image_format::image_channel_data_type) == 1)
          << type << " " << flags;
    }
}

TEST_P(RawImages, errors) {
  const cl_image_format format = raw.format();
  EXPECT_EQ(CL_INVALID_IMAGE_SIZE, try_create(format, flat(kWidth + raw.texels / 2, 4)));
  for (const cl_channel_order order : {CL_RGBA, CL_A, CL_RG, CL_LUMINANCE, CL_Rx})
    EXPECT_EQ(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, try_create({order, raw.type}, flat(kWidth, 4)));
  cl_image_desc narrow = flat(kWidth, kHeight);
  narrow.image_row_pitch = raw.bytes(kWidth) - 1;
  Bytes host(4096);
  EXPECT_EQ(CL_INVALID_IMAGE_DESCRIPTOR, try_create(format, narrow, CL_MEM_USE_HOST_PTR, host.data()));
  narrow.image_row_pitch = raw.bytes(kWidth) + 1;
  EXPECT_EQ(CL_SUCCESS, try_create(format, narrow, CL_MEM_USE_HOST_PTR, host.data()));

  Buffer from = image();
  const auto read_code = [&](Size3 origin, Size3 region, size_t row = 0) {
    return clEnqueueReadImage(queue(), from, CL_TRUE, origin.data(), region.data(), row, 0, host.data(), 0, nullptr,
                              nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, read_code({1, 0, 0}, {raw.texels, 1, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, read_code({0, 0, 0}, {raw.texels / 2, 1, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, read_code({0, 0, 0}, {kWidth + raw.texels, 1, 1}));
  EXPECT_EQ(CL_INVALID_VALUE, read_code({0, 0, 0}, {kWidth, 2, 1}, raw.bytes(kWidth) - 1));
  EXPECT_EQ(CL_SUCCESS, read_code({0, 0, 0}, {kWidth, 2, 1}, raw.bytes(kWidth) + 1));
  const cl_uint colour[4] = {};
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueFillImage(queue(), from, colour, Size3{1, 0, 0}.data(),
                                                 Size3{raw.texels, 1, 1}.data(), 0, nullptr, nullptr));
}

}  // namespace
