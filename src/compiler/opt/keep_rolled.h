// SPDX-License-Identifier: Apache-2.0
// Loops that LLVM may not unroll or peel.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Work-items that leave a loop in different iterations must not meet at a sub-group operation in an iteration that LLVM
// has peeled off: marks loops with such operations, but for those with a known number of iterations.
struct KeepSubGroupLoopsRolledPass : llvm::PassInfoMixin<KeepSubGroupLoopsRolledPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
