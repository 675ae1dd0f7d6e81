// Work-group functions: reductions, scans and broadcasts over a row of what the work-items hand in.
#pragma once
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

struct CollectiveRow {
  llvm::Value *values;        // of each work-item in order, padded to abi::kItemPadding of them
  llvm::Value *items;         // how many
  llvm::Value *sizes[2];      // local sizes, of dimensions 0 and 1
  llvm::Value *at = nullptr;  // uint32_t[items]: where each has come to; those that are not at `here` do not count
  uint32_t here = 0;
};

// Of the values; of a sub-group's operations too.
llvm::Type *collective_type(const llvm::CallInst &call);

// How a reduction or a scan joins values, which may be vectors: by its second and third argument.
class Combination {
 public:
  Combination(const llvm::CallInst &call, llvm::IRBuilderBase &builder);
  llvm::Type *type() const { return type_; }
  // Changes nothing; `count` of them, 1: a scalar.
  llvm::Constant *neutral(unsigned count) const;
  // What an exclusive scan gives the first: of a sum +0, where -0 is neutral.
  llvm::Constant *start(unsigned count) const;
  llvm::Value *apply(llvm::Value *a, llvm::Value *b);
  // Each value `by` lanes on; neutral ones come in.
  llvm::Value *shift(llvm::Value *values, unsigned by);
  // Of each lane and those before it.
  llvm::Value *scan(llvm::Value *values);
  llvm::Value *fold(llvm::Value *values);

 private:
  llvm::Type *type_;
  bool is_signed_;
  char operation_;
  llvm::IRBuilderBase &builder_;
};

// Replaces the call, which stands between two regions.
void lower_collective(llvm::CallInst &call, const CollectiveRow &row);

}  // namespace wherry::compiler
