// SPDX-License-Identifier: Apache-2.0
// Whether every work-item gets on when work-items are the lanes of a vector.
#pragma once
#include "compiler/analysis/lane_strides.h"

namespace wherry::compiler {

// Finds spin-waits among lanes. Lanes that have left a loop wait until all lanes have left it. So a loop never ends if
// a lane leaves it only after another lane, behind the loop, has written a lock or a flag; run one by one, all
// work-items but the last would end.
class ForwardProgress {
 public:
  ForwardProgress(const llvm::Loop &items, const Linearisation &flow, const LaneStrides &strides,
                  const llvm::DominatorTree &dominators);

  // The load, the atomic operation, or the call of a waiting function that a lane waits for; null: no lane waits.
  const llvm::Instruction *spin_wait() const { return spin_wait_; }
  void print(llvm::raw_ostream &out) const;

 private:
  const llvm::Instruction *spin_wait_;
};

struct ForwardProgressAnalysis : llvm::AnalysisInfoMixin<ForwardProgressAnalysis> {
  using Result = OfItemLoops<ForwardProgress>;
  static llvm::AnalysisKey Key;
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
