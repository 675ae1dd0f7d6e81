// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/mark_exits.h"

#include "compiler/ir/metadata.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

SmallSetVector<BasicBlock *, 8> exit_blocks(const Loop &loop, const DominatorTree &dominators) {
  SmallVector<BasicBlock *> latches;
  loop.getLoopLatches(latches);
  SmallSetVector<BasicBlock *, 8> found, between;
  for (auto next = std::next(loop.getHeader()->getIterator()); next != loop.getHeader()->getParent()->end(); ++next) {
    if (is_contained(latches, &*next)) {  // the loop goes on behind the blocks since the last latch
      found.insert_range(between);
      between.clear();
    } else if (!loop.contains(&*next) && dominators.isReachableFromEntry(&*next) &&
               dominators.dominates(loop.getHeader(), &*next)) {
      between.insert(&*next);
    }
  }
  return found;
}

void mark(Function &function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  MapVector<BasicBlock *, SmallVector<Metadata *, 2>> exit_of;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const auto blocks = exit_blocks(*loop, dominators);
    if (blocks.empty()) continue;
    MDNode *node = MDNode::getDistinct(function.getContext(), {});
    loop->getHeader()->getTerminator()->setMetadata(kLoopHeader, node);
    for (BasicBlock *block : blocks) exit_of[block].push_back(node);
  }
  for (auto &[block, nodes] : exit_of)
    block->getTerminator()->setMetadata(kExitOf, MDNode::get(function.getContext(), nodes));
}

}  // namespace

PreservedAnalyses MarkExitsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    if (!function.isDeclaration()) mark(function);
  return PreservedAnalyses::all();
}

}  // namespace wherry::compiler
