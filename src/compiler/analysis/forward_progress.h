// SPDX-License-Identifier: Apache-2.0
// Whether every work-item gets on when work-items are the lanes of a vector.
#pragma once
#include "compiler/analysis/lane_strides.h"

namespace wherry::compiler {

// Lanes that have left a loop go on when all lanes have. If a lane leaves a loop only once it sees a lock or a flag
// that another lane writes behind the loop, that is never: a spin-wait, of which item by item all but the last would
// end.
class ForwardProgress {
 public:
  ForwardProgress(const llvm::Loop &items, const Linearisation &flow, const LaneStrides &strides,
                  const llvm::DominatorTree &dominators);

  // What a lane waits for: a load, an atomic operation, or a call of a function that waits. Null: no lane waits.
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
