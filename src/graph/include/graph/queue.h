// SPDX-License-Identifier: Apache-2.0
// Command queues: they order commands by edges of the event graph, and have no thread.
#pragma once
#include <span>
#include <vector>

#include "graph/event.h"

namespace wherry::runtime {

using Priority = exec::Priority;

enum class Order {
  command,
  marker,   // without a wait list: after everything enqueued before
  barrier,  // likewise, and everything enqueued later waits for it
};

struct Command {
  cl_command_type type;
  std::span<Event *const> wait_list = {};
  Work work = {};
  Order order = Order::command;
  bool caller_waits = false;  // the caller waits for it at once
};

}  // namespace wherry::runtime

struct _cl_command_queue final : wherry::runtime::Object<_cl_command_queue> {
  // `property_list` as the user gave it, with the final 0; empty where none was given.
  _cl_command_queue(wherry::runtime::Context &context, wherry::runtime::Device &device,
                    cl_command_queue_properties properties, std::vector<cl_queue_properties> property_list,
                    wherry::exec::Priority priority = wherry::exec::Priority::normal);
  ~_cl_command_queue();

  wherry::runtime::Ref<wherry::runtime::Event> enqueue(wherry::runtime::Command command);
  // Has a command without a wait list run here and now, by `body`, which takes hardly any time.
  // False, and nothing is run, where something comes before it. `event` as the enqueueing call's.
  template <class Body> bool run_at_once(cl_command_type type, cl_event *event, Body body);
  // Waits for all that was enqueued before.
  void wait();
  // Likewise. Throws CL_OUT_OF_RESOURCES where a command failed since the
  // last call.
  void finish();

  // In a forked child, which has none of the threads that run commands: the queue is empty, and commands that had not
  // ended fail.
  void abandon_all() noexcept;

 private:
  friend struct _cl_event;
  using Events = std::vector<wherry::runtime::Ref<wherry::runtime::Event>>;
  // Forgets a command that has ended; returns the next where it is that one's turn by that.
  wherry::runtime::Ref<wherry::runtime::Event> retire(wherry::runtime::Event &event) noexcept;
  // What must end before `event` because of the order.
  wherry::runtime::Ref<wherry::runtime::Event> first_before(const wherry::runtime::Event &event);
  // For a worker that has run all commands of an in-order queue: waits a few microseconds for the next command, for
  // which a worker would have to be woken otherwise.
  wherry::runtime::Ref<wherry::runtime::Event> poll() noexcept;
  // Gives a ready command to a worker that polls; false where none does.
  bool hand_off(wherry::runtime::Event &event) noexcept;
  bool in_order() const { return !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
  void note_failure() noexcept { failed_ = true; }

  const wherry::runtime::Ref<wherry::runtime::Context> context_;  // which keeps the device

 public:
  wherry::runtime::Context &context;
  wherry::runtime::Device &device;
  const cl_command_queue_properties properties;
  const std::vector<cl_queue_properties> property_list;
  const wherry::exec::Priority priority;  // among the commands that are ready to run
  const uint64_t number;                  // in the timeline; from 1

 private:
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  // guards what follows
  // In order: the commands that have not ended are a list, in which each is the other's turn; no edges.
  wherry::runtime::Ref<wherry::runtime::Event> first_;
  wherry::runtime::Event *last_ = nullptr;
  bool polled_ = false;
  std::atomic<wherry::runtime::Event *> handed_off_ = nullptr;  // a reference; set only while attended
  // Out of order: commands that have not ended and that no barrier comes after.
  Events outstanding_;
  wherry::runtime::Ref<wherry::runtime::Event> barrier_;  // the latest one, while it has not ended
};

template <class Body> bool _cl_command_queue::run_at_once(cl_command_type type, cl_event *event, Body body) {
  wherry::runtime::Ref<wherry::runtime::Event> made;
  if (event) made = made.make(*this, type, wherry::runtime::Work());
  {
    std::lock_guard lock(mutex_);  // so that nothing of the queue comes between, nor clFinish back
    if (first_ || barrier_) return false;
    if (made) made->begin_at_once();
    body();
    if (made) made->end_at_once();
  }
  if (made) *event = made.detach();
  return true;
}
