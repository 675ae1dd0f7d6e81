// Work-group functions: reductions, scans and broadcasts over a row of what the work-items hand in.
#pragma once
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

struct CollectiveRow {
  llvm::Value *values;        // of each work-item in order, padded to abi::kItemPadding of them
  llvm::Value *items;         // how many
  llvm::Value *sizes[2];      // local sizes, of dimensions 0 and 1
  llvm::Value *at = nullptr;  // uint32_t[items]: where each has come to; those that are not at `here` do not count
  uint32_t here = 0;
};

// Of the values.
llvm::Type *collective_type(const llvm::CallInst &call);

// Replaces the call, which stands between two regions.
void lower_collective(llvm::CallInst &call, const CollectiveRow &row);

}  // namespace wherry::compiler
