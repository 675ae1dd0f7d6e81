// SPDX-License-Identifier: Apache-2.0
// LLVM's VectorCombine, where its time stays in proportion.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// VectorCombine looks for earlier accesses to the place of a load that begins a vector, back to the start of the block
// (LLVM's isSafeToLoadUnconditionally has no limit): a block of 100,000 instructions that fills vectors from tables
// took minutes. Leaves such functions as they are.
struct BoundedVectorCombinePass : llvm::PassInfoMixin<BoundedVectorCombinePass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
