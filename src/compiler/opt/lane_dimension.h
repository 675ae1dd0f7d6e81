// SPDX-License-Identifier: Apache-2.0
// Which dimension's neighbours become the lanes of vectors.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of a kernel whose work-items are still one function. The first dimension of which work-items take their ids, and in
// which groups are not known to have one work-item; or another one along which memory is reached better, if no
// work-item can tell the order in which it runs.
struct ChooseLaneDimensionPass : KernelPass<ChooseLaneDimensionPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
