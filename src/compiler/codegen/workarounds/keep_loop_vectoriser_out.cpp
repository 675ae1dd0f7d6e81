// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/keep_loop_vectoriser_out.h"

#include "compiler/analysis/item_loops.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

bool KeepLoopVectoriserOutPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(*kernel.group);
  bool changed = false;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(*kernel.group)) {
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
