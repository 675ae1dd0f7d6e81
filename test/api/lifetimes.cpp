// SPDX-License-Identifier: Apache-2.0
// A million objects made and released leave nothing behind; what commands need lives until they have run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <functional>
#include <thread>

#include "api/bad_calls.h"
#include "common/hang.h"
#include "common/sanitized.h"
#include "wherry/cl_command_buffer.h"

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
  if (kSanitized) GTEST_SKIP() << "a sanitizer keeps what is freed";
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

// A program's own static or thread_local object ends after the driver's, and releases many.
TEST(Lifetimes, events_released_after_the_thread) {
  struct Held {
    std::vector<Event> events;
  };
  std::thread([] {
    thread_local Held held;
    for (size_t late : {50, 300}) {
      held.events.clear();
      for (size_t i = 0; i < late; ++i) held.events.emplace_back(clCreateUserEvent(context(), nullptr));
      std::vector<Event> more;
      for (int i = 0; i < 100; ++i) more.emplace_back(clCreateUserEvent(context(), nullptr));
    }
  }).join();
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

// Everything that commands of all kinds use is released while they wait, and the queue and the context with it; then
// they run, or fail.
class ReleasedEarly : public testing::TestWithParam<std::tuple<cl_command_queue_properties, cl_int>> {
 protected:
  static constexpr size_t kItems = 64;
  static constexpr char kSource[] = R"(
kernel void add(global int *p, local int *tile, int n) {
  tile[get_local_id(0)] = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] += tile[get_local_size(0) - 1 - get_local_id(0)];
}
kernel void put(write_only pipe int out) { int i = get_global_id(0); write_pipe(out, &i); }
kernel void get(read_only pipe int in, global int *to) { int i = -1; read_pipe(in, &i); to[get_global_id(0)] = i; }
)";

  struct Ends {
    std::atomic<int> commands = 0, failed = 0, objects = 0;
  };
  Ends ends;
  std::vector<int> memory = std::vector<int>(kItems, 1), packets = std::vector<int>(kItems, -1);
  int commands = 0;

  // The next command's event, which counts its end and is released at once.
  class Counted {
   public:
    explicit Counted(ReleasedEarly &test) : test_(test) {}
    ~Counted() {
      ++test_.commands;
      clSetEventCallback(
          event_, CL_COMPLETE,
          [](cl_event, cl_int status, void *ends) {
            static_cast<Ends *>(ends)->failed += status < 0;
            ++static_cast<Ends *>(ends)->commands;
          },
          &test_.ends);
    }
    operator cl_event *() { return event_.out(); }

   private:
    ReleasedEarly &test_;
    Event event_;
  };
  Counted counted() { return Counted(*this); }

  void enqueue_all(cl_context c, cl_command_queue q, cl_event gate);
};

void ReleasedEarly::enqueue_all(cl_context c, cl_command_queue q, cl_event gate) {
  cl_int error;
  auto watched = [&](cl_mem made) {
    ok(error);
    ok(clSetMemObjectDestructorCallback(made, [](cl_mem, void *ends) { ++static_cast<Ends *>(ends)->objects; }, &ends));
    return Buffer(made);
  };
  Program program = build(kSource, "-cl-std=CL3.0", c);
  Kernel add = kernel(program, "add"), put = kernel(program, "put"), get = kernel(program, "get");
  Buffer whole = watched(clCreateBuffer(c, CL_MEM_USE_HOST_PTR, kItems * 4, memory.data(), &error));
  const cl_buffer_region region{0, kItems * 4};
  Buffer part = watched(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  Buffer other = watched(clCreateBuffer(c, CL_MEM_READ_WRITE, kItems * 4, nullptr, &error));
  Buffer pipe = watched(clCreatePipe(c, 0, 4, kItems, nullptr, &error));
  set_args(add, part, LocalBytes{kItems * 4}, 1);
  set_args(put, pipe);
  set_args(get, pipe, other);

  const size_t items = kItems;
  ok(clEnqueueBarrierWithWaitList(q, 1, &gate, counted()));
  auto in_turn = [&] { ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, counted())); };
  auto run = [&](cl_kernel k) {
    ok(clEnqueueNDRangeKernel(q, k, 1, nullptr, &items, &items, 0, nullptr, counted()));
    in_turn();
  };
  run(add);
  run(put);
  run(get);
  ok(clEnqueueReadBuffer(q, other, CL_FALSE, 0, kItems * 4, packets.data(), 0, nullptr, counted()));
  in_turn();
  void *mapped = clEnqueueMapBuffer(q, part, CL_FALSE, CL_MAP_WRITE, 0, 4, 0, nullptr, counted(), &error);
  ok(error);
  in_turn();
  ok(clEnqueueUnmapMemObject(q, part, mapped, 0, nullptr, counted()));
  in_turn();

  void *shared = clSVMAlloc(c, 0, kItems * 4, 0);
  ok(clEnqueueSVMMemcpy(q, CL_FALSE, shared, memory.data(), kItems * 4, 0, nullptr, counted()));
  in_turn();
  ok(clSetKernelArgSVMPointer(add, 0, shared));
  run(add);
  ok(clEnqueueSVMMemcpy(q, CL_FALSE, memory.data(), shared, kItems * 4, 0, nullptr, counted()));
  in_turn();
  ok(clEnqueueSVMFree(q, 1, &shared, nullptr, nullptr, 0, nullptr, counted()));

  const auto create_semaphore = extension<clCreateSemaphoreWithPropertiesKHR_fn>("clCreateSemaphoreWithPropertiesKHR");
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  cl_semaphore_khr semaphore = create_semaphore(c, binary, &error);
  ok(error);
  ok(extension<clEnqueueSignalSemaphoresKHR_fn>("clEnqueueSignalSemaphoresKHR")(q, 1, &semaphore, nullptr, 0, nullptr,
                                                                                counted()));
  ok(extension<clEnqueueWaitSemaphoresKHR_fn>("clEnqueueWaitSemaphoresKHR")(q, 1, &semaphore, nullptr, 0, nullptr,
                                                                            counted()));
  ok(extension<clReleaseSemaphoreKHR_fn>("clReleaseSemaphoreKHR")(semaphore));
  in_turn();

  set_arg(add, 0, whole);
  set_arg(add, 2, 10);
  cl_command_buffer_khr buffer =
      extension<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR")(1, &q, nullptr, &error);
  ok(error);
  ok(extension<decltype(&wherry::khr::clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR")(
      buffer, nullptr, nullptr, add, 1, nullptr, &items, &items, 0, nullptr, nullptr, nullptr));
  ok(extension<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(buffer));
  ok(extension<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR")(0, nullptr, buffer, 0, nullptr, counted()));
  ok(extension<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(buffer));
}

INSTANTIATE_TEST_SUITE_P(, ReleasedEarly,
                         testing::Combine(testing::Values(0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
                                          testing::Values(CL_COMPLETE, -1)),
                         [](const auto &tested) {
                           return std::string(std::get<0>(tested.param) ? "OutOfOrder" : "InOrder") +
                                  (std::get<1>(tested.param) ? "Failing" : "");
                         });

TEST_P(ReleasedEarly, while_all_commands_wait) {
  const auto [properties, status] = GetParam();
  constexpr int kObjects = 5;
  Context c = make_context();
  ok(clSetContextDestructorCallback(c, [](cl_context, void *ends) { ++static_cast<Ends *>(ends)->objects; }, &ends));
  cl_int error;
  Event gate(clCreateUserEvent(c, &error));
  ok(error);
  {
    Queue q = make_queue(properties, c);
    enqueue_all(c, q, gate);
    ok(clFlush(q));
  }
  c.reset();
  EXPECT_EQ(0, ends.commands);
  EXPECT_EQ(0, ends.objects);
  ok(clSetUserEventStatus(gate, status));
  gate.reset();
  EXPECT_TRUE(eventually([&] { return ends.commands == commands && ends.objects == kObjects; }))
      << ends.commands << " of " << commands << " commands, " << ends.objects << " objects have ended";
  if (status == CL_COMPLETE) {
    EXPECT_EQ(0, ends.failed);
    EXPECT_EQ(std::vector<int>(kItems, 1 + 1 + 1 + 10), memory);
    std::sort(packets.begin(), packets.end());
    for (size_t i = 0; i < kItems; ++i) ASSERT_EQ(int(i), packets[i]);
  } else {
    EXPECT_GT(ends.failed, 0);
  }
}

}  // namespace
