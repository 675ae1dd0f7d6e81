// SPDX-License-Identifier: Apache-2.0
// Kernels that kernels enqueue (OpenCL C, "Enqueuing Kernels").
#pragma once
#include <exception>

#include "exec/executor.h"
#include "graph/queue.h"

namespace wherry::runtime {

struct Launch;

// Runs the launch of a command, whose kernel has abi::kEnqueues, and all that it enqueues, and what these enqueue:
// returns when all have ended, as the launch's command is complete only then. `failure`: the first error of
// them, if any, not thrown, so that reports and printed text come first.
exec::RunResult run_with_children(const Launch &launch, Event &event, exec::NdRange range, exec::LaunchSize size,
                                  std::exception_ptr &failure);

}  // namespace wherry::runtime
