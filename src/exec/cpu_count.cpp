// SPDX-License-Identifier: Apache-2.0
#include "exec/cpu_count.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>

#include "exec/affinity.h"
#include "exec/cgroups.h"
#include "observe/log.h"

namespace wherry::exec {

namespace {

constexpr unsigned kMaxThreads = 1024;

unsigned quota_cpus(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return 0;
  return static_cast<unsigned>(std::clamp<long long>((quota - 1) / period + 1, 1, kMaxThreads));
}

unsigned limit_v2(const std::string &folder) {
  std::ifstream file(folder + "/cpu.max");  // "max 100000" or "150000 100000"
  long long quota = 0, period = 0;
  return file >> quota >> period ? quota_cpus(quota, period) : 0;
}

unsigned limit_v1(const std::string &folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"), period_file(folder + "/cpu.cfs_period_us");
  long long quota = 0, period = 0;  // microseconds; quota -1: unlimited
  return quota_file >> quota && period_file >> period ? quota_cpus(quota, period) : 0;
}

}  // namespace

unsigned affinity_cpus() {
  const size_t cpus = affinity().size();
  return cpus ? static_cast<unsigned>(cpus) : static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

unsigned cgroup_cpus(const std::string &root) {
  unsigned least = 0;
  for (const CgroupFolder &folder : cgroup_folders("cpu", root)) {
    const unsigned limit = folder.v2 ? limit_v2(folder.path) : limit_v1(folder.path);
    if (limit && (!least || limit < least)) least = limit;
  }
  return least;
}

unsigned worker_count(const char *setting) {
  if (setting && *setting) {
    unsigned count = 0;
    const char *end = setting + std::strlen(setting);
    const auto [stop, error] = std::from_chars(setting, end, count);
    if (error == std::errc() && stop == end && count >= 1 && count <= kMaxThreads) return count;
    observe::warn_once("WHERRY_NUM_THREADS", "WHERRY_NUM_THREADS is not a number from 1 to 1024: passed over");
  }
  const unsigned quota = cgroup_cpus();
  return std::min({quota ? quota : kMaxThreads, affinity_cpus(), kMaxThreads});
}

}  // namespace wherry::exec
