// SPDX-License-Identifier: Apache-2.0
// Branches that LLVM has threaded past one another.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM's optimiser, which SPIR-V's producers have run, lets the code behind `if (l == 0 && a)` leave out a following
// `if (l == 15 && b)`: both do not hold. What runs behind the second condition then seems to hang on the first one,
// too, and what both compute for later differs by the path. Of local ids, whose branches vectors take both ways anyway,
// the pass leads the first `if` to the second condition again, as written.
struct UnthreadBranchesPass : llvm::PassInfoMixin<UnthreadBranchesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
