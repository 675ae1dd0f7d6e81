// SPDX-License-Identifier: Apache-2.0
// cl_khr_command_buffer.
#include <gtest/gtest.h>

#include <numeric>

#include "api/bad_calls.h"
#include "api/command_buffers_and_semaphores.h"

using namespace wherry::test;

namespace {

using Properties = std::vector<cl_command_buffer_properties_khr>;
const Properties kReentrant{CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};

CommandBuffer create(cl_command_queue on = queue(), const Properties &properties = {}) {
  cl_int error;
  CommandBuffer made(clCreateCommandBuffer(1, &on, properties.empty() ? nullptr : properties.data(), &error));
  ok(error);
  return made;
}

cl_sync_point_khr record(const CommandBuffer &into, cl_kernel k, size_t items) {
  cl_sync_point_khr point = 0;
  ok(clCommandNDRangeKernel(into.get(), nullptr, nullptr, k, 1, nullptr, &items, nullptr, 0, nullptr, &point, nullptr));
  return point;
}

void enqueue(const CommandBuffer &buffer, Event *event = nullptr) {
  ok(clEnqueueCommandBuffer(0, nullptr, buffer.get(), 0, nullptr, event ? event->out() : nullptr));
}

cl_command_buffer_state_khr state(const CommandBuffer &buffer) {
  cl_command_buffer_state_khr value = 77;
  ok(clGetCommandBufferInfo(buffer.get(), CL_COMMAND_BUFFER_STATE_KHR, sizeof value, &value, nullptr));
  return value;
}

constexpr char kSource[] = "kernel void add(global int *p, int n) { p[get_global_id(0)] += n; }"
                           "kernel void scale(global int *p, int n) { p[get_global_id(0)] *= n; }"
                           "kernel void say(int n) { printf(\"%d \", n); }";

cl_program program() {
  static const auto *built = new Program(build(kSource));
  return *built;
}

TEST(CommandBuffers, the_device_says_what_it_can) {
  EXPECT_NE(std::string::npos,
            info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_khr_command_buffer"));
  const auto can = info<cl_device_command_buffer_capabilities_khr>(clGetDeviceInfo, device(),
                                                                   CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR);
  EXPECT_EQ(cl_device_command_buffer_capabilities_khr{CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                                                      CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
                                                      CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
                                                      CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR},
            can);
  EXPECT_EQ(info<cl_command_queue_properties>(clGetDeviceInfo, device(), CL_DEVICE_QUEUE_ON_HOST_PROPERTIES),
            info<cl_command_queue_properties>(clGetDeviceInfo, device(),
                                              CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR));
  EXPECT_EQ(0u, info<cl_command_queue_properties>(clGetDeviceInfo, device(),
                                                  CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR));
}

// Every kind of command, with the arguments that it had when it was recorded, again and again.
TEST(CommandBuffers, commands_run_as_recorded) {
  for (cl_command_queue_properties mode : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue q = make_queue(mode);
    constexpr size_t n = 100000;
    std::vector<int> start(n);
    std::iota(start.begin(), start.end(), 0);
    Buffer a = make_buffer(start), b = make_buffer(std::vector<int>(n, 7)), rest = make_buffer(std::vector<int>(n));
    Kernel add = kernel(program(), "add"), scale = kernel(program(), "scale");
    CommandBuffer buffer = create(q);
    set_args(add, a, 5);
    cl_sync_point_khr points[4] = {record(buffer, add, n)};
    set_args(add, a, 1000000);  // of no concern to what is recorded
    set_args(scale, a, 3);
    ok(clCommandNDRangeKernel(buffer.get(), nullptr, nullptr, scale, 1, nullptr, &n, nullptr, 1, points, &points[1],
                              nullptr));
    ok(clCommandCopyBuffer(buffer.get(), nullptr, nullptr, a, b, 0, 4, 4 * (n - 1), 1, &points[1], &points[2],
                           nullptr));
    const int pattern[2] = {-1, -2};
    ok(clCommandFillBuffer(buffer.get(), nullptr, nullptr, a, pattern, 8, 0, 16, 2, &points[1], &points[3], nullptr));
    ok(clCommandBarrierWithWaitList(buffer.get(), nullptr, nullptr, 0, nullptr, nullptr, nullptr));
    const size_t from[3] = {4, 0, 0}, to[3] = {0, 1, 0}, region[3] = {8, 2, 1};
    ok(clCommandCopyBufferRect(buffer.get(), nullptr, nullptr, a, rest, from, to, region, 40, 0, 80, 0, 0, nullptr,
                               nullptr, nullptr));
    ok(clFinalizeCommandBuffer(buffer.get()));
    EXPECT_EQ(1u, points[0]);
    EXPECT_LT(points[2], points[3]);
    std::vector<int> expected_a = start, expected_b(n, 7), expected_rest(n);
    for (int round = 0; round < 3; ++round) {
      for (int &value : expected_a) value = (value + 5) * 3;
      std::copy_n(expected_a.begin(), n - 1, expected_b.begin() + 1);
      for (int i = 0; i < 4; ++i) expected_a[i] = pattern[i % 2];
      for (int row = 0; row < 2; ++row)
        for (int i = 0; i < 2; ++i) expected_rest[20 * (row + 1) + i] = expected_a[10 * row + 1 + i];
      enqueue(buffer);
      ok(clFinish(q));
      EXPECT_EQ(expected_a, read<int>(a, n, q));
      EXPECT_EQ(expected_b, read<int>(b, n, q));
      EXPECT_EQ(expected_rest, read<int>(rest, n, q));
    }
  }
}

TEST(CommandBuffers, shared_memory) {
  auto *memory = static_cast<int *>(clSVMAlloc(context(), 0, 256, 0));
  int source[16], host[16];
  std::iota(source, source + 16, 0);
  const int pattern[2] = {-1, -2};
  CommandBuffer buffer = create();
  ok(clCommandSVMMemcpy(buffer.get(), nullptr, nullptr, memory, source, 64, 0, nullptr, nullptr, nullptr));
  ok(clCommandSVMMemFill(buffer.get(), nullptr, nullptr, memory + 4, pattern, 8, 16, 0, nullptr, nullptr, nullptr));
  ok(clCommandSVMMemcpy(buffer.get(), nullptr, nullptr, host, memory, 64, 0, nullptr, nullptr, nullptr));
  ok(clFinalizeCommandBuffer(buffer.get()));
  source[15] = 99;
  enqueue(buffer);
  ok(clFinish(queue()));
  EXPECT_EQ((std::vector<int>{0, 1, 2, 3, -1, -2, -1, -2, 8, 9, 10, 11, 12, 13, 14, 99}),
            std::vector<int>(host, host + 16));
  clSVMFree(context(), memory);
}

TEST(CommandBuffers, keep_what_they_use) {
  CommandBuffer buffer;
  int host[64] = {};
  Event event;
  {
    Context c = make_context();
    Queue q = make_queue(CL_QUEUE_PROFILING_ENABLE, c);
    Program own = build(kSource, "", c);
    Kernel add = kernel(own, "add");
    cl_int error;
    Buffer memory(clCreateBuffer(c, CL_MEM_USE_HOST_PTR, sizeof host, host, &error));
    ok(error);
    set_args(add, memory, 1);
    buffer = create(q);
    record(buffer, add, 64);
    record(buffer, add, 64);
    ok(clFinalizeCommandBuffer(buffer.get()));
  }
  enqueue(buffer, &event);
  buffer.reset();  // while it may be pending
  cl_event waits[] = {event};
  ok(clWaitForEvents(1, waits));
  EXPECT_EQ(2, host[63]);
  EXPECT_EQ(cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR},
            info<cl_command_type>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_LE(info<cl_ulong>(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_START),
            info<cl_ulong>(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_END));
}

TEST(CommandBuffers, print_in_order) {
  Kernel say = kernel(program(), "say");
  CommandBuffer buffer = create();
  for (int i = 0; i < 5; ++i) {
    set_args(say, i);
    record(buffer, say, 1);
  }
  ok(clFinalizeCommandBuffer(buffer.get()));
  CapturedOutput output;
  enqueue(buffer);
  ok(clFinish(queue()));
  EXPECT_EQ("0 1 2 3 4 ", output.text());
}

// The next command waits for what a kernel has enqueued.
TEST(CommandBuffers, kernels_that_enqueue_kernels) {
  Program program = build(R"(
    kernel void add(global int *p, queue_t on) {
      enqueue_kernel(on, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(get_global_size(0), 1), ^{
        enqueue_kernel(on, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ atomic_inc(p); });
      });
    }
    kernel void scale(global int *p) { *p *= 2; })",
                          "-cl-std=CL2.0");
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      0};
  cl_int error;
  Queue on_device(clCreateCommandQueueWithProperties(context(), device(), list, &error));
  ok(error);
  constexpr int n = 20;
  for (cl_command_queue_properties mode : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue q = make_queue(mode);
    Buffer sum = make_buffer(std::vector<int>(1));
    Kernel add = kernel(program, "add"), scale = kernel(program, "scale");
    set_args(add, sum, on_device.get());
    set_args(scale, sum);
    CommandBuffer buffer = create(q);
    const cl_sync_point_khr added = record(buffer, add, n);
    const size_t one = 1;
    ok(clCommandNDRangeKernel(buffer.get(), nullptr, nullptr, scale, 1, nullptr, &one, nullptr, 1, &added, nullptr,
                              nullptr));
    ok(clFinalizeCommandBuffer(buffer.get()));
    int expected = 0;
    for (int round = 0; round < 3; ++round) {
      expected = 2 * (expected + n * n);
      enqueue(buffer);
      ok(clFinish(q));
      EXPECT_EQ(expected, read<int>(sum, 1, q)[0]);
    }
  }
}

// Recording, executable; enqueued again while it waits, also where what it waits for fails.
TEST(CommandBuffers, states) {
  for (cl_int status : {CL_COMPLETE, -5}) {
    Queue q = make_queue();
    Kernel add = kernel(program(), "add");
    Buffer memory = make_buffer(std::vector<int>(64));
    set_args(add, memory, 1);
    CommandBuffer once = create(q), often = create(q, kReentrant);
    for (auto *buffer : {&once, &often}) {
      EXPECT_EQ(cl_uint{CL_COMMAND_BUFFER_STATE_RECORDING_KHR}, state(*buffer));
      EXPECT_EQ(CL_INVALID_OPERATION, clEnqueueCommandBuffer(0, nullptr, buffer->get(), 0, nullptr, nullptr));
      record(*buffer, add, 64);
      ok(clFinalizeCommandBuffer(buffer->get()));
      EXPECT_EQ(cl_uint{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state(*buffer));
      EXPECT_EQ(CL_INVALID_OPERATION, clFinalizeCommandBuffer(buffer->get()));
    }
    Event user(clCreateUserEvent(context(), nullptr));
    cl_event waits[] = {user};
    for (auto *buffer : {&once, &often, &often}) {
      ok(clEnqueueCommandBuffer(0, nullptr, buffer->get(), 1, waits, nullptr));
      EXPECT_EQ(cl_uint{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR}, state(*buffer));
    }
    enqueue(once);  // in order: after the first
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueCommandBuffer(0, nullptr, often.get(), 1, nullptr, nullptr));
    ok(clSetUserEventStatus(user, status));
    clFinish(q);
    EXPECT_EQ(status == CL_COMPLETE ? 4 : 1, read<int>(memory, 64, q)[0]);
  }
}

TEST(CommandBuffers, another_queue) {
  Queue own = make_queue(), like = make_queue(), unlike = out_of_order_queue(), foreign = make_queue(0, make_context());
  Kernel add = kernel(program(), "add");
  Buffer memory = make_buffer(std::vector<int>(64));
  set_args(add, memory, 1);
  CommandBuffer buffer = create(own);
  record(buffer, add, 64);
  ok(clFinalizeCommandBuffer(buffer.get()));
  auto on = [&](cl_uint count, std::vector<cl_command_queue> queues, Event *event = nullptr) {
    return clEnqueueCommandBuffer(count, queues.empty() ? nullptr : queues.data(), buffer.get(), 0, nullptr,
                                  event ? event->out() : nullptr);
  };
  Event event;
  ok(on(1, {like}, &event));
  ok(clFinish(like));
  EXPECT_EQ(like.get(), info<cl_command_queue>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(1, read<int>(memory, 64)[0]);
  ok(on(1, {unlike}));
  ok(clFinish(unlike));
  EXPECT_EQ(2, read<int>(memory, 64)[0]);
  EXPECT_EQ(CL_INVALID_CONTEXT, on(1, {foreign}));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, on(1, {nullptr}));
  EXPECT_EQ(CL_INVALID_VALUE, on(2, {like, like}));
  EXPECT_EQ(CL_INVALID_VALUE, on(1, {}));
  EXPECT_EQ(CL_INVALID_VALUE, on(0, {like}));
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, clEnqueueCommandBuffer(0, nullptr, nullptr, 0, nullptr, nullptr));
}

TEST(CommandBuffers, info) {
  CommandBuffer buffer = create(queue(), kReentrant);
  auto get = [&](cl_command_buffer_info_khr param, auto value) {
    size_t size = 0;
    ok(clGetCommandBufferInfo(buffer.get(), param, sizeof value, &value, &size));
    EXPECT_EQ(sizeof value, size);
    EXPECT_EQ(CL_INVALID_VALUE, clGetCommandBufferInfo(buffer.get(), param, size - 1, &value, nullptr));
    return value;
  };
  EXPECT_EQ(1u, get(CL_COMMAND_BUFFER_NUM_QUEUES_KHR, cl_uint{}));
  EXPECT_EQ(queue(), get(CL_COMMAND_BUFFER_QUEUES_KHR, cl_command_queue{}));
  EXPECT_EQ(context(), get(CL_COMMAND_BUFFER_CONTEXT_KHR, cl_context{}));
  EXPECT_EQ(1u, get(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, cl_uint{}));
  ok(clRetainCommandBuffer(buffer.get()));
  EXPECT_EQ(2u, get(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, cl_uint{}));
  ok(clReleaseCommandBuffer(buffer.get()));
  using Three = std::array<cl_command_buffer_properties_khr, 3>;
  EXPECT_EQ((Three{kReentrant[0], kReentrant[1], 0}), get(CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, Three{}));
  EXPECT_EQ(CL_INVALID_VALUE, clGetCommandBufferInfo(buffer.get(), 7, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR,
            clGetCommandBufferInfo(nullptr, CL_COMMAND_BUFFER_STATE_KHR, 0, nullptr, nullptr));
  size_t size = 77;
  ok(clGetCommandBufferInfo(create().get(), CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 0, nullptr, &size));
  EXPECT_EQ(0u, size);
}

cl_int creation(cl_uint count, const cl_command_queue *queues, const Properties &properties = {}) {
  return created([&](cl_int *error) {
    return clCreateCommandBuffer(count, queues, properties.empty() ? nullptr : properties.data(), error);
  });
}

constexpr size_t kItems = 8;
cl_int launch(World &w, cl_kernel k, cl_uint dims, const size_t *local = nullptr) {
  return clCommandNDRangeKernel(create(w.queue).get(), nullptr, nullptr, k, dims, nullptr, &kItems, local, 0, nullptr,
                                nullptr, nullptr);
}

const BadCall calls[] = {
    {"create: no queue", CL_INVALID_VALUE, [](World &w) { return creation(0, &w.queue); }},
    {"create: null", CL_INVALID_VALUE, [](World &) { return creation(1, nullptr); }},
    {"create: no good queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) {
       const auto wrong = w.wrong<cl_command_queue>();
       return creation(1, &wrong);
     }},
    {"create: unknown property", CL_INVALID_VALUE, [](World &w) { return creation(1, &w.queue, {7, 1, 0}); }},
    {"create: unknown flag", CL_INVALID_VALUE,
     [](World &w) { return creation(1, &w.queue, {CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 7, 0}); }},
    {"create: property twice", CL_INVALID_VALUE,
     [](World &w) {
       return creation(1, &w.queue, {CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0});
     }},
    {"retain", CL_INVALID_COMMAND_BUFFER_KHR, [](World &) { return clRetainCommandBuffer(nullptr); }},
    {"release", CL_INVALID_COMMAND_BUFFER_KHR,
     [](World &w) { return clReleaseCommandBuffer(w.wrong<cl_command_buffer_khr>()); }},
    {"finalize", CL_INVALID_COMMAND_BUFFER_KHR, [](World &) { return clFinalizeCommandBuffer(nullptr); }},
    {"barrier: none", CL_INVALID_COMMAND_BUFFER_KHR,
     [](World &) { return clCommandBarrierWithWaitList(nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr); }},
    {"barrier: a handle", CL_INVALID_VALUE,
     [](World &w) {
       cl_mutable_command_khr handle;
       return clCommandBarrierWithWaitList(create(w.queue).get(), nullptr, nullptr, 0, nullptr, nullptr, &handle);
     }},
    {"barrier: finalized", CL_INVALID_OPERATION,
     [](World &w) {
       CommandBuffer buffer = create(w.queue);
       ok(clFinalizeCommandBuffer(buffer.get()));
       return clCommandBarrierWithWaitList(buffer.get(), nullptr, nullptr, 0, nullptr, nullptr, nullptr);
     }},
    {"barrier: a count without points", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
     [](World &w) {
       return clCommandBarrierWithWaitList(create(w.queue).get(), nullptr, nullptr, 1, nullptr, nullptr, nullptr);
     }},
    {"barrier: points without a count", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
     [](World &w) {
       const cl_sync_point_khr point = 1;
       return clCommandBarrierWithWaitList(create(w.queue).get(), nullptr, nullptr, 0, &point, nullptr, nullptr);
     }},
    {"barrier: a point that nobody gave", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
     [](World &w) {
       const cl_sync_point_khr point = 1;
       return clCommandBarrierWithWaitList(create(w.queue).get(), nullptr, nullptr, 1, &point, nullptr, nullptr);
     }},
    {"copy: null", CL_INVALID_MEM_OBJECT,
     [](World &w) {
       return clCommandCopyBuffer(create(w.queue).get(), nullptr, nullptr, nullptr, w.buffer, 0, 0, 8, 0, nullptr,
                                  nullptr, nullptr);
     }},
    {"copy: another context", CL_INVALID_CONTEXT,
     [](World &w) {
       return clCommandCopyBuffer(create(w.queue).get(), nullptr, nullptr, w.buffer, w.other_buffer, 0, 0, 8, 0,
                                  nullptr, nullptr, nullptr);
     }},
    {"copy: out of bounds", CL_INVALID_VALUE,
     [](World &w) {
       return clCommandCopyBuffer(create(w.queue).get(), nullptr, nullptr, w.buffer, w.read_only, 0, 1020, 8, 0,
                                  nullptr, nullptr, nullptr);
     }},
    {"copy: overlap", CL_MEM_COPY_OVERLAP,
     [](World &w) {
       return clCommandCopyBuffer(create(w.queue).get(), nullptr, nullptr, w.buffer, w.buffer, 0, 4, 8, 0, nullptr,
                                  nullptr, nullptr);
     }},
    {"rectangle: no region", CL_INVALID_VALUE,
     [](World &w) {
       const size_t zero[3] = {};
       return clCommandCopyBufferRect(create(w.queue).get(), nullptr, nullptr, w.buffer, w.read_only, zero, zero, zero,
                                      0, 0, 0, 0, 0, nullptr, nullptr, nullptr);
     }},
    {"barrier: a property", CL_INVALID_VALUE,
     [](World &w) {
       const cl_properties properties[] = {1, 1, 0};
       return clCommandBarrierWithWaitList(create(w.queue).get(), nullptr, properties, 0, nullptr, nullptr, nullptr);
     }},
    {"shared copy: null", CL_INVALID_VALUE,
     [](World &w) {
       return clCommandSVMMemcpy(create(w.queue).get(), nullptr, nullptr, nullptr, w.bytes, 8, 0, nullptr, nullptr,
                                 nullptr);
     }},
    {"shared copy: overlap", CL_MEM_COPY_OVERLAP,
     [](World &w) {
       return clCommandSVMMemcpy(create(w.queue).get(), nullptr, nullptr, w.bytes, w.bytes + 4, 8, 0, nullptr, nullptr,
                                 nullptr);
     }},
    {"shared fill: pattern of 3", CL_INVALID_VALUE,
     [](World &w) {
       return clCommandSVMMemFill(create(w.queue).get(), nullptr, nullptr, w.bytes, w.bytes, 3, 9, 0, nullptr, nullptr,
                                  nullptr);
     }},
    {"fill: pattern of 3", CL_INVALID_VALUE,
     [](World &w) {
       return clCommandFillBuffer(create(w.queue).get(), nullptr, nullptr, w.buffer, w.bytes, 3, 0, 9, 0, nullptr,
                                  nullptr, nullptr);
     }},
    {"kernel: null", CL_INVALID_KERNEL, [](World &w) { return launch(w, nullptr, 1); }},
    {"kernel: no arguments", CL_INVALID_KERNEL_ARGS, [](World &w) { return launch(w, w.unset, 1); }},
    {"kernel: no dimension", CL_INVALID_WORK_DIMENSION, [](World &w) { return launch(w, w.kernel, 0); }},
    {"kernel: another context", CL_INVALID_CONTEXT,
     [](World &w) {
       return clCommandNDRangeKernel(create(w.other_queue).get(), nullptr, nullptr, w.kernel, 1, nullptr, &kItems,
                                     nullptr, 0, nullptr, nullptr, nullptr);
     }},
    {"kernel: group too large", CL_INVALID_WORK_ITEM_SIZE,
     [](World &w) {
       const size_t huge = 1 << 30;
       return launch(w, w.kernel, 1, &huge);
     }},
    {"kernel: a property", CL_INVALID_VALUE,
     [](World &w) {
       const cl_properties properties[] = {1, 1, 0};
       return clCommandNDRangeKernel(create(w.queue).get(), nullptr, properties, w.kernel, 1, nullptr, &kItems, nullptr,
                                     0, nullptr, nullptr, nullptr);
     }},
    {"fill of a buffer as an image", CL_INVALID_MEM_OBJECT,
     [](World &w) {
       const size_t zero[3] = {}, one[3] = {1, 1, 1};
       return extension<decltype(&wherry::khr::clCommandFillImageKHR)>("clCommandFillImageKHR")(
           create(w.queue).get(), nullptr, nullptr, w.buffer, w.bytes, zero, one, 0, nullptr, nullptr, nullptr);
     }},
};

TEST(CommandBuffers, wrong_arguments) { expect_errors(calls); }

}  // namespace
