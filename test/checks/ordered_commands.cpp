// SPDX-License-Identifier: Apache-2.0
// Programs that order their commands: no report.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "commands.h"
#include "common/child.h"
#include "common/hang.h"

namespace wherry::test {

namespace {

Event user_event() {
  cl_int code = CL_SUCCESS;
  Event made(clCreateUserEvent(context(), &code));
  ok(code);
  return made;
}

void wait(const Event &event) {
  const cl_event handle = event;
  ok(clWaitForEvents(1, &handle));
}

TEST(OrderedCommands, by_events) {
  Commands c;
  Event written = c.write(c.a);
  Event put = c.run(c.b, "put", {written});
  Event got = c.run(c.loose, "get", {put});
  c.fill(c.a, {got});
  expect_none(c);
}

TEST(OrderedCommands, by_one_queue) {
  Commands c;
  c.write(c.a);
  c.run(c.a, "put");
  c.run(c.a, "get");
  c.read(c.a);
  expect_none(c);
}

TEST(OrderedCommands, by_a_later_event_of_a_queue_in_order) {
  Commands c;
  c.write(c.a);
  c.run(c.a, "put");
  Event last;
  ok(clEnqueueMarkerWithWaitList(c.a, 0, nullptr, last.out()));
  c.run(c.b, "get", {last});
  expect_none(c);
}

TEST(OrderedCommands, by_a_chain_across_queues) {
  Commands c;
  Event put = c.run(c.a, "put"), between;
  const cl_event first = put;
  ok(clEnqueueMarkerWithWaitList(c.loose, 1, &first, between.out()));
  c.run(c.b, "put", {between});
  expect_none(c);
}

TEST(OrderedCommands, by_barriers_and_markers) {
  Commands c;
  c.write(c.loose);
  ok(clEnqueueBarrierWithWaitList(c.loose, 0, nullptr, nullptr));
  c.run(c.loose, "put");
  Event all;
  ok(clEnqueueMarkerWithWaitList(c.loose, 0, nullptr, all.out()));
  c.fill(c.loose, {all});
  expect_none(c);
}

TEST(OrderedCommands, by_a_barrier_that_has_ended) {
  Commands c;
  for (int i = 0; i < 20; ++i) {
    c.write(c.loose);
    Event barrier;
    ok(clEnqueueBarrierWithWaitList(c.loose, 0, nullptr, barrier.out()));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    c.run(c.loose, "put");
    ok(clEnqueueBarrier(c.loose));
  }
  expect_none(c);
}

TEST(OrderedCommands, by_a_barrier_with_a_wait_list) {
  Commands c;
  Event written = c.write(c.loose);
  const cl_event first = written;
  ok(clEnqueueBarrierWithWaitList(c.loose, 1, &first, nullptr));
  c.run(c.loose, "put");
  expect_none(c);
}

TEST(OrderedCommands, by_a_marker_of_commands_that_have_ended) {
  Commands c;
  c.write(c.loose);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  Event all;
  ok(clEnqueueMarkerWithWaitList(c.loose, 0, nullptr, all.out()));
  c.run(c.b, "put", {all});
  expect_none(c);
}

TEST(OrderedCommands, by_finish) {
  Commands c;
  c.write(c.a);
  ok(clFinish(c.a));
  c.run(c.b, "put");
  ok(clFinish(c.b));
  c.run(c.loose, "put");
  ok(clFinish(c.loose));
  c.fill(c.a);
  expect_none(c);
}

TEST(OrderedCommands, by_finish_behind_the_end) {
  Commands c;
  c.write(c.a);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ok(clFinish(c.a));
  c.run(c.b, "put");
  expect_none(c);
}

TEST(OrderedCommands, by_waits_for_events) {
  Commands c;
  c.write(c.a);
  wait(c.run(c.a, "get"));
  c.run(c.b, "put");
  expect_none(c);
}

TEST(OrderedCommands, by_a_blocking_read) {
  Commands c;
  c.run(c.a, "put");
  read_bytes(c.buffer, c.to.data(), kBytes, c.a);
  c.run(c.b, "put");
  expect_none(c);
}

TEST(OrderedCommands, by_a_status_query) {
  Commands c;
  Event put = c.run(c.a, "put");
  ok(clFlush(c.a));
  while (info<cl_int>(clGetEventInfo, put.get(), CL_EVENT_COMMAND_EXECUTION_STATUS) != CL_COMPLETE)
    std::this_thread::yield();
  c.fill(c.b);
  expect_none(c);
}

TEST(OrderedCommands, by_a_user_event_behind_a_wait) {
  Commands c;
  Event gate = user_event();
  c.run(c.b, "put", {gate});
  wait(c.write(c.a));
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  expect_none(c);
}

struct Callback {
  Commands *commands;
  cl_event gate = nullptr;
  std::atomic<bool> done = false;
  static void CL_CALLBACK enqueue(cl_event, cl_int, void *data) {
    auto &self = *static_cast<Callback *>(data);
    if (self.gate)
      clSetUserEventStatus(self.gate, CL_COMPLETE);
    else
      self.commands->run(self.commands->b, "put");
    self.done = true;
  }
};

TEST(OrderedCommands, by_a_callback_that_enqueues) {
  Commands c;
  Callback callback{&c};
  Event written = c.write(c.a);
  ok(clSetEventCallback(written, CL_COMPLETE, Callback::enqueue, &callback));
  while (!callback.done) std::this_thread::yield();
  expect_none(c);
}

TEST(OrderedCommands, by_a_callback_that_sets_a_user_event) {
  Commands c;
  Event gate = user_event();
  Callback callback{&c, gate};
  c.run(c.b, "put", {gate});
  Event written = c.write(c.a);
  ok(clSetEventCallback(written, CL_COMPLETE, Callback::enqueue, &callback));
  while (!callback.done) std::this_thread::yield();
  expect_none(c);
}

TEST(OrderedCommands, by_another_thread_of_the_host) {
  Commands c;
  Event put = c.run(c.a, "put");
  std::thread([&] { wait(put); }).join();
  c.fill(c.b);
  expect_none(c);
}

TEST(OrderedCommands, need_not_be_where_bytes_differ) {
  Commands c;
  c.write(c.a, {}, 0, 2048);
  c.fill(c.b, {}, 2048, 2048);
  c.finish();
  c.run(c.a, "put", {}, 512, 0);
  c.run(c.b, "put", {}, 512, 512);
  c.finish();
  c.run(c.a, "odd", {}, kInts / 2);
  c.run(c.b, "even", {}, kInts / 2);
  expect_none(c);
}

TEST(OrderedCommands, need_not_be_where_rows_differ) {
  Commands c;
  const size_t left[3] = {0, 0, 0}, right[3] = {32, 0, 0}, host[3] = {}, region[3] = {32, 64, 1};
  ok(clEnqueueWriteBufferRect(c.a, c.buffer, CL_FALSE, left, host, region, 64, 0, 0, 0, c.from.data(), 0, nullptr,
                              nullptr));
  ok(clEnqueueWriteBufferRect(c.b, c.buffer, CL_FALSE, right, host, region, 64, 0, 0, 0, c.from.data(), 0, nullptr,
                              nullptr));
  expect_none(c);
}

TEST(OrderedCommands, need_not_be_where_all_read) {
  Commands c;
  Buffer out = make_buffer(kBytes);
  c.read(c.a);
  c.copy(c.b);
  Kernel k = kernel(c.program, "get");
  set_args(k, c.buffer, cl_int{0}, out);
  const size_t items = kInts;
  ok(clEnqueueNDRangeKernel(c.loose, k, 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  expect_none(c);
}

TEST(OrderedCommands, need_not_be_where_all_are_atomic) {
  Commands c;
  c.run(c.a, "add");
  c.run(c.b, "add");
  c.run(c.loose, "add");
  expect_none(c);
}

TEST(OrderedCommands, of_maps) {
  Commands c;
  Event put = c.run(c.a, "put"), unmapped;
  const cl_event first = put;
  cl_int code = CL_SUCCESS;
  void *mapped =
      clEnqueueMapBuffer(c.b, c.buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, kBytes, 1, &first, nullptr, &code);
  ok(code);
  ok(clEnqueueUnmapMemObject(c.b, c.buffer, mapped, 0, nullptr, unmapped.out()));
  c.run(c.a, "get", {unmapped});
  expect_none(c);
}

TEST(OrderedCommands, of_memory_that_is_used_again) {
  Commands c;
  for (int i = 0; i < 100; ++i) {
    Buffer one = make_buffer(kBytes);
    ok(clEnqueueFillBuffer(i % 2 ? c.a : c.b, one, &c.pattern, sizeof c.pattern, 0, kBytes, 0, nullptr, nullptr));
    c.run_on(i % 2 ? c.a : c.b, "set", one, kInts);
  }
  expect_none(c);
}

TEST(OrderedCommands, by_semaphores) {
  Commands c;
  const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  cl_int code = CL_SUCCESS;
  cl_semaphore_khr semaphore =
      extension<clCreateSemaphoreWithPropertiesKHR_fn>("clCreateSemaphoreWithPropertiesKHR")(context(), list, &code);
  ok(code);
  c.write(c.a);
  ok(extension<clEnqueueSignalSemaphoresKHR_fn>("clEnqueueSignalSemaphoresKHR")(c.a, 1, &semaphore, nullptr, 0, nullptr,
                                                                                nullptr));
  ok(extension<clEnqueueWaitSemaphoresKHR_fn>("clEnqueueWaitSemaphoresKHR")(c.b, 1, &semaphore, nullptr, 0, nullptr,
                                                                            nullptr));
  c.run(c.b, "put");
  expect_none(c);
  ok(extension<clReleaseSemaphoreKHR_fn>("clReleaseSemaphoreKHR")(semaphore));
}

TEST(OrderedCommands, by_atomics_of_kernels) {
  Commands c;
  c.fill(c.a);
  c.finish();
  for (int i = 0; i < 10; ++i) {
    c.run(c.a, "publish");
    c.run(c.b, "subscribe");
  }
  expect_none(c);
}

TEST(OrderedCommands, of_kernels_that_enqueue) {
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int code = CL_SUCCESS;
  Queue on_device(clCreateCommandQueueWithProperties(context(), device(), list, &code));
  ok(code);
  Commands c;
  Event done = c.run(c.a, "enqueued");
  c.run(c.b, "put", {done});
  expect_none(c);
}

TEST(OrderedCommands, by_the_end_of_an_object) {
  Commands c;
  Buffer last = make_buffer(kBytes);
  std::atomic<bool> gone = false;
  ok(clSetMemObjectDestructorCallback(
      last, [](cl_mem, void *data) { *static_cast<std::atomic<bool> *>(data) = true; }, &gone));
  c.write(c.a);
  c.run_on(c.a, "set", last, kInts);
  ok(clFlush(c.a));
  last.reset();
  while (!gone) std::this_thread::yield();
  c.run(c.b, "get");
  expect_none(c);
}

// Children launch kernels, whatever the parent's threads did when it forked.
TEST(OrderedCommands, in_forked_children) {
  Commands c;
  std::atomic<bool> stop = false;
  std::thread thread([&] {
    for (int i = 1; !stop; ++i) {
      c.run_on(c.loose, "set", c.buffer, 4);
      wait(c.fill(c.a));
      // On a busy machine, commands would become more and more.
      if (i % 64 == 0) ok(clFinish(c.loose));
    }
  });
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(0, in_child([&] {
                end_if_hung();
                Queue own = make_queue();
                Buffer memory = make_buffer(kBytes);
                c.run_on(own, "set", memory, kInts);
                ok(clFinish(own));
                return 0;
              }));
  stop = true;
  thread.join();
  c.finish();
  new_reports();  // the thread's commands are not ordered
}

TEST(OrderedCommands, of_many_out_of_order) {
  Commands c;
  Event last;
  for (int i = 0; i < 3000; ++i) {
    const size_t offset = static_cast<size_t>(i) % 16 * 256;
    last = i % 16       ? c.fill(c.loose, {last}, offset, 256)
           : last.get() ? c.fill(c.loose, {last}, offset, 256)
                        : c.fill(c.loose);
  }
  expect_none(c);
}

}  // namespace

}  // namespace wherry::test
