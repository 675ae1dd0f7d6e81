// SPDX-License-Identifier: Apache-2.0
// A program as CLBlast's samples are (Debian's libclblast-dev): a matrix product, a vector's sum, against the host.
#include <clblast.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "common/cl.h"

using namespace wherry::test;

namespace {

TEST(ClBlast, product_and_sum) {
  constexpr size_t m = 100, n = 70, k = 90;
  std::vector<float> a(m * k), b(k * n), c(m * n, 1), expected(m * n), got;
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 13) - 6;
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 9) * 0.25f;
  double sum = 0;
  for (size_t y = 0; y < m; ++y)
    for (size_t x = 0; x < n; ++x) {
      float element = 0.5f * c[y * n + x];
      for (size_t i = 0; i < k; ++i) element += 2 * a[y * k + i] * b[i * n + x];
      sum += std::abs(expected[y * n + x] = element);
    }
  Buffer on_a = make_buffer(a), on_b = make_buffer(b), on_c = make_buffer(c), on_sum = make_buffer(4);
  cl_command_queue q = queue();
  Event product, added;
  const auto multiplied =
      clblast::Gemm<float>(clblast::Layout::kRowMajor, clblast::Transpose::kNo, clblast::Transpose::kNo, m, n, k, 2,
                           on_a, 0, k, on_b, 0, n, 0.5f, on_c, 0, n, &q, product.out());
  const auto summed = clblast::Asum<float>(m * n, on_sum, 0, on_c, 0, 1, &q, added.out());
  ASSERT_EQ(clblast::StatusCode::kSuccess, multiplied);
  ASSERT_EQ(clblast::StatusCode::kSuccess, summed);
  got = read<float>(on_c, m * n);
  for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(expected[i], got[i], 1e-3 * (1 + std::abs(expected[i]))) << i;
  EXPECT_NEAR(sum, read<float>(on_sum, 1)[0], 1e-4 * sum);
}

}  // namespace
