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

namespace wherry::compiler {

// Whether branch weights say that the block is hardly ever entered, as the library's paths for huge arguments.
bool is_rare(const llvm::BasicBlock &block);

class Linearisation {
 public:
  // An edge of the original, in the new order.
  struct Exit {
    llvm::BasicBlock *successor;  // of the original; null: for all edges
    llvm::BasicBlock *next;       // that the edge leads to; null: the item loop's next iteration
  };
  // Whether a block is to be skipped while no lane wants to enter it. Asked once divergence is known.
  using GuardPolicy = bool (*)(const llvm::BasicBlock &block, const Uniformity &uniformity,
                               const Linearisation &linearisation);

  // Why an item loop cannot be linearised; empty: it can.
  static std::string why_not(const llvm::Loop &items);

  // Of an item loop for which why_not() is empty. What the arguments refer to is to stay as it is.
  Linearisation(const llvm::Loop &items, const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
                const llvm::PostDominatorTree &post_dominators, const Uniformity &uniformity, GuardPolicy wants_guard);

  // All blocks, in the order in which they are visited.
  llvm::ArrayRef<llvm::BasicBlock *> order() const { return order_; }
  // Entered with a part of the lanes only.
  bool predicated(const llvm::BasicBlock *block) const { return predicated_.contains(block); }
  // Left by lanes in different iterations, or by different exits.
  bool divergent(const llvm::Loop *loop) const { return divergent_.contains(loop); }
  // Its successors are visited one after the other, whatever the lanes' conditions.
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
  // The innermost loop.
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
  llvm::DenseMap<const llvm::Loop *, Set> exit_targets_;  // of a divergent loop
  llvm::DenseMap<llvm::BasicBlock *, llvm::SmallVector<llvm::BasicBlock *>> sources_;  // new edges into a block
};

// Of each item loop of a function.
class Linearisations {
 public:
  Linearisations(llvm::Function &group, const ItemLoops &items, const llvm::LoopInfo &loops,
                 const llvm::DominatorTree &dominators, const llvm::PostDominatorTree &post_dominators,
                 Linearisation::GuardPolicy wants_guard);

  const Uniformity &uniformity() const { return *uniformity_; }
  // Null: the loop cannot be linearised.
  const Linearisation *of(const llvm::Loop *items) const;
  void print(llvm::raw_ostream &out) const;

 private:
  std::unique_ptr<Uniformity> uniformity_;
  llvm::MapVector<const llvm::Loop *, std::unique_ptr<Linearisation>> of_;
};

class LinearisationAnalysis : public llvm::AnalysisInfoMixin<LinearisationAnalysis> {
 public:
  using Result = Linearisations;
  static llvm::AnalysisKey Key;
  explicit LinearisationAnalysis(Linearisation::GuardPolicy wants_guard) : wants_guard_(wants_guard) {}
  Linearisations run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);

 private:
  Linearisation::GuardPolicy wants_guard_;
};

}  // namespace wherry::compiler
