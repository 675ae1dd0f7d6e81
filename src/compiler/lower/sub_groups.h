// SPDX-License-Identifier: Apache-2.0
// Sub-groups that make progress independently of each other, in kernels where one may wait for another.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Finds loops that may wait for another sub-group (analysis/spin_waits), also in functions that were not inlined, and
// lets other sub-groups run on the way back to their start. Regions with such loops get a loop over sub-groups
// (lower/regions). Other kernels stay as they are.
struct YieldInSpinWaitsPass : KernelPass<YieldInSpinWaitsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

// Makes the body of each loop over sub-groups a function of its own, and has the host run it for all sub-groups in
// turns, each on a stack of its own.
struct OutlineSubGroupsPass : KernelPass<OutlineSubGroupsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
