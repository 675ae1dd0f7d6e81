// SPDX-License-Identifier: Apache-2.0
// Item loops whose work-items take two indices out of one: g / n and g % n, as of rows and columns of a matrix.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// The kernels of "for-kernels<often_dividing>" in a pipeline's text: those with an item loop that has too many
// divisions for segments. A region computes an index anew for each use: early-cse joins equal divisions.
bool divides_often(KernelFacts &kernel);

// Runs an item loop in segments, from one multiple of the divisor to the next, where a dividend that goes up by one
// from item to item is divided by a value that is the same for all: in a segment the quotient is uniform, and the
// remainder goes up by one. What is indexed by them is contiguous then, and no division is left in the loop. Only if an
// address depends on a quotient or a remainder, and not where sub-groups see which items are lanes together.
struct SegmentItemLoopsPass : KernelPass<SegmentItemLoopsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
