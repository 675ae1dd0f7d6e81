// SPDX-License-Identifier: Apache-2.0
// LLVM 22 takes the promise that a wide recurrence of a loop does not wrap around for the same promise about a narrower
// recurrence (SCEVWrapPredicate::implies). In a loop with an index of 32 bits and another of `i & 15`, a recurrence of
// 4 bits, the loop vectoriser then checks the first alone, and takes `i & 15` for consecutive from iteration to
// iteration.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Freezes such narrower values of fewer than 32 bits in innermost loops, so that ScalarEvolution does not see
// recurrences in them; InstCombine removes the freezes again. Runs before loop-vectorize. Reproducer:
// hide_narrow_indices_fault.ll.
struct HideNarrowIndicesPass : llvm::PassInfoMixin<HideNarrowIndicesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
