// SPDX-License-Identifier: Apache-2.0
// Loops that may end only by the progress of another work-item.
#pragma once
#include "compiler/analysis/exit_conditions.h"

namespace llvm {
class ScalarEvolution;
}

namespace wherry::compiler {

// A loop whose exits depend on memory that other work-items write meanwhile, that does not bring about its end itself,
// and that a work-item goes around without coming to a work-group operation.
struct SpinWait {
  const llvm::Instruction *on;  // the load, atomic operation, or call that the loop waits for
  llvm::SmallVector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>, 2> back_edges;
};

// The spin-waits of a work-group function before form-regions, or of a function that a kernel calls.
class SpinWaits {
 public:
  SpinWaits(llvm::Function &function, const ArgumentOrigins &origins, const llvm::LoopInfo &loops,
            llvm::ScalarEvolution &evolution);

  llvm::ArrayRef<SpinWait> all() const { return waits_; }
  void print(llvm::raw_ostream &out) const;

 private:
  llvm::SmallVector<SpinWait, 2> waits_;
};

struct SpinWaitsAnalysis : llvm::AnalysisInfoMixin<SpinWaitsAnalysis> {
  using Result = SpinWaits;
  static llvm::AnalysisKey Key;
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
