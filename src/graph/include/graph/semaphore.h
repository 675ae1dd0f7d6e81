// SPDX-License-Identifier: Apache-2.0
// Semaphores (cl_khr_semaphore): waits and signals are paired in the order in which they are enqueued.
#pragma once
#include <list>
#include <vector>

#include "graph/event.h"

struct _cl_semaphore_khr final : wherry::runtime::Object<_cl_semaphore_khr> {
  // `property_list`: the user's list with the final 0; `devices`: the devices that may use the semaphore.
  _cl_semaphore_khr(wherry::runtime::Context &context, std::vector<cl_semaphore_properties_khr> property_list,
                    std::vector<cl_device_id> devices)
      : property_list(std::move(property_list)), devices(std::move(devices)), context_(context) {}

  wherry::runtime::Context &context() const { return *context_; }
  const std::vector<cl_semaphore_properties_khr> property_list;
  const std::vector<cl_device_id> devices;
  // Whether more signals than waits have run.
  bool is_signaled() const { return signals_.load(std::memory_order_acquire) > 0; }

  enum class Side { wait, signal };
  class Pairing;
  // Called by a wait command and by a signal command when they run.
  void waited() { signals_.fetch_sub(1); }
  void signaled() { signals_.fetch_add(1); }

 private:
  using Gates = std::list<wherry::runtime::Ref<wherry::runtime::Event>>;

  const wherry::runtime::Ref<wherry::runtime::Context> context_;
  std::atomic<int64_t> signals_ = 0;
  std::mutex mutex_;
  Gates unsignaled_, unawaited_;  // gates of waits without a signal yet, and of signals without a wait
};

// Pairs a wait or signal command with its counterpart through a gate: an event that the wait depends on and that
// follows the signal. The destructor undoes the pairing unless keep() was called.
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
  wherry::runtime::Ref<wherry::runtime::Event> made_;  // the gate, unless the counterpart's was taken
  Gates taken_, spare_;                                // allocated in advance, so that the destructor allocates nothing
  bool kept_ = false;
};
