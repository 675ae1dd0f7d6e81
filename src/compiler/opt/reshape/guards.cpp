// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/guards.h"

#include "compiler/analysis/memory_access.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace wherry::compiler {

// Whether a work-item that comes to the block does nothing more.
static bool only_returns(const BasicBlock *block) {
  constexpr unsigned kMostBlocks = 4;
  for (unsigned k = 0; k < kMostBlocks && block; ++k, block = block->getSingleSuccessor()) {
    if (any_of(*block, has_effect)) return false;
    if (isa<ReturnInst>(block->getTerminator())) return true;
  }
  return false;
}

void add_guards(Value *condition, bool holds, SmallVectorImpl<Guard> &guards) {
  Value *left, *right;
  if (is_joined(condition, holds, left, right)) {
    add_guards(left, holds, guards);
    add_guards(right, holds, guards);
  } else {
    guards.push_back({dyn_cast<ICmpInst>(condition), holds});
  }
}

bool find_guards(Function &group, const BasicBlock *until, SmallVectorImpl<Guard> &guards) {
  BasicBlock *block = &group.getEntryBlock();
  while (block != until) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || any_of(*block, has_effect)) return false;
    BasicBlock *next = branch->getSuccessor(0);
    if (branch->isConditional()) {
      const bool holds = !only_returns(next);
      if (holds && !only_returns(branch->getSuccessor(1))) return false;
      add_guards(branch->getCondition(), holds, guards);
      next = branch->getSuccessor(holds ? 0 : 1);
    }
    if (!next->getSinglePredecessor()) return false;
    block = next;
  }
  return true;
}

}  // namespace wherry::compiler
