// SPDX-License-Identifier: Apache-2.0
// Pointers that lead now into one private array, now into another.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Two rows of a table whose pointers are swapped (`x = p, p = n, n = x`) become one array, and the pointers indices of
// it: of an array with such pointers nobody knows which elements are accessed, so that lanes would gather from copies
// that lie one behind the other. Arrays of elements of one type.
struct MergePrivateArraysPass : llvm::PassInfoMixin<MergePrivateArraysPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
