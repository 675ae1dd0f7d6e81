// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: any pointer of the program's in a kernel; the commands on it.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <numeric>
#include <thread>

#include "api/bad_calls.h"

using namespace wherry::test;

namespace {

struct SvmFree {
  void operator()(void *pointer) const { clSVMFree(context(), pointer); }
};
template <class T> using Svm = std::unique_ptr<T[], SvmFree>;
template <class T> Svm<T> svm(size_t count, cl_svm_mem_flags flags = 0, cl_uint align = 0) {
  return Svm<T>(static_cast<T *>(clSVMAlloc(context(), flags, count * sizeof(T), align)));
}

constexpr char kAdd[] = "kernel void add(global int *p, int n) { p[get_global_id(0)] += n; }";

void run_add(int *pointer, size_t count, int n) {
  static const auto *program = new Program(build(kAdd));
  Kernel add = kernel(*program, "add");
  ok(clSetKernelArgSVMPointer(add, 0, pointer));
  set_arg(add, 1, n);
  run(add, {count});
}

TEST(Svm, capabilities_are_all) {
  EXPECT_EQ(cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS},
            info<cl_device_svm_capabilities>(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES));
}

TEST(Svm, any_pointer_of_the_program_is_good_in_a_kernel) {
  int on_stack[100] = {};
  static int program_scope[100];
  std::vector<int> heap(100);
  auto allocated = svm<int>(100);
  for (int *pointer : {on_stack, program_scope, heap.data(), allocated.get()}) {
    std::iota(pointer, pointer + 100, 0);
    run_add(pointer + 10, 80, 1000);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(i + (i >= 10 && i < 90 ? 1000 : 0), pointer[i]);
  }
}

TEST(Svm, kernels_follow_pointers_in_memory) {
  struct Node {
    Node *next;
    cl_long value;
  };
  const char *source = "struct node { global struct node *next; long value; };"
                       "kernel void sum(global struct node *list, global long *out) {"
                       "  long s = 0; for (; list; list = list->next) { s += list->value; list->value = -s; }"
                       "  *out = s; }";
  Program program = build(source);
  Kernel sum = kernel(program, "sum");
  auto first = svm<Node>(10);
  std::vector<Node> second(10);
  for (int i = 0; i < 10; ++i) {
    first[i] = {&second[i], i};
    second[i] = {i < 9 ? &first[i + 1] : nullptr, 100 * i};
  }
  cl_long result = 0;
  ok(clSetKernelArgSVMPointer(sum, 0, first.get()));
  ok(clSetKernelArgSVMPointer(sum, 1, &result));
  void *used[] = {second.data()};
  ok(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof used, used));
  run(sum, {1}, {1});
  EXPECT_EQ(101 * 45, result);
  EXPECT_EQ(-101 * 45, second[9].value);
}

TEST(Svm, host_and_kernel_work_together_by_atomics) {
  const char *source = "kernel void serve(volatile global int *turn, int rounds) {"
                       "  for (int i = 0; i < rounds; ++i)"
                       "    while (atomic_cmpxchg(turn, 2 * i + 1, 2 * i + 2) != 2 * i + 1) ; }";
  Program program = build(source);
  Kernel serve = kernel(program, "serve");
  auto turn = svm<std::atomic<int>>(1, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  turn[0] = 0;
  ok(clSetKernelArgSVMPointer(serve, 0, turn.get()));
  set_arg(serve, 1, 50);
  ok(try_launch(queue(), serve, {1}, {1}));
  ok(clFlush(queue()));
  for (int i = 0; i < 50; ++i) {
    turn[0] = 2 * i + 1;
    while (turn[0] != 2 * i + 2) std::this_thread::yield();
  }
  ok(clFinish(queue()));
}

// The compiler leaves copies out whose source nobody writes: what pointers point to counts.
TEST(Svm, a_tile_is_no_view_of_memory_that_the_kernel_writes) {
  const char *source = "kernel void reverse(global const int *in, global int *out, local int *tile) {"
                       "  size_t n = get_local_size(0), i = get_local_id(0);"
                       "  event_t e = async_work_group_copy(tile, in, n, 0); wait_group_events(1, &e);"
                       "  out[i] = -1; barrier(CLK_GLOBAL_MEM_FENCE); out[i] = tile[n - 1 - i]; }";
  Program program = build(source);
  Kernel reverse = kernel(program, "reverse");
  std::vector<int> heap(64), before(64);
  auto allocated = svm<int>(64), fine = svm<int>(64, CL_MEM_SVM_FINE_GRAIN_BUFFER);
  for (int *pointer : {heap.data(), allocated.get(), fine.get()}) {
    std::iota(pointer, pointer + 64, 0);
    ok(clSetKernelArgSVMPointer(reverse, 0, pointer));
    ok(clSetKernelArgSVMPointer(reverse, 1, pointer));
    set_arg(reverse, 2, LocalBytes{256});
    run(reverse, {64}, {64});
    for (int i = 0; i < 64; ++i) ASSERT_EQ(63 - i, pointer[i]);
  }
  // A buffer's memory by its address.
  cl_int error;
  Buffer buffer(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 256, heap.data(), &error));
  ok(error);
  set_arg(reverse, 0, buffer);
  ok(clSetKernelArgSVMPointer(reverse, 1, heap.data()));
  run(reverse, {64}, {64});
  for (int i = 0; i < 64; ++i) ASSERT_EQ(i, heap[i]);
}

TEST(Svm, alloc_takes_what_is_specified_and_no_more) {
  for (cl_svm_mem_flags flags :
       {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, 0, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
        CL_MEM_READ_ONLY | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS}) {
    for (cl_uint align : {0u, 1u, 4u, 128u, 4096u, 1u << 20})
      for (size_t size : {size_t{1}, size_t{1000}, size_t{1} << 20, (size_t{2} << 20) + 5}) {
        auto memory = svm<char>(size, flags, align);
        ASSERT_TRUE(memory) << flags << " " << align << " " << size;
        EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory.get()) % (align ? align : 128));
        std::memset(memory.get(), 1, size);
      }
  }
  const cl_ulong most = info<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  auto refused = [](cl_context in, cl_svm_mem_flags flags, size_t size, cl_uint align) {
    return clSVMAlloc(in, flags, size, align) == nullptr;
  };
  EXPECT_TRUE(refused(nullptr, 0, 16, 0));
  EXPECT_TRUE(refused(context(), 0, 0, 0));
  EXPECT_TRUE(refused(context(), 0, most + 1, 0));
  EXPECT_TRUE(refused(context(), 0, 16, 3));
  EXPECT_TRUE(refused(context(), CL_MEM_SVM_ATOMICS, 16, 0));
  EXPECT_TRUE(refused(context(), CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, 0));
  EXPECT_TRUE(refused(context(), CL_MEM_ALLOC_HOST_PTR, 16, 0));
  int not_ours;
  clSVMFree(context(), nullptr);
  clSVMFree(context(), &not_ours);
  clSVMFree(nullptr, &not_ours);
}

TEST(Svm, commands_run_in_order_and_say_what_they_are) {
  constexpr size_t n = 3 << 20;
  auto from = svm<char>(n), to = svm<char>(n);
  Event events[6];
  const int pattern[4] = {1, 2, 3, 4};
  ok(clEnqueueSVMMemFill(queue(), from.get(), pattern, 16, n, 0, nullptr, events[0].out()));
  ok(clEnqueueSVMMemcpy(queue(), CL_FALSE, to.get() + 1, from.get(), n - 1, 0, nullptr, events[1].out()));
  ok(clEnqueueSVMMap(queue(), CL_TRUE, CL_MAP_READ, to.get(), n, 0, nullptr, events[2].out()));
  for (size_t i = 0; i < n; ++i) ASSERT_EQ(reinterpret_cast<const char *>(pattern)[i % 16], from[i]);
  EXPECT_EQ(0, std::memcmp(from.get(), to.get() + 1, n - 1));
  ok(clEnqueueSVMUnmap(queue(), to.get(), 0, nullptr, events[3].out()));
  const void *pointers[] = {from.get() + 5, to.get()};
  const size_t sizes[] = {n - 5, 0};
  ok(clEnqueueSVMMigrateMem(queue(), 2, pointers, sizes, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, events[4].out()));
  ok(clEnqueueSVMMigrateMem(queue(), 2, pointers, nullptr, 0, 0, nullptr, nullptr));
  void *freed[] = {from.release(), to.release(), nullptr};
  ok(clEnqueueSVMFree(queue(), 3, freed, nullptr, nullptr, 0, nullptr, events[5].out()));
  ok(clFinish(queue()));
  const cl_command_type types[] = {CL_COMMAND_SVM_MEMFILL, CL_COMMAND_SVM_MEMCPY,      CL_COMMAND_SVM_MAP,
                                   CL_COMMAND_SVM_UNMAP,   CL_COMMAND_SVM_MIGRATE_MEM, CL_COMMAND_SVM_FREE};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(types[i], info<cl_command_type>(clGetEventInfo, events[i].get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(queue(), 1, pointers, nullptr, 0, 0, nullptr, nullptr))
      << "what was freed is known no more";
}

TEST(Svm, free_calls_back_instead) {
  struct Seen {
    cl_command_queue queue = nullptr;
    std::vector<void *> pointers;
  } seen;
  auto memory = svm<int>(10);
  void *pointers[] = {memory.get(), &seen};
  auto notify = [](cl_command_queue queue, cl_uint count, void *pointers[], void *data) {
    *static_cast<Seen *>(data) = {queue, std::vector<void *>(pointers, pointers + count)};
  };
  Event user(clCreateUserEvent(context(), nullptr));
  cl_event waits[] = {user};
  ok(clEnqueueSVMFree(queue(), 2, pointers, notify, &seen, 1, waits, nullptr));
  std::fill(pointers, pointers + 2, nullptr);  // the driver has its own copy
  EXPECT_EQ(nullptr, seen.queue);
  ok(clSetUserEventStatus(user, CL_COMPLETE));
  ok(clFinish(queue()));
  EXPECT_EQ(queue(), seen.queue);
  EXPECT_EQ((std::vector<void *>{memory.get(), &seen}), seen.pointers);
  const void *still[] = {memory.get()};
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMigrateMem(queue(), 1, still, nullptr, 0, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

TEST(Svm, buffers_on_svm_pointers) {
  auto memory = svm<int>(256);
  int elsewhere[256];
  cl_int error;
  auto uses = [](cl_mem buffer) { return info<cl_bool>(clGetMemObjectInfo, buffer, CL_MEM_USES_SVM_POINTER); };
  Buffer whole(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 1024, memory.get(), &error));
  ok(error);
  EXPECT_EQ(cl_bool{CL_TRUE}, uses(whole));
  cl_buffer_region region{512, 256};
  Buffer part(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ok(error);
  EXPECT_EQ(cl_bool{CL_TRUE}, uses(part));
  Buffer copy(clCreateBuffer(context(), CL_MEM_COPY_HOST_PTR, 2048, std::vector<int>(512).data(), &error));
  ok(error);
  EXPECT_EQ(cl_bool{CL_FALSE}, uses(copy));
  Buffer other(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 1024, elsewhere, &error));
  ok(error);
  EXPECT_EQ(cl_bool{CL_FALSE}, uses(other));
  EXPECT_EQ(nullptr, clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 1025, memory.get(), &error));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error);
  EXPECT_EQ(nullptr, clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 1021, memory.get() + 1, &error));
  EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error);
  // The buffer's memory is that memory.
  Kernel add = kernel(build(kAdd), "add");
  set_args(add, part, 7);
  std::fill_n(memory.get(), 256, 0);
  memory[128] = 35;
  run(add, {64});
  EXPECT_EQ(42, memory[128]);
}

const BadCall calls[] = {
    {"argument: kernel", CL_INVALID_KERNEL, [](World &w) { return clSetKernelArgSVMPointer(nullptr, 0, w.bytes); }},
    {"argument: index", CL_INVALID_ARG_INDEX, [](World &w) { return clSetKernelArgSVMPointer(w.kernel, 3, w.bytes); }},
    {"argument: no pointer", CL_INVALID_ARG_VALUE,
     [](World &w) { return clSetKernelArgSVMPointer(w.kernel, 1, w.bytes); }},
    {"argument: local", CL_INVALID_ARG_VALUE, [](World &w) { return clSetKernelArgSVMPointer(w.kernel, 2, w.bytes); }},
    {"exec info: kernel", CL_INVALID_KERNEL,
     [](World &w) { return clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, w.bytes); }},
    {"exec info: name", CL_INVALID_VALUE, [](World &w) { return clSetKernelExecInfo(w.kernel, 7, 8, w.bytes); }},
    {"exec info: no pointers", CL_INVALID_VALUE,
     [](World &w) { return clSetKernelExecInfo(w.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, nullptr); }},
    {"exec info: half a pointer", CL_INVALID_VALUE,
     [](World &w) { return clSetKernelExecInfo(w.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 12, w.bytes); }},
    {"exec info: no flag", CL_INVALID_VALUE,
     [](World &w) { return clSetKernelExecInfo(w.kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 4, nullptr); }},
    {"exec info: flag's size", CL_INVALID_VALUE,
     [](World &w) { return clSetKernelExecInfo(w.kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 8, w.bytes); }},
    {"copy: queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return clEnqueueSVMMemcpy(nullptr, CL_TRUE, w.bytes, w.bytes + 64, 64, 0, nullptr, nullptr); }},
    {"copy: to null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemcpy(w.queue, CL_TRUE, nullptr, w.bytes, 64, 0, nullptr, nullptr); }},
    {"copy: from null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemcpy(w.queue, CL_TRUE, w.bytes, nullptr, 64, 0, nullptr, nullptr); }},
    {"copy: overlap upwards", CL_MEM_COPY_OVERLAP,
     [](World &w) { return clEnqueueSVMMemcpy(w.queue, CL_TRUE, w.bytes + 63, w.bytes, 64, 0, nullptr, nullptr); }},
    {"copy: overlap downwards", CL_MEM_COPY_OVERLAP,
     [](World &w) { return clEnqueueSVMMemcpy(w.queue, CL_TRUE, w.bytes, w.bytes + 63, 64, 0, nullptr, nullptr); }},
    {"copy: event of another context", CL_INVALID_CONTEXT,
     [](World &w) {
       cl_event waits[] = {w.other_event};
       return clEnqueueSVMMemcpy(w.queue, CL_TRUE, w.bytes, w.bytes + 64, 64, 1, waits, nullptr);
     }},
    {"copy: wait list", CL_INVALID_EVENT_WAIT_LIST,
     [](World &w) { return clEnqueueSVMMemcpy(w.queue, CL_TRUE, w.bytes, w.bytes + 64, 64, 1, nullptr, nullptr); }},
    {"fill: queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return clEnqueueSVMMemFill(nullptr, w.bytes, w.bytes, 4, 64, 0, nullptr, nullptr); }},
    {"fill: null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, nullptr, w.bytes, 4, 64, 0, nullptr, nullptr); }},
    {"fill: no pattern", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, w.bytes, nullptr, 4, 64, 0, nullptr, nullptr); }},
    {"fill: pattern of 0", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, w.bytes, w.bytes, 0, 64, 0, nullptr, nullptr); }},
    {"fill: pattern of 3", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, w.bytes, w.bytes, 3, 63, 0, nullptr, nullptr); }},
    {"fill: pattern of 256", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, w.bytes, w.bytes, 256, 256, 0, nullptr, nullptr); }},
    {"fill: size", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, w.bytes, w.bytes, 4, 63, 0, nullptr, nullptr); }},
    {"fill: alignment", CL_INVALID_VALUE,
     [](World &w) {
       auto *odd = reinterpret_cast<char *>(reinterpret_cast<uintptr_t>(w.bytes) | 1);
       return clEnqueueSVMMemFill(w.queue, odd, w.bytes, 4, 64, 0, nullptr, nullptr);
     }},
    {"map: null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMap(w.queue, CL_TRUE, CL_MAP_READ, nullptr, 64, 0, nullptr, nullptr); }},
    {"map: nothing", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMap(w.queue, CL_TRUE, CL_MAP_READ, w.bytes, 0, 0, nullptr, nullptr); }},
    {"map: flags", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMap(w.queue, CL_TRUE, 1 << 9, w.bytes, 64, 0, nullptr, nullptr); }},
    {"map: invalidating reads", CL_INVALID_VALUE,
     [](World &w) {
       return clEnqueueSVMMap(w.queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, w.bytes, 64, 0, nullptr,
                              nullptr);
     }},
    {"map: queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return clEnqueueSVMMap(nullptr, CL_TRUE, CL_MAP_READ, w.bytes, 64, 0, nullptr, nullptr); }},
    {"unmap: null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMUnmap(w.queue, nullptr, 0, nullptr, nullptr); }},
    {"unmap: queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return clEnqueueSVMUnmap(nullptr, w.bytes, 0, nullptr, nullptr); }},
    {"free: pointers without a count", CL_INVALID_VALUE,
     [](World &w) {
       void *pointers[] = {w.bytes};
       return clEnqueueSVMFree(w.queue, 0, pointers, nullptr, nullptr, 0, nullptr, nullptr);
     }},
    {"free: a count without pointers", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMFree(w.queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr); }},
    {"free: queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return clEnqueueSVMFree(nullptr, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr); }},
    {"migrate: none", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMigrateMem(w.queue, 0, nullptr, nullptr, 0, 0, nullptr, nullptr); }},
    {"migrate: no allocation", CL_INVALID_VALUE,
     [](World &w) {
       const void *pointers[] = {w.bytes};
       return clEnqueueSVMMigrateMem(w.queue, 1, pointers, nullptr, 0, 0, nullptr, nullptr);
     }},
    {"migrate: past the end", CL_INVALID_VALUE,
     [](World &w) {
       auto memory = svm<char>(64);
       const void *pointers[] = {memory.get() + 1};
       const size_t sizes[] = {64};
       return clEnqueueSVMMigrateMem(w.queue, 1, pointers, sizes, 0, 0, nullptr, nullptr);
     }},
    {"migrate: flags", CL_INVALID_VALUE,
     [](World &w) {
       auto memory = svm<char>(64);
       const void *pointers[] = {memory.get()};
       return clEnqueueSVMMigrateMem(w.queue, 1, pointers, nullptr, 1 << 5, 0, nullptr, nullptr);
     }},
};

TEST(Svm, wrong_arguments) { expect_errors(calls); }

}  // namespace
