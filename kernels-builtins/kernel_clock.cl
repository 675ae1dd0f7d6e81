// SPDX-License-Identifier: Apache-2.0
// Kernel Clock Functions (cl_khr_kernel_clock). One clock serves all scopes: the time stamp counter.
#include "builtins.h"
#define CLOCK(scope)                                                                          \
  ulong SMALL clock_read_##scope(void) { return __builtin_readcyclecounter(); }               \
  uint2 SMALL clock_read_hilo_##scope(void) { return as_uint2(clock_read_##scope()); }
CLOCK(device)
CLOCK(work_group)
CLOCK(sub_group)
