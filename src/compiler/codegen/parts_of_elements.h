// SPDX-License-Identifier: Apache-2.0
// Halves and quarters of a vector's elements, such as the channels of texels.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// With AVX-512, LLVM's code generator truncates vectors by instructions of two micro-operations for each register, and
// shifts the registers before: five instructions for a channel of texels of four halves that have been gathered. Parts
// of elements in two registers become one permutation of both: of gathered 64-bit elements, and 16 bits of 32-bit
// elements that a permutation of two registers has put together. If both halves of other 32-bit elements are asked for,
// then one permutation puts them behind each other. Behind LLVM's optimiser, which makes truncations of such
// permutations.
struct PartsOfElementsPass : llvm::PassInfoMixin<PartsOfElementsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
