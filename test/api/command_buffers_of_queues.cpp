// SPDX-License-Identifier: Apache-2.0
// Command buffers over several queues, of one device and of several: cl_khr_command_buffer_multi_device.
#include <gtest/gtest.h>

#include "api/bad_calls.h"
#include "api/command_buffers_and_semaphores.h"
#include "robustness/kernel_faults.h"

using namespace wherry::test;

namespace {

using Queues = std::vector<cl_command_queue>;
using Points = std::vector<cl_sync_point_khr>;
using Properties = std::vector<cl_command_buffer_properties_khr>;
constexpr cl_command_queue_properties kOutOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

CommandBuffer create(const Queues &on, const Properties &properties = {}) {
  cl_int error;
  CommandBuffer made(
      clCreateCommandBuffer(cl_uint(on.size()), on.data(), properties.empty() ? nullptr : properties.data(), &error));
  ok(error);
  return made;
}
CommandBuffer remap(const CommandBuffer &from, const Queues &to) {
  cl_int error;
  CommandBuffer made(
      clRemapCommandBuffer(from.get(), CL_FALSE, cl_uint(to.size()), to.data(), 0, nullptr, nullptr, &error));
  ok(error);
  return made;
}
cl_sync_point_khr record(const CommandBuffer &into, cl_command_queue on, cl_kernel k, const Points &after = {},
                         cl_mutable_command_khr *handle = nullptr) {
  cl_sync_point_khr point = 0;
  const size_t one = 1;
  ok(clCommandNDRangeKernel(into.get(), on, nullptr, k, 1, nullptr, &one, nullptr, cl_uint(after.size()),
                            after.empty() ? nullptr : after.data(), &point, handle));
  return point;
}
cl_int enqueue_on(const CommandBuffer &buffer, const Queues &on, const std::vector<cl_event> &waits = {},
                  Event *event = nullptr) {
  return clEnqueueCommandBuffer(cl_uint(on.size()), on.empty() ? nullptr : const_cast<cl_command_queue *>(on.data()),
                                buffer.get(), cl_uint(waits.size()), waits.empty() ? nullptr : waits.data(),
                                event ? event->out() : nullptr);
}
Event enqueue(const CommandBuffer &buffer, const std::vector<cl_event> &waits = {}, const Queues &on = {}) {
  Event event;
  ok(enqueue_on(buffer, on, waits, &event));
  return event;
}
cl_int end_of(const Event &event) {
  const cl_event each = event;
  clWaitForEvents(1, &each);
  return info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
}

// A step waits in vain for an earlier one, so that a command that begins too early shows.
constexpr char kSource[] =
    "kernel void step(global int *p, int from) { for (int i = 0; i < 20000; ++i) p[1] ^= i; if (p[0] == from) p[0]++; }"
    "kernel void add(global int *p, int n) { p[0] += n; }"
    "kernel void meet(global atomic_int *p, int mine) {"
    "  atomic_store(p + mine, 1);"
    "  for (int i = 0; i < 200000000 && !atomic_load(p + 1 - mine); ++i) {}"
    "  if (atomic_load(p + 1 - mine)) atomic_store(p + 2 + mine, 1); }";

Program of(cl_context in) { return build(kSource, "-cl-std=CL3.0", in); }
Buffer ints(cl_context in, size_t count) {
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateBuffer(in, 0, count * sizeof(int), nullptr, &error));
  ok(error);
  return made;
}
std::vector<int> contents(cl_command_queue on, cl_mem buffer, size_t count) {
  std::vector<int> list(count);
  ok(clEnqueueReadBuffer(on, buffer, CL_TRUE, 0, count * sizeof(int), list.data(), 0, nullptr, nullptr));
  return list;
}

TEST(CommandBuffersOfQueues, are_reported) {
  EXPECT_NE(std::string::npos,
            info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_khr_command_buffer_multi_device"));
  EXPECT_TRUE(info<cl_device_command_buffer_capabilities_khr>(clGetDeviceInfo, device(),
                                                              CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
              CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR);
  EXPECT_EQ(1u, info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR));
  EXPECT_EQ(std::vector<cl_device_id>{device()},
            info_list<cl_device_id>(clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR));
  EXPECT_EQ(cl_bitfield{CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR | CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                        CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR},
            info<cl_bitfield>(clGetPlatformInfo, platform(), CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR));
}

TEST(CommandBuffersOfQueues, info) {
  Queue a = make_queue(), b = out_of_order_queue();
  CommandBuffer buffer = create({a, b}, {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0});
  EXPECT_EQ(2u, info<cl_uint>(clGetCommandBufferInfo, buffer.get(), CL_COMMAND_BUFFER_NUM_QUEUES_KHR));
  EXPECT_EQ((Queues{a, b}),
            info_list<cl_command_queue>(clGetCommandBufferInfo, buffer.get(), CL_COMMAND_BUFFER_QUEUES_KHR));
}

// Sync points order commands of all queues; each enqueue goes through all steps.
TEST(CommandBuffersOfQueues, sync_points_order_commands) {
  Program program = of(context());
  Kernel step = kernel(program, "step");
  using Modes = std::pair<cl_command_queue_properties, cl_command_queue_properties>;
  for (const auto [mode_a, mode_b] : {Modes{0, 0}, Modes{0, kOutOfOrder}, Modes{kOutOfOrder, kOutOfOrder}}) {
    Queue a = make_queue(mode_a), b = make_queue(mode_b);
    Buffer memory = ints(context(), 2);
    CommandBuffer buffer = create({a, b});
    constexpr int kSteps = 12;
    Points last;
    for (int i = 0; i < kSteps; ++i) {
      set_args(step, memory, i);
      last = {record(buffer, i % 2 ? b : a, step, last)};
    }
    ok(clFinalizeCommandBuffer(buffer.get()));
    for (int round = 0; round < 3; ++round) {
      const int zero[2] = {};
      ok(clEnqueueWriteBuffer(a, memory, CL_TRUE, 0, sizeof zero, zero, 0, nullptr, nullptr));
      EXPECT_EQ(CL_COMPLETE, end_of(enqueue(buffer)));
      EXPECT_EQ(kSteps, contents(a, memory, 2)[0]);
    }
  }
}

// "If the queue is an in-order queue, then an additional dependency is created on the last command appended to the
// command-buffer using the same queue parameter", whatever queues the buffer is enqueued to.
TEST(CommandBuffersOfQueues, in_order_queues_order_commands) {
  Program program = of(context());
  Kernel step = kernel(program, "step");
  Queue a = make_queue(), b = make_queue(), c = out_of_order_queue(), d = out_of_order_queue();
  Buffer first = ints(context(), 2), second = ints(context(), 2);
  CommandBuffer buffer = create({a, b});
  for (int i = 0; i < 10; ++i)
    for (auto [on, memory] : {std::pair(a.get(), &first), std::pair(b.get(), &second)}) {
      set_args(step, *memory, i);
      record(buffer, on, step);
    }
  ok(clFinalizeCommandBuffer(buffer.get()));
  for (const Queues &on : {Queues{}, Queues{c, d}}) {
    for (auto *memory : {&first, &second}) {
      const int zero[2] = {};
      ok(clEnqueueWriteBuffer(a, *memory, CL_TRUE, 0, sizeof zero, zero, 0, nullptr, nullptr));
    }
    EXPECT_EQ(CL_COMPLETE, end_of(enqueue(buffer, {}, on)));
    EXPECT_EQ(10, contents(a, first, 2)[0]);
    EXPECT_EQ(10, contents(a, second, 2)[0]);
  }
}

TEST(CommandBuffersOfQueues, barriers_order_commands) {
  Program program = of(context());
  Kernel step = kernel(program, "step");
  Queue a = out_of_order_queue(), b = out_of_order_queue();
  Buffer memory = ints(context(), 2);
  CommandBuffer buffer = create({a, b});
  for (int i = 0; i < 10; ++i) {
    set_args(step, memory, i);
    record(buffer, i % 2 ? b : a, step);
    ok(clCommandBarrierWithWaitList(buffer.get(), i % 3 ? b : a, nullptr, 0, nullptr, nullptr, nullptr));
  }
  ok(clFinalizeCommandBuffer(buffer.get()));
  const int zero[2] = {};
  ok(clEnqueueWriteBuffer(a, memory, CL_TRUE, 0, sizeof zero, zero, 0, nullptr, nullptr));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(buffer)));
  EXPECT_EQ(10, contents(a, memory, 2)[0]);
}

// Without sync points, commands of two queues run at once: each waits for the other.
TEST(CommandBuffersOfQueues, other_commands_run_at_once) {
  if (info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS) < 2) GTEST_SKIP() << "one compute unit";
  Program program = of(context());
  Kernel meet = kernel(program, "meet");
  Queue a = make_queue(), b = make_queue();
  Buffer memory = ints(context(), 4);
  const int zero[4] = {};
  ok(clEnqueueWriteBuffer(a, memory, CL_TRUE, 0, sizeof zero, zero, 0, nullptr, nullptr));
  CommandBuffer buffer = create({a, b});
  for (int i : {0, 1}) {
    set_args(meet, memory, i);
    record(buffer, i ? b : a, meet);
  }
  ok(clFinalizeCommandBuffer(buffer.get()));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(buffer)));
  EXPECT_EQ((std::vector<int>{1, 1, 1, 1}), contents(a, memory, 4));
}

TEST(CommandBuffersOfQueues, wait_lists_events_and_profiling) {
  Program program = of(context());
  Kernel add = kernel(program, "add");
  Queue a = make_queue(CL_QUEUE_PROFILING_ENABLE), b = out_of_order_queue();
  Buffer memory = ints(context(), 1), other = ints(context(), 1);
  for (auto *each : {&memory, &other}) {
    const int zero = 0;
    ok(clEnqueueWriteBuffer(a, *each, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr));
  }
  CommandBuffer buffer = create({a, b});
  set_args(add, memory, 1);
  record(buffer, a, add);
  set_args(add, other, 1);
  record(buffer, b, add);
  ok(clFinalizeCommandBuffer(buffer.get()));
  Event gate(clCreateUserEvent(context(), nullptr));
  Event event = enqueue(buffer, {gate});
  EXPECT_EQ(a.get(), info<cl_command_queue>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR},
            info<cl_command_type>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_LT(CL_COMPLETE, info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
  EXPECT_EQ(0, contents(make_queue(), other, 1)[0]);
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_COMPLETE, end_of(event));
  EXPECT_EQ(1, contents(a, memory, 1)[0]);
  EXPECT_EQ(1, contents(a, other, 1)[0]);
  cl_ulong before = 0;
  for (cl_profiling_info param : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
                                  CL_PROFILING_COMMAND_END}) {
    const auto time = info<cl_ulong>(clGetEventProfilingInfo, event.get(), param);
    EXPECT_LE(before, time) << param;
    EXPECT_LT(0u, time) << param;
    before = time;
  }
  Event failed(clCreateUserEvent(context(), nullptr));
  Event fails = enqueue(buffer, {failed});
  ok(clSetUserEventStatus(failed, -5));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, end_of(fails));
  EXPECT_EQ(1, contents(a, memory, 1)[0]);
  clFinish(b);
  CommandBuffer empty = create({a, b});
  ok(clFinalizeCommandBuffer(empty.get()));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(empty)));
}

// As with one queue, the event's error is that of the command that failed, whatever waited for that command.
TEST(CommandBuffersOfQueues, an_error_of_a_command_is_the_event_s) {
  SKIP_WITH_SANITIZERS();
  Program program = build("kernel void faults(global int *p) { p[1L << 44] = 1; } kernel void does(global int *p) {}");
  Kernel faults = kernel(program, "faults"), does = kernel(program, "does");
  Buffer memory = ints(context(), 1);
  set_args(faults, memory);
  set_args(does, memory);
  Queue a = make_queue(), b = out_of_order_queue();
  for (const Queues &on : {Queues{a}, Queues{a, b}})
    for (const bool is_last : {true, false}) {
      CommandBuffer buffer = create(on);
      record(buffer, on.front(), does);
      const auto point = record(buffer, on.back(), faults);
      if (!is_last) record(buffer, on.front(), does, {record(buffer, on.back(), does, {point})});
      ok(clFinalizeCommandBuffer(buffer.get()));
      EXPECT_EQ(CL_OUT_OF_RESOURCES, end_of(enqueue(buffer))) << on.size() << is_last;
      for (cl_command_queue each : on) clFinish(each);
    }
}

// Two sub-devices, whose queues share a command buffer.
struct Parts {
  Parts() {
    const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_device_id all[256];
    if (clCreateSubDevices(device(), ones, 256, all, &count) != CL_SUCCESS || count < 2) return;
    devices.assign(all, all + count);
    cl_int error = CL_SUCCESS;
    both = Context(clCreateContext(nullptr, 2, all, nullptr, nullptr, &error));
    ok(error);
    for (Queue *each : {&a, &b, &c}) {
      *each = Queue(clCreateCommandQueueWithProperties(both, all[each == &b], nullptr, &error));
      ok(error);
    }
    program = of(both);
  }
  ~Parts() {
    for (cl_device_id each : devices) clReleaseDevice(each);
  }
  cl_uint count = 0;
  std::vector<cl_device_id> devices;
  Context both;
  Queue a, b, c;  // c: of the same device as a
  Program program;
};

TEST(CommandBuffersOfQueues, of_several_devices) {
  Parts parts;
  if (parts.count < 2) GTEST_SKIP() << "the device cannot be parted";
  Kernel step = kernel(parts.program, "step");
  Buffer memory = ints(parts.both, 2);
  const int zero[2] = {};
  ok(clEnqueueWriteBuffer(parts.a, memory, CL_TRUE, 0, sizeof zero, zero, 0, nullptr, nullptr));
  CommandBuffer buffer = create({parts.a, parts.b});
  Points last;
  for (int i = 0; i < 10; ++i) {
    set_args(step, memory, i);
    last = {record(buffer, i % 2 ? parts.b : parts.a, step, last)};
  }
  ok(clFinalizeCommandBuffer(buffer.get()));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(buffer)));
  EXPECT_EQ(10, contents(parts.a, memory, 2)[0]);
  EXPECT_EQ(CL_INVALID_DEVICE, enqueue_on(buffer, {parts.b, parts.a}));
  EXPECT_EQ(CL_INVALID_VALUE, enqueue_on(buffer, {parts.a}));
  EXPECT_EQ(CL_INVALID_CONTEXT, enqueue_on(buffer, {parts.a, queue()}));
  EXPECT_EQ(CL_SUCCESS, enqueue_on(buffer, {parts.c, parts.b}));
  ok(clFinish(parts.c));
}

// A remapped buffer has the same commands and dependencies for other devices, and mutable commands of its own.
TEST(CommandBuffersOfQueues, remapping) {
  Parts parts;
  if (parts.count < 2) GTEST_SKIP() << "the device cannot be parted";
  Kernel step = kernel(parts.program, "step"), add = kernel(parts.program, "add");
  Buffer memory = ints(parts.both, 2);
  CommandBuffer buffer = create({parts.a, parts.b}, {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0});
  const int zero[2] = {};
  cl_sync_point_khr point = 0;
  ok(clCommandFillBuffer(buffer.get(), parts.a, nullptr, memory, zero, 4, 0, 8, 0, nullptr, &point, nullptr));
  Points last{point};
  for (int i = 0; i < 6; ++i) {
    set_args(step, memory, i);
    last = {record(buffer, i % 2 ? parts.b : parts.a, step, last)};
  }
  cl_mutable_command_khr handle = nullptr, copied = nullptr;
  set_args(add, memory, 100);
  record(buffer, parts.b, add, last, &handle);
  CommandBuffer recording = remap(buffer, {parts.b, parts.a});
  EXPECT_EQ(cl_command_buffer_state_khr{CL_COMMAND_BUFFER_STATE_RECORDING_KHR},
            info<cl_command_buffer_state_khr>(clGetCommandBufferInfo, recording.get(), CL_COMMAND_BUFFER_STATE_KHR));
  ok(clFinalizeCommandBuffer(recording.get()));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(recording)));
  EXPECT_EQ(106, contents(parts.a, memory, 2)[0]);
  ok(clFinalizeCommandBuffer(buffer.get()));
  const Queues swapped{parts.b, parts.a};
  cl_int error = CL_SUCCESS;
  CommandBuffer other(clRemapCommandBuffer(buffer.get(), CL_FALSE, 2, swapped.data(), 1, &handle, &copied, &error));
  ok(error);
  EXPECT_EQ(swapped, info_list<cl_command_queue>(clGetCommandBufferInfo, other.get(), CL_COMMAND_BUFFER_QUEUES_KHR));
  ASSERT_NE(handle, copied);
  EXPECT_EQ(other.get(),
            info<cl_command_buffer_khr>(clGetMutableCommandInfo, copied, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR));
  EXPECT_EQ(parts.a.get(),
            info<cl_command_queue>(clGetMutableCommandInfo, copied, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR));
  EXPECT_EQ(parts.b.get(),
            info<cl_command_queue>(clGetMutableCommandInfo, handle, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR));
  const int two_hundred = 200;
  const cl_mutable_dispatch_arg_khr argument{1, sizeof two_hundred, &two_hundred};
  wherry::khr::cl_mutable_dispatch_config_khr config;
  config.command = copied;
  config.num_args = 1;
  config.arg_list = &argument;
  const wherry::khr::cl_command_buffer_update_type_khr type = CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
  const void *configs[] = {&config};
  ok(clUpdateMutableCommands(other.get(), 1, &type, configs));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(other)));
  EXPECT_EQ(206, contents(parts.a, memory, 2)[0]);
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(buffer)));
  EXPECT_EQ(106, contents(parts.a, memory, 2)[0]);
  // From one queue to one.
  CommandBuffer single = create({parts.a});
  set_args(add, memory, 1);
  record(single, nullptr, add);
  ok(clFinalizeCommandBuffer(single.get()));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(remap(single, {parts.b}))));
  EXPECT_EQ(107, contents(parts.a, memory, 2)[0]);
}

cl_command_queue queue_of(cl_mutable_command_khr handle) {
  return info<cl_command_queue>(clGetMutableCommandInfo, handle, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR);
}
const Properties kMutable{CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};

// Independent commands of one queue are given to several, where they run at once; their order among others is kept,
// also of those that are recorded later.
TEST(CommandBuffersOfQueues, automatic_remapping_to_more_queues) {
  if (info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS) < 2) GTEST_SKIP() << "one compute unit";
  Program program = of(context());
  Kernel meet = kernel(program, "meet"), step = kernel(program, "step");
  Queue from = out_of_order_queue(), a = make_queue(), b = make_queue();
  Buffer memory = ints(context(), 4), steps = ints(context(), 2);
  const int zero = 0;
  CommandBuffer buffer = create({from}, kMutable);
  Points fills(2), both;
  ok(clCommandFillBuffer(buffer.get(), from, nullptr, memory, &zero, 4, 0, 16, 0, nullptr, &fills[0], nullptr));
  ok(clCommandFillBuffer(buffer.get(), from, nullptr, steps, &zero, 4, 0, 8, 0, nullptr, &fills[1], nullptr));
  for (int i : {0, 1}) {
    set_args(meet, memory, i);
    both.push_back(record(buffer, from, meet, {fills[0]}));
  }
  both.push_back(fills[1]);
  Points last = both;
  for (int i = 0; i < 6; ++i) {
    set_args(step, steps, i);
    last = {record(buffer, from, step, last)};
  }
  cl_int error = CL_SUCCESS;
  CommandBuffer made(clRemapCommandBuffer(buffer.get(), CL_TRUE, 2, Queues{a, b}.data(), 0, nullptr, nullptr, &error));
  ok(error);
  EXPECT_EQ((Queues{a, b}),
            info_list<cl_command_queue>(clGetCommandBufferInfo, made.get(), CL_COMMAND_BUFFER_QUEUES_KHR));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE,
            clCommandBarrierWithWaitList(made.get(), from, nullptr, 0, nullptr, nullptr, nullptr));
  set_args(step, steps, 6);
  record(made, b, step, last);
  ok(clFinalizeCommandBuffer(made.get()));
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_EQ(CL_COMPLETE, end_of(enqueue(made)));
    EXPECT_EQ((std::vector<int>{1, 1, 1, 1}), contents(a, memory, 4));
    EXPECT_EQ(7, contents(a, steps, 2)[0]);
  }
}

// Commands that follow each other stay on a queue; others are spread over the devices.
TEST(CommandBuffersOfQueues, automatic_remapping_to_devices) {
  Parts parts;
  if (parts.count < 2) GTEST_SKIP() << "the device cannot be parted";
  Kernel step = kernel(parts.program, "step");
  const Buffer memories[2] = {ints(parts.both, 2), ints(parts.both, 2)};
  CommandBuffer buffer = create({parts.a, parts.b, parts.c}, kMutable);
  const int zero = 0;
  Points last[2] = {Points(1), Points(1)};
  std::vector<cl_mutable_command_khr> handles[2];
  for (int chain : {0, 1})
    ok(clCommandFillBuffer(buffer.get(), parts.a, nullptr, memories[chain], &zero, 4, 0, 8, 0, nullptr, &last[chain][0],
                           nullptr));
  for (int i = 0; i < 6; ++i)
    for (int chain : {0, 1}) {
      set_args(step, memories[chain], i);
      const Queues of_turn{parts.a, parts.b, parts.c};
      last[chain] = {record(buffer, of_turn[size_t(i + chain) % 3], step, last[chain], &handles[chain].emplace_back())};
    }
  ok(clFinalizeCommandBuffer(buffer.get()));
  for (const Queues &to : {Queues{parts.c}, Queues{parts.a, parts.b}, Queues{parts.a, parts.c, parts.b}}) {
    std::vector<cl_mutable_command_khr> given = handles[0], copies(12);
    given.insert(given.end(), handles[1].begin(), handles[1].end());
    cl_int error = CL_SUCCESS;
    CommandBuffer made(clRemapCommandBuffer(buffer.get(), CL_TRUE, cl_uint(to.size()), to.data(), 12, given.data(),
                                            copies.data(), &error));
    ok(error);
    for (size_t i = 0; i < 12; ++i) EXPECT_EQ(queue_of(copies[i / 6 * 6]), queue_of(copies[i])) << i;
    EXPECT_EQ(to.size() > 1, queue_of(copies[0]) != queue_of(copies[6]));
    EXPECT_EQ(CL_COMPLETE, end_of(enqueue(made)));
    for (auto &memory : memories) EXPECT_EQ(6, contents(parts.a, memory, 2)[0]);
  }
}

// A command goes to a device that its program was built for.
TEST(CommandBuffersOfQueues, automatic_remapping_of_a_program_of_one_device) {
  Parts parts;
  if (parts.count < 2) GTEST_SKIP() << "the device cannot be parted";
  cl_int error = CL_SUCCESS;
  const char *text = kSource;
  const Program program(clCreateProgramWithSource(parts.both, 1, &text, nullptr, &error));
  ok(error);
  ok(clBuildProgram(program, 1, &parts.devices[1], "-cl-std=CL3.0", nullptr, nullptr));
  Kernel add = kernel(program, "add");
  Buffer memory = ints(parts.both, 1);
  const int zero = 0;
  ok(clEnqueueWriteBuffer(parts.a, memory, CL_TRUE, 0, sizeof zero, &zero, 0, nullptr, nullptr));
  set_args(add, memory, 1);
  CommandBuffer buffer = create({parts.b}, kMutable);
  cl_mutable_command_khr handle = nullptr, copy = nullptr;
  record(buffer, nullptr, add, {}, &handle);
  record(buffer, nullptr, add);
  ok(clFinalizeCommandBuffer(buffer.get()));
  CommandBuffer made(
      clRemapCommandBuffer(buffer.get(), CL_TRUE, 2, Queues{parts.a, parts.b}.data(), 1, &handle, &copy, &error));
  ok(error);
  EXPECT_EQ(parts.b.get(), queue_of(copy));
  EXPECT_EQ(CL_COMPLETE, end_of(enqueue(made)));
  EXPECT_EQ(2, contents(parts.a, memory, 1)[0]);
  EXPECT_EQ(nullptr, clRemapCommandBuffer(buffer.get(), CL_TRUE, 1, Queues{parts.a}.data(), 1, &handle, &copy, &error));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, error);
}

Queue &second() {
  static auto *made = new Queue(make_queue());
  return *made;
}
cl_int creation(const Queues &on) {
  return created([&](cl_int *error) { return clCreateCommandBuffer(cl_uint(on.size()), on.data(), nullptr, error); });
}
cl_int recorded(World &w, cl_command_queue on) {
  return clCommandBarrierWithWaitList(create({w.queue, second()}).get(), on, nullptr, 0, nullptr, nullptr, nullptr);
}
cl_int remapped(cl_command_buffer_khr buffer, const Queues &to, cl_bool automatic = CL_FALSE, cl_uint num_handles = 0,
                const cl_mutable_command_khr *handles = nullptr, cl_mutable_command_khr *copies = nullptr) {
  return created([&](cl_int *error) {
    return clRemapCommandBuffer(buffer, automatic, cl_uint(to.size()), to.empty() ? nullptr : to.data(), num_handles,
                                handles, copies, error);
  });
}

const BadCall calls[] = {
    {"create: two contexts", CL_INVALID_CONTEXT, [](World &w) { return creation({w.queue, w.other_queue}); }},
    {"create: a wrong queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return creation({w.queue, w.wrong<cl_command_queue>()}); }},
    {"record: no queue", CL_INVALID_COMMAND_QUEUE, [](World &w) { return recorded(w, nullptr); }},
    {"record: another queue", CL_INVALID_COMMAND_QUEUE, [](World &w) { return recorded(w, make_queue()); }},
    {"record: another context's queue", CL_INVALID_CONTEXT, [](World &w) { return recorded(w, w.other_queue); }},
    {"record: a wrong queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return recorded(w, w.wrong<cl_command_queue>()); }},
    {"enqueue: not finalized", CL_INVALID_OPERATION,
     [](World &w) { return enqueue_on(create({w.queue, second()}), {}); }},
    {"remap: none", CL_INVALID_COMMAND_BUFFER_KHR, [](World &w) { return remapped(nullptr, {w.queue}); }},
    {"remap: no queue", CL_INVALID_VALUE, [](World &w) { return remapped(create({w.queue}).get(), {}); }},
    {"remap: a wrong queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return remapped(create({w.queue}).get(), {w.wrong<cl_command_queue>()}); }},
    {"remap: more queues", CL_INVALID_VALUE,
     [](World &w) { return remapped(create({w.queue}).get(), {w.queue, second()}); }},
    {"remap: another context", CL_INVALID_CONTEXT,
     [](World &w) { return remapped(create({w.queue}).get(), {w.other_queue}); }},
    {"remap: automatically, no queue", CL_INVALID_VALUE,
     [](World &w) { return remapped(create({w.queue}).get(), {}, CL_TRUE); }},
    {"remap: automatically, another context", CL_INVALID_CONTEXT,
     [](World &w) { return remapped(create({w.queue}).get(), {w.queue, w.other_queue}, CL_TRUE); }},
    {"remap: handles without a count", CL_INVALID_VALUE,
     [](World &w) {
       cl_mutable_command_khr copy = nullptr;
       return remapped(create({w.queue}).get(), {w.queue}, CL_FALSE, 0, nullptr, &copy);
     }},
    {"remap: a count without handles", CL_INVALID_VALUE,
     [](World &w) { return remapped(create({w.queue}).get(), {w.queue}, CL_FALSE, 1); }},
    {"remap: another buffer's handle", CL_INVALID_VALUE,
     [](World &w) {
       cl_mutable_command_khr handle = nullptr, copy = nullptr;
       CommandBuffer other = create({w.queue}, {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0});
       record(other, nullptr, w.kernel, {}, &handle);
       return remapped(create({w.queue}).get(), {w.queue}, CL_FALSE, 1, &handle, &copy);
     }},
};

TEST(CommandBuffersOfQueues, wrong_arguments) { expect_errors(calls); }

}  // namespace
