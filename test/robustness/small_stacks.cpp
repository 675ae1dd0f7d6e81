// SPDX-License-Identifier: Apache-2.0
// Threads whose stack is smaller than what a kernel needs: a thread that waits runs commands itself.
#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>

#include "common/cl.h"

using namespace wherry::test;

namespace {

// On a thread of 64 KiB of stack; what it throws fails the test.
void on_small_stack(const std::function<void()> &body) {
  struct Given {
    const std::function<void()> &body;
    std::exception_ptr thrown;
  } given{body, nullptr};
  const auto run = [](void *data) -> void * {
    auto &given = *static_cast<Given *>(data);
    try {
      given.body();
    } catch (...) {
      given.thrown = std::current_exception();
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  ASSERT_EQ(0, pthread_attr_init(&attributes));
  ASSERT_EQ(0, pthread_attr_setstacksize(&attributes, 64 << 10));
  pthread_t thread;
  ASSERT_EQ(0, pthread_create(&thread, &attributes, run, &given));
  ASSERT_EQ(0, pthread_join(thread, nullptr));
  pthread_attr_destroy(&attributes);
  if (given.thrown) std::rethrow_exception(given.thrown);
}

// Each work-item fills `count` private arrays of `bytes` bytes, which only memory can hold, and adds up some of them.
std::string arrays(unsigned count, unsigned bytes) {
  std::string declared, filled, summed;
  for (unsigned i = 0; i < count; ++i) {
    const std::string name = "a" + std::to_string(i), size = std::to_string(bytes);
    declared += "  char " + name + "[" + size + "];\n";
    filled += "    " + name + "[j] = i + j + " + std::to_string(i) + ";\n";
    summed += " + " + name + "[(i * 7 + s) % " + size + "]";
  }
  return "kernel void test(global int *out, int s) {\n  int i = get_global_id(0);\n" + declared +
         "  for (int j = 0; j < " + std::to_string(bytes) + "; ++j) {\n" + filled + "  }\n  out[i] = 0" + summed +
         ";\n}";
}

// On the calling thread, which waits for it.
void check_arrays(cl_kernel k, unsigned count, unsigned bytes, size_t items) {
  Buffer out = make_buffer(items * sizeof(int));
  Queue mine = make_queue();
  const int s = 3;
  for (int round = 0; round < 3; ++round) {
    set_args(k, out, s);
    ok(try_launch(mine, k, {items}, {1}));
    ok(clFinish(mine));
  }
  const auto result = read<int>(out, items, mine);
  for (size_t i = 0; i < items; ++i) {
    int expected = 0;
    for (unsigned a = 0; a < count; ++a) expected += static_cast<signed char>(i + (i * 7 + s) % bytes + a);
    ASSERT_EQ(expected, result[i]) << i;
  }
}

TEST(SmallStacks, build_and_launch) {
  const std::string source = "kernel void test(global int *out) { *out = 5; }";
  build(source);  // so that it comes from the cache
  on_small_stack([&] {
    for (int round = 0; round < 2; ++round) {
      Program program = build(source, round ? "-DFRESH" : "");
      Kernel k = kernel(program, "test");
      Buffer out = make_buffer(std::vector<int>{0});
      set_args(k, out);
      run(k, {1});
      EXPECT_EQ(5, read<int>(out, 1)[0]);
    }
  });
}

TEST(SmallStacks, kernel_with_private_memory) {
  Program program = build(arrays(1, 7600));
  Kernel k = kernel(program, "test");
  on_small_stack([&] { check_arrays(k, 1, 7600, 64); });
}

TEST(SmallStacks, functions_that_are_not_inlined) {
  Program program = build("__attribute__((noinline)) int deep(int i, int s) {\n"
                          "  char a[30000]; for (int j = 0; j < 30000; ++j) a[j] = i + j;\n"
                          "  return a[(i * 7 + s) % 15000];\n}\n"
                          "__attribute__((noinline)) int middle(int i, int s) {\n"
                          "  char a[30000]; for (int j = 0; j < 30000; ++j) a[j] = i + j;\n"
                          "  return deep(i, s) - a[(i * 7 + s) % 15000];\n}\n"
                          "kernel void test(global int *out, int s) {\n"
                          "  int i = get_global_id(0); char a[15000];\n"
                          "  for (int j = 0; j < 15000; ++j) a[j] = i + j;\n"
                          "  out[i] = middle(i, s) + a[(i * 7 + s) % 15000];\n}");
  Kernel k = kernel(program, "test");
  on_small_stack([&] { check_arrays(k, 1, 15000, 16); });
}

TEST(SmallStacks, printf) {
  Program program = build("kernel void test(global int *out) {\n"
                          "  char a[15000]; for (int j = 0; j < 15000; ++j) a[j] = j + *out;\n"
                          "  printf(\"%d %.17g %v4hlf\\n\", a[*out + 77], 0.1, (float4)(1.5f));\n}",
                          "-cl-std=CL3.0");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out);
  CapturedOutput printed;
  on_small_stack([&] { run(k, {1}); });
  EXPECT_EQ("77 0.10000000000000001 1.500000,1.500000,1.500000,1.500000\n", printed.text());
}

// More than a thread usually has, wherever the work-groups run.
TEST(SmallStacks, kernel_of_nine_megabytes) {
  Program program = build(arrays(600, 15000));
  Kernel k = kernel(program, "test");
  check_arrays(k, 600, 15000, 8);
  on_small_stack([&] { check_arrays(k, 600, 15000, 4); });
}

TEST(SmallStacks, more_than_can_be_had_is_refused) {
  const auto function = [](int megabytes) {
    const std::string name = "f" + std::to_string(megabytes);
    return "__attribute__((noinline)) int " + name + "(int i) {\n  char a[" + std::to_string(megabytes) +
           " << 20]; a[i] = 1; a[i * 1000000] = 2;\n  return a[i] + a[i * 1000000];\n}\nkernel void test" +
           std::to_string(megabytes) + "(global int *out) { *out = " + name + "(*out); }\n";
  };
  Program program = build(function(300) + function(100));
  Kernel refused = kernel(program, "test300"), fine = kernel(program, "test100");
  Buffer out = make_buffer(std::vector<int>{50});
  set_args(refused, out);
  EXPECT_EQ(CL_OUT_OF_RESOURCES, try_launch(queue(), refused, {1}));
  set_args(fine, out);
  run(fine, {1});
  EXPECT_EQ(3, read<int>(out, 1)[0]);
}

// Nobody knows how deep a recursion goes.
TEST(SmallStacks, recursion) {
  Program program = build("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
                          "int sum(global int *p, int n) { if (n == 0) return 0; int x = sum(p, n - 1); p[1] ^= x; "
                          "return x + n + (p[1] & 0); }\n"
                          "kernel void test(global int *p) { p[0] = fib(10) + sum(p, 10000); }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>(2));
  set_args(k, out);
  on_small_stack([&] { run(k, {1}); });
  EXPECT_EQ(55 + 50005000, read<int>(out, 1)[0]);
}

}  // namespace
