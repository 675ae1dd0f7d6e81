// SPDX-License-Identifier: Apache-2.0
// Which dimension's neighbours become the lanes of vectors.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of a kernel whose work-items are still one function. Dimension 0, unless its groups are known to have one work-item
// there, or memory is reached better along another one and no work-item can tell the order in which it runs.
struct ChooseLaneDimensionPass : KernelPass<ChooseLaneDimensionPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
