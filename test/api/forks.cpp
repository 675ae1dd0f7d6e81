// SPDX-License-Identifier: Apache-2.0
// fork() while other threads are in the middle of calls: what the child gets must be whole.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <random>
#include <thread>

#include "api/command_buffers_and_semaphores.h"
#include "common/child.h"
#include "common/cl.h"
#include "common/hang.h"
#include "common/sanitized.h"

using namespace wherry::test;

namespace {

const auto clHostMemAlloc = extension<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL");
const auto clMemBlockingFree = extension<clMemBlockingFreeINTEL_fn>("clMemBlockingFreeINTEL");

const char *const source = "kernel void add(global int *out, int n) { out[get_global_id(0)] += n; }";

// The objects that all threads of the parent use, and its children after them.
struct Shared {
  Program program = build(source);
  Kernel add = kernel(program, "add");
  Queue queues[2] = {make_queue(), out_of_order_queue()};
  Buffer buffer = make_buffer(std::vector<int>(1000, 0));
};

void CL_CALLBACK note(cl_event, cl_int, void *count) { ++*static_cast<std::atomic<unsigned> *>(count); }

void launch(Shared &shared, int i) {
  cl_int error = CL_SUCCESS;
  Kernel add(clCloneKernel(shared.add, &error));
  ok(error);
  set_args(add, shared.buffer, i);
  Event event;
  const size_t items = 1000;
  ok(clEnqueueNDRangeKernel(shared.queues[i % 2], add, 1, nullptr, &items, nullptr, 0, nullptr, event.out()));
  static std::atomic<unsigned> called{0};
  ok(clSetEventCallback(event, CL_COMPLETE, note, &called));
  if (i % 3 == 0) ok(clFinish(shared.queues[i % 2]));
}

void move_bytes(Shared &shared, int i) {
  int value = i;
  ok(clEnqueueWriteBuffer(shared.queues[i % 2], shared.buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
  cl_int error = CL_SUCCESS;
  void *mapped =
      clEnqueueMapBuffer(shared.queues[i % 2], shared.buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &error);
  ok(error);
  ok(clEnqueueUnmapMemObject(shared.queues[i % 2], shared.buffer, mapped, 0, nullptr, nullptr));
}

void make_objects(Shared &shared, int i) {
  Context c = make_context();
  Queue q = make_queue(0, c);
  Program program = build(source, i % 16 ? "" : ("-DROUND=" + std::to_string(i % 64)).c_str(), c);
  Kernel add = kernel(program, "add");
  void *memory = clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0);
  set_args(shared.add, shared.buffer, i);
  clSVMFree(context(), memory);
  info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS);
}

void order_commands(Shared &shared, int) {
  cl_int error = CL_SUCCESS;
  Event gate(clCreateUserEvent(context(), &error));
  ok(error);
  cl_event waited = gate;
  Event first, second;
  ok(clEnqueueBarrierWithWaitList(shared.queues[1], 1, &waited, first.out()));
  ok(clEnqueueMarkerWithWaitList(shared.queues[1], 0, nullptr, second.out()));
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  waited = second;
  ok(clWaitForEvents(1, &waited));
}

void record_commands(Shared &shared, int i) {
  cl_int error = CL_SUCCESS;
  Kernel add(clCloneKernel(shared.add, &error));
  ok(error);
  set_args(add, shared.buffer, i);
  cl_command_queue queue = shared.queues[0];
  const size_t items = 64;
  CommandBuffer recorded(clCreateCommandBuffer(1, &queue, nullptr, &error));
  ok(error);
  ok(clCommandNDRangeKernel(recorded, nullptr, nullptr, add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr,
                            nullptr));
  ok(clFinalizeCommandBuffer(recorded));
  ok(clEnqueueCommandBuffer(0, nullptr, recorded, 0, nullptr, nullptr));
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
  OwnedSemaphore semaphore(clCreateSemaphoreWithProperties(context(), binary, &error));
  ok(error);
  cl_semaphore_khr handle = semaphore;
  Event waited;
  ok(clEnqueueSignalSemaphores(queue, 1, &handle, nullptr, 0, nullptr, nullptr));
  ok(clEnqueueWaitSemaphores(shared.queues[1], 1, &handle, nullptr, 0, nullptr, waited.out()));
  cl_event wait_for = waited;
  ok(clWaitForEvents(1, &wait_for));
}

void use_other_memory(Shared &shared, int i) {
  cl_int error = CL_SUCCESS;
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 16;
  Buffer image(clCreateImage(context(), CL_MEM_READ_WRITE, &format, &desc, nullptr, &error));
  ok(error);
  const size_t origin[3] = {}, region[3] = {16, 16, 1};
  const float color[4] = {1, 1, 1, 1};
  cl_command_queue queue = shared.queues[i % 2];
  Buffer buffer = make_buffer(1024);
  Event filled;
  ok(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, filled.out()));
  const cl_event before = filled;
  ok(clEnqueueCopyImageToBuffer(queue, image, buffer, origin, region, 0, 1, &before, nullptr));
  Buffer pipe(clCreatePipe(context(), 0, 4, 16, nullptr, &error));
  ok(error);
  Owned<cl_sampler, clReleaseSampler> sampler(clCreateSamplerWithProperties(context(), nullptr, &error));
  ok(error);
  ok(clEnqueueNativeKernel(queue, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr));
  const cl_device_partition_property singles[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[64];
  cl_uint count = 0;
  if (clCreateSubDevices(device(), singles, 64, parts, &count) == CL_SUCCESS)
    for (cl_uint k = 0; k < std::min(count, 64u); ++k) ok(clReleaseDevice(parts[k]));
  void *memory = clHostMemAlloc(context(), nullptr, 4096, 0, &error);
  ok(error);
  ok(clEnqueueSVMMemFill(queue, memory, "x", 1, 4096, 0, nullptr, nullptr));
  ok(clMemBlockingFree(context(), memory));
}

// A child's life: with the parent's objects and with its own.
int live(Shared &shared) {
  end_if_hung();
  for (int i = 0; i < 4; ++i) {
    launch(shared, i);
    move_bytes(shared, i);
    order_commands(shared, i);
    record_commands(shared, i);
    use_other_memory(shared, i);
  }
  make_objects(shared, 1);
  for (auto &queue : shared.queues) ok(clFinish(queue));
  return 0;
}

// A thread that builds is in the compiler's hands for long, and fork() does not wait for it.
TEST(Forks, do_not_wait_for_a_build) {
  Context c = make_context();
  std::string source = "kernel void long_to_compile(global float *p) {\n";
  for (int i = 0; i < 400; ++i) source += "p[" + std::to_string(i) + "] += pow(sin(p[0]), cos(p[1]));\n";
  source += "// not in the cache: " + std::to_string(std::random_device()()) + "\n}";
  std::atomic<bool> built{false};
  std::thread builder([&] {
    build(source, "", c);
    built = true;
  });
  int forks = 0;
  while (!built) {
    EXPECT_EQ(0, in_child([] { return 0; }));
    forks += !built;
  }
  builder.join();
  EXPECT_GT(forks, 3);  // each would wait until the build is over, or for the longest wait
}

// 10,000 by WHERRY_FORKS=10000, for which this was made.
TEST(Forks, beside_threads_in_every_kind_of_call) {
  const char *wish = std::getenv("WHERRY_FORKS");
  const int forks = wish ? std::atoi(wish) : repetitions(150);
  Shared shared;
  make_objects(shared, 1);
  std::atomic<bool> stop{false};
  std::atomic<int> failed{0};
  std::vector<std::thread> threads;
  for (auto *body : {launch, move_bytes, make_objects, order_commands, record_commands, use_other_memory})
    threads.emplace_back([&, body] {
      try {
        for (int i = 0; !stop; ++i) body(shared, i);
      } catch (const std::exception &error) {
        ++failed;
        fprintf(stderr, "%s\n", error.what());
      }
    });
  int hung = 0, wrong = 0;
  for (int i = 0; i < forks; ++i) {
    const int end = in_child([&] { return live(shared); });
    hung += end == 1000 + SIGALRM;
    wrong += end != 0 && end != 1000 + SIGALRM;
  }
  stop = true;
  for (auto &thread : threads) thread.join();
  EXPECT_EQ(0, hung) << "of " << forks;
  EXPECT_EQ(0, wrong) << "of " << forks;
  EXPECT_EQ(0, failed);
}

}  // namespace
