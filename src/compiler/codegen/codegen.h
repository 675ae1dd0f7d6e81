// x86-64 code for the CPU that this runs on.
#pragma once
#include <memory>
#include <string>

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace wherry::compiler {

// Once, before the rest of this file.
void initialise_targets();

// Of x86-64-v`level` and the CPU.
bool host_has_fma(unsigned level);

// By the CPU's features as far as x86-64-v`level` has them; 4: by all. Its name is not asked for: under a virtual
// machine it can be that of another.
std::unique_ptr<llvm::TargetMachine> make_target_machine(bool optimize, unsigned level);

// N, of the x86-64-vN all of whose instructions it has.
unsigned level_of(const llvm::TargetMachine &target);

// Of the CPU's widest vectors.
unsigned vector_bits(const llvm::TargetMachine &target);

// Whether roots' estimates are good for all numbers, and the same in vectors and alone: passes/estimates.
bool has_estimates(const llvm::TargetMachine &target);

// Turns a module of SPIR's into one of the target's; before lower_kernels.
void retarget(llvm::Module &module, const llvm::TargetMachine &target);

// LLVM's O3, or its O0; after lower_kernels.
void optimise(llvm::Module &module, llvm::TargetMachine &target, bool optimize);

// An object file (ELF, relocatable), or assembly.
llvm::SmallVector<char, 0> emit(llvm::Module &module, llvm::TargetMachine &target, bool assembly = false);

}  // namespace wherry::compiler
