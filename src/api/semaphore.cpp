// SPDX-License-Identifier: Apache-2.0
// cl_khr_semaphore: binary semaphores; cl_khr_external_semaphore with _opaque_fd and _sync_fd.
#include "graph/semaphore.h"

#include <algorithm>
#include <climits>
#include <list>
#include <optional>

#include "api/device.h"
#include "command.h"
#include "info.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::AwaitedDescriptor;
using runtime::Context;
using runtime::Event;
using runtime::Queue;
using runtime::Semaphore;

namespace {

using HandleType = cl_external_semaphore_handle_type_khr;

struct Properties {
  std::vector<cl_semaphore_properties_khr> list;
  std::vector<cl_device_id> devices;
  std::optional<HandleType> exported;
  HandleType imported = 0;
  int handle = -1;
};

bool is_handle_type(cl_semaphore_properties_khr value) {
  return value == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR || value == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
}

// A descriptor as a property: the upper half is the sign's, or 0 where the program has written an int into a larger
// word.
int descriptor_of(cl_semaphore_properties_khr value) {
  const int descriptor = static_cast<int>(static_cast<unsigned>(value));
  if (value > UINT_MAX && value != static_cast<cl_semaphore_properties_khr>(descriptor))
    throw Error{CL_INVALID_PROPERTY};
  return descriptor;
}

HandleType read_export_types(const cl_semaphore_properties_khr *&next) {
  HandleType type = 0;
  for (; *next; ++next) {
    if (!is_handle_type(*next)) throw Error{CL_INVALID_PROPERTY};
    // "CL_INVALID_VALUE if more than one semaphore handle type is specified in the
    // CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR list."
    if (type) throw Error{CL_INVALID_VALUE};
    type = static_cast<HandleType>(*next);
  }
  ++next;
  return type;
}

Properties read_properties(const Context &context, const cl_semaphore_properties_khr *list) {
  // "CL_INVALID_VALUE if sema_props is NULL."
  if (!list) throw Error{CL_INVALID_VALUE};
  Properties read;
  bool has_type = false, has_devices = false;
  const auto *next = list;
  while (*next) {
    // "CL_INVALID_PROPERTY if a property name in sema_props is not a supported property name, if the value specified
    // for a supported property name is not valid, or if the same property name is specified more than once."
    const auto once = [](bool seen) {
      if (seen) throw Error{CL_INVALID_PROPERTY};
    };
    const cl_semaphore_properties_khr name = *next++;
    switch (name) {
    case CL_SEMAPHORE_TYPE_KHR:
      once(std::exchange(has_type, true));
      if (*next++ != CL_SEMAPHORE_TYPE_BINARY_KHR) throw Error{CL_INVALID_PROPERTY};
      break;
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
      once(std::exchange(has_devices, true));
      read.devices = read_devices(context.devices, next);
      // "CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR ... does not identify exactly one valid device."
      if (read.devices.size() != 1) throw Error{CL_INVALID_DEVICE};
      break;
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      once(read.exported.has_value());
      read.exported = read_export_types(next);
      break;
    case CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR:
    case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR:
      // "CL_INVALID_PROPERTY if sema_props includes more than one external semaphore handle."
      once(read.imported != 0);
      read.imported = static_cast<HandleType>(name);
      read.handle = descriptor_of(*next++);
      break;
    default: throw Error{CL_INVALID_PROPERTY};
    }
  }
  // "CL_INVALID_VALUE ... if sema_props do not specify <property, value> pairs for minimum set of properties."
  if (!has_type) throw Error{CL_INVALID_VALUE};
  // "CL_INVALID_PROPERTY ... if context is a multiple device context and sema_props does not specify
  // CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR."
  if (!has_devices && context.devices.size() > 1) throw Error{CL_INVALID_PROPERTY};
  if (!has_devices) read.devices = handles(context.devices);
  // "CL_INVALID_OPERATION If props_list specifies a cl_external_semaphore_handle_type_khr followed by a handle as well
  // as CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR."
  if (read.imported && read.exported) throw Error{CL_INVALID_OPERATION};
  read.list.assign(list, next + 1);
  return read;
}

Semaphore::Descriptor import_descriptor(HandleType type, int descriptor, cl_int bad) {
  const bool is_token = type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  return std::make_shared<AwaitedDescriptor>(is_token ? AwaitedDescriptor::Kind::token : AwaitedDescriptor::Kind::fence,
                                             descriptor, bad);
}

Ref<Semaphore> make_semaphore(Context &in, Properties read) {
  Semaphore::External external{read.imported, read.exported.value_or(0), {}, {}};
  Semaphore::Descriptor descriptor;
  if (read.imported) {
    descriptor = import_descriptor(read.imported, read.handle, CL_INVALID_PROPERTY);
  } else if (external.exported == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    descriptor = AwaitedDescriptor::make_token();
  }
  (read.imported == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR ? external.fence : external.shared) = descriptor;
  auto made = Ref<Semaphore>::make(in, std::move(read.list), std::move(read.devices), std::move(external));
  // "Importing a semaphore payload from a file descriptor transfers ownership of the file descriptor": once it has
  // succeeded.
  if (descriptor) descriptor->own();
  return made;
}

using Semaphores = std::vector<Ref<Semaphore>>;

// The semaphores of a wait or a signal. Binary semaphores ignore payloads.
Semaphores check_semaphores(const Queue &queue, cl_uint count, const cl_semaphore_khr *objects) {
  // "CL_INVALID_VALUE if num_sema_objects is 0."
  if (count == 0 || !objects) throw Error{CL_INVALID_VALUE};
  Semaphores checked;
  for (cl_semaphore_khr object : std::span(objects, count)) {
    checked.emplace_back(check(object));
    // "CL_INVALID_CONTEXT if the context associated with command_queue and any of the semaphore objects in
    // sema_objects are not the same."
    if (&object->context() != &queue.context) throw Error{CL_INVALID_CONTEXT};
    // "CL_INVALID_COMMAND_QUEUE if the device associated with command_queue is not same as one of the devices specified
    // by CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR."
    if (std::find(object->devices.begin(), object->devices.end(), &queue.device) == object->devices.end())
      throw Error{CL_INVALID_COMMAND_QUEUE};
  }
  return checked;
}

using Pairings = std::list<Semaphore::Pairing>;

// Implements a wait or a signal, which `body` enqueues, given the queue, the pairings and the wait list.
template <class Body>
cl_int enqueue_on(cl_command_queue queue, Semaphore::Side side, cl_uint count, const cl_semaphore_khr *objects,
                  const Waits &waits, Body body) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto semaphores = check_semaphores(*on, count, objects);
    auto list = check_unfailed_waits(*on, waits);
    Pairings pairings;
    for (auto &semaphore : semaphores) pairings.emplace_back(*semaphore, side);
    Ref<Event> made = body(*on, pairings, list);
    for (auto &pairing : pairings) pairing.keep(*made);
    if (waits.event) *waits.event = made.detach();
  });
}

// Enqueues the command that lets the gates of descriptors begin to wait: a wait takes no signal before its other
// dependencies, and `hold`, have ended. Returns null if no pairing has a descriptor.
Ref<Event> begin_awaiting(Queue &on, const Pairings &pairings, std::span<Event *const> list, Event &hold) {
  Semaphore::Awaiting awaited;
  std::vector<Event *> dependencies(list.begin(), list.end());
  dependencies.push_back(&hold);
  for (auto &pairing : pairings) {
    if (pairing.descriptor())
      awaited.add(pairing);
    else
      dependencies.push_back(&pairing.gate());
    if (pairing.previous()) dependencies.push_back(pairing.previous().get());
  }
  if (awaited.empty()) return {};
  return on.enqueue({CL_COMMAND_SEMAPHORE_WAIT_KHR, dependencies,
                     [awaited = std::move(awaited)](Event &) mutable { awaited.begin(); }});
}

struct Waited {
  Ref<Semaphore> semaphore;
  Semaphore::Descriptor descriptor;
};

Ref<Event> enqueue_wait(Queue &on, const Pairings &pairings, std::span<Event *const> list) {
  // Holds the first command back until the second is enqueued, or fails it.
  const auto hold = Event::gate(on.context);
  try {
    std::vector<Event *> all(list.begin(), list.end());
    const Ref<Event> begin = begin_awaiting(on, pairings, list, *hold);
    if (begin) all.push_back(begin.get());
    std::vector<Waited> waited;
    for (auto &pairing : pairings) {
      all.push_back(&pairing.gate());
      waited.push_back({Ref(pairing.semaphore()), pairing.descriptor()});
    }
    auto made = on.enqueue({CL_COMMAND_SEMAPHORE_WAIT_KHR, all, [waited = std::move(waited)](Event &) {
                              for (auto &[semaphore, descriptor] : waited) semaphore->waited(descriptor);
                            }});
    hold->end_gate(CL_COMPLETE);
    return made;
  } catch (...) {
    hold->end_gate(CL_OUT_OF_HOST_MEMORY);
    throw;
  }
}

}  // namespace

cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(cl_context context,
                                                                const cl_semaphore_properties_khr *properties,
                                                                cl_int *err) {
  return entry(err, [&] {
    Context &in = check(context);
    return make_semaphore(in, read_properties(in, properties));
  });
}

cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr semaphore) { return retain(semaphore); }
cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr semaphore) { return release(semaphore); }

cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *objects,
                                              const cl_semaphore_payload_khr *, cl_uint num_waits,
                                              const cl_event *waits, cl_event *event) {
  return enqueue_on(queue, Semaphore::Side::wait, count, objects, {num_waits, waits, event}, enqueue_wait);
}

cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *objects,
                                                const cl_semaphore_payload_khr *, cl_uint num_waits,
                                                const cl_event *waits, cl_event *event) {
  return enqueue_on(queue, Semaphore::Side::signal, count, objects, {num_waits, waits, event},
                    [](Queue &on, const Pairings &pairings, std::span<Event *const> list) {
                      std::vector<Ref<Semaphore>> signaled;
                      std::vector<Ref<Event>> after;
                      for (auto &pairing : pairings) {
                        signaled.emplace_back(pairing.semaphore());
                        if (pairing.previous()) after.push_back(pairing.previous());
                      }
                      auto made = on.enqueue({.type = CL_COMMAND_SEMAPHORE_SIGNAL_KHR,
                                              .wait_list = list,
                                              .work =
                                                  [signaled = std::move(signaled)](Event &) {
                                                    for (auto &each : signaled) each->signaled();
                                                  },
                                              .after = after});
                      for (auto &pairing : pairings) pairing.gate().follow(*made);
                      return made;
                    });
}

cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr semaphore, cl_semaphore_info_khr param, size_t size,
                                         void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Semaphore &self = check(semaphore);
    switch (param) {
    case CL_SEMAPHORE_CONTEXT_KHR: return answer(cl_context{&self.context()});
    case CL_SEMAPHORE_REFERENCE_COUNT_KHR: return answer(self.references());
    case CL_SEMAPHORE_PROPERTIES_KHR: return answer(self.property_list);
    case CL_SEMAPHORE_TYPE_KHR: return answer(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
    case CL_SEMAPHORE_PAYLOAD_KHR: return answer(cl_semaphore_payload_khr{self.is_signaled()});
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: return answer(self.devices);
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return answer(std::vector<HandleType>(self.exported ? 1 : 0, self.exported));
    case CL_SEMAPHORE_EXPORTABLE_KHR: return answer(cl_bool{self.exported != 0});
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr semaphore, cl_device_id device, HandleType type,
                                                  size_t size, void *handle, size_t *size_ret) {
  return info(size, handle, size_ret, [&](InfoWriter answer) {
    Semaphore &self = check(semaphore);
    check(device);
    // "CL_INVALID_DEVICE ... if sema_object belongs to a context that is not associated with device, or if sema_object
    // can not be shared with device."
    if (std::find(self.devices.begin(), self.devices.end(), device) == self.devices.end())
      throw Error{CL_INVALID_DEVICE};
    // "CL_INVALID_VALUE if the requested external semaphore handle type was not specified when sema_object was
    // created."
    if (type == 0 || type != self.exported) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_VALUE if the size in bytes specified by handle_size is less than size of the requested handle and
    // handle_ptr is not NULL."
    if (void *out = answer.capacity(sizeof(int))) {
      const int made = type == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR ? self.export_shared() : self.export_fence();
      std::memcpy(out, &made, sizeof made);
    }
    return answer.in_place();
  });
}

cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(cl_semaphore_khr semaphore,
                                                cl_semaphore_reimport_properties_khr *properties, int descriptor) {
  return entry([&] {
    Semaphore &self = check(semaphore);
    // "CL_INVALID_SEMAPHORE_KHR if a CL_SEMAPHORE_HANDLE_SYNC_FD_KHR handle was not imported when sema_object was
    // created."
    if (self.imported != CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) throw Error{CL_INVALID_SEMAPHORE_KHR};
    // "This extension does not define any optional properties."
    if (properties && *properties) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_VALUE if fd is invalid."
    Semaphore::Descriptor fence = import_descriptor(self.imported, descriptor, CL_INVALID_VALUE);
    fence->own();
    self.import_fence(std::move(fence));
  });
}
