// SPDX-License-Identifier: Apache-2.0
// Which dimension's neighbours become the lanes of vectors.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of kernels whose regions are not formed yet: takes the first dimension in which work-items ask for their ids and
// work-groups may have several work-items; or another dimension along which more accesses are contiguous, if no
// work-item can tell the order in which work-items run.
struct ChooseLaneDimensionPass : KernelPass<ChooseLaneDimensionPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
