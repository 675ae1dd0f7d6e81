// SPDX-License-Identifier: Apache-2.0
#include "exec/partition.h"

#include <map>
#include <mutex>

#include "platform/process/per_process.h"

namespace wherry::exec {

namespace {

// Executors without a partition. Their threads never end, so each new sub-device reuses one of these if it can.
struct Idle {
  std::mutex mutex;
  std::multimap<std::pair<unsigned, Cpus>, Executor *> executors;
};

void keep(unsigned threads, const Cpus &cpus, Executor *executor) noexcept {
  try {
    Idle &kept = process::per_process<Idle>();
    std::lock_guard lock(kept.mutex);
    kept.executors.emplace(std::pair(threads, cpus), executor);
  } catch (const std::bad_alloc &) {
    // The executor's threads sleep for ever.
  }
}

Executor *take(unsigned threads, const Cpus &cpus) {
  Idle &kept = process::per_process<Idle>();
  std::lock_guard lock(kept.mutex);
  auto found = kept.executors.find({threads, cpus});
  return found == kept.executors.end() ? nullptr : kept.executors.extract(found).mapped();
}

}  // namespace

Partition::~Partition() {
  Executor *executor = executor_.load(std::memory_order_acquire);
  if (executor && executor->is_of_this_process()) keep(threads_, cpus_, executor);
}

Executor &Partition::executor() {
  Executor *executor = executor_.load(std::memory_order_acquire);
  if (executor && executor->is_of_this_process()) return *executor;
  Executor *made = take(threads_, cpus_);
  if (!made) made = Executor::make(threads_, cpus_, executor);
  if (executor_.compare_exchange_strong(executor, made, std::memory_order_acq_rel)) return *made;
  keep(threads_, cpus_, made);
  return *executor;
}

}  // namespace wherry::exec
