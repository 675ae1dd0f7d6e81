// SPDX-License-Identifier: Apache-2.0
// Semaphores (cl_khr_semaphore): signals and waits, paired in the order in which they are enqueued.
#pragma once
#include <list>
#include <vector>

#include "graph/event.h"

struct _cl_semaphore_khr final : wherry::runtime::Object<_cl_semaphore_khr> {
  // `property_list` as the user gave it, with the final 0; `devices`: those that it is for.
  _cl_semaphore_khr(wherry::runtime::Context &context, std::vector<cl_semaphore_properties_khr> property_list,
                    std::vector<cl_device_id> devices)
      : property_list(std::move(property_list)), devices(std::move(devices)), context_(context) {}

  wherry::runtime::Context &context() const { return *context_; }
  const std::vector<cl_semaphore_properties_khr> property_list;
  const std::vector<cl_device_id> devices;
  // Whether it has been signalled more often than waited for.
  bool is_signaled() const { return signals_.load(std::memory_order_acquire) > 0; }

  enum class Side { wait, signal };
  class Pairing;
  // Called by a wait command and a signal command when they run.
  void took() { signals_.fetch_sub(1); }
  void gave() { signals_.fetch_add(1); }

 private:
  using Gates = std::list<wherry::runtime::Ref<wherry::runtime::Event>>;

  const wherry::runtime::Ref<wherry::runtime::Context> context_;
  std::atomic<int64_t> signals_ = 0;
  std::mutex mutex_;
  Gates unsignaled_, unawaited_;  // of waits whose signal has not been enqueued, and the other way round
};

// A command's place among the waits or the signals of a semaphore. Between a wait and its signal stands a gate, an
// event on which the wait depends and which follows the signal. Undone where it is not kept.
class _cl_semaphore_khr::Pairing {
 public:
  Pairing(wherry::runtime::Semaphore &semaphore, Side side);
  ~Pairing();
  Pairing(const Pairing &) = delete;

  wherry::runtime::Event &gate() const;
  void keep() { kept_ = true; }

 private:
  const wherry::runtime::Ref<wherry::runtime::Semaphore> semaphore_;
  Gates &mine_, &others_;
  wherry::runtime::Ref<wherry::runtime::Event> made_;  // the gate, unless one was taken
  Gates taken_, spare_;                                // to undo it takes no memory
  bool kept_ = false;
};
