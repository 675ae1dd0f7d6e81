// SPDX-License-Identifier: Apache-2.0
// Arrays, matrices, sums.
#include <algorithm>
#include <numeric>

#include "case.h"
#include "native.h"

static void vector_add(Case &c) {
  const uint32_t n = c.size(1 << 24, 1 << 16);
  auto a = c.in<float>(n, uniform(-1, 1, 1)), b = c.in<float>(n, uniform(-1, 1, 2)), sum = c.out<float>(n);
  c.rate(12e-9 * n, "GB/s");
  c.launch("vector_add", {n}, {256}, a, b, sum, n);
  c.repeat(c.size(4, 1));
  c.expect(sum, 1e-6, [=](size_t i) { return a[i] + b[i]; });
  c.native(n, 1 << 16, [=](size_t i, size_t end) { native::add(&a[i], &b[i], &sum[i], end - i); });
}

static void triad(Case &c) {
  const uint32_t n = c.size(1 << 24, 1 << 16);
  const float scale = 3;
  auto b = c.in<float>(n, uniform(-1, 1, 1)), d = c.in<float>(n, uniform(-1, 1, 2)), a = c.out<float>(n);
  c.rate(12e-9 * n, "GB/s");
  c.launch("triad", {n}, {}, a, b, d, scale);
  c.repeat(c.size(4, 1));
  c.expect(a, 1e-6, [=](size_t i) { return b[i] + scale * d[i]; });
  c.native(n, 1 << 16, [=](size_t i, size_t end) { native::triad(&a[i], &b[i], &d[i], scale, end - i); });
}

static void matmul(Case &c, const char *kernel) {
  const int n = c.size(512, 64);
  const size_t side = size_t(n);
  auto a = c.in<float>(side * side, uniform(-1, 1, 1)), b = c.in<float>(side * side, uniform(-1, 1, 2));
  auto product = c.out<float>(side * side);
  c.rate(2e-9 * n * n * n, "GFLOP/s");
  c.launch(kernel, {side, side}, {16, 16}, a, b, product, n);
  c.expect(product, 1e-4, [=](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < side; ++k) sum += double(a[i / side * side + k]) * b[k * side + i % side];
    return sum;
  });
  c.native(side, 8,
           [=](size_t row, size_t end) { native::matmul(a.data(), b.data(), product.data(), side, row, end); });
}
static void matmul_naive(Case &c) { matmul(c, "matmul_naive"); }
static void matmul_tiled(Case &c) { matmul(c, "matmul_tiled"); }

static void matvec(Case &c) {
  const size_t rows = c.size(4096, 256);
  const int columns = c.size(4096, 256);
  auto matrix = c.in<float>(rows * size_t(columns), uniform(-1, 1, 1)),
       x = c.in<float>(size_t(columns), uniform(-1, 1, 2));
  auto y = c.out<float>(rows);
  c.rate(4e-9 * double(matrix.size()), "GB/s");
  c.launch("matvec", {rows}, {64}, matrix, x, y, columns);
  c.repeat(c.size(3, 1));
  c.expect(y, 1e-4, [=](size_t row) {
    const float *at = &matrix[row * size_t(columns)];
    return std::inner_product(at, at + columns, x.begin(), 0.0);
  });
}

static void spmv_csr(Case &c) {
  const uint32_t rows = c.size(1 << 19, 1 << 12);
  std::vector<uint32_t> starts{0};
  for (uint32_t row = 0; row < rows; ++row) starts.push_back(starts.back() + 4 + random_word(row, 9) % 25);
  const size_t n = starts.back();
  auto start = c.in<uint32_t>(rows + 1, [&](size_t i) { return starts[i]; });
  auto column = c.in<uint32_t>(n, [=](size_t i) { return random_word(i, 2) % rows; });
  auto value = c.in<float>(n, uniform(-1, 1, 3)), x = c.in<float>(rows, uniform(-1, 1, 4)), y = c.out<float>(rows);
  c.rate(2e-9 * double(n), "GFLOP/s");
  c.launch("spmv_csr", {rows}, {64}, start, column, value, x, y, rows);
  c.repeat(c.size(2, 1));
  c.expect(y, 1e-4, [=](size_t row) {
    double sum = 0;
    for (uint32_t k = start[row]; k < start[row + 1]; ++k) sum += double(value[k]) * x[column[k]];
    return sum;
  });
}

static void transpose(Case &c, const char *kernel) {
  const uint32_t width = c.size(4096, 256), height = c.size(2048, 128);
  auto in = c.in<float>(size_t{width} * height, uniform(-1, 1)), out = c.out<float>(in.size());
  c.rate(8e-9 * double(in.size()), "GB/s");
  c.launch(kernel, {width, height}, {16, 16}, in, out, width, height);
  c.repeat(c.size(2, 1));
  c.expect(out, 0, [=](size_t i) { return in[i % height * width + i / height]; });
}
static void transpose_naive(Case &c) { transpose(c, "transpose_naive"); }
static void transpose_tiled(Case &c) { transpose(c, "transpose_tiled"); }

static void reduction(Case &c) {
  const uint32_t n = c.size(1 << 24, 1 << 16), block = 512;
  auto in = c.in<float>(n, uniform(0, 1)), sums = c.out<float>(n / block);
  c.rate(4e-9 * n, "GB/s");
  c.launch("reduction", {n / 2}, {block / 2}, in, sums, LocalBytes{block / 2 * 4}, n);
  c.repeat(c.size(2, 1));
  c.expect(sums, 1e-5, [=](size_t i) { return std::accumulate(&in[i * block], &in[i * block] + block, 0.0); });
}

static void scan(Case &c) {
  const uint32_t block = 512, blocks = c.size(block, block / 4), n = block * blocks * c.size(8u, 1u);
  const uint32_t sums = n / block, tops = std::max(1u, sums / block);
  auto in = c.in<uint32_t>(n, [](size_t i) { return random_word(i) & 0xff; });
  auto out = c.out<uint32_t>(n), sum = c.inout<uint32_t>(tops * block, zero), top = c.inout<uint32_t>(block, zero);
  auto unused = c.out<uint32_t>(1);
  const LocalBytes local{(block + 1) * 4};
  c.rate(1e-6 * n, "Mitem/s");
  c.launch("scan_blocks", {n / 2}, {block / 2}, in, out, sum, local);
  c.launch("scan_blocks", {tops * block / 2}, {block / 2}, sum, sum, top, local);
  c.launch("scan_blocks", {block / 2}, {block / 2}, top, top, unused, local);
  c.launch("add_sums", {tops * block}, {block}, sum, top);
  c.launch("add_sums", {n}, {block}, out, sum);
  std::vector<uint32_t> want(n);
  std::exclusive_scan(in.begin(), in.end(), want.begin(), 0u);
  c.expect(out, 0, [want = std::move(want)](size_t i) { return want[i]; });
}

const std::vector<CaseEntry> kLinearCases = {{"vector_add", vector_add, true},
                                             {"triad", triad, true},
                                             {"matmul_naive", matmul_naive, true},
                                             {"matmul_tiled", matmul_tiled, true},
                                             {"matvec", matvec},
                                             {"spmv_csr", spmv_csr},
                                             {"transpose_naive", transpose_naive},
                                             {"transpose_tiled", transpose_tiled},
                                             {"reduction", reduction},
                                             {"scan", scan}};
