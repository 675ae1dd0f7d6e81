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

// Before copies of structures become loads and stores: marks what is no number, padding and unions, as stores of it to
// global memory are no outputs.
struct MarkPaddingPass : KernelPass<MarkPaddingPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Before local variables have their place: LLVM's MemorySanitizer follows unwritten bits through all that a work-item
// computes. `check-uninit` marks work-group functions for the sanitizer, and prepares their code. The pipeline
// runs the sanitizer in its mode for kernels of operating systems, which needs no shadow memory at a fixed address:
// with checks of arguments, going on behind a report, without origins. `lower-uninit` replaces the sanitizer's calls of
// a run-time library by code that finds shadow memory, and by host calls. A use is a branch, an address, or a number
// that is stored to global memory.
struct CheckUninitPass : llvm::PassInfoMixin<CheckUninitPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};
struct LowerUninitPass : llvm::PassInfoMixin<LowerUninitPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
