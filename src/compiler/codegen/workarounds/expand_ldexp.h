// SPDX-License-Identifier: Apache-2.0
// LLVM 22's code generator, for a CPU without AVX512VL, calls the C library's ldexpf, which kernels do not have, once
// for each element of a vector.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Makes two products of an ldexp of the builtin library. Reproducer: expand_ldexp_fault.ll.
struct ExpandLdexpPass : llvm::PassInfoMixin<ExpandLdexpPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
