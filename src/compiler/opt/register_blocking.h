// SPDX-License-Identifier: Apache-2.0
// Register blocking (unroll-and-jam) of the loop around an item loop.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of a function that form-regions has left. An iteration of the item loop does what several iterations
// of the loop around it would do, where that saves loads: in a matrix product all of them load the same row
// of the second matrix. These loads are made once, and independent sums hide each other's latency. In a transposition,
// a work-item's loads of these iterations lie side by side: one load in place of gathers. Iterations run one
// by one where fewer are left, or where conditions that work-items test before anything else differ between them. Sets
// KernelFacts::blocked_iterations.
struct RegisterBlockingPass : KernelPass<RegisterBlockingPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
