// SPDX-License-Identifier: Apache-2.0
// pow and pown with small constant exponents: products.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// pow(x, n) and pown(x, n) of float and double with n from -4 to 8 become products (of the reciprocal), and pow(x, 0.5)
// a root. The results have pow's infinities, zeros and NaNs, are exact where pow is, and err by less than 7 units in
// the last place; OpenCL allows 16.
struct SmallPowersPass : llvm::PassInfoMixin<SmallPowersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// Marks loops for LLVM to unroll fully whose counters, once constant, are such exponents, as in a polynomial's
// sum += a[k] * pown(x, k): LLVM counts pown as a call, not as the products that it becomes.
struct UnrollPowersPass : llvm::PassInfoMixin<UnrollPowersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
