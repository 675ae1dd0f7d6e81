// SPDX-License-Identifier: Apache-2.0
// Loops over a short window that begins at an index: for (i = x - 2; i <= x + 2; ++i).
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Unrolls loops whose first number and bound are a small constant apart, also where a border cuts them, as
// i < min(x + 3, n): LLVM unrolls such a loop only if it knows that x + 3 does not wrap around. Unrolled, an
// iteration's accesses have a stride, and conditions on borders are of the work-item's index.
struct UnrollWindowsPass : llvm::PassInfoMixin<UnrollWindowsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
