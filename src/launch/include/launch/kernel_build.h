// SPDX-License-Identifier: Apache-2.0
// A kernel as a program's builds have it, and the local sizes of its launches (work_group_size.cpp).
#pragma once
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "objects/program.h"

namespace wherry::runtime {

using Size3 = std::array<size_t, 3>;

// A kernel as it was built for some of the program's devices.
struct KernelBuild {
  const abi::KernelInfo *info;
  bool uniform;  // work-groups must divide the global size
  std::shared_ptr<const build::LoadedModule> module;
  std::shared_ptr<Variants> variants;
  std::vector<const Device *> devices;

  // Work-items: what the contexts of one work-group may take is bounded.
  size_t max_work_group_size() const;
  // A local size for a launch on `workers` threads that leaves it open. `global` holds no zero.
  Size3 choose_local_size(Size3 global, size_t workers) const;
  // The local size to run a launch with that asks for `local`: another one where work-items cannot tell, and longer
  // item loops or register blocking serve better.
  Size3 regroup(const Size3 &global, const Size3 &local, size_t workers) const;

 private:
  size_t lane_dimension() const;      // 0 or 1
  size_t blocked_iterations() const;  // of the loop over the other one, which go together; 1: none
  Size3 widened(Size3 local, const Size3 &global, size_t workers) const;
};

// What a kernel and its launches are made of. Kernels take references by the dozen, for launches that other threads
// give back: a count that two threads change with each launch costs more than the launch.
struct KernelCode {
  Ref<Program> program;
  std::vector<KernelBuild> builds;  // at least one
  mutable std::atomic<int64_t> references = 1;

  void retain(int64_t count) const { references.fetch_add(count, std::memory_order_relaxed); }
  void release(int64_t count) const {
    if (references.fetch_sub(count, std::memory_order_acq_rel) == count) delete this;
  }
};

}  // namespace wherry::runtime
