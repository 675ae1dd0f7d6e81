// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/dead_ends.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

static void let_dead_ends_return(Function &group) {
  auto *out = BasicBlock::Create(group.getContext(), "return", &group);
  for (BasicBlock &block : group) {
    Instruction *end = block.getTerminator();
    // A block that holds only `unreachable` never runs.
    const bool behind_trap = end && isa<UnreachableInst>(end) && &*block.getFirstNonPHIOrDbg() != end;
    // After a debugtrap LLVM goes on; after a trap it would end the block again.
    auto *trap = behind_trap ? dyn_cast_if_present<IntrinsicInst>(end->getPrevNode()) : nullptr;
    if (trap && trap->getIntrinsicID() == llvm::Intrinsic::trap)
      ReplaceInstWithInst(trap, CallInst::Create(llvm::Intrinsic::getOrInsertDeclaration(group.getParent(),
                                                                                         llvm::Intrinsic::debugtrap)));
    if (end && (isa<ReturnInst>(end) || behind_trap)) ReplaceInstWithInst(end, BranchInst::Create(out));
  }
  ReturnInst::Create(group.getContext(), out);
  auto dead_ends = [&] {
    SmallPtrSet<BasicBlock *, 16> live;
    SmallVector<BasicBlock *> open, dead;
    for (BasicBlock &block : group)
      if (isa<ReturnInst, UnreachableInst>(block.getTerminator())) open.push_back(&block);
    live.insert(open.begin(), open.end());
    while (!open.empty())
      for (BasicBlock *before : predecessors(open.pop_back_val()))
        if (live.insert(before).second) open.push_back(before);
    for (BasicBlock &block : group)
      if (!live.contains(&block)) dead.push_back(&block);
    return dead;
  };
  SmallVector<BasicBlock *> all = dead_ends();
  for (BasicBlock *block : reverse(all)) {
    if (!is_contained(dead_ends(), block)) continue;
    BasicBlock *rest = SplitBlock(block, block->getTerminator());
    IRBuilder<> builder(block->getTerminator());
    // The launch is never null, which LLVM cannot see of a volatile load.
    Value *launch = builder.CreateLoad(builder.getInt64Ty(), group.getArg(1), true);
    ReplaceInstWithInst(block->getTerminator(), BranchInst::Create(out, rest, builder.CreateIsNull(launch)));
  }
  removeUnreachableBlocks(group);
}

bool DeadEndsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!kernel.sub_groups) return false;
  let_dead_ends_return(*kernel.group);
  return true;
}

}  // namespace wherry::compiler
