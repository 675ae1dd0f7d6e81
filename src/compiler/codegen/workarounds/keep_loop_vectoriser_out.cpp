// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/keep_loop_vectoriser_out.h"

#include "compiler/analysis/item_loops.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

// Drops what instructions behind conditions say of their results. True: there was something.
static bool forget_flags(const Loop &loop, const DominatorTree &dominators) {
  bool changed = false;
  for (BasicBlock *block : loop.blocks()) {
    if (dominators.dominates(block, loop.getLoopLatch())) continue;
    for (Instruction &instruction : *block) {
      changed |= instruction.hasPoisonGeneratingFlags();
      instruction.dropPoisonGeneratingFlags();
    }
  }
  return changed;
}

bool KeepLoopVectoriserOutPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(*kernel.group);
  bool changed = false;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(*kernel.group)) {
    for (const Loop *inner : loop.items->getLoopsInPreorder())
      if (inner != loop.items && inner->isInnermost() && inner->getLoopLatch())
        changed |= forget_flags(*inner, dominators);
    const BasicBlock *latch = loop.items->getLoopLatch();
    if (!latch || !loop.items->isInnermost()) continue;
    if (all_of(loop.items->blocks(), [&](const BasicBlock *block) { return dominators.dominates(block, latch); }))
      continue;
    addStringMetadataToLoop(loop.items, "llvm.loop.vectorize.enable", 0);
    changed = true;
  }
  return changed;
}

}  // namespace wherry::compiler
