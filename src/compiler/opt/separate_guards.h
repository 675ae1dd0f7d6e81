// SPDX-License-Identifier: Apache-2.0
// Guards of work-items that follow each other without a barrier between them, as at the end of a reduction's tree.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// for (o = n / 2; o > 0; o /= 2) { barrier(...); if (l < o) part[l] += part[l + o]; } if (l == 0) *sum = part[0];
// The region behind the barrier has effects under two guards, so that its item loop cannot be cut to one guard
// (cut-item-ranges). Work-items' accesses between two barriers have no order: one more barrier is allowed at a place
// that all work-items reach. The pass puts it between two such guards, if no work-item hands a value from one to the
// other.
struct SeparateGuardsPass : KernelPass<SeparateGuardsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
