// SPDX-License-Identifier: Apache-2.0
// Commands that are recorded once, with all checks made, and enqueued as one.
#pragma once
#include <span>
#include <vector>

#include "graph/queue.h"
#include "launch/kernel.h"
#include "wherry/cl_command_buffer.h"

namespace wherry::runtime {

// An ND-range of a command buffer that may change between enqueues.
struct Dispatch {
  Ref<Kernel> kernel;  // a copy, which has its arguments
  Size3 offset, global, local;
  bool has_local;                        // whether `local` is the program's choice
  bool complete;                         // whether all arguments are set
  std::shared_ptr<const Launch> launch;  // null where there is nothing to run, or it is not complete
};

}  // namespace wherry::runtime

struct _cl_mutable_command_khr final : wherry::runtime::Object<_cl_mutable_command_khr> {
  // What the program recorded.
  struct Recorded {
    wherry::runtime::Ref<wherry::runtime::Kernel> kernel;
    std::vector<cl_properties> property_list;  // with the final 0; empty where none was given
    cl_mutable_dispatch_fields_khr updatable;
    cl_uint dims;
  };
  _cl_mutable_command_khr(wherry::runtime::CommandBuffer &buffer, Recorded recorded, wherry::runtime::Dispatch dispatch,
                          size_t slot)
      : buffer(buffer), recorded(std::move(recorded)), slot_(slot), dispatch_(std::move(dispatch)) {}

  wherry::runtime::CommandBuffer &buffer;  // which owns it
  const Recorded recorded;
  wherry::runtime::Dispatch dispatch();

 private:
  friend struct _cl_command_buffer_khr;
  const size_t slot_;
  wherry::runtime::Dispatch dispatch_;  // guarded by the buffer
};

struct _cl_command_buffer_khr final : wherry::runtime::Object<_cl_command_buffer_khr> {
  // `property_list` as the user gave it, with the final 0; empty where none was given.
  _cl_command_buffer_khr(wherry::runtime::Queue &queue, std::vector<cl_command_buffer_properties_khr> property_list,
                         bool is_mutable, bool only_fewer_groups)
      : property_list(std::move(property_list)), is_mutable(is_mutable), only_fewer_groups(only_fewer_groups),
        queue_(queue) {}

  wherry::runtime::Queue &queue() const { return *queue_; }
  const std::vector<cl_command_buffer_properties_khr> property_list;
  const bool is_mutable, only_fewer_groups;
  cl_command_buffer_state_khr state();

  // Adds a command, which runs after all that were added before: whatever sync points it waits for are met. Returns
  // its own; an empty `work` has nothing to do. Throws CL_INVALID_OPERATION where it is finalized, and
  // CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  cl_sync_point_khr record(wherry::runtime::Work work, std::span<const cl_sync_point_khr> after);
  // Likewise one that may change; `command` becomes its handle, valid as long as the buffer.
  cl_sync_point_khr record(wherry::runtime::MutableCommand::Recorded recorded, wherry::runtime::Dispatch dispatch,
                           std::span<const cl_sync_point_khr> after, wherry::runtime::MutableCommand **command);
  // Throws CL_INVALID_OPERATION at the second call.
  void finalize();
  // All of it, as it is now, as one command's work. Throws CL_INVALID_OPERATION where it is not executable.
  wherry::runtime::Work work();

  // Changes of mutable commands: all, by keep(), or none. Meanwhile no other thread uses the buffer.
  class Changes {
   public:
    explicit Changes(_cl_command_buffer_khr &buffer) : buffer_(buffer), lock_(buffer.mutex_) {}
    // What the command is to be, to be changed.
    wherry::runtime::Dispatch &of(wherry::runtime::MutableCommand &command);
    void keep();

   private:
    _cl_command_buffer_khr &buffer_;
    // After keep() what was replaced, which goes without the lock: the last use of a buffer calls the program back.
    std::vector<std::pair<wherry::runtime::MutableCommand *, std::unique_ptr<wherry::runtime::Dispatch>>> changed_;
    std::shared_ptr<const void> replaced_;
    std::lock_guard<std::mutex> lock_;
  };

 private:
  friend struct _cl_mutable_command_khr;
  // One that cannot change, or the slot of one that can.
  struct Command {
    wherry::runtime::Work work;
    size_t slot = 0;
  };
  using Launches = std::vector<std::shared_ptr<const wherry::runtime::Launch>>;
  cl_sync_point_khr check_recording(std::span<const cl_sync_point_khr> after) const;

  const wherry::runtime::Ref<wherry::runtime::Queue> queue_;
  std::mutex mutex_;  // guards what follows
  bool finalized_ = false;
  size_t incomplete_ = 0;
  cl_sync_point_khr recorded_ = 0;  // sync points count from 1
  std::vector<Command> commands_;   // unchanged once it is finalized
  std::vector<wherry::runtime::Ref<wherry::runtime::MutableCommand>> mutable_commands_;  // by their slots
  std::shared_ptr<const Launches> launches_ = std::make_shared<Launches>();              // another with every change
};
