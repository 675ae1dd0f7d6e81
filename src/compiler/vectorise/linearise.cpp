#include "compiler/vectorise/linearise.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ProfDataUtils.h"

using namespace llvm;

namespace wherry::compiler {

bool is_rare(const BasicBlock &block) {
  const BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  uint64_t taken, other;
  if (!branch || !branch->isConditional() || !extractBranchWeights(*branch, taken, other)) return false;
  if (branch->getSuccessor(0) != &block) std::swap(taken, other);
  return taken < other / 100;
}

VectorFlow::VectorFlow(Loop &items, LoopInfo &loops, const DominatorTree &dominators,
                       const PostDominatorTree &post_dominators, const Uniformity &uniformity)
    : items_(items), loops_(loops), dominators_(dominators), post_dominators_(post_dominators) {
  sort(items);
  for (auto [index, block] : enumerate(order_)) position_[block] = index;
  for (BasicBlock *block : order_)
    if (uniformity.divergent_terminator(*block)) predicated_.insert_range(apart(block, items));
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop != &items && items.contains(loop) && (parts_inside(*loop, uniformity) || leaves_divergent(*loop)))
      divergent_.insert(loop);
  for (BasicBlock *block : order_) {
    bool leaves = any_of(successors(block), [&](BasicBlock *to) { return left_divergent(block, to); });
    if (uniformity.divergent_terminator(*block) || leaves) linear_.insert(block);
  }
}

// Topologically, the blocks of a loop side by side, its latch last.
void VectorFlow::sort(Loop &loop) {
  // A block stands for the child loop that holds it.
  auto child = [&](BasicBlock *block) -> Loop * {
    Loop *inner = loops_.getLoopFor(block);
    if (inner == &loop || !loop.contains(inner)) return nullptr;
    while (inner->getParentLoop() != &loop) inner = inner->getParentLoop();
    return inner;
  };
  SmallVector<BasicBlock *> post_order;
  DenseSet<BasicBlock *> seen;
  auto visit = [&](auto &self, BasicBlock *block) -> void {
    if (!seen.insert(block).second) return;
    SmallVector<BasicBlock *> next;
    if (Loop *inner = child(block))
      inner->getExitBlocks(next);
    else
      append_range(next, successors(block));
    for (BasicBlock *successor : next) {
      if (!loop.contains(successor) || successor == loop.getHeader() || successor == block) continue;
      self(self, successor);
    }
    post_order.push_back(block);
  };
  visit(visit, loop.getHeader());
  // The latch is where all paths end; one that does not lead there may come behind it.
  BasicBlock *latch = loop.getLoopLatch();
  for (BasicBlock *block : reverse(post_order)) {
    if (block == latch) continue;
    if (Loop *inner = child(block))
      sort(*inner);
    else
      order_.push_back(block);
  }
  if (Loop *inner = child(latch); inner && latch == inner->getHeader())
    sort(*inner);
  else
    order_.push_back(latch);
}

// The blocks from which lanes that part at the end of `block` may go on apart, within a loop's round.
SmallVector<BasicBlock *> VectorFlow::apart(BasicBlock *block, const Loop &loop) const {
  auto *node = post_dominators_.getNode(block);
  const BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  const Loop *within = &loop, *again = nullptr;
  SetVector<BasicBlock *> reached;
  auto add = [&](BasicBlock *from) {
    for (BasicBlock *to : successors(from)) {
      if (to == join) continue;
      const Loop *inner = loops_.getLoopFor(to);
      if (join && inner && to == inner->getHeader() && inner->contains(block) && inner->contains(join) &&
          (!again || inner->contains(again)))
        again = inner;
      if (to != within->getHeader() && within->contains(to)) reached.insert(to);
    }
  };
  auto search = [&] {
    add(block);
    for (unsigned i = 0; i < reached.size(); ++i) add(reached[i]);
  };
  search();
  if (again) {
    // Some come to the join in a later round of this loop only: there they do not meet.
    join = nullptr;
    within = again;
    search();
  }
  return reached.takeVector();
}

// Whether all who are at `from` come to `to` before their round of the loop ends.
bool VectorFlow::always_meets(BasicBlock *from, BasicBlock *to, const Loop &loop) const {
  if (!post_dominators_.dominates(to, from)) return false;
  SetVector<BasicBlock *> reached;
  reached.insert(from);
  for (unsigned i = 0; i < reached.size(); ++i)
    for (BasicBlock *next : successors(reached[i])) {
      if (next == to) continue;
      if (next == loop.getHeader() || !loop.contains(next)) return false;
      reached.insert(next);
    }
  return true;
}

// Whether lanes may leave a loop in different rounds, or by different ways.
bool VectorFlow::parts_inside(const Loop &loop, const Uniformity &uniformity) const {
  return any_of(loop.blocks(), [&](BasicBlock *block) {
    return uniformity.divergent_terminator(*block) &&
           (loop.isLoopExiting(block) ||
            any_of(apart(block, loop), [&](BasicBlock *reached) { return loop.isLoopExiting(reached); }));
  });
}

// Whether a loop's way out ends a divergent loop around it, too. That is a mask then, also where all lanes take it
// together, and the loop may have no other end.
bool VectorFlow::leaves_divergent(const Loop &loop) const {
  SmallVector<Loop::Edge> exits;
  loop.getExitEdges(exits);
  return any_of(exits, [&](const Loop::Edge &exit) { return left_divergent(exit.first, exit.second); });
}

// The outermost divergent loop that an edge leaves.
Loop *VectorFlow::left_divergent(BasicBlock *from, BasicBlock *to) const {
  Loop *found = nullptr;
  for (Loop *loop = loops_.getLoopFor(from); loop && loop != &items_; loop = loop->getParentLoop())
    if (!loop->contains(to) && divergent_.contains(loop)) found = loop;
  return found;
}

BasicBlock *VectorFlow::mask_of(BasicBlock *block) const {
  while (predicated_.contains(block)) {
    Loop *loop = loops_.getLoopFor(block);
    if (block == loop->getHeader()) {
      if (divergent_.contains(loop)) return block;
      block = loop->getLoopPreheader();
      continue;
    }
    auto *node = dominators_.getNode(block)->getIDom();
    while (loops_.getLoopFor(node->getBlock()) != loop) node = node->getIDom();
    if (!always_meets(node->getBlock(), block, *loop)) return block;
    block = node->getBlock();
  }
  return nullptr;
}

// To the first of the targets, the others deferred.
BasicBlock *VectorFlow::go(Set targets) {
  BasicBlock *next = nullptr;
  for (BasicBlock *target : targets)
    if (!next || position_.lookup(target) < position_.lookup(next)) next = target;
  targets.erase(next);
  deferred_[next].insert_range(targets);
  return next;
}

void VectorFlow::plan(function_ref<bool(BasicBlock &)> wants_guard) {
  DenseMap<const Loop *, Set> beyond;  // deferred over a whole loop
  for (BasicBlock *block : order_) {
    Loop *loop = loops_.getLoopFor(block);
    bool header = block == loop->getHeader() && loop != &items_;
    Set deferred = deferred_[block];
    if (header) {
      beyond[loop] = deferred;
      deferred.clear();
      if (divergent_.contains(loop) && loop->getLoopLatch() != block) deferred.insert(loop->getLoopLatch());
    }
    auto &exits = exits_[block];
    auto add = [&](BasicBlock *successor, BasicBlock *next) {
      exits.push_back({successor, next});
      if (next) sources_[next].push_back(block);
    };
    if (block == items_.getLoopLatch()) {
      add(nullptr, nullptr);
      continue;
    }
    // What leaves `loop` for good is visited before what was deferred over it.
    auto with_beyond = [&](Set targets, BasicBlock *to) {
      for (Loop *left = loop; left && left != &items_ && !left->contains(to); left = left->getParentLoop())
        targets.insert_range(beyond[left]);
      return targets;
    };
    if (loop != &items_ && block == loop->getLoopLatch() && divergent_.contains(loop)) {
      for (BasicBlock *successor : successors(block))
        if (Loop *left = left_divergent(block, successor)) exit_targets_[left].insert(successor);
      Set targets = beyond[loop];
      targets.insert_range(exit_targets_[loop]);
      // All lanes may have left for what lies outside the loop around.
      if (targets.empty()) targets.insert(loop->getParentLoop()->getLoopLatch());
      after_[loop] = go(targets);
      sources_[after_[loop]].push_back(block);
      // The header may have been the last lane's way out: nobody is there for whom to load or to divide.
      if (BasicBlock *mask = mask_of(block); !header && mask && mask != loop->getHeader()) {
        if (wants_guard(*block)) {
          skips_[block] = after_[loop];
          sources_[after_[loop]].push_back(block);
        } else {
          unguarded_.insert(block);
        }
      }
      continue;
    }
    if (!header && block != items_.getHeader() && predicated(block) && !deferred.empty()) {
      if (wants_guard(*block)) {
        skips_[block] = go(deferred);
        sources_[skips_[block]].push_back(block);
      } else {
        unguarded_.insert(block);
      }
    }
    if (linear_.contains(block)) {
      Set targets = deferred;
      for (BasicBlock *successor : successors(block)) {
        if (Loop *left = left_divergent(block, successor))
          exit_targets_[left].insert(successor);
        else
          targets.insert(successor);
      }
      add(nullptr, go(targets));
      continue;
    }
    SmallVector<BasicBlock *> done;
    for (BasicBlock *successor : successors(block)) {
      if (is_contained(done, successor)) continue;
      done.push_back(successor);
      if (successor == loop->getHeader()) {
        add(successor, successor);
        continue;
      }
      Set targets = with_beyond(deferred, successor);
      targets.insert(successor);
      add(successor, go(targets));
    }
  }
  for (BasicBlock *block : order_) {
    DenseSet<BasicBlock *> wanted(pred_begin(block), pred_end(block));
    if (wanted.size() == sources_[block].size() && all_of(wanted, [&](BasicBlock *from) {
          return !linear_.contains(from) && count(successors(from), block) == 1 &&
                 any_of(exits_[from], [&](const Exit &exit) { return exit.successor == block && exit.next == block; });
        }))
      kept_.insert(block);
  }
}

}  // namespace wherry::compiler
