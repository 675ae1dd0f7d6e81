// SPDX-License-Identifier: Apache-2.0
// Loops over a block of indices in each work-item, which a front end's optimiser has unrolled.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// `clang -O2` unrolls a loop with a known number of iterations before it writes SPIR-V: a block then holds the same
// operations several times, and each time they end with a store to the next element. Turns these operations into a loop
// again, which may become a dimension (opt/reshape) as the source's loop does; else LLVM unrolls it again.
struct RollBlocksPass : llvm::PassInfoMixin<RollBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
