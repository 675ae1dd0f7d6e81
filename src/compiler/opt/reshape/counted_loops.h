// SPDX-License-Identifier: Apache-2.0
// Loops by which the work-items of a dimension share a range of indices.
#pragma once
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace wherry::compiler {

// for (i = get_global_id(k); i < n; i += get_global_size(k)), a loop over the grid; or
// for (i = get_global_id(k) * block; i < (get_global_id(k) + 1) * block && i < n; i++), a loop over a block.
struct CountedLoop {
  unsigned dimension, bits;  // k; while ids and sums stay below 2^bits, i does not wrap around
  llvm::Value *block;        // the block's size, a launch value; null: a loop over the grid
};
using CountedLoops = llvm::SmallDenseMap<const llvm::BasicBlock *, CountedLoop, 4>;  // by headers

bool loops_over_block(const llvm::Loop &loop);
bool loops_over_blocks(llvm::Function &group);  // one of its loops
// Makes the counters of all these loops go up from 0 by 1. Afterwards one work-item does what all of the dimension did:
// the function is wrong until loop_dimension() has turned each of these loops into a dimension.
CountedLoops count_loops_by_one(llvm::Function &group);

}  // namespace wherry::compiler
