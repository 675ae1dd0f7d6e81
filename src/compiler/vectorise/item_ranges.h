// SPDX-License-Identifier: Apache-2.0
// Item loops most of whose work-items do nothing: those with guards such as `i < n`, `x > 0 && x < w - 1`, `l == 0`.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Cuts an item loop to the work-items that pass a guard on their index, if the guard's bounds are the same for all of
// them and a work-item that does not pass has no effect: the guard is asked once for the loop, and vectors need no
// masks for it. Values of the whole work-group that the loop computes too are computed once, behind the loop. Where
// sub-groups see which work-items are lanes together, loops stay as they are.
struct CutItemRangesPass : KernelPass<CutItemRangesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
