// SPDX-License-Identifier: Apache-2.0
// Bits that are set where a condition holds.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// `bits |= (uint)(a == b) << i` becomes a choice between bits | (1 << i) and bits: of lanes one masked instruction, and
// not the condition as a number, moved, and joined. Loops over such bits are unrolled then as those with an `if` are.
struct ConditionalBitsPass : llvm::PassInfoMixin<ConditionalBitsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
