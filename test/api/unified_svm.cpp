// SPDX-License-Identifier: Apache-2.0
// cl_khr_unified_svm.
#include "wherry/cl_unified_svm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "api/bad_calls.h"

using namespace wherry::test;

namespace {

#define FUNCTION(name) const auto name = extension<decltype(&::name##KHR)>(#name "KHR")
FUNCTION(clSVMAllocWithProperties);
FUNCTION(clSVMFreeWithProperties);
FUNCTION(clGetSVMPointerInfo);
FUNCTION(clGetSVMSuggestedTypeIndex);
#undef FUNCTION

using Capabilities = cl_svm_capabilities_khr;
using Properties = std::vector<cl_svm_alloc_properties_khr>;
enum Type : cl_uint { coarse, fine, device_owned, host_owned, shared, system_type, num_types };

cl_svm_alloc_properties_khr word(const void *handle) { return reinterpret_cast<uintptr_t>(handle); }
const Properties &of_device() {
  static const Properties list{CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, word(device()), 0};
  return list;
}

std::vector<Capabilities> types() {
  return info_list<Capabilities>(clGetDeviceInfo, device(), CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR);
}

// Owned.
struct Allocation {
  Allocation(cl_uint type, size_t size, const cl_svm_alloc_properties_khr *properties) {
    cl_int error = 1;
    pointer = clSVMAllocWithProperties(context(), properties, type, size, &error);
    ok(error);
  }
  Allocation(const Allocation &) = delete;
  ~Allocation() { EXPECT_EQ(CL_SUCCESS, clSVMFreeWithProperties(context(), nullptr, 0, pointer)); }
  void *pointer;
};
const cl_svm_alloc_properties_khr *default_properties(cl_uint type) {
  return type == device_owned ? of_device().data() : nullptr;
}

template <class T> T get(const void *pointer, cl_svm_pointer_info_khr param, cl_device_id of = nullptr) {
  T value{};
  size_t size = 0;
  ok(clGetSVMPointerInfo(context(), of, pointer, param, sizeof value, &value, &size));
  EXPECT_EQ(sizeof value, size);
  EXPECT_EQ(CL_INVALID_VALUE, clGetSVMPointerInfo(context(), of, pointer, param, sizeof value - 1, &value, nullptr));
  return value;
}
Properties properties_of(const void *pointer) {
  size_t size = 1;
  ok(clGetSVMPointerInfo(context(), nullptr, pointer, CL_SVM_INFO_PROPERTIES_KHR, 0, nullptr, &size));
  Properties list(size / sizeof list[0]);
  if (size) ok(clGetSVMPointerInfo(context(), nullptr, pointer, CL_SVM_INFO_PROPERTIES_KHR, size, list.data(), &size));
  return list;
}
cl_uint suggested(Capabilities required, Capabilities desired = 0) {
  cl_uint type = 77;
  ok(clGetSVMSuggestedTypeIndex(context(), required, desired, nullptr, 0, &type));
  return type;
}

TEST(UnifiedSvm, types_have_what_their_names_promise) {
  EXPECT_NE(std::string::npos, info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_khr_unified_svm"));
  const auto all = types();
  ASSERT_EQ(size_t{num_types}, all.size());
  EXPECT_EQ(all, info_list<Capabilities>(clGetPlatformInfo, platform(), CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR));
  constexpr Capabilities kPromised[] = {CL_SVM_TYPE_MACRO_COARSE_GRAIN_BUFFER_KHR,
                                        CL_SVM_TYPE_MACRO_FINE_GRAIN_BUFFER_KHR,
                                        CL_SVM_TYPE_MACRO_DEVICE_KHR,
                                        CL_SVM_TYPE_MACRO_HOST_KHR,
                                        CL_SVM_TYPE_MACRO_SINGLE_DEVICE_SHARED_KHR,
                                        CL_SVM_TYPE_MACRO_SYSTEM_KHR};
  for (cl_uint type = 0; type < num_types; ++type) {
    EXPECT_EQ(kPromised[type], all[type] & kPromised[type]) << type;
    // "SVM types that are DEVICE_OWNED must not be DEVICE_UNASSOCIATED. SVM types that are HOST_OWNED must be
    // DEVICE_UNASSOCIATED."
    const bool unassociated = all[type] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR;
    EXPECT_EQ(type == device_owned, (all[type] & CL_SVM_CAPABILITY_DEVICE_OWNED_KHR) != 0);
    EXPECT_EQ(type == host_owned, (all[type] & CL_SVM_CAPABILITY_HOST_OWNED_KHR) != 0);
    EXPECT_EQ(type != device_owned, unassociated);
  }
}

TEST(UnifiedSvm, allocations_know_what_they_are) {
  const auto all = types();
  for (cl_uint type = 0; type < system_type; ++type)
    for (const Properties &properties :
         {Properties(), of_device(), Properties{CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, 0, 0},
          Properties{CL_SVM_ALLOC_ALIGNMENT_KHR, 64, CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, word(device()),
                     CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                     CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR, 0}}) {
      const bool has_device = std::ranges::count(properties, word(device())) != 0;
      if (type == device_owned && !has_device) continue;
      const Allocation made(type, 1000, properties.empty() ? nullptr : properties.data());
      ASSERT_TRUE(made.pointer);
      EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(made.pointer) % 128);
      for (size_t offset : {0, 4, 999}) {
        const void *at = static_cast<std::byte *>(made.pointer) + offset;
        for (cl_device_id of : {cl_device_id{}, device()}) {
          EXPECT_EQ(type, get<cl_uint>(at, CL_SVM_INFO_TYPE_INDEX_KHR, of));
          EXPECT_EQ(all[type], get<Capabilities>(at, CL_SVM_INFO_CAPABILITIES_KHR, of));
          EXPECT_EQ(made.pointer, get<void *>(at, CL_SVM_INFO_BASE_PTR_KHR, of));
          EXPECT_EQ(1000u, get<size_t>(at, CL_SVM_INFO_SIZE_KHR, of));
          EXPECT_EQ(has_device ? device() : nullptr,
                    get<cl_device_id>(at, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, of));
          EXPECT_EQ(properties.size() == 7 ? properties[5] : 0,
                    get<cl_svm_alloc_access_flags_khr>(at, CL_SVM_INFO_ACCESS_FLAGS_KHR, of));
        }
        EXPECT_EQ(properties, properties_of(at));
      }
    }
}

// Of clSVMAlloc's memory the types are known, of all other memory nothing.
TEST(UnifiedSvm, other_pointers) {
  for (const auto &[flags, type] : {std::pair{cl_svm_mem_flags{CL_MEM_READ_ONLY}, coarse},
                                    {CL_MEM_SVM_FINE_GRAIN_BUFFER, fine},
                                    {CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, fine}}) {
    void *memory = clSVMAlloc(context(), flags, 100, 0);
    EXPECT_EQ(type, get<cl_uint>(memory, CL_SVM_INFO_TYPE_INDEX_KHR));
    EXPECT_EQ(memory, get<void *>(memory, CL_SVM_INFO_BASE_PTR_KHR));
    EXPECT_EQ(Properties(), properties_of(memory));
    ok(clSVMFreeWithProperties(context(), nullptr, 0, memory));
  }
  const auto allocate = extension<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL");
  const auto free = extension<clMemFreeINTEL_fn>("clMemFreeINTEL");
  cl_int error = CL_SUCCESS;
  void *intel = allocate(context(), nullptr, 100, 0, &error);
  int local = 0;
  const Allocation made(fine, 100, nullptr);
  const void *behind = static_cast<std::byte *>(made.pointer) + 100;
  for (const void *pointer : {static_cast<const void *>(nullptr), static_cast<const void *>(&local),
                              static_cast<const void *>(intel), behind}) {
    EXPECT_EQ(CL_UINT_MAX, get<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR));
    EXPECT_EQ(Capabilities{0}, get<Capabilities>(pointer, CL_SVM_INFO_CAPABILITIES_KHR));
    EXPECT_EQ(nullptr, get<void *>(pointer, CL_SVM_INFO_BASE_PTR_KHR));
    EXPECT_EQ(0u, get<size_t>(pointer, CL_SVM_INFO_SIZE_KHR));
    EXPECT_EQ(nullptr, get<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR));
    EXPECT_EQ(Properties(), properties_of(pointer));
  }
  EXPECT_EQ(CL_INVALID_VALUE, clSVMFreeWithProperties(context(), nullptr, 0, intel));
  ok(free(context(), intel));
}

// A list in one allocation leads to all others, which the kernel gets by no argument.
TEST(UnifiedSvm, kernels_use_all_types) {
  Program program = build("typedef struct Node { global struct Node *next; int value; } Node;"
                          "kernel void sum(global Node *first, global int *out) {"
                          "  int total = 0;"
                          "  for (global Node *at = first; at; at = at->next) total += at->value++;"
                          "  *out = total; }",
                          "-cl-std=CL3.0");
  struct Node {
    Node *next;
    int value;
  };
  std::vector<std::unique_ptr<Allocation>> nodes;
  Node *first = nullptr;
  for (cl_uint type = 0; type < system_type; ++type) {
    nodes.push_back(std::make_unique<Allocation>(type, sizeof(Node), default_properties(type)));
    auto *node = static_cast<Node *>(nodes.back()->pointer);
    const Node contents{first, 1 << type};
    ok(clEnqueueSVMMemcpy(queue(), CL_TRUE, node, &contents, sizeof contents, 0, nullptr, nullptr));
    first = node;
  }
  Node of_the_system{first, 1 << system_type};
  Kernel sum = kernel(program, "sum");
  const cl_bool yes = CL_TRUE;
  ok(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof yes, &yes));
  EXPECT_EQ(CL_INVALID_VALUE, clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, 1, &yes));
  // "If a pointer is NULL or does not point into a SVM allocation ... then it is ignored."
  const void *anything[] = {nullptr, &of_the_system};
  ok(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof anything, anything));
  const Allocation out(host_owned, sizeof(int), nullptr);
  ok(clSetKernelArgSVMPointer(sum, 0, &of_the_system));
  ok(clSetKernelArgSVMPointer(sum, 1, out.pointer));
  for (int run : {0, 1}) {
    const size_t one = 1;
    ok(clEnqueueNDRangeKernel(queue(), sum, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    ok(clFinish(queue()));
    EXPECT_EQ((1 << num_types) - 1 + run * int(num_types), *static_cast<int *>(out.pointer));
  }
  for (auto &node : nodes) {
    ok(clEnqueueSVMMap(queue(), CL_TRUE, CL_MAP_READ, node->pointer, sizeof(Node), 0, nullptr, nullptr));
    EXPECT_EQ((1 << get<cl_uint>(node->pointer, CL_SVM_INFO_TYPE_INDEX_KHR)) + 2,
              static_cast<Node *>(node->pointer)->value);
    ok(clEnqueueSVMUnmap(queue(), node->pointer, 0, nullptr, nullptr));
  }
  ok(clFinish(queue()));
}

TEST(UnifiedSvm, commands_on_nothing_succeed) {
  cl_int error = 1;
  EXPECT_EQ(nullptr, clSVMAllocWithProperties(context(), nullptr, fine, 0, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  ok(clSVMFreeWithProperties(context(), nullptr, 0, nullptr));
  const Allocation made(fine, 16, nullptr);
  ok(clEnqueueSVMMemcpy(queue(), CL_TRUE, nullptr, nullptr, 0, 0, nullptr, nullptr));
  ok(clEnqueueSVMMemcpy(queue(), CL_TRUE, made.pointer, nullptr, 0, 0, nullptr, nullptr));
  ok(clEnqueueSVMMemFill(queue(), nullptr, "x", 1, 0, 0, nullptr, nullptr));
  const void *pointers[] = {nullptr, made.pointer};
  const size_t sizes[] = {0, 16};
  ok(clEnqueueSVMMigrateMem(queue(), 2, pointers, sizes, 0, 0, nullptr, nullptr));
  ok(clEnqueueSVMMigrateMem(queue(), 2, pointers, nullptr, 0, 0, nullptr, nullptr));
  void *freed[] = {nullptr};
  ok(clEnqueueSVMFree(queue(), 1, freed, nullptr, nullptr, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

TEST(UnifiedSvm, suggestions) {
  const auto all = types();
  Capabilities any = 0;
  for (cl_uint type = 0; type < num_types; ++type) {
    any |= all[type];
    EXPECT_EQ(all[type], all[suggested(all[type])] & all[type]);
  }
  EXPECT_EQ(cl_uint{device_owned}, suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR));
  EXPECT_EQ(cl_uint{host_owned}, suggested(CL_SVM_CAPABILITY_HOST_OWNED_KHR));
  EXPECT_EQ(cl_uint{host_owned}, suggested(0, CL_SVM_CAPABILITY_HOST_OWNED_KHR));
  EXPECT_EQ(cl_uint{system_type}, suggested(CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR));
  EXPECT_EQ(cl_uint{fine}, suggested(CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR));
  EXPECT_EQ(cl_uint{coarse}, suggested(0));
  EXPECT_EQ(CL_UINT_MAX, suggested(~any));
  EXPECT_EQ(CL_UINT_MAX, suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR));
}

cl_int creation(cl_context in, cl_uint type, const Properties &properties, size_t size = 16) {
  return created([&](cl_int *error) {
    return clSVMAllocWithProperties(in, properties.empty() ? nullptr : properties.data(), type, size, error);
  });
}
cl_int suggestion(cl_context in, const Properties &properties, cl_uint *type) {
  return clGetSVMSuggestedTypeIndex(in, 0, 0, properties.data(), 0, type);
}

const BadCall calls[] = {
    {"allocate: no context", CL_INVALID_CONTEXT, [](World &) { return creation(nullptr, fine, {}); }},
    {"allocate: unknown type", CL_INVALID_VALUE, [](World &w) { return creation(w.context, num_types, {}); }},
    {"allocate: the system's", CL_INVALID_OPERATION, [](World &w) { return creation(w.context, system_type, {}); }},
    {"allocate: no device", CL_INVALID_PROPERTY, [](World &w) { return creation(w.context, device_owned, {}); }},
    {"allocate: a null device", CL_INVALID_PROPERTY,
     [](World &w) { return creation(w.context, device_owned, {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, 0, 0}); }},
    {"allocate: a wrong device", CL_INVALID_PROPERTY,
     [](World &w) {
       return creation(w.context, fine, {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, word(w.context), 0});
     }},
    {"allocate: unknown property", CL_INVALID_PROPERTY, [](World &w) { return creation(w.context, fine, {7, 1, 0}); }},
    {"allocate: unknown access", CL_INVALID_PROPERTY,
     [](World &w) { return creation(w.context, fine, {CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 4, 0}); }},
    {"allocate: odd alignment", CL_INVALID_PROPERTY,
     [](World &w) { return creation(w.context, fine, {CL_SVM_ALLOC_ALIGNMENT_KHR, 3, 0}); }},
    {"allocate: large alignment", CL_INVALID_PROPERTY,
     [](World &w) { return creation(w.context, fine, {CL_SVM_ALLOC_ALIGNMENT_KHR, 256, 0}); }},
    {"allocate: a property twice", CL_INVALID_PROPERTY,
     [](World &w) {
       return creation(w.context, fine, {CL_SVM_ALLOC_ALIGNMENT_KHR, 4, CL_SVM_ALLOC_ALIGNMENT_KHR, 4, 0});
     }},
    {"allocate: far too much", CL_OUT_OF_RESOURCES, [](World &w) { return creation(w.context, fine, {}, SIZE_MAX); }},
    {"free: no context", CL_INVALID_CONTEXT,
     [](World &) { return clSVMFreeWithProperties(nullptr, nullptr, 0, nullptr); }},
    {"free: a property", CL_INVALID_PROPERTY,
     [](World &w) {
       const cl_svm_free_properties_khr some[] = {1, 2, 0};
       return clSVMFreeWithProperties(w.context, some, 0, nullptr);
     }},
    {"free: a flag", CL_INVALID_VALUE,
     [](World &w) { return clSVMFreeWithProperties(w.context, nullptr, 1, nullptr); }},
    {"free: no allocation", CL_INVALID_VALUE,
     [](World &w) { return clSVMFreeWithProperties(w.context, nullptr, 0, w.bytes); }},
    {"info: no context", CL_INVALID_CONTEXT,
     [](World &w) {
       return clGetSVMPointerInfo(nullptr, nullptr, w.bytes, CL_SVM_INFO_SIZE_KHR, 0, nullptr, nullptr);
     }},
    {"info: wrong device", CL_INVALID_DEVICE,
     [](World &w) {
       return clGetSVMPointerInfo(w.context, w.wrong<cl_device_id>(), w.bytes, CL_SVM_INFO_SIZE_KHR, 0, nullptr,
                                  nullptr);
     }},
    {"info: unknown", CL_INVALID_VALUE,
     [](World &w) { return clGetSVMPointerInfo(w.context, nullptr, w.bytes, 7, 0, nullptr, nullptr); }},
    {"suggest: no context", CL_INVALID_CONTEXT,
     [](World &) {
       cl_uint type = 0;
       return suggestion(nullptr, {0}, &type);
     }},
    {"suggest: no place", CL_INVALID_VALUE, [](World &w) { return suggestion(w.context, {0}, nullptr); }},
    {"suggest: unknown property", CL_INVALID_PROPERTY,
     [](World &w) {
       cl_uint type = 0;
       return suggestion(w.context, {7, 1, 0}, &type);
     }},
    {"copy: null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemcpy(w.queue, CL_TRUE, nullptr, w.bytes, 4, 0, nullptr, nullptr); }},
    {"fill: null", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, nullptr, "x", 1, 4, 0, nullptr, nullptr); }},
    {"fill: nothing, of a wrong size", CL_INVALID_VALUE,
     [](World &w) { return clEnqueueSVMMemFill(w.queue, nullptr, "xyz", 3, 0, 0, nullptr, nullptr); }},
    {"migrate: null of some size", CL_INVALID_VALUE,
     [](World &w) {
       const void *pointer = nullptr;
       const size_t size = 4;
       return clEnqueueSVMMigrateMem(w.queue, 1, &pointer, &size, 0, 0, nullptr, nullptr);
     }},
};

TEST(UnifiedSvm, wrong_arguments) { expect_errors(calls); }

}  // namespace
