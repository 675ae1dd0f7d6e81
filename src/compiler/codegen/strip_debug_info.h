// SPDX-License-Identifier: Apache-2.0
// Debug information that only debuggers want.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Drops the lines and variables of all functions.
struct StripDebugInfoPass : llvm::PassInfoMixin<StripDebugInfoPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
