// SPDX-License-Identifier: Apache-2.0
#include "graph/event.h"

#include "command.h"
#include "info.h"
#include "wherry/cl_wherry.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Event;
using runtime::Queue;

namespace {

Answered copy_counts(const Event &event, cl_event_info param, InfoWriter answer) {
  bool is_kernel = event.type() == CL_COMMAND_NDRANGE_KERNEL || event.type() == CL_COMMAND_TASK;
  // "CL_INVALID_VALUE if information to query given in param_name cannot be queried for event."
  if (!is_kernel) throw Error{CL_INVALID_VALUE};
  if (event.status() != CL_COMPLETE) throw Error{CL_PROFILING_INFO_NOT_AVAILABLE};
  event.host_saw(CL_COMPLETE);
  const auto counts = event.copies ? *event.copies : runtime::CopyCounts();
  switch (param) {
  case CL_EVENT_ASYNC_COPIES_WHERRY: return answer(cl_ulong{counts.copies});
  case CL_EVENT_ASYNC_COPY_BYTES_WHERRY: return answer(cl_ulong{counts.bytes});
  case CL_EVENT_ASYNC_COPY_CHUNKS_WHERRY: return answer(cl_ulong{counts.chunks});
  case CL_EVENT_ASYNC_COPY_OFFLOADED_CHUNKS_WHERRY: return answer(cl_ulong{counts.offloaded_chunks});
  default: return answer(cl_ulong{counts.elided});
  }
}

// Implements clEnqueueMarker* and clEnqueueBarrier*.
void synchronize(cl_command_queue queue, cl_command_type type, runtime::Order order, const Waits &waits) {
  Ref<Queue> on(check(queue));
  enqueue(*on, type, waits, {}, CL_FALSE, order);
}

}  // namespace

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *err) {
  return entry(err, [&] { return Ref<Event>::make(check(context)); });
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int status) {
  return entry([&] {
    Ref<Event> held(check(event));
    // "CL_INVALID_EVENT if event is not a valid user event object."
    if (held->queue()) throw Error{CL_INVALID_EVENT};
    // "CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a negative integer value."
    if (status > CL_COMPLETE) throw Error{CL_INVALID_VALUE};
    held->set_user_status(status);
  });
}

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *events) {
  return entry([&] {
    // "CL_INVALID_VALUE if num_events is zero or event_list is NULL."
    if (num_events == 0 || !events) throw Error{CL_INVALID_VALUE};
    std::vector<Ref<Event>> waited;
    for (cl_event event : std::span(events, num_events)) {
      waited.emplace_back(check(event));
      // "CL_INVALID_CONTEXT if events specified in event_list do not belong to the same context."
      if (&event->context() != &waited.front()->context()) throw Error{CL_INVALID_CONTEXT};
    }
    bool failed = false;
    for (auto &event : waited) failed |= event->wait() < 0;
    // "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events in
    // event_list is a negative integer value."
    if (failed) throw Error{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  });
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param, size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Event &self = check(event);
    switch (param) {
    case CL_EVENT_COMMAND_QUEUE: return answer(cl_command_queue{self.queue()});
    case CL_EVENT_CONTEXT: return answer(cl_context{&self.context()});
    case CL_EVENT_COMMAND_TYPE: return answer(self.type());
    case CL_EVENT_COMMAND_EXECUTION_STATUS: {
      const cl_int status = self.status();
      self.host_saw(status);
      return answer(status);
    }
    case CL_EVENT_REFERENCE_COUNT: return answer(self.references());
    case CL_EVENT_ASYNC_COPIES_WHERRY:
    case CL_EVENT_ASYNC_COPY_BYTES_WHERRY:
    case CL_EVENT_ASYNC_COPY_CHUNKS_WHERRY:
    case CL_EVENT_ASYNC_COPY_OFFLOADED_CHUNKS_WHERRY:
    case CL_EVENT_ASYNC_COPIES_ELIDED_WHERRY: return copy_counts(self, param, answer);
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event event) { return retain(event); }
cl_int CL_API_CALL clReleaseEvent(cl_event event) { return release(event); }

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int level, void(CL_CALLBACK *notify)(cl_event, cl_int, void *),
                                      void *user_data) {
  return entry([&] {
    Ref<Event> held(check(event));
    // "CL_INVALID_VALUE if pfn_event_notify is NULL or if command_exec_callback_type is not CL_SUBMITTED,
    // CL_RUNNING or CL_COMPLETE."
    if (!notify || level < CL_COMPLETE || level > CL_SUBMITTED) throw Error{CL_INVALID_VALUE};
    held->add_callback(level, notify, user_data);
  });
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param, size_t size, void *value,
                                           size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Event &self = check(event);
    // "CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is not set for the
    // command-queue, if the execution status of the command identified by event is not CL_COMPLETE or if
    // event is a user event object."
    if (!self.queue() || !(self.queue()->properties & CL_QUEUE_PROFILING_ENABLE) || self.status() != CL_COMPLETE)
      throw Error{CL_PROFILING_INFO_NOT_AVAILABLE};
    self.host_saw(CL_COMPLETE);
    switch (param) {
    case CL_PROFILING_COMMAND_QUEUED: return answer(self.times().queued);
    case CL_PROFILING_COMMAND_SUBMIT: return answer(self.times().submitted);
    case CL_PROFILING_COMMAND_START: return answer(self.times().started);
    case CL_PROFILING_COMMAND_END: return answer(self.times().ended);
    // "... and any child commands enqueued by the command on the device have finished execution."
    case CL_PROFILING_COMMAND_COMPLETE: return answer(self.times().completed);
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint num_waits, const cl_event *waits,
                                               cl_event *event) {
  return entry([&] { synchronize(queue, CL_COMMAND_MARKER, runtime::Order::marker, {num_waits, waits, event}); });
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint num_waits, const cl_event *waits,
                                                cl_event *event) {
  return entry([&] { synchronize(queue, CL_COMMAND_BARRIER, runtime::Order::barrier, {num_waits, waits, event}); });
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue queue, cl_event *event) {
  return entry([&] {
    check(queue);
    // "CL_INVALID_VALUE if event is NULL."
    if (!event) throw Error{CL_INVALID_VALUE};
    synchronize(queue, CL_COMMAND_MARKER, runtime::Order::marker, {0, nullptr, event});
  });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue) {
  return entry([&] { synchronize(queue, CL_COMMAND_BARRIER, runtime::Order::barrier, {0, nullptr, nullptr}); });
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint num_events, const cl_event *events) {
  return entry([&] {
    check(queue);
    // "CL_INVALID_VALUE if num_events is 0 or event_list is NULL."
    if (num_events == 0 || !events) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_EVENT if event objects specified in event_list are not valid events."
    for (cl_event event : std::span(events, num_events)) check(event);
    synchronize(queue, CL_COMMAND_BARRIER, runtime::Order::barrier, {num_events, events, nullptr});
  });
}
