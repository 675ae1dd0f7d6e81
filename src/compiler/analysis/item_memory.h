// Where a private variable lives.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

// A work-group operation: alone in its block but for the branch to `next`, with one predecessor.
struct GroupOperation {
  llvm::CallInst *call;
  llvm::BasicBlock *block;
  llvm::BasicBlock *next;
};

// Whether what the variable holds may be needed after a work-group operation that comes after a use
// of it: then every work-item needs one of its own for the whole group.
bool crosses_regions(const llvm::AllocaInst &variable, llvm::ArrayRef<GroupOperation> operations);

// The blocks at whose beginning a value is live: those from which a use is reached before the
// definition. Blocks are visited backwards from the uses.
void live_in_blocks(const llvm::Instruction &value, llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &blocks);

}  // namespace wherry::compiler
