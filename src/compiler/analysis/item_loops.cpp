// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/item_loops.h"

#include "compiler/ir/metadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

static PHINode *marked_phi(const Loop &loop, const char *kind) {
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.hasMetadata(kind)) return &phi;
  return nullptr;
}

ICmpInst *ending_of(const Loop &items) {
  const BasicBlock *latch = items.getLoopLatch();
  auto *branch = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional() || !items.getLoopPreheader() || !items.getExitBlock()) return nullptr;
  return dyn_cast<ICmpInst>(branch->getCondition());
}

bool leads_to_latch(const BasicBlock *block, const Loop &items) {
  constexpr unsigned kMostEmptyBlocks = 4;
  for (unsigned steps = 0; steps < kMostEmptyBlocks; ++steps) {
    if (block == items.getLoopLatch()) return true;
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || branch->isConditional() || &*block->getFirstNonPHIIt() != branch) return false;
    block = branch->getSuccessor(0);
  }
  return false;
}

ItemLoops::ItemLoops(const LoopInfo &loops) {
  for (Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder()) {
    if (marked_phi(*loop, kOuterItemLoop)) over_items_.insert(loop);
    PHINode *index = marked_phi(*loop, kItemLoop);
    if (!index) continue;
    ItemLoop found{loop, index, {}};
    for (Loop *outer = loop->getParentLoop(); outer && marked_phi(*outer, kOuterItemLoop);
         outer = outer->getParentLoop())
      found.outer.push_back(outer);
    over_items_.insert(loop);
    for (const BasicBlock *block : loop->blocks()) loop_of_[block] = loops_.size();
    loops_.push_back(std::move(found));
  }
}

const ItemLoop *ItemLoops::around(const BasicBlock *block) const {
  auto found = loop_of_.find(block);
  return found == loop_of_.end() ? nullptr : &loops_[found->second];
}

void ItemLoops::print(raw_ostream &out) const {
  for (const ItemLoop &loop : loops_) {
    out << "  item loop at ";
    loop.items->getHeader()->printAsOperand(out, /*PrintType=*/false);
    out << ", index ";
    loop.index->printAsOperand(out, /*PrintType=*/false);
    for (const Loop *outer : loop.outer) {
      out << ", in ";
      outer->getHeader()->printAsOperand(out, /*PrintType=*/false);
    }
    out << "\n";
  }
}

// True: `change` has changed a loop.
static bool change_next_item_loop(Function &group, MetItemLoops &met,
                                  function_ref<bool(const ItemLoop &, LoopInfo &, DominatorTree &)> change) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  return any_of(ItemLoops(loops), [&](const ItemLoop &loop) {
    return loop.items->getLoopLatch() && met.insert(loop) && change(loop, loops, dominators);
  });
}

bool change_item_loops(Function &group, MetItemLoops &met,
                       function_ref<bool(const ItemLoop &, LoopInfo &, DominatorTree &)> change) {
  bool changed = false;
  while (change_next_item_loop(group, met, change)) changed = true;
  return changed;
}

bool change_item_loops_apart(Function &group, MetItemLoops &met, function_ref<bool(const ItemLoop &)> change) {
  bool changed = false;
  for (bool again = true; again;) {
    again = false;
    DominatorTree dominators(group);
    LoopInfo loops(dominators);
    for (const ItemLoop &loop : ItemLoops(loops))
      if (loop.items->getLoopLatch() && met.insert(loop)) again |= change(loop);
    changed |= again;
  }
  return changed;
}

AnalysisKey ItemLoopsAnalysis::Key;

ItemLoops ItemLoopsAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  return ItemLoops(analyses.getResult<LoopAnalysis>(group));
}

}  // namespace wherry::compiler
