// SPDX-License-Identifier: Apache-2.0
// What code in an item loop computes from the work-item's index and from values of before the loop.
#pragma once
#include "compiler/ir/evaluate.h"

namespace wherry::compiler {

class IndexExpressions {
 public:
  IndexExpressions(const llvm::Loop &items, llvm::PHINode &index) : items_(items), index_(index) {}

  // Computed from values of before the loop alone, and safe to compute there.
  bool is_invariant(const llvm::Value *value) const;
  // The index, perhaps plus or minus an invariant: goes up by one from item to item, unless a sum wraps around.
  bool goes_up_by_one(const llvm::Value *value) const;
  // Sums and differences of the index and invariants, and products of such a value with an invariant if no conversion
  // has extended the value: goes up or down in equal steps, unless a value wraps around.
  bool goes_up_by_invariant(const llvm::Value *value) const;

  // Emits a value of one of these kinds for the work-item whose index stands in `known`.
  llvm::Value *evaluate(llvm::Value *value, llvm::IRBuilder<> &builder, KnownValues &known) const {
    return evaluate_outside(items_, value, builder, known);
  }

  // The divisor of an integer division wherever the division's result counts: the kernel's own, without the 1 that
  // total-divisions puts in place of 0.
  static llvm::Value *divisor_of(const llvm::Instruction &division);
  // Emits a division of other operands; where the division has no result, it divides by 1. Before the loop, no branch
  // may have asked yet whether the divisor is 0.
  static llvm::Value *divide_safely(const llvm::Instruction &division, llvm::Value *dividend, llvm::Value *divisor,
                                    llvm::IRBuilder<> &builder);

 private:
  bool inside(const llvm::Value *value) const;
  enum class Form { kByOne, kByInvariant, kFactor };  // kFactor: of a product
  bool goes_up(const llvm::Value *value, Form form, unsigned depth) const;

  const llvm::Loop &items_;
  llvm::PHINode &index_;
};

}  // namespace wherry::compiler
