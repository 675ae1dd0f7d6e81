// SPDX-License-Identifier: Apache-2.0
// Long kernels in several functions.
#pragma once
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Puts parts of a work-group function with very many item loops, as of a kernel with hundreds of barriers, into
// functions of their own. Several analyses of LLVM's look from each loop at all code before it, so that their time
// grows with the square of the number of loops. Behind all passes that look at a whole kernel.
struct OutlineItemLoopsPass : KernelPass<OutlineItemLoopsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
