// SPDX-License-Identifier: Apache-2.0
// cl_khr_external_memory, with _opaque_fd and _dma_buf.
#include "objects/external_memory.h"

#include <climits>

#include "api/device.h"
#include "command.h"
#include "memory_flags.h"
#include "memory_properties.h"
#include "objects/memory.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::ExternalMemory;
using runtime::Mem;
using runtime::Queue;

MemoryProperties api::read_properties(const runtime::Context &context, const cl_mem_properties *list, bool of_buffer) {
  MemoryProperties read;
  if (!list) return read;
  bool has_address = false, has_devices = false;
  std::vector<cl_device_id> devices = handles(context.devices);
  const cl_mem_properties *next = list;
  while (*next) {
    // "CL_INVALID_PROPERTY if a property name in properties is not a supported property name, if the value specified
    // for a supported property name is not valid, or if the same property name is specified more than once."
    const auto once = [](bool seen) {
      if (seen) throw Error{CL_INVALID_PROPERTY};
    };
    const cl_mem_properties name = *next++;
    switch (name) {
    case CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT:
      once(!of_buffer || std::exchange(has_address, true));
      once(*next > CL_TRUE);
      read.device_address = *next++ == CL_TRUE;
      break;
    case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR:
    case CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR:
      // "... if properties includes more than one external memory handle."
      once(read.external.has_value() || *next > INT_MAX);
      read.external = {static_cast<cl_external_memory_handle_type_khr>(name), static_cast<int>(*next++), {}};
      break;
    case CL_MEM_DEVICE_HANDLE_LIST_KHR:
      once(std::exchange(has_devices, true));
      devices.clear();
      for (; *next != CL_MEM_DEVICE_HANDLE_LIST_END_KHR; ++next)
        devices.push_back(&check_device(context.devices, reinterpret_cast<cl_device_id>(*next)));
      ++next;
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
  const bool only_read = (flags & CL_MEM_READ_ONLY) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
  return std::make_unique<ExternalMemory>(*properties.external, bytes, only_read, too_small);
}

namespace {

using Memories = std::vector<Ref<Mem>>;

Memories check_memories(Queue &queue, cl_uint count, const cl_mem *objects) {
  // "CL_INVALID_VALUE if num_mem_objects is zero and mem_objects is not a NULL value, or if num_mem_objects is greater
  // than 0 and mem_objects is NULL."
  if ((count == 0) != (objects == nullptr)) throw Error{CL_INVALID_VALUE};
  Memories checked;
  for (cl_mem object : std::span(objects, count)) {
    Mem &mem = check(object);
    // "CL_INVALID_MEM_OBJECT if any of the memory objects in mem_objects is not a valid OpenCL memory object created
    // using an external memory handle."
    if (!mem.external()) throw Error{CL_INVALID_MEM_OBJECT};
    // "CL_INVALID_COMMAND_QUEUE ... if device associated with command_queue is not one of the devices specified by
    // CL_MEM_DEVICE_HANDLE_LIST_KHR at the time of creating one or more of mem_objects, or if one or more of
    // mem_objects belong to a context that does not contain a device associated with command_queue."
    if (&mem.context() != &queue.context || !mem.external()->is_for(&queue.device))
      throw Error{CL_INVALID_COMMAND_QUEUE};
    checked.emplace_back(mem);
  }
  return checked;
}

cl_int enqueue_on(cl_command_queue queue, cl_command_type type, void (ExternalMemory::*work)(), cl_uint count,
                  const cl_mem *objects, const Waits &waits) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    Memories memories = check_memories(*on, count, objects);
    auto list = check_waits(*on, waits);
    // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in event_wait_list is
    // a negative integer value."
    for (const runtime::Event *event : list)
      if (event->status() < 0) throw Error{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
    auto made = on->enqueue({type, list, [memories = std::move(memories), work](runtime::Event &) {
                               for (auto &memory : memories) (memory->external()->*work)();
                             }});
    if (waits.event) *waits.event = made.detach();
  });
}

}  // namespace

cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue queue, cl_uint count, const cl_mem *objects,
                                                         cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return enqueue_on(queue, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR, &ExternalMemory::acquire, count, objects,
                    {num_waits, waits, event});
}

cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue queue, cl_uint count, const cl_mem *objects,
                                                         cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return enqueue_on(queue, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR, &ExternalMemory::release, count, objects,
                    {num_waits, waits, event});
}
