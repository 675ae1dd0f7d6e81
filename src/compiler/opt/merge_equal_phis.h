// SPDX-License-Identifier: Apache-2.0
// One value that several paths compute.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM's GVN, which SPIR-V's producers have run, computes a value on each path to a place that needs the value. Where
// the paths diverge, the phi that joins them then seems to differ between work-items, though all its incoming values
// are equal. The pass computes such a value once, from values that are known before the paths.
struct MergeEqualPhisPass : llvm::PassInfoMixin<MergeEqualPhisPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
