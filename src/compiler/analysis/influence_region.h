// SPDX-License-Identifier: Apache-2.0
// The influence region of divergent branches: the blocks between a branch at which work-items diverge and its join, the
// branch's immediate post-dominator.
#pragma once
#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Of all divergent branches together: the blocks that some work-items of a work-group may enter, or enter more often,
// than others.
//
// Linearisation asks another question, of one item loop: which blocks run with a mask that may not be full. There an
// iteration of the item loop ends at its latch, and lanes that reach the join in a later iteration of an inner loop
// have not met.
class InfluenceRegion {
 public:
  InfluenceRegion(llvm::Function &function, const Uniformity &uniformity);

  bool contains(const llvm::BasicBlock *block) const { return blocks_.contains(block); }
  void print(llvm::raw_ostream &out) const;

 private:
  struct Branch {
    const llvm::BasicBlock *block;
    const llvm::BasicBlock *join;  // null: the function's end
  };
  llvm::SmallVector<Branch, 4> branches_;
  llvm::SmallSetVector<const llvm::BasicBlock *, 16> blocks_;
};

// Of work-item uniformity.
struct InfluenceRegionAnalysis : llvm::AnalysisInfoMixin<InfluenceRegionAnalysis> {
  using Result = InfluenceRegion;
  static llvm::AnalysisKey Key;
  InfluenceRegion run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
