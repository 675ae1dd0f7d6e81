// SPDX-License-Identifier: Apache-2.0
// cl_intel_unified_shared_memory.
#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <thread>

#include "api/bad_calls.h"
#include "common/hang.h"

using namespace wherry::test;

namespace {

#define FUNCTION(name) const auto name = extension<name##INTEL_fn>(#name "INTEL")
FUNCTION(clHostMemAlloc);
FUNCTION(clDeviceMemAlloc);
FUNCTION(clSharedMemAlloc);
FUNCTION(clMemFree);
FUNCTION(clMemBlockingFree);
FUNCTION(clGetMemAllocInfo);
FUNCTION(clSetKernelArgMemPointer);
FUNCTION(clEnqueueMemFill);
FUNCTION(clEnqueueMemcpy);
FUNCTION(clEnqueueMigrateMem);
FUNCTION(clEnqueueMemAdvise);
#undef FUNCTION

using Properties = std::vector<cl_mem_properties_intel>;

// By type: host, device, shared, and shared without a device.
void *allocate(int type, size_t size, cl_int *error, cl_uint align = 0, const Properties &properties = {}) {
  const auto *list = properties.empty() ? nullptr : properties.data();
  if (type == 0) return clHostMemAlloc(context(), list, size, align, error);
  if (type == 1) return clDeviceMemAlloc(context(), device(), list, size, align, error);
  return clSharedMemAlloc(context(), type == 2 ? device() : nullptr, list, size, align, error);
}

template <class T> T alloc_info(const void *pointer, cl_mem_info_intel param) {
  T value{};
  size_t size = 0;
  ok(clGetMemAllocInfo(context(), pointer, param, sizeof value, &value, &size));
  EXPECT_EQ(sizeof value, size);
  EXPECT_EQ(CL_INVALID_VALUE, clGetMemAllocInfo(context(), pointer, param, sizeof value - 1, &value, nullptr));
  return value;
}

TEST(Usm, the_device_can_all_of_it) {
  EXPECT_NE(std::string::npos,
            info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_intel_unified_shared_memory"));
  for (cl_device_info param :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_EQ(15u, info<cl_device_unified_shared_memory_capabilities_intel>(clGetDeviceInfo, device(), param));
}

TEST(Usm, allocations_are_known_by_any_address_in_them) {
  const cl_unified_shared_memory_type_intel types[] = {CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL,
                                                       CL_MEM_TYPE_SHARED_INTEL, CL_MEM_TYPE_SHARED_INTEL};
  for (int type = 0; type < 4; ++type)
    for (size_t size : {size_t{1}, size_t{3000}, size_t{5} << 20})
      for (cl_uint align : {0u, 64u, 4096u}) {
        cl_int error = 1;
        const Properties properties{CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
        auto *memory = static_cast<char *>(allocate(type, size, &error, align, properties));
        ok(error);
        EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % (align ? align : 128));
        for (char *inside : {memory, memory + size / 2, memory + size - 1}) {
          EXPECT_EQ(types[type], alloc_info<cl_uint>(inside, CL_MEM_ALLOC_TYPE_INTEL));
          EXPECT_EQ(memory, alloc_info<void *>(inside, CL_MEM_ALLOC_BASE_PTR_INTEL));
          EXPECT_EQ(size, alloc_info<size_t>(inside, CL_MEM_ALLOC_SIZE_INTEL));
          EXPECT_EQ(type == 1 || type == 2 ? device() : nullptr,
                    alloc_info<cl_device_id>(inside, CL_MEM_ALLOC_DEVICE_INTEL));
          EXPECT_EQ(cl_mem_alloc_flags_intel{CL_MEM_ALLOC_WRITE_COMBINED_INTEL},
                    alloc_info<cl_mem_alloc_flags_intel>(inside, CL_MEM_ALLOC_FLAGS_INTEL));
        }
        EXPECT_EQ(cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL}, alloc_info<cl_uint>(memory + size, CL_MEM_ALLOC_TYPE_INTEL));
        ok(type % 2 ? clMemFree(context(), memory) : clMemBlockingFree(context(), memory));
        EXPECT_EQ(cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL}, alloc_info<cl_uint>(memory, CL_MEM_ALLOC_TYPE_INTEL));
        EXPECT_EQ(CL_INVALID_VALUE, clMemFree(context(), memory)) << "freed twice";
      }
  ok(clMemFree(context(), nullptr));
  ok(clMemBlockingFree(context(), nullptr));
}

TEST(Usm, what_is_not_such_memory_is_of_no_type) {
  int on_stack;
  void *svm = clSVMAlloc(context(), 0, 64, 0);
  for (const void *pointer :
       {static_cast<const void *>(&on_stack), static_cast<const void *>(svm), static_cast<const void *>(nullptr)}) {
    EXPECT_EQ(cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL}, alloc_info<cl_uint>(pointer, CL_MEM_ALLOC_TYPE_INTEL));
    EXPECT_EQ(nullptr, alloc_info<void *>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL));
    EXPECT_EQ(0u, alloc_info<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL));
    EXPECT_EQ(nullptr, alloc_info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL));
  }
  EXPECT_EQ(CL_INVALID_VALUE, clMemFree(context(), svm));
  clSVMFree(context(), svm);
}

TEST(Usm, kernels_copies_and_fills_use_it) {
  Kernel scale = kernel(build("kernel void scale(global int *p) { p[get_global_id(0)] *= 3; }"), "scale");
  for (int type = 0; type < 4; ++type) {
    cl_int error;
    auto *memory = static_cast<int *>(allocate(type, 4000, &error));
    ok(error);
    std::vector<int> host(1000), back(1000);
    std::iota(host.begin(), host.end(), 0);
    const int pattern = 5;
    Event events[4];
    ok(clEnqueueMemFill(queue(), memory, &pattern, 4, 4000, 0, nullptr, events[0].out()));
    ok(clEnqueueMemcpy(queue(), CL_FALSE, memory + 10, host.data(), 3600, 0, nullptr, events[1].out()));
    ok(clEnqueueMigrateMem(queue(), memory, 4000, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, events[2].out()));
    ok(clEnqueueMemAdvise(queue(), memory, 4000, 0, 0, nullptr, events[3].out()));
    ok(clSetKernelArgMemPointer(scale, 0, memory));
    cl_bool yes = CL_TRUE;
    void *pointers[] = {memory};
    ok(clSetKernelExecInfo(scale, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL, sizeof yes, &yes));
    ok(clSetKernelExecInfo(scale, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof pointers, pointers));
    ok(try_launch(queue(), scale, {1000}));
    ok(clEnqueueMemcpy(queue(), CL_TRUE, back.data(), memory, 4000, 0, nullptr, nullptr));
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(3 * (i < 10 || i >= 910 ? 5 : i - 10), back[i]);
    const cl_command_type types[] = {CL_COMMAND_MEMFILL_INTEL, CL_COMMAND_MEMCPY_INTEL, CL_COMMAND_MIGRATEMEM_INTEL,
                                     CL_COMMAND_MEMADVISE_INTEL};
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(types[i], info<cl_command_type>(clGetEventInfo, events[i].get(), CL_EVENT_COMMAND_TYPE));
    ok(clMemFree(context(), memory));
  }
}

// Of all queues of the context.
TEST(Usm, a_blocking_free_waits_for_commands) {
  cl_int error;
  auto *memory = static_cast<char *>(allocate(0, 8 << 20, &error));
  ok(error);
  std::vector<char> from(8 << 20, 'x'), to(8 << 20);
  Queue first = make_queue(), second = out_of_order_queue();
  Event copied, last;
  ok(clEnqueueMemcpy(first, CL_FALSE, memory, from.data(), from.size(), 0, nullptr, copied.out()));
  cl_event waits[] = {copied};
  ok(clEnqueueMemcpy(second, CL_FALSE, to.data(), memory, to.size(), 1, waits, last.out()));
  ok(clMemBlockingFree(context(), memory));
  EXPECT_EQ(CL_COMPLETE, info<cl_int>(clGetEventInfo, last.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
  EXPECT_EQ(from, to);
}

// As SYCL's adapter for OpenCL does; on a worker, or while a thread waits.
TEST(Usm, a_callback_may_free_blocking_while_commands_follow) {
  struct Data {
    void *memory = allocate(0, 64, nullptr);
    std::atomic<bool> freed{false};
  };
  for (int way = 0; way < 4; ++way) {
    Data data;
    Queue q = make_queue(way & 1 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    Event gate(clCreateUserEvent(context(), nullptr)), first;
    cl_event waits[] = {gate};
    char pattern = 1;
    ok(clEnqueueMemFill(q, data.memory, &pattern, 1, 64, 1, waits, first.out()));
    ok(clSetEventCallback(
        first, CL_COMPLETE,
        [](cl_event, cl_int, void *data) {
          ok(clMemBlockingFree(context(), static_cast<Data *>(data)->memory));
          static_cast<Data *>(data)->freed = true;
        },
        &data));
    char to[64], from[64] = {};
    ok(clEnqueueMemcpy(q, CL_FALSE, to, from, 64, 0, nullptr, nullptr));
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    if (way & 2) ok(clFinish(q));
    EXPECT_TRUE(eventually([&] { return data.freed.load(); }));
    ok(clFinish(q));
  }
}

cl_int allocation(World &, int type, size_t size, cl_uint align, const Properties &properties) {
  return created([&](cl_int *error) { return allocate(type, size, error, align, properties); });
}
constexpr cl_mem_properties_intel kBoth =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

const BadCall calls[] = {
    {"host: context", CL_INVALID_CONTEXT,
     [](World &w) { return created([&](cl_int *e) { return clHostMemAlloc(w.wrong_context(), nullptr, 64, 0, e); }); }},
    {"device: no device", CL_INVALID_DEVICE,
     [](World &w) {
       return created([&](cl_int *e) { return clDeviceMemAlloc(w.context, nullptr, nullptr, 64, 0, e); });
     }},
    {"shared: wrong device", CL_INVALID_DEVICE,
     [](World &w) {
       auto wrong = w.wrong<cl_device_id>();
       return created([&](cl_int *e) { return clSharedMemAlloc(w.context, wrong, nullptr, 64, 0, e); });
     }},
    {"no bytes", CL_INVALID_BUFFER_SIZE, [](World &w) { return allocation(w, 0, 0, 0, {}); }},
    {"too many bytes", CL_INVALID_BUFFER_SIZE, [](World &w) { return allocation(w, 1, SIZE_MAX / 2, 0, {}); }},
    {"alignment of 3", CL_INVALID_VALUE, [](World &w) { return allocation(w, 2, 64, 3, {}); }},
    {"alignment of 2 GiB", CL_INVALID_VALUE, [](World &w) { return allocation(w, 2, 64, 1u << 31, {}); }},
    {"unknown property", CL_INVALID_PROPERTY, [](World &w) { return allocation(w, 0, 64, 0, {1, 1, 0}); }},
    {"property twice", CL_INVALID_PROPERTY,
     [](World &w) { return allocation(w, 0, 64, 0, {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0}); }},
    {"unknown flag", CL_INVALID_PROPERTY,
     [](World &w) { return allocation(w, 2, 64, 0, {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 9, 0}); }},
    {"placement of host memory", CL_INVALID_PROPERTY,
     [](World &w) {
       return allocation(w, 0, 64, 0, {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0});
     }},
    {"both placements", CL_INVALID_PROPERTY,
     [](World &w) { return allocation(w, 2, 64, 0, {CL_MEM_ALLOC_FLAGS_INTEL, kBoth, 0}); }},
    {"free: context", CL_INVALID_CONTEXT, [](World &w) { return clMemFree(nullptr, w.bytes); }},
    {"free: another's", CL_INVALID_VALUE, [](World &w) { return clMemFree(w.context, w.bytes); }},
    {"blocking free: another's", CL_INVALID_VALUE,
     [](World &w) {
       ok(clSetUserEventStatus(w.user, CL_COMPLETE));
       w.user = Event(clCreateUserEvent(w.context, nullptr));
       return clMemBlockingFree(w.context, w.bytes);
     }},
    {"query: context", CL_INVALID_CONTEXT,
     [](World &w) { return clGetMemAllocInfo(nullptr, w.bytes, CL_MEM_ALLOC_TYPE_INTEL, 4096, w.bytes, nullptr); }},
    {"query: name", CL_INVALID_VALUE,
     [](World &w) { return clGetMemAllocInfo(w.context, w.bytes, 7, 4096, w.bytes, nullptr); }},
    {"argument: index", CL_INVALID_ARG_INDEX, [](World &w) { return clSetKernelArgMemPointer(w.kernel, 3, w.bytes); }},
    {"argument: no pointer", CL_INVALID_ARG_VALUE,
     [](World &w) { return clSetKernelArgMemPointer(w.kernel, 1, w.bytes); }},
    {"copy: overlap", CL_MEM_COPY_OVERLAP,
     [](World &w) { return clEnqueueMemcpy(w.queue, CL_TRUE, w.bytes + 1, w.bytes, 64, 0, nullptr, nullptr); }},
    {"fill: null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueMemFill(w.queue, nullptr, w.bytes, 4, 64, 0, nullptr, nullptr); }},
    {"migrate: queue", CL_INVALID_COMMAND_QUEUE,
     [](World &w) { return clEnqueueMigrateMem(nullptr, w.bytes, 64, 0, 0, nullptr, nullptr); }},
    {"migrate: flags", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueMigrateMem(w.queue, w.bytes, 64, 1 << 5, 0, nullptr, nullptr); }},
    {"advise: null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueMemAdvise(w.queue, nullptr, 64, 0, 0, nullptr, nullptr); }},
    {"advise: what nobody knows", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueMemAdvise(w.queue, w.bytes, 64, 99, 0, nullptr, nullptr); }},
};

TEST(Usm, wrong_arguments) { expect_errors(calls); }

}  // namespace
