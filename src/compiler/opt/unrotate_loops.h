// SPDX-License-Identifier: Apache-2.0
// Loops that test at the end of an iteration, behind a guard that tests before the first one.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM's optimiser rotates loops, and its code generators, SPIR-V's too, give them phis beside the counter: pointers
// and numbers that change by a step of their own. Passes that look for windows, loops over the grid and other ND-ranges
// expect loops as written: one counter, tested before each iteration. The pass moves the test of a rotated loop in
// front of its iterations and drops the guard, where both ask the same, and computes such phis from the counter. A loop
// that goes on to a pointer's end gets a counter (counted_pointers.h).
struct UnrotateLoopsPass : llvm::PassInfoMixin<UnrotateLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
