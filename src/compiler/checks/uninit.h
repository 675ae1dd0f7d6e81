// SPDX-License-Identifier: Apache-2.0
// Kernels compiled to find uses of bits that no work-item and no host call has written (checks/uninit.h).
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Before variables become values: gives each private variable of at most 64 numbers a value that LLVM knows nothing of
// (__wherry_unwritten), where it would take one that suits it.
struct KeepUnwrittenPass : KernelPass<KeepUnwrittenPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Before local variables have their place: LLVM's MemorySanitizer follows unwritten bits through all that a work-item
// computes. `check-uninit` marks what the sanitizer is to look at, and gives it the form that it wants; of the
// sanitizer, the pipeline asks for the kernel's mode, which checks arguments, goes on behind a fault, and tracks no
// origins. `lower-uninit` makes of what the sanitizer asks of a run-time library code that finds shadow memory by
// itself, and host calls. A use is a branch, an address, or a number that is stored to global memory.
struct CheckUninitPass : llvm::PassInfoMixin<CheckUninitPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};
struct LowerUninitPass : llvm::PassInfoMixin<LowerUninitPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
