// SPDX-License-Identifier: Apache-2.0
// Calls of the builtin library's functions that become calls of faster ones, before the library is linked in.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// -cl-fast-relaxed-math: the faster forms of float functions that keep the bounds of the specification's table for that
// option.
struct RelaxMathPass : llvm::PassInfoMixin<RelaxMathPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// The forms of functions that opt/reciprocal_estimates knows.
struct EstimateMathPass : llvm::PassInfoMixin<EstimateMathPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
