// SPDX-License-Identifier: Apache-2.0
// Commands that are checked and recorded once, and enqueued as one.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "graph/queue.h"
#include "launch/kernel.h"
#include "wherry/cl_command_buffer.h"

namespace wherry::runtime {

// An ND-range of a command buffer that the program may change between enqueues.
struct Dispatch {
  Ref<Kernel> kernel;  // a copy of the kernel, which holds the arguments
  Size3 offset, global, local;
  bool has_local;                        // whether the program gave a local size
  bool complete;                         // whether all arguments are set
  std::shared_ptr<const Launch> launch;  // null if the ND-range is empty or not complete
};

}  // namespace wherry::runtime

struct _cl_mutable_command_khr final : wherry::runtime::Object<_cl_mutable_command_khr> {
  // The command as the program recorded it.
  struct Recorded {
    wherry::runtime::Ref<wherry::runtime::Kernel> kernel;
    std::vector<cl_properties> property_list;  // with the final 0; empty if there was none
    cl_mutable_dispatch_fields_khr updatable;
    cl_uint dims;
    size_t queue;  // an index into the buffer's queues
  };
  _cl_mutable_command_khr(wherry::runtime::CommandBuffer &buffer, Recorded recorded, wherry::runtime::Dispatch dispatch,
                          size_t slot)
      : buffer(buffer), recorded(std::move(recorded)), slot_(slot), dispatch_(std::move(dispatch)) {}

  wherry::runtime::CommandBuffer &buffer;  // owns this command
  const Recorded recorded;
  wherry::runtime::Dispatch dispatch();

 private:
  friend struct _cl_command_buffer_khr;
  const size_t slot_;
  wherry::runtime::Dispatch dispatch_;  // guarded by the buffer's mutex
};

struct _cl_command_buffer_khr final : wherry::runtime::Object<_cl_command_buffer_khr> {
  template <class T> using Ref = wherry::runtime::Ref<T>;
  using Queues = std::vector<Ref<wherry::runtime::Queue>>;
  // `queues`: of one context; `property_list`: the user's list with the final 0; empty if there was none.
  _cl_command_buffer_khr(Queues queues, std::vector<cl_command_buffer_properties_khr> property_list, bool is_mutable,
                         bool only_fewer_groups)
      : queues(std::move(queues)), property_list(std::move(property_list)), is_mutable(is_mutable),
        only_fewer_groups(only_fewer_groups), last_(this->queues.size(), kNone) {}

  const Queues queues;  // at least one
  wherry::runtime::Context &context() const { return queues[0]->context; }
  const std::vector<cl_command_buffer_properties_khr> property_list;
  const bool is_mutable, only_fewer_groups;
  cl_command_buffer_state_khr state();

  // Where a command is recorded.
  struct Place {
    size_t queue;  // an index into `queues`
    std::span<const cl_sync_point_khr> after;
    // Waits for all earlier commands if `after` is empty; all later ones wait for it.
    bool is_barrier = false;
  };
  // Makes a command's work for another queue; empty: the work suits any.
  using Remake = std::function<wherry::runtime::Work(wherry::runtime::Queue &)>;
  // Adds a command and returns its sync point. An empty `work` does nothing. In a buffer of one queue, each command
  // runs after all earlier ones and hence after any sync points. Throws CL_INVALID_OPERATION if the buffer is
  // finalized, and CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  cl_sync_point_khr record(wherry::runtime::Work work, const Place &place, Remake remake = {});
  // Likewise for a mutable command; sets `command` to its handle, which is valid as long as the buffer.
  cl_sync_point_khr record(wherry::runtime::MutableCommand::Recorded recorded, wherry::runtime::Dispatch dispatch,
                           const Place &place, wherry::runtime::MutableCommand **command);
  // Throws CL_INVALID_OPERATION at the second call.
  void finalize();
  // The current commands as the work of one command. Precondition: the buffer has one queue. Throws
  // CL_INVALID_OPERATION if the buffer is not executable.
  wherry::runtime::Work work();
  // Enqueues the current commands as commands of `on`, which has a queue for each of `queues`. Returns a command of the
  // first queue that ends with the last of them, and fails if one does. Throws as work() does.
  Ref<wherry::runtime::Event> enqueue(const Queues &on, std::span<wherry::runtime::Event *const> waits);
  // A copy in the same state, with the same commands and dependencies, for the queues `to`. If `automatic`, the copy
  // chooses a queue of `to` for each command: of those whose device can run the command, the one on which it ends first
  // by the copy's schedule. Else to[i] takes the place of queues[i]. `redo` prepares a mutable command's state for its
  // new queue.
  using Redo = std::function<void(wherry::runtime::Queue &, wherry::runtime::Dispatch &, cl_uint dims)>;
  Ref<_cl_command_buffer_khr> copy(Queues to, bool automatic, const Redo &redo);
  // The equivalent of a command of the buffer that this one is a copy of.
  wherry::runtime::MutableCommand *equivalent(const wherry::runtime::MutableCommand &command);

  // A transaction on mutable commands: keep() commits all changes, otherwise none happens. Locks the buffer.
  class Changes {
   public:
    explicit Changes(_cl_command_buffer_khr &buffer) : buffer_(buffer), lock_(buffer.mutex_) {}
    // The new state of the command, for the caller to change.
    wherry::runtime::Dispatch &of(wherry::runtime::MutableCommand &command);
    void keep();

   private:
    _cl_command_buffer_khr &buffer_;
    // After keep() the replaced objects, destroyed after the lock is released: the last release of a buffer may call
    // the program's callbacks.
    std::vector<std::pair<wherry::runtime::MutableCommand *, std::unique_ptr<wherry::runtime::Dispatch>>> changed_;
    std::shared_ptr<const void> replaced_;
    std::lock_guard<std::mutex> lock_;
  };

 private:
  friend struct _cl_mutable_command_khr;
  static constexpr size_t kNone = ~size_t{0};
  // The work of a command that cannot change, or the slot of a mutable one, or neither.
  struct Command {
    std::shared_ptr<const wherry::runtime::Work> work;
    size_t slot = kNone;
    Remake remake = {};
    size_t queue = 0;
    std::vector<size_t> after = {};  // indices of commands that end before this one begins
    bool is_followed = false;        // by another command
  };
  using Launches = std::vector<std::shared_ptr<const wherry::runtime::Launch>>;
  cl_sync_point_khr check_recording(std::span<const cl_sync_point_khr> after) const;
  void add(Command command, const Place &place);
  class Scheduler;
  void copy_command(const Command &command, std::span<const size_t> order, const Redo &redo,
                    _cl_command_buffer_khr &into, Launches &launches) const;
  void run(const Command &command, const Launches &launches, wherry::runtime::Event &event) const;
  void run_parts(const Launches &launches, wherry::runtime::Event &event) const;
  // Locked. Throws CL_INVALID_OPERATION.
  void check_executable() const;

  std::mutex mutex_;  // guards the members below
  bool finalized_ = false;
  size_t incomplete_ = 0;
  cl_sync_point_khr recorded_ = 0;  // sync points count from 1
  std::vector<size_t> last_;        // the last command of each queue
  size_t barrier_ = kNone;          // the last barrier
  std::vector<Command> commands_;   // constant after finalize()
  std::vector<wherry::runtime::Ref<wherry::runtime::MutableCommand>> mutable_commands_;  // by slot
  std::shared_ptr<const Launches> launches_ = std::make_shared<Launches>();              // replaced with every change
};
