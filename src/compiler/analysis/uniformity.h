// Which values of a kernel are the same for all work-items of a group.
#pragma once
#include <memory>

#include "compiler/ir/metadata.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"

namespace wherry::compiler {

using SharedVariables = llvm::SmallPtrSet<const llvm::AllocaInst *, 8>;

// LLVM's analysis does not see that a loop is left in different rounds where work-items part in its header and leave it
// elsewhere. So let them part in another block. Dominators and loops are to be computed anew.
void part_behind_headers(llvm::Function &function);

// LLVM's uniformity analysis, with this machine's sources of divergence: the local id, what private
// memory holds, atomics and calls that are not pure. Work-group operations give the same result to
// all. Holds while the control flow graph stays as it is.
class Uniformity {
 public:
  // `shared`: private variables that hold the same for all work-items (shared_variables).
  explicit Uniformity(llvm::Function &function, const SharedVariables &shared = {});
  // Of a work-group function: which values are the same for neighbouring work-items in the item loops.
  static Uniformity of_lanes(llvm::Function &group);
  bool uniform(const llvm::Value &value) const { return info_->isUniform(&value); }
  bool uniform(const llvm::Use &use) const { return !info_->isDivergentUse(use); }
  // Whether work-items part at the end of this block.
  bool divergent_terminator(const llvm::BasicBlock &block) const { return info_->hasDivergentTerminator(block); }

 private:
  // Phis that are divergent and of which LLVM's analysis does not see it.
  using Overlooked = llvm::SmallPtrSet<const llvm::PHINode *, 4>;
  struct WorkItems;
  struct Lanes;

  Uniformity(llvm::Function &function,
             llvm::function_ref<std::unique_ptr<llvm::TargetTransformInfo>(const Overlooked &)> target, bool of_group);
  // Add to them; whether there were more.
  bool overlooks_left_cycles(llvm::Function &function);
  bool overlooks_undefined(llvm::Function &function);

  std::unique_ptr<llvm::DominatorTree> dominators_;
  std::unique_ptr<llvm::CycleInfo> cycles_;
  std::unique_ptr<Overlooked> overlooked_;
  std::unique_ptr<llvm::TargetTransformInfo> target_;
  std::unique_ptr<llvm::UniformityInfo> info_;
};

// The blocks that some work-items of a group may enter, or enter more often, than others.
llvm::SmallPtrSet<const llvm::BasicBlock *, 16> divergent_blocks(llvm::Function &function,
                                                                 const Uniformity &uniformity);

// The private variables in memory that every work-item gives the same contents at every point, such as
// an array of events: the largest set for which each store is uniform, in value, place and control
// flow, given that loads from the set are.
SharedVariables shared_variables(llvm::Function &function);

}  // namespace wherry::compiler
