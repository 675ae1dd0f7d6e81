// SPDX-License-Identifier: Apache-2.0
// Ranges of local ids and sizes.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ValueHandle.h"

namespace wherry::compiler {

// While it lives, the function's calls for local ids and sizes have the range of all launches, unless they have another
// one: what guards and counters add of them, in 32 bits or in 64, does not wrap around. Not for longer: with ranges,
// LLVM makes masks with holes of sums, whose stride the vectoriser misses.
class GivenLocalRanges {
 public:
  explicit GivenLocalRanges(llvm::Function &function);
  ~GivenLocalRanges();
  GivenLocalRanges(const GivenLocalRanges &) = delete;
  GivenLocalRanges &operator=(const GivenLocalRanges &) = delete;

  bool empty() const { return given_.empty(); }

 private:
  llvm::SmallVector<llvm::WeakTrackingVH, 4> given_;
};

}  // namespace wherry::compiler
