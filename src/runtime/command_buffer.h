// Commands that are recorded once, with all checks made, and enqueued as one.
#pragma once
#include <span>
#include <vector>

#include "runtime/queue.h"

struct _cl_command_buffer_khr final : wherry::runtime::Object<_cl_command_buffer_khr> {
  // `property_list` as the user gave it, with the final 0; empty where none was given. `reentrant`: may be enqueued
  // while it is pending.
  _cl_command_buffer_khr(wherry::runtime::Queue &queue, std::vector<cl_command_buffer_properties_khr> property_list,
                         bool reentrant)
      : property_list(std::move(property_list)), queue_(queue), reentrant_(reentrant) {}

  wherry::runtime::Queue &queue() const { return *queue_; }
  const std::vector<cl_command_buffer_properties_khr> property_list;
  cl_command_buffer_state_khr state();

  // Adds a command, which runs after all that were added before: whatever sync points it waits for are met. Returns
  // its own; an empty `work` has nothing to do. Throws CL_INVALID_OPERATION where it is finalized, and
  // CL_INVALID_SYNC_POINT_WAIT_LIST_KHR.
  cl_sync_point_khr record(wherry::runtime::Work work, std::span<const cl_sync_point_khr> after);
  // Throws CL_INVALID_OPERATION at the second call.
  void finalize();
  // All of it as one command's work. Throws CL_INVALID_OPERATION where it is not finalized, or pending and not
  // reentrant.
  wherry::runtime::Work work();

 private:
  class Pending;

  const wherry::runtime::Ref<wherry::runtime::Queue> queue_;
  const bool reentrant_;
  std::mutex mutex_;  // guards what follows
  bool finalized_ = false;
  cl_uint pending_ = 0;
  cl_sync_point_khr recorded_ = 0;               // sync points count from 1
  std::vector<wherry::runtime::Work> commands_;  // unchanged once it is finalized
};
