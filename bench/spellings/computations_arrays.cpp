// SPDX-License-Identifier: Apache-2.0
// Arrays, matrices and vectors, sums.
#include <cmath>
#include <numeric>

#include "spelling.h"

static void saxpy(Setup &s) {
  const size_t n = s.size(1 << 22, 1 << 12);
  const int times = s.size(4, 1);
  const float a = 0.75f;
  const auto first_y = uniform(-1, 1, 2);
  s.number("n", double(n));
  s.number("a", a);
  auto x = s.in<float>("x", n, uniform(-1, 1, 1)), y = s.inout<float>("y", n, first_y);
  s.rate(12e-9 * double(n), "GB/s");
  s.launch();
  s.repeat(times);
  s.expect("y", y, 1e-5, [=](size_t i) { return first_y(i) + times * double(a) * x[i]; });
}

static void matvec(Setup &s) {
  const size_t rows = s.size(4096, 128), columns = s.size(2048, 64);
  s.number("rows", double(rows));
  s.number("columns", double(columns));
  auto a = s.in<float>("a", rows * columns, uniform(-1, 1, 1)), x = s.in<float>("x", columns, uniform(-1, 1, 2));
  auto y = s.out<float>("y", rows);
  s.rate(4e-9 * double(a.size()), "GB/s");
  s.launch();
  s.repeat(2);
  s.expect("y", y, 1e-4, [=](size_t row) {
    return std::inner_product(x.begin(), x.end(), &a[row * columns], 0.0, std::plus<>(),
                              [](float p, float q) { return double(p) * q; });
  });
}

static void matmul(Setup &s) {
  const size_t n = s.size(512, 64);
  s.number("n", double(n));
  s.number("log_n", std::log2(double(n)));
  auto a = s.in<float>("a", n * n, uniform(-1, 1, 1)), b = s.in<float>("b", n * n, uniform(-1, 1, 2));
  auto c = s.out<float>("c", n * n);
  s.rate(2e-9 * std::pow(double(n), 3), "GFLOP/s");
  s.launch();
  s.expect("c", c, 1e-4, [=](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < n; ++k) sum += double(a[i / n * n + k]) * b[k * n + i % n];
    return sum;
  });
}

// The sum of each block of 256.
static void reduction(Setup &s) {
  const size_t block = 256, n = s.size(1 << 22, 1 << 14);
  s.number("n", double(n));
  auto in = s.in<int>("in", n, [](size_t i) { return int(random_word(i) % 2001) - 1000; });
  auto sums = s.out<int>("sums", n / block);
  s.rate(4e-9 * double(n), "GB/s");
  s.launch();
  s.repeat(4);
  s.expect("sums", sums, 0, [=](size_t i) { return std::accumulate(&in[i * block], &in[i * block] + block, 0.0); });
}

static void spmv(Setup &s) {
  const uint32_t rows = s.size(1 << 17, 1 << 10);
  std::vector<uint32_t> starts{0};
  for (uint32_t row = 0; row < rows; ++row) starts.push_back(starts.back() + 8 + random_word(row, 9) % 17);
  const size_t n = starts.back();
  s.number("rows", rows);
  auto start = s.in<uint32_t>("start", rows + 1, [&](size_t i) { return starts[i]; });
  auto column = s.in<uint32_t>("column", n, [=](size_t i) { return random_word(i, 2) % rows; });
  auto value = s.in<float>("value", n, uniform(-1, 1, 3)), x = s.in<float>("x", rows, uniform(-1, 1, 4));
  auto y = s.out<float>("y", rows);
  s.rate(2e-9 * double(n), "GFLOP/s");
  s.launch();
  s.repeat(2);
  s.expect("y", y, 1e-4, [=](size_t row) {
    double sum = 0;
    for (uint32_t k = start[row]; k < start[row + 1]; ++k) sum += double(value[k]) * x[column[k]];
    return sum;
  });
}

static void transpose(Setup &s) {
  const size_t w = s.size(2048, 128), h = s.size(1024, 64);
  s.number("w", double(w));
  s.number("h", double(h));
  auto in = s.in<float>("in", w * h, uniform(-1, 1)), out = s.out<float>("out", w * h);
  s.rate(8e-9 * double(w * h), "GB/s");
  s.launch();
  s.repeat(2);
  s.expect("out", out, 0, [=](size_t i) { return in[i % h * w + i / h]; });
}

// Steps of Gaussian elimination: what is below and right of the diagonal changes. Four rows come in turns.
static void fan2(Setup &s) {
  const int n = s.size(1024, 64);
  const size_t side = size_t(n);
  s.number("n", n);
  auto m = s.in<float>("m", side * side, uniform(-0.5f, 0.5f, 1));
  auto a = s.inout<float>("a", side * side, uniform(-1, 1, 2));
  double work = 0;
  std::vector<float> want(a.begin(), a.end());
  for (int step = 0; step < s.size(24, 4); ++step) {
    const int t = step % 4 * (n / 4);
    s.number("t", t);
    s.launch();
    work += double(n - 1 - t) * (n - t);
    for (size_t row = size_t(t) + 1; row < side; ++row)
      for (size_t column = size_t(t); column < side; ++column)
        want[row * side + column] -= m[row * side + size_t(t)] * want[size_t(t) * side + column];
  }
  s.rate(12e-9 * work, "GB/s");
  s.expect("a", a, 1e-5, [want = std::move(want)](size_t i) { return want[i]; });
}

const std::vector<Computation> kArrayComputations = {
    {"saxpy", saxpy}, {"matvec", matvec},       {"matmul", matmul}, {"reduction", reduction},
    {"spmv", spmv},   {"transpose", transpose}, {"fan2", fan2}};
