// SPDX-License-Identifier: Apache-2.0
// Loops over a block of indices in each work-item, which a front end's optimiser has unrolled.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// `clang -O2` unrolls a loop with a known number of iterations before it writes SPIR-V: a block then holds the same
// operations several times, and each time they end with a store to the next element, or with a sum that the next time
// takes. Turns these operations into a loop again, which opt/reshape may take for a dimension, or whose loads from a
// local array it may stage, as the source's loop; else LLVM unrolls it again. Sums are of local memory alone.
struct RollBlocksPass : llvm::PassInfoMixin<RollBlocksPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
