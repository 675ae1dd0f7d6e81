// SPDX-License-Identifier: Apache-2.0
// Which item loops may be vectorised, and with how many lanes.
#pragma once
#include "compiler/analysis/lane_strides.h"
#include "compiler/vectorise/lane_streams.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace wherry::compiler {

// Metadata of an item loop's comparison, where a range has been cut out: the number of all work-items.
constexpr char kItemsAtMost[] = "wherry.items_at_most";

struct VectorOptions {
  unsigned width;          // lanes; 1: none; 0: as many as suit the loop
  unsigned register_bits;  // of the CPU's widest vectors
  bool sub_groups_only;    // loops without sub-group operations stay as they are
  bool regroupable;        // the driver may choose long item loops
};

// Analyses of a whole function, which take as long for one item loop as for all.
struct GroupAnalyses {
  explicit GroupAnalyses(llvm::Function &group) : post_dominators(group), uniformity(Uniformity::of_lanes(group)) {}

  llvm::PostDominatorTree post_dominators;
  Uniformity uniformity;
};

// An item loop's analyses, as long as its blocks and conditions stay as they are.
struct LaneAnalyses {
  LaneAnalyses(const ItemLoop &loop, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
               std::shared_ptr<const GroupAnalyses> group);
  LaneAnalyses(const ItemLoop &loop, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators)
      : LaneAnalyses(loop, loops, dominators, std::make_shared<GroupAnalyses>(*loop.index->getFunction())) {}

  std::shared_ptr<const GroupAnalyses> group;
  Linearisation flow;
  LaneStrides strides;
};

// The number of IR instructions of a loop.
unsigned instructions_in(const llvm::Loop &loop);

// Copies of a loop's blocks, which jump among themselves and out of the loop as the originals do; map[X] is X's copy.
// Their names end with `suffix`.
llvm::SmallVector<llvm::BasicBlock *> copy_blocks(const llvm::Loop &loop, llvm::ValueToValueMapTy &map,
                                                  const llvm::Twine &suffix);

// The number of work-items in an item loop.
llvm::Value *items_of(const llvm::Loop &items);

// Why an item loop's form rules vectors out; empty: its lanes can be analysed. `must`: a long loop is taken, too.
std::string why_not_by_form(const llvm::Loop &items, bool must);
// Why waiting work-items rule vectors out; empty: none waits for another. Not asked of a loop with sub-groups, which is
// vectorised in any case.
std::string why_not_by_spin_wait(const llvm::Loop &items, const LaneAnalyses &lanes,
                                 const llvm::DominatorTree &dominators);

// The number of the CPU's vector registers.
unsigned registers_of(const VectorOptions &options);

// The most values of an item loop that are alive at once and take a register for each vector of lanes.
unsigned lanes_alive(const llvm::Loop &items, const LaneStrides &strides);

// How many lanes suit an item loop.
unsigned choose_width(const llvm::Loop &items, const LaneAnalyses &lanes, const FarAccesses &far,
                      const VectorOptions &options);

// Whether masked accesses of the loop are mostly branches, lane by lane, for want of instructions.
bool has_dear_masks(const llvm::Loop &items, const LaneStrides &strides, unsigned register_bits);

// Whether masks on all of the loop's accesses and branches are a small part of its vectors' cost.
bool masks_are_few(const llvm::Loop &items, const LaneStrides &strides, unsigned register_bits, double vectors);

}  // namespace wherry::compiler
