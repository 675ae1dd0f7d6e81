// SPDX-License-Identifier: Apache-2.0
// Runs the item loops of work-group functions with neighbouring work-items as the lanes of vectors.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of kernels with KernelFacts::vectorise. A remark reports on each loop. Loops with sub-group operations are vectorised
// in any case, with the sub-group's size: it is an error where one cannot be.
struct VectoriseItemLoopsPass : KernelPass<VectoriseItemLoopsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Marks the loops of a function whose work-items run one by one for LLVM's optimiser.
void prepare_one_by_one(llvm::Function &group);

}  // namespace wherry::compiler
