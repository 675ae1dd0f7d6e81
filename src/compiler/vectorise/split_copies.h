// SPDX-License-Identifier: Apache-2.0
// Splits copies to and from a private variable that is indexed.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Replaces a memcpy to or from a private variable by loads and stores of elements, where all else that the function
// does with the variable is to load and store elements of one size: lanes then have it element by element, side by side
// (LaneVariable::interleaved). A fill with the same for all work-items stays.
struct SplitCopiesPass : llvm::PassInfoMixin<SplitCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
