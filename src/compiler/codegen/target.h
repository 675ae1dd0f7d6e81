// x86-64 code for the CPU that this runs on.
#pragma once
#include <memory>

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

// Turns a module of SPIR's into one of the target's.
void retarget(llvm::Module &module, const llvm::TargetMachine &target);

// Gives all functions the attributes from which TargetDescription and LLVM read the target.
void describe_target(llvm::Module &module, const llvm::TargetMachine &target);

}  // namespace wherry::compiler
