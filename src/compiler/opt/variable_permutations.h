// SPDX-License-Identifier: Apache-2.0
// Permutations of a vector by indices that are known at run time.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// For a processor with AVX2 or AVX-512. A vector whose elements are all taken from one vector, or from two that stand
// side by side, at indices that are not constant (OpenCL C's shuffle and shuffle2) is one permutation by the processor,
// or a few. LLVM's code generator stores the vector and loads each element.
struct VariablePermutationsPass : llvm::PassInfoMixin<VariablePermutationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
