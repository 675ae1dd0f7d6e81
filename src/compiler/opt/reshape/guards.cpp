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

void IndexGuards::find(Function &group, const IndexConversions &index) {
  SmallVector<Guard> guards;
  find_guards(group, nullptr, guards);
  for (const Guard &guard : guards) {
    if (!guard.compare) continue;
    const Comparison asks(*guard.compare, guard.holds, [&](const Value *value) { return index.contains(value); });
    if (index.contains(asks.left) && is_launch_value(asks.right, group) && asks.is_below())
      bounds_.push_back({guard, asks.right, ICmpInst::isLE(asks.predicate), CmpInst::isSigned(asks.predicate)});
  }
}

Value *IndexGuards::limited(Value *items, LaunchShape &shape) const {
  IRBuilder<> &builder = shape.builder;
  for (const Bound &each : bounds_) {
    Value *bound = shape.value(each.number, each.is_signed);
    if (each.is_signed) bound = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, bound, builder.getInt64(0));
    if (each.or_equal) bound = builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, bound, builder.getInt64(1));
    items = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, items, bound);
  }
  return items;
}

void IndexGuards::remove() const {
  for (const Bound &bound : bounds_)
    bound.guard.compare->replaceAllUsesWith(ConstantInt::getBool(bound.guard.compare->getContext(), bound.guard.holds));
}

}  // namespace wherry::compiler
