// SPDX-License-Identifier: Apache-2.0
// The memory that one instruction accesses.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"

namespace wherry::compiler {

struct MemoryAccess {
  llvm::Value *pointer;
  llvm::Value *bytes;  // an integer
  bool writes;         // or reads and writes
};
// Of a load, a store, an atomic, or a memory intrinsic; nothing of other calls, whatever they access.
llvm::SmallVector<MemoryAccess, 2> memory_accesses(const llvm::Instruction &instruction);

}  // namespace wherry::compiler
