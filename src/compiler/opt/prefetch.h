// SPDX-License-Identifier: Apache-2.0
// Far accesses are prefetched some iterations ahead.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Behind vectorise-item-loops. In a loop around other loops, such as one over the lanes for atomics, which takes long
// enough to hide the latency, each vector that is loaded from a far address is prefetched two iterations ahead: the
// hardware does not follow steps of the global size, or down a column.
// In kernels whose work-groups hand values from one region to the next and write little, as reductions do: a group is
// short, and what comes between its loads and the next group's keeps a CPU from looking ahead. Vectors that are loaded
// from memory where the next group's follow are prefetched some KiB ahead.
// Of an image's rows that the lanes of a vector read anywhere, as filters do, the row some rows further on: down the
// image, up where the lanes go to the left, none where they go down or up.
struct PrefetchFarAccessesPass : KernelPass<PrefetchFarAccessesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
