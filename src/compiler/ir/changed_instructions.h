// SPDX-License-Identifier: Apache-2.0
// What function passes that change instructions, but no control flow, have in common.
#pragma once
#include "llvm/IR/Analysis.h"
#include "llvm/IR/InstIterator.h"

namespace wherry::compiler {

// What a function pass preserves that has changed instructions (`changed`), or nothing.
inline llvm::PreservedAnalyses preserved_by_instructions(bool changed) {
  if (!changed) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

// Replaces the instructions for which `replacement` returns another value, and erases them.
inline llvm::PreservedAnalyses
replace_instructions(llvm::Function &function, llvm::function_ref<llvm::Value *(llvm::Instruction &)> replacement) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (llvm::Value *value = replacement(instruction)) {
      instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
      changed = true;
    }
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
