// SPDX-License-Identifier: Apache-2.0
// How a module's functions are called, and which of them are inlined.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Behind kernel entry: all functions but the kernels' are internal, and called by C's convention.
struct HostConventionPass : llvm::PassInfoMixin<HostConventionPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Marks functions alwaysinline: all where a kernel's sub-groups matter, as their lanes go together through all that
// work-items call; small ones where kernels are vectorised, as a call stops the vectoriser. Into kernels that are short
// enough to be vectorised with all that they call, inlines all.
struct InlinePolicyPass : llvm::PassInfoMixin<InlinePolicyPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
