// SPDX-License-Identifier: Apache-2.0
// LLVM 22's code generator for X86 makes a masked store that truncates, and whose mask is a constant with one lane, a
// scalar store of the element before it is truncated, which overwrites the next lanes' memory.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Makes scalar stores of masked stores with such a mask, truncating or not. Reproducer: single_lane_stores_fault.ll.
struct SingleLaneStoresPass : llvm::PassInfoMixin<SingleLaneStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
