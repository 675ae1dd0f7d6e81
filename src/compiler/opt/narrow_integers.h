// SPDX-License-Identifier: Apache-2.0
// Integers that need no more than 16 bits: twice as many lanes, or half the registers.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Computes in 16 bits what is computed in 32 from elements of 8 or 16 bits in memory, mostly pixels, where every value
// fits in 16 bits. Results do not change.
struct NarrowIntegersPass : KernelPass<NarrowIntegersPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
