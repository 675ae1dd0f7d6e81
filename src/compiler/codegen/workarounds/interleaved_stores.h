// SPDX-License-Identifier: Apache-2.0
// LLVM 22's loop vectoriser, in loops annotated parallel (llvm.loop.parallel_accesses), moves accesses of an interleave
// group past others to the same place in one iteration: LoopAccessInfo records no dependences of such a loop, and
// InterleavedAccessInfo takes that for their absence. It sinks the stores of a group to the group's last one, past
// loads that read what they write, and hoists the loads of a group past stores in the same way.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Removes the annotation from loops in which that would happen; the vectoriser then checks the dependences itself. Runs
// before loop-vectorize. Reproducer: interleaved_stores_fault.ll.
struct InterleavedStoresPass : llvm::PassInfoMixin<InterleavedStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
