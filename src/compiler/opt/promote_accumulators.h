// SPDX-License-Identifier: Apache-2.0
// Sums that a work-item keeps in memory, as `out[i] += a[k] * b[k]` in a loop over k, in registers; and what a search
// compares with.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// The kernels of "for-kernels<accumulating>" in a pipeline's text: those with loops that the pass looks at.
bool has_accumulators(KernelFacts &kernel);

// In the loops of a work-item: loads a location that each iteration writes once before the loop, and stores once behind
// the loop. Preconditions, which LLVM's LICM checks: the address is the same in all iterations, no other access of the
// loop may reach the location (AddressSpaceAliases), each iteration stores, and no access is volatile or atomic.
// Barriers never stand in such a loop once regions are formed. A remark names the stores that stay in a loop. Behind
// early-cse: a location has one value as its address, by which loads and stores are told to be of the same location.
// In a loop that writes nothing and that work-items leave one by one, as a search: loads a location that each iteration
// reads once before the loop. A load in the loop would wait for the mask of the lanes that are left (a work-item's
// search for its own element took twice as long).
struct PromoteAccumulatorsPass : KernelPass<PromoteAccumulatorsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
