// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "common/cl.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
kernel void add(global int *out, int value) { out[get_global_id(0)] += value; }
kernel void times(global int *out, int value) { out[get_global_id(0)] *= value; }
kernel void spin(global int *out, int rounds) {
  int x = rounds;
  for (int k = 0; k < rounds; ++k) x = x * 1664525 + 1013904223;
  out[1] = x;
  out[0] = 7;
}
)";

cl_program program() {
  static Program built = build(source);
  return built;
}

cl_int launch(cl_command_queue q, cl_kernel k, size_t items, const std::vector<cl_event> &after = {},
              cl_event *event = nullptr) {
  return clEnqueueNDRangeKernel(q, k, 1, nullptr, &items, nullptr, cl_uint(after.size()),
                                after.empty() ? nullptr : after.data(), event);
}

TEST(Queues, in_order) {
  Queue q = make_queue();
  Buffer buffer = make_buffer(std::vector<int>(64, 1));
  Kernel add = kernel(program(), "add"), times = kernel(program(), "times");
  int expected = 1;
  for (int i = 1; i <= 200; ++i) {
    set_args(add, buffer, i);
    set_args(times, buffer, i % 3 - 1);
    ok(launch(q, add, 64));
    ok(launch(q, times, 64));
    expected = (expected + i) * (i % 3 - 1);
  }
  EXPECT_EQ(std::vector<int>(64, expected), read<int>(buffer, 64, q));
}

TEST(Queues, out_of_order_needs_no_order) {
  Queue q = out_of_order_queue();
  cl_int error = CL_SUCCESS;
  Event gate(clCreateUserEvent(context(), &error));
  ok(error);
  Buffer a = make_buffer(std::vector<int>{1}), b = make_buffer(std::vector<int>{1});
  Kernel add = kernel(program(), "add");
  set_args(add, a, 10);
  ok(launch(q, add, 1, {gate}));
  set_args(add, b, 10);
  Event second;
  ok(launch(q, add, 1, {}, second.out()));
  cl_event handle = second;
  ok(clWaitForEvents(1, &handle));  // the first still waits
  EXPECT_EQ(11, read<int>(b, 1)[0]);
  EXPECT_EQ(1, read<int>(a, 1)[0]);
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  ok(clFinish(q));
  EXPECT_EQ(11, read<int>(a, 1)[0]);
}

TEST(Queues, markers_and_barriers) {
  Queue q = out_of_order_queue();
  Kernel add = kernel(program(), "add"), times = kernel(program(), "times");
  Buffer buffer = make_buffer(std::vector<int>(256, 2));
  for (int round = 0; round < 50; ++round) {
    set_args(add, buffer, 3);
    ok(launch(q, add, 256));
    ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, nullptr));
    set_args(times, buffer, 2);
    ok(launch(q, times, 256));
    Event marker;
    ok(clEnqueueMarkerWithWaitList(q, 0, nullptr, marker.out()));
    cl_event after = marker;
    set_args(add, buffer, -8);
    ok(launch(q, add, 256, {after}));
    ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, nullptr));
  }
  int expected = 2;
  for (int round = 0; round < 50; ++round) expected = static_cast<int>((static_cast<unsigned>(expected) + 3) * 2 - 8);
  ok(clFinish(q));
  EXPECT_EQ(std::vector<int>(256, expected), read<int>(buffer, 256));
}

TEST(Queues, two_queues_by_events) {
  Queue a = make_queue(), b = make_queue();
  Kernel add = kernel(program(), "add"), times = kernel(program(), "times");
  Buffer buffer = make_buffer(std::vector<int>(16, 1));
  Event last;
  int expected = 1;
  for (int i = 0; i < 20; ++i) {
    std::vector<cl_event> after;
    if (last) after.push_back(last);
    Event added, multiplied;
    set_args(add, buffer, i);
    ok(launch(a, add, 16, after, added.out()));
    set_args(times, buffer, 2);
    ok(launch(b, times, 16, {added}, multiplied.out()));
    last = std::move(multiplied);
    expected = (expected + i) * 2;
  }
  ok(clFlush(a));
  ok(clFlush(b));
  ok(clFinish(b));
  EXPECT_EQ(std::vector<int>(16, expected), read<int>(buffer, 16));
}

TEST(Queues, the_old_calls) {
  cl_int error = CL_SUCCESS;
  Queue q(clCreateCommandQueue(context(), device(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error));
  ok(error);
  Kernel add = kernel(program(), "add");
  Buffer buffer = make_buffer(std::vector<int>(1));
  set_args(add, buffer, 4);
  Event task, marker;
  ok(clEnqueueTask(q, add, 0, nullptr, task.out()));
  cl_event handle = task;
  ok(clEnqueueWaitForEvents(q, 1, &handle));
  ok(clEnqueueMarker(q, marker.out()));
  ok(clEnqueueBarrier(q));
  handle = marker;
  ok(clWaitForEvents(1, &handle));
  EXPECT_EQ(4, read<int>(buffer, 1)[0]);
}

TEST(Queues, finish_of_an_idle_queue_and_empty_ranges) {
  Queue q = make_queue();
  ok(clFinish(q));
  ok(clFlush(q));
  // "If global_work_size is NULL, or the value in any passed dimension is 0 then the kernel command
  // will trivially succeed after its event dependencies are satisfied." (OpenCL 2.1 and later)
  Kernel add = kernel(program(), "add");
  Buffer buffer = make_buffer(std::vector<int>(1));
  set_args(add, buffer, 4);
  Event e;
  ok(launch(q, add, 0, {}, e.out()));
  ok(clEnqueueNDRangeKernel(q, add, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
  const size_t sizes[] = {4, 0, 4};
  ok(clEnqueueNDRangeKernel(q, add, 3, nullptr, sizes, nullptr, 0, nullptr, nullptr));
  ok(clFinish(q));
  EXPECT_EQ(CL_COMPLETE, info<cl_int>(clGetEventInfo, e.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
  EXPECT_EQ(0, read<int>(buffer, 1)[0]);
}

// Native kernels as the device's capabilities say.
TEST(Queues, native_kernels) {
  struct Arguments {
    int *out;
    int value;
  } arguments = {nullptr, 31};
  Buffer buffer = make_buffer(std::vector<int>{0});
  cl_mem memory[] = {buffer};
  const void *place = &arguments.out;
  cl_int error = clEnqueueNativeKernel(
      queue(),
      [](void *data) {
        auto *a = static_cast<Arguments *>(data);
        *a->out = a->value;
      },
      &arguments, sizeof arguments, 1, memory, &place, 0, nullptr, nullptr);
  auto capabilities = info<cl_device_exec_capabilities>(clGetDeviceInfo, device(), CL_DEVICE_EXECUTION_CAPABILITIES);
  if (!(capabilities & CL_EXEC_NATIVE_KERNEL)) {
    EXPECT_EQ("CL_INVALID_OPERATION (-59)", error_name(error));
    return;
  }
  arguments.value = -1;  // the call took its own copy
  EXPECT_EQ("CL_SUCCESS (0)", error_name(error));
  EXPECT_EQ(31, read<int>(buffer, 1)[0]);
}

// cl_khr_create_command_queue, cl_khr_priority_hints.
TEST(Queues, priorities) {
  const auto create = extension<clCreateCommandQueueWithPropertiesKHR_fn>("clCreateCommandQueueWithPropertiesKHR");
  for (cl_queue_properties priority :
       {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR}) {
    const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, priority, CL_QUEUE_PROPERTIES,
                                        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_int error;
    Queue q(create(context(), device(), list, &error));
    ok(error);
    EXPECT_EQ(std::vector<cl_queue_properties>(list, list + 5),
              info_list<cl_queue_properties>(clGetCommandQueueInfo, q.get(), CL_QUEUE_PROPERTIES_ARRAY));
    Buffer buffer = make_buffer(std::vector<int>(64));
    Kernel add = kernel(program(), "add");
    set_args(add, buffer, 3);
    for (int i = 0; i < 100; ++i) {
      ok(try_launch(q, add, {64}));
      ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, nullptr));
    }
    ok(clFinish(q));
  }
  for (cl_queue_properties wrong : {0, 3, 8}) {
    const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, wrong, 0};
    cl_int error;
    EXPECT_EQ(nullptr, create(context(), device(), list, &error));
    EXPECT_EQ(CL_INVALID_VALUE, error);
  }
  const cl_queue_properties on_device[] = {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  EXPECT_EQ(nullptr, create(context(), device(), on_device, &error));
  EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES, error);
}

// Commands that count themselves, as many as keep every worker busy for a while.
struct Counted {
  std::atomic<int> *count;
  std::chrono::microseconds time;
  // Of a command that waits for a worker: the event, and how many others have begun meanwhile.
  std::atomic<cl_event> *urgent = nullptr;
  std::atomic<int> *overtakes = nullptr;
};
void CL_CALLBACK count_up(void *arguments) {
  const auto counted = *static_cast<Counted *>(arguments);
  const cl_event urgent = counted.urgent ? counted.urgent->load() : nullptr;
  if (urgent && info<cl_int>(clGetEventInfo, urgent, CL_EVENT_COMMAND_EXECUTION_STATUS) > CL_RUNNING)
    ++*counted.overtakes;
  const auto end = std::chrono::steady_clock::now() + counted.time;
  while (std::chrono::steady_clock::now() < end) {
  }
  ++*counted.count;
}
void enqueue_counted(cl_command_queue q, Counted counted, cl_event *event = nullptr) {
  ok(clEnqueueNativeKernel(q, count_up, &counted, sizeof counted, 0, nullptr, nullptr, 0, nullptr, event));
}
Queue queue_of_priority(cl_queue_properties priority) {
  const auto create = extension<clCreateCommandQueueWithPropertiesKHR_fn>("clCreateCommandQueueWithPropertiesKHR");
  const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, priority, 0};
  cl_int error;
  Queue q(create(context(), device(), list, &error));
  ok(error);
  return q;
}
// Without running it: clWaitForEvents would.
void wait_for_others_to_run(cl_event event) {
  while (info<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS) > CL_COMPLETE)
    std::this_thread::yield();
}

// As many busy in-order queues as there are workers, and more: a command of a more urgent one waits for what has begun.
TEST(Queues, an_urgent_command_does_not_wait_for_busy_queues) {
  const auto workers = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS);
  std::vector<Queue> busy;
  std::atomic<int> busy_commands{0}, urgent_commands{0}, overtakes{0};
  std::atomic<cl_event> waiting{nullptr};
  int prompt = 0;
  std::vector<Event> urgent_events(10);
  for (cl_uint i = 0; i < 2 * workers; ++i) {
    busy.push_back(queue_of_priority(CL_QUEUE_PRIORITY_LOW_KHR));
    for (int k = 0; k < 300; ++k)
      enqueue_counted(busy.back(), {&busy_commands, std::chrono::microseconds(200), &waiting, &overtakes});
  }
  Queue urgent = queue_of_priority(CL_QUEUE_PRIORITY_HIGH_KHR);
  for (Event &done : urgent_events) {
    overtakes = 0;
    enqueue_counted(urgent, {&urgent_commands, {}}, done.out());
    waiting = done;
    wait_for_others_to_run(done);
    waiting = nullptr;
    prompt += overtakes <= 2 * static_cast<int>(workers);
    EXPECT_LT(overtakes, 150 * static_cast<int>(workers));
  }
  // Prompt: each worker was about to begin one command and to end one. A worker that has claimed the urgent command may
  // lose its CPU before it says that the command runs; commands that other workers begin meanwhile count as well.
  EXPECT_GE(prompt, workers == 1 ? 10 : 5);
  EXPECT_EQ(urgent_commands, 10);
  for (auto &q : busy) ok(clFinish(q));
  EXPECT_EQ(busy_commands, 600 * static_cast<int>(workers));
}

// The last of many queues is not served after all others have nothing left; one of the lowest priority is served, too.
TEST(Queues, busy_queues_share_the_workers) {
  const auto workers = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS);
  const size_t queues = 2 * workers + 1;
  std::vector<Queue> busy;
  std::vector<std::atomic<int>> counts(queues);
  // A queue is passed over 64 times at most, for slices of 64 commands at most, however slow the machine is.
  constexpr int kCommands = 4800;  // more than 64 times 64
  for (size_t i = 0; i < queues; ++i)
    busy.push_back(queue_of_priority(i + 1 == queues ? CL_QUEUE_PRIORITY_LOW_KHR : CL_QUEUE_PRIORITY_MED_KHR));
  std::vector<Event> last(queues);
  for (int k = 0; k < kCommands; ++k)
    for (size_t i = 0; i < queues; ++i)
      enqueue_counted(busy[i], {&counts[i], std::chrono::microseconds(10)},
                      k + 1 == kCommands ? last[i].out() : nullptr);
  wait_for_others_to_run(last[0]);
  // By then the others of its priority had a share, and the one of a lower priority had some. Of several workers the
  // system may stop one in the middle of a command, whose queue then waits: how large a share is, one worker tells.
  for (size_t i = 0; i + 1 < queues; ++i) EXPECT_GT(counts[i], workers == 1 ? kCommands / 2 : 0) << i;
  EXPECT_GT(counts.back(), 0);
  for (auto &q : busy) ok(clFinish(q));
}

TEST(Queues, many_threads_one_queue) {
  Queue q = out_of_order_queue();
  Buffer buffer = make_buffer(std::vector<int>(8 * 64));
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  program();
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      try {
        Kernel add = kernel(program(), "add");
        size_t offset = static_cast<size_t>(t) * 64, items = 64;
        Event last;
        for (int i = 0; i < 50; ++i) {
          set_args(add, buffer, i);
          cl_event wait = last;
          Event next;
          ok(clEnqueueNDRangeKernel(q, add, 1, &offset, &items, nullptr, wait ? 1 : 0, wait ? &wait : nullptr,
                                    next.out()));
          last = std::move(next);
        }
        cl_event wait = last;
        ok(clWaitForEvents(1, &wait));
      } catch (const std::exception &) {
        failures++;
      }
    });
  for (auto &thread : threads) thread.join();
  EXPECT_EQ(0, failures);
  EXPECT_EQ(std::vector<int>(8 * 64, 49 * 50 / 2), read<int>(buffer, 8 * 64));
}

TEST(Queues, many_threads_own_everything) {
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      try {
        Context c = make_context();
        Queue q = make_queue(0, c);
        Program p = build(source, t % 2 ? "-DODD" : "", c);
        for (int i = 0; i < 20; ++i) {
          Kernel add = kernel(p, "add");
          cl_int error = CL_SUCCESS;
          Buffer buffer(clCreateBuffer(c, CL_MEM_READ_WRITE, 400, nullptr, &error));
          ok(error);
          int zero = 0, got = -1;
          ok(clEnqueueFillBuffer(q, buffer, &zero, 4, 0, 400, 0, nullptr, nullptr));
          set_args(add, buffer, t);
          ok(launch(q, add, 100));
          ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 396, 4, &got, 0, nullptr, nullptr));
          if (got != t) failures++;
        }
      } catch (const std::exception &) {
        failures++;
      }
    });
  for (auto &thread : threads) thread.join();
  EXPECT_EQ(0, failures);
}

// "The command-queue is deleted after all commands queued to it have finished": everything that a
// command needs lives until then.
TEST(Queues, everything_released_early) {
  Context c = make_context();
  Queue q = make_queue(0, c);
  std::vector<int> memory(2, 0);
  cl_int error = CL_SUCCESS;
  Event done;
  {
    Program p = build(source, "", c);
    Kernel spin = kernel(p, "spin");
    Buffer buffer(clCreateBuffer(c, CL_MEM_READ_WRITE, 8, nullptr, &error));
    ok(error);
    set_args(spin, buffer, 3'000'000);
    ok(launch(q, spin, 1));
    ok(clEnqueueReadBuffer(q, buffer, CL_FALSE, 0, 4, memory.data(), 0, nullptr, done.out()));
  }
  ok(clFlush(q));
  q.reset();
  c.reset();
  cl_event handle = done;
  ok(clWaitForEvents(1, &handle));
  EXPECT_EQ(7, memory[0]);
}

}  // namespace
