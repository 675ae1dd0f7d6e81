// SPDX-License-Identifier: Apache-2.0
// x86-64 code for the CPU that this runs on.
#pragma once
#include <memory>

#include "kernel_abi/binary.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace wherry::compiler {

// Call once, before the other functions of this file.
void initialise_targets();

// The `level` of the functions below for a program that sees `present` of the CPU: 4, all features, where it sees as
// much as this process does.
unsigned level_for(const cpu::Features &present);

// Whether both x86-64-v`level` and the CPU have FMA.
bool host_has_fma(unsigned level);

// For the CPU's features as far as x86-64-v`level` has them; 4: for all. The CPU's name is not asked for: a virtual
// machine can have another CPU's name.
std::unique_ptr<llvm::TargetMachine> make_target_machine(bool optimize, unsigned level);

// Turns a module of SPIR's into one of the target's.
void retarget(llvm::Module &module, const llvm::TargetMachine &target);

// Gives all functions the attributes from which TargetDescription and LLVM read the target.
void describe_target(llvm::Module &module, const llvm::TargetMachine &target);

}  // namespace wherry::compiler
