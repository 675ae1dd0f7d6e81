// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <memory>

#include "platform/process/fork_gate.h"

namespace wherry::process {

// The process's one object of a type, made by its first caller and never destroyed. A forked child makes its own and
// does not use its parent's: a thread of the parent may have held its lock.
template <class T> T &per_process() {
  struct Instance {
    const Instance *of_parent;  // kept reachable for leak checkers
    const unsigned process = forks();
    T object{};
  };
  static std::atomic<Instance *> current{nullptr};
  Instance *found = current.load(std::memory_order_acquire);
  while (!found || found->process != forks()) {
    std::unique_ptr<Instance> made(new Instance{found});
    if (current.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) return made.release()->object;
  }
  return found->object;
}

}  // namespace wherry::process
