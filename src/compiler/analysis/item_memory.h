// SPDX-License-Identifier: Apache-2.0
// Whether a private variable, or a value, is live across work-group operations.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// A work-group operation: alone in its block but for the branch to `next`, with one predecessor.
struct GroupOperation {
  llvm::CallInst *call;
  llvm::BasicBlock *block;
  llvm::BasicBlock *next;
};

// Whether a variable's contents may be needed behind a work-group operation that comes after a use of the variable:
// then every work-item needs a variable of its own for the whole work-group.
bool crosses_regions(const llvm::AllocaInst &variable, llvm::ArrayRef<GroupOperation> operations);

// The blocks at whose beginning a value is live: control reaches a use from there without passing the definition.
void live_in_blocks(const llvm::Instruction &value, llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &blocks);

// The work-group operations of a function without regions yet, and the variables that are live across operations.
class ItemMemory {
 public:
  explicit ItemMemory(llvm::Function &group);
  // As crosses_regions(). True of every variable if an operation is not alone in a block with one predecessor and one
  // successor.
  bool crosses(const llvm::AllocaInst &variable) const;
  void print(llvm::raw_ostream &out) const;

 private:
  const llvm::Function &group_;
  llvm::SmallVector<GroupOperation, 4> operations_;
  llvm::SmallVector<const llvm::Instruction *, 2> in_blocks_of_others_;  // operations in another form
};

struct ItemMemoryAnalysis : llvm::AnalysisInfoMixin<ItemMemoryAnalysis> {
  using Result = ItemMemory;
  static llvm::AnalysisKey Key;
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &) { return ItemMemory(group); }
};

}  // namespace wherry::compiler
