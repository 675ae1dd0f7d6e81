// SPDX-License-Identifier: Apache-2.0
// LLVM 22's loop vectoriser takes what an instruction behind a condition says of its result (nsw, an alignment) for
// sure of lanes for which the condition does not hold: a masked access then begins at the address of a lane whose index
// has wrapped around.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Keeps LLVM's loop vectoriser from item loops with conditions that our own vectoriser has left. In a loop inside of an
// item loop, drops the flags of instructions behind conditions, so that the vectoriser does not rely on their promises.
// Reproducer: keep_loop_vectoriser_out_fault.ll.
struct KeepLoopVectoriserOutPass : KernelPass<KeepLoopVectoriserOutPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
