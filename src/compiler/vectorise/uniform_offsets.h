// SPDX-License-Identifier: Apache-2.0
// Addresses of an offset that differs between work-items and one that does not.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Adds first what is the same for all lanes: of (p + clamped(x)) + plane, as LLVM leaves it of a[clamped(x) + plane],
// makes (p + plane) + clamped(x). So an access has the run-time contiguity check of the index that stands at the end.
// Not of other indices: matrix rows are streams from a first element on.
struct UniformOffsetsFirstPass : llvm::PassInfoMixin<UniformOffsetsFirstPass> {
  llvm::PreservedAnalyses run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
