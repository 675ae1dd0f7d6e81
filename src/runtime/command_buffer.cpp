#include "runtime/command_buffer.h"

using namespace wherry::runtime;

// While it lives, the command buffer is pending.
class _cl_command_buffer_khr::Pending {
 public:
  explicit Pending(CommandBuffer &buffer) : buffer_(buffer) {}
  ~Pending() {
    std::lock_guard lock(buffer_->mutex_);
    --buffer_->pending_;
  }
  Pending(const Pending &) = delete;
  const std::vector<Work> &commands() const { return buffer_->commands_; }

 private:
  const Ref<CommandBuffer> buffer_;
};

cl_command_buffer_state_khr _cl_command_buffer_khr::state() {
  std::lock_guard lock(mutex_);
  if (!finalized_) return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return pending_ ? CL_COMMAND_BUFFER_STATE_PENDING_KHR : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

cl_sync_point_khr _cl_command_buffer_khr::record(Work work, std::span<const cl_sync_point_khr> after) {
  std::lock_guard lock(mutex_);
  if (finalized_) throw Error{CL_INVALID_OPERATION};
  for (cl_sync_point_khr point : after)
    if (point == 0 || point > recorded_) throw Error{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR};
  if (work) commands_.push_back(std::move(work));
  return ++recorded_;
}

void _cl_command_buffer_khr::finalize() {
  std::lock_guard lock(mutex_);
  if (std::exchange(finalized_, true)) throw Error{CL_INVALID_OPERATION};
}

Work _cl_command_buffer_khr::work() {
  {
    std::lock_guard lock(mutex_);
    if (!finalized_ || (pending_ && !reentrant_)) throw Error{CL_INVALID_OPERATION};
    ++pending_;
  }
  std::shared_ptr<const Pending> pending;
  try {
    pending = std::make_shared<const Pending>(*this);
  } catch (...) {
    std::lock_guard lock(mutex_);
    --pending_;
    throw;
  }
  return [pending = std::move(pending)](Event &event) {
    for (const Work &command : pending->commands()) command(event);
  };
}
