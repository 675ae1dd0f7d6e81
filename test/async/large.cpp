// SPDX-License-Identifier: Apache-2.0
// Copies large enough to be cut into chunks.
#include <gtest/gtest.h>

#include "common/cl.h"
#include "common/reports.h"

using namespace wherry::test;

namespace {

size_t local_bytes() {
  return static_cast<size_t>(info<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_LOCAL_MEM_SIZE));
}

const char *const source = R"(
kernel void through(global const uchar *in, global uchar *out, local uchar *tile, uint n, uint rounds) {
  size_t base = get_group_id(0) * (size_t)rounds * n;
  for (uint k = 0; k < rounds; ++k, base += n) {
    event_t e = async_work_group_copy(tile + 1, in + base, n, 0);
    wait_group_events(1, &e);
    for (uint j = get_local_id(0); j < n; j += get_local_size(0)) tile[1 + j] ^= 0x5A;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + base, tile + 1, n, 0);
    wait_group_events(1, &e);
  }
}
kernel void strided(global const int *in, global int *out, local int *tile, uint n, uint stride) {
  size_t group = get_group_id(0), groups = get_num_groups(0);
  event_t e = async_work_group_strided_copy(tile, in + group, n, stride, 0);
  wait_group_events(1, &e);
  e = async_work_group_strided_copy(out + (groups - 1 - group), tile, n, stride, 0);
  wait_group_events(1, &e);
}
kernel void halves(global const int *in, global int *out, local int *tile, uint n) {
  size_t base = get_group_id(0) * 2ul * n;
  event_t e[2];
  e[0] = async_work_group_copy(tile, in + base, n, 0);
  e[1] = async_work_group_copy(tile + n, in + base + n, n, 0);
  wait_group_events(1, e + 1);
  event_t back = async_work_group_copy(out + base, tile + n, n, 0);
  wait_group_events(1, e);
  back = async_work_group_copy(out + base + n, tile, n, back);
  wait_group_events(1, &back);
}
)";

cl_program program() {
  static Program built = build(source);
  return built;
}

TEST(AsyncLarge, contiguous_in_and_out) {
  Random random(seed());
  Kernel k = kernel(program(), "through");
  size_t n = local_bytes() - 1000, groups = 5, rounds = 7;
  std::vector<uint8_t> in = random.bytes(n * groups * rounds);
  Buffer from = make_buffer(in), to = make_buffer(in.size());
  set_args(k, from, to, LocalBytes{n + 1}, cl_uint(n), cl_uint(rounds));
  run(k, {groups * 16}, {16});
  for (auto &byte : in) byte ^= 0x5A;
  EXPECT_TRUE(read<uint8_t>(to, in.size()) == in);
}

TEST(AsyncLarge, strided_in_and_out) {
  Random random(seed());
  Kernel k = kernel(program(), "strided");
  const size_t groups = 7, stride = 9, n = local_bytes() / 4;
  std::vector<int> in(n * stride), expected(n * stride, -1);
  for (auto &value : in) value = static_cast<int>(random.next());
  Buffer from = make_buffer(in), to = make_buffer(expected);
  set_args(k, from, to, LocalBytes{n * 4}, cl_uint(n), cl_uint(stride));
  run(k, {groups * 8}, {8});
  for (size_t group = 0; group < groups; ++group)
    for (size_t i = 0; i < n; ++i) expected[i * stride + (groups - 1 - group)] = in[i * stride + group];
  EXPECT_TRUE(read<int>(to, expected.size()) == expected);
}

TEST(AsyncLarge, two_in_flight_waited_in_reverse) {
  Kernel k = kernel(program(), "halves");
  const size_t groups = 9, n = local_bytes() / 8;
  std::vector<int> in(2 * n * groups), expected(in.size());
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * 2654435761u);
  Buffer from = make_buffer(in), to = make_buffer(in.size() * 4);
  set_args(k, from, to, LocalBytes{8 * n}, cl_uint(n));
  for (int repeat = 0; repeat < 5; ++repeat) {
    run(k, {groups * 4}, {4});
    for (size_t group = 0; group < groups; ++group)
      for (size_t i = 0; i < n; ++i) {
        expected[group * 2 * n + i] = in[group * 2 * n + n + i];
        expected[group * 2 * n + n + i] = in[group * 2 * n + i];
      }
    ASSERT_TRUE(read<int>(to, expected.size()) == expected);
  }
}

// Local memory is reused by the next group: what the last one left in flight must not reach it.
TEST(AsyncLarge, forgotten_copies_do_not_reach_the_next_group) {
  Program built = build(R"(
kernel void forget(global const int *in, global int *out, local int *tile, uint n) {
  int group = get_group_id(0);
  if (group % 2) {
    async_work_group_copy(tile, in, n, 0);
    return;
  }
  for (uint k = get_local_id(0); k < n; k += get_local_size(0)) tile[k] = group;
  barrier(CLK_LOCAL_MEM_FENCE);
  int wrong = 0;
  for (int again = 0; again < 4; ++again)
    for (uint k = get_local_id(0); k < n; k += get_local_size(0)) wrong += tile[k] != group;
  if (wrong) atomic_add(out, wrong);
})");
  Kernel k = kernel(built, "forget");
  const size_t n = local_bytes() / 4;
  Buffer from = make_buffer(std::vector<int>(n, -7)), wrong = make_buffer(std::vector<int>{0});
  set_args(k, from, wrong, LocalBytes{4 * n}, cl_uint(n));
  run(k, {64 * 4}, {4});
  EXPECT_EQ(0, read<int>(wrong, 1)[0]);
  if (checked()) {
    auto reports = new_reports();
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_NE(reports[0].find("kernel 'forget', line 5:5"), std::string::npos) << reports[0];
    EXPECT_NE(reports[0].find("copy without a wait"), std::string::npos) << reports[0];
  }
}

}  // namespace
