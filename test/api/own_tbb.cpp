// SPDX-License-Identifier: Apache-2.0
// A program that is linked to oneTBB itself.
#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <atomic>

#include "common/cl.h"

using namespace wherry::test;

namespace {

// Its threads enqueue commands and wait for them.
TEST(OwnTbb, both_work_at_once) {
  Program program = build("kernel void add(global int *out) { out[get_global_id(0)] += 1; }");
  std::atomic<int> sum{0}, right{0};
  tbb::parallel_for(0, 100, [&](int i) {
    sum += i;
    Kernel add = kernel(program, "add");
    Buffer buffer = make_buffer(std::vector<int>(1000, i));
    set_args(add, buffer);
    Queue q = make_queue();
    ok(try_launch(q, add, {1000}));
    right += read<int>(buffer, 1000, q) == std::vector<int>(1000, i + 1);
  });
  EXPECT_EQ(4950, sum);
  EXPECT_EQ(100, right);
}

}  // namespace
