// SPDX-License-Identifier: Apache-2.0
// Calls from a work-group function to the runtime, through Launch::host.
#pragma once
#include "compiler/ir/host_call.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// The table slot's function, loaded from the group context and called with `args` after the context.
llvm::CallInst *call_host(llvm::IRBuilderBase &builder, llvm::Value *group_context, HostCall which, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> args);

// The source location of an instruction, as abi::Site.
llvm::Constant *make_site(const llvm::Instruction &instruction, llvm::StringRef kernel);
// A private constant of the module.
llvm::GlobalVariable *place_constant(llvm::Module &module, llvm::Constant *value, const llvm::Twine &name);

// Replaces a work-group operation by its host call; erases a barrier, whose cut into regions is all it asks for.
// `kernel`: the kernel's name.
void lower_group_operation(llvm::CallInst &operation, llvm::Value *group_context, llvm::StringRef kernel);

// Replaces every printf of the function.
void lower_prints(llvm::Function &group);

}  // namespace wherry::compiler
