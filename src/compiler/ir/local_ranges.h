// SPDX-License-Identifier: Apache-2.0
// Ranges of local ids and sizes.
#pragma once
#include <array>
#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ValueHandle.h"

namespace wherry::compiler {

// Gives the function's calls for local ids and sizes ranges, unless they have some, until the object is destroyed: sums
// of ids in guards and counters, of 32 bits or 64, are then known not to wrap around. LLVM's optimiser must not see the
// ranges: with them, it makes masks with holes of sums, whose stride the vectoriser misses.
class GivenLocalRanges {
 public:
  // `local_size`: of all launches, by dimensions; 0: any.
  explicit GivenLocalRanges(llvm::Function &function, const std::array<uint64_t, 3> &local_size = {});
  ~GivenLocalRanges();
  GivenLocalRanges(const GivenLocalRanges &) = delete;
  GivenLocalRanges &operator=(const GivenLocalRanges &) = delete;

  bool empty() const { return given_.empty(); }

 private:
  llvm::SmallVector<llvm::WeakTrackingVH, 4> given_;
};

}  // namespace wherry::compiler
