// SPDX-License-Identifier: Apache-2.0
// Pointers that lead now into one private array, now into another.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Replaces private arrays whose pointers are swapped (`x = p, p = n, n = x`) by one array, and the pointers by indices
// into this array. The vectoriser interleaves the lanes' copies of an array only if it knows which array each pointer
// leads into; otherwise each access gathers. All arrays must have elements of one type.
struct MergePrivateArraysPass : llvm::PassInfoMixin<MergePrivateArraysPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
