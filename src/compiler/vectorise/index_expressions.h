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
  // The index, and what is more or less than it by an invariant, unless it wraps around.
  bool goes_up_by_one(const llvm::Value *value) const;
  // The same, what it is taken from, and products with an invariant of what no conversion has extended: up or down in
  // steps of one number, unless a value wraps around.
  bool goes_up_by_invariant(const llvm::Value *value) const;

  // Emits a value of one of these kinds for the work-item whose index stands in `known`.
  llvm::Value *evaluate(llvm::Value *value, llvm::IRBuilder<> &builder, KnownValues &known) const {
    return evaluate_outside(items_, value, builder, known);
  }

  // What an integer division divides by wherever its result counts: OpenCL's division by 0 divides by 1
  // (total-divisions).
  static llvm::Value *divisor_of(const llvm::Instruction &division);
  // Emits a division of other operands that divides by 1 where it had no result. That a divisor is good may hold behind
  // a branch alone.
  static llvm::Value *divide_safely(const llvm::Instruction &division, llvm::Value *dividend, llvm::Value *divisor,
                                    llvm::IRBuilder<> &builder);

 private:
  bool inside(const llvm::Value *value) const;
  bool is_invariant(const llvm::Value *value, unsigned depth) const;
  enum class Form { kByOne, kByInvariant, kFactor };  // kFactor: of a product
  bool goes_up(const llvm::Value *value, Form form, unsigned depth) const;

  const llvm::Loop &items_;
  llvm::PHINode &index_;
};

}  // namespace wherry::compiler
