// SPDX-License-Identifier: Apache-2.0
#include "objects/installation.h"

#include <dlfcn.h>

#include <algorithm>
#include <string_view>

#include "build/build.h"
#include "exec/cpu_count.h"
#include "platform/cpu/identity.h"
#include "platform/process/environment.h"

namespace wherry::runtime {

uint32_t Installation::cpu_level() {
  const unsigned level = cpu::psabi_level();
  const std::string_view setting = process::environment(process::Variable::cpu_level);
  const bool is_level = setting.size() == 1 && setting[0] >= '1' && setting[0] <= '4';
  return is_level ? std::min(level, static_cast<unsigned>(setting[0] - '0')) : level;
}

uint32_t Installation::affinity_cpus() { return exec::affinity_cpus(); }
uint32_t Installation::cgroup_cpus() { return exec::cgroup_cpus(); }

std::string Installation::library() {
  Dl_info info;
  return dladdr(reinterpret_cast<const void *>(&Installation::library), &info) && info.dli_fname ? info.dli_fname : "";
}

std::string Installation::compiler() { return build::places().compiler; }
std::string Installation::cache_directory() { return build::places().cache_directory; }
uint64_t Installation::cache_max_bytes() { return build::places().cache_max_bytes; }

}  // namespace wherry::runtime
