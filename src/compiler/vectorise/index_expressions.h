// SPDX-License-Identifier: Apache-2.0
// What code in an item loop computes from the work-item's index and from values of before the loop.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

class IndexExpressions {
 public:
  IndexExpressions(const llvm::Loop &items, llvm::PHINode &index) : items_(items), index_(index) {}

  // Computed from values of before the loop alone, and safe to compute there.
  bool is_invariant(const llvm::Value *value) const;
  // The index, and what is more than it by an invariant, unless it wraps around.
  bool goes_up_by_one(const llvm::Value *value) const;
  // The same, and products with an invariant of what no conversion has extended: in steps of one number, unless a value
  // wraps around.
  bool goes_up_by_invariant(const llvm::Value *value) const;

  // Emits a value of one of these kinds as the item has it whose index stands in `done`.
  using Done = llvm::DenseMap<llvm::Value *, llvm::Value *>;
  llvm::Value *evaluate(llvm::Value *value, llvm::IRBuilder<> &builder, Done &done) const;

 private:
  bool inside(const llvm::Value *value) const;
  bool is_invariant(const llvm::Value *value, unsigned depth) const;
  enum class Form { kByOne, kByInvariant, kFactor };  // kFactor: of a product
  bool goes_up(const llvm::Value *value, Form form, unsigned depth) const;

  const llvm::Loop &items_;
  llvm::PHINode &index_;
};

}  // namespace wherry::compiler
