// SPDX-License-Identifier: Apache-2.0
// What a work-item must pass before it does anything: if (get_global_id(0) >= n) return;
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

struct Guard {
  llvm::ICmpInst *compare;  // null: another condition
  bool holds;               // the condition's result for work-items that go on

  // Of a comparison, where the work-item goes on.
  llvm::CmpInst::Predicate predicate() const {
    return holds ? compare->getPredicate() : compare->getInversePredicate();
  }
};

// The guards from the entry to a block; null: as far as work-items do nothing else. Whether the block was reached.
bool find_guards(llvm::Function &group, const llvm::BasicBlock *until, llvm::SmallVectorImpl<Guard> &guards);

}  // namespace wherry::compiler
