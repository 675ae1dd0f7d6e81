// SPDX-License-Identifier: Apache-2.0
// The CPUs that threads may run on, and the caches and memory nodes that CPUs share.
#pragma once
#include <sched.h>

#include <vector>

namespace wherry::exec {

// The system's CPU numbers, ascending.
using Cpus = std::vector<unsigned>;

// The CPUs in the calling thread's affinity mask; empty if the system does not report it.
Cpus affinity();

// A memory node or a cache that CPUs share.
enum class Domain { numa, l4, l3, l2, l1 };

// Groups the CPUs of `among` by the memory node or cache that they share; omits CPUs without one. The first call reads
// the machine's topology, which takes some milliseconds.
std::vector<Cpus> split(const Cpus &among, Domain domain);

// Binds the calling thread to `cpus`, which must outlive this object; the destructor restores the former affinity mask.
// Does nothing if `cpus` is null or empty, or if the system refuses.
class Pinned {
 public:
  explicit Pinned(const Cpus *cpus);
  ~Pinned();
  Pinned(const Pinned &) = delete;

 private:
  const Cpus *before_;
  std::vector<cpu_set_t> mask_;  // to restore; empty: the mask was not changed
};

}  // namespace wherry::exec
