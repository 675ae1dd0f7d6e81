// SPDX-License-Identifier: Apache-2.0
// Every type, both directions, contiguous and strided: compared with the host byte by byte, with
// guard bytes around what may be written.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

struct Scalar {
  const char *name;
  size_t size;
};

const Scalar scalars[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4}, {"uint", 4},
                          {"long", 8}, {"ulong", 8}, {"float", 4}, {"double", 8}, {"half", 2}};
const size_t widths[] = {1, 2, 3, 4, 8, 16};

// One kernel for each kind of copy and width. A group's tile is `tile_bytes` of local memory; global
// memory holds a span of `span` elements for each group.
const char *const source = R"(
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#define TO_LOCAL(name, T, call)                                                                                    \
  kernel void name(global const T *memory, global uchar *tiles, local uchar *tile, uint tile_bytes, uint span,     \
                   uint from, uint to, uint n, uint stride) {                                                      \
    uint id = get_local_id(0), size = get_local_size(0), group = get_group_id(0);                                  \
    for (uint k = id; k < tile_bytes; k += size) tile[k] = tiles[group * tile_bytes + k];                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
    global const T *src = memory + group * span + from;                                                            \
    local T *dst = (local T *)tile + to;                                                                           \
    event_t e = call;                                                                                              \
    wait_group_events(1, &e);                                                                                      \
    for (uint k = id; k < tile_bytes; k += size) tiles[group * tile_bytes + k] = tile[k];                          \
  }
#define TO_GLOBAL(name, T, call)                                                                                   \
  kernel void name(global T *memory, global const uchar *tiles, local uchar *tile, uint tile_bytes, uint span,     \
                   uint from, uint to, uint n, uint stride) {                                                      \
    uint id = get_local_id(0), size = get_local_size(0), group = get_group_id(0);                                  \
    for (uint k = id; k < tile_bytes; k += size) tile[k] = tiles[group * tile_bytes + k];                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
    const local T *src = (const local T *)tile + from;                                                             \
    global T *dst = memory + group * span + to;                                                                    \
    event_t e = call;                                                                                              \
    wait_group_events(1, &e);                                                                                      \
  }
#define FOUR(T, N)                                                                                                 \
  TO_LOCAL(in_##N, T, async_work_group_copy(dst, src, n, 0))                                                       \
  TO_LOCAL(gather_##N, T, async_work_group_strided_copy(dst, src, n, stride, 0))                                   \
  TO_GLOBAL(out_##N, T, async_work_group_copy(dst, src, n, 0))                                                     \
  TO_GLOBAL(scatter_##N, T, async_work_group_strided_copy(dst, src, n, stride, 0))
FOUR(SCALAR, 1)
#define WIDE_(T, N) FOUR(T##N, N)
#define WIDE(T, N) WIDE_(T, N)
WIDE(SCALAR, 2) WIDE(SCALAR, 3) WIDE(SCALAR, 4) WIDE(SCALAR, 8) WIDE(SCALAR, 16)
)";

enum class Kind { in, gather, out, scatter };
const struct {
  Kind kind;
  const char *name;
} kinds[] = {{Kind::in, "in"}, {Kind::gather, "gather"}, {Kind::out, "out"}, {Kind::scatter, "scatter"}};

struct Shape {
  size_t n, from, to, stride, local_size;
};
const Shape shapes[] = {{0, 0, 0, 2, 8}, {1, 0, 1, 1, 8},  {2, 1, 0, 2, 1},  {3, 1, 1, 3, 8},
                        {7, 0, 0, 2, 1}, {16, 0, 0, 1, 8}, {17, 3, 1, 5, 8}, {65, 1, 3, 2, 1}};

constexpr size_t groups = 3;

void copy_once(cl_kernel k, Kind kind, size_t element, const Shape &shape, Random &random) {
  const bool to_local = kind == Kind::in || kind == Kind::gather;
  const size_t stride = kind == Kind::in || kind == Kind::out ? 1 : shape.stride;
  const size_t local_start = to_local ? shape.to : shape.from, global_start = to_local ? shape.from : shape.to;
  const size_t tile_bytes = (local_start + shape.n + 2) * element;
  const size_t span = global_start + shape.n * stride + 2;

  std::vector<uint8_t> memory = random.bytes(groups * span * element), tiles = random.bytes(groups * tile_bytes);
  Buffer memory_buffer = make_buffer(memory), tiles_buffer = make_buffer(tiles);
  set_args(k, memory_buffer, tiles_buffer, LocalBytes{tile_bytes}, cl_uint(tile_bytes), cl_uint(span),
           cl_uint(shape.from), cl_uint(shape.to), cl_uint(shape.n), cl_uint(shape.stride));
  run(k, {groups * shape.local_size}, {shape.local_size});

  for (size_t group = 0; group < groups; ++group)
    for (size_t i = 0; i < shape.n; ++i) {
      uint8_t *in_memory = &memory[(group * span + global_start + i * stride) * element];
      uint8_t *in_tile = &tiles[group * tile_bytes + (local_start + i) * element];
      std::memcpy(to_local ? in_tile : in_memory, to_local ? in_memory : in_tile, element);
    }
  EXPECT_TRUE(read<uint8_t>(memory_buffer, memory.size()) == memory) << "global memory differs";
  EXPECT_TRUE(read<uint8_t>(tiles_buffer, tiles.size()) == tiles) << "local memory differs";
}

class AsyncType : public testing::TestWithParam<Scalar> {};

TEST_P(AsyncType, all_widths_kinds_and_shapes) {
  const Scalar scalar = GetParam();
  Random random(seed());
  Program program = build(source, (std::string("-DSCALAR=") + scalar.name).c_str());
  for (size_t width : widths)
    for (auto &kind : kinds) {
      std::string name = std::string(kind.name) + "_" + std::to_string(width);
      Kernel k = kernel(program, name.c_str());
      for (auto &shape : shapes) {
        SCOPED_TRACE(std::string(scalar.name) + " " + name + ", n " + std::to_string(shape.n) + ", from " +
                     std::to_string(shape.from) + ", to " + std::to_string(shape.to) + ", stride " +
                     std::to_string(shape.stride) + ", local size " + std::to_string(shape.local_size));
        copy_once(k, kind.kind, scalar.size * (width == 3 ? 4 : width), shape, random);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Scalars, AsyncType, testing::ValuesIn(scalars),
                         [](const auto &info) { return std::string(info.param.name); });

}  // namespace
