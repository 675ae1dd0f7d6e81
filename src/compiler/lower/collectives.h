// SPDX-License-Identifier: Apache-2.0
// Work-group functions: reductions, scans and broadcasts over the work-items' operands.
#pragma once
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

struct CollectiveOperands {
  llvm::Value *values;                     // spill buffer: each work-item's value, padded to abi::kItemPadding of them
  llvm::Value *items;                      // how many work-items
  llvm::Value *sizes[2];                   // local sizes, of dimensions 0 and 1
  llvm::Value *next_operations = nullptr;  // uint32_t[items], where work-items may diverge; else null
  uint32_t operation = 0;                  // only work-items with this next operation count
};

// The type of a work-group function's values, also of a sub-group operation's.
llvm::Type *collective_type(const llvm::CallInst &call);

// How a reduction or a scan combines values, which may be vectors: by its second and third argument.
class Combination {
 public:
  Combination(const llvm::CallInst &call, llvm::IRBuilderBase &builder);
  // `operation`: one of + * & | ^ < >, where < is the least of the values.
  Combination(llvm::Type *type, char operation, bool is_signed, llvm::IRBuilderBase &builder)
      : type_(type), is_signed_(is_signed), operation_(operation), builder_(builder) {}
  llvm::Type *type() const { return type_; }
  // The neutral element, a vector of `count` of them; 1: a scalar.
  llvm::Constant *neutral(unsigned count) const;
  // An exclusive scan's first result: of a sum +0, although -0 is neutral.
  llvm::Constant *start(unsigned count) const;
  llvm::Value *apply(llvm::Value *a, llvm::Value *b);
  // Moves each value `by` lanes on; the first lanes get neutral elements.
  llvm::Value *shift(llvm::Value *values, unsigned by);
  // Inclusive.
  llvm::Value *scan(llvm::Value *values);
  llvm::Value *fold(llvm::Value *values);

 private:
  llvm::Type *type_;
  bool is_signed_;
  char operation_;
  llvm::IRBuilderBase &builder_;
};

// Replaces the call, which stands between two regions.
void lower_collective(llvm::CallInst &call, const CollectiveOperands &operands);

}  // namespace wherry::compiler
