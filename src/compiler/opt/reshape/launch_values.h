// SPDX-License-Identifier: Apache-2.0
// Values of a work-group function that the host can compute before a launch, from the kernel's arguments and the global
// size.
#pragma once
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// An argument's place in the argument block, where the instruction loads an argument.
std::optional<int64_t> argument_offset(const llvm::Instruction &load, const llvm::Function &group);

// Whether a value is an integer computed from constants, integer arguments and global sizes by few instructions without
// effects.
bool is_launch_value(const llvm::Value *value, const llvm::Function &group);

// Emits such a value, computed from the argument block `args`, and from the global `sizes`; none: from calls for them.
class LaunchValueEmitter {
 public:
  LaunchValueEmitter(llvm::IRBuilder<> &builder, llvm::Value *args, llvm::ArrayRef<llvm::Value *> sizes = {})
      : builder_(builder), args_(args), sizes_(sizes) {}
  llvm::Value *emit(llvm::Value *value);
  // In 64 bits.
  llvm::Value *emit_wide(llvm::Value *value, bool is_signed) {
    return builder_.CreateIntCast(emit(value), builder_.getInt64Ty(), is_signed);
  }

 private:
  llvm::IRBuilder<> &builder_;
  llvm::Value *args_;
  llvm::ArrayRef<llvm::Value *> sizes_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> done_;
};

}  // namespace wherry::compiler
