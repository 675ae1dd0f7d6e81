// SPDX-License-Identifier: Apache-2.0
// Workers of a sub-device's own.
#pragma once
#include <atomic>

#include "exec/affinity.h"
#include "exec/executor.h"

namespace wherry::exec {

class Partition {
 public:
  // `cpus`: where its workers run; empty: anywhere.
  Partition(unsigned threads, Cpus cpus) : threads_(threads), cpus_(std::move(cpus)) {}
  // Nothing of it runs any more. Its workers are kept for the next partition like it.
  ~Partition();
  Partition(const Partition &) = delete;

  unsigned threads() const { return threads_; }
  // As Executor::instance(): cheap, and afresh after fork().
  Executor &executor();

 private:
  const unsigned threads_;
  const Cpus cpus_;
  std::atomic<Executor *> executor_{nullptr};
};

}  // namespace wherry::exec
