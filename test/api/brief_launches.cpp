// SPDX-License-Identifier: Apache-2.0
// Launches that take less time than to hand them over: they are over when they are enqueued, and no other thread can
// tell.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "common/cl.h"
#include "common/hang.h"

using namespace wherry::test;

namespace {

constexpr char kSource[] = R"(
kernel void add(global int *out, int n) { out[get_global_id(0)] += n; }
kernel void next(global int *out, int n) { out[0] = out[0] * 3 + n; }
kernel void next_in_a_loop(global int *out, int n) { for (int i = 0; i < 2; ++i) out[0] += i ? n : out[0]; }
kernel void await(volatile global int *turn) { while (atomic_add(turn, 0) == 0) ; }
)";

constexpr size_t kMany = 1 << 20;  // work-items, whose time is taken in each launch

class BriefLaunches : public testing::Test {
 protected:
  Kernel kernel(const char *name) { return wherry::test::kernel(program, name); }
  // Until the time that it takes is known.
  void warm_up(cl_command_queue q, cl_kernel k) {
    for (int i = 0; i < 20; ++i) {
      ok(try_launch(q, k, {1}));
      ok(clFinish(q));
    }
  }
  static cl_int status(cl_event event) {
    return info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  Program program = build(kSource);
  Buffer memory = make_buffer(std::vector<int>(kMany));
};

TEST_F(BriefLaunches, are_over_when_enqueued) {
  Kernel add = kernel("add");
  set_args(add, memory, 1);
  for (cl_command_queue_properties properties : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue q = make_queue(properties | CL_QUEUE_PROFILING_ENABLE);
    warm_up(q, add);
    std::atomic<int> called = 0;
    for (int i = 0; i < 200; ++i) {
      Event event;
      ok(try_launch(q, add, {8}, {}, {}, event.out()));
      ok(clSetEventCallback(
          event, CL_COMPLETE, [](cl_event, cl_int, void *count) { ++*static_cast<std::atomic<int> *>(count); },
          &called));
      ok(clFinish(q));
      auto time = [&](cl_profiling_info what) { return info<cl_ulong>(clGetEventProfilingInfo, event.get(), what); };
      EXPECT_LE(time(CL_PROFILING_COMMAND_QUEUED), time(CL_PROFILING_COMMAND_SUBMIT));
      EXPECT_LE(time(CL_PROFILING_COMMAND_SUBMIT), time(CL_PROFILING_COMMAND_START));
      EXPECT_LE(time(CL_PROFILING_COMMAND_START), time(CL_PROFILING_COMMAND_END));
    }
    while (called != 200) std::this_thread::yield();
    // The time of a work-item among many, so that neither a sanitizer nor another program makes it long for ever.
    EXPECT_TRUE(eventually([&] {
      ok(try_launch(q, add, {kMany}));
      ok(clFinish(q));
      Event event;
      ok(try_launch(q, add, {8}, {}, {}, event.out()));
      const bool is_over = status(event) == CL_COMPLETE;
      ok(clFinish(q));
      return is_over;
    }));
  }
}

// Between commands that others run, some of them held back.
TEST_F(BriefLaunches, keep_their_turn) {
  Kernel next = kernel("next"), slower = kernel("next_in_a_loop");
  for (cl_command_queue_properties properties : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue q = make_queue(properties);
    set_args(next, memory, 0);
    warm_up(q, next);
    for (int round = 0; round < 50; ++round) {
      int expected = round;
      ok(clEnqueueWriteBuffer(q, memory, CL_TRUE, 0, 4, &expected, 0, nullptr, nullptr));
      Event user(clCreateUserEvent(context(), nullptr)), held;
      cl_event wait = user;
      ok(clEnqueueBarrierWithWaitList(q, 1, &wait, held.out()));
      for (int i = 0; i < 6; ++i) {
        set_args(next, memory, i);
        set_args(slower, memory, i);
        const bool slow = (round + i) % 3 == 0;
        Event event;
        ok(try_launch(q, slow ? slower : next, {1}, {}, {}, event.out()));
        EXPECT_GT(status(event), CL_COMPLETE);
        if (properties) ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, nullptr));
        expected = slow ? expected * 2 + i : expected * 3 + i;
      }
      ok(clSetUserEventStatus(user, CL_COMPLETE));
      ok(clFinish(q));
      ASSERT_EQ(expected, read<int>(memory, 1, q)[0]) << round;
    }
  }
}

// Commands of a queue in order never overlap, whoever enqueues and runs them.
TEST_F(BriefLaunches, of_many_threads_in_one_queue) {
  constexpr int kThreads = 6, kEach = 2000;
  Queue q = make_queue();
  {
    Kernel add = kernel("add");
    set_args(add, memory, 0);
    warm_up(q, add);
  }
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      try {
        Kernel add = kernel("add");
        set_args(add, memory, 1);
        for (int i = 0; i < kEach; ++i) {
          ok(try_launch(q, add, {1}));
          if (i % 100 == t) ok(clFinish(q));
          if (i % 50 == t) ok(clEnqueueMarkerWithWaitList(q, 0, nullptr, nullptr));
        }
      } catch (const std::exception &) {
        ++failures;
      }
    });
  for (auto &thread : threads) thread.join();
  ok(clFinish(q));
  EXPECT_EQ(0, failures);
  EXPECT_EQ(kThreads * kEach, read<int>(memory, 1)[0]);
}

// What is quick today may wait for the host tomorrow, where it has a loop.
TEST_F(BriefLaunches, a_kernel_that_waits_for_the_host_is_not_waited_for) {
  Kernel await = kernel("await");
  Queue q = make_queue();
  auto *turn = static_cast<std::atomic<int> *>(
      clSVMAlloc(context(), CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, sizeof(std::atomic<int>), 0));
  ASSERT_NE(nullptr, turn);
  *turn = 1;
  ok(clSetKernelArgSVMPointer(await, 0, turn));
  warm_up(q, await);
  *turn = 0;
  ok(try_launch(q, await, {1}));
  ok(clFlush(q));
  *turn = 1;
  ok(clFinish(q));
  clSVMFree(context(), turn);
}

}  // namespace
