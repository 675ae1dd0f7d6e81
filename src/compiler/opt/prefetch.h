// Rows of work-items that are far apart, on their way before they are asked for.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of a function that `vectorize` has left. Where a loop loads a row of work-items in each round, steps too wide for the
// hardware to follow (by the global size, down a column), and has enough to do in a round to hide the wait (a loop over
// the lanes, as for atomics), it prefetches the row after the next.
struct PrefetchFarAccessesPass : KernelPass<PrefetchFarAccessesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
