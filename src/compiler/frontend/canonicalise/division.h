// SPDX-License-Identifier: Apache-2.0
// Integer division as OpenCL has it.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// "Divide by zero with integer types does not cause an exception but will result in an unspecified value", nor does a
// quotient that its type cannot hold; LLVM and the processor see it otherwise. Before any of LLVM's passes.
struct TotalDivisionsPass : llvm::PassInfoMixin<TotalDivisionsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
