// SPDX-License-Identifier: Apache-2.0
// WHERRY_CHECK=arith and nan.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Before builtins are linked, so that they are told from the program: says (__wherry_wrong) where an operation of the
// program has no defined result. Of integers a division by 0, or of the least number by -1, and a shift by the width or
// more (OpenCL C defines those modulo the width, and masks them; SPIR-V does not); a conversion to an integer that
// cannot hold the number; with nan, an operation that makes a NaN of numbers.
struct MarkArithPass : llvm::PassInfoMixin<MarkArithPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Of work-group functions, as soon as variables are values: work-items report an int operation that overflows and on
// which an address depends.
struct CheckArithPass : KernelPass<CheckArithPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
