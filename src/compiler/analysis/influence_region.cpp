// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/influence_region.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

InfluenceRegion::InfluenceRegion(Function &function, const Uniformity &uniformity) {
  std::optional<PostDominatorTree> post_dominators;
  for (BasicBlock &block : function) {
    if (!uniformity.divergent_terminator(block)) continue;
    if (!post_dominators) post_dominators.emplace(function);
    auto *node = post_dominators->getNode(&block);
    const BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    branches_.push_back({&block, join});
    SmallVector<const BasicBlock *> work(successors(&block));
    while (!work.empty()) {
      const BasicBlock *reached = work.pop_back_val();
      if (reached != join && blocks_.insert(reached)) append_range(work, successors(reached));
    }
  }
}

void InfluenceRegion::print(raw_ostream &out) const {
  for (const Branch &branch : branches_) {
    out << "  branch at ";
    branch.block->printAsOperand(out, /*PrintType=*/false);
    out << ", join ";
    if (branch.join)
      branch.join->printAsOperand(out, /*PrintType=*/false);
    else
      out << "none";
    out << "\n";
  }
  for (const BasicBlock *block : blocks_) {
    out << "  block ";
    block->printAsOperand(out, /*PrintType=*/false);
    out << "\n";
  }
}

AnalysisKey InfluenceRegionAnalysis::Key;

InfluenceRegion InfluenceRegionAnalysis::run(Function &function, FunctionAnalysisManager &analyses) {
  return InfluenceRegion(function, analyses.getResult<WorkItemUniformityAnalysis>(function));
}

}  // namespace wherry::compiler
