// Math functions that stand in libmath-vN.a as object code (kernel_abi/precompiled.def), not in builtins.a.
#pragma once
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Whether it declares one, of any width.
bool is_precompiled(const llvm::GlobalValue &value);
bool calls_precompiled(const llvm::Instruction &instruction);

// Gives the declarations the attributes of functions of their arguments alone.
struct DeclarePrecompiledPass : llvm::PassInfoMixin<DeclarePrecompiledPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// The same function, for so many numbers at once.
llvm::Function &of_width(llvm::Function &precompiled, unsigned width);

// Calls become those of one number, or of as many as fill a register of the module's x86-64 level, as the library has
// them.
struct LowerPrecompiledPass : llvm::PassInfoMixin<LowerPrecompiledPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// Whether the module calls such a function.
bool needs_math_library(const llvm::Module &module);

}  // namespace wherry::compiler
