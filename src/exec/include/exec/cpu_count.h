// SPDX-License-Identifier: Apache-2.0
// How many threads the system lets this process use.
#pragma once
#include <string>

namespace wherry::exec {

// The CPUs in the calling thread's affinity mask; at least 1.
unsigned affinity_cpus();

// The smallest CPU quota of this process's cgroup and its ancestors (v1 and v2), rounded up to whole CPUs; 0 if there
// is none. `root` is a prefix of every path read.
unsigned cgroup_cpus(const std::string &root = "");

// `setting` (WHERRY_NUM_THREADS) if it is a number from 1 to 1024; otherwise the minimum of the two above, with a
// warning unless `setting` is null or empty.
unsigned worker_count(const char *setting);

}  // namespace wherry::exec
