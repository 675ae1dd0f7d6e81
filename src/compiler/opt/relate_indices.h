// SPDX-License-Identifier: Apache-2.0
// Indices of 32 bits that differ by constants, in a loop that loads what it has stored: a[i] = f(a[i - 1]).
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Where such indices may wrap around (SPIR-V's without NoSignedWrap, unsigned ones), LLVM does not know by how far
// their elements lie apart: its vectoriser asks in front of the loop whether they do, which they never do, and
// loop-load-elim leaves the loads. Makes the loop twice: one, behind a check that no index wraps around, counts the
// indices in 64 bits; the other one is left as it is. Only innermost loops with a store to, and another access of, the
// same array by two such indices. Before loop-vectorize.
struct RelateIndicesPass : llvm::PassInfoMixin<RelateIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
