// Semaphores (cl_khr_semaphore): signals and waits, paired in the order in which they are enqueued.
#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "runtime/event.h"

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

  // For a wait command: what it depends on, which ends as its signal command does. It calls took() when it runs.
  wherry::runtime::Ref<wherry::runtime::Event> next_wait() { return pair(unsignaled_, unawaited_); }
  void took() { signals_.fetch_sub(1); }
  // `command`, enqueued, signals: it calls gave() when it runs.
  void next_signal(wherry::runtime::Event &command) { pair(unawaited_, unsignaled_)->follow(command); }
  void gave() { signals_.fetch_add(1); }

 private:
  using Events = std::deque<wherry::runtime::Ref<wherry::runtime::Event>>;
  wherry::runtime::Ref<wherry::runtime::Event> pair(Events &mine, Events &others);

  const wherry::runtime::Ref<wherry::runtime::Context> context_;
  std::atomic<int64_t> signals_ = 0;
  std::mutex mutex_;
  Events unsignaled_, unawaited_;  // gates of waits whose signal has not been enqueued, and the other way round
};
