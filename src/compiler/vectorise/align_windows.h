// SPDX-License-Identifier: Apache-2.0
// Loops over a window that borders cut: for (j = max(0, x - r); j <= min(w - 1, x + r); ++j).
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Lanes at a border begin such a loop elsewhere in their windows than their neighbours, so that in one iteration the
// lanes' counters have no stride, and what they index is gathered. Runs the loop over the whole window instead, which
// has the same length for all lanes: each iteration is behind a condition that holds between the lane's own bounds. The
// counter then has the stride of the window's begin, and accesses are contiguous or uniform. The order of a lane's
// iterations stays.
//
// The window is from an operand of the first bound's maximum to one of the last bound's minimum (or the other way
// round, down), whose difference is uniform. Of two windows whose lengths only the launch tells, the loop is there
// twice, and the shorter one runs. Only where an access gets a better form, and not in item loops with sub-groups,
// whose operations see which lanes are in an iteration together.
struct AlignWindowsPass : KernelPass<AlignWindowsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
