// What the target asks for before LLVM's optimiser, and what is no use to it.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// ldexp of the builtin library, for CPUs without an instruction for it: two products.
struct ExpandLdexpPass : llvm::PassInfoMixin<ExpandLdexpPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Drops lines and variables.
struct StripDebugInfoPass : llvm::PassInfoMixin<StripDebugInfoPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
