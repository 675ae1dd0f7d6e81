// SPDX-License-Identifier: Apache-2.0
// A kernel in a program's builds, and the choice of local sizes (work_group_size.cpp).
#pragma once
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "objects/program.h"

namespace wherry::runtime {

using Size3 = std::array<size_t, 3>;

// The local sizes of a kernel's launches.
struct WorkGroupSizes {
  const abi::KernelInfo *info;
  bool uniform;       // work-groups must divide the global size
  bool told = false;  // the program is told the local size, and may launch with it

  // In work-items; bounded by the memory for the work-item contexts of one work-group.
  size_t max_work_group_size() const;
  // The local size of a launch. `wanted`: by the program, or by the kernel; nothing: the driver chooses. `global`
  // contains no zero.
  Size3 local_size(const Size3 &global, const std::optional<Size3> &wanted, const Device &device) const;
  // The same of a launch in another ND-range (KernelInfo::reshaped), which is not regrouped for longer item loops: by
  // longer ones `column` stencils took 1.3 times as long.
  Size3 reshaped_local_size(const Size3 &global, const Device &device) const;

  // Its steps, which tests call on their own.
  // Chooses the local size if the program gives none, for `workers` threads. `global` contains no zero.
  Size3 choose_local_size(Size3 global, size_t workers) const;
  // The local size to use if the program gives `local`: a different one if work-items cannot observe the difference,
  // and longer item loops or register blocking are faster.
  Size3 regroup(const Size3 &global, const Size3 &local, size_t workers) const;

  // A smaller local size than `local`, the choice of one of the two above, where a launch would else have too few
  // work-groups for its workers, and a work-item is known to take so long that the work-groups' overhead is nothing.
  Size3 spread(Size3 local, const Size3 &global, size_t workers, double item_nanoseconds) const;

 private:
  Size3 spread_over(const Device &device, const Size3 &local, const Size3 &global) const;
  size_t lane_dimension() const;
  bool reaches_rows() const;                       // no tile of several rows is better
  size_t beside_lanes(const Size3 &global) const;  // the dimension whose loop stands around the item loop
  size_t
  blocked_iterations() const;  // register blocking: iterations over the other dimension that run together; 1: none
  bool reads_lines() const;    // these iterations together read whole cache lines
  bool is_short(const Size3 &global) const;
  Size3 widened(Size3 local, const Size3 &global, size_t workers) const;
};

// A kernel as built for some of the program's devices.
struct KernelBuild : WorkGroupSizes {
  std::shared_ptr<const build::LoadedModule> module;
  std::shared_ptr<Variants> variants;
  std::vector<const Device *> devices;
};

// The builds that a kernel and its launches share. A kernel takes many references at once and passes them to its
// launches, which other threads release: a counter that two threads change for each launch costs more than the launch.
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
