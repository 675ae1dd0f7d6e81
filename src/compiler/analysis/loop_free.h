// Kernels that go straight through.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// What a kernel is marked with that has no loops, nor calls a function of the program's that has some or calls itself:
// its work-items wait for nobody. Builtins, which are not there yet, loop only within bounds.
struct MarkLoopFreePass : llvm::PassInfoMixin<MarkLoopFreePass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
