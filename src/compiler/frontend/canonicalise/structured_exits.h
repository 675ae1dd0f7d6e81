// Loops whose rounds sub-groups see.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Of a module as Clang has made it, its blocks in the order of the source. What stands in a loop before a break, a
// return or a jump out of it is no part of the loop for LLVM, and work-items that leave in different rounds would come
// there together, behind the loop. Where a sub-group's function is called there, the way out leads over the round's end.
struct StructuredExitsPass : llvm::PassInfoMixin<StructuredExitsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
