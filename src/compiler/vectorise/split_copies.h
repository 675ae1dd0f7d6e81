// SPDX-License-Identifier: Apache-2.0
// Splits copies to and from a private variable that is indexed.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Replaces a memcpy to or from a private variable by loads and stores of elements if the function otherwise only loads
// and stores the variable's elements (indexed_element). The vectoriser can then interleave the variable
// (LaneVariable::interleaved), which a memcpy prevents. A memset with the same bytes for all work-items stays.
struct SplitCopiesPass : llvm::PassInfoMixin<SplitCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Before other ND-ranges are looked for: replaces a copy of unknown length by the loop of elements that LLVM has made
// the copy of.
struct LoopCopiesPass : llvm::PassInfoMixin<LoopCopiesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
