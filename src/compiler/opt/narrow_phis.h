// Counters of loops in their own width.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// "for (int i = get_local_id(0); i < n; i += get_local_size(0))" adds in 64 bits and cuts off the upper half each
// round, and LLVM carries all 64 around the loop where nobody looks at those. Such a value is carried in 32 bits again:
// lanes' values are then a row, modulo 2^32, without asking in each round whether one wrapped around.
struct NarrowPhisPass : KernelPass<NarrowPhisPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
