// SPDX-License-Identifier: Apache-2.0
// Per-lane contiguous streams: loops in which each lane reads memory of its own in order, as a row of a matrix; and far
// accesses.
#pragma once
#include <functional>

#include "compiler/analysis/lane_strides.h"

namespace wherry::compiler {

// Has one such loop of `items`, if one is left, do several iterations at a time: a lane's elements are an access group
// then (one load a lane, and shuffles). A gather for each iteration would find each lane's cache line evicted by those
// of the other lanes. True: the loop is done, and all analyses are to be computed anew.
bool widen_lane_stream(llvm::Loop &items, llvm::LoopInfo &loops, llvm::DominatorTree &dominators,
                       const Linearisation &flow, const LaneStrides &strides);

// Whether an access reaches another cache line in each iteration of a loop, as down a column of a matrix, or by steps
// of the global size. An unknown step counts as a wide one; local memory is always near.
using FarAccesses = std::function<bool(llvm::Value *pointer, const llvm::Loop &loop)>;
FarAccesses far_accesses(llvm::Function &function, llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

}  // namespace wherry::compiler
