// SPDX-License-Identifier: Apache-2.0
// Atomics in local memory.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// One worker runs a whole work-group, so atomics in local memory become plain loads and stores.
struct LocalAtomicsPass : llvm::PassInfoMixin<LocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
