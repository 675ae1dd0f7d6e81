// SPDX-License-Identifier: Apache-2.0
// LLVM 22's code generator, for a CPU without AVX512-FP16, makes one instruction for each element of a vector of
// halves, and calls the C library, which kernels do not have, to round a double to a half.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Computes such operations in float, rounded to half. Runs behind LLVM's optimiser, which would narrow them again.
// Reproducer: widen_halves_fault.ll.
struct WidenHalvesPass : llvm::PassInfoMixin<WidenHalvesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
