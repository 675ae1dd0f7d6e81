// SPDX-License-Identifier: Apache-2.0
// Work-group functions against the host: each type, operation, shape of group, width of vector; in loops, branches on
// their results, functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "common/cl.h"
#include "shape.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
size_t self(void) { return get_global_linear_id(); }
kernel void forms(global const T *in, global T *out) {
  T x = in[self()];
  global T *to = out + self() * 10;
  to[0] = work_group_reduce_add(x);
  to[1] = work_group_reduce_min(x);
  to[2] = work_group_reduce_max(x);
  to[3] = work_group_scan_inclusive_add(x);
  to[4] = work_group_scan_inclusive_min(x);
  to[5] = work_group_scan_inclusive_max(x);
  to[6] = work_group_scan_exclusive_add(x);
  to[7] = work_group_scan_exclusive_min(x);
  to[8] = work_group_scan_exclusive_max(x);
#if DIMENSIONS == 1
  to[9] = work_group_broadcast(x, get_local_size(0) - 1);
#elif DIMENSIONS == 2
  to[9] = work_group_broadcast(x, get_local_size(0) / 2, get_local_size(1) - 1);
#else
  to[9] = work_group_broadcast(x, get_local_size(0) - 1, 0, get_local_size(2) - 1);
#endif
}
)";

// Calls visit(global linear ids of a group's items in order, its local sizes).
template <class Visit> void each_group(const Shape &shape, Visit visit) {
  std::array<size_t, 3> first{};
  for (first[2] = 0; first[2] < at(shape.global, 2); first[2] += at(shape.local, 2))
    for (first[1] = 0; first[1] < at(shape.global, 1); first[1] += at(shape.local, 1))
      for (first[0] = 0; first[0] < at(shape.global, 0); first[0] += at(shape.local, 0)) {
        std::array<size_t, 3> size;
        for (size_t d = 0; d < 3; ++d) size[d] = std::min(at(shape.local, d), at(shape.global, d) - first[d]);
        std::vector<size_t> items;
        for (size_t z = 0; z < size[2]; ++z)
          for (size_t y = 0; y < size[1]; ++y)
            for (size_t x = 0; x < size[0]; ++x)
              items.push_back(((first[2] + z) * at(shape.global, 1) + first[1] + y) * at(shape.global, 0) + first[0] +
                              x);
        visit(items, size);
      }
}

// Small whole numbers, so that sums of floats are exact in any order.
template <class T> T value_of(Random &random) {
  const int64_t value = static_cast<int64_t>(random.below(2001)) - 1000;
  if constexpr (std::is_same_v<T, uint32_t> || std::is_same_v<T, uint64_t>)
    return static_cast<T>(value) - (random.below(4) ? 0 : std::numeric_limits<T>::max() / 2);
  else
    return static_cast<T>(value);
}

template <class T> T least() {
  return std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::min();
}
template <class T> T greatest() {
  return std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}
// Sums wrap around.
template <class T> T sum_of(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  else
    return a + b;
}

template <class T> void check_forms(const std::string &type, const Shape &shape, const std::string &options) {
  SCOPED_TRACE(type + " " + testing::PrintToString(shape) + " " + options);
  Program program = build("#define T " + type + "\n#define DIMENSIONS " + std::to_string(shape.global.size()) + source,
                          ("-cl-std=CL3.0 " + options).c_str());
  Random random(seed());
  std::vector<T> in(at(shape.global, 0) * at(shape.global, 1) * at(shape.global, 2));
  for (T &x : in) x = value_of<T>(random);
  Buffer in_buffer = make_buffer(in), out = make_buffer(in.size() * 10 * sizeof(T));
  Kernel forms = kernel(program, "forms");
  set_args(forms, in_buffer, out);
  run(forms, shape.global, shape.local);
  const auto results = read<T>(out, in.size() * 10);

  each_group(shape, [&](const std::vector<size_t> &items, const std::array<size_t, 3> &size) {
    T sum{}, low = greatest<T>(), high = least<T>();
    for (size_t item : items) {
      sum = sum_of(sum, in[item]);
      low = std::min(low, in[item]);
      high = std::max(high, in[item]);
    }
    const size_t chosen = shape.global.size() == 1   ? size[0] - 1
                          : shape.global.size() == 2 ? (size[1] - 1) * size[0] + size[0] / 2
                                                     : (size[2] - 1) * size[1] * size[0] + size[0] - 1;
    T so_far{}, lowest = greatest<T>(), highest = least<T>();
    for (size_t item : items) {
      std::array<T, 10> expected{sum, low, high, {}, {}, {}, so_far, lowest, highest, in[items[chosen]]};
      expected[3] = so_far = sum_of(so_far, in[item]);
      expected[4] = lowest = std::min(lowest, in[item]);
      expected[5] = highest = std::max(highest, in[item]);
      for (size_t form = 0; form < 10; ++form)
        ASSERT_EQ(results[item * 10 + form], expected[form]) << "form " << form << " of item " << item;
    }
  });
}

class Collectives : public testing::TestWithParam<Shape> {};

TEST_P(Collectives, every_type) {
  for (const char *options : {"", "-cl-wherry-vector-width=4", "-cl-opt-disable"})
    check_forms<int32_t>("int", GetParam(), options);
  check_forms<uint32_t>("uint", GetParam(), "");
  check_forms<int64_t>("long", GetParam(), "");
  check_forms<uint64_t>("ulong", GetParam(), "");
  check_forms<float>("float", GetParam(), "");
  check_forms<double>("double", GetParam(), "");
}

INSTANTIATE_TEST_SUITE_P(, Collectives,
                         testing::Values(Shape{{64}, {64}}, Shape{{1000}, {130}}, Shape{{5}, {1}}, Shape{{50}, {7}},
                                         Shape{{4096}, {4096}}, Shape{{30, 20}, {8, 6}}, Shape{{7, 6, 5}, {3, 4, 2}}));

// Of half: by bits, of numbers that it holds exactly.
TEST(CollectivesOfHalf, sums_and_extremes) {
  Program program = build(R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void test(global float *out) {
  half x = (half)(int)(get_local_id(0) * 5 % 32) - (half)7;
  global float *to = out + get_global_id(0) * 5;
  to[0] = work_group_reduce_add(x);
  to[1] = work_group_reduce_min(x);
  to[2] = work_group_scan_inclusive_max(x);
  to[3] = work_group_scan_exclusive_add(x);
  to[4] = work_group_broadcast(x, 3);
})",
                          "-cl-std=CL3.0");
  const size_t n = 37;
  Buffer out = make_buffer(n * 5 * sizeof(float));
  Kernel test = kernel(program, "test");
  set_args(test, out);
  run(test, {n}, {n});
  const auto results = read<float>(out, n * 5);
  float sum = 0, low = 100, high = -100, before = 0;
  for (size_t i = 0; i < n; ++i) {
    const float x = static_cast<float>(i * 5 % 32) - 7;
    sum += x;
    low = std::min(low, x);
  }
  for (size_t i = 0; i < n; ++i) {
    const float x = static_cast<float>(i * 5 % 32) - 7;
    high = std::max(high, x);
    const std::array expected{sum, low, high, before, 8.0f};
    before += x;
    for (size_t form = 0; form < 5; ++form) EXPECT_EQ(results[i * 5 + form], expected[form]) << i << ' ' << form;
  }
}

// The sum of a group does not hang on how its regions were vectorised.
TEST(CollectivesOfFloat, sums_are_the_same_at_each_width) {
  const char *const sums = R"(
kernel void test(global const float *in, global float *out) {
  float x = in[get_global_id(0)];
  out[get_global_id(0)] = work_group_reduce_add(x * 1.1f) + work_group_scan_inclusive_add(x);
})";
  Random random(seed());
  std::vector<float> in(1000);
  for (float &x : in) x = static_cast<float>(random.below(1u << 30)) * 1e-7f;
  std::vector<std::vector<float>> results;
  for (const char *options : {"-cl-std=CL3.0 -cl-wherry-vector-width=1", "-cl-std=CL3.0 -cl-wherry-vector-width=8",
                              "-cl-std=CL3.0 -cl-wherry-vector-width=16", "-cl-std=CL3.0 -cl-opt-disable"}) {
    Program program = build(sums, options);
    Kernel test = kernel(program, "test");
    Buffer in_buffer = make_buffer(in), out = make_buffer(in.size() * sizeof(float));
    set_args(test, in_buffer, out);
    run(test, {in.size()}, {125});
    results.push_back(read<float>(out, in.size()));
    EXPECT_EQ(results.back(), results.front()) << options;
  }
}

}  // namespace
