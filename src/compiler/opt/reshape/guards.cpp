// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/guards.h"

#include "compiler/analysis/memory_access.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

Comparison::Comparison(const ICmpInst &compare, bool holds, function_ref<bool(const Value *)> is_left)
    : left(compare.getOperand(0)), right(compare.getOperand(1)),
      predicate(holds ? compare.getPredicate() : compare.getInversePredicate()) {
  if (is_left(left)) return;
  std::swap(left, right);
  predicate = CmpInst::getSwappedPredicate(predicate);
}

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
  if (holds ? match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))
            : match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
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
