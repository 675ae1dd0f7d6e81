// SPDX-License-Identifier: Apache-2.0
// fork() while other threads are in the middle of calls: what the child gets must be whole.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <random>
#include <thread>

#include "common/child.h"
#include "common/cl.h"
#include "common/hang.h"
#include "common/sanitized.h"

using namespace wherry::test;

namespace {

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

// A child's life: with the parent's objects and with its own.
int live(Shared &shared) {
  end_if_hung();
  for (int i = 0; i < 4; ++i) {
    launch(shared, i);
    move_bytes(shared, i);
    order_commands(shared, i);
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
  for (auto *body : {launch, move_bytes, make_objects, order_commands})
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
