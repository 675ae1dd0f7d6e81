// SPDX-License-Identifier: Apache-2.0
// Private arrays of few elements that an index of each work-item's own chooses from.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// `float d[3]; ... d[k] += x` with a `k` that differs between work-items: in memory, lanes gather and scatter, and wait
// for what they have just scattered. The pass makes a variable of each element: a load selects among all of them, and a
// store selects for each what it holds. sroa<> makes values of the variables. Behind unroll-arrays, which makes
// constants of other indices. A remark says which index keeps an array in memory.
struct ChooseElementsPass : llvm::PassInfoMixin<ChooseElementsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
