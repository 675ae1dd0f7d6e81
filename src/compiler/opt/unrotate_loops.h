// SPDX-License-Identifier: Apache-2.0
// Loops that test at the end of an iteration, behind a guard that tests before the first one.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM's optimiser rotates loops, and its code generators, of SPIR-V too, let pointers and numbers of their own go on
// with an iteration. Item loops, windows, grids and other ND-ranges are found by loops as written: one counter, tested
// before each iteration. Moves the test of a rotated loop in front of its iterations and drops the guard, where both
// ask the same; what goes on with the counter by constant steps is computed from the counter.
struct UnrotateLoopsPass : llvm::PassInfoMixin<UnrotateLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
