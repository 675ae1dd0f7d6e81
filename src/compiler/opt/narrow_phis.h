// SPDX-License-Identifier: Apache-2.0
// Counters of loops in their own width.
#pragma once
#include "compiler/ir/kernel_pass.h"
#include "llvm/IR/Dominators.h"

namespace wherry::compiler {

// "for (int i = get_local_id(0); i < n; i += get_local_size(0))" adds in 64 bits and cuts off the upper half in each
// iteration, and LLVM carries all 64 bits around the loop though no use needs the upper ones. The pass carries such a
// value in 32 bits again: lanes' values then have a constant stride modulo 2^32, and no iteration checks whether one
// wrapped around.
struct NarrowPhisPass : KernelPass<NarrowPhisPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// The same of some of one block's phis. True: there were such phis.
bool narrow_phis(llvm::BasicBlock &block, const llvm::DominatorTree &dominators,
                 llvm::function_ref<bool(llvm::PHINode &)> which);

}  // namespace wherry::compiler
