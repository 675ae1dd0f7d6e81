// SPDX-License-Identifier: Apache-2.0
// Commands and events: a graph with dependency counts. The thread that ends a command's last dependency hands the
// command to the executor. The first thread that claims it runs it: a worker, or a host thread that waits for it.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "exec/executor.h"
#include "graph/work.h"
#include "objects/object.h"
#include "objects/platform.h"
#include "objects/recycled.h"
#include "observe/trace.h"

namespace wherry::runtime {

// An edge of the graph. The failure of an event in a wait list fails the command; that of a command
// which merely comes earlier in a queue does not.
struct Dependency {
  Ref<Event> event;
  bool in_wait_list;
};

using CopyCounts = exec::CopyCounts;
using EventCallback = void(CL_CALLBACK *)(cl_event, cl_int, void *);

}  // namespace wherry::runtime

struct _cl_event final : wherry::runtime::Object<_cl_event>, wherry::runtime::Recycled<_cl_event> {
  template <class T> using Ref = wherry::runtime::Ref<T>;

  // A user event.
  explicit _cl_event(wherry::runtime::Context &context);
  // An event that does nothing, and ends as that does which it is told to follow.
  static Ref<_cl_event> gate(wherry::runtime::Context &context);
  void follow(_cl_event &other) noexcept;
  // A command, which does not run before start().
  _cl_event(wherry::runtime::Queue &queue, cl_command_type type, wherry::runtime::Work work);
  ~_cl_event();

  wherry::runtime::Context &context() const;
  wherry::runtime::Queue *queue() const { return queue_.get(); }  // null: a user event
  // Of the device that the command runs on; a user event's: of the context's first device.
  wherry::exec::Executor &executor() const;
  cl_command_type type() const { return type_; }
  // CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE, or a negative error, as have in a forked child the commands that
  // stayed with the parent.
  cl_int status() const;
  bool has_ended() const { return status() <= CL_COMPLETE; }
  // Of a command that its queue runs at once, without start().
  void begin_at_once() noexcept;
  void end_at_once() noexcept;

  // Lets the command run once all `dependencies` have ended. Where it can run at once, it is handed
  // to the executor, or left to wait() where the caller is about to wait (`caller_waits`).
  void start(std::span<const wherry::runtime::Dependency> dependencies, bool caller_waits);

  // Blocks until the event has ended, and meanwhile runs commands that it depends on and that no thread has begun.
  // Returns the final status.
  cl_int wait();

  // Throws CL_INVALID_EVENT for an event that is a command's, CL_INVALID_OPERATION at the second call.
  void set_user_status(cl_int status);
  // Calls back once the status is `level` or less; at once where it already is.
  void add_callback(cl_int level, wherry::runtime::EventCallback function, void *data);

  // Nanoseconds; valid once the command is complete, and only where its queue profiles.
  struct Times {
    cl_ulong queued, submitted, started, ended;
  };
  const Times &times() const { return times_; }
  // What the async copies of an ND-range did; set by its work, valid once it is complete. Null: there were none.
  std::unique_ptr<wherry::exec::CopyCounts> copies;
  // The command's record in the timeline, which its work may complete; null where no timeline is written.
  std::unique_ptr<wherry::observe::trace::Command> traced;

 private:
  friend struct _cl_command_queue;
  using Events = std::vector<Ref<_cl_event>>;
  struct Callback {
    cl_int level;
    wherry::runtime::EventCallback function;
    void *data;
  };

  class Slice;
  // What the end of a command leaves to do, as linked lists: nothing is allocated where nothing may fail. Commands that
  // became ready are handed over before callbacks are called, so that no command waits for a callback to return.
  struct Ready {
    Ref<_cl_event> next;    // of its queue, where that keeps the order
    Ref<_cl_event> others;  // commands that became ready; by `other_`
    Ref<_cl_event> ended;   // whose callbacks are due; by `next_ended_`
  };
  // For wait(); throws std::bad_alloc.
  void run_or_wait();
  void wait_for_end() const noexcept;
  using Link = Ref<_cl_event> _cl_event::*;
  static void push(Ref<_cl_event> &list, Ref<_cl_event> event, Link link = &_cl_event::other_) noexcept;
  static Ref<_cl_event> pop(Ref<_cl_event> &list, Link link = &_cl_event::other_) noexcept;

  void add_edges(std::span<const wherry::runtime::Dependency> dependencies);
  bool add_dependent(_cl_event &dependent, bool in_wait_list);
  Ref<_cl_event> first_obstacle();
  bool claim();
  Ready run() noexcept;
  Ready end(cl_int status) noexcept;
  void call_back(cl_int status) noexcept;
  bool dependency_done() noexcept;
  bool in_order() const;
  void become_ready() noexcept;
  static void hand_over(Ref<_cl_event> event) noexcept;
  static void hand_over(Ready ready) noexcept;
  static void hand_over_callbacks(Ref<_cl_event> event) noexcept;
  static void executor_task(void *event) noexcept;

  const Ref<wherry::runtime::Context> context_;  // of a user event; a command's is its queue's
  const Ref<wherry::runtime::Queue> queue_;
  const cl_command_type type_;
  const unsigned process_ = wherry::process::forks();
  wherry::runtime::Work work_;  // used by the thread that claimed the command
  const bool has_work_, profiled_;
  Times times_;

  std::atomic<cl_int> status_;
  std::atomic<bool> claimed_;
  std::atomic<uint32_t> unmet_{1};            // dependencies that have not ended, its turn, and start() itself
  std::atomic<cl_int> failure_{CL_COMPLETE};  // why the command must not run

  // Made for the first dependent, obstacle or callback; most commands never have one. Store-load pairing: an adding
  // thread publishes watch_, then reads status_; the ending thread stores status_, then reads watch_. One of them sees
  // the other.
  struct Watch {
    std::mutex mutex;  // guards what follows
    std::vector<wherry::runtime::Dependency> dependents;
    Events obstacles;  // what it depends on; the ended ones are dropped when seen
    std::vector<Callback> callbacks;
  };
  Watch &watch();
  std::atomic<Watch *> watch_ = nullptr;

  // Links of Ready's lists. The threads that have the lists own them: a command may have been run, and ended, by a
  // thread that waits for it while another one has it in a list of ready ones.
  Ref<_cl_event> other_, next_ended_;

  static constexpr size_t kNoSlot = ~size_t{0};
  // Guarded by the queue.
  size_t queue_slot_ = kNoSlot;  // where it keeps the event
  Ref<_cl_event> next_;          // in order
};
