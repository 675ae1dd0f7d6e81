// SPDX-License-Identifier: Apache-2.0
// Gives endless loops and traps a path to the return.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// In a kernel whose sub-groups matter, endless loops and traps get a path to the return that no work-item takes: a
// block without one would give the item loop a second exit. Runs before regions are formed.
struct DeadEndsPass : KernelPass<DeadEndsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
