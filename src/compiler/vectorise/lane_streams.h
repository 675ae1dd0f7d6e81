// SPDX-License-Identifier: Apache-2.0
// Per-lane contiguous streams: loops in which each lane reads memory of its own in order, as a row of a matrix; and far
// accesses.
#pragma once
#include <functional>

#include "compiler/analysis/lane_strides.h"

namespace wherry::compiler {

// Has one such loop in `items`, if one is left, do several iterations at a time: a lane's elements are then an access
// group (one load a lane, and shuffles). With a gather in each iteration, the other lanes' cache lines would evict a
// lane's line before the next iteration. A loop over elements of 8 or 16 bits stays as it is if LLVM's vectoriser would
// take it, of work-items one by one: its vectors hold more such elements than there are lanes. True: a loop has been
// changed, and all analyses are to be computed anew.
bool widen_lane_stream(llvm::Loop &items, llvm::LoopInfo &loops, llvm::DominatorTree &dominators,
                       const Linearisation &flow, const LaneStrides &strides, unsigned register_bits);

// Whether an access reaches another cache line in each iteration of a loop, as down a column of a matrix, or by steps
// of the global size. An unknown step counts as a wide one; local memory is always near.
using FarAccesses = std::function<bool(llvm::Value *pointer, const llvm::Loop &loop)>;
FarAccesses far_accesses(llvm::Function &function, llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

}  // namespace wherry::compiler
