// SPDX-License-Identifier: Apache-2.0
// Lifetimes of private arrays.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// A private array begins its lifetime anew before loops that store to all its elements and load none. Declared outside
// of a loop with a barrier, it would be kept for each work-item across the barrier (analysis/item_memory.h), where
// lanes cannot have its elements side by side. Unlike a scope's, such a beginning may stand under a condition.
struct BeginLifetimesPass : llvm::PassInfoMixin<BeginLifetimesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
