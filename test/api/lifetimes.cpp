// A million objects made and released leave nothing behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "common/cl.h"

using namespace wherry::test;

namespace {

// Resident memory, in bytes.
size_t resident() {
  size_t pages = 0;
  std::ifstream file("/proc/self/statm");
  file >> pages >> pages;
  return pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

void expect_no_growth(const std::function<void()> &make_and_release) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "a sanitizer keeps what is freed";
#endif
  constexpr int kWarm = 20'000, kMany = 1'000'000;
  constexpr size_t kNoise = 4 << 20;  // 4 bytes of each would be too much
  for (int i = 0; i < kWarm; ++i) make_and_release();
  const size_t before = resident();
  for (int i = 0; i < kMany; ++i) make_and_release();
  const size_t after = resident();
  EXPECT_LE(after, before + kNoise);
}

TEST(Lifetimes, buffers) {
  expect_no_growth([] { clReleaseMemObject(clCreateBuffer(context(), 0, 256, nullptr, nullptr)); });
}

TEST(Lifetimes, user_events) {
  expect_no_growth([] { clReleaseEvent(clCreateUserEvent(context(), nullptr)); });
}

TEST(Lifetimes, commands) {
  Queue q = make_queue();
  int count = 0;
  expect_no_growth([&] {
    Event event;
    ok(clEnqueueMarkerWithWaitList(q, 0, nullptr, event.out()));
    if (++count % 1000 == 0) ok(clFinish(q));
  });
}

TEST(Lifetimes, kernels) {
  Program program = build("kernel void k(global int *p, int n) { p[0] = n; }");
  expect_no_growth([&] { clReleaseKernel(clCreateKernel(program, "k", nullptr)); });
}

TEST(Lifetimes, launches) {
  Program program = build("kernel void k(global int *p, int n) { p[get_global_id(0)] = n; }");
  Queue q = make_queue();
  Kernel k = kernel(program, "k");
  Buffer memory = make_buffer(std::vector<int>(64));
  set_arg(k, 0, memory);
  int count = 0;
  const size_t one = 1;
  expect_no_growth([&] {
    set_arg(k, 1, ++count);
    ok(clEnqueueNDRangeKernel(q, k, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    if (count % 1000 == 0) ok(clFinish(q));
  });
}

}  // namespace
