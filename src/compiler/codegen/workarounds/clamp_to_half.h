// SPDX-License-Identifier: Apache-2.0
// LLVM 22's InstCombine takes an integer for exact as a half if the integer has few significant bits, however large the
// integer is: one that is infinite as a half then stays finite.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Clamps integers that become halves to +-65520, the least that is infinite as a half. Runs before any of LLVM's
// passes. Reproducer: clamp_to_half_fault.ll.
struct ClampToHalfPass : llvm::PassInfoMixin<ClampToHalfPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
