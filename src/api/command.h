// What all enqueueing calls share.
#pragma once
#include "api/entry.h"
#include "runtime/memory.h"
#include "runtime/queue.h"

namespace wherry::api {

// The wait list and event of an enqueueing call, as the user gave them.
struct Waits {
  cl_uint count;
  const cl_event *events;
  cl_event *event;
};

// The wait list; throws where it or one of its events is not valid.
std::span<runtime::Event *const> check_waits(runtime::Queue &queue, const Waits &waits);

// "CL_INVALID_CONTEXT if the context associated with command_queue and buffer are not the same."
runtime::Mem &check_buffer(runtime::Queue &queue, cl_mem buffer);

// Checks the wait list, enqueues, and gives out the event. A blocking call waits, and throws the
// command's failure.
void enqueue(runtime::Queue &queue, cl_command_type type, const Waits &waits, runtime::Work work,
             cl_bool blocking = CL_FALSE, runtime::Order order = runtime::Order::command);

}  // namespace wherry::api
