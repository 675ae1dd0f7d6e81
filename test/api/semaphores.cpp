// SPDX-License-Identifier: Apache-2.0
// cl_khr_semaphore.
#include <gtest/gtest.h>

#include <array>

#include "api/bad_calls.h"
#include "api/command_buffers_and_semaphores.h"

using namespace wherry::test;

namespace {

using Properties = std::vector<cl_semaphore_properties_khr>;
const Properties kBinary{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};

cl_semaphore_properties_khr word(const void *handle) { return reinterpret_cast<uintptr_t>(handle); }

// Owned.
struct Semaphore {
  explicit Semaphore(cl_context in = context(), const Properties &properties = kBinary) {
    cl_int error;
    handle = clCreateSemaphoreWithProperties(in, properties.data(), &error);
    ok(error);
  }
  Semaphore(const Semaphore &) = delete;
  ~Semaphore() { clReleaseSemaphore(handle); }
  cl_semaphore_khr handle;
};

void wait(cl_command_queue on, const Semaphore &semaphore, cl_event after = nullptr, Event *event = nullptr) {
  ok(clEnqueueWaitSemaphores(on, 1, &semaphore.handle, nullptr, after ? 1 : 0, after ? &after : nullptr,
                             event ? event->out() : nullptr));
}
void signal(cl_command_queue on, const Semaphore &semaphore, cl_event after = nullptr, Event *event = nullptr) {
  ok(clEnqueueSignalSemaphores(on, 1, &semaphore.handle, nullptr, after ? 1 : 0, after ? &after : nullptr,
                               event ? event->out() : nullptr));
}
cl_int status(const Event &event) {
  return info<cl_int>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
}
template <class T> T get(const Semaphore &semaphore, cl_semaphore_info_khr param) {
  T value{};
  size_t size = 0;
  ok(clGetSemaphoreInfo(semaphore.handle, param, sizeof value, &value, &size));
  EXPECT_EQ(sizeof value, size);
  EXPECT_EQ(CL_INVALID_VALUE, clGetSemaphoreInfo(semaphore.handle, param, sizeof value - 1, &value, nullptr));
  return value;
}
cl_semaphore_payload_khr payload(const Semaphore &semaphore) {
  return get<cl_semaphore_payload_khr>(semaphore, CL_SEMAPHORE_PAYLOAD_KHR);
}

TEST(Semaphores, the_platform_has_binary_ones) {
  EXPECT_NE(std::string::npos, info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_khr_semaphore"));
  const std::vector<cl_semaphore_type_khr> binary{CL_SEMAPHORE_TYPE_BINARY_KHR};
  EXPECT_EQ(binary, info_list<cl_semaphore_type_khr>(clGetDeviceInfo, device(), CL_DEVICE_SEMAPHORE_TYPES_KHR));
  EXPECT_EQ(binary, info_list<cl_semaphore_type_khr>(clGetPlatformInfo, platform(), CL_PLATFORM_SEMAPHORE_TYPES_KHR));
}

TEST(Semaphores, a_wait_ends_with_its_signal_whichever_comes_first) {
  for (cl_command_queue_properties mode : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE})
    for (bool wait_first : {true, false}) {
      Queue a = make_queue(mode), b = make_queue(mode);
      Semaphore semaphore;
      Event user(clCreateUserEvent(context(), nullptr)), waited, signaled;
      if (wait_first) wait(a, semaphore, nullptr, &waited);
      signal(b, semaphore, user, &signaled);
      if (!wait_first) wait(a, semaphore, nullptr, &waited);
      EXPECT_LT(CL_COMPLETE, status(waited));
      EXPECT_EQ(0u, payload(semaphore));
      ok(clSetUserEventStatus(user, CL_COMPLETE));
      ok(clFinish(a));
      EXPECT_EQ(CL_COMPLETE, status(waited));
      EXPECT_EQ(CL_COMPLETE, status(signaled));
      EXPECT_EQ(0u, payload(semaphore));
      EXPECT_EQ(cl_command_type{CL_COMMAND_SEMAPHORE_WAIT_KHR},
                info<cl_command_type>(clGetEventInfo, waited.get(), CL_EVENT_COMMAND_TYPE));
      EXPECT_EQ(cl_command_type{CL_COMMAND_SEMAPHORE_SIGNAL_KHR},
                info<cl_command_type>(clGetEventInfo, signaled.get(), CL_EVENT_COMMAND_TYPE));
      signal(b, semaphore);
      ok(clFinish(b));
      EXPECT_EQ(1u, payload(semaphore));
    }
}

TEST(Semaphores, a_wait_waits_for_its_events_too) {
  Semaphore semaphore;
  Queue q = make_queue();
  signal(q, semaphore);
  ok(clFinish(q));
  Event user(clCreateUserEvent(context(), nullptr)), waited;
  wait(q, semaphore, user, &waited);
  EXPECT_LT(CL_COMPLETE, status(waited));
  EXPECT_EQ(1u, payload(semaphore));
  ok(clSetUserEventStatus(user, CL_COMPLETE));
  ok(clFinish(q));
  EXPECT_EQ(0u, payload(semaphore));
}

// Two queues take turns; nothing else orders them.
TEST(Semaphores, take_turns) {
  constexpr int kRounds = 300;
  Program program = build("kernel void step(global int *p, int from) { if (p[0] == from) p[0] = from + 1; }");
  Buffer memory = make_buffer(std::vector<int>{0});
  Queue a = make_queue(), b = make_queue();
  Kernel step = kernel(program, "step");
  Semaphore to_a, to_b;
  const size_t one = 1;
  auto turn = [&](cl_command_queue on, int round) {
    set_args(step, memory, round);
    ok(clEnqueueNDRangeKernel(on, step, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  };
  for (int round = 0; round < 2 * kRounds; round += 2) {
    turn(a, round);
    signal(a, to_b);
    wait(b, to_b);
    turn(b, round + 1);
    signal(b, to_a);
    wait(a, to_a);
  }
  ok(clFinish(a));
  ok(clFinish(b));
  EXPECT_EQ(2 * kRounds, read<int>(memory, 1)[0]);
}

TEST(Semaphores, several_at_once) {
  Semaphore first, second;
  const cl_semaphore_khr both[] = {first.handle, second.handle};
  const cl_semaphore_payload_khr payloads[] = {3, 4};
  Queue q = make_queue(), other = make_queue();
  Event waited;
  ok(clEnqueueWaitSemaphores(q, 2, both, payloads, 0, nullptr, waited.out()));
  signal(other, first);
  ok(clFinish(other));
  EXPECT_LT(CL_COMPLETE, status(waited));
  signal(other, second);
  ok(clFinish(q));
  ok(clEnqueueSignalSemaphores(q, 2, both, payloads, 0, nullptr, nullptr));
  ok(clFinish(q));
  EXPECT_EQ(1u, payload(first));
  EXPECT_EQ(1u, payload(second));
}

TEST(Semaphores, a_signal_that_fails_fails_its_wait) {
  for (bool wait_first : {true, false}) {
    Queue a = make_queue(), b = make_queue();
    Semaphore semaphore;
    Event user(clCreateUserEvent(context(), nullptr)), waited;
    if (wait_first) wait(a, semaphore, nullptr, &waited);
    signal(b, semaphore, user);
    if (!wait_first) wait(a, semaphore, nullptr, &waited);
    ok(clSetUserEventStatus(user, -5));
    cl_event waits[] = {waited};
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, waits));
    EXPECT_EQ(0u, payload(semaphore));
    signal(b, semaphore);
    wait(a, semaphore, nullptr, &waited);
    ok(clWaitForEvents(1, std::array{waited.get()}.data()));
  }
}

// Each end lets the next go on: no recursion that is as deep as the chain.
TEST(Semaphores, long_chains_end) {
  for (cl_int end : {CL_COMPLETE, -5}) {
    Queue q = out_of_order_queue();
    Event user(clCreateUserEvent(context(), nullptr)), waited;
    Semaphore semaphore;
    signal(q, semaphore, user);
    wait(q, semaphore, nullptr, &waited);
    for (int i = 0; i < 20000; ++i) {
      signal(q, semaphore, waited);
      wait(q, semaphore, nullptr, &waited);
    }
    ok(clSetUserEventStatus(user, end));
    clFinish(q);
    EXPECT_EQ(end ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_COMPLETE, status(waited));
  }
}

TEST(Semaphores, are_kept_by_what_uses_them) {
  Queue a = make_queue(), b = make_queue();
  Event user(clCreateUserEvent(context(), nullptr));
  {
    Semaphore semaphore;
    wait(a, semaphore, user);
    signal(b, semaphore, user);
  }
  ok(clSetUserEventStatus(user, CL_COMPLETE));
  ok(clFinish(a));
}

TEST(Semaphores, info) {
  const Properties properties{CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                              word(device()),
                              CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                              CL_SEMAPHORE_TYPE_KHR,
                              CL_SEMAPHORE_TYPE_BINARY_KHR,
                              0};
  Semaphore semaphore(context(), properties), plain;
  EXPECT_EQ(context(), get<cl_context>(semaphore, CL_SEMAPHORE_CONTEXT_KHR));
  EXPECT_EQ(1u, get<cl_uint>(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR));
  ok(clRetainSemaphore(semaphore.handle));
  EXPECT_EQ(2u, get<cl_uint>(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR));
  ok(clReleaseSemaphore(semaphore.handle));
  EXPECT_EQ(properties, (info_list<cl_semaphore_properties_khr>(clGetSemaphoreInfo, semaphore.handle,
                                                                CL_SEMAPHORE_PROPERTIES_KHR)));
  EXPECT_EQ(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR},
            get<cl_semaphore_type_khr>(semaphore, CL_SEMAPHORE_TYPE_KHR));
  for (auto *each : {&semaphore, &plain})
    EXPECT_EQ(device(), get<cl_device_id>(*each, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR));
  EXPECT_EQ(0u, payload(semaphore));
}

const Semaphore &one() {
  static const auto *made = new Semaphore;
  return *made;
}
cl_int creation(cl_context in, const Properties &properties) {
  return created([&](cl_int *error) {
    return clCreateSemaphoreWithProperties(in, properties.empty() ? nullptr : properties.data(), error);
  });
}
cl_int wait_on(cl_command_queue on, cl_uint count, const cl_semaphore_khr *objects, cl_uint num_waits = 0,
               const cl_event *waits = nullptr) {
  const cl_int result = clEnqueueWaitSemaphores(on, count, objects, nullptr, num_waits, waits, nullptr);
  EXPECT_EQ(result, clEnqueueSignalSemaphores(on, count, objects, nullptr, num_waits, waits, nullptr));
  return result;
}

const BadCall calls[] = {
    {"create: no context", CL_INVALID_CONTEXT, [](World &) { return creation(nullptr, kBinary); }},
    {"create: null", CL_INVALID_VALUE, [](World &w) { return creation(w.context, {}); }},
    {"create: no type", CL_INVALID_VALUE, [](World &w) { return creation(w.context, {0}); }},
    {"create: unknown type", CL_INVALID_PROPERTY,
     [](World &w) { return creation(w.context, {CL_SEMAPHORE_TYPE_KHR, 7, 0}); }},
    {"create: unknown property", CL_INVALID_PROPERTY, [](World &w) { return creation(w.context, {7, 1, 0}); }},
    {"create: type twice", CL_INVALID_PROPERTY,
     [](World &w) { return creation(w.context, {kBinary[0], kBinary[1], kBinary[0], kBinary[1], 0}); }},
    {"create: no device", CL_INVALID_DEVICE,
     [](World &w) { return creation(w.context, {kBinary[0], 1, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0, 0}); }},
    {"create: two devices", CL_INVALID_DEVICE,
     [](World &w) {
       return creation(w.context,
                       {kBinary[0], 1, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, word(w.device), word(w.device), 0, 0});
     }},
    {"create: no good device", CL_INVALID_DEVICE,
     [](World &w) {
       return creation(w.context, {kBinary[0], 1, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, word(w.context), 0, 0});
     }},
    {"retain", CL_INVALID_SEMAPHORE_KHR, [](World &) { return clRetainSemaphore(nullptr); }},
    {"release", CL_INVALID_SEMAPHORE_KHR, [](World &w) { return clReleaseSemaphore(w.wrong<cl_semaphore_khr>()); }},
    {"info: none", CL_INVALID_SEMAPHORE_KHR,
     [](World &) { return clGetSemaphoreInfo(nullptr, CL_SEMAPHORE_TYPE_KHR, 0, nullptr, nullptr); }},
    {"info: unknown", CL_INVALID_VALUE,
     [](World &) { return clGetSemaphoreInfo(Semaphore().handle, 7, 0, nullptr, nullptr); }},
    {"enqueue: no queue", CL_INVALID_COMMAND_QUEUE, [](World &) { return wait_on(nullptr, 1, &one().handle); }},
    {"enqueue: none", CL_INVALID_VALUE, [](World &w) { return wait_on(w.queue, 0, &one().handle); }},
    {"enqueue: null", CL_INVALID_VALUE, [](World &w) { return wait_on(w.queue, 1, nullptr); }},
    {"enqueue: no good one", CL_INVALID_SEMAPHORE_KHR,
     [](World &w) {
       Semaphore good;
       const cl_semaphore_khr both[] = {good.handle, w.wrong<cl_semaphore_khr>()};
       return wait_on(w.queue, 2, both);
     }},
    {"enqueue: another context", CL_INVALID_CONTEXT, [](World &w) { return wait_on(w.other_queue, 1, &one().handle); }},
    {"enqueue: a count without events", CL_INVALID_EVENT_WAIT_LIST,
     [](World &w) { return wait_on(w.queue, 1, &one().handle, 1); }},
    {"enqueue: events without a count", CL_INVALID_EVENT_WAIT_LIST,
     [](World &w) {
       const cl_event event = w.complete;
       return wait_on(w.queue, 1, &one().handle, 0, &event);
     }},
    {"enqueue: an event that failed", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
     [](World &w) {
       Event failed(clCreateUserEvent(w.context, nullptr));
       ok(clSetUserEventStatus(failed, -1));
       const cl_event event = failed;
       return wait_on(w.queue, 1, &one().handle, 1, &event);
     }},
    {"enqueue: another context's event", CL_INVALID_CONTEXT,
     [](World &w) {
       const cl_event event = w.other_event;
       return wait_on(w.queue, 1, &one().handle, 1, &event);
     }},
};

TEST(Semaphores, wrong_arguments) { expect_errors(calls); }

// A semaphore is for all devices of its context, or for one.
TEST(Semaphores, of_sub_devices) {
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[64];
  cl_uint count = 0;
  if (clCreateSubDevices(device(), halves, 64, parts, &count) != CL_SUCCESS || count < 2)
    GTEST_SKIP() << "the device cannot be parted";
  cl_int error;
  Context both(clCreateContext(nullptr, 2, parts, nullptr, nullptr, &error));
  ok(error);
  EXPECT_EQ(CL_INVALID_PROPERTY, creation(both, kBinary));
  Semaphore first(both, {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                         word(parts[0]), 0, 0});
  Queue own(clCreateCommandQueueWithProperties(both, parts[0], nullptr, &error));
  Queue other(clCreateCommandQueueWithProperties(both, parts[1], nullptr, &error));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, wait_on(other, 1, &first.handle));
  signal(own, first);
  wait(own, first);
  ok(clFinish(own));
  for (cl_uint i = 0; i < count; ++i) clReleaseDevice(parts[i]);
}

}  // namespace
