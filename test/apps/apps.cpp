// SPDX-License-Identifier: Apache-2.0
// Small programs as users write them, each against the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "common/cl.h"

using namespace wherry::test;

namespace {

std::vector<float> numbers(size_t n, uint64_t start) {
  Random random(start);
  std::vector<float> result(n);
  for (auto &x : result) x = static_cast<float>(static_cast<double>(random.below(2000)) / 1000 - 1);
  return result;
}

TEST(Apps, tiled_matrix_product) {
  constexpr int n = 96;
  Program program = build(R"(
#define T 16
kernel void multiply(global const float *a, global const float *b, global float *c, int n) {
  local float ta[T][T], tb[T][T];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    ta[ly][lx] = a[y * n + k + lx];
    tb[ly][lx] = b[(k + ly) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < T; ++j) sum = fma(ta[ly][j], tb[j][lx], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = sum;
})");
  auto a = numbers(n * n, 1), b = numbers(n * n, 2);
  std::vector<float> expected(n * n);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      for (int k = 0; k < n; ++k) expected[y * n + x] = std::fma(a[y * n + k], b[k * n + x], expected[y * n + x]);
  Buffer ba = make_buffer(a), bb = make_buffer(b), bc = make_buffer(a.size() * 4);
  Kernel k = kernel(program, "multiply");
  set_args(k, ba, bb, bc, n);
  run(k, {n, n}, {16, 16});
  EXPECT_EQ(expected, read<float>(bc, expected.size()));
}

// A five-point stencil whose tiles, halos included, come by async copies, a row each.
TEST(Apps, stencil_with_async_halos) {
  constexpr int w = 130, h = 66, tile = 32;
  Program program = build(R"(
#define T 32
kernel void stencil(global const float *in, global float *out, int w, int h) {
  local float t[(T + 2) * (T + 2)], result[T * T];
  int x0 = get_group_id(0) * T, y0 = get_group_id(1) * T;
  event_t e = 0;
  for (int y = 0; y < T + 2; ++y) e = async_work_group_copy(t + y * (T + 2), in + (y0 + y) * w + x0, T + 2, e);
  wait_group_events(1, &e);
  for (int k = get_local_id(0); k < T * T; k += get_local_size(0)) {
    local const float *p = t + (k / T + 1) * (T + 2) + k % T + 1;
    result[k] = p[0] * 4 - p[-1] - p[1] - p[-(T + 2)] - p[T + 2];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + (y0 + 1) * w + x0 + 1, result, T, 0);
  for (int y = 1; y < T; ++y) e = async_work_group_copy(out + (y0 + 1 + y) * w + x0 + 1, result + y * T, T, e);
  wait_group_events(1, &e);
})");
  auto in = numbers(w * h, 3);
  std::vector<float> expected(w * h, 0);
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      const float *p = &in[y * w + x];
      expected[y * w + x] = p[0] * 4 - p[-1] - p[1] - p[-w] - p[w];
    }
  Buffer from = make_buffer(in), to = make_buffer(std::vector<float>(w * h, 0));
  Kernel k = kernel(program, "stencil");
  set_args(k, from, to, w, h);
  run(k, {(w - 2) / tile * 64, (h - 2) / tile}, {64, 1});
  auto got = read<float>(to, expected.size());
  for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(expected[i], got[i], 1e-5) << i;
}

TEST(Apps, histogram) {
  Program program = build(R"(
kernel void histogram(global const uchar *in, uint n, global uint *bins) {
  local uint mine[256];
  for (uint k = get_local_id(0); k < 256; k += get_local_size(0)) mine[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_global_id(0); k < n; k += get_global_size(0)) atomic_inc(&mine[in[k]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_local_id(0); k < 256; k += get_local_size(0)) if (mine[k]) atomic_add(&bins[k], mine[k]);
})");
  auto in = Random(seed()).bytes(100001);
  std::vector<cl_uint> expected(256);
  for (uint8_t byte : in) expected[byte]++;
  Buffer from = make_buffer(in), bins = make_buffer(std::vector<cl_uint>(256));
  Kernel k = kernel(program, "histogram");
  set_args(k, from, cl_uint(in.size()), bins);
  run(k, {1024}, {64});
  EXPECT_EQ(expected, read<cl_uint>(bins, 256));
}

TEST(Apps, bitonic_sort) {
  Program program = build(R"(
kernel void step(global uint *data, uint j, uint k) {
  uint i = get_global_id(0), other = i ^ j;
  if (other <= i) return;
  bool up = (i & k) == 0;
  uint a = data[i], b = data[other];
  if ((a > b) == up) { data[i] = b; data[other] = a; }
})");
  constexpr cl_uint n = 4096;
  std::vector<cl_uint> data(n);
  Random random(seed());
  for (auto &x : data) x = static_cast<cl_uint>(random.next());
  Buffer buffer = make_buffer(data);
  Kernel step = kernel(program, "step");
  for (cl_uint k = 2; k <= n; k *= 2)
    for (cl_uint j = k / 2; j > 0; j /= 2) {
      set_args(step, buffer, j, k);
      ok(try_launch(queue(), step, {n}));
    }
  std::sort(data.begin(), data.end());
  EXPECT_EQ(data, read<cl_uint>(buffer, n));
}

TEST(Apps, mandelbrot) {
  constexpr int w = 64, h = 48;
  Program program = build(R"(
kernel void mandelbrot(global int *out) {
  int x = get_global_id(0), y = get_global_id(1), k = 0;
  double2 c = (double2)(x / 32.0 - 1.5, y / 24.0 - 1.0), z = 0;
  for (; k < 200 && z.x * z.x + z.y * z.y <= 4; ++k) {
#pragma OPENCL FP_CONTRACT OFF
    double t = z.x * z.x - z.y * z.y + c.x;
    z.y = 2 * z.x * z.y + c.y;
    z.x = t;
  }
  out[y * get_global_size(0) + x] = k;
})");
  Buffer out = make_buffer(w * h * 4);
  Kernel k = kernel(program, "mandelbrot");
  set_args(k, out);
  run(k, {w, h});
  auto got = read<int>(out, w * h);
  int differing = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      std::complex<double> c(x / 32.0 - 1.5, y / 24.0 - 1.0), z;
      int rounds = 0;
      for (; rounds < 200 && std::norm(z) <= 4; ++rounds) z = z * z + c;
      differing += std::abs(rounds - got[static_cast<size_t>(y * w + x)]) > 1;
    }
  // Chaotic points may end a few rounds apart, where one side fuses a product and a sum.
  EXPECT_LE(differing, w * h / 100);
}

TEST(Apps, n_body_keeps_its_momentum) {
  constexpr int n = 256;
  Program program = build(R"(
kernel void step(global const float4 *from, global float4 *to, global float4 *speed, local float4 *tile, float dt) {
  int i = get_global_id(0), n = get_global_size(0), size = get_local_size(0);
  float4 me = from[i], force = 0;
  for (int base = 0; base < n; base += size) {
    event_t e = async_work_group_copy(tile, from + base, size, 0);
    wait_group_events(1, &e);
    for (int k = 0; k < size; ++k) {
      float4 d = tile[k] - me;
      d.w = 0;
      float r = rsqrt(dot(d, d) + 0.01f);
      force += d * (tile[k].w * me.w * r * r * r);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  speed[i] += force * dt / me.w;
  me.xyz += speed[i].xyz * dt;
  to[i] = me;
})");
  auto bodies = numbers(4 * n, 5);
  for (int i = 0; i < n; ++i) bodies[4 * i + 3] = 1.0f + static_cast<float>(i % 3);
  Buffer a = make_buffer(bodies), b = make_buffer(bodies.size() * 4);
  Buffer speed = make_buffer(std::vector<float>(4 * n, 0));
  Kernel step = kernel(program, "step");
  for (int round = 0; round < 10; ++round) {
    set_args(step, round & 1 ? b : a, round & 1 ? a : b, speed, LocalBytes{64 * 16}, 0.001f);
    ok(try_launch(queue(), step, {n}, {64}));
  }
  auto v = read<float>(speed, 4 * n);
  for (int axis = 0; axis < 3; ++axis) {
    double momentum = 0, scale = 0;
    for (int i = 0; i < n; ++i) {
      momentum += v[4 * i + axis] * bodies[4 * i + 3];
      scale += std::fabs(v[4 * i + axis] * bodies[4 * i + 3]);
    }
    EXPECT_GT(scale, 1e-3);
    EXPECT_LT(std::fabs(momentum), 1e-4 * scale);
  }
}

}  // namespace
