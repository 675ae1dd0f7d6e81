// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/grid_loops.h"

#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/lane_strides.h"
#include "compiler/analysis/pointer_uses.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/conditions.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/index_expressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

class GridLoop {
 public:
  // `lanes`: of a register of numbers of 32 bits.
  GridLoop(const ItemLoop &loop, const DominatorTree &dominators, unsigned lanes)
      : items_(*loop.items), index_(*loop.index), dominators_(dominators), lanes_(lanes), index_of_(items_, index_) {}

  // Finds a loop over the grid, or a loop of the same iterations for all items around one.
  bool find() {
    if (!items_has_form() || items_.getSubLoops().size() != 1) return false;
    Loop &loop = *items_.getSubLoops()[0];
    if (is_over_grid(loop, items_)) return true;
    return loop.getSubLoops().size() == 1 && is_over_grid(*loop.getSubLoops()[0], loop) && is_same_for_all(loop);
  }

  // Behind find() where it found none: says what keeps a loop that goes over the grid inside of the item loop.
  void say_why_not() {
    for (Loop *loop : items_.getSubLoops())
      for (PHINode &phi : loop->getHeader()->phis()) {
        inner_ = loop;
        if (!loop->getLoopPreheader() || !loop->getLoopLatch() || !loop->getExitingBlock() || !find_counter(phi) ||
            !index_of_.goes_up_by_one(start_) || is_short_step())
          continue;
        if (std::string why = obstacle(*loop); !why.empty())
          remark_at(*loop->getExitingBlock()->getTerminator(),
                    "a loop over the grid is not run iteration by iteration for all work-items: " + why);
        break;
      }
  }

  // Whether find() chose the outer loop, whose counter is the same for all work-items.
  bool is_around() const { return index_of_.is_invariant(start_); }

  // Returns the index of the item loop as it was; null: the outer loop was moved, and no copy of the item loop is kept.
  PHINode *interchange() {
    BasicBlock *before = items_.getLoopPreheader(), *header = items_.getHeader(), *latch = items_.getLoopLatch(),
               *out = items_.getUniqueExitBlock();
    Function &function = *header->getParent();
    LLVMContext &context = function.getContext();

    const bool around = is_around();
    ValueToValueMapTy map;
    if (!around) copy_blocks(items_, map, ".as.it.was");

    IRBuilder<> builder(before->getTerminator());
    KnownValues at_first{{&index_, builder.getInt64(0)}}, none;
    Value *first = builder.CreateFreeze(index_of_.evaluate(start_, builder, at_first));
    Value *step = builder.CreateFreeze(index_of_.evaluate(step_, builder, none));
    Value *bound = builder.CreateFreeze(index_of_.evaluate(bound_, builder, none));
    Value *together = around ? has_iteration(builder, first, bound) : may_be_interchanged(builder, first, step, bound);

    BasicBlock *iteration = BasicBlock::Create(context, "iteration", &function, header);
    BasicBlock *next = BasicBlock::Create(context, "iteration.next", &function, out);
    BasicBlock *join = BasicBlock::Create(context, "iterations.end", &function, out);
    before->getTerminator()->eraseFromParent();
    BranchInst::Create(iteration, around ? join : cast<BasicBlock>(map[header]), together, before);
    index_.replaceIncomingBlockWith(before, iteration);
    latch->getTerminator()->replaceSuccessorWith(out, next);
    if (!around) cast<BasicBlock>(map[latch])->getTerminator()->replaceSuccessorWith(out, join);
    out->replacePhiUsesWith(latch, join);
    BranchInst::Create(out, join);

    builder.SetInsertPoint(iteration);
    PHINode *number = builder.CreatePHI(builder.getInt64Ty(), 2, "iteration.number");
    number->setMetadata(kOuterItemLoop, MDNode::get(context, {}));
    number->addIncoming(builder.getInt64(0), before);
    Value *advance = builder.CreateMul(builder.CreateZExtOrTrunc(number, step->getType()), step, "iteration.advance");
    builder.CreateBr(header);
    run_once(*advance);

    // In a loop over the grid, the first item has work for as long as any item has. If the first item's counter is not
    // below the bound, the next counter may have wrapped around.
    builder.SetInsertPoint(next);
    number->addIncoming(builder.CreateNUWAdd(number, builder.getInt64(1)), next);
    Value *counter = builder.CreateAdd(first, advance);
    Value *again = builder.CreateAnd(has_iteration(builder, counter, bound),
                                     has_iteration(builder, builder.CreateAdd(counter, step), bound));
    builder.CreateCondBr(again, iteration, join);
    return around ? nullptr : cast<PHINode>(map[&index_]);
  }

 private:
  bool items_has_form() const {
    const ICmpInst *again = ending_of(items_);
    if (!again || items_.getExitingBlock() != items_.getLoopLatch()) return false;
    auto *first = dyn_cast<ConstantInt>(index_.getIncomingValueForBlock(items_.getLoopPreheader()));
    return again->hasMetadata(kItemLoop) && items_.isLoopInvariant(again->getOperand(1)) && first && first->isZero() &&
           hasSingleElement(items_.getHeader()->phis()) && instructions_in(items_) <= cost::kMostCopied &&
           !sees_sub_groups(items_);
  }

  // A constant step of no more work-items than a vector has lanes: an iteration of all work-items is one vector in the
  // loop as it is. Of a tile's row with a halo, the second iteration is two work-items, and an item loop for them costs
  // more than a mask (Canny's suppression took 1.25 times as long).
  bool is_short_step() const {
    auto *known = dyn_cast<ConstantInt>(step_);
    return known && known->getValue().sle(lanes_);
  }

  // Whether the loop takes numbers apart, as a flat index of a tile: in an item loop, a quotient is uniform in
  // segments.
  bool divides() const {
    return any_of(inner_->blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &each) {
        switch (each.getOpcode()) {
        case Instruction::UDiv:
        case Instruction::SDiv:
        case Instruction::URem:
        case Instruction::SRem:
        case Instruction::LShr:
        case Instruction::And: return true;
        default: return false;
        }
      });
    });
  }

  std::string obstacle(const Loop &loop) const {
    if (sees_sub_groups(items_)) return "it sees sub-groups";
    const std::string belongs = " belongs to more than one iteration";
    for (const PHINode &phi : loop.getHeader()->phis())
      if (&phi != counter_) return described(phi) + belongs;
    if (instructions_in(items_) > cost::kMostCopied) return "work-items have too many instructions to be copied";
    if (!hasSingleElement(items_.getHeader()->phis())) return "the item loop hands a value on";
    const Instruction *other = other_work();
    return other ? described(*other) + belongs : "";
  }

  // Whether the loop goes on from the item's index. All iterations of `loop` come to it.
  bool is_over_grid(Loop &inner, const Loop &loop) {
    inner_ = &inner;
    return inner_has_form(loop) && find_counter(*inner_->getHeader()->phis().begin()) &&
           index_of_.goes_up_by_one(start_) && (!is_short_step() || divides()) && !other_work();
  }

  // Whether the loop's counter is the same for all work-items: then the loop can be moved around the item loop.
  bool is_same_for_all(Loop &inner) {
    inner_ = &inner;
    return inner_has_form(items_) && find_counter(*inner_->getHeader()->phis().begin()) &&
           index_of_.is_invariant(start_) && !other_work();
  }

  // Whether all iterations of `loop` come to the inner loop, which is left at its head alone, by one comparison.
  bool inner_has_form(const Loop &loop) const {
    const BasicBlock *head = inner_->getHeader(), *asks = inner_->getExitingBlock(), *latch = inner_->getLoopLatch();
    auto *back = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
    return inner_->getLoopPreheader() && loop.getLoopLatch() &&
           dominators_.dominates(inner_->getLoopPreheader(), loop.getLoopLatch()) && inner_->getExitBlock() && asks &&
           back && back->isUnconditional() && (asks == head || head->getUniqueSuccessor() == asks) &&
           hasSingleElement(inner_->getHeader()->phis());
  }

  // Whether the counter goes up by an invariant in each iteration, as long as the counter or its extension is below an
  // invariant bound.
  bool find_counter(PHINode &counter) {
    counter_ = &counter;
    auto *next = dyn_cast<BinaryOperator>(counter_->getIncomingValueForBlock(inner_->getLoopLatch()));
    auto *branch = dyn_cast<BranchInst>(inner_->getExitingBlock()->getTerminator());
    auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!next || next->getOpcode() != Instruction::Add || !compare || !counter_->getType()->isIntegerTy() ||
        counter_->getType()->getIntegerBitWidth() > 64)
      return false;
    start_ = counter_->getIncomingValueForBlock(inner_->getLoopPreheader());
    step_ = next->getOperand(next->getOperand(0) == counter_ ? 1 : 0);
    const Comparison test(*compare, inner_->contains(branch->getSuccessor(0)),
                          [&](Value *value) { return extended_counter(value).has_value(); });
    bound_ = test.right, stays_ = test.predicate;
    const auto extension = extended_counter(test.left);
    if (!extension) return false;
    extends_sign_ = *extension ? *extension == Instruction::SExt : CmpInst::isSigned(stays_);
    return is_contained(next->operands(), counter_) && (ICmpInst::isLT(stays_) || ICmpInst::isLE(stays_)) &&
           bound_->getType()->getIntegerBitWidth() <= 64 && index_of_.is_invariant(step_) &&
           index_of_.is_invariant(bound_);
  }

  // The operation of an extension of the counter; 0: the counter itself; nothing: another value.
  std::optional<unsigned> extended_counter(const Value *value) const {
    if (value == counter_) return 0;
    auto *cast = dyn_cast<CastInst>(value);
    if (!isa<ZExtInst, SExtInst>(value) || cast->getOperand(0) != counter_) return {};
    return cast->getOpcode();
  }

  // Whether an item has an iteration at this count.
  Value *has_iteration(IRBuilder<> &builder, Value *counter, Value *bound) const {
    return builder.CreateICmp(stays_, builder.CreateIntCast(counter, bound->getType(), extends_sign_), bound);
  }

  // Whether a variable in private memory, which has one place for all items, may keep its value from iteration to
  // iteration: unless its lifetime begins anew in each of them, before all its uses.
  bool is_kept(const AllocaInst &variable) const {
    auto [found, is_new] = kept_.try_emplace({inner_, &variable}, true);
    if (!is_new) return found->second;
    const PointerUses uses(variable, {});
    return found->second = none_of(uses.uses(), [&](const PointerUse &begins) {
             return begins_lifetime(begins) && inner_->contains(begins.user()) &&
                    all_of(uses.uses(), [&](const PointerUse &use) {
                      return use.kind == PointerUse::lifetime ||
                             (use.kind != PointerUse::constant && inner_->contains(use.user()) &&
                              dominators_.dominates(begins.user(), use.user()));
                    });
           });
  }
  bool is_of_kept(const Value *pointer) const {
    SmallVector<const Value *> objects;
    getUnderlyingObjects(pointer, objects);
    return any_of(objects, [&](const Value *object) {
      auto *variable = dyn_cast<AllocaInst>(object);
      return variable && is_kept(*variable);
    });
  }

  // What an item does besides computing an index, which can be computed anew, or what leads out of either loop; null:
  // nothing.
  const Instruction *other_work() const {
    unsigned anew = 0;
    for (BasicBlock *block : items_.blocks()) {
      const bool in_body =
          inner_->contains(block) && block != inner_->getHeader() && block != inner_->getExitingBlock();
      for (Instruction &instruction : *block) {
        const Loop &own = inner_->contains(block) ? *inner_ : items_;
        if (any_of(instruction.users(), [&](User *user) { return !own.contains(cast<Instruction>(user)); }))
          return &instruction;
        if (any_of(instruction.operands(),
                   [&](const Use &use) { return use->getType()->isPointerTy() && is_of_kept(use); }))
          return &instruction;
        if (in_body || instruction.isTerminator() || isa<PHINode, DbgInfoIntrinsic>(instruction)) continue;
        if (++anew > cost::kMostAnew || instruction.mayReadOrWriteMemory() ||
            !isSafeToSpeculativelyExecute(&instruction))
          return &instruction;
      }
    }
    return nullptr;
  }

  // Asked before the item loop: whether the step is at least the number of items, and no counter wraps around. All
  // values are compared as signed numbers of 64 bits.
  Value *may_be_interchanged(IRBuilder<> &builder, Value *first, Value *step, Value *bound) const {
    const bool is_signed = CmpInst::isSigned(stays_);
    const unsigned bits = counter_->getType()->getIntegerBitWidth();
    auto wide = [&](Value *value) { return builder.CreateIntCast(value, builder.getInt64Ty(), extends_sign_); };
    Value *size = items_of(items_), *most = builder.CreateSub(size, builder.getInt64(1));
    KnownValues at_last{{&index_, most}};
    Value *last = wide(builder.CreateFreeze(index_of_.evaluate(start_, builder, at_last)));
    first = wide(first), step = wide(step);
    bound = builder.CreateIntCast(bound, builder.getInt64Ty(), is_signed);
    Value *holds = builder.CreateICmpUGE(size, builder.getInt64(cost::kLeastGridItems));
    holds = builder.CreateAnd(holds, builder.CreateICmpSGE(step, size));
    holds = builder.CreateAnd(holds, builder.CreateICmpEQ(builder.CreateSub(last, first), most));
    holds = builder.CreateAnd(holds, builder.CreateICmpSGE(last, first));
    const APInt greatest = extends_sign_ || bits == 64 ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
    Value *limit = builder.CreateSub(builder.getInt64(greatest.getZExtValue()), step);
    holds = builder.CreateAnd(holds, builder.CreateICmpSLE(bound, limit));
    if (is_signed && (extends_sign_ || bits < 64)) return holds;
    // The comparisons above are signed; unsigned numbers have the same order if none is negative as a signed one.
    for (Value *value : {first, last, bound})
      holds = builder.CreateAnd(holds, builder.CreateICmpSGE(value, builder.getInt64(0)));
    return holds;
  }

  // Turns the inner loop into one iteration.
  void run_once(Value &advance) {
    BasicBlock *head = inner_->getHeader(), *latch = inner_->getLoopLatch(), *asks = inner_->getExitingBlock(),
               *exit = inner_->getExitBlock();
    IRBuilder<> builder(head, head->getFirstInsertionPt());
    Value *counter = builder.CreateAdd(start_, &advance, "counter");
    counter_->replaceAllUsesWith(counter);
    counter_->eraseFromParent();
    latch->getTerminator()->eraseFromParent();
    BranchInst::Create(exit, latch);
    for (PHINode &phi : exit->phis()) phi.addIncoming(phi.getIncomingValueForBlock(asks), latch);
    if (!is_around()) return;
    // Asked for all items before.
    auto *branch = cast<BranchInst>(asks->getTerminator());
    BasicBlock *body = branch->getSuccessor(inner_->contains(branch->getSuccessor(0)) ? 0 : 1);
    exit->removePredecessor(asks);
    branch->eraseFromParent();
    BranchInst::Create(body, asks);
  }

  Loop &items_;
  PHINode &index_;
  const DominatorTree &dominators_;
  const unsigned lanes_;
  IndexExpressions index_of_;
  Loop *inner_ = nullptr;  // of the items, to be moved around them
  PHINode *counter_ = nullptr;
  Value *start_ = nullptr, *step_ = nullptr, *bound_ = nullptr;
  CmpInst::Predicate stays_ = CmpInst::BAD_ICMP_PREDICATE;  // of counter and bound, where the item has the iteration
  bool extends_sign_ = false;                               // of the counter, in the comparison and in 64 bits
  mutable DenseMap<std::pair<const Loop *, const AllocaInst *>, bool> kept_;  // answers of is_kept()
};

}  // namespace

bool InterchangeGridLoopsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  if (!kernel.vectorise || yields(group)) return false;  // sub-groups that wait are outlined as the nest has them
  MetItemLoops met;
  unsigned count = 0;
  const bool changed = change_item_loops(group, met, [&](const ItemLoop &loop, LoopInfo &, DominatorTree &dominators) {
    GridLoop grid(loop, dominators, TargetDescription::of(group).register_bits / 32);
    if (!grid.find()) {
      if (explains(group)) grid.say_why_not();
      return false;
    }
    if (PHINode *as_it_was = grid.interchange()) {
      met.insert(*as_it_was);
      ++count;
    } else {
      met.erase(loop);  // now it may have a loop over the grid
    }
    return true;
  });
  if (!count) return changed;
  kernel.grid_loops = true;
  kernel.write();
  remark(group,
         "  " + std::to_string(count) + (count == 1 ? " loop" : " loops") + " over the grid, iteration by iteration\n");
  return true;
}

}  // namespace wherry::compiler
