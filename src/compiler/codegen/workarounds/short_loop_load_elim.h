// SPDX-License-Identifier: Apache-2.0
// LLVM 22's loop-load-elim analyses a loop in a time that grows faster than the square of its accesses: it adds a
// predicate for each index that may wrap around, compares the predicate with all before it, and forms the difference of
// each two addresses. Of 512 loads in a row that took 1.1 s of a build of 1.9 s.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// loop-load-elim, but for functions with an innermost loop of more than 32 accesses.
// Reproducer: short_loop_load_elim_fault.ll.
struct ShortLoopLoadElimPass : llvm::PassInfoMixin<ShortLoopLoadElimPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
