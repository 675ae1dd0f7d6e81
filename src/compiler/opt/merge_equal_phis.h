// SPDX-License-Identifier: Apache-2.0
// One value that several paths compute.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM's GVN, which SPIR-V's producers have run, computes a value on each path to a place that needs it: the phi that
// joins the paths is then different for each work-item where the paths diverge, though its values are one. The pass
// computes such a value from what stands before the paths.
struct MergeEqualPhisPass : llvm::PassInfoMixin<MergeEqualPhisPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
