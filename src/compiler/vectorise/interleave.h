// SPDX-License-Identifier: Apache-2.0
// Item loops that run a few work-items together, instruction by instruction.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// A work-item that computes with wide vectors of its own (wide_vectors.h) is one chain of operations that wait for each
// other, as in a hash. Where such chains take longer than the CPU needs to begin their operations, the item loop runs
// up to cost::kMostTogether work-items at once: each operation stands once for each of them, so that one chain's
// operations fill the time in which another one's wait. Branches that differ between work-items are taken by one after
// the other. Not where work-items wait for each other, or see sub-groups.
// Loops come in LLVM's simplified form, their headers without divergent exits (divergent-headers).
struct InterleaveItemsPass : KernelPass<InterleaveItemsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Of "for-kernels<...>": the kernels that the pass looks at.
bool keeps_wide_vectors(KernelFacts &kernel);

}  // namespace wherry::compiler
