// SPDX-License-Identifier: Apache-2.0
// Commands on images. Two commands that nothing orders are reported if they access the same texels.
#include <gtest/gtest.h>

#include <array>

#include "commands.h"

namespace wherry::test {

namespace {

constexpr size_t kSide = 32, kTexel = 4;
using Box = std::array<size_t, 3>;
constexpr Box kOrigin{0, 0, 0}, kAll{kSide, kSide, 1}, kLeft{kSide / 2, kSide, 1}, kMiddle{kSide / 2, 0, 0},
    kTop{kSide, kSide / 2, 1}, kLowerHalf{0, kSide / 2, 0};

constexpr char kSource[] = R"(
kernel void store(write_only image2d_t image, int first, int value) {
  write_imageui(image, (int2)(first + get_global_id(0), get_global_id(1)), (uint4)(value));
}
kernel void fetch(read_only image2d_t image, int first, global uint *out) {
  const int2 at = (int2)(first + get_global_id(0), get_global_id(1));
  out[at.y * 32 + at.x] = read_imageui(image, at).x;
}
kernel void sample(read_only image2d_t image, sampler_t sampler, float first, global float *out) {
  const float2 at = (float2)(first + get_global_id(0), get_global_id(1) + 0.5f);
  out[get_global_id(1) * 32 + get_global_id(0)] = read_imagef(image, sampler, at).x;
}
kernel void store_floats(write_only image2d_t image, int first, float value) {
  write_imagef(image, (int2)(first + get_global_id(0), get_global_id(1)), (float4)(value));
}
kernel void level(read_only image2d_t image, sampler_t sampler, float level, global float *out) {
  out[get_global_id(1) * 32 + get_global_id(0)] =
      read_imagef(image, sampler, (float2)(0.25f * get_global_id(0), 0.25f * get_global_id(1)), level).x;
}
)";

using Sampler = Owned<cl_sampler, clReleaseSampler>;

struct Images : Commands {
  Images() : images(build(kSource, "-cl-std=CL3.0")) {
    cl_int code = CL_SUCCESS;
    near = Sampler(clCreateSampler(context(), CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code));
    ok(code);
    between = Sampler(clCreateSampler(context(), CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &code));
    ok(code);
  }
  ~Images() { finish(); }

  static Buffer make(cl_channel_type type = CL_UNSIGNED_INT32, cl_mem from = nullptr,
                     cl_mem_object_type shape = CL_MEM_OBJECT_IMAGE2D) {
    const cl_image_format format{CL_R, type};
    cl_image_desc layout{};
    layout.image_type = shape;
    layout.image_width = layout.image_height = kSide;
    layout.image_array_size = 4;
    layout.mem_object = from;
    cl_int code = CL_SUCCESS;
    Buffer made(clCreateImage(context(), CL_MEM_READ_WRITE, &format, &layout, nullptr, &code));
    ok(code);
    return made;
  }

  void write(cl_command_queue on, const Box &origin, const Box &region) {
    ok(clEnqueueWriteImage(on, image, CL_FALSE, origin.data(), region.data(), 0, 0, from.data(), 0, nullptr, nullptr));
  }
  void read(cl_command_queue on, const Box &origin, const Box &region) {
    ok(clEnqueueReadImage(on, image, CL_FALSE, origin.data(), region.data(), 0, 0, to.data(), 0, nullptr, nullptr));
  }
  void fill(cl_command_queue on, const Box &origin, const Box &region) {
    const cl_uint colour[4] = {1, 2, 3, 4};
    ok(clEnqueueFillImage(on, image, colour, origin.data(), region.data(), 0, nullptr, nullptr));
  }
  void copy(cl_command_queue on, cl_mem source, cl_mem target, const Box &origin, const Box &region) {
    ok(clEnqueueCopyImage(on, source, target, origin.data(), origin.data(), region.data(), 0, nullptr, nullptr));
  }

  template <class... Args> Event launch(cl_command_queue on, const char *name, size_t width, const Args &...args) {
    Kernel k = kernel(images, name);
    set_args(k, args...);
    const size_t global[] = {width, kSide};
    Event event;
    ok(clEnqueueNDRangeKernel(on, k, 2, nullptr, global, nullptr, 0, nullptr, event.out()));
    return event;
  }

  Program images;
  Buffer image = make(), another = make(), floats = make(CL_FLOAT), out = make_buffer(kSide * kSide * kTexel),
         out_too = make_buffer(kSide * kSide * kTexel);
  Sampler near, between;
};

TEST(CommandImages, read_and_write) {
  Images c;
  c.write(c.a, kOrigin, kAll);
  c.read(c.b, kOrigin, kAll);
  expect_race(c, {"clEnqueueReadImage in queue", "bytes 0 to 4095 of an image (4096 bytes), which",
                  "clEnqueueWriteImage in queue", "the queues differ"});
}

TEST(CommandImages, fills_that_share_a_column) {
  Images c;
  c.fill(c.a, kOrigin, {kSide / 2 + 1, kSide, 1});
  c.fill(c.b, kMiddle, kLeft);
  expect_race(c, {"clEnqueueFillImage", "writes bytes 64 to 67 of an image"});
}

TEST(CommandImages, copies) {
  Images c;
  c.copy(c.a, c.image, c.another, kOrigin, kLeft);
  c.copy(c.loose, c.another, c.image, kLowerHalf, kTop);
  // Each reads what the other one writes.
  c.finish();
  const auto reports = new_reports();
  ASSERT_EQ(1u, reports.size());
  EXPECT_NE(std::string::npos, reports[0].find("clEnqueueCopyImage")) << reports[0];
}

TEST(CommandImages, copies_from_and_to_buffers) {
  Images c;
  ok(clEnqueueCopyBufferToImage(c.a, c.buffer, c.image, 0, kOrigin.data(), kAll.data(), 0, nullptr, nullptr));
  ok(clEnqueueCopyImageToBuffer(c.b, c.image, c.other, kOrigin.data(), kAll.data(), 0, 0, nullptr, nullptr));
  expect_race(c, {"clEnqueueCopyImageToBuffer", "clEnqueueCopyBufferToImage", "of an image"});
}

TEST(CommandImages, kernel_and_write) {
  Images c;
  c.launch(c.a, "store", kSide, c.image, cl_int{0}, cl_int{1});
  c.write(c.b, kOrigin, kAll);
  expect_race(c, {"kernel 'store'", "line 3:", "clEnqueueWriteImage"});
}

TEST(CommandImages, kernel_that_reads_and_write) {
  Images c;
  c.launch(c.a, "fetch", kSide, c.image, cl_int{0}, c.out);
  c.fill(c.b, kLowerHalf, kTop);
  expect_race(c, {"kernel 'fetch'", "line 7:", "clEnqueueFillImage", "bytes 2048 to 4095 of"});
}

TEST(CommandImages, two_kernels) {
  Images c;
  c.launch(c.a, "store", kSide / 2 + 2, c.image, cl_int{0}, cl_int{1});
  c.launch(c.b, "fetch", kSide / 2, c.image, cl_int{kSide / 2}, c.out);
  expect_race(c, {"kernel 'store'", "kernel 'fetch'", "of argument 0 'image' (4096 bytes)"});
}

TEST(CommandImages, samples) {
  for (const bool linear : {false, true}) {
    Images c;
    c.launch(c.a, "store_floats", kSide / 2, c.floats, cl_int{kSide / 2}, cl_float{1});
    // Of the last texel of the left half and, linearly, a quarter of the next one.
    c.launch(c.b, "sample", linear ? kSide / 2 : kSide / 2 + 1, c.floats, linear ? c.between.get() : c.near.get(),
             linear ? cl_float{0.75f} : cl_float{0.5f}, c.out);
    expect_race(c, {"kernel 'sample'", "line 11:", "kernel 'store_floats'"});
  }
}

TEST(CommandImages, need_not_be_ordered_where_samples_take_other_texels) {
  Images c;
  c.launch(c.a, "store_floats", kSide / 2, c.floats, cl_int{kSide / 2}, cl_float{1});
  c.launch(c.b, "sample", kSide / 2, c.floats, c.near.get(), cl_float{0.75f}, c.out);
  // In the middle of a texel, its neighbours weigh nothing.
  c.launch(c.b, "sample", kSide / 2, c.floats, c.between.get(), cl_float{0.5f}, c.out);
  expect_none(c);
}

TEST(CommandImages, levels_of_mipmaps) {
  const cl_image_format format{CL_R, CL_FLOAT};
  cl_image_desc layout{};
  layout.image_type = CL_MEM_OBJECT_IMAGE2D;
  layout.image_width = layout.image_height = 2 * kSide;
  layout.num_mip_levels = 3;
  for (const size_t written : {0, 1, 2}) {
    Images c;
    cl_int code = CL_SUCCESS;
    Buffer mipmap(clCreateImage(context(), CL_MEM_READ_WRITE, &format, &layout, nullptr, &code));
    ok(code);
    const float colour[4] = {};
    const size_t origin[3] = {0, 0, written}, region[3] = {4, 4, 1};
    ok(clEnqueueFillImage(c.a, mipmap, colour, origin, region, 0, nullptr, nullptr));
    c.launch(c.b, "level", kSide, mipmap, c.near.get(), cl_float{1}, c.out);
    if (written == 1)
      expect_race(c, {"kernel 'level'", "clEnqueueFillImage"});
    else
      expect_none(c);
  }
}

TEST(CommandImages, maps) {
  Images c;
  cl_int code = CL_SUCCESS;
  size_t pitch = 0;
  void *mapped = clEnqueueMapImage(c.a, c.image, CL_FALSE, CL_MAP_WRITE, kMiddle.data(), kLeft.data(), &pitch, nullptr,
                                   0, nullptr, nullptr, &code);
  ok(code);
  c.read(c.b, kOrigin, kLeft);  // of the other half
  ok(clEnqueueUnmapMemObject(c.a, c.image, mapped, 0, nullptr, nullptr));
  expect_none(c);
  mapped = clEnqueueMapImage(c.a, c.image, CL_FALSE, CL_MAP_WRITE, kMiddle.data(), kLeft.data(), &pitch, nullptr, 0,
                             nullptr, nullptr, &code);
  ok(code);
  ok(clEnqueueUnmapMemObject(c.a, c.image, mapped, 0, nullptr, nullptr));
  c.read(c.b, kOrigin, {kSide / 2 + 1, 1, 1});
  expect_race(c, {"clEnqueueUnmapMemObject", "clEnqueueReadImage", "bytes 64 to 67 of an image"});
}

TEST(CommandImages, in_the_memory_of_a_buffer) {
  Images c;
  Buffer image = Images::make(CL_UNSIGNED_INT32, c.buffer);
  c.launch(c.a, "store", kSide, image, cl_int{0}, cl_int{1});
  c.run(c.b, "get", {}, kInts);
  expect_race(c, {"kernel 'store'", "kernel 'get'", "of argument 0 '"});
  c.launch(c.a, "fetch", kSide / 2, image, cl_int{0}, c.out);
  c.Commands::write(c.b, {}, kSide * kTexel / 2, kSide * kTexel / 2);  // of the first row's right half
  expect_none(c);
  c.launch(c.a, "fetch", kSide / 2, image, cl_int{0}, c.out);
  c.Commands::write(c.b, {}, 0, kSide * kTexel);
  expect_race(c, {"kernel 'fetch'", "clEnqueueWriteBuffer", "bytes 0 to 63"});
}

TEST(CommandImages, need_not_be_ordered_where_texels_differ) {
  Images c;
  c.write(c.a, kOrigin, kLeft);
  c.fill(c.b, kMiddle, kLeft);
  c.finish();
  c.copy(c.a, c.image, c.another, kOrigin, kTop);
  c.read(c.b, kOrigin, kAll);
  c.finish();
  c.launch(c.a, "store", kSide / 2, c.image, cl_int{0}, cl_int{1});
  c.launch(c.b, "store", kSide / 2, c.image, cl_int{kSide / 2}, cl_int{2});
  c.finish();
  c.launch(c.a, "store", kSide / 2, c.image, cl_int{0}, cl_int{1});
  c.launch(c.b, "fetch", kSide / 2, c.image, cl_int{kSide / 2}, c.out);
  c.finish();
  c.launch(c.a, "fetch", kSide, c.image, cl_int{0}, c.out);
  c.launch(c.b, "fetch", kSide, c.image, cl_int{0}, c.out_too);
  c.finish();
  c.launch(c.a, "store", kSide, c.image, cl_int{kSide}, cl_int{1});  // outside
  c.read(c.b, kOrigin, kAll);
  expect_none(c);
}

TEST(CommandImages, of_layers) {
  Images c;
  Buffer layers = Images::make(CL_UNSIGNED_INT32, nullptr, CL_MEM_OBJECT_IMAGE2D_ARRAY);
  const cl_uint colour[4] = {1, 2, 3, 4};
  const Box second{0, 0, 1}, two{kSide, kSide, 2}, third{0, 0, 2};
  ok(clEnqueueFillImage(c.a, layers, colour, kOrigin.data(), two.data(), 0, nullptr, nullptr));
  ok(clEnqueueFillImage(c.b, layers, colour, third.data(), two.data(), 0, nullptr, nullptr));
  expect_none(c);
  ok(clEnqueueFillImage(c.a, layers, colour, kOrigin.data(), two.data(), 0, nullptr, nullptr));
  ok(clEnqueueFillImage(c.b, layers, colour, second.data(), two.data(), 0, nullptr, nullptr));
  expect_race(c, {"clEnqueueFillImage", "writes bytes 4096 to 8191 of an image (16384 bytes)"});
}

TEST(CommandImages, ordered_by_events) {
  Images c;
  Event stored = c.launch(c.a, "store", kSide, c.image, cl_int{0}, cl_int{1});
  const cl_event first = stored;
  ok(clEnqueueReadImage(c.b, c.image, CL_TRUE, kOrigin.data(), kAll.data(), 0, 0, c.to.data(), 1, &first, nullptr));
  c.launch(c.a, "fetch", kSide, c.image, cl_int{0}, c.out);
  ok(clFinish(c.a));
  c.fill(c.b, kOrigin, kAll);
  expect_none(c);
}

}  // namespace

}  // namespace wherry::test
