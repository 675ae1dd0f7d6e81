// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/interleave.h"

#include <cmath>

#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/module_options.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/chains.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/wide_vectors.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// An estimate of one work-item's cycles.
struct Cycles {
  double waiting = 0;    // alone: each operation waits for its operands
  double beginning = 0;  // if no operation had to wait
};

// A branch that differs between work-items, and what lies between it and where they meet again.
struct DivergentRegion {
  SetVector<BasicBlock *> blocks;
  BasicBlock *join;
};

class Interleaver {
 public:
  Interleaver(const ItemLoop &loop, const LoopInfo &loops, const DominatorTree &dominators)
      : items_(*loop.items), index_(*loop.index), function_(*index_.getFunction()), context_(function_.getContext()),
        loops_(loops), lanes_(loop, loops, dominators), header_(items_.getHeader()), latch_(items_.getLoopLatch()),
        before_(items_.getLoopPreheader()), out_(items_.getExitBlock()), size_(items_of(items_)) {}

  // Why work-items cannot run together; empty: they can. Before run().
  std::string why_not(const DominatorTree &dominators) {
    if (items_.getExitingBlock() != latch_ || !out_->phis().empty()) return "the loop has several exits";
    if (!hasSingleElement(header_->phis())) return "the loop hands a value on";
    if (std::string why = why_not_by_spin_wait(items_, lanes_, dominators); !why.empty()) return why;
    for (BasicBlock *block : items_.blocks())
      for (Instruction &instruction : *block)
        if (std::string why = why_not(instruction); !why.empty()) return why;
    if (std::string why = find_variables(); !why.empty()) return why;
    return find_regions();
  }

  // The cycles of code outside of divergent regions; the copies of a divergent region run one after the other, as
  // before. After why_not().
  Cycles cycles(unsigned register_bits) const {
    const DataLayout &layout = header_->getDataLayout();
    Cycles sum;
    for (const Loop *loop : items_.getLoopsInPreorder()) {
      if (!loop->getLoopLatch()) continue;
      Chains chains;
      double begun = 0, instructions = 0;
      for (const BasicBlock *block : order_) {
        if (loops_.getLoopFor(block) != loop || is_rare(*block)) continue;
        chains.add(*block, block == loop->getHeader(), register_bits);
        for (const Instruction &instruction : *block) begun += registers_of(instruction, layout, register_bits);
        instructions += double(block->size());
      }
      begun /= cost::kBegunPerCycle;
      // Code of this length runs at once: iterations, or work-items.
      const double at_once = std::max(1.0, cost::kWindow / std::max(1.0, instructions));
      const double often = std::pow(cost::kIterations, loop->getLoopDepth() - items_.getLoopDepth());
      const double carried = loop == &items_ ? 0 : chains.carried(*loop);
      sum.waiting += often * std::max({carried, chains.longest() / at_once, begun});
      sum.beginning += often * begun;
    }
    return sum;
  }

  void run(unsigned together) {
    together_ = together;
    values_.resize(together);
    copy_variables();
    for (BasicBlock *block : order_) blocks_[block] = make_block(block->getName() + ".together");
    rest_ = make_block("rest");
    begin_ = PHINode::Create(index_.getType(), 2, "begin", rest_);
    for (BasicBlock *block : order_) copy_shared(block);
    for (const SharedPhi &phi : phis_) fill(*phi.original, *phi.copy, phi.item);
    enter_and_leave();
  }

 private:
  std::string why_not(const Instruction &instruction) const {
    if (isa<AllocaInst, InvokeInst, CallBrInst, IndirectBrInst>(instruction)) return "it has unusual instructions";
    if (intrinsic_of(instruction) != Intrinsic::none) return "it calls the host";
    if (auto *call = dyn_cast<CallBase>(&instruction);
        call && (call->isConvergent() || call->cannotDuplicate() || call->isInlineAsm()))
      return "it has a call that cannot be copied";
    for (const User *user : instruction.users())
      if (!items_.contains(cast<Instruction>(user))) return "a value is used behind the loop";
    return {};
  }

  // Each work-item has private variables of its own.
  std::string find_variables() {
    for (Instruction &instruction : function_.getEntryBlock()) {
      auto *variable = dyn_cast<AllocaInst>(&instruction);
      if (!variable || variable->hasMetadata(kSharedVariable)) continue;
      bool inside = false, outside = false;
      for (const User *user : variable->users())
        if (items_.contains(cast<Instruction>(user)))
          inside = true;
        else if (!isa<LifetimeIntrinsic>(user))
          outside = true;
      if (outside && (inside || leads_inside(*variable))) return "a private variable is used outside of the loop, too";
      if (inside) variables_.push_back(variable);
    }
    uint64_t bytes = 0;
    for (const AllocaInst *variable : variables_)
      bytes += variable->getAllocationSize(function_.getDataLayout()).value_or(TypeSize::getFixed(~0u)).getFixedValue();
    if (bytes * cost::kMostTogether > cost::kMaxLaneBytes) return "its private variables take too much of the stack";
    return {};
  }

  // Whether an address that is computed outside of the loop is used in it.
  bool leads_inside(const Instruction &address) const {
    SmallSetVector<const User *, 8> users(address.user_begin(), address.user_end());
    for (unsigned k = 0; k < users.size(); ++k) {
      if (items_.contains(cast<Instruction>(users[k]))) return true;
      if (!users[k]->getType()->isVoidTy()) users.insert(users[k]->user_begin(), users[k]->user_end());
    }
    return false;
  }

  // Finds what is copied as a whole; the other blocks run for all work-items together.
  std::string find_regions() {
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_))
      if (items_.contains(block)) rpo_.push_back(block);
    SmallPtrSet<const BasicBlock *, 16> in_region;
    for (BasicBlock *block : rpo_) {
      if (in_region.contains(block)) continue;
      order_.push_back(block);
      if (block == latch_ || !lanes_.group->uniformity.divergent_terminator(*block)) continue;
      if (is_guard(*block)) {
        guards_.insert(block);
        continue;
      }
      const auto *node = lanes_.group->post_dominators.getNode(block);
      BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      if (!join || !items_.contains(join)) return "work-items leave it apart";
      // LLVM's analysis takes a value that some work-items do not set for uniform.
      for (const PHINode &phi : join->phis())
        if (any_of(phi.incoming_values(), [](const Use &value) { return isa<UndefValue>(value); }))
          return "work-items do not all set a value";
      DivergentRegion region;
      region.join = join;
      for (BasicBlock *next : successors(block))
        if (next != join) region.blocks.insert(next);
      for (unsigned k = 0; k < region.blocks.size(); ++k) {
        BasicBlock *one = region.blocks[k];
        if (one == block || one == header_ || one == latch_) return "work-items take turns in a loop";
        for (BasicBlock *next : successors(one))
          if (next != join) region.blocks.insert(next);
      }
      for (BasicBlock *one : region.blocks) {
        for (BasicBlock *from : predecessors(one))
          if (from != block && !region.blocks.contains(from)) return "a jump leads into a branch";
        in_region.insert(one);
      }
      regions_.insert({block, std::move(region)});
    }
    return {};
  }

  // A range check before anything has an effect: work-items that disagree begin again, one by one.
  bool is_guard(const BasicBlock &block) const {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    auto *condition = branch ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    // Work-items disagree on an equality, such as with the id 0, in each work-group.
    if (!condition || condition->isEquality()) return false;
    // In a loop, effects of later code come before the check's next iteration.
    return regions_.empty() && loops_.getLoopFor(&block) == &items_ && lanes_.strides.is_range_check(condition) &&
           none_of(order_, [](const BasicBlock *before) { return any_of(*before, has_effect); });
  }

  BasicBlock *make_block(const Twine &name) { return BasicBlock::Create(context_, name, &function_, out_); }

  // The same instruction stands once for all work-items.
  bool is_shared(const Instruction &instruction) const {
    return !instruction.mayWriteToMemory() && lanes_.strides.uniform(&instruction);
  }

  void copy_variables() {
    for (AllocaInst *variable : variables_)
      for (unsigned k = 1; k < together_; ++k) {
        Instruction *copy = variable->clone();
        copy->insertAfter(variable->getIterator());
        copy->setName(variable->getName());
        values_[k][variable] = copy;
        for (User *user : variable->users())
          if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(user); lifetime && !items_.contains(lifetime)) {
            Instruction *mark = lifetime->clone();
            mark->replaceUsesOfWith(variable, copy);
            mark->insertAfter(lifetime->getIterator());
          }
      }
  }

  Value *value_of(Value *value, unsigned item) const {
    auto found = values_[item].find(value);
    return found == values_[item].end() ? value : found->second;
  }

  // A copy for a work-item. Operands of phis are filled in when all values are there.
  Instruction *copy(Instruction &instruction, unsigned item, BasicBlock *into) {
    Instruction *made = instruction.clone();
    made->insertInto(into, into->end());
    if (!made->getType()->isVoidTy()) made->setName(instruction.getName());
    if (!isa<PHINode>(made))
      for (Use &use : made->operands()) use.set(value_of(use.get(), item));
    return made;
  }

  // A block that all work-items enter together.
  void copy_shared(BasicBlock *block) {
    BasicBlock *into = blocks_.lookup(block);
    for (Instruction &instruction : *block) {
      if (&instruction == &index_) {
        begin_index(into);
      } else if (instruction.isTerminator()) {
        if (block == latch_) continue;
        if (auto found = regions_.find(block); found != regions_.end()) {
          copy_region(block, found->second);
          continue;
        }
        if (guards_.contains(block)) into = ends_[block] = agree(cast<BranchInst>(instruction), into);
        redirect(*copy(instruction, 0, into), [&](BasicBlock *next) { return blocks_.lookup(next); });
      } else {
        const bool shared = is_shared(instruction);
        for (unsigned k = 0; k < (shared ? 1 : together_); ++k) {
          Instruction *made = copy(instruction, k, into);
          values_[k][&instruction] = made;
          if (auto *phi = dyn_cast<PHINode>(made)) phis_.push_back({cast<PHINode>(&instruction), phi, k});
        }
        for (unsigned k = 1; shared && k < together_; ++k) values_[k][&instruction] = values_[0].lookup(&instruction);
      }
    }
  }

  void begin_index(BasicBlock *into) {
    IRBuilder<> builder(into);
    first_ = builder.CreatePHI(index_.getType(), 2, "first.together");
    values_[0][&index_] = first_;
    // Behind all phis: the index is the only one of the header.
    for (unsigned k = 1; k < together_; ++k)
      values_[k][&index_] = builder.CreateNUWAdd(first_, ConstantInt::get(index_.getType(), k));
  }

  // Behind `into`, where all work-items go the same way.
  BasicBlock *agree(const BranchInst &guard, BasicBlock *into) {
    IRBuilder<> builder(into);
    Value *first = value_of(guard.getCondition(), 0), *same = builder.getTrue();
    for (unsigned k = 1; k < together_; ++k)
      same = builder.CreateAnd(same, builder.CreateICmpEQ(value_of(guard.getCondition(), k), first));
    BasicBlock *agreed = make_block("agreed");
    builder.CreateCondBr(same, agreed, rest_);
    begin_->addIncoming(first_, into);
    return agreed;
  }

  template <class Target> static void redirect(Instruction &end, Target target) {
    for (unsigned k = 0; k < end.getNumSuccessors(); ++k) end.setSuccessor(k, target(end.getSuccessor(k)));
  }

  // One work-item after the other takes the branch at the end of `block`.
  void copy_region(BasicBlock *block, const DivergentRegion &region) {
    BasicBlock *from = blocks_.lookup(block);
    SmallVector<std::pair<std::pair<const PHINode *, unsigned>, Value *>> met;
    for (unsigned k = 0; k < together_; ++k) {
      DenseMap<BasicBlock *, BasicBlock *> own;
      for (BasicBlock *one : region.blocks) own[one] = make_block(one->getName() + ".item");
      BasicBlock *joined = own[region.join] = make_block(region.join->getName() + ".joined");
      const auto copied = [&](BasicBlock *one) { return own.lookup(one); };
      redirect(*copy(*block->getTerminator(), k, from), copied);
      own[block] = from;
      SmallVector<PHINode *> phis;
      for (BasicBlock *one : rpo_) {
        if (!region.blocks.contains(one)) continue;
        for (Instruction &instruction : *one) {
          Instruction *made = copy(instruction, k, own.lookup(one));
          values_[k][&instruction] = made;
          if (auto *phi = dyn_cast<PHINode>(made)) phis.push_back(phi);
          if (made->isTerminator()) redirect(*made, copied);
        }
      }
      for (PHINode *phi : phis)
        for (unsigned at = 0; at < phi->getNumIncomingValues(); ++at) {
          phi->setIncomingValue(at, value_of(phi->getIncomingValue(at), k));
          phi->setIncomingBlock(at, own.lookup(phi->getIncomingBlock(at)));
        }
      for (PHINode &phi : region.join->phis()) {
        PHINode *value = PHINode::Create(phi.getType(), phi.getNumIncomingValues(), phi.getName(), joined);
        for (unsigned at = 0; at < phi.getNumIncomingValues(); ++at)
          if (BasicBlock *before = own.lookup(phi.getIncomingBlock(at)))
            value->addIncoming(value_of(phi.getIncomingValue(at), k), before);
        met.push_back({{&phi, k}, value});
      }
      from = joined;
    }
    BranchInst::Create(blocks_.lookup(region.join), from);
    for (auto [phi, value] : met) met_[phi].push_back({value, from});
  }

  // The values of a phi in a block that all work-items enter together: from blocks that they leave together, and from
  // where they have met again.
  void fill(const PHINode &phi, PHINode &made, unsigned item) {
    while (made.getNumIncomingValues()) made.removeIncomingValue(unsigned(0), /*DeletePHIIfEmpty=*/false);
    for (unsigned at = 0; at < phi.getNumIncomingValues(); ++at) {
      BasicBlock *before = phi.getIncomingBlock(at);
      BasicBlock *together = guards_.contains(before) ? ends_.lookup(before) : blocks_.lookup(before);
      if (together && !regions_.contains(before)) made.addIncoming(value_of(phi.getIncomingValue(at), item), together);
    }
    for (auto [value, from] : met_.lookup({&phi, item})) made.addIncoming(value, from);
  }

  // The new loop runs while at least `together_` work-items are left; the item loop runs the last ones.
  void enter_and_leave() {
    BasicBlock *done = make_block("together.done");
    Value *start = index_.getIncomingValueForBlock(before_), *together = ConstantInt::get(index_.getType(), together_);
    IRBuilder<> builder(before_->getTerminator());
    Value *enough = builder.CreateICmpUGE(builder.CreateSub(size_, start), together);
    builder.CreateCondBr(enough, blocks_.lookup(header_), rest_);
    before_->getTerminator()->eraseFromParent();

    BasicBlock *last = blocks_.lookup(latch_);
    builder.SetInsertPoint(last);
    Value *next = builder.CreateNUWAdd(first_, together, "next.together");
    enough = builder.CreateICmpUGE(builder.CreateSub(size_, next), together);
    builder.CreateCondBr(enough, blocks_.lookup(header_), done);
    // The old condition, which marks an item loop.
    SmallVector<WeakTrackingVH> unused;
    const Value *condition = cast<BranchInst>(latch_->getTerminator())->getCondition();
    for (const auto &values : values_) unused.push_back(values.lookup(condition));
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
    first_->addIncoming(start, before_);
    first_->addIncoming(next, last);
    builder.SetInsertPoint(done);
    builder.CreateCondBr(builder.CreateICmpULT(next, size_), rest_, out_);

    builder.SetInsertPoint(rest_);
    begin_->addIncoming(start, before_);
    begin_->addIncoming(next, done);
    builder.CreateBr(header_);
    const int at = index_.getBasicBlockIndex(before_);
    index_.setIncomingValue(unsigned(at), begin_);
    index_.setIncomingBlock(unsigned(at), rest_);
  }

  Loop &items_;
  PHINode &index_;
  Function &function_;
  LLVMContext &context_;
  const LoopInfo &loops_;
  const LaneAnalyses lanes_;
  BasicBlock *const header_, *const latch_, *const before_, *const out_;
  Value *const size_;
  unsigned together_ = 0;
  SmallVector<BasicBlock *> rpo_;                     // the loop's blocks in reverse post-order
  SmallVector<BasicBlock *> order_;                   // of rpo_, the blocks outside of divergent regions
  MapVector<BasicBlock *, DivergentRegion> regions_;  // by the block with the branch
  SmallVector<AllocaInst *> variables_;
  SmallVector<DenseMap<const Value *, Value *>> values_;  // of each work-item
  SmallPtrSet<const BasicBlock *, 4> guards_;
  DenseMap<BasicBlock *, BasicBlock *> blocks_, ends_;  // copies; behind guards
  struct SharedPhi {
    PHINode *original, *copy;
    unsigned item;
  };
  SmallVector<SharedPhi> phis_;
  DenseMap<std::pair<const PHINode *, unsigned>, SmallVector<std::pair<Value *, BasicBlock *>, 1>> met_;
  BasicBlock *rest_ = nullptr;
  PHINode *first_ = nullptr;  // the new loop's index: the first of the work-items that run together
  PHINode *begin_ = nullptr;  // the item loop's first work-item
};

// How many work-items to run together; 1: nothing is gained.
unsigned together_for(const Cycles &cycles, Function &group, unsigned register_bits) {
  if (cycles.beginning == 0 || cycles.waiting < cost::kLeastWaiting * cycles.beginning) return 1;
  const double registers = register_bits == 512 ? 32 : 16, alive = live_elements(group) * 32.0 / register_bits;
  const unsigned fit = std::max(2u, unsigned(cost::kMostSpilled * registers / std::max(1.0, alive)));
  return std::min({cost::kMostTogether, fit, unsigned(std::ceil(cycles.waiting / cycles.beginning))});
}

// Whether the loop has vectors of more than kMostElements elements.
bool has_wide_vectors(const Loop &items) {
  for (const BasicBlock *block : items.blocks())
    for (const Instruction &instruction : *block)
      if (auto *type = dyn_cast<FixedVectorType>(instruction.getType());
          type && type->getNumElements() > cost::kMostElements)
        return true;
  return false;
}

}  // namespace

bool keeps_wide_vectors(KernelFacts &kernel) {
  return !kernel.vectorise && !kernel.waits && !kernel.sub_groups &&
         ModuleOptions::of(*kernel.group->getParent()).vectorises() &&
         widest_vector(*kernel.group) > cost::kMostElements;
}

bool InterleaveItemsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!keeps_wide_vectors(kernel)) return false;
  Function &group = *kernel.group;
  const unsigned bits = TargetDescription::of(group).register_bits;
  std::string text;
  raw_string_ostream out(text);
  MetItemLoops met;
  const bool changed =
      change_item_loops(group, met, [&](const ItemLoop &loop, LoopInfo &loops, DominatorTree &dominators) {
        if (!has_wide_vectors(*loop.items)) return false;
        const auto decline = [&out](const std::string &why) {
          out << "  work-items run one by one: " << why << "\n";
          return false;
        };
        if (std::string why = why_not_by_form(*loop.items, /*must=*/false); !why.empty()) return decline(why);
        if (instructions_in(*loop.items) > cost::kMostInterleaved) return decline("the loop is too long");
        Interleaver interleaver(loop, loops, dominators);
        if (std::string why = interleaver.why_not(dominators); !why.empty()) return decline(why);
        const Cycles cycles = interleaver.cycles(bits);
        const unsigned together = together_for(cycles, group, bits);
        out << "  work-items of about " << unsigned(cycles.waiting) << " cycles, " << unsigned(cycles.beginning)
            << " without waiting, run ";
        if (together < 2) {
          out << "one by one: it would not pay\n";
          return false;
        }
        interleaver.run(together);
        group.addFnAttr(kInterleaved);
        out << together << " together\n";
        return true;
      });
  remark(group, text);
  return changed;
}

}  // namespace wherry::compiler
