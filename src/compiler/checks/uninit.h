// SPDX-License-Identifier: Apache-2.0
// Kernels compiled to find uses of what nobody has written (checks/uninit.h).
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Before local variables have their place: LLVM's MemorySanitizer follows what nobody has written through all that a
// work-item computes. What it asks of a run-time library becomes code that finds shadow memory by itself, and host
// calls. A use is a branch, an address, or a number that is stored to global memory.
struct CheckUninitPass : llvm::PassInfoMixin<CheckUninitPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &modules);
};

}  // namespace wherry::compiler
