// SPDX-License-Identifier: Apache-2.0
// A short part of ViennaCL (Debian's libviennacl-dev), against the host: vectors, dense and sparse matrices, a solver.
#define VIENNACL_WITH_OPENCL
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/cg.hpp>
#include <viennacl/linalg/inner_prod.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>
#include <viennacl/vector.hpp>

#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

namespace {

constexpr size_t kSize = 300;
int failures = 0;

void expect(const char *what, double expected, double got) {
  if (std::abs(expected - got) <= 1e-4 * (1 + std::abs(expected))) return;
  std::printf("%s: expected %g, got %g\n", what, expected, got);
  ++failures;
}

}  // namespace

int main() {
  std::vector<float> x(kSize), y(kSize);
  std::vector<std::vector<float>> dense(kSize, std::vector<float>(kSize));
  std::vector<std::map<unsigned, float>> sparse(kSize);
  for (size_t i = 0; i < kSize; ++i) {
    x[i] = static_cast<float>(i % 7) - 3;
    y[i] = static_cast<float>(i % 5) * 0.5f;
    for (size_t j = 0; j < kSize; ++j) dense[i][j] = static_cast<float>((i * 3 + j * 5) % 11) - 5;
    sparse[i][static_cast<unsigned>(i)] = 4;
    if (i > 0) sparse[i][static_cast<unsigned>(i - 1)] = -1;
    if (i + 1 < kSize) sparse[i][static_cast<unsigned>(i + 1)] = -1;
  }
  viennacl::vector<float> dx(kSize), dy(kSize), sum(kSize), product(kSize);
  viennacl::matrix<float> ddense(kSize, kSize);
  viennacl::compressed_matrix<float> dsparse(kSize, kSize);
  viennacl::copy(x, dx);
  viennacl::copy(y, dy);
  viennacl::copy(dense, ddense);
  viennacl::copy(sparse, dsparse);

  sum = 2.0f * dx + dy;
  product = viennacl::linalg::prod(ddense, dx);
  const float inner = viennacl::linalg::inner_prod(dx, dy);
  viennacl::vector<float> solved = viennacl::linalg::solve(dsparse, dy, viennacl::linalg::cg_tag(1e-6, 200));
  std::vector<float> got_sum(kSize), got_product(kSize), got_solved(kSize);
  viennacl::copy(sum, got_sum);
  viennacl::copy(product, got_product);
  viennacl::copy(solved, got_solved);

  double expected_inner = 0;
  for (size_t i = 0; i < kSize; ++i) {
    expected_inner += double(x[i]) * y[i];
    expect("sum", 2.0 * x[i] + y[i], got_sum[i]);
    double row = 0, residual = 0;
    for (size_t j = 0; j < kSize; ++j) row += double(dense[i][j]) * x[j];
    for (auto [j, value] : sparse[i]) residual += double(value) * got_solved[j];
    expect("product", row, got_product[i]);
    expect("solution", y[i], residual);
  }
  expect("inner product", expected_inner, inner);
  return failures != 0;
}
