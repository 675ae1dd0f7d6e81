// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernel_abi/abi.h"

namespace wherry::exec {

// What Launch::host points to. Their GroupContext must be a WorkerMemory.
extern const abi::HostCalls kHostCalls;
// Of modules compiled for the checked mode, and for schedules.
extern const abi::HostCalls kCheckedCalls, kScheduledCalls;

// printf, the same in all.
int32_t print_call(abi::GroupContext *group, const char *format, const void *args, const uint32_t *sizes,
                   uint32_t num_args) noexcept;

}  // namespace wherry::exec
