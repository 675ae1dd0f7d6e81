// SPDX-License-Identifier: Apache-2.0
// Kernels without loops.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Marks kernels that have no loops, and call no function of the program that has some or calls itself: their work-items
// wait for no other work-item. Builtins, which are not linked yet, loop only within bounds,
// but for the one that waits for a static variable.
struct MarkLoopFreePass : llvm::PassInfoMixin<MarkLoopFreePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
