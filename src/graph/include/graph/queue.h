// SPDX-License-Identifier: Apache-2.0
// Command queues. A queue has no thread: it orders its commands by edges of the event graph.
#pragma once
#include <span>
#include <vector>

#include "graph/event.h"

namespace wherry::runtime {

using Priority = exec::Priority;

enum class Order {
  command,
  marker,   // without a wait list: waits for all earlier commands
  barrier,  // likewise, and all later commands wait for it
};

struct Command {
  cl_command_type type;
  std::span<Event *const> wait_list = {};
  Work work = {};
  Order order = Order::command;
  bool caller_waits = false;               // the caller calls wait() next
  std::span<const Ref<Event>> after = {};  // end before the command begins; they may fail
  OnFailure on_failure = OnFailure::fail;  // of an event in the wait list
};

}  // namespace wherry::runtime

struct _cl_command_queue final : wherry::runtime::Object<_cl_command_queue> {
  // `property_list`: the user's list with the final 0; empty if there was none.
  _cl_command_queue(wherry::runtime::Context &context, wherry::runtime::Device &device,
                    cl_command_queue_properties properties, std::vector<cl_queue_properties> property_list,
                    wherry::exec::Priority priority = wherry::exec::Priority::normal, cl_uint size = 0);
  ~_cl_command_queue();

  wherry::runtime::Ref<wherry::runtime::Event> enqueue(wherry::runtime::Command command);
  // Runs a command without a wait list in the calling thread, by `body`, which must be short: the queue is locked
  // meanwhile. `body` returns the command's final status. Returns false without running it if the queue has earlier
  // commands, or if WHERRY_CHECK=race follows them. `event`: of the enqueueing call.
  template <class Body> bool run_at_once(cl_command_type type, cl_event *event, Body body);
  // Waits for all commands enqueued before.
  void wait();
  // Likewise. Throws CL_OUT_OF_RESOURCES if a command has failed since the last call.
  void finish();

  // On-device queues: takes `bytes` of the queue's size, or returns false; gives them back.
  bool take(uint64_t bytes) noexcept;
  void give_back(uint64_t bytes) noexcept { taken_.fetch_sub(bytes, std::memory_order_relaxed); }
  // The default on-device queue of a device in a context; null: none.
  static wherry::runtime::Ref<_cl_command_queue> default_on_device(wherry::runtime::Context &context,
                                                                   const wherry::runtime::Device &device);
  // Makes this the device's default queue.
  void become_default();

  // Empties the queue in a forked child, which has none of the threads that run commands; commands that had not ended
  // fail.
  void abandon_all() noexcept;

 private:
  friend struct _cl_event;
  using Events = std::vector<wherry::runtime::Ref<wherry::runtime::Event>>;
  // Removes a command that has ended; returns the next command of an in-order queue, or null.
  wherry::runtime::Ref<wherry::runtime::Event> retire(wherry::runtime::Event &event) noexcept;
  // The first command that must end before `event` in an in-order queue, or null.
  wherry::runtime::Ref<wherry::runtime::Event> first_before(const wherry::runtime::Event &event);
  // Called by a worker that has run all commands of an in-order queue: spins a few microseconds for the next command,
  // which saves waking a worker.
  wherry::runtime::Ref<wherry::runtime::Event> poll() noexcept;
  // Hands a ready command to a worker in poll(); returns false if there is none.
  bool hand_off(wherry::runtime::Event &event) noexcept;
  bool in_order() const { return !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }
  void note_failure() noexcept { failed_ = true; }

  const wherry::runtime::Ref<wherry::runtime::Context> context_;  // keeps the device alive

 public:
  wherry::runtime::Context &context;
  wherry::runtime::Device &device;
  const cl_command_queue_properties properties;
  const std::vector<cl_queue_properties> property_list;
  const wherry::exec::Priority priority;  // among ready commands
  const uint64_t number;                  // in the timeline; from 1
  const cl_uint size;                     // bytes of an on-device queue
  bool on_device() const { return properties & CL_QUEUE_ON_DEVICE; }

 private:
  wherry::checks::QueueOrder order_;  // with WHERRY_CHECK=race
  std::atomic<bool> failed_ = false;
  std::atomic<uint64_t> taken_ = 0;  // bytes of an on-device queue
  bool is_default_ = false;          // guarded by the mutex of all queues
  std::mutex mutex_;                 // guards the members below
  // In order: a linked list of the commands that have not ended, each of which makes the next one ready; no edges.
  wherry::runtime::Ref<wherry::runtime::Event> first_;
  wherry::runtime::Event *last_ = nullptr;
  bool polled_ = false;
  std::atomic<wherry::runtime::Event *> handed_off_ = nullptr;  // an owned reference; set only while polled_
  // Out of order: the commands that have not ended, from the last barrier on.
  Events outstanding_;
  wherry::runtime::Ref<wherry::runtime::Event> barrier_;  // the last barrier, until it ends
};

template <class Body> bool _cl_command_queue::run_at_once(cl_command_type type, cl_event *event, Body body) {
  if (wherry::checks::order::on()) return false;
  wherry::runtime::Ref<wherry::runtime::Event> made;
  if (event) made = made.make(*this, type, wherry::runtime::Work());
  {
    std::lock_guard lock(mutex_);  // no other command may start, and clFinish must not return, before this one ends
    if (first_ || barrier_) return false;
    if (made) made->begin_at_once();
    const cl_int status = body();
    if (status < 0) [[unlikely]]
      note_failure();
    if (made) made->end_at_once(status);
  }
  if (made) *event = made.detach();
  return true;
}
