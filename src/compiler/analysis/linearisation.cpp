// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/linearisation.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/raw_ostream.h"

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

// Whether an edge of a depth-first search leads back to a block that is not the header of a loop around the edge.
static bool has_irreducible_cycle(const Loop &items) {
  DenseMap<const BasicBlock *, const Loop *> loop_of_header;
  for (const Loop *loop : items.getLoopsInPreorder()) loop_of_header[loop->getHeader()] = loop;
  struct Visit {
    const BasicBlock *block;
    const_succ_iterator next;
  };
  SmallVector<Visit> path;
  DenseMap<const BasicBlock *, bool> on_path;  // of all visited blocks
  auto enter = [&](const BasicBlock *block) {
    on_path[block] = true;
    path.push_back({block, succ_begin(block)});
  };
  enter(items.getHeader());
  while (!path.empty()) {
    Visit &now = path.back();
    if (now.next == succ_end(now.block)) {
      on_path[now.block] = false;
      path.pop_back();
      continue;
    }
    const BasicBlock *from = now.block, *to = *now.next++;
    if (!items.contains(to)) continue;
    if (auto found = on_path.find(to); found == on_path.end()) {
      enter(to);
    } else if (found->second) {
      const Loop *loop = loop_of_header.lookup(to);
      if (!loop || !loop->contains(from)) return true;
    }
  }
  return false;
}

std::string Linearisation::why_not(const Loop &items) {
  for (const Loop *loop : items.getLoopsInPreorder())
    if (!loop->isLoopSimplifyForm()) return "a loop in it has more than one way in";
  if (has_irreducible_cycle(items)) return "a jump leads into the middle of a loop";
  return {};
}

Linearisation::Linearisation(const Loop &items, const LoopInfo &loops, const DominatorTree &dominators,
                             const PostDominatorTree &post_dominators, const Uniformity &uniformity,
                             GuardPolicy wants_guard)
    : items_(items), loops_(loops), dominators_(dominators), post_dominators_(post_dominators) {
  assert(why_not(items).empty());
  sort(items);
  for (auto [index, block] : enumerate(order_)) position_[block] = index;
  for (BasicBlock *block : order_)
    if (uniformity.divergent_terminator(*block)) predicated_.insert_range(influence_region(block, items));
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (loop != &items && items.contains(loop) &&
        (has_divergent_exit(*loop, uniformity) || leaves_divergent_loop(*loop)))
      divergent_.insert(loop);
  for (BasicBlock *block : order_) {
    bool leaves = any_of(successors(block), [&](BasicBlock *to) { return divergent_loop_left(block, to); });
    if (uniformity.divergent_terminator(*block) || leaves) linear_.insert(block);
  }
  plan([&](BasicBlock &block) { return wants_guard(block, uniformity, *this); });
  find_kept_edges();
}

// Sorts blocks topologically, each loop's blocks side by side, its latch last.
void Linearisation::sort(const Loop &loop) {
  // The child loop of `loop` that a block is in; null: the block is in no child loop.
  auto child = [&](BasicBlock *block) -> const Loop * {
    const Loop *inner = loops_.getLoopFor(block);
    if (inner == &loop || !loop.contains(inner)) return nullptr;
    while (inner->getParentLoop() != &loop) inner = inner->getParentLoop();
    return inner;
  };
  SmallVector<BasicBlock *> post_order;
  DenseSet<BasicBlock *> seen;
  auto visit = [&](auto &self, BasicBlock *block) -> void {
    if (!seen.insert(block).second) return;
    SmallVector<BasicBlock *> next;
    if (const Loop *inner = child(block))
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
  // All paths end in the latch; blocks that do not lead to it may be sorted behind it.
  BasicBlock *latch = loop.getLoopLatch();
  for (BasicBlock *block : reverse(post_order)) {
    if (block == latch) continue;
    if (const Loop *inner = child(block))
      sort(*inner);
    else
      order_.push_back(block);
  }
  if (const Loop *inner = child(latch); inner && latch == inner->getHeader())
    sort(*inner);
  else
    order_.push_back(latch);
}

// The influence region of the branch at the end of `block`, within an iteration of `loop`: the blocks in which lanes
// may be that took different edges.
SmallVector<BasicBlock *> Linearisation::influence_region(BasicBlock *block, const Loop &loop) const {
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
    // Some lanes reach the join in a later iteration of this loop only: lanes do not reconverge there.
    join = nullptr;
    within = again;
    search();
  }
  return reached.takeVector();
}

// Whether all lanes that are at `from` reach `to` before their iteration of the loop ends.
bool Linearisation::always_reaches(BasicBlock *from, BasicBlock *to, const Loop &loop) const {
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

// Whether lanes may leave a loop in different iterations, or by different exits.
bool Linearisation::has_divergent_exit(const Loop &loop, const Uniformity &uniformity) const {
  return any_of(loop.blocks(), [&](BasicBlock *block) {
    return uniformity.divergent_terminator(*block) &&
           (loop.isLoopExiting(block) ||
            any_of(influence_region(block, loop), [&](BasicBlock *reached) { return loop.isLoopExiting(reached); }));
  });
}

// Whether an exit of the loop leaves a divergent loop around it, too. That takes a mask, also where all lanes leave
// together, and the loop may have no other exit.
bool Linearisation::leaves_divergent_loop(const Loop &loop) const {
  SmallVector<Loop::Edge> exits;
  loop.getExitEdges(exits);
  return any_of(exits, [&](const Loop::Edge &exit) { return divergent_loop_left(exit.first, exit.second); });
}

// The outermost divergent loop that an edge leaves.
const Loop *Linearisation::divergent_loop_left(BasicBlock *from, BasicBlock *to) const {
  const Loop *found = nullptr;
  for (const Loop *loop = loops_.getLoopFor(from); loop && loop != &items_; loop = loop->getParentLoop())
    if (!loop->contains(to) && divergent_.contains(loop)) found = loop;
  return found;
}

BasicBlock *Linearisation::mask_of(BasicBlock *block) const {
  while (predicated_.contains(block)) {
    const Loop *loop = loops_.getLoopFor(block);
    if (block == loop->getHeader()) {
      if (divergent_.contains(loop)) return block;
      block = loop->getLoopPreheader();
      continue;
    }
    auto *node = dominators_.getNode(block)->getIDom();
    while (loops_.getLoopFor(node->getBlock()) != loop) node = node->getIDom();
    if (!always_reaches(node->getBlock(), block, *loop)) return block;
    block = node->getBlock();
  }
  return nullptr;
}

// The target to visit first; the others are deferred to its entry.
BasicBlock *Linearisation::first_of(Set targets) {
  BasicBlock *first = nullptr;
  for (BasicBlock *target : targets)
    if (!first || position_.lookup(target) < position_.lookup(first)) first = target;
  targets.erase(first);
  deferred_[first].insert_range(targets);
  return first;
}

void Linearisation::add_exit(BasicBlock *block, BasicBlock *successor, BasicBlock *next) {
  exits_[block].push_back({successor, next});
  if (next) sources_[next].push_back(block);
}

void Linearisation::plan(WantsGuard wants_guard) {
  for (BasicBlock *block : order_) {
    const Loop *loop = loops_.getLoopFor(block);
    const bool header = block == loop->getHeader() && loop != &items_;
    Set deferred = deferred_[block];
    if (header) {
      beyond_[loop] = deferred;
      deferred.clear();
      if (divergent_.contains(loop) && loop->getLoopLatch() != block) deferred.insert(loop->getLoopLatch());
    }
    exits_[block];
    if (block == items_.getLoopLatch()) {
      add_exit(block, nullptr, nullptr);
    } else if (loop != &items_ && block == loop->getLoopLatch() && divergent_.contains(loop)) {
      plan_divergent_latch(block, wants_guard);
    } else {
      if (!header && block != items_.getHeader() && predicated(block) && !deferred.empty())
        plan_guard(block, deferred, wants_guard);
      if (linear_.contains(block))
        plan_linear_exit(block, deferred);
      else
        plan_exits(block, deferred);
    }
  }
}

// The latch of a divergent loop goes on to the header while a lane is left in the loop, then to all of the loop's exits
// and to the targets deferred over the loop.
void Linearisation::plan_divergent_latch(BasicBlock *latch, WantsGuard wants_guard) {
  const Loop *loop = loops_.getLoopFor(latch);
  for (BasicBlock *successor : successors(latch))
    if (const Loop *left = divergent_loop_left(latch, successor)) exit_targets_[left].insert(successor);
  Set targets = beyond_[loop];
  targets.insert_range(exit_targets_[loop]);
  // Without targets here, all lanes leave for targets outside of the parent loop.
  if (targets.empty()) targets.insert(loop->getParentLoop()->getLoopLatch());
  after_[loop] = first_of(targets);
  sources_[after_[loop]].push_back(latch);
  // The last lane may have left in the header: then no lane is there to load or to divide.
  BasicBlock *mask = mask_of(latch);
  if (latch == loop->getHeader() || !mask || mask == loop->getHeader()) return;
  if (wants_guard(*latch)) {
    skips_[latch] = after_[loop];
    sources_[after_[loop]].push_back(latch);
  } else {
    unguarded_.insert(latch);
  }
}

void Linearisation::plan_guard(BasicBlock *block, const Set &deferred, WantsGuard wants_guard) {
  if (!wants_guard(*block)) {
    unguarded_.insert(block);
    return;
  }
  skips_[block] = first_of(deferred);
  sources_[skips_[block]].push_back(block);
}

// Gives the block a single edge, to the first of all targets.
void Linearisation::plan_linear_exit(BasicBlock *block, const Set &deferred) {
  Set targets = deferred;
  for (BasicBlock *successor : successors(block)) {
    if (const Loop *left = divergent_loop_left(block, successor))
      exit_targets_[left].insert(successor);
    else
      targets.insert(successor);
  }
  add_exit(block, nullptr, first_of(targets));
}

// All lanes take the same edge: keeps each edge, but leads it through the deferred targets first.
void Linearisation::plan_exits(BasicBlock *block, const Set &deferred) {
  const Loop *loop = loops_.getLoopFor(block);
  SmallVector<BasicBlock *> done;
  for (BasicBlock *successor : successors(block)) {
    if (is_contained(done, successor)) continue;
    done.push_back(successor);
    if (successor == loop->getHeader()) {
      add_exit(block, successor, successor);
      continue;
    }
    Set targets = deferred;
    // An edge out of a loop visits the targets deferred over the loop, too.
    for (const Loop *left = loop; left && left != &items_ && !left->contains(successor); left = left->getParentLoop())
      targets.insert_range(beyond_[left]);
    targets.insert(successor);
    add_exit(block, successor, first_of(targets));
  }
}

void Linearisation::find_kept_edges() {
  for (BasicBlock *block : order_) {
    DenseSet<BasicBlock *> wanted(pred_begin(block), pred_end(block));
    if (wanted.size() == sources_[block].size() && all_of(wanted, [&](BasicBlock *from) {
          return !linear_.contains(from) && count(successors(from), block) == 1 &&
                 any_of(exits_[from], [&](const Exit &exit) { return exit.successor == block && exit.next == block; });
        }))
      kept_.insert(block);
  }
}

void Linearisation::print(raw_ostream &out) const {
  auto say = [&](const char *text, const BasicBlock *block) {
    out << text;
    block->printAsOperand(out, /*PrintType=*/false);
  };
  for (BasicBlock *block : order_) {
    say("    ", block);
    const BasicBlock *mask = mask_of(block);
    if (mask == block)
      out << ", masked";
    else if (mask)
      say(", masked as ", mask);
    if (const BasicBlock *next = skip(block)) say(", skipped to ", next);
    if (unguarded(block)) out << ", unguarded";
    if (const Loop *loop = loop_of(block); divergent(loop) && loop->getLoopLatch() == block) {
      say(": while a lane is left to ", loop->getHeader());
      say(", then to ", after(loop));
    }
    const char *before = linear(block) ? ": all lanes to " : ": to ";
    for (const Exit &exit : exits(block)) {
      if (exit.next)
        say(before, exit.next);
      else
        out << ": the next item";
      if (exit.successor && exit.next != exit.successor) say(" for ", exit.successor);
      before = ", ";
    }
    out << "\n";
  }
}

AnalysisKey LinearisationAnalysis::Key;

LinearisationAnalysis::Result LinearisationAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  const PostDominatorTree &post_dominators = analyses.getResult<PostDominatorTreeAnalysis>(group);
  const Uniformity &uniformity = analyses.getResult<LaneUniformityAnalysis>(group);
  Result all;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(group)) {
    const bool can = Linearisation::why_not(*loop.items).empty();
    all.add(loop.items, can ? std::make_unique<Linearisation>(*loop.items, loops, dominators, post_dominators,
                                                              uniformity, wants_guard_)
                            : nullptr);
  }
  return all;
}

}  // namespace wherry::compiler
