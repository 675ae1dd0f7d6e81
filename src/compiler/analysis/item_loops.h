// SPDX-License-Identifier: Apache-2.0
// The loops over a work-group's work-items, as lower/regions makes them.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueMap.h"

namespace llvm {
class ICmpInst;
}

namespace wherry::compiler {

// An item loop, and the loops around it over the other dimensions.
struct ItemLoop {
  llvm::Loop *items;
  llvm::PHINode *index;                   // of the work-item in `items`
  llvm::SmallVector<llvm::Loop *> outer;  // from the inside out
};

// The comparison that ends an iteration of an item loop, of the next index with the number of items; null: the loop has
// lost the form that lower/regions gave it, with a preheader and one exit.
llvm::ICmpInst *ending_of(const llvm::Loop &items);

// Whether a work-item that comes to a block of its item loop does nothing more: few empty blocks lead to the latch.
bool leads_to_latch(const llvm::BasicBlock *block, const llvm::Loop &items);

// All item loops of a function, in the preorder of its loops.
class ItemLoops {
 public:
  explicit ItemLoops(const llvm::LoopInfo &loops);

  auto begin() const { return loops_.begin(); }
  auto end() const { return loops_.end(); }

  // The item loop that a block is in; null: none.
  const ItemLoop *around(const llvm::BasicBlock *block) const;
  // Whether a loop iterates over work-items, in any dimension. An outer loop does, also where LLVM has removed the item
  // loop in it.
  bool is_over_items(const llvm::Loop *loop) const { return over_items_.contains(loop); }

  void print(llvm::raw_ostream &out) const;

 private:
  llvm::SmallVector<ItemLoop, 2> loops_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> loop_of_;  // loops_'s index
  llvm::SmallPtrSet<const llvm::Loop *, 8> over_items_;
};

// Item loops that a pass has visited, by their indices. Not a set of pointers, to which a new phi at the address of a
// deleted one would be a visited index: a deleted index leaves a ValueMap.
class MetItemLoops {
 public:
  // Whether the loop had not been visited before.
  bool insert(const ItemLoop &loop) { return insert(*loop.index); }
  bool insert(const llvm::PHINode &index) { return indices_.insert({&index, true}).second; }
  // The pass visits the loop once more.
  void erase(const ItemLoop &loop) { indices_.erase(loop.index); }

 private:
  struct Config : llvm::ValueMapConfig<const llvm::Value *> {
    enum { FollowRAUW = false };  // a replaced index is about to be deleted
  };
  llvm::ValueMap<const llvm::Value *, bool, Config> indices_;
};

// Calls `change` for each item loop with one latch that is not in `met`, and adds the loop to `met`. Where `change`
// returns true, it has changed the function: loops and dominators are computed anew, and the visits begin again.
// `change` erases a loop from `met` that is to be visited once more. True: the function has changed.
bool change_item_loops(
    llvm::Function &group, MetItemLoops &met,
    llvm::function_ref<bool(const ItemLoop &loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators)> change);

// Likewise for a `change` that looks at its own loop alone, and changes no more: loops are computed anew once all have
// been visited.
bool change_item_loops_apart(llvm::Function &group, MetItemLoops &met,
                             llvm::function_ref<bool(const ItemLoop &loop)> change);

struct ItemLoopsAnalysis : llvm::AnalysisInfoMixin<ItemLoopsAnalysis> {
  using Result = ItemLoops;
  static llvm::AnalysisKey Key;
  ItemLoops run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
