// SPDX-License-Identifier: Apache-2.0
// cl_khr_external_memory, with _opaque_fd and _dma_buf.
#include "objects/external_memory.h"

#include "command.h"
#include "objects/memory.h"

using namespace wherry;
using namespace wherry::api;
using runtime::ExternalMemory;
using runtime::Mem;
using runtime::Queue;

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
    check_unfailed_waits(*on, waits);
    enqueue(*on, type, waits, [memories = std::move(memories), work](runtime::Event &) {
      for (auto &memory : memories) (memory->external()->*work)();
    });
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
