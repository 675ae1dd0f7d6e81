// SPDX-License-Identifier: Apache-2.0
// Machine code.
#pragma once
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace wherry::compiler {

// An object file (ELF, relocatable), or assembly.
llvm::SmallVector<char, 0> emit(llvm::Module &module, llvm::TargetMachine &target, bool assembly = false);

}  // namespace wherry::compiler
