// SPDX-License-Identifier: Apache-2.0
// Values of every type that live across a barrier: in a private variable, in a private array, and
// through a loop with a barrier in it; odd work-items change theirs on the way.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KERNEL(T)                                                                 \
  kernel void alive_##T(global const T *in, global T *out) {                      \
    size_t i = get_global_id(0);                                                  \
    T value = in[i], list[3];                                                     \
    list[0] = value;                                                              \
    list[1] = in[(i + 1) % get_global_size(0)];                                   \
    list[2] = value;                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                 \
    if (i & 1) value = list[1];                                                   \
    for (int k = 0; k < 3; ++k) {                                                 \
      barrier(CLK_LOCAL_MEM_FENCE);                                               \
      T old = list[k];                                                            \
      list[k] = value;                                                            \
      value = old;                                                                \
    }                                                                             \
    barrier(CLK_GLOBAL_MEM_FENCE);                                                \
    out[4 * i] = value;                                                           \
    out[4 * i + 1] = list[0];                                                     \
    out[4 * i + 2] = list[1];                                                     \
    out[4 * i + 3] = list[2];                                                     \
  }
#define WIDTHS(T) KERNEL(T) KERNEL(T##2) KERNEL(T##3) KERNEL(T##4) KERNEL(T##8) KERNEL(T##16)
#define EXPANDED_WIDTHS(T) WIDTHS(T)
EXPANDED_WIDTHS(SCALAR)
)";

class ValuesAlive : public testing::TestWithParam<std::pair<const char *, size_t>> {};

TEST_P(ValuesAlive, across_barriers) {
  const auto [scalar, scalar_size] = GetParam();
  Program program = build(source, (std::string("-DSCALAR=") + scalar).c_str());
  Random random(seed());
  constexpr size_t items = 24;
  for (size_t width : {1, 2, 3, 4, 8, 16}) {
    std::string type = scalar + (width == 1 ? "" : std::to_string(width));
    SCOPED_TRACE(type);
    // The fourth component of a three-component vector's place is padding: compared are the others.
    const size_t used = width * scalar_size, element = (width == 3 ? 4 : width) * scalar_size;
    std::vector<uint8_t> in = random.bytes(items * element);
    // Clear of NaNs, which moves through floating-point registers may change.
    for (size_t at = scalar_size - 1; at < in.size(); at += scalar_size) in[at] &= 0x3F;
    Kernel k = kernel(program, ("alive_" + type).c_str());
    Buffer from = make_buffer(in), to = make_buffer(4 * in.size());
    set_args(k, from, to);
    for (size_t local : {1, 8, 24}) {
      SCOPED_TRACE("local size " + std::to_string(local));
      run(k, {items}, {local});
      auto got = read<uint8_t>(to, 4 * in.size());
      for (size_t i = 0; i < items; ++i) {
        const uint8_t *self = &in[i * element], *next = &in[(i + 1) % items * element];
        // value, list = v, {a, b, a}: each round swaps value with list[k].
        const uint8_t *value = i & 1 ? next : self;
        const uint8_t *list[3] = {self, next, self};
        for (auto &slot : list) std::swap(slot, value);
        const uint8_t *expected[4] = {value, list[0], list[1], list[2]};
        for (size_t e = 0; e < 4; ++e)
          ASSERT_EQ(0, std::memcmp(&got[(4 * i + e) * element], expected[e], used)) << "item " << i << ", result " << e;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scalars, ValuesAlive,
                         testing::Values(std::pair("char", 1), std::pair("uchar", 1), std::pair("short", 2),
                                         std::pair("ushort", 2), std::pair("int", 4), std::pair("uint", 4),
                                         std::pair("long", 8), std::pair("ulong", 8), std::pair("float", 4),
                                         std::pair("double", 8), std::pair("half", 2)),
                         [](const auto &info) { return std::string(info.param.first); });

TEST(ValuesAliveOther, pointers_bools_and_sizes) {
  Program program = build(R"(
constant int table[4] = {1, 2, 3, 4};
kernel void alive(global int *in, local int *shared, global int *out) {
  size_t i = get_global_id(0), id = get_local_id(0);
  global int *in_global = in + i;
  local int *in_local = shared + id;
  constant int *in_constant = table + i % 4;
  int mine = (int)i * 1000;
  int *in_private = &mine;
  bool odd = i & 1;
  size_t size = i + 1;
  *in_local = (int)i * 100;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (odd) in_private = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = *in_global + *in_local + *in_constant + (odd ? 7 : *in_private) + (int)size;
})");
  Kernel k = kernel(program, "alive");
  constexpr int items = 32;
  std::vector<int> in(items), expected(items);
  for (int i = 0; i < items; ++i) {
    in[i] = i * 3;
    expected[i] = i * 3 + i * 100 + (i % 4 + 1) + (i & 1 ? 7 : i * 1000) + i + 1;
  }
  Buffer from = make_buffer(in), to = make_buffer(in.size() * 4);
  for (size_t local : {1, 16}) {
    set_args(k, from, LocalBytes{local * 4}, to);
    run(k, {items}, {local});
    EXPECT_EQ(expected, read<int>(to, items));
  }
}

}  // namespace
