// SPDX-License-Identifier: Apache-2.0
#include "command.h"

namespace wherry::api {

using runtime::Event;

std::span<Event *const> check_waits(runtime::Queue &queue, const Waits &waits) {
  // "CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list > 0, or
  // event_wait_list is not NULL and num_events_in_wait_list is 0, or if event objects in
  // event_wait_list are not valid events."
  auto list = both_or_none(waits.events, waits.count, CL_INVALID_EVENT_WAIT_LIST);
  for (cl_event event : list) {
    if (!event || !event->is_valid()) throw Error{CL_INVALID_EVENT_WAIT_LIST};
    // "CL_INVALID_CONTEXT if the context associated with command_queue and events in event_wait_list are
    // not the same."
    if (&event->context() != &queue.context) throw Error{CL_INVALID_CONTEXT};
  }
  return list;
}

std::span<Event *const> check_unfailed_waits(runtime::Queue &queue, const Waits &waits) {
  auto list = check_waits(queue, waits);
  // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in event_wait_list is a
  // negative integer value."
  for (const Event *event : list)
    if (event->status() < 0) throw Error{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  return list;
}

runtime::Mem &check_buffer(runtime::Context &context, cl_mem buffer) {
  runtime::Mem &mem = check(buffer);
  if (!mem.is_buffer()) throw Error{CL_INVALID_MEM_OBJECT};
  if (&mem.context() != &context) throw Error{CL_INVALID_CONTEXT};
  return mem;
}

runtime::Mem &check_image(runtime::Context &context, cl_mem image) {
  runtime::Mem &mem = check(image);
  if (!mem.image()) throw Error{CL_INVALID_MEM_OBJECT};
  if (&mem.context() != &context) throw Error{CL_INVALID_CONTEXT};
  return mem;
}

void enqueue(runtime::Queue &queue, cl_command_type type, const Waits &waits, runtime::Work work, cl_bool blocking,
             runtime::Order order) {
  auto event = queue.enqueue({type, check_waits(queue, waits), std::move(work), order, blocking != CL_FALSE});
  if (blocking) {
    // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the read and write operations are blocking and the
    // execution status of any of the events in event_wait_list is a negative integer value."
    if (cl_int status = event->wait(); status < 0) throw Error{status};
  }
  if (waits.event) *waits.event = event.detach();
}

}  // namespace wherry::api
