// SPDX-License-Identifier: Apache-2.0
// Divisions by powers of two that loops count.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// `l / h` and `l % h` with a counter h of 1, 2, 4, ..., as in the steps of a butterfly or a bitonic sort, become a
// shift and a mask, by which the vectoriser knows neighbours. LLVM does that for masks alone, and knows no sign of
// local ids.
struct PowerDivisorsPass : llvm::PassInfoMixin<PowerDivisorsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
