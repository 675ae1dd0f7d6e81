// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/load_once.h"

#include "compiler/analysis/fixed_address.h"
#include "compiler/analysis/lane_strides.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/vectorise/candidates.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Loads of one block of a loop, in their order.
struct Group {
  Loop *loop;
  BasicBlock *before;  // the loop; asked once, as blocks that are split later are of no loop to LLVM's analysis
  SmallVector<LoadInst *, 4> loads;
};

// The loads of one place that some iterations make; those of all iterations only in a loop that writes elsewhere, which
// LLVM's optimiser leaves where they are.
SmallVector<Group, 4> loads_of_one_place(Loop &items, const LoopInfo &loops, const DominatorTree &dominators) {
  SmallVector<Group, 4> groups;
  for (Loop *loop : items.getLoopsInPreorder()) {
    if (loop == &items || !loop->getLoopPreheader() || !loop->getLoopLatch()) continue;
    const bool writes = any_of(loop->blocks(), [](BasicBlock *block) {
      return any_of(*block, [](Instruction &each) { return each.mayWriteToMemory(); });
    });
    for (BasicBlock *block : loop->blocks()) {
      if (loops.getLoopFor(block) != loop || block == loop->getHeader() ||
          (!writes && dominators.dominates(block, loop->getLoopLatch())))
        continue;
      Group group{loop, loop->getLoopPreheader(), {}};
      for (Instruction &each : *block)
        if (auto *load = dyn_cast<LoadInst>(&each); load && load->isSimple() &&
                                                    load->getPointerAddressSpace() != kPrivateSpace &&
                                                    has_fixed_address(*load, *loop))
          group.loads.push_back(load);
      if (!group.loads.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

bool may_write(const Loop &loop, const LoadInst &load, AAResults &aliases) {
  return any_of(loop.blocks(), [&](BasicBlock *block) {
    return any_of(*block, [&](Instruction &other) {
      return other.mayWriteToMemory() && isModSet(aliases.getModRefInfo(&other, MemoryLocation::get(&load)));
    });
  });
}

// Moves loads of one place in front of a loop whose first iteration makes them first: of `do b -= p[i]; while (b >
// 0);`, which lanes leave one by one, each iteration would load under another mask.
bool load_before_loops(Loop &items, FunctionAnalysisManager &analyses, Function &group) {
  bool changed = false;
  SmallVector<Loop *, 4> outer_first = items.getLoopsInPreorder();
  for (Loop *loop : reverse(outer_first)) {
    BasicBlock *before = loop->getLoopPreheader();
    if (loop == &items || !before) continue;
    bool goes_on = true;
    for (BasicBlock *block = loop->getHeader(); goes_on && block && loop->contains(block);
         block = block->getSingleSuccessor() == loop->getHeader() ? nullptr : block->getSingleSuccessor())
      for (Instruction &each : make_early_inc_range(*block)) {
        if (each.isTerminator()) break;
        goes_on &= isGuaranteedToTransferExecutionToSuccessor(&each);
        auto *load = dyn_cast<LoadInst>(&each);
        if (!goes_on || !load || !load->isSimple() || load->getPointerAddressSpace() == kPrivateSpace ||
            !has_fixed_address(*load, *loop) || may_write(*loop, *load, analyses.getResult<AAManager>(group)) ||
            !loop->makeLoopInvariant(load->getPointerOperand(), changed))
          continue;
        load->moveBefore(before->getTerminator()->getIterator());
        changed = true;
      }
  }
  return changed;
}

// Whether one load has the next lanes' numbers, or the same number for all: not worth a branch.
bool is_cheap(const LoadInst &load, const LaneStrides &strides) {
  const auto stride = strides.stride(load.getPointerOperand());
  return stride && std::abs(*stride) <= int64_t(load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue());
}

// What comes to the end of `block` where a value is `first` before the loop, and `now` behind `rest`.
Value *carried(Value *first, Value *now, BasicBlock &rest, BasicBlock &block, BasicBlock &before) {
  SSAUpdater updater;
  updater.Initialize(first->getType(), "kept");
  updater.AddAvailableValue(&before, first);
  updater.AddAvailableValue(&rest, now);
  return updater.GetValueAtEndOfBlock(&block);
}

void load_once(const Group &group) {
  Instruction *begin = group.loads.front();
  BasicBlock *block = begin->getParent(), *rest = block->splitBasicBlock(begin, "kept");
  LLVMContext &context = block->getContext();
  auto *fresh = BasicBlock::Create(context, "load.once", block->getParent(), rest);
  IRBuilder<> builder(fresh);
  builder.SetCurrentDebugLocation(begin->getDebugLoc());
  BranchInst *join = builder.CreateBr(rest);
  block->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(block);
  BranchInst *branch =
      builder.CreateCondBr(builder.getTrue(), rest, fresh, MDBuilder(context).createLikelyBranchWeights());
  branch->setCondition(carried(builder.getFalse(), builder.getTrue(), *rest, *block, *group.before));
  for (LoadInst *load : group.loads) {
    builder.SetInsertPoint(rest, rest->begin());
    PHINode *now = builder.CreatePHI(load->getType(), 2, load->getName());
    load->replaceAllUsesWith(now);
    load->moveBefore(join->getIterator());
    now->addIncoming(load, fresh);
    now->addIncoming(carried(Constant::getNullValue(load->getType()), now, *rest, *block, *group.before), block);
  }
}

}  // namespace

PreservedAnalyses LoadOncePass::run(Function &group, FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(group);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  SmallVector<Group, 4> all;
  bool changed = false;
  for (const ItemLoop &items : analyses.getResult<ItemLoopsAnalysis>(group)) {
    changed |= load_before_loops(*items.items, analyses, group);
    SmallVector<Group, 4> groups = loads_of_one_place(*items.items, loops, dominators);
    if (groups.empty() || !why_not_by_form(*items.items, /*must=*/false).empty()) continue;
    for (Group &found : groups)
      for (LoadInst *load : found.loads) found.loop->makeLoopInvariant(load->getPointerOperand(), changed);
    const LaneAnalyses lanes(items, loops, dominators);
    AAResults &aliases = analyses.getResult<AAManager>(group);
    for (Group &found : groups) {
      erase_if(found.loads, [&](LoadInst *load) {
        return is_cheap(*load, lanes.strides) || may_write(*found.loop, *load, aliases);
      });
      if (!found.loads.empty()) all.push_back(std::move(found));
    }
  }
  for (const Group &found : all) load_once(found);
  return changed || !all.empty() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
