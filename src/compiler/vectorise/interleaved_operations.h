// SPDX-License-Identifier: Apache-2.0
// Operations that treat all members of a structure alike.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// For `out[i] = s * in[i] + b` of `float4`, the vectoriser shuffles the loaded registers into a vector for each member,
// and the results back into the order of memory. If all members go through the same operations, these operations can
// take the registers as they are in memory. The pass looks for stores of shuffled values, computes the values anew from
// operands in the order of memory, and keeps the new operations if they and their shuffles cost less than what becomes
// dead. A loop's sums of such vectors get the order of memory, too.
struct InterleavedOperationsPass : llvm::PassInfoMixin<InterleavedOperationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
