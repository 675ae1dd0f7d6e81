// SPDX-License-Identifier: Apache-2.0
// Exits of loops that LLVM has threaded past other branches.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM's optimiser, which SPIR-V's producers have run, threads a condition that it knows in one of two branches through
// the rest of an iteration: both branches test for the loop's end, and leave to different places; or the loop ends by
// the test of an unrolled inner loop (`r != c`), and no exit is passed in each iteration. ScalarEvolution counts no
// such loop. The pass gives a loop one test, at the end of its iteration, in place of two; and a loop whose branches
// all hang on counters with constant steps, whose iterations it counts itself, a test that tells their number.
struct UnthreadExitsPass : llvm::PassInfoMixin<UnthreadExitsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
