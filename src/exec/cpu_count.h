// SPDX-License-Identifier: Apache-2.0
// How many threads the system lets this process use.
#pragma once
#include <string>

namespace wherry::exec {

// The CPUs in the calling thread's affinity mask; at least 1.
unsigned affinity_cpus();

// The CPU quota of this process's cgroup or of any above it, the least, rounded up to whole CPUs;
// cgroups v1 and v2. 0: none. `root` stands before every path read.
unsigned cgroup_cpus(const std::string &root = "");

// `setting` (WHERRY_NUM_THREADS) where it is a number from 1 to 1024; null or empty, or anything else
// with a warning: the least of the two above.
unsigned worker_count(const char *setting);

}  // namespace wherry::exec
