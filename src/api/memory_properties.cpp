// SPDX-License-Identifier: Apache-2.0
#include "memory_properties.h"

#include <climits>

#include "api/device.h"
#include "memory_flags.h"
#include "objects/memory.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::ExternalMemory;

MemoryProperties api::read_properties(const runtime::Context &context, const cl_mem_properties *list, bool of_buffer) {
  MemoryProperties read;
  if (!list) return read;
  bool has_address = false, has_devices = false;
  std::vector<cl_device_id> devices = handles(context.devices);
  const cl_mem_properties *next = list;
  while (*next) {
    // "CL_INVALID_PROPERTY if a property name in properties is not a supported property name, if the value specified
    // for a supported property name is not valid, or if the same property name is specified more than once."
    const auto refuse_if = [](bool wrong) {
      if (wrong) throw Error{CL_INVALID_PROPERTY};
    };
    const cl_mem_properties name = *next++;
    switch (name) {
    case CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT:
      refuse_if(!of_buffer || std::exchange(has_address, true));
      refuse_if(*next > CL_TRUE);
      read.device_address = *next++ == CL_TRUE;
      break;
    case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR:
    case CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR:
      // "... if properties includes more than one external memory handle."
      refuse_if(read.external.has_value() || *next > INT_MAX);
      read.external = {static_cast<cl_external_memory_handle_type_khr>(name), static_cast<int>(*next++), {}};
      break;
    case CL_MEM_DEVICE_HANDLE_LIST_KHR:
      refuse_if(std::exchange(has_devices, true));
      devices = read_devices(context.devices, next);
      break;
    default: throw Error{CL_INVALID_PROPERTY};
    }
  }
  // "CL_INVALID_PROPERTY if properties does not include a supported external memory handle and
  // CL_MEM_DEVICE_HANDLE_LIST_KHR is specified as part of properties."
  if (has_devices && !read.external) throw Error{CL_INVALID_PROPERTY};
  if (devices.empty()) throw Error{CL_INVALID_DEVICE};
  if (read.external) read.external->devices = std::move(devices);
  read.list.assign(list, next + 1);
  return read;
}

std::unique_ptr<ExternalMemory> api::import_memory(const MemoryProperties &properties, cl_mem_flags flags, size_t bytes,
                                                   const void *host_pointer, cl_int too_small) {
  if (!properties.external) return nullptr;
  // "CL_INVALID_VALUE if properties includes a supported external memory handle and flags includes CL_MEM_USE_HOST_PTR,
  // CL_MEM_ALLOC_HOST_PTR, or CL_MEM_COPY_HOST_PTR."
  if (flags & kHostPointers) throw Error{CL_INVALID_VALUE};
  // "CL_INVALID_HOST_PTR if properties includes a supported external memory handle and host_ptr is not NULL."
  if (host_pointer) throw Error{CL_INVALID_HOST_PTR};
  const bool only_read = (flags & CL_MEM_IMMUTABLE_EXT) ||
                         ((flags & CL_MEM_READ_ONLY) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)));
  return std::make_unique<ExternalMemory>(*properties.external, bytes, only_read, too_small);
}

Ref<runtime::Mem> api::with_descriptor(Ref<runtime::Mem> made) {
  if (made->external()) made->external()->own_descriptor();
  return made;
}
