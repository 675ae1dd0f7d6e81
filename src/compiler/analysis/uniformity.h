// SPDX-License-Identifier: Apache-2.0
// Which values of a kernel are the same for all work-items of a work-group, or for all lanes of a vector.
#pragma once
#include <memory>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

using SharedVariables = llvm::SmallPtrSet<const llvm::AllocaInst *, 8>;

// LLVM's analysis does not see that a loop is left in different iterations where work-items diverge in its header and
// leave it elsewhere. So this gives them another block to diverge in. Invalidates dominators and loops.
void split_loop_headers(llvm::Function &function);

// LLVM's uniformity analysis, with this machine's sources of divergence: the local id, contents of private memory,
// atomics and calls that are not pure. Work-group operations give the same result to all. Holds while the control flow
// graph stays as it is.
class Uniformity {
 public:
  // Uniformity among work-items, given that the variables `shared` have the same contents for all of them.
  explicit Uniformity(llvm::Function &function, const SharedVariables &shared = {});
  // Uniformity among work-items, with shared(): the private variables in memory that have the same contents for every
  // work-item at every point, such as an array of events. They are the largest set for which each store is uniform, in
  // value, place and control flow, given that loads from the set are uniform.
  static Uniformity of_work_items(llvm::Function &function);
  // Uniformity among the lanes of a vector, in a work-group function with item loops.
  static Uniformity of_lanes(llvm::Function &group);

  bool uniform(const llvm::Value &value) const { return info_->isUniform(&value); }
  bool uniform(const llvm::Use &use) const { return !info_->isDivergentUse(use); }
  // Whether work-items diverge at the end of this block.
  bool divergent_terminator(const llvm::BasicBlock &block) const { return info_->hasDivergentTerminator(block); }
  // Variables with the same contents for all work-items; empty after of_lanes().
  const SharedVariables &shared() const { return *shared_; }

  void print(llvm::raw_ostream &out) const;

 private:
  // Divergent phis that LLVM's analysis takes for uniform.
  using Overlooked = llvm::SmallPtrSet<const llvm::PHINode *, 4>;
  enum class Subject { work_items, lanes };
  struct WorkItems;
  struct Lanes;

  Uniformity(llvm::Function &function, Subject subject, const SharedVariables &shared);
  std::unique_ptr<llvm::TargetTransformInfo> sources(Subject subject) const;
  // Both add phis to overlooked_; true: a phi was added.
  bool overlooks_left_cycles();
  bool overlooks_undefined();

  // Members are on the heap, as they refer to each other and a Uniformity may be moved.
  llvm::Function *function_;
  std::unique_ptr<SharedVariables> shared_;
  std::unique_ptr<llvm::DominatorTree> dominators_;
  std::unique_ptr<llvm::CycleInfo> cycles_;
  std::unique_ptr<Overlooked> overlooked_;
  std::unique_ptr<llvm::TargetTransformInfo> target_;
  std::unique_ptr<llvm::UniformityInfo> info_;
};

struct WorkItemUniformityAnalysis : llvm::AnalysisInfoMixin<WorkItemUniformityAnalysis> {
  using Result = Uniformity;
  static llvm::AnalysisKey Key;
  Uniformity run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

struct LaneUniformityAnalysis : llvm::AnalysisInfoMixin<LaneUniformityAnalysis> {
  using Result = Uniformity;
  static llvm::AnalysisKey Key;
  Uniformity run(llvm::Function &group, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
