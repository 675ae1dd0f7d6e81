// SPDX-License-Identifier: Apache-2.0
// The exported description of a module's kernels: abi::Module.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Before a pass drops unused variables: writes the bytes of all program-scope variables as the module flag
// kProgramScopeBytes. Fails where the code could not reach so far.
struct MeasureProgramScopePass : llvm::PassInfoMixin<MeasureProgramScopePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Writes abi::Module from the kernels' facts. From here on kernels are internal functions that the module exports by
// their description alone.
struct ModuleInfoPass : llvm::PassInfoMixin<ModuleInfoPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
