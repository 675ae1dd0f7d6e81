// Which item loops may be vectorised, and with how many lanes.
#pragma once
#include "compiler/analysis/lane_strides.h"
#include "compiler/vectorise/lane_streams.h"

namespace wherry::compiler {

struct VectorOptions {
  unsigned width;          // lanes; 1: none; 0: as many as suit the loop
  unsigned register_bits;  // of the CPU's vectors
  bool sub_groups_only;    // loops without sub-group operations stay as they are
  bool any_groups;         // item loops are long: the driver may regroup the work-items
};

// An item loop's analyses, as long as its blocks and conditions stay as they are.
struct LaneAnalyses {
  LaneAnalyses(const ItemLoop &loop, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators);

  llvm::PostDominatorTree post_dominators;
  Uniformity uniformity;
  Linearisation flow;
  LaneStrides strides;
};

// IR instructions of a loop.
unsigned size_of(const llvm::Loop &loop);

// Why an item loop cannot be vectorised, before its lanes are analysed; empty: it may be. `must`: builds may take long.
std::string why_not_by_form(const llvm::Loop &items, bool must);
// The same, of the lanes; not of a loop with sub-groups, whose work-items may wait as they like.
std::string why_not_by_waits(const llvm::Loop &items, const LaneAnalyses &lanes, const llvm::DominatorTree &dominators);

// How many lanes suit an item loop.
unsigned choose_width(const llvm::Loop &items, const LaneAnalyses &lanes, const FarAccesses &far,
                      const VectorOptions &options);

// Whether masked accesses of the loop are mostly branches, lane by lane, for want of instructions.
bool has_dear_masks(const llvm::Loop &items, const LaneStrides &strides, unsigned register_bits);

}  // namespace wherry::compiler
