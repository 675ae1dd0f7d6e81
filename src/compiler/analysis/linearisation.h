// SPDX-License-Identifier: Apache-2.0
// The control flow of an item loop whose work-items are the lanes of a vector: partial linearisation (Moll and Hack,
// "Partial control-flow linearization", 2018).
//
// A branch that is uniform stays a branch. The targets of a divergent branch are visited in one order, each with the
// mask of the lanes that take the edge to it; targets still to be visited are deferred along the way. A divergent loop
// iterates while one lane is left in it, and then goes on to all of its exits.
#pragma once
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {

// Whether branch weights say that the block is hardly ever entered, as the library's paths for huge arguments.
bool is_rare(const llvm::BasicBlock &block);

class Linearisation {
 public:
  // Where an original edge leads in the new order.
  struct Exit {
    llvm::BasicBlock *successor;  // the original edge's target; null: stands for all edges
    llvm::BasicBlock *next;       // the new edge's target; null: the item loop's next iteration
  };
  // Whether to skip a block while no lane wants to enter it. Called once divergence is known.
  using GuardPolicy = bool (*)(const llvm::BasicBlock &block, const Uniformity &uniformity,
                               const Linearisation &linearisation);

  // Why an item loop cannot be linearised; empty: it can.
  static std::string why_not(const llvm::Loop &items);

  // Precondition: why_not(items) is empty. Keeps references: the arguments must outlive this object, unchanged.
  Linearisation(const llvm::Loop &items, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
                const llvm::PostDominatorTree &post_dominators, const Uniformity &uniformity, GuardPolicy wants_guard);

  // All blocks, in the order in which they are visited.
  llvm::ArrayRef<llvm::BasicBlock *> order() const { return order_; }
  // Whether not all lanes may enter the block.
  bool predicated(const llvm::BasicBlock *block) const { return predicated_.contains(block); }
  // Whether lanes leave the loop in different iterations, or by different exits.
  bool divergent(const llvm::Loop *loop) const { return divergent_.contains(loop); }
  // Whether all targets of the block are visited one after the other, whatever its condition.
  bool linear(const llvm::BasicBlock *block) const { return linear_.contains(block); }
  // The block whose mask is this one's too; null: all lanes.
  llvm::BasicBlock *mask_of(llvm::BasicBlock *block) const;
  // Whether the block has a mask of its own, to which each edge into the block adds its lanes.
  bool has_mask(llvm::BasicBlock *block) const { return mask_of(block) == block; }
  // Whether exactly the original edges lead into the block.
  bool keeps_edges(llvm::BasicBlock *block) const { return kept_.contains(block); }
  llvm::ArrayRef<Exit> exits(llvm::BasicBlock *block) const { return exits_.find(block)->second; }
  // The block to go to if no lane enters this one; null: control always enters this one.
  llvm::BasicBlock *skip(llvm::BasicBlock *block) const { return skips_.lookup(block); }
  // Whether control may enter the block without a lane.
  bool unguarded(const llvm::BasicBlock *block) const { return unguarded_.contains(block); }
  // The target of a divergent loop's latch once no lane is left in the loop.
  llvm::BasicBlock *after(const llvm::Loop *loop) const { return after_.lookup(loop); }
  // The innermost loop that holds the block.
  const llvm::Loop *loop_of(const llvm::BasicBlock *block) const { return loops_.getLoopFor(block); }

  void print(llvm::raw_ostream &out) const;

 private:
  using Set = llvm::DenseSet<llvm::BasicBlock *>;
  void sort(const llvm::Loop &loop);
  llvm::SmallVector<llvm::BasicBlock *> influence_region(llvm::BasicBlock *block, const llvm::Loop &loop) const;
  bool always_reaches(llvm::BasicBlock *from, llvm::BasicBlock *to, const llvm::Loop &loop) const;
  bool has_divergent_exit(const llvm::Loop &loop, const Uniformity &uniformity) const;
  bool leaves_divergent_loop(const llvm::Loop &loop) const;
  const llvm::Loop *divergent_loop_left(llvm::BasicBlock *from, llvm::BasicBlock *to) const;

  using WantsGuard = llvm::function_ref<bool(llvm::BasicBlock &)>;
  void plan(WantsGuard wants_guard);
  void plan_divergent_latch(llvm::BasicBlock *latch, WantsGuard wants_guard);
  void plan_guard(llvm::BasicBlock *block, const Set &deferred, WantsGuard wants_guard);
  void plan_linear_exit(llvm::BasicBlock *block, const Set &deferred);
  void plan_exits(llvm::BasicBlock *block, const Set &deferred);
  void add_exit(llvm::BasicBlock *block, llvm::BasicBlock *successor, llvm::BasicBlock *next);
  llvm::BasicBlock *first_of(Set targets);
  void find_kept_edges();

  const llvm::Loop &items_;
  const llvm::LoopInfo &loops_;
  const llvm::DominatorTree &dominators_;
  const llvm::PostDominatorTree &post_dominators_;
  llvm::SmallVector<llvm::BasicBlock *> order_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> position_;
  llvm::DenseSet<const llvm::BasicBlock *> predicated_, linear_, kept_, unguarded_;
  llvm::DenseSet<const llvm::Loop *> divergent_;
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<Exit, 2>> exits_;
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> skips_;
  llvm::DenseMap<const llvm::Loop *, llvm::BasicBlock *> after_;
  // While planning.
  llvm::DenseMap<llvm::BasicBlock *, Set> deferred_;      // at a block's entry; of a header: beyond its loop
  llvm::DenseMap<const llvm::Loop *, Set> beyond_;        // deferred over a whole loop
  llvm::DenseMap<const llvm::Loop *, Set> exit_targets_;  // by divergent loops
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::BasicBlock *>> sources_;  // new edges into a block
};

// What an analysis finds of each item loop of a function that can be linearised.
template <class Found> class OfItemLoops {
 public:
  void add(const llvm::Loop *items, std::unique_ptr<Found> found) { of_[items] = std::move(found); }
  // Null: the loop cannot be linearised.
  const Found *of(const llvm::Loop *items) const {
    auto found = of_.find(items);
    return found == of_.end() ? nullptr : found->second.get();
  }

  void print(llvm::raw_ostream &out) const {
    for (auto &[items, found] : of_) {
      items->getHeader()->printAsOperand(out << "  item loop at ", /*PrintType=*/false);
      if (found)
        found->print(out << ":\n");
      else
        out << ": " << Linearisation::why_not(*items) << "\n";
    }
  }

 private:
  llvm::MapVector<const llvm::Loop *, std::unique_ptr<Found>> of_;
};

class LinearisationAnalysis : public llvm::AnalysisInfoMixin<LinearisationAnalysis> {
 public:
  using Result = OfItemLoops<Linearisation>;
  static llvm::AnalysisKey Key;
  explicit LinearisationAnalysis(Linearisation::GuardPolicy wants_guard) : wants_guard_(wants_guard) {}
  Result run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);

 private:
  Linearisation::GuardPolicy wants_guard_;
};

}  // namespace wherry::compiler
