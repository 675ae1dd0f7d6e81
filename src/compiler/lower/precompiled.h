// SPDX-License-Identifier: Apache-2.0
// Math functions that libmath-vN.a holds as object code (kernel_abi/precompiled.def), not in builtins.a.
#pragma once
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Whether the value declares a precompiled function, of any width.
bool is_precompiled(const llvm::GlobalValue &value);
bool calls_precompiled(const llvm::Instruction &instruction);
// The name in OpenCL C of the precompiled function that is called, of any width; empty: another call.
llvm::StringRef precompiled_name(const llvm::CallInst &call);

// Gives the declarations the attributes of functions whose result depends on their arguments alone.
struct DeclarePrecompiledPass : llvm::PassInfoMixin<DeclarePrecompiledPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// The same function for vectors of `width` elements.
llvm::Function &of_width(llvm::Function &precompiled, unsigned width);

// Calls become scalar ones, or vector ones that fill a register of the module's x86-64 level: the library has these.
struct LowerPrecompiledPass : llvm::PassInfoMixin<LowerPrecompiledPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Whether the module calls a precompiled function.
bool needs_math_library(const llvm::Module &module);

}  // namespace wherry::compiler
