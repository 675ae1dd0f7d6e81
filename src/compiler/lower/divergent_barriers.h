// Groups whose work-items may part: which operation is the next, and who has come to it.
#pragma once
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// Of a row of numbers, uint32_t[items], the lowest, and the place of the first that has it.
struct Lowest {
  llvm::Value *number;  // 32 bits
  llvm::Value *place;   // 64
};
Lowest find_lowest(llvm::IRBuilderBase &builder, llvm::Value *row, llvm::Value *items);

}  // namespace wherry::compiler
