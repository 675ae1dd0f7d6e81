// SPDX-License-Identifier: Apache-2.0
// Loops over a window that borders cut: for (j = max(0, x - r); j <= min(w - 1, x + r); ++j).
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Lanes at a border begin such a loop at another place of their window than their neighbours. In one iteration the
// lanes' counters then have no stride, and accesses indexed by the counter are gathers. The pass runs the loop over the
// whole window instead, which has the same length for all lanes: each iteration is behind a condition that holds
// between the lane's own bounds. The counter then has the stride of the window's begin, and accesses are contiguous or
// uniform. The order of a lane's iterations stays.
//
// The window is from an operand of the first bound's maximum to one of the last bound's minimum (or the other way
// round, down), whose difference is uniform. If two windows have lengths that are known only at run time, there is one
// loop for each, and the shorter window's loop runs. Work-items that have few iterations of a long window keep the loop
// as it is: their lanes would skip up to 2^32 others. The pass changes a loop only if an access becomes contiguous or
// uniform. It leaves item loops with sub-groups alone: sub-group operations see which lanes are in an iteration
// together.
struct AlignWindowsPass : KernelPass<AlignWindowsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
