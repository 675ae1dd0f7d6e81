// SPDX-License-Identifier: Apache-2.0
// Loops by which a few work-items go over many elements: for (i = get_global_id(0); i < n; i += get_global_size(0)).
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Interchanges an item loop with a grid loop inside: the grid loop goes around the item loop, which runs one iteration
// of each work-item. Neighbouring work-items then access neighbouring elements, `i < n` is a guard that can cut the
// item loop (item_ranges.h), and i / w is uniform in segments (segments.h). The pass needs work-items that carry
// nothing from iteration to iteration but their index. A check before the item loop asks whether the grid loop's step
// is no shorter than the item loop, and no index wraps around; else the item loop runs as it was. A step that is known
// to be no longer than a vector leaves the loops as they are. If a loop around the grid loop has the same iterations
// for all work-items, as one over a grid's rows, it moves around the item loop too. Where sub-groups see which
// work-items are lanes together, loops stay as they are.
struct InterchangeGridLoopsPass : KernelPass<InterchangeGridLoopsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
