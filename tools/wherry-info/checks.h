// SPDX-License-Identifier: Apache-2.0
// What wherry-info looks at, in this order. Each adds its section to the report, and what is wrong.
#pragma once
#include "loader.h"

namespace wherry::info {

struct Driver {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  std::string version;
};

// What is going on, for the line that stands where wherry-info crashes or hangs.
extern const char *volatile step;

// False where the loader has no platform of Wherry's.
bool find_device(const Calls &calls, Driver &driver, Report &report);
void check_threads(const Calls &calls, const Driver &driver, Report &report);
void check_compiler(const Calls &calls, const Driver &driver, Report &report);
void check_cache(const Calls &calls, const Driver &driver, Report &report);
void check_variables(Report &report);
// Builds a program, past the cache, and runs a kernel without async copies and one with them.
void check_kernels(const Calls &calls, const Driver &driver, Report &report);

}  // namespace wherry::info
