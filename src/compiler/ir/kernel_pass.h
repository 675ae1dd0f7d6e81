// SPDX-License-Identifier: Apache-2.0
// How a pass over kernels is written: a class with `bool run_on(KernelFacts &, FunctionAnalysisManager &)`, true where
// it changed the function. What it changes of the facts it writes.
#pragma once
#include "compiler/ir/kernel_facts.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// A module pass, as kernels' passes declare intrinsics, place constants, and put parts of a kernel into functions of
// their own.
template <class Derived> struct KernelPass : llvm::PassInfoMixin<Derived> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &modules) {
    auto &functions = modules.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    bool changed = false;
    for (llvm::Function *group : work_group_functions(module)) {
      KernelFacts kernel = KernelFacts::of(*group);
      if (!static_cast<Derived *>(this)->run_on(kernel, functions)) continue;
      functions.invalidate(*group, llvm::PreservedAnalyses::none());
      changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

}  // namespace wherry::compiler
