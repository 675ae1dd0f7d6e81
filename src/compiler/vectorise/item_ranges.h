// SPDX-License-Identifier: Apache-2.0
// Item loops most of whose work-items do nothing: those with guards such as `i < n`, `x > 0 && x < w - 1`, `l == 0`.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Cuts an item loop to the work-items that pass a guard on their index, if its bounds are the same for all of them and
// an item that does not pass has no effect: the guard is asked once for the loop, and vectors need no masks for it.
// What the loop computes for the whole work-group besides is computed once, behind it. Where sub-groups see which items
// are lanes together, loops stay as they are.
struct CutItemRangesPass : KernelPass<CutItemRangesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
