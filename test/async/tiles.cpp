// SPDX-License-Identifier: Apache-2.0
// cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

// Through local memory and back, by tiles of two or three dimensions, each side with its own pitches.
const char *const source = R"(
#ifndef cl_khr_extended_async_copies
#error cl_khr_extended_async_copies
#endif
#ifndef cl_khr_async_work_group_copy_fence
#error cl_khr_async_work_group_copy_fence
#endif
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable
kernel void planes(global const uchar *in, global uchar *out, local uchar *tile, ulong local_bytes, ulong element,
                   ulong width, ulong lines, ulong count, ulong src_offset, ulong src_line, ulong src_plane,
                   ulong tile_offset, ulong tile_line, ulong tile_plane, ulong dst_offset, ulong dst_line,
                   ulong dst_plane) {
  for (ulong i = get_local_id(0); i < local_bytes; i += get_local_size(0)) tile[i] = 0xEE;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy_3D3D(tile, tile_offset, in, src_offset, element, width, lines, count, src_line,
                                         src_plane, tile_line, tile_plane, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy_3D3D(out, dst_offset, tile, tile_offset, element, width, lines, count, tile_line,
                                 tile_plane, dst_line, dst_plane, 0);
  wait_group_events(1, &e);
}
kernel void lines(global const uchar *in, global uchar *out, local uchar *tile, ulong element, ulong width,
                  ulong count, ulong src_offset, ulong src_line, ulong dst_offset, ulong dst_line) {
  event_t e = async_work_group_copy_2D2D(tile, 1, in, src_offset, element, width, count, src_line, width + 1, 0);
  wait_group_events(1, &e);
  e = async_work_group_copy_2D2D(out, dst_offset, tile, 1, element, width, count, width + 1, dst_line, e);
  wait_group_events(1, &e);
}
// Each copy takes what the one before it wrote; only the last is waited for.
kernel void chain(global uchar *a, global uchar *b, local uchar *tile, uint n) {
  event_t e = async_work_group_copy(tile, a, n, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(b, tile, n, e);
  async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(tile, a + n, n, e);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(b + n, tile, n, e);
  async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE);
  e = async_work_group_copy(tile, b, n, e);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(b + 2 * n, tile, n, e);
  wait_group_events(1, &e);
}
)";

cl_program program() {
  static Program built = build(source);
  return built;
}

TEST(AsyncTiles, random_tiles_of_three_dimensions) {
  Random random(seed());
  Kernel k = kernel(program(), "planes");
  for (int round = 0; round < 60; ++round) {
    const bool large = round % 10 == 9;
    const cl_ulong element = 1 + random.below(round % 3 ? 17 : 40);
    const cl_ulong width = 1 + random.below(large ? 200 : 20), lines = 1 + random.below(large ? 12 : 6),
                   planes = 1 + random.below(4);
    struct Side {
      cl_ulong offset, line, plane, bytes;
    };
    const auto side = [&](cl_ulong slack) {
      Side s;
      s.offset = random.below(5);
      s.line = width + random.below(slack);
      s.plane = s.line * lines + random.below(slack);
      s.bytes = (s.offset + s.plane * planes) * element;
      return s;
    };
    const Side src = side(9), tile = side(round % 2 ? 1 : 3), dst = side(7);
    const std::vector<uint8_t> in = random.bytes(src.bytes);
    std::vector<uint8_t> expected(dst.bytes, 0xAB);
    Buffer from = make_buffer(in), to = make_buffer(expected);
    for (cl_ulong z = 0; z < planes; ++z)
      for (cl_ulong y = 0; y < lines; ++y)
        std::memcpy(&expected[(dst.offset + z * dst.plane + y * dst.line) * element],
                    &in[(src.offset + z * src.plane + y * src.line) * element], width * element);
    set_args(k, from, to, LocalBytes{tile.bytes}, tile.bytes, element, width, lines, planes, src.offset, src.line,
             src.plane, tile.offset, tile.line, tile.plane, dst.offset, dst.line, dst.plane);
    run(k, {8}, {8});
    ASSERT_TRUE(read<uint8_t>(to, expected.size()) == expected) << "round " << round;
  }
}

TEST(AsyncTiles, random_tiles_of_two_dimensions) {
  Random random(seed() + 1);
  Kernel k = kernel(program(), "lines");
  for (int round = 0; round < 40; ++round) {
    const cl_ulong element = 1 + random.below(20), width = 1 + random.below(60), lines = 1 + random.below(30);
    const cl_ulong src_offset = random.below(9), src_line = width + random.below(20);
    const cl_ulong dst_offset = random.below(9), dst_line = width + random.below(3);
    const std::vector<uint8_t> in = random.bytes((src_offset + src_line * lines) * element);
    std::vector<uint8_t> expected((dst_offset + dst_line * lines) * element, 0xAB);
    Buffer from = make_buffer(in), to = make_buffer(expected);
    for (cl_ulong y = 0; y < lines; ++y)
      std::memcpy(&expected[(dst_offset + y * dst_line) * element], &in[(src_offset + y * src_line) * element],
                  width * element);
    set_args(k, from, to, LocalBytes{(1 + (width + 1) * lines) * element}, element, width, lines, src_offset, src_line,
             dst_offset, dst_line);
    run(k, {4}, {4});
    ASSERT_TRUE(read<uint8_t>(to, expected.size()) == expected) << "round " << round;
  }
}

TEST(AsyncTiles, a_fence_orders_copies) {
  Random random(seed() + 2);
  Kernel k = kernel(program(), "chain");
  for (const size_t n : {1, 1000, 200'000})
    for (int round = 0; round < 5; ++round) {
      const std::vector<uint8_t> in = random.bytes(2 * n);
      std::vector<uint8_t> expected = in;
      expected.insert(expected.end(), in.begin(), in.begin() + n);
      Buffer from = make_buffer(in), to = make_buffer(3 * n);
      set_args(k, from, to, LocalBytes{n}, cl_uint(n));
      run(k, {4}, {4});
      ASSERT_TRUE(read<uint8_t>(to, 3 * n) == expected) << n;
    }
}

}  // namespace
