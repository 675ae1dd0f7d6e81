// SPDX-License-Identifier: Apache-2.0
// Comparisons that known zero bits decide.
#pragma once
#include <array>
#include <cstdint>

#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Makes "tile < last_tile" of "m * id + tile < last_tile" where both tiles are multiples of a power of two that m * id
// stays below in work-groups of the kernel's local size. The result is uniform, so that a branch on it before a barrier
// is not divergent; LLVM leaves the sum.
struct CompareKnownBitsPass : KernelPass<CompareKnownBitsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
