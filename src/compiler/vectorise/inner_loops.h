// SPDX-License-Identifier: Apache-2.0
// Loops in an item loop that LLVM's loop vectoriser takes if the work-items run one by one: an alternative to lanes
// where each work-item reads memory of its own in order.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"

namespace wherry::compiler {

class InnerLoops {
 public:
  InnerLoops() = default;  // none
  // The loops of `items` whose iterations are independent, or become so by a check at run time that arrays are apart.
  InnerLoops(llvm::Loop &items, llvm::LoopInfo &loops, llvm::DominatorTree &dominators, unsigned register_bits);

  // How many times as fast a loop's instructions go; 1: LLVM leaves the loop as it is.
  double speed(const llvm::Loop &loop) const {
    auto found = speed_.find(&loop);
    return found == speed_.end() ? 1 : found->second;
  }
  bool empty() const { return speed_.empty(); }

 private:
  llvm::DenseMap<const llvm::Loop *, double> speed_;
};

}  // namespace wherry::compiler
