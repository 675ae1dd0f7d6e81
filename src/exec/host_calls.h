// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernel_abi/abi.h"

namespace wherry::exec {

// The target of Launch::host. The GroupContext that a kernel passes must be a WorkerMemory.
extern const abi::HostCalls kHostCalls;
// For modules compiled for WHERRY_CHECK, and for WHERRY_ASYNC_SCHEDULE.
extern const abi::HostCalls kCheckedCalls, kScheduledCalls;

// Leaves the work-group's guard if a copy of kCheckedCalls or kScheduledCalls has had a fault.
struct WorkerMemory;
void leave_after_fault(WorkerMemory &memory) noexcept;

// printf, the same for all modes.
int32_t print_call(abi::GroupContext *group, const char *format, const void *args, const uint32_t *sizes,
                   uint32_t num_args) noexcept;

// run_sub_groups and yield, the same for all modes.
void run_sub_groups_call(abi::GroupContext *group, abi::SubGroupCode code, const void *captured,
                         uint64_t count) noexcept;
void yield_call(abi::GroupContext *group) noexcept;

}  // namespace wherry::exec
