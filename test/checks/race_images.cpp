// SPDX-License-Identifier: Apache-2.0
// Races of work-items on texels, and kernels whose texels are ordered.
#include <gtest/gtest.h>

#include "common/cl.h"
#include "common/reports.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

constexpr size_t kSide = 16;

Buffer image(const cl_image_format &format, cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D) {
  cl_image_desc layout{};
  layout.image_type = type;
  layout.image_width = kSide;
  layout.image_height = kSide;
  layout.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? 4 : 1;
  layout.image_array_size = 4;
  cl_int code = CL_SUCCESS;
  Buffer made(clCreateImage(context(), CL_MEM_READ_WRITE, &format, &layout, nullptr, &code));
  ok(code);
  return made;
}
constexpr cl_image_format kBytes{CL_R, CL_UNSIGNED_INT8}, kWords{CL_RGBA, CL_UNSIGNED_INT32},
    kRaw10{CL_R, CL_UNSIGNED_INT_RAW10_EXT}, kRaw12{CL_R, CL_UNSIGNED_INT_RAW12_EXT};
constexpr cl_image_format kFormats[] = {kBytes, kWords, kRaw10, kRaw12};

// The reports of a launch of `name` over an image of the format. Two places are reported once for a program.
std::vector<std::string> reports_of(const char *source, const char *name, const cl_image_format &format,
                                    const Sizes &global, const Sizes &local,
                                    cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D) {
  Program program = build(source, "-cl-std=CL3.0");
  Kernel k = kernel(program, name);
  Buffer on = image(format, type);
  set_args(k, on);
  run(k, global, local);
  return new_reports();
}

void expect_parts(const std::vector<std::string> &reports, const std::vector<std::string> &parts) {
  ASSERT_EQ(1u, reports.size()) << (reports.empty() ? "" : reports.back());
  for (const std::string &part : parts) EXPECT_NE(std::string::npos, reports[0].find(part)) << reports[0];
}

TEST(RacesOfTexels, are_reported) {
  const char *source = R"(
kernel void all_write_one(write_only image2d_t image) {
  int x = get_global_id(0);
  write_imageui(image, (int2)(x / 2, 0), (uint4)(x));
}
kernel void neighbour(read_write image2d_t image) {
  int x = get_global_id(0), y = get_global_id(1);
  uint4 left = read_imageui(image, (int2)(x - 1, y));
  write_imageui(image, (int2)(x, y), left + 1);
}
kernel void no_barrier(read_write image2d_t image) {
  int x = get_global_id(0);
  write_imageui(image, (int2)(x, 3), (uint4)(x));
  barrier(CLK_LOCAL_MEM_FENCE);
  uint4 other = read_imageui(image, (int2)(get_local_size(0) - 1 - x, 3));
  write_imageui(image, (int2)(x, 4), other);
}
kernel void own(read_write image2d_t image) {
  int2 at = (int2)(get_global_id(0), 1);
  write_imageui(image, at, (uint4)(7));
  uint4 back = read_imageui(image, at);
  write_imageui(image, at + 1, back);
}
kernel void slices(write_only image3d_t image) {
  int z = get_global_id(0);
  write_imageui(image, (int4)(1, 2, z / 2, 0), (uint4)(z));
}
kernel void layers(read_write image2d_array_t image) {
  int z = get_global_id(0);
  uint4 other = read_imageui(image, (int4)(1, 2, (z + 1) % 4, 0));
  write_imageui(image, (int4)(1, 2, z, 0), other + 1);
})";
  for (const cl_image_format &format : kFormats) {
    SCOPED_TRACE(testing::Message() << std::hex << format.image_channel_data_type);
    expect_parts(
        reports_of(source, "all_write_one", format, {4}, {4}),
        {"kernel 'all_write_one', line 4:3, work-group (0,0,0), work-item (1,0,0): race: writes byte 0 of argument 0 "
         "'image' (",
         ", which work-item (0,0,0) writes in line 4:3, without a barrier between them"});
    expect_parts(reports_of(source, "all_write_one", format, {4}, {1}),
                 {"work-item (0,0,0) of work-group (0,0,0) writes in line 4:3", "nothing orders the work-groups"});
    expect_parts(reports_of(source, "neighbour", format, {8, 2}, {8, 2}),
                 {"line 8:16", "reads byte ", "of argument 0 'image'", "work-item (0,0,0) writes in line 9:3"});
    expect_parts(reports_of(source, "no_barrier", format, {8}, {8}),
                 {"line 15:17", "writes in line 13:3, without a barrier between them"});
    expect_parts(reports_of(source, "own", format, {1}, {1}),
                 {"line 21:16", "work-item (0,0,0): race: reads byte ",
                  "which work-item (0,0,0) writes in line 20:3, without atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, "
                  "...) between them"});
  }
  expect_parts(reports_of(source, "slices", kWords, {4}, {4}, CL_MEM_OBJECT_IMAGE3D), {"line 26:3"});
  expect_parts(reports_of(source, "layers", kWords, {4}, {1}, CL_MEM_OBJECT_IMAGE2D_ARRAY),
               {"line 3", "nothing orders the work-groups"});
}

TEST(RacesOfTexels, are_none_where_texels_differ_or_are_ordered) {
  const char *source = R"(
kernel void own_texels(write_only image2d_t image) {
  int x = get_global_id(0), y = get_global_id(1);
  write_imageui(image, (int2)(x, y), (uint4)(x));
  write_imageui(image, (int2)(x, y), (uint4)(y));
}
kernel void updated(read_write image2d_t image) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(image, at, read_imageui(image, at) + 1);
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  write_imageui(image, at, read_imageui(image, at) + 1);
}
kernel void others(read_write image2d_t image) {
  int x = get_global_id(0);
  write_imageui(image, (int2)(x, 1), (uint4)(7));
  write_imageui(image, (int2)(x, 3), read_imageui(image, (int2)(x, 2)));
}
kernel void barriers(read_write image2d_t image) {
  int x = get_global_id(0), last = get_local_size(0) - 1;
  write_imageui(image, (int2)(x, 3), (uint4)(x));
  barrier(CLK_IMAGE_MEM_FENCE);
  uint4 other = read_imageui(image, (int2)(last - x, 3));
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE);
  write_imageui(image, (int2)(x, 3), other);
}
kernel void beside(write_only image2d_t image) {
  int x = get_global_id(0);
  write_imageui(image, (int2)(-1 - x / 2, 0), (uint4)(x));
  write_imageui(image, (int2)(100, 100 + x / 2), (uint4)(x));
}
kernel void all_read_one(read_only image2d_t image, global uint4 *out) {
  out[get_global_id(0)] = read_imageui(image, (int2)(1, 1));
})";
  for (const cl_image_format &format : kFormats) {
    SCOPED_TRACE(testing::Message() << std::hex << format.image_channel_data_type);
    for (const Sizes &local : {Sizes{16, 16}, Sizes{3, 1}, Sizes{1, 1}}) {
      EXPECT_EQ(std::vector<std::string>(), reports_of(source, "own_texels", format, {kSide, kSide}, local));
      EXPECT_EQ(std::vector<std::string>(), reports_of(source, "updated", format, {kSide, kSide}, local));
    }
    EXPECT_EQ(std::vector<std::string>(), reports_of(source, "others", format, {kSide}, {kSide}));
    EXPECT_EQ(std::vector<std::string>(), reports_of(source, "barriers", format, {kSide}, {kSide}));
    EXPECT_EQ(std::vector<std::string>(), reports_of(source, "beside", format, {8}, {8}));
    Program program = build(source, "-cl-std=CL3.0");
    Kernel k = kernel(program, "all_read_one");
    Buffer from = image(format), out = make_buffer(16 * kSide);
    set_args(k, from, out);
    run(k, {kSide}, {4});
    EXPECT_EQ(std::vector<std::string>(), new_reports());
  }
}

// An image and the buffer whose memory it has, and a kernel that samples the one and writes the other. The second row's
// work-items have a work-group of their own.
std::vector<std::string> reports_of_samples(cl_filter_mode filter, float offset, int written) {
  const char *source = R"(
kernel void sample(read_only image2d_t image, sampler_t sampler, global float *texels, float offset, int written,
                   global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[8 * y + x] = read_imagef(image, sampler, (float2)(x + offset, 2 * y + 0.5f)).x;
  texels[16 * (2 * y) + written + x] = 1;
})";
  Program program = build(source, "-cl-std=CL3.0");
  Kernel k = kernel(program, "sample");
  Buffer texels = make_buffer(std::vector<float>(kSide * kSide)), out = make_buffer(16 * sizeof(float));
  const cl_image_format format{CL_R, CL_FLOAT};
  cl_image_desc layout{};
  layout.image_type = CL_MEM_OBJECT_IMAGE2D;
  layout.image_width = layout.image_height = kSide;
  layout.mem_object = texels;
  cl_int code = CL_SUCCESS;
  Buffer from(clCreateImage(context(), CL_MEM_READ_ONLY, &format, &layout, nullptr, &code));
  ok(code);
  Owned<cl_sampler, clReleaseSampler> sampler(
      clCreateSampler(context(), CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, filter, &code));
  ok(code);
  set_args(k, from, sampler.get(), texels, offset, written, out);
  run(k, {8, 2}, {8, 1});
  return new_reports();
}

TEST(RacesOfTexels, that_samplers_read) {
  const std::vector<std::string> none;
  // Each work-item writes the texel that it reads, or all write others than are read.
  EXPECT_EQ(none, reports_of_samples(CL_FILTER_NEAREST, 0.5f, 0));
  EXPECT_EQ(none, reports_of_samples(CL_FILTER_NEAREST, 0.9f, 0));
  EXPECT_EQ(none, reports_of_samples(CL_FILTER_LINEAR, 0.5f, 0));
  EXPECT_EQ(none, reports_of_samples(CL_FILTER_NEAREST, 0.9f, 8));
  expect_parts(
      reports_of_samples(CL_FILTER_NEAREST, 1.0f, 0),
      {"kernel 'sample', line 6:38", "writes byte 4 of", "work-item (0,0,0) reads in line 5:20", "without a barrier"});
  // The last work-item's second texel is the first one's.
  EXPECT_EQ(none, reports_of_samples(CL_FILTER_LINEAR, 0.5f, 8));
  expect_parts(reports_of_samples(CL_FILTER_LINEAR, 0.75f, 8), {"kernel 'sample'", "line 5:", "line 6:"});
}

}  // namespace
