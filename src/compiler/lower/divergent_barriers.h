// SPDX-License-Identifier: Apache-2.0
// Work-groups whose work-items may diverge before work-group operations: which operation comes next, and for which
// work-items.
#pragma once
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

struct NextOperation {
  llvm::Value *operation;  // 32 bits: the lowest number
  llvm::Value *item;       // 64 bits: the first work-item that has come to the operation
};
// `next_operations`: uint32_t[items], the number of each work-item's next operation.
NextOperation find_next_operation(llvm::IRBuilderBase &builder, llvm::Value *next_operations, llvm::Value *items);

}  // namespace wherry::compiler
