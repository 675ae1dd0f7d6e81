// SPDX-License-Identifier: Apache-2.0
// Indices whose low bits a condition knows to be zero, as in `if (l % 4 == 0) t[l] += t[l + 2]`.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// LLVM writes l + 2 as (l & ~3) + 2 where it knows the low bits of l to be zero, and the vectoriser would see no
// stride. Masks keep the bits that a dominating condition, the comparison of some bits with 0, knows to be zero.
struct KeepKnownZeroBitsPass : KernelPass<KeepKnownZeroBitsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
