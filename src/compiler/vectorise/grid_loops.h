// SPDX-License-Identifier: Apache-2.0
// Loops by which a few work-items go over many elements: for (i = get_global_id(0); i < n; i += get_global_size(0)).
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Interchanges an item loop with such a loop in it: iteration by iteration, all work-items do one each. Neighbouring
// items' elements are accessed one after the other then, `i < n` is a guard that can cut the item loop, and i / w goes
// by segments. Only where an item carries nothing from iteration to iteration but its index. Whether the loop's step is
// no shorter than the item loop, and no index wraps around, is asked once for the item loop, which else runs as it was.
// A loop of the same iterations for all items around such a loop, as over the rows of a grid, goes around the item
// loop. Where sub-groups see which items are lanes together, loops stay as they are.
struct InterchangeGridLoopsPass : KernelPass<InterchangeGridLoopsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
