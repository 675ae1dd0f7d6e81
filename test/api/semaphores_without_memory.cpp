// SPDX-License-Identifier: Apache-2.0
// Semaphores where memory is short. A program of its own: it replaces operator new, for the driver too.
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "api/bad_calls.h"
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

}  // namespace
