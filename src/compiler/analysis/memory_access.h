// SPDX-License-Identifier: Apache-2.0
// The memory that one instruction accesses, and whether the instruction does anything.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"

namespace wherry::compiler {

struct MemoryAccess {
  llvm::Value *pointer;
  llvm::Value *bytes;  // an integer
  bool writes;         // true also of an access that reads and writes
};
// The accesses of a load, a store, an atomic, or a memory intrinsic. Other calls have none here, whatever they access.
llvm::SmallVector<MemoryAccess, 2> memory_accesses(const llvm::Instruction &instruction);

// Whether an instruction does anything but to compute a value or to branch: it writes memory, or may not return. What
// only tells LLVM something, such as a lifetime or an assumption, has no effect.
bool has_effect(const llvm::Instruction &instruction);

}  // namespace wherry::compiler
