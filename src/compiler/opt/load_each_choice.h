// SPDX-License-Identifier: Apache-2.0
// Loads from one of a few rows, which each work-item chooses: gx[i - (c ? 1 : d ? w : w + 1)].
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Loads from each row behind the condition that chooses it: masked loads of neighbouring elements in place of a gather.
// So is code that was written with a load for each case, which LLVM joins to one load of a chosen address.
struct LoadEachChoicePass : llvm::PassInfoMixin<LoadEachChoicePass> {
  llvm::PreservedAnalyses run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
