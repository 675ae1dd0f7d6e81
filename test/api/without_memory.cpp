// SPDX-License-Identifier: Apache-2.0
// Calls where memory is short. A program of its own: it replaces operator new, for the driver too.
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>
#include <utility>

#include "api/bad_calls.h"
#include "api/command_buffers_and_semaphores.h"
#include "common/child.h"
#include "common/hang.h"
#include "common/short_memory.h"

using namespace wherry::test;

namespace {

cl_int status(const Event &event) {
  return info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
}

// What a program does from its first call on. Returns the first error, with the call's name.
std::pair<cl_int, const char *> run_a_program() {
  cl_int error = CL_SUCCESS;
  cl_device_id on = nullptr;
#define STEP(call)                                                                                                     \
  if ((call); error != CL_SUCCESS) return {error, #call}
  STEP(error = clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &on, nullptr));
  size_t size = 0;
  STEP(error = clGetDeviceInfo(on, CL_DEVICE_EXTENSIONS, 0, nullptr, &size));
  STEP(error = clGetDeviceInfo(on, CL_DEVICE_OPENCL_C_FEATURES, 0, nullptr, &size));
  cl_context made = nullptr;
  STEP(made = clCreateContext(nullptr, 1, &on, nullptr, nullptr, &error));
  Context in(made);
  Queue queues[2];
  STEP(*queues[0].out() = clCreateCommandQueueWithProperties(in, on, nullptr, &error));
  const cl_queue_properties any_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  STEP(*queues[1].out() = clCreateCommandQueueWithProperties(in, on, any_order, &error));
  const char *source = "kernel void add(global int *p, int n, local int *t) {\n"
                       "  int i = get_local_id(0); t[i] = n; barrier(CLK_LOCAL_MEM_FENCE);\n"
                       "  p[get_global_id(0)] += t[get_local_size(0) - 1 - i]; }";
  Program program;
  STEP(*program.out() = clCreateProgramWithSource(in, 1, &source, nullptr, &error));
  STEP(error = clBuildProgram(program, 0, nullptr, "-cl-kernel-arg-info", nullptr, nullptr));
  Kernel add;
  STEP(*add.out() = clCreateKernel(program, "add", &error));
  Buffer buffer, image;
  STEP(*buffer.out() = clCreateBuffer(in, CL_MEM_READ_WRITE, 4096, nullptr, &error));
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 16;
  STEP(*image.out() = clCreateImage(in, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error));
  Event user;
  STEP(*user.out() = clCreateUserEvent(in, &error));
  const cl_event gate = user;
  struct Opened {  // whatever happens, so that no command waits for ever
    ~Opened() { clSetUserEventStatus(event, CL_COMPLETE); }
    cl_event event;
  } opened{user};
  for (const Queue &q : queues) {
    const cl_mem argument = buffer;
    const int n = 1, zero = 0;
    const size_t items = 64, origin[3] = {}, region[3] = {16, 16, 1};
    STEP(error = clSetKernelArg(add, 0, sizeof argument, &argument));
    STEP(error = clSetKernelArg(add, 1, sizeof n, &n));
    STEP(error = clSetKernelArg(add, 2, 256, nullptr));
    Event launched, filled;
    STEP(error = clEnqueueFillBuffer(q, buffer, &zero, 4, 0, 4096, 1, &gate, filled.out()));
    const cl_event before = filled;
    STEP(error = clEnqueueNDRangeKernel(q, add, 1, nullptr, &items, &items, 1, &before, launched.out()));
    STEP(error = clSetEventCallback(launched, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr));
    STEP(error = clEnqueueBarrierWithWaitList(q, 0, nullptr, nullptr));
    STEP(error = clEnqueueFillImage(q, image, region, origin, region, 0, nullptr, nullptr));
    STEP(error = clEnqueueCopyImageToBuffer(q, image, buffer, origin, region, 1024, 0, nullptr, nullptr));
    STEP(error = clFlush(q));
  }
  STEP(error = clSetUserEventStatus(user, CL_COMPLETE));
  for (const Queue &q : queues) {
    std::array<int, 64> result{};
    STEP(error = clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof result, result.data(), 0, nullptr, nullptr));
    void *mapped = nullptr;
    STEP(mapped = clEnqueueMapBuffer(q, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, nullptr, nullptr, &error));
    STEP(error = clEnqueueUnmapMemObject(q, buffer, mapped, 0, nullptr, nullptr));
    STEP(error = clFinish(q));
  }
  Owned<cl_sampler, clReleaseSampler> sampler;
  STEP(*sampler.out() = clCreateSamplerWithProperties(in, nullptr, &error));
  Buffer pipe;
  STEP(*pipe.out() = clCreatePipe(in, 0, 4, 16, nullptr, &error));
  Kernel clone;
  STEP(*clone.out() = clCloneKernel(add, &error));
  cl_command_queue queue = queues[0];
  CommandBuffer recorded;
  const size_t items = 64;
  STEP(*recorded.out() = clCreateCommandBuffer(1, &queue, nullptr, &error));
  STEP(error = clCommandNDRangeKernel(recorded, nullptr, nullptr, clone, 1, nullptr, &items, nullptr, 0, nullptr,
                                      nullptr, nullptr));
  STEP(error = clFinalizeCommandBuffer(recorded));
  STEP(error = clEnqueueCommandBuffer(0, nullptr, recorded, 0, nullptr, nullptr));
  OwnedSemaphore semaphore;
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  STEP(*semaphore.out() = clCreateSemaphoreWithProperties(in, binary, &error));
  const cl_semaphore_khr handle = semaphore;
  STEP(error = clEnqueueSignalSemaphores(queues[0], 1, &handle, nullptr, 0, nullptr, nullptr));
  STEP(error = clEnqueueWaitSemaphores(queues[1], 1, &handle, nullptr, 0, nullptr, nullptr));
  STEP(error = clEnqueueNativeKernel(queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr));
  for (const Queue &q : queues) STEP(error = clFinish(q));
#undef STEP
  return {CL_SUCCESS, ""};
}

// Wherever a program's first thread gets no more memory, a call says so, and the next try succeeds. Each try is
// a child process that has made no OpenCL call before.
TEST(CallsWithoutMemory, return_an_error) {
  constexpr int kSucceeded = 50;
  for (bool once : {false, true}) {
    int end = 0, fails = once ? -1 : -2;  // every other one, of both kinds
    while (end == 0) {
      fails += 2;
      end = in_child([&] {
        end_if_hung();
        allocations_left = fails;
        fails_once = once;
        const auto [error, call] = run_a_program();
        const bool was_short = allocations_left <= 0;
        allocations_left = -1;
        for (cl_int expected :
             {CL_SUCCESS, CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, CL_MEM_OBJECT_ALLOCATION_FAILURE,
              CL_BUILD_PROGRAM_FAILURE, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST})
          if (error == expected) {
            const auto [again, failed] = run_a_program();
            if (again == CL_SUCCESS) return was_short ? 0 : kSucceeded;
            fprintf(stderr, "%s after %s: %s after %s\n", error_name(again).c_str(), error_name(error).c_str(), failed,
                    call);
            return 1;
          }
        fprintf(stderr, "%s: %s\n", error_name(error).c_str(), call);
        return 2;
      });
    }
    EXPECT_EQ(kSucceeded, end) << "allocation " << fails << (once ? " alone" : " and all behind it");
    EXPECT_GT(fails, 200) << once;
  }
}

// Commands for workers, which have no memory from some allocation on: true if all ended and called back.
bool commands_of_workers_end(int allocations) {
  is_spared = true;
  Program program = build("kernel void prints(global int *p) { printf(\"%d\", p[get_global_id(0)] = 1); }\n"
                          "kernel void keeps(global int *p) {\n"
                          "  int a[3000]; for (int i = 0; i < 3000; ++i) a[i] = p[i];\n"
                          "  barrier(CLK_GLOBAL_MEM_FENCE); p[get_global_id(0)] = a[p[0]]; }\n"
                          "kernel void copies(global int *p, local int *t) {\n"
                          "  event_t e = async_work_group_copy(t, p, 64, 0); wait_group_events(1, &e);\n"
                          "  p[get_global_id(0)] = t[63 - get_local_id(0)]; }");
  Kernel kernels[] = {kernel(program, "prints"), kernel(program, "keeps"), kernel(program, "copies")};
  Buffer buffer = make_buffer(std::vector<int>(4096));
  for (cl_kernel k : kernels) set_arg(k, 0, buffer);
  set_arg(kernels[2], 1, LocalBytes{256});
  Event user(clCreateUserEvent(context(), nullptr));
  const cl_event gate = user;
  const size_t items = 64 * 64, local = 64;
  const int zero = 0;
  Queue queues[] = {make_queue(), out_of_order_queue()};
  std::vector<Event> events;
  for (cl_command_queue q : queues) {
    for (cl_kernel k : kernels)
      ok(clEnqueueNDRangeKernel(q, k, 1, nullptr, &items, &local, 1, &gate, events.emplace_back().out()));
    ok(clEnqueueFillBuffer(q, buffer, &zero, 4, 0, 4096, 1, &gate, events.emplace_back().out()));
    ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, events.emplace_back().out()));
  }
  static std::atomic<unsigned> called{0};
  for (cl_event event : events)
    ok(clSetEventCallback(event, CL_COMPLETE, [](cl_event, cl_int, void *) { ++called; }, nullptr));
  allocations_left_elsewhere = allocations;
  ok(clSetUserEventStatus(user, CL_COMPLETE));
  const bool ended = eventually([&] {
    return called == events.size() &&
           std::ranges::all_of(events, [](const Event &event) { return status(event) <= CL_COMPLETE; });
  });
  allocations_left_elsewhere = -1;
  return ended;
}

// In children, none of whose workers has run anything before.
TEST(WorkersWithoutMemory, every_command_ends) {
  for (int fails = 0; fails < 120; ++fails)
    ASSERT_EQ(0, in_child([&] {
                end_if_hung();
                if (!std::freopen("/dev/null", "w", stdout)) return 1;
                if (!commands_of_workers_end(fails)) return 2;
                return run_a_program().first == CL_SUCCESS ? 0 : 3;
              }))
        << "allocation " << fails;
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

// A blocking call's command is run by its thread, or, where the thread has no memory to look for what comes before, by
// a worker.
TEST(WaitsWithoutMemory, blocking_calls_return) {
  Queue q = make_queue();
  Buffer buffer = make_buffer(std::vector<int>(64, 7));
  for (int fails = 0; fails < 10; ++fails) {
    SCOPED_TRACE(fails);
    std::vector<int> to(64);
    allocations_left = fails;
    const cl_int result = clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, to.size() * 4, to.data(), 0, nullptr, nullptr);
    allocations_left = -1;
    EXPECT_TRUE(result == CL_SUCCESS || result == CL_OUT_OF_HOST_MEMORY) << error_name(result);
    if (result == CL_SUCCESS) EXPECT_EQ(std::vector<int>(64, 7), to);
  }
}

}  // namespace
