// SPDX-License-Identifier: Apache-2.0
// LLVM 22's loop vectoriser takes what an instruction behind a condition says of its result (nsw, an alignment) for
// sure of lanes for which the condition does not hold: a masked access then begins at the address of a lane whose index
// has wrapped around.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Keeps the loop vectoriser from item loops with conditions, of which our own vectoriser has left some; in the loops
// that a work-item runs in one of those, drops what is said behind conditions, so that the vectoriser has to check it.
// Reproducer: keep_loop_vectoriser_out_fault.ll.
struct KeepLoopVectoriserOutPass : KernelPass<KeepLoopVectoriserOutPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
