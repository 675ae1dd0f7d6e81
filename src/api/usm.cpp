// SPDX-License-Identifier: Apache-2.0
// cl_intel_unified_shared_memory: allocations and their properties. Host, device and shared memory are the same, and
// only record the type that the program requested.
#include <bit>

#include "api/device.h"
#include "graph/queue.h"
#include "info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Device;

namespace {

constexpr cl_mem_alloc_flags_intel kPlacements =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

cl_mem_alloc_flags_intel read_flags(const cl_mem_properties_intel *list, bool shared) {
  cl_mem_alloc_flags_intel flags = 0;
  bool seen = false;
  for (; list && *list; list += 2) {
    // "CL_INVALID_PROPERTY if a memory property name in properties is not a supported property name, if the value
    // specified for a supported property name is not valid, or if the same property name is specified more than once."
    if (list[0] != CL_MEM_ALLOC_FLAGS_INTEL || std::exchange(seen, true)) throw Error{CL_INVALID_PROPERTY};
    flags = list[1];
    if (flags & ~(CL_MEM_ALLOC_WRITE_COMBINED_INTEL | (shared ? kPlacements : 0))) throw Error{CL_INVALID_PROPERTY};
    // "... are mutually exclusive."
    if ((flags & kPlacements) == kPlacements) throw Error{CL_INVALID_PROPERTY};
  }
  return flags;
}

void *allocate(cl_context context, cl_unified_shared_memory_type_intel type, cl_device_id device,
               const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *err) {
  return entry(err, [&]() -> void * {
    Context &owner = check(context);
    // "CL_INVALID_DEVICE if device is not a valid device or is not associated with context"; only shared
    // memory may have no device.
    if (device || type == CL_MEM_TYPE_DEVICE_INTEL) check_device(owner.devices, device);
    auto flags = read_flags(properties, type == CL_MEM_TYPE_SHARED_INTEL);
    // "CL_INVALID_VALUE if alignment is not zero or a power of two", or is not supported.
    if (alignment && (!std::has_single_bit(alignment) || alignment > runtime::kMaxAlign)) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_BUFFER_SIZE if size is zero or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE."
    if (size == 0 || size > Device::instance().max_allocation_bytes) throw Error{CL_INVALID_BUFFER_SIZE};
    try {
      return owner.shared.allocate({size, type, flags, device}, std::max<size_t>(alignment, runtime::kMemoryAlign));
    } catch (const Error &) {
      throw Error{CL_OUT_OF_RESOURCES};
    }
  });
}

cl_int free(cl_context context, void *pointer, bool blocking) {
  return entry([&] {
    Context &owner = check(context);
    if (!pointer) return;
    if (blocking) owner.wait_for_queues();
    // "CL_INVALID_VALUE if ptr is not a value returned by" one of the three above, "or a NULL pointer."
    if (!owner.shared.free(pointer, false)) throw Error{CL_INVALID_VALUE};
  });
}

}  // namespace

void *CL_API_CALL clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size,
                                      cl_uint alignment, cl_int *err) {
  return allocate(context, CL_MEM_TYPE_HOST_INTEL, nullptr, properties, size, alignment, err);
}
void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                                        cl_int *err) {
  return allocate(context, CL_MEM_TYPE_DEVICE_INTEL, device, properties, size, alignment, err);
}
void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                                        cl_int *err) {
  return allocate(context, CL_MEM_TYPE_SHARED_INTEL, device, properties, size, alignment, err);
}

cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *pointer) { return free(context, pointer, false); }
// "... waits for all previously enqueued commands ... that may be using the memory."
cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *pointer) { return free(context, pointer, true); }

cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *pointer, cl_mem_info_intel param, size_t size,
                                          void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    auto found = check(context).shared.find(pointer);
    const bool known = found && !found->is_svm();
    switch (param) {
    case CL_MEM_ALLOC_TYPE_INTEL:
      return answer(known ? found->type : cl_unified_shared_memory_type_intel{CL_MEM_TYPE_UNKNOWN_INTEL});
    case CL_MEM_ALLOC_BASE_PTR_INTEL: return answer(static_cast<void *>(known ? found->begin : nullptr));
    case CL_MEM_ALLOC_SIZE_INTEL: return answer(known ? found->size : size_t{0});
    case CL_MEM_ALLOC_DEVICE_INTEL: return answer(cl_device_id{known ? found->device : nullptr});
    case CL_MEM_ALLOC_FLAGS_INTEL: return answer(cl_mem_alloc_flags_intel{known ? found->flags : 0});
    default: return unknown_query();
    }
  });
}
