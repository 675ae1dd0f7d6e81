// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common/cl.h"
#include "common/hang.h"

using namespace wherry::test;

namespace {

Event user_event() {
  cl_int error = CL_SUCCESS;
  Event event(clCreateUserEvent(context(), &error));
  ok(error);
  return event;
}

cl_int status(cl_event event) { return info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS); }

cl_int wait(cl_event event) { return clWaitForEvents(1, &event); }

Event fill(cl_command_queue q, cl_mem buffer, int value, const std::vector<cl_event> &after = {}) {
  Event event;
  ok(clEnqueueFillBuffer(q, buffer, &value, 4, 0, 4, cl_uint(after.size()), after.empty() ? nullptr : after.data(),
                         event.out()));
  return event;
}

TEST(Events, command_types) {
  Buffer a = make_buffer(1024), b = make_buffer(1024);
  Program program = build("kernel void test(global int *out) { out[0] = 1; }");
  Kernel k = kernel(program, "test");
  set_args(k, a);
  char bytes[1024];
  auto type = [](cl_event e) { return info<cl_command_type>(clGetEventInfo, e, CL_EVENT_COMMAND_TYPE); };
  Event e;
  const size_t zero[3] = {}, region[3] = {4, 4, 1};
  ok(clEnqueueReadBuffer(queue(), a, CL_FALSE, 0, 8, bytes, 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_READ_BUFFER), type(e));
  ok(clEnqueueWriteBuffer(queue(), a, CL_FALSE, 0, 8, bytes, 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_WRITE_BUFFER), type(e));
  ok(clEnqueueCopyBuffer(queue(), a, b, 0, 0, 8, 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_COPY_BUFFER), type(e));
  ok(clEnqueueReadBufferRect(queue(), a, CL_FALSE, zero, zero, region, 0, 0, 0, 0, bytes, 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_READ_BUFFER_RECT), type(e));
  ok(clEnqueueWriteBufferRect(queue(), a, CL_FALSE, zero, zero, region, 0, 0, 0, 0, bytes, 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_WRITE_BUFFER_RECT), type(e));
  ok(clEnqueueCopyBufferRect(queue(), a, b, zero, zero, region, 0, 0, 0, 0, 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_COPY_BUFFER_RECT), type(e));
  EXPECT_EQ(cl_command_type(CL_COMMAND_FILL_BUFFER), type(fill(queue(), a, 1)));
  cl_int error = CL_SUCCESS;
  void *pointer = clEnqueueMapBuffer(queue(), a, CL_FALSE, CL_MAP_READ, 0, 8, 0, nullptr, e.out(), &error);
  EXPECT_EQ(cl_command_type(CL_COMMAND_MAP_BUFFER), type(e));
  ok(wait(e));
  ok(clEnqueueUnmapMemObject(queue(), a, pointer, 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_UNMAP_MEM_OBJECT), type(e));
  ok(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_MARKER), type(e));
  ok(clEnqueueBarrierWithWaitList(queue(), 0, nullptr, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_BARRIER), type(e));
  ok(try_launch(queue(), k, {1}, {}, {}, e.out()));
  EXPECT_EQ(cl_command_type(CL_COMMAND_NDRANGE_KERNEL), type(e));
  EXPECT_EQ(queue(), info<cl_command_queue>(clGetEventInfo, e.get(), CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(context(), info<cl_context>(clGetEventInfo, e.get(), CL_EVENT_CONTEXT));
  ok(clFinish(queue()));
}

TEST(Events, profiling_times_do_not_run_backwards) {
  Buffer buffer = make_buffer(1 << 20);
  Program program = build("kernel void test(global int *out) { out[get_global_id(0)] = 1; }");
  Kernel k = kernel(program, "test");
  set_args(k, buffer);
  cl_ulong last_end = 0;
  for (int i = 0; i < 10; ++i) {
    Event e;
    ok(try_launch(queue(), k, {1000}, {}, {}, e.out()));
    ok(clFinish(queue()));
    cl_ulong times[5];
    const cl_uint names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
                             CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE};
    for (int t = 0; t < 5; ++t) {
      times[t] = info<cl_ulong>(clGetEventProfilingInfo, e.get(), names[t]);
      if (t) EXPECT_LE(times[t - 1], times[t]);
    }
    EXPECT_GE(times[2], last_end);
    last_end = times[3];
  }
}

TEST(Events, no_profile_before_the_end) {
  Queue q = make_queue(CL_QUEUE_PROFILING_ENABLE);
  Event gate = user_event();
  Buffer buffer = make_buffer(64);
  Event e = fill(q, buffer, 1, {gate});
  cl_ulong time;
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE, clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, 8, &time, nullptr));
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  ok(clFinish(q));
  EXPECT_EQ(CL_SUCCESS, clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, 8, &time, nullptr));
}

TEST(Events, user_event_holds_commands_back) {
  Queue q = out_of_order_queue();
  Buffer buffer = make_buffer(std::vector<int>{0});
  Event gate = user_event();
  Event e = fill(q, buffer, 5, {gate});
  ok(clFlush(q));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_GT(status(e), CL_RUNNING);
  EXPECT_EQ(0, read<int>(buffer, 1)[0]);
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  ok(wait(e));
  EXPECT_EQ(CL_COMPLETE, status(e));
  EXPECT_EQ(5, read<int>(buffer, 1)[0]);
}

// OpenCL 3.1.1 takes back what 3.1.0 promised, that a query which sees CL_COMPLETE is a synchronization point: it is
// "intended to be a lightweight query". It neither waits for the command nor runs it, and still a program that was
// written for 3.1.0 sees what the command wrote (the thread sanitizer knows if it need not).
TEST(Events, query_of_the_status_does_not_wait) {
  struct Shared {
    std::atomic<bool> go{false};
    int written[2] = {};
  };
  for (int round = 0; round < 20; ++round) {
    Shared shared;
    Shared *argument = &shared;
    Event e;
    ok(clEnqueueNativeKernel(
        queue(),
        [](void *data) {
          Shared &shared = **static_cast<Shared **>(data);
          while (!shared.go.load(std::memory_order_relaxed)) std::this_thread::yield();
          shared.written[0] = 3;
          shared.written[1] = 4;
        },
        &argument, sizeof argument, 0, nullptr, nullptr, 0, nullptr, e.out()));
    ok(clFlush(queue()));
    ASSERT_TRUE(eventually([&] { return status(e) == CL_RUNNING; }));
    shared.go.store(true, std::memory_order_relaxed);
    ASSERT_TRUE(eventually([&] { return status(e) == CL_COMPLETE; }));
    EXPECT_EQ(3, shared.written[0]);
    EXPECT_EQ(4, shared.written[1]);
  }
}

TEST(Events, user_event_is_set_by_another_thread) {
  Event gate = user_event();
  std::thread setter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
  });
  EXPECT_EQ(CL_SUCCESS, wait(gate));
  setter.join();
}

TEST(Events, failures_are_carried) {
  Queue q = out_of_order_queue();
  Buffer buffer = make_buffer(std::vector<int>{3});
  Event gate = user_event();
  Event first = fill(q, buffer, 1, {gate});
  Event second = fill(q, buffer, 2, {first});
  ok(clSetUserEventStatus(gate, -42));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, wait(second));
  EXPECT_EQ(-42, status(gate));
  EXPECT_LT(status(first), 0);
  EXPECT_LT(status(second), 0);
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, wait(gate));
  EXPECT_EQ(CL_SUCCESS, clFinish(q));
  EXPECT_EQ(3, read<int>(buffer, 1)[0]) << "a command ran after its wait list failed";
  // The queue goes on, and its other commands are not touched.
  fill(q, buffer, 9);
  EXPECT_EQ(CL_SUCCESS, clFinish(q));
  EXPECT_EQ(9, read<int>(buffer, 1)[0]);
}

TEST(Events, blocking_call_after_a_failure) {
  Buffer buffer = make_buffer(std::vector<int>{3});
  Event gate = user_event();
  ok(clSetUserEventStatus(gate, -1));
  cl_event handle = gate;
  int value = 0;
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
            clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, 4, &value, 1, &handle, nullptr));
  EXPECT_EQ(0, value);
}

struct Calls {
  std::atomic<int> count{0}, last{77};
  static void CL_CALLBACK note(cl_event, cl_int status, void *data) {
    auto *calls = static_cast<Calls *>(data);
    calls->last = status;
    calls->count++;
  }
};

TEST(Events, callbacks_of_each_status) {
  Calls submitted, running, complete, late;
  Queue q = out_of_order_queue();
  Buffer buffer = make_buffer(64);
  Event gate = user_event();
  Event e = fill(q, buffer, 1, {gate});
  ok(clSetEventCallback(e, CL_SUBMITTED, Calls::note, &submitted));
  ok(clSetEventCallback(e, CL_RUNNING, Calls::note, &running));
  ok(clSetEventCallback(e, CL_COMPLETE, Calls::note, &complete));
  EXPECT_EQ(0, complete.count);
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  ok(clFinish(q));
  EXPECT_TRUE(eventually([&] { return submitted.count == 1 && running.count == 1 && complete.count == 1; }));
  EXPECT_EQ(CL_SUBMITTED, submitted.last);
  EXPECT_EQ(CL_RUNNING, running.last);
  EXPECT_EQ(CL_COMPLETE, complete.last);
  ok(clSetEventCallback(e, CL_RUNNING, Calls::note, &late));
  EXPECT_TRUE(eventually([&] { return late.count == 1; })) << "a callback set after the end";
  EXPECT_EQ(CL_RUNNING, late.last);
}

TEST(Events, callback_of_a_failure) {
  Calls complete;
  Event gate = user_event();
  ok(clSetEventCallback(gate, CL_COMPLETE, Calls::note, &complete));
  ok(clSetUserEventStatus(gate, -7));
  EXPECT_TRUE(eventually([&] { return complete.count == 1; }));
  EXPECT_EQ(-7, complete.last);
}

// A callback may enqueue, and set user events.
TEST(Events, callback_that_calls_back) {
  static Event gate;
  gate = user_event();
  Queue q = out_of_order_queue();
  Buffer a = make_buffer(std::vector<int>{0}), b = make_buffer(std::vector<int>{0});
  Event second = fill(q, b, 6, {gate});
  Event first = fill(q, a, 5);
  ok(clSetEventCallback(
      first, CL_COMPLETE, [](cl_event, cl_int, void *) { clSetUserEventStatus(gate, CL_COMPLETE); }, nullptr));
  ok(clFlush(q));
  EXPECT_EQ(CL_SUCCESS, wait(second));
  EXPECT_EQ(6, read<int>(b, 1)[0]);
  gate.reset();
}

// While an event's callback runs, the later commands of the event's queue and the commands that wait for the event run
// too: on a worker, or on a thread that waits in clFinish or clWaitForEvents.
TEST(Events, commands_do_not_wait_for_a_callback_to_return) {
  for (int way = 0; way < 4; ++way) {
    const bool in_order = way & 1, waits = way & 2;
    Queue q = in_order ? make_queue() : out_of_order_queue();
    Buffer buffer = make_buffer(std::vector<int>{0});
    struct Ends {
      std::atomic<bool> later{false}, callback{false};
    } ends;
    Event gate = user_event(), first = fill(q, buffer, 5, {gate});
    ok(clSetEventCallback(
        first, CL_COMPLETE,
        [](cl_event, cl_int, void *data) {
          auto &ends = *static_cast<Ends *>(data);
          while (!ends.later) std::this_thread::yield();
          ends.callback = true;
        },
        &ends));
    Event second = fill(q, buffer, 6, {first});
    ok(clFlush(q));
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    if (waits)
      EXPECT_EQ(CL_SUCCESS, wait(second));
    else
      EXPECT_TRUE(eventually([&] { return status(second) == CL_COMPLETE; }));
    EXPECT_FALSE(ends.callback);
    ends.later = true;
    EXPECT_TRUE(eventually([&] { return ends.callback.load(); }));
  }
}

// Chains are as long as programs make them, with callbacks too.
TEST(Events, long_chain_with_callbacks) {
  constexpr unsigned kLength = 20000;
  Queue q = out_of_order_queue();
  static std::atomic<unsigned> calls;
  calls = 0;
  Event gate = user_event(), last;
  cl_event before = gate;
  for (unsigned i = 0; i < kLength; ++i) {
    Event marker;
    ok(clEnqueueMarkerWithWaitList(q, 1, &before, marker.out()));
    ok(clSetEventCallback(marker, CL_COMPLETE, [](cl_event, cl_int, void *) { ++calls; }, nullptr));
    last = std::move(marker);
    before = last;
  }
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, wait(last));
  EXPECT_TRUE(eventually([&] { return calls == kLength; }));
}

TEST(Events, released_at_once_still_run) {
  Queue q = out_of_order_queue();
  Event gate = user_event();
  Calls calls;
  Buffer buffer = make_buffer(std::vector<int>{0});
  {
    Event e = fill(q, buffer, 8, {gate});
    ok(clSetEventCallback(e, CL_COMPLETE, Calls::note, &calls));
  }
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  gate.reset();
  ok(clFinish(q));
  EXPECT_TRUE(eventually([&] { return calls.count == 1; }));
  EXPECT_EQ(8, read<int>(buffer, 1)[0]);
}

TEST(Events, long_chain) {
  Queue queues[2] = {out_of_order_queue(), out_of_order_queue()};
  Program program = build("kernel void add(global int *out) { *out += 1; }");
  Kernel k = kernel(program, "add");
  Buffer buffer = make_buffer(std::vector<int>{0});
  set_args(k, buffer);
  Event gate = user_event(), last;
  cl_event wait = gate;
  const size_t one = 1;
  for (int i = 0; i < 3000; ++i) {
    Event next;
    ok(clEnqueueNDRangeKernel(queues[i & 1], k, 1, nullptr, &one, nullptr, 1, &wait, next.out()));
    last = std::move(next);
    wait = last;
  }
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  ok(clWaitForEvents(1, &wait));
  EXPECT_EQ(3000, read<int>(buffer, 1)[0]);
}

TEST(Events, a_list_of_many) {
  Queue q = out_of_order_queue();
  Buffer buffer = make_buffer(std::vector<int>(500));
  std::vector<Event> events;
  std::vector<cl_event> handles;
  for (int i = 0; i < 500; ++i) {
    Event e;
    ok(clEnqueueFillBuffer(q, buffer, &i, 4, static_cast<size_t>(i) * 4, 4, 0, nullptr, e.out()));
    handles.push_back(e);
    events.push_back(std::move(e));
  }
  std::vector<int> got(500);
  ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, 2000, got.data(), 500, handles.data(), nullptr));
  for (int i = 0; i < 500; ++i) EXPECT_EQ(i, got[static_cast<size_t>(i)]);
}

}  // namespace
