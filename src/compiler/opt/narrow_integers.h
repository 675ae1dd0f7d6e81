// SPDX-License-Identifier: Apache-2.0
// Integers that need no more than 16 or 8 bits: two or four times as many lanes, or fewer registers.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Computes in 16 bits what is computed in 32 from elements of 8 or 16 bits in memory, mostly pixels, where every value
// fits in 16 bits; in 8 where the values that operations and comparisons join all fit. Results do not change.
// The lower half of a product of 32-bit numbers in 64 bits is computed in 32.
struct NarrowIntegersPass : KernelPass<NarrowIntegersPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
