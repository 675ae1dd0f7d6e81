// The control flow of a region's item loop when several work-items go through it as the lanes of a vector: partial
// linearisation (Moll and Hack, "Partial control-flow linearization", 2018).
//
// Branches that all lanes take the same way stay branches. Where lanes part, every target is visited in one order,
// each with the mask of the lanes that want to be there; what is still to be visited is deferred along the way. A loop
// that lanes leave at different times goes on while one lane is left, then goes on to all of its exits.
#pragma once
#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"

namespace wherry::compiler {

// Behind a branch whose weights say so, as the library's paths for huge arguments.
bool is_rare(const llvm::BasicBlock &block);

class VectorFlow {
 public:
  // Where a block goes to in the new order.
  struct Exit {
    llvm::BasicBlock *successor;  // of the original; null where all lanes go on together
    llvm::BasicBlock *next;       // null: the item loop's next round
  };

  // The loops below `items` must be simple (LoopSimplify), and everything in it reducible.
  VectorFlow(llvm::Loop &items, llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
             const llvm::PostDominatorTree &post_dominators, const Uniformity &uniformity);

  // Needs to know which blocks are better not entered without a lane.
  void plan(llvm::function_ref<bool(llvm::BasicBlock &)> wants_guard);

  llvm::ArrayRef<llvm::BasicBlock *> order() const { return order_; }
  // Entered by a part of the lanes only.
  bool predicated(const llvm::BasicBlock *block) const { return predicated_.contains(block); }
  bool divergent(const llvm::Loop *loop) const { return divergent_.contains(loop); }
  bool linear(const llvm::BasicBlock *block) const { return linear_.contains(block); }
  // The block whose mask is this one's too; null: all lanes.
  llvm::BasicBlock *mask_of(llvm::BasicBlock *block) const;
  // Its mask is gathered at the edges into it.
  bool has_mask(llvm::BasicBlock *block) const { return mask_of(block) == block; }
  // Every edge into it is still there, and no other.
  bool keeps_edges(llvm::BasicBlock *block) const { return kept_.contains(block); }
  llvm::ArrayRef<Exit> exits(llvm::BasicBlock *block) const { return exits_.find(block)->second; }
  // Where to go if no lane wants to enter; null: always entered.
  llvm::BasicBlock *skip(llvm::BasicBlock *block) const { return skips_.lookup(block); }
  // Entered without a lane, too.
  bool unguarded(const llvm::BasicBlock *block) const { return unguarded_.contains(block); }
  // Where a divergent loop's latch goes when no lane is left.
  llvm::BasicBlock *after(const llvm::Loop *loop) const { return after_.lookup(loop); }
  llvm::Loop *loop_of(const llvm::BasicBlock *block) const { return loops_.getLoopFor(block); }

 private:
  using Set = llvm::DenseSet<llvm::BasicBlock *>;
  void sort(llvm::Loop &loop);
  llvm::SmallVector<llvm::BasicBlock *> apart(llvm::BasicBlock *block, const llvm::Loop &loop) const;
  bool always_meets(llvm::BasicBlock *from, llvm::BasicBlock *to, const llvm::Loop &loop) const;
  bool parts_inside(const llvm::Loop &loop, const Uniformity &uniformity) const;
  bool leaves_divergent(const llvm::Loop &loop) const;
  llvm::Loop *left_divergent(llvm::BasicBlock *from, llvm::BasicBlock *to) const;
  llvm::BasicBlock *go(Set targets);

  llvm::Loop &items_;
  llvm::LoopInfo &loops_;
  const llvm::DominatorTree &dominators_;
  const llvm::PostDominatorTree &post_dominators_;
  llvm::SmallVector<llvm::BasicBlock *> order_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> position_;
  llvm::DenseSet<const llvm::BasicBlock *> predicated_, linear_, kept_, unguarded_;
  llvm::DenseSet<const llvm::Loop *> divergent_;
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<Exit, 2>> exits_;
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> skips_;
  llvm::DenseMap<const llvm::Loop *, llvm::BasicBlock *> after_;
  llvm::DenseMap<llvm::BasicBlock *, Set> deferred_;      // at a block's entry; of a header: beyond its loop
  llvm::DenseMap<const llvm::Loop *, Set> exit_targets_;  // of a divergent loop
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::BasicBlock *>> sources_;  // new edges into a block
};

}  // namespace wherry::compiler
