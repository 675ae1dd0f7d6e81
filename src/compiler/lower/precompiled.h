// Math functions that stand in libmath-vN.a as object code (kernel_abi/precompiled.def), not in builtins.a.
#pragma once
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

// Whether it declares one, of any width.
bool is_precompiled(const llvm::GlobalValue &value);
bool calls_precompiled(const llvm::Instruction &instruction);

// Gives the declarations the attributes of functions of their arguments alone.
void declare_precompiled(llvm::Module &module);

// The same function, for so many numbers at once.
llvm::Function &of_width(llvm::Function &precompiled, unsigned width);

// Calls become those of one number, or of as many as fill `register_bits`, as the library has them. False: there is
// none.
bool lower_precompiled(llvm::Module &module, unsigned register_bits);

}  // namespace wherry::compiler
