// SPDX-License-Identifier: Apache-2.0
// Addresses of an offset that differs between work-items and one that does not.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Adds the offsets first that are the same for all lanes: a[clamped(x) + plane], which LLVM writes as
// (p + clamped(x)) + plane, becomes (p + plane) + clamped(x). The access then gets the run-time contiguity check of its
// last index, clamped(x), which counts elements where LLVM has counted bytes (clamped(x) << 2), or is one of a table's
// row, (p + row) + byte. Other indices stay: a matrix row is a stream from its first element on.
struct UniformOffsetsFirstPass : llvm::PassInfoMixin<UniformOffsetsFirstPass> {
  llvm::PreservedAnalyses run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
