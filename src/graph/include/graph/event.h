// SPDX-License-Identifier: Apache-2.0
// Commands and events: a graph with dependency counts. The thread that ends a command's last dependency hands the
// command to the executor. The first thread that claims it runs it: a worker, or a host thread that waits for it.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "checks/command_order.h"
#include "exec/executor.h"
#include "graph/work.h"
#include "objects/object.h"
#include "objects/platform.h"
#include "objects/recycled.h"
#include "observe/trace.h"

namespace wherry::runtime {

// How a failed event affects a command that waits for it.
enum class OnFailure {
  run,        // the event's command is merely earlier in a queue
  fail,       // with CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST: the event is in a wait list
  fail_alike  // with the event's error: both commands are parts of one
};

// An edge of the graph.
struct Dependency {
  Ref<Event> event;
  OnFailure on_failure;
};

using CopyCounts = exec::CopyCounts;
using EventCallback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

}  // namespace wherry::runtime

struct _cl_event final : wherry::runtime::Object<_cl_event>, wherry::runtime::Recycled<_cl_event> {
  template <class T> using Ref = wherry::runtime::Ref<T>;

  // A user event.
  explicit _cl_event(wherry::runtime::Context &context);
  // An event without work, which ends with the status of the event that it follows, or with end_gate().
  static Ref<_cl_event> gate(wherry::runtime::Context &context);
  void follow(_cl_event &other) noexcept;
  // `status`: CL_COMPLETE or an error. `from_outside`: what ends the gate is not known to the graph.
  void end_gate(cl_int status, bool from_outside = true) noexcept;
  // The gate's final status as soon as the event that the gate follows has ended, which the gate's own end comes a
  // moment after; before, a status that is not final.
  cl_int gate_status();
  // A command. It runs after start().
  _cl_event(wherry::runtime::Queue &queue, cl_command_type type, wherry::runtime::Work work);
  ~_cl_event();

  wherry::runtime::Context &context() const;
  wherry::runtime::Queue *queue() const { return queue_.get(); }  // null: a user event
  // The executor of the command's device; for a user event, of the context's first device.
  const _cl_device_id &device() const;
  wherry::exec::Executor &executor() const;
  cl_command_type type() const { return type_; }
  // CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE, or a negative error. In a forked child, commands of the parent
  // that had not ended have an error.
  cl_int status() const;
  bool has_ended() const { return status() <= CL_COMPLETE; }
  // Mark the begin and the end of a command that its queue runs in the enqueueing call, without start().
  void begin_at_once() noexcept;
  void end_at_once(cl_int status) noexcept;
  // Called by the work of a command that has had its share done by other commands since `time`, in nanoseconds.
  void began_at(cl_ulong time) noexcept { times_.submitted = times_.started = time; }

  // Lets the command run once all `dependencies` have ended. If they have ended already, the command goes to the
  // executor, or to wait() if the caller is about to call it (`caller_waits`).
  void start(std::span<const wherry::runtime::Dependency> dependencies, bool caller_waits);

  // Blocks until the event has ended, and returns the final status. Meanwhile runs the commands that the event depends
  // on and that no thread has claimed.
  cl_int wait();

  // Throws CL_INVALID_EVENT for the event of a command, CL_INVALID_OPERATION at the second call.
  void set_user_status(cl_int status);
  // Calls `function` once the status is `level` or less; at once if it already is.
  void add_callback(cl_int level, wherry::runtime::EventCallback function, void *data);

  // Nanoseconds; valid once the command is complete, if its queue has profiling enabled.
  struct Times {
    cl_ulong queued, submitted, started, ended, completed;
  };
  // The end of a running command whose work goes on with kernels that the command has enqueued. 0: its work's end.
  void set_end(cl_ulong time) noexcept { times_.ended = time; }
  const Times &times() const { return times_; }
  // Counts of the async copies of an ND-range; set by its work, valid once it is complete. Null: no async copies.
  std::unique_ptr<wherry::exec::CopyCounts> copies;
  // The command's record in the timeline, to which its work may add; null if no timeline is written.
  std::unique_ptr<wherry::observe::trace::Command> traced;
  // The commands that are ordered before this one; null without WHERRY_CHECK=race.
  std::unique_ptr<wherry::checks::CommandOrder> order;
  // The order of a command buffer's current command; set by the buffer's work.
  const wherry::checks::CommandOrder *part = nullptr;
  // The order of the command, or part of a command buffer, that the work runs now.
  const wherry::checks::CommandOrder *order_now() const { return part ? part : order.get(); }
  // The host has learnt that the event has this status.
  void host_saw(cl_int status) const noexcept {
    if (order && status <= CL_SUBMITTED) [[unlikely]]
      wherry::checks::order::host_saw(*order, status <= CL_COMPLETE);
  }

 private:
  friend struct _cl_command_queue;
  using Events = std::vector<Ref<_cl_event>>;
  struct Callback {
    cl_int level;
    wherry::runtime::EventCallback function;
    void *data;
  };

  class Slice;
  // The events that the end of a command made ready, and those with callbacks due. Linked lists, because the end of a
  // command must not fail and hence not allocate. Ready commands are handed over before callbacks are called, so that
  // no command waits for a callback to return.
  struct Ready {
    Ref<_cl_event> next;    // the next command of an in-order queue
    Ref<_cl_event> others;  // other ready commands, linked by `other_`
    Ref<_cl_event> ended;   // ended events with callbacks due, linked by `next_ended_`
  };
  // Implements wait(); throws std::bad_alloc.
  void run_or_wait();
  void wait_for_end() const noexcept;
  using Link = Ref<_cl_event> _cl_event::*;
  static void push(Ref<_cl_event> &list, Ref<_cl_event> event, Link link = &_cl_event::other_) noexcept;
  static Ref<_cl_event> pop(Ref<_cl_event> &list, Link link = &_cl_event::other_) noexcept;

  void add_edges(std::span<const wherry::runtime::Dependency> dependencies);
  bool add_dependent(_cl_event &dependent, wherry::runtime::OnFailure on_failure);
  // `status`: of `earlier`, which has ended and which this event depends on.
  void note_end(const _cl_event &earlier, cl_int status, wherry::runtime::OnFailure on_failure) noexcept;
  Ref<_cl_event> first_obstacle();
  bool claim();
  Ready run() noexcept;
  Ready end(cl_int status) noexcept;
  void call_back(cl_int status) noexcept;
  bool has_callback_for(cl_int status) const noexcept;
  bool dependency_done() noexcept;
  bool in_order() const;
  void become_ready() noexcept;
  static void hand_over(Ref<_cl_event> event) noexcept;
  static void hand_over(Ready ready) noexcept;
  static void hand_over_callbacks(Ref<_cl_event> event) noexcept;
  static void executor_task(void *event) noexcept;

  const Ref<wherry::runtime::Context> context_;  // for a user event; a command uses its queue's context
  const Ref<wherry::runtime::Queue> queue_;
  const cl_command_type type_;
  const unsigned process_ = wherry::process::forks();
  wherry::runtime::Work work_;  // used by the thread that claimed the command
  const bool has_work_, profiled_;
  Times times_;

  std::atomic<cl_int> status_;
  std::atomic<bool> claimed_;
  // Counts dependencies that have not ended, the predecessor in an in-order queue, and start() itself.
  std::atomic<uint32_t> unmet_{1};
  std::atomic<cl_int> failure_{CL_COMPLETE};  // why the command must not run

  // Made for the first dependent, obstacle or callback; most commands never have one. Store-load pairing: an adding
  // thread publishes watch_, then reads status_; the ending thread stores status_, then reads watch_. One of them sees
  // the other.
  struct Watch {
    std::mutex mutex;  // guards the members below
    std::vector<wherry::runtime::Dependency> dependents;
    Events obstacles;  // dependencies; first_obstacle() drops those that have ended
    std::vector<Callback> callbacks;
    Ref<_cl_event> followed;  // of a gate until it is ready; no obstacle: a wait for the gate must not run that command
  };
  Watch &watch();
  std::atomic<Watch *> watch_ = nullptr;

  // Links of Ready's lists, owned by the thread that owns the list: a waiting thread may run and end a command while
  // another thread still has it in its list of ready commands.
  Ref<_cl_event> other_, next_ended_;

  static constexpr size_t kNoSlot = ~size_t{0};
  // Guarded by the queue's mutex.
  size_t queue_slot_ = kNoSlot;  // index in outstanding_; in order: 0 while in the list
  Ref<_cl_event> next_;          // the next command of an in-order queue
};
