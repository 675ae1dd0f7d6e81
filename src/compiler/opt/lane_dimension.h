// SPDX-License-Identifier: Apache-2.0
// Which dimension's neighbours become the lanes of vectors.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Looks at kernels whose regions are not formed yet. Takes the first dimension in which work-items ask for their ids
// and work-groups are not known to have one work-item; or another dimension along which memory is reached better, if no
// work-item can tell the order in which work-items run.
struct ChooseLaneDimensionPass : KernelPass<ChooseLaneDimensionPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
