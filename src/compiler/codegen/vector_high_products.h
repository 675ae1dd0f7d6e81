// SPDX-License-Identifier: Apache-2.0
// The upper halves of products of vectors of 64-bit integers.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// mul_hi() of `long` and `ulong` is a product of 128 bits: LLVM's code generator takes such vectors apart, to multiply
// elements one by one. The pass multiplies halves of 32 bits in vectors, for which processors have an instruction.
// Behind LLVM's optimiser, which knows the product as a whole.
struct VectorHighProductsPass : llvm::PassInfoMixin<VectorHighProductsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
