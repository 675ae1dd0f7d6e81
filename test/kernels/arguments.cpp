// SPDX-License-Identifier: Apache-2.0
// Arguments by value: structs and vectors at their alignments, null buffers, arguments kept and replaced.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

TEST(Arguments, structs_by_value) {
  struct Inner {
    cl_char c;
    cl_double d;
  };
  struct Record {
    cl_short s;
    Inner inner[2];
    cl_int3 v;
    cl_uchar last;
  };
  Program program = build(R"(
typedef struct { char c; double d; } Inner;
typedef struct { short s; Inner inner[2]; int3 v; uchar last; } Record;
kernel void test(char before, Record r, global double *out, Record q, long after) {
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t i = get_global_id(0);
  out[i] = before + r.s + r.inner[i & 1].c + r.inner[i & 1].d + r.v.x + r.v.y + r.v.z + r.last + q.s + after;
})");
  Kernel k = kernel(program, "test");
  Record r = {}, q = {};
  r.s = -300;
  r.inner[0] = {1, 2.5};
  r.inner[1] = {-1, 1000.25};
  r.v.s[0] = 10;
  r.v.s[1] = 20;
  r.v.s[2] = 30;
  r.last = 200;
  q.s = 7;
  Buffer out = make_buffer(8 * sizeof(double));
  set_args(k, cl_char(5), r, out, q, cl_long(1) << 40);
  run(k, {8}, {8});
  auto got = read<double>(out, 8);
  for (size_t i = 0; i < 8; ++i)
    EXPECT_EQ(5 - 300 + r.inner[i & 1].c + r.inner[i & 1].d + 60 + 200 + 7 + double(cl_long(1) << 40), got[i]);
}

// A structure passed by value keeps its members over a barrier; a member that a work-item changes is this work-item's
// own.
TEST(Arguments, structs_kept_over_barriers) {
  struct Settings {
    cl_int scale, offsets[4], base;
  };
  Program program = build(R"(
typedef struct { int scale, offsets[4], base; } Settings;
kernel void test(global const int *in, Settings s, Settings own, global int *out) {
  local int tile[16];
  int g = get_global_id(0), l = get_local_id(0), k = get_group_id(0);
  tile[l] = in[g] * s.scale;
  own.base += l;
  own.offsets[l & 3] += 10 * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  s.base += 1000;
  out[s.offsets[k] * 16 + l] = tile[15 - l] + s.offsets[l & 3] + s.base + own.base + own.offsets[l & 1];
})");
  Kernel k = kernel(program, "test");
  const Settings s = {3, {2, 0, 3, 1}, 7}, own = {0, {5, 6, 7, 8}, 100};
  std::vector<int> in(64);
  for (int i = 0; i < 64; ++i) in[i] = i * i;
  Buffer from = make_buffer(in), out = make_buffer(64 * sizeof(int));
  set_args(k, from, s, own, out);
  run(k, {64}, {16});
  auto got = read<int>(out, 64);
  for (int g = 0; g < 64; ++g) {
    const int l = g % 16, group = g / 16, at = l & 1;
    const int mine = own.offsets[at] + ((l & 3) == at ? 10 * l : 0);
    EXPECT_EQ(in[16 * group + 15 - l] * 3 + s.offsets[l & 3] + 1007 + 100 + l + mine, got[s.offsets[group] * 16 + l]);
  }
}

TEST(Arguments, vectors_by_value) {
  Program program = build(R"(
kernel void test(char c, float4 f, char3 t, double16 d, global double *out, short2 s) {
  out[0] = c + f.w + t.z + d.sf + s.y;
})");
  Kernel k = kernel(program, "test");
  cl_float4 f = {{1, 2, 3, 4}};
  cl_char3 t = {{10, 20, 30, 0}};
  cl_double16 d = {};
  d.s[15] = 500;
  cl_short2 s = {{1, 6000}};
  Buffer out = make_buffer(sizeof(double));
  set_args(k, cl_char(1), f, t, d, out, s);
  run(k, {1});
  EXPECT_EQ(1 + 4 + 30 + 500 + 6000, read<double>(out, 1)[0]);
}

TEST(Arguments, null_buffers) {
  Program program = build(R"(
kernel void test(global int *maybe, constant int *other, global int *out) {
  out[get_global_id(0)] = (maybe ? maybe[0] : -1) + (other ? other[0] : -10);
})");
  Kernel k = kernel(program, "test");
  Buffer one = make_buffer(std::vector<int>{5}), out = make_buffer(4);
  cl_mem none = nullptr;
  ok(clSetKernelArg(k, 0, sizeof(cl_mem), nullptr));
  ok(clSetKernelArg(k, 1, sizeof(cl_mem), &none));
  set_arg(k, 2, out);
  run(k, {1});
  EXPECT_EQ(-11, read<int>(out, 1)[0]);
  set_arg(k, 0, one);
  run(k, {1});
  EXPECT_EQ(-5, read<int>(out, 1)[0]);
}

TEST(Arguments, are_taken_at_the_enqueue) {
  Program program = build("kernel void test(global int *out, int at, int value) { out[at] = value; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>(100));
  for (int i = 0; i < 100; ++i) {
    set_args(k, out, i, i * i);
    ok(try_launch(queue(), k, {1}));
  }
  ok(clFinish(queue()));
  auto got = read<int>(out, 100);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(i * i, got[static_cast<size_t>(i)]);
}

TEST(Arguments, sub_buffers_start_at_their_origin) {
  Program program = build("kernel void test(global int *out) { out[get_global_id(0)] = (int)get_global_id(0) + 1; }");
  Kernel k = kernel(program, "test");
  size_t align = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  Buffer whole = make_buffer(std::vector<int>(3 * align / 4));
  cl_buffer_region region = {align, align};
  cl_int error = CL_SUCCESS;
  Buffer part(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ok(error);
  set_arg(k, 0, part);
  run(k, {align / 4});
  auto got = read<int>(whole, 3 * align / 4);
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(i / (align / 4) == 1 ? static_cast<int>(i - align / 4) + 1 : 0, got[i]);
}

TEST(Arguments, local_memory_is_aligned_for_its_type) {
  Program program = build(R"(
kernel void test(local char *a, local double16 *b, local char *c, local int3 *d, global ulong *out) {
  local char s;
  local double4 v;
  out[0] = (ulong)b % 128;
  out[1] = (ulong)d % 16;
  out[2] = (ulong)&v % 32;
  s = *a = *c = 1;
  out[3] = s;
})");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(4 * 8);
  set_args(k, LocalBytes{1}, LocalBytes{128}, LocalBytes{3}, LocalBytes{16}, out);
  run(k, {1}, {1});
  EXPECT_EQ((std::vector<uint64_t>{0, 0, 0, 1}), read<uint64_t>(out, 4));
}

}  // namespace
