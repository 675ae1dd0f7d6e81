// SPDX-License-Identifier: Apache-2.0
// Loops over a block of indices in each work-item, which a front end's optimiser has unrolled.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Makes a loop of equal groups of operations, one behind the other in a block, each of which ends with a store to the
// next element: SPIR-V of `clang -O2` of a loop with a known number of iterations. So the loop may become a dimension
// (opt/reshape), as the loop of the source does; else LLVM unrolls it again.
struct RollBlocksPass : llvm::PassInfoMixin<RollBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
