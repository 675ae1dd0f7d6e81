// Runs the item loops of work-group functions with neighbouring work-items as the lanes of vectors.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of kernels with KernelFacts::vectorise. Says what became of each loop. Loops that see sub-groups must be vectorised,
// with the sub-group's size: fails where one cannot.
struct VectoriseItemLoopsPass : KernelPass<VectoriseItemLoopsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
