// SPDX-License-Identifier: Apache-2.0
// Copies that need not happen: read in place where nothing can tell, copied where something could.
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "common/cl.h"
#include "wherry/cl_wherry.h"

using namespace wherry::test;

namespace {

std::string_view variable(const char *name) {
  const char *set = std::getenv(name);
  return set ? set : "";
}

bool compiled_for_elision() { return variable("WHERRY_CHECK").empty() && variable("WHERRY_ASYNC_SCHEDULE").empty(); }

// Whether copies may be left out in this run of the tests.
bool elides() {
  const std::string_view mode = variable("WHERRY_ASYNC");
  return compiled_for_elision() && (mode.empty() || mode == "auto") && variable("WHERRY_ELIDE") != "0";
}

cl_ulong run_and_count(cl_kernel k, const Sizes &global, const Sizes &local) {
  Event event;
  ok(try_launch(queue(), k, global, local, {}, event.out()));
  ok(clFinish(queue()));
  return info<cl_ulong>(clGetEventInfo, event.get(), CL_EVENT_ASYNC_COPIES_ELIDED_WHERRY);
}

std::vector<int> numbers(size_t n, int from = 1) {
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), from);
  return values;
}

const char *const source = R"(
kernel void reverse(global const int *in, global int *out, local int *tile, uint n) {
  size_t l = get_local_id(0), base = get_group_id(0) * get_local_size(0);
  event_t e = async_work_group_copy(tile, in + base, n, 0);
  wait_group_events(1, &e);
  if (l < n) out[base + l] = tile[n - 1 - l];
}
kernel void fixed(global const int *in, global int *out) {
  local int tile[64];
  size_t l = get_local_id(0), base = get_group_id(0) * 64;
  event_t e = async_work_group_copy(tile, in + base, 64, 0);
  wait_group_events(1, &e);
  out[base + l] = tile[63 - l];
}
// The second copy leaves a part of what the first one wrote.
kernel void shorter(global const int *in, global int *out) {
  local int tile[64];
  size_t l = get_local_id(0);
  event_t e = async_work_group_copy(tile, in, 64, 0);
  wait_group_events(1, &e);
  int first = tile[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(tile, in + 64, 40, 0);
  wait_group_events(1, &e);
  out[l] = first;
  out[64 + l] = tile[l];
}
kernel void rounds(global const int *in, global int *out, uint n) {
  local int tile[64];
  size_t l = get_local_id(0);
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    event_t e = async_work_group_copy(tile, in + i * 64, 64, 0);
    wait_group_events(1, &e);
    sum = sum * 3 + tile[l] + tile[63 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
kernel void steps(global const int *in, global int *out, uint n) {
  local int tile[64];
  size_t l = get_local_id(0);
  int sum = 0;
  for (uint i = 0; i < n; ++i) {
    event_t e = async_work_group_copy(tile, in, 64, 0);
    wait_group_events(1, &e);
    sum = sum * 3 + tile[l] + tile[63 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    in += 64;
  }
  out[l] = sum;
}
kernel void chosen(global const int *a, global const int *b, global int *out, int which) {
  local int tile[64];
  size_t l = get_local_id(0);
  event_t e = 0;
  if (which == 1) e = async_work_group_copy(tile, a, 64, 0);
  if (which == 2) e = async_work_group_copy(tile, b, 64, 0);
  if (which) wait_group_events(1, &e);
  out[l] = which ? tile[l ^ 1] : -1;
}
kernel void unaligned(global const float *in, global float4 *out) {
  local float tile[64] __attribute__((aligned(64)));
  size_t l = get_local_id(0);
  event_t e = async_work_group_copy(tile, in + 1, 64, 0);
  wait_group_events(1, &e);
  out[l] = ((local float4 *)tile)[l] + vload4(15 - l, tile);
}
)";

cl_program program() {
  static Program built = build(source);
  return built;
}

std::vector<int> reversed(const std::vector<int> &in, size_t group) {
  std::vector<int> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) out[i] = in[i / group * group + group - 1 - i % group];
  return out;
}

TEST(Elision, reads_in_place_from_another_buffer) {
  const std::vector<int> in = numbers(640);
  Buffer from = make_buffer(in), to = make_buffer(640 * 4);
  for (const char *name : {"fixed", "reverse"}) {
    Kernel k = kernel(program(), name);
    if (*name == 'f')
      set_args(k, from, to);
    else
      set_args(k, from, to, LocalBytes{64 * 4}, cl_uint{64});
    EXPECT_EQ(run_and_count(k, {640}, {64}), elides() ? 10u : 0u) << name;
    EXPECT_EQ(read<int>(to, 640), reversed(in, 64)) << name;
  }
}

TEST(Elision, copies_where_the_kernel_writes_the_source) {
  const std::vector<int> in = numbers(640);
  for (const char *name : {"fixed", "reverse"}) {
    Buffer both = make_buffer(in);
    Kernel k = kernel(program(), name);
    if (*name == 'f')
      set_args(k, both, both);
    else
      set_args(k, both, both, LocalBytes{64 * 4}, cl_uint{64});
    EXPECT_EQ(run_and_count(k, {640}, {64}), 0u) << name;
    EXPECT_EQ(read<int>(both, 640), reversed(in, 64)) << name;
  }
}

// Sub-buffers of one buffer: the first groups read what the kernel writes, the others do not.
TEST(Elision, tells_overlap_by_the_bytes) {
  const size_t align = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8, groups = 16;
  ASSERT_EQ(align % 256, 128u);
  const std::vector<int> in = numbers(64 * groups + 32);
  Buffer whole = make_buffer(in);
  const auto part = [&](size_t origin, size_t bytes) {
    const cl_buffer_region region{origin, bytes};
    cl_int error;
    Buffer made(clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    ok(error);
    return made;
  };
  // Reads groups 8 to 15 of the buffer, and half a group more; writes 0 to 7 and half of 8.
  Buffer from = part(8 * 256, 8 * 256), to = part(128, 8 * 256);
  Kernel k = kernel(program(), "fixed");
  set_args(k, from, to);
  EXPECT_EQ(run_and_count(k, {512}, {64}), elides() ? 7u : 0u);
  const std::vector<int> source(in.begin() + 512, in.begin() + 1024);
  // Group 7 writes over the source of group 0: what group 0 saw is not known, the others' is.
  const std::vector<int> result = read<int>(to, 512), expected = reversed(source, 64);
  EXPECT_TRUE(std::equal(result.begin() + 64, result.end(), expected.begin() + 64));
}

TEST(Elision, copies_where_the_tile_would_leave_the_buffer) {
  // 64 numbers of 100 in the last group's reach: the tile argument is larger than what is left.
  const std::vector<int> in = numbers(128);
  Buffer from = make_buffer(in), to = make_buffer(128 * 4);
  Kernel k = kernel(program(), "reverse");
  set_args(k, from, to, LocalBytes{100 * 4}, cl_uint{64});
  EXPECT_EQ(run_and_count(k, {128}, {64}), elides() ? 1u : 0u);
  EXPECT_EQ(read<int>(to, 128), reversed(in, 64));
}

TEST(Elision, a_shorter_copy_leaves_the_rest) {
  const std::vector<int> in = numbers(128);
  Buffer from = make_buffer(in), to = make_buffer(128 * 4);
  Kernel k = kernel(program(), "shorter");
  set_args(k, from, to);
  EXPECT_EQ(run_and_count(k, {64}, {64}), elides() ? 1u : 0u);
  std::vector<int> expected = in;
  std::copy(in.begin() + 40, in.begin() + 64, expected.begin() + 104);
  EXPECT_EQ(read<int>(to, 128), expected);
}

TEST(Elision, in_a_loop) {
  const std::vector<int> in = numbers(64 * 5);
  std::vector<int> expected(64, 0);
  for (int i = 0; i < 5; ++i)
    for (int l = 0; l < 64; ++l) expected[l] = expected[l] * 3 + in[i * 64 + l] + in[i * 64 + 63 - l];
  Buffer from = make_buffer(in);
  for (const char *name : {"rounds", "steps"}) {
    Buffer to = make_buffer(64 * 4);
    Kernel k = kernel(program(), name);
    set_args(k, from, to, cl_uint{5});
    EXPECT_EQ(run_and_count(k, {64}, {64}), elides() ? 5u : 0u) << name;
    EXPECT_EQ(read<int>(to, 64), expected) << name;
  }
}

TEST(Elision, of_one_of_several_copies) {
  const std::vector<int> a = numbers(64), b = numbers(64, 1000);
  Buffer from_a = make_buffer(a), from_b = make_buffer(b);
  Kernel k = kernel(program(), "chosen");
  for (int which : {0, 1, 2}) {
    Buffer to = make_buffer(64 * 4);
    set_args(k, from_a, from_b, to, which);
    EXPECT_EQ(run_and_count(k, {64}, {64}), elides() && which ? 1u : 0u);
    std::vector<int> expected(64, -1);
    for (int l = 0; which && l < 64; ++l) expected[l] = (which == 1 ? a : b)[l ^ 1];
    EXPECT_EQ(read<int>(to, 64), expected) << which;
    set_args(k, to, to, to, which);  // and where it must be copied
    EXPECT_EQ(run_and_count(k, {64}, {64}), 0u);
  }
}

TEST(Elision, of_a_source_less_aligned_than_the_tile) {
  std::vector<float> in(65);
  std::iota(in.begin(), in.end(), 0.0f);
  Buffer from = make_buffer(in), to = make_buffer(64 * 4);
  Kernel k = kernel(program(), "unaligned");
  set_args(k, from, to);
  EXPECT_EQ(run_and_count(k, {16}, {16}), elides() ? 1u : 0u);
  const std::vector<float> out = read<float>(to, 64);
  for (int l = 0; l < 16; ++l)
    for (int i = 0; i < 4; ++i) EXPECT_EQ(out[l * 4 + i], in[1 + l * 4 + i] + in[1 + (15 - l) * 4 + i]);
}

// Each decision, with its reason and place.
TEST(Elision, is_told_in_the_build_log) {
  if (!compiled_for_elision()) GTEST_SKIP() << "compiled without";
  const struct {
    const char *body, *remark;
  } cases[] = {
      {"local int t[8]; event_t e = async_work_group_copy(t, in, 8, 0); wait_group_events(1, &e); out[l] = t[l];",
       "remark: kernel 'k': 't' is read in place"},
      {"event_t e = async_work_group_copy(a, in, 8, 0); wait_group_events(1, &e); out[l] = a[l];",
       "remark: kernel 'k': 'a' is read in place"},
      {"for (int i = 0; i < 4; ++i, in += 8) { event_t e = async_work_group_copy(a, in, 8, 0);\n"
       "wait_group_events(1, &e); out[l] += a[l]; barrier(CLK_LOCAL_MEM_FENCE); }",
       "remark: kernel 'k': 'a' is read in place"},
      {"local int t[8]; global int *p = in[9] ? in : b; event_t e = async_work_group_copy(t, p, 8, 0);\n"
       "wait_group_events(1, &e); out[l] = t[l];",
       "'t' is copied: its source is not plainly one of the kernel's arguments (line 1)"},
      {"local int t[8]; event_t e = async_work_group_copy(t, in, 8, 0); wait_group_events(1, &e); t[l] += 1;\nout[l] = "
       "t[l];",
       "'t' is copied: work-items write to it (line 1)"},
      {"local int t[8]; event_t e = async_work_group_copy(t, in, 8, 0); wait_group_events(1, &e);\natomic_inc(t + l); "
       "out[l] = t[l];",
       "'t' is copied: work-items write to it (line 2)"},
      {"local int t[8];\nevent_t e = async_work_group_copy(t + 1, in, 7, 0); wait_group_events(1, &e); out[l] = t[l];",
       "'t' is copied: a copy fills a part of it (line 2)"},
      {"local int t[8]; event_t e = async_work_group_strided_copy(t, in, 8, 2, 0); wait_group_events(1, &e); out[l] = "
       "t[l];",
       "'t' is copied: its source is strided (line 1)"},
      {"local int t[8]; event_t e = async_work_group_copy(t, out, 8, 0); wait_group_events(1, &e);\nout[l] = t[l];",
       "'t' is copied: the kernel writes to the buffer that it is copied from (line 1)"},
      {"local int t[8]; event_t e = async_work_group_copy(t, in, 8, 0); wait_group_events(1, &e);\n"
       "global int *p = (global int *)(ulong)in[9]; if (t[l]) *p = 1;",
       "'t' is copied: the kernel writes to memory that is not plainly an argument's (line 2)"},
      {"local int t[8], u[8]; local int *p = in[9] ? t : u; event_t e = async_work_group_copy(p, in, 8, 0);"
       "wait_group_events(1, &e); out[l] = p[l];",
       "a tile is copied: which array it is, is known at run time only (line 1)"},
      {"local int t[8]; event_t e = async_work_group_copy(t, in, 8, 0); wait_group_events(1, &e); out[l] = t[l];\n"
       "e = async_work_group_copy(out, t, 8, 0); wait_group_events(1, &e);",
       "'t' is copied: it is used for more than loads (line 2)"},
  };
  for (const auto &[body, remark] : cases) {
    const std::string source =
        std::string("kernel void k(global int *in, global int *out, local int *a, global int *b) {"
                    " size_t l = get_local_id(0); ") +
        body + "}";
    // Programs print logs to people: without a question there is none.
    EXPECT_EQ(build_log(build(source)), "") << body;
    Program built = build(source, "-cl-wherry-explain");
    EXPECT_NE(build_log(built).find(remark), std::string::npos) << body << "\n" << build_log(built);
    EXPECT_EQ(build_log(built).find(remark) != std::string::npos && build_log(built).starts_with("input.cl:"), true);
  }
  EXPECT_EQ(build_log(build("kernel void k(global int *out) { local int t[4]; t[0] = 1; out[0] = t[0]; }")), "");
}

}  // namespace
