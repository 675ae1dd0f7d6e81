// SPDX-License-Identifier: Apache-2.0
// Divisions of one of two numbers, which the launch's arguments choose.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Turns (rotated ? x : y) % n into a branch with a division on each side, if the condition is the same for the whole
// launch: a choice between an id and another number has no stride, and would be divided lane by lane. LLVM sinks
// divisions of both sides of a source's branch so.
struct SplitDividendsPass : llvm::PassInfoMixin<SplitDividendsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
