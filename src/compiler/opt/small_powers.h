// SPDX-License-Identifier: Apache-2.0
// pow and pown with a small constant exponent: products.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// pow(x, n) and pown(x, n) of float and double with n from 0 to 4 become products, with -1 the reciprocal, and
// pow(x, 0.5) a root. All are exact where pow is, have its infinities, zeros and NaNs, and err by less than 2 units in
// the last place, where OpenCL asks for 16.
struct SmallPowersPass : llvm::PassInfoMixin<SmallPowersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
