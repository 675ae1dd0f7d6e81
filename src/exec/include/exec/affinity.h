// SPDX-License-Identifier: Apache-2.0
// Which CPUs threads may run on, and how they lie in the machine.
#pragma once
#include <sched.h>

#include <vector>

namespace wherry::exec {

// Numbers of CPUs as the system counts them, rising.
using Cpus = std::vector<unsigned>;

// Those in the calling thread's affinity mask; empty where the system does not say.
Cpus affinity();

// What CPUs may have in common.
enum class Domain { numa, l4, l3, l2, l1 };

// `among`, shared out by the memory node or cache that they belong to; CPUs of none are left out. Reads how the
// machine is built at the first call, which takes some milliseconds.
std::vector<Cpus> split(const Cpus &among, Domain domain);

// Keeps the calling thread on `cpus`, which live longer, and then lets it go where it might before. Null or empty:
// no change; nor where the system refuses.
class Pinned {
 public:
  explicit Pinned(const Cpus *cpus);
  ~Pinned();
  Pinned(const Pinned &) = delete;

 private:
  const Cpus *before_;
  std::vector<cpu_set_t> mask_;  // to return to; empty: nothing was changed
};

}  // namespace wherry::exec
