// SPDX-License-Identifier: Apache-2.0
#include "launch/command_buffer.h"

using namespace wherry::runtime;

Dispatch _cl_mutable_command_khr::dispatch() {
  std::lock_guard lock(buffer.mutex_);
  return dispatch_;
}

cl_command_buffer_state_khr _cl_command_buffer_khr::state() {
  std::lock_guard lock(mutex_);
  if (!finalized_) return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return incomplete_ ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

cl_sync_point_khr _cl_command_buffer_khr::check_recording(std::span<const cl_sync_point_khr> after) const {
  if (finalized_) throw Error{CL_INVALID_OPERATION};
  for (cl_sync_point_khr point : after)
    if (point == 0 || point > recorded_) throw Error{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR};
  return recorded_ + 1;
}

cl_sync_point_khr _cl_command_buffer_khr::record(Work work, std::span<const cl_sync_point_khr> after) {
  std::lock_guard lock(mutex_);
  const cl_sync_point_khr point = check_recording(after);
  if (work) commands_.push_back({std::move(work)});
  return recorded_ = point;
}

cl_sync_point_khr _cl_command_buffer_khr::record(MutableCommand::Recorded recorded, Dispatch dispatch,
                                                 std::span<const cl_sync_point_khr> after, MutableCommand **command) {
  std::lock_guard lock(mutex_);
  const cl_sync_point_khr point = check_recording(after);
  const size_t slot = mutable_commands_.size();
  const bool complete = dispatch.complete;
  auto made = Ref<MutableCommand>::make(*this, std::move(recorded), std::move(dispatch), slot);
  mutable_commands_.push_back(std::move(made));
  commands_.push_back({{}, slot});
  incomplete_ += !complete;
  *command = mutable_commands_.back().get();
  return recorded_ = point;
}

void _cl_command_buffer_khr::finalize() {
  std::lock_guard lock(mutex_);
  if (finalized_) throw Error{CL_INVALID_OPERATION};
  auto launches = std::make_shared<Launches>();
  for (auto &command : mutable_commands_) launches->push_back(command->dispatch_.launch);
  launches_ = std::move(launches);
  finalized_ = true;
}

Work _cl_command_buffer_khr::work() {
  std::lock_guard lock(mutex_);
  if (!finalized_ || incomplete_) throw Error{CL_INVALID_OPERATION};
  return [self = Ref(*this), launches = launches_](Event &event) {
    for (const Command &command : self->commands_)
      if (command.work)
        command.work(event);
      else if (const Launch *launch = (*launches)[command.slot].get())
        launch->run(event);
    event.set_end(0);  // which a launch before the last one may have set
  };
}

Dispatch &_cl_command_buffer_khr::Changes::of(MutableCommand &command) {
  for (auto &[known, dispatch] : changed_)
    if (known == &command) return *dispatch;
  auto made = std::make_unique<Dispatch>(command.dispatch_);
  made->kernel = Ref<Kernel>::make(*made->kernel);
  changed_.emplace_back(&command, std::move(made));
  return *changed_.back().second;
}

void _cl_command_buffer_khr::Changes::keep() {
  auto launches = std::make_shared<Launches>(*buffer_.launches_);
  for (auto &[command, dispatch] : changed_) {
    (*launches)[command->slot_] = dispatch->launch;
    buffer_.incomplete_ -= dispatch->complete && !command->dispatch_.complete;
    std::swap(command->dispatch_, *dispatch);
  }
  replaced_ = std::exchange(buffer_.launches_, std::move(launches));
}
