// SPDX-License-Identifier: Apache-2.0
// What the extension cl_wherry_device_facts reports: the driver's files, and the limits that it found.
#pragma once
#include <cstdint>
#include <string>

namespace wherry::runtime {

struct Installation {
  // The N of x86-64-vN that kernels are compiled for: the CPU's, or WHERRY_CPU_LEVEL's if that is less.
  static uint32_t cpu_level();
  static uint32_t affinity_cpus();
  static uint32_t cgroup_cpus();  // 0 without a quota
  static std::string library();   // the path of libwherry.so, as the loader has it
  static std::string compiler();
  static std::string cache_directory();  // empty where nothing is kept
  static uint64_t cache_max_bytes();
};

}  // namespace wherry::runtime
