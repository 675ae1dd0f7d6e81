// What LLVM's scalarizer leaves of a work-item's own vectors.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Puts operations on elements in the place of vectors seen as one number or in other parts, and the other way round,
// and of reductions.
struct SplitVectorsPass : llvm::PassInfoMixin<SplitVectorsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
