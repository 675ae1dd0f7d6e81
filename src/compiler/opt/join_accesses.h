// SPDX-License-Identifier: Apache-2.0
// Stores to one place from all sides of a branch, and loads that one side has made already.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Under a divergent branch each access is one for all lanes, whose mask says which of them take part: a store on both
// sides costs twice. Stores to the same place, the last accesses of all predecessors of a block, become one at the
// block's begin. A load from an address that differs between work-items, from which a predecessor has loaded, takes
// this value; at most one other predecessor loads on its way. Loads from uniform addresses stay: their phis would
// differ between work-items.
struct JoinAccessesPass : KernelPass<JoinAccessesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
