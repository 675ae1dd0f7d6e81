// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM's GVN, without PRE in kernels in which work-items diverge: of a work-group's value that both sides of a
// divergent branch compute, its phis make a work-item's own.
struct EliminateRedundancyPass : llvm::PassInfoMixin<EliminateRedundancyPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
