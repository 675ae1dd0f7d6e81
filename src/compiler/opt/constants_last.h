// SPDX-License-Identifier: Apache-2.0
// Sums of an index, another number and a constant.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// a[2 * x + y], a[2 * x + 1 + y] and a[2 * x + 2 + y], as LLVM writes what a source adds in another order, become a[s],
// a[s + 1] and a[s + 2] of one sum s: neighbours are found by what they have in common. Only sums that may wrap around,
// as SPIR-V's do: others are known to lie side by side.
struct ConstantsLastPass : llvm::PassInfoMixin<ConstantsLastPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
