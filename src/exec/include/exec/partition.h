// SPDX-License-Identifier: Apache-2.0
// The workers of a sub-device.
#pragma once
#include <atomic>

#include "exec/affinity.h"
#include "exec/executor.h"

namespace wherry::exec {

class Partition {
 public:
  // `cpus`: the CPUs that the workers are bound to; empty: not bound.
  Partition(unsigned threads, Cpus cpus) : threads_(threads), cpus_(std::move(cpus)) {}
  // No task of the partition may be running. The workers are kept for the next partition with the same arguments.
  ~Partition();
  Partition(const Partition &) = delete;

  unsigned threads() const { return threads_; }
  // As Executor::instance(): cheap, and a new executor after fork().
  Executor &executor();

 private:
  const unsigned threads_;
  const Cpus cpus_;
  std::atomic<Executor *> executor_{nullptr};
};

}  // namespace wherry::exec
