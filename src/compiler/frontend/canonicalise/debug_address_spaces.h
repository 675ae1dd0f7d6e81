// SPDX-License-Identifier: Apache-2.0
// Debug information without address spaces.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Debuggers know of no address spaces: where a variable stands is an address like others here.
struct ForgetAddressSpacesPass : llvm::PassInfoMixin<ForgetAddressSpacesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
