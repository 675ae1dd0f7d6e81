// SPDX-License-Identifier: Apache-2.0
// Continuation-based synchronisation: a work-item function with barriers becomes a work-group
// function that runs each stretch between two work-group operations for all work-items in turn.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Rewrites work-group functions in place, and brings KernelFacts up to date. Fails where the regions would grow without
// bound.
struct FormRegionsPass : KernelPass<FormRegionsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
