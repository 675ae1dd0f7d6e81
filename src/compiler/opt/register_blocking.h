// Rows of work-items that load the same go together.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of a function that form_regions has left. A round of the loop over a row's work-items does what those of four rows
// do, where that saves loads: in a matrix product they all load the same row of the second matrix. Such loads are made
// once, and the sums of four rows hide each other's waits. Rows go alone where fewer are left, or where they part at
// bounds that work-items look at before they do anything. Returns whether there is such a loop.
struct RegisterBlockingPass : KernelPass<RegisterBlockingPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
