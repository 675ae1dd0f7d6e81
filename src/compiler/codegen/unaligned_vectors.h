// SPDX-License-Identifier: Apache-2.0
// Vectors in buffers need no more alignment than their elements.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// OpenCL wants a float4 at a multiple of 16 bytes. Programs read one at any float all the same, as other drivers let
// them, and x86 has moves for that which take no longer; the moves for aligned vectors fault. Loads, stores and copies
// of other memory than the kernel's own variables are given the alignment of an element: scalars, too, which LLVM's
// code generator joins to vectors. Behind LLVM's optimiser.
struct UnalignedVectorsPass : llvm::PassInfoMixin<UnalignedVectorsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
