// SPDX-License-Identifier: Apache-2.0
// cl_khr_semaphore: binary semaphores, without external handles.
#include "graph/semaphore.h"

#include <algorithm>
#include <list>

#include "api/device.h"
#include "command.h"
#include "info.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Event;
using runtime::Queue;
using runtime::Semaphore;

namespace {

struct Properties {
  std::vector<cl_semaphore_properties_khr> list;
  std::vector<cl_device_id> devices;
};

Properties read_properties(const Context &context, const cl_semaphore_properties_khr *list) {
  // "CL_INVALID_VALUE if sema_props is NULL."
  if (!list) throw Error{CL_INVALID_VALUE};
  Properties read;
  bool has_type = false, has_devices = false;
  const auto *next = list;
  while (*next) {
    // "CL_INVALID_PROPERTY if a property name in sema_props is not a supported property name, if the value specified
    // for a supported property name is not valid, or if the same property name is specified more than once."
    const auto once = [](bool &seen) {
      if (std::exchange(seen, true)) throw Error{CL_INVALID_PROPERTY};
    };
    switch (*next++) {
    case CL_SEMAPHORE_TYPE_KHR:
      once(has_type);
      if (*next++ != CL_SEMAPHORE_TYPE_BINARY_KHR) throw Error{CL_INVALID_PROPERTY};
      break;
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR:
      once(has_devices);
      read.devices = read_devices(context.devices, next);
      // "CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR ... does not identify exactly one valid device."
      if (read.devices.size() != 1) throw Error{CL_INVALID_DEVICE};
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
  read.list.assign(list, next + 1);
  return read;
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

// Implements a wait or a signal, which `body` enqueues, given the queue, the semaphores, the pairings and the wait
// list.
template <class Body>
cl_int enqueue_on(cl_command_queue queue, Semaphore::Side side, cl_uint count, const cl_semaphore_khr *objects,
                  const Waits &waits, Body body) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto semaphores = check_semaphores(*on, count, objects);
    auto list = check_unfailed_waits(*on, waits);
    Pairings pairings;
    for (auto &semaphore : semaphores) pairings.emplace_back(*semaphore, side);
    Ref<Event> made = body(*on, std::move(semaphores), pairings, list);
    for (auto &pairing : pairings) pairing.keep();
    if (waits.event) *waits.event = made.detach();
  });
}

}  // namespace

cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(cl_context context,
                                                                const cl_semaphore_properties_khr *properties,
                                                                cl_int *err) {
  return entry(err, [&] {
    Context &in = check(context);
    Properties read = read_properties(in, properties);
    return Ref<Semaphore>::make(in, std::move(read.list), std::move(read.devices));
  });
}

cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr semaphore) { return retain(semaphore); }
cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr semaphore) { return release(semaphore); }

cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *objects,
                                              const cl_semaphore_payload_khr *, cl_uint num_waits,
                                              const cl_event *waits, cl_event *event) {
  return enqueue_on(queue, Semaphore::Side::wait, count, objects, {num_waits, waits, event},
                    [](Queue &on, Semaphores semaphores, const Pairings &pairings, auto list) {
                      std::vector<Event *> all(list.begin(), list.end());
                      for (auto &pairing : pairings) all.push_back(&pairing.gate());
                      return on.enqueue(
                          {CL_COMMAND_SEMAPHORE_WAIT_KHR, all, [semaphores = std::move(semaphores)](Event &) {
                             for (auto &semaphore : semaphores) semaphore->waited();
                           }});
                    });
}

cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue queue, cl_uint count, const cl_semaphore_khr *objects,
                                                const cl_semaphore_payload_khr *, cl_uint num_waits,
                                                const cl_event *waits, cl_event *event) {
  return enqueue_on(queue, Semaphore::Side::signal, count, objects, {num_waits, waits, event},
                    [](Queue &on, Semaphores semaphores, const Pairings &pairings, auto list) {
                      auto made = on.enqueue(
                          {CL_COMMAND_SEMAPHORE_SIGNAL_KHR, list, [semaphores = std::move(semaphores)](Event &) {
                             for (auto &semaphore : semaphores) semaphore->signaled();
                           }});
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
    default: return unknown_query();
    }
  });
}
