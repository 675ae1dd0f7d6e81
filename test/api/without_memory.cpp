// SPDX-License-Identifier: Apache-2.0
// Semaphores and waits where memory is short. A program of its own: it replaces operator new, for the driver too.
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "api/bad_calls.h"
#include "common/hang.h"
#include "common/short_memory.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

#define FUNCTION(name) const auto name = extension<name##KHR_fn>(#name "KHR")
FUNCTION(clCreateSemaphoreWithProperties);
FUNCTION(clEnqueueWaitSemaphores);
FUNCTION(clEnqueueSignalSemaphores);
FUNCTION(clReleaseSemaphore);
#undef FUNCTION

cl_int status(const Event &event) {
  return info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
}

// A wait for which there is no memory leaves its semaphore's fence to the next wait, and to that one alone: although
// the driver's command that would have begun to await the fence ends only with the events of the failed wait's list.
TEST(SemaphoresWithoutMemory, one_wait_takes_a_fence) {
  Queue q = make_queue();
  int failed = 0;
  for (int fails = 0;; ++fails) {
    SCOPED_TRACE(fails);
    const int fence = eventfd(0, EFD_CLOEXEC), end = dup(fence);
    const cl_semaphore_properties_khr properties[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                      CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                                                      static_cast<cl_semaphore_properties_khr>(fence), 0};
    cl_int error = CL_SUCCESS;
    cl_semaphore_khr semaphore = clCreateSemaphoreWithProperties(context(), properties, &error);
    ok(error);
    Event user(clCreateUserEvent(context(), nullptr)), first, second;
    const cl_event after = user.get();
    cl_event made = nullptr;
    allocations_left = fails;
    const cl_int result = clEnqueueWaitSemaphores(q, 1, &semaphore, nullptr, 1, &after, &made);
    allocations_left = -1;
    if (result == CL_SUCCESS) {
      // The command itself may have failed for want of memory.
      *first.out() = made;
      ok(clSetUserEventStatus(user, CL_COMPLETE));
      ok(eventfd_write(end, 1));
      clWaitForEvents(1, &made);
      ok(clReleaseSemaphore(semaphore));
      close(end);
      break;
    }
    ++failed;
    EXPECT_EQ(CL_OUT_OF_HOST_MEMORY, result);
    ok(clEnqueueWaitSemaphores(q, 1, &semaphore, nullptr, 0, nullptr, first.out()));
    ok(clSetUserEventStatus(user, CL_COMPLETE));
    usleep(20000);  // the failed wait's command ends
    ok(clEnqueueWaitSemaphores(q, 1, &semaphore, nullptr, 0, nullptr, second.out()));
    ok(eventfd_write(end, 1));
    const cl_event one = first.get();
    ok(clWaitForEvents(1, &one));
    usleep(20000);
    EXPECT_LT(CL_COMPLETE, status(second));
    ok(clEnqueueSignalSemaphores(queue(), 1, &semaphore, nullptr, 0, nullptr, nullptr));
    const cl_event two = second.get();
    ok(clWaitForEvents(1, &two));
    ok(clReleaseSemaphore(semaphore));
    close(end);
  }
  EXPECT_GT(failed, 5);
}

// A wait or a signal for which there is no memory leaves its semaphore as it was: the next ones are of one pair.
TEST(SemaphoresWithoutMemory, pairs_stay_in_step) {
  const cl_semaphore_properties_khr properties[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  Queue waiting = make_queue(), signaling = make_queue();
  for (bool waits : {true, false}) {
    int failed = 0;
    for (;; ++failed) {
      SCOPED_TRACE(failed);
      cl_int error = CL_SUCCESS;
      cl_semaphore_khr semaphore = clCreateSemaphoreWithProperties(context(), properties, &error);
      ok(error);
      const auto wait = [&](cl_event *event) {
        return clEnqueueWaitSemaphores(waiting, 1, &semaphore, nullptr, 0, nullptr, event);
      };
      const auto signal = [&] {
        return clEnqueueSignalSemaphores(signaling, 1, &semaphore, nullptr, 0, nullptr, nullptr);
      };
      allocations_left = failed;
      const cl_int result = waits ? wait(nullptr) : signal();
      allocations_left = -1;
      if (result != CL_SUCCESS) {
        EXPECT_EQ(CL_OUT_OF_HOST_MEMORY, result);
        Event waited;
        ok(wait(waited.out()));
        EXPECT_LT(CL_COMPLETE, status(waited));
        ok(signal());
        ASSERT_TRUE(eventually([&] { return status(waited) == CL_COMPLETE; }));
      } else if (waits) {
        ok(signal());
      }
      ok(clReleaseSemaphore(semaphore));
      if (result == CL_SUCCESS) break;
    }
    EXPECT_GT(failed, 3);
  }
  clFinish(waiting);  // an enqueued command may have failed for want of memory
  clFinish(signaling);
}

// A thread that waits runs what it waits for, along a path through the graph for which it needs memory. Wherever that
// ends, no command is lost that the thread has claimed or made ready.
TEST(WaitsWithoutMemory, every_command_ends) {
  const auto workers = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS);
  constexpr int kLinks = 12;
  Queue busy = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Queue queues[] = {make_queue(), make_queue(), make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  static std::atomic<int> count;
  for (int fails = 0; fails < 40; ++fails) {
    SCOPED_TRACE(fails);
    static std::atomic<bool> go_on;
    go_on = false;
    count = 0;
    for (cl_uint i = 0; i < workers; ++i)  // so that this thread finds commands that no worker has begun
      ok(clEnqueueNativeKernel(
          busy,
          [](void *) {
            while (!go_on) std::this_thread::yield();
          },
          nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr));
    Event user(clCreateUserEvent(context(), nullptr));
    std::vector<Event> chain(kLinks);
    // Each in another queue than the one before, which it waits for, and commands of its own queue before it.
    for (size_t i = 0; i < kLinks; ++i) {
      const cl_event after = i == 0 ? user.get() : chain[i - 1].get();
      for (int k = 0; k < 4; ++k)
        ok(clEnqueueNativeKernel(
            queues[i % 3], [](void *) { ++count; }, nullptr, 0, 0, nullptr, nullptr, 1, &after,
            k == 3 ? chain[i].out() : nullptr));
    }
    ok(clSetUserEventStatus(user, CL_COMPLETE));
    // Where there is no memory for the path this thread waits for the workers.
    std::thread later([] {
      usleep(2000);
      go_on = true;
    });
    const cl_event last = chain.back();
    allocations_left = fails;
    const cl_int result = clWaitForEvents(1, &last);
    allocations_left = -1;
    EXPECT_TRUE(result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY) << error_name(result);  // the call's own list
    for (auto &q : queues) ok(clFinish(q));
    later.join();
    ok(clFinish(busy));
    EXPECT_EQ(4 * kLinks, count);
  }
}

}  // namespace
