// SPDX-License-Identifier: Apache-2.0
// cl_khr_unified_svm 0.9.0: allocations of shared virtual memory by type. The rules are those of the extension's draft
// (KhronosGroup/OpenCL-Docs, pull request 1282): the specification names the calls only.
#include <bit>
#include <climits>

#include "api/device.h"
#include "info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::kSvmTypes;

namespace {

constexpr size_t kMaxAlignment = 128;  // long16
static_assert(runtime::kMemoryAlign >= kMaxAlignment);
constexpr cl_svm_alloc_access_flags_khr kAccessFlags =
    CL_SVM_ALLOC_ACCESS_HOST_NOREAD_KHR | CL_SVM_ALLOC_ACCESS_HOST_NOWRITE_KHR | CL_SVM_ALLOC_ACCESS_DEVICE_NOREAD_KHR |
    CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR;

struct Properties {
  std::shared_ptr<const std::vector<cl_svm_alloc_properties_khr>> list;
  cl_device_id device = nullptr;
  cl_svm_alloc_access_flags_khr access = 0;
};

// "CL_INVALID_PROPERTY if a memory property name in properties is not a supported property name, if the value specified
// for a supported property name is not valid, if the same property name is specified more than once."
Properties read_properties(const Context &context, const cl_svm_alloc_properties_khr *list) {
  Properties read;
  if (!list) return read;
  const auto require = [](bool valid) {
    if (!valid) throw Error{CL_INVALID_PROPERTY};
  };
  bool has_device = false, has_access = false, has_alignment = false;
  const auto *next = list;
  for (; *next; next += 2) {
    switch (next[0]) {
    case CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR: {
      require(!std::exchange(has_device, true));
      // "The default value is NULL, which indicates that the allocation is not associated with a specific device."
      read.device = reinterpret_cast<cl_device_id>(next[1]);
      bool known = !read.device;
      for (auto &device : context.devices) known |= device.get() == read.device;
      require(known);
      break;
    }
    case CL_SVM_ALLOC_ACCESS_FLAGS_KHR:
      require(!std::exchange(has_access, true) && !(next[1] & ~kAccessFlags));
      read.access = next[1];
      break;
    case CL_SVM_ALLOC_ALIGNMENT_KHR:
      // "The alignment must be a power of two and must be equal to or smaller than the size of the largest data type."
      require(!std::exchange(has_alignment, true) &&
              (next[1] == 0 || (std::has_single_bit(next[1]) && next[1] <= kMaxAlignment)));
      break;
    default: throw Error{CL_INVALID_PROPERTY};
    }
  }
  read.list = std::make_shared<const std::vector<cl_svm_alloc_properties_khr>>(list, next + 1);
  return read;
}

}  // namespace

void *CL_API_CALL clSVMAllocWithPropertiesKHR(cl_context context, const cl_svm_alloc_properties_khr *properties,
                                              cl_uint type, size_t size, cl_int *err) {
  return entry(err, [&]() -> void * {
    Context &owner = check(context);
    Properties read = read_properties(owner, properties);
    // "CL_INVALID_VALUE if svm_type_index is greater than the number of SVM types supported by the devices in context."
    if (type >= std::size(kSvmTypes)) throw Error{CL_INVALID_VALUE};
    // This type "does not require calling clSVMAllocWithPropertiesKHR": its memory is the program's.
    if (kSvmTypes[type] & CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR) throw Error{CL_INVALID_OPERATION};
    // "The associated device handle property is required unless the specified SVM type contains
    // CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR."
    if (!read.device && !(kSvmTypes[type] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR))
      throw Error{CL_INVALID_PROPERTY};
    // "When size is zero, clSVMAlloc and clSVMAllocWithPropertiesKHR must return a NULL pointer and must not generate
    // an error. When size exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE, ... the allocation may fail."
    if (size == 0) return nullptr;
    if (size > owner.devices.front()->max_allocation_bytes) throw Error{CL_OUT_OF_RESOURCES};
    cl_ulong flags = read.access & CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE;
    if (type != runtime::kCoarseGrainSvm) flags |= CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    try {
      return owner.shared.allocate(
          {size, CL_MEM_TYPE_UNKNOWN_INTEL, flags, read.device, type, std::move(read.list), read.access},
          runtime::kMemoryAlign);
    } catch (const Error &) {
      throw Error{CL_OUT_OF_RESOURCES};
    }
  });
}

cl_int CL_API_CALL clSVMFreeWithPropertiesKHR(cl_context context, const cl_svm_free_properties_khr *properties,
                                              cl_svm_free_flags_khr flags, void *pointer) {
  return entry([&] {
    Context &owner = check(context);
    // "This extension does not define any free properties ... any free flags."
    if (properties && *properties) throw Error{CL_INVALID_PROPERTY};
    if (flags) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_VALUE ... if ptr is not a value returned by clSVMAlloc, clSVMAllocWithPropertiesKHR, or a NULL
    // pointer."
    if (pointer && !owner.shared.free(pointer, true)) throw Error{CL_INVALID_VALUE};
  });
}

cl_int CL_API_CALL clGetSVMPointerInfoKHR(cl_context context, cl_device_id device, const void *pointer,
                                          cl_svm_pointer_info_khr param, size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Context &owner = check(context);
    // "CL_INVALID_DEVICE if device is not a valid device, if device is not associated with context."
    if (device) check_device(owner.devices, device);
    const auto found = owner.shared.find(pointer);
    // What "does not point into an SVM allocation returned from clSVMAllocWithPropertiesKHR or clSVMAlloc" has answers,
    // too.
    const bool known = found && found->is_svm();
    switch (param) {
    case CL_SVM_INFO_TYPE_INDEX_KHR: return answer(known ? found->svm_type : CL_UINT_MAX);
    case CL_SVM_INFO_CAPABILITIES_KHR: return answer(known ? kSvmTypes[found->svm_type] : cl_svm_capabilities_khr{0});
    case CL_SVM_INFO_PROPERTIES_KHR:
      return answer(known && found->properties ? *found->properties : std::vector<cl_svm_alloc_properties_khr>());
    case CL_SVM_INFO_ACCESS_FLAGS_KHR: return answer(known ? found->access : cl_svm_alloc_access_flags_khr{0});
    case CL_SVM_INFO_BASE_PTR_KHR: return answer(static_cast<void *>(known ? found->begin : nullptr));
    case CL_SVM_INFO_SIZE_KHR: return answer(known ? found->size : size_t{0});
    case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR: return answer(cl_device_id{known ? found->device : nullptr});
    default: return unknown_query();
    }
  });
}

// Of the types that meet the requirements, the first that has the most of the desired capabilities.
cl_int CL_API_CALL clGetSVMSuggestedTypeIndexKHR(cl_context context, cl_svm_capabilities_khr required,
                                                 cl_svm_capabilities_khr desired,
                                                 const cl_svm_alloc_properties_khr *properties, size_t,
                                                 cl_uint *suggested) {
  return entry([&] {
    read_properties(check(context), properties);
    // "CL_INVALID_VALUE if suggested_svm_type_index is NULL."
    if (!suggested) throw Error{CL_INVALID_VALUE};
    // "The suggested SVM type may be CL_UINT_MAX, indicating that there is no SVM allocation type for the context."
    *suggested = CL_UINT_MAX;
    int most = -1;
    for (cl_uint type = 0; type < std::size(kSvmTypes); ++type) {
      const int matches = std::popcount(kSvmTypes[type] & desired);
      if ((required & ~kSvmTypes[type]) || matches <= most) continue;
      *suggested = type;
      most = matches;
    }
  });
}
