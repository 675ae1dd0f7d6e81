// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/unrotate_loops.h"

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/local_ranges.h"
#include "compiler/opt/counted_pointers.h"
#include "compiler/opt/header_tests.h"
#include "compiler/opt/narrow_phis.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/rotated_conditions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

class RotatedLoop {
 public:
  RotatedLoop(Loop &loop, LoopInfo &loops, DominatorTree &dominators, ScalarEvolution &evolution)
      : loop_(loop), loops_(loops), dominators_(dominators), evolution_(evolution) {}

  // True: the function has changed.
  bool unrotate() {
    if (!has_form()) return false;
    const bool scales = split_scales(), sizes = hoist_sizes(), narrowed = narrow();
    blocks_.has_guard = find_guard();
    Value *asked = split_condition();
    blocks_.has_flag = asked;
    const std::optional<HeaderTest> test = find_header_test(loop_, blocks_, loops_, dominators_, evolution_);
    if (test)
      move_test(*test);
    else if (asked)
      set_condition(*asked);
    if (test && asked) RecursivelyDeleteTriviallyDeadInstructions(asked);
    const bool moved = !test && move_condition();
    return test || moved || blocks_.aside || narrowed || scales || sizes || joined_edge_;
  }

  // Computes phis that change with a counter from the counter, if an exit compares it. True: the function has changed.
  bool follow_counters() {
    blocks_.header = loop_.getHeader(), blocks_.latch = loop_.getLoopLatch(), blocks_.before = loop_.getLoopPreheader();
    if (!blocks_.latch || !blocks_.before) return false;
    for (PHINode &phi : blocks_.header->phis()) {
      if (!phi.getType()->isIntegerTy(64) || !is_compared(phi)) continue;
      auto *counter = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&phi));
      if (!counter || counter->getLoop() != &loop_ || !counter->isAffine() ||
          !isa<SCEVConstant>(counter->getStepRecurrence(evolution_)))
        continue;
      SCEVExpander expander(evolution_, "unrotated");
      return follow_counter(phi, *counter, expander);
    }
    return false;
  }

  // Writes an address of a step behind an invariant one, both in bytes, as one index of elements, as in the source:
  // other passes see the sum of a block's first index and a counter. True: there was such an address.
  bool join_offsets() {
    bool changed = false;
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &each : make_early_inc_range(*block)) changed |= join_offsets(each);
    return changed;
  }

 private:
  // The number of elements of `size` bytes in an offset of `bytes`; null: the offset is no product or shift by `size`.
  static Value *elements(Value *bytes, uint64_t size) {
    Value *number = nullptr;
    return match(bytes, m_Shl(m_Value(number), m_SpecificInt(Log2_64(size)))) ||
                   match(bytes, m_c_Mul(m_Value(number), m_SpecificInt(size)))
               ? number
               : nullptr;
  }

  bool join_offsets(Instruction &access) {
    Value *pointer = getLoadStorePointerOperand(&access);
    auto *step = dyn_cast_or_null<GetElementPtrInst>(pointer);
    auto *first = step ? dyn_cast<GetElementPtrInst>(step->getPointerOperand()) : nullptr;
    if (!first || loop_.contains(first) || !loop_.contains(step) || !step->getSourceElementType()->isIntegerTy(8) ||
        !first->getSourceElementType()->isIntegerTy(8))
      return false;
    const uint64_t size = access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
    if (size == 1 || size > 8 || !isPowerOf2_64(size)) return false;
    Value *steps = elements(step->getOperand(1), size), *before = elements(first->getOperand(1), size);
    // The sum of narrower indices might wrap around before it is extended.
    if (!steps || !before || !steps->getType()->isIntegerTy(64) || !before->getType()->isIntegerTy(64)) return false;
    IRBuilder<> builder(step);
    Value *place = builder.CreateGEP(builder.getIntNTy(unsigned(8 * size)), first->getPointerOperand(),
                                     builder.CreateAdd(before, steps));
    step->replaceAllUsesWith(place);
    RecursivelyDeleteTriviallyDeadInstructions(step);
    return true;
  }

  bool is_compared(const PHINode &phi) const {
    return any_of(phi.users(), [&](const User *user) {
      return isa<ICmpInst>(user) && any_of(user->users(), [&](const User *branch) {
               return isa<BranchInst>(branch) && loop_.isLoopExiting(cast<BranchInst>(branch)->getParent());
             });
    });
  }

  bool has_form() {
    if (!loop_.isLoopSimplifyForm()) return false;
    blocks_.header = loop_.getHeader(), blocks_.latch = loop_.getLoopLatch(), blocks_.before = loop_.getLoopPreheader();
    auto *branch = dyn_cast<BranchInst>(blocks_.latch->getTerminator());
    if (!branch || !loop_.isLoopExiting(blocks_.latch)) return false;
    blocks_.out = branch->getSuccessor(branch->getSuccessor(0) == blocks_.header);
    return true;
  }

  // Whether a condition compares a number that goes on by a step with one that does not change.
  bool compares_counter(Value *condition) {
    auto *compare = dyn_cast<ICmpInst>(condition);
    if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) return false;
    auto is_counter = [&](const SCEV *number) {
      if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(number)) number = cast<SCEVCastExpr>(number)->getOperand();
      return isa<SCEVAddRecExpr>(number) && cast<SCEVAddRecExpr>(number)->getLoop() == &loop_;
    };
    const SCEV *one = evolution_.getSCEV(compare->getOperand(0)), *other = evolution_.getSCEV(compare->getOperand(1));
    return (is_counter(one) && evolution_.isLoopInvariant(other, &loop_)) ||
           (is_counter(other) && evolution_.isLoopInvariant(one, &loop_));
  }

  void set_condition(Value &condition) {
    cast<BranchInst>(blocks_.latch->getTerminator())->setCondition(&condition);
    evolution_.forgetTopmostLoop(&loop_);
  }

  // `while (inside && n < limit)`, tested at the end of an iteration: the latch asks for `n < limit` alone until the
  // test is moved, and `flag_` is the other condition. Returns what the latch asked before; null: another condition.
  // ScalarEvolution sees the counter's exit alone meanwhile: of a loop that must end it would conclude that the counter
  // reaches `limit`, although the flag may end the loop first.
  Value *split_condition() {
    if (isMustProgress(&loop_)) return nullptr;
    auto *branch = cast<BranchInst>(blocks_.latch->getTerminator());
    const bool stays_if = branch->getSuccessor(0) == blocks_.header;
    Value *asked = branch->getCondition(), *first, *second;
    if (stays_if ? !match(asked, m_LogicalAnd(m_Value(first), m_Value(second)))
                 : !match(asked, m_LogicalOr(m_Value(first), m_Value(second))))
      return nullptr;
    flag_first_ = compares_counter(second);
    if (!flag_first_ && !compares_counter(first)) return nullptr;
    flag_ = flag_first_ ? first : second, flag_stays_ = stays_if;
    set_condition(flag_first_ ? *second : *first);
    return asked;
  }

  // Whether the loop goes on, by the header's test and the flag that the iteration before has left.
  Value *with_flag(Value *test, IRBuilder<> &builder) {
    if (!flag_) return test;
    Value *stays = flag_stays_ ? flag_ : IRBuilder<>(blocks_.latch->getTerminator()).CreateNot(flag_);
    Value *flag = carried_as(builder.getTrue(), stays);
    return flag_first_ ? builder.CreateLogicalAnd(flag, test) : builder.CreateLogicalAnd(test, flag);
  }

  // A number whose low half alone is used, and extended in each iteration, goes on by no step in 64 bits.
  bool narrow() {
    const bool changed = narrow_phis(*blocks_.header, dominators_,
                                     [&](PHINode &phi) { return !isa<SCEVAddRecExpr>(evolution_.getSCEV(&phi)); });
    if (changed) evolution_.forgetTopmostLoop(&loop_);
    return changed;
  }

  // Hoists calls for sizes, which are the steps of loops over the grid. True: the loop had such calls.
  bool hoist_sizes() {
    bool changed = false;
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &each : make_early_inc_range(*block))
        if (auto *call = dyn_cast<CallInst>(&each);
            call && call->getCalledFunction() && intrinsic_of(*call->getCalledFunction()) != Intrinsic::none)
          loop_.makeLoopInvariant(call, changed, blocks_.before->getTerminator(), nullptr, &evolution_);
    if (changed) evolution_.forgetTopmostLoop(&loop_);
    return changed;
  }

  // InstCombine writes 4 * (int)x as x << 32 >> 30, which ScalarEvolution takes for a number of 34 bits. Where phis
  // begin with such a number, or add it, writes a product of the extension again.
  bool split_scales() {
    bool changed = false;
    for (PHINode &phi : blocks_.header->phis()) {
      Value *step = nullptr;
      if (!match(phi.getIncomingValueForBlock(blocks_.latch), m_c_Add(m_Specific(&phi), m_Value(step)))) continue;
      for (Value *each : {phi.getIncomingValueForBlock(blocks_.before), step}) {
        Value *whole;
        const APInt *down;
        if (!match(each, m_AShr(m_Shl(m_Value(whole), m_SpecificInt(32)), m_APInt(down))) || down->uge(32) ||
            !each->getType()->isIntegerTy(64))
          continue;
        IRBuilder<> builder(cast<Instruction>(each));
        Value *number = builder.CreateSExt(builder.CreateTrunc(whole, builder.getInt32Ty()), each->getType());
        each->replaceAllUsesWith(builder.CreateShl(number, 32 - down->getZExtValue(), "", false, /*HasNSW=*/true));
        changed = true;
      }
    }
    if (changed) evolution_.forgetTopmostLoop(&loop_);
    return changed;
  }

  // Finds a branch around the loop that can be left out: what stands before the loop then runs always.
  bool find_guard() {
    blocks_.guard = blocks_.before->getSinglePredecessor();
    auto *branch = blocks_.guard ? dyn_cast<BranchInst>(blocks_.guard->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional()) return false;
    blocks_.behind = branch->getSuccessor(branch->getSuccessor(0) == blocks_.before);
    leave_out_empty_block();
    if (blocks_.behind == blocks_.before || blocks_.out->getSingleSuccessor() != blocks_.behind ||
        !isa<BranchInst>(blocks_.out->getFirstNonPHIIt()))
      return false;
    const bool runs_always = all_of(*blocks_.before, [](const Instruction &each) {
      return each.isTerminator() || (!isa<PHINode>(each) && isSafeToSpeculativelyExecute(&each));
    });
    return runs_always && all_of(blocks_.out->phis(), [&](const PHINode &phi) {
             return all_of(phi.users(), [&](const User *user) {
               return isa<PHINode>(user) && cast<PHINode>(user)->getParent() == blocks_.behind;
             });
           });
  }

  // Lets the guard lead to the code behind the loop at once, where an empty block stands between them.
  void leave_out_empty_block() {
    BasicBlock *empty = blocks_.behind, *next = empty->getSingleSuccessor();
    if (!next || next != blocks_.out->getSingleSuccessor() || empty->getSinglePredecessor() != blocks_.guard ||
        &empty->front() != empty->getTerminator() || is_contained(predecessors(next), blocks_.guard))
      return;
    blocks_.guard->getTerminator()->replaceSuccessorWith(empty, next);
    next->replacePhiUsesWith(empty, blocks_.guard);
    empty->getTerminator()->eraseFromParent();
    new UnreachableInst(empty->getContext(), empty);
    loops_.removeBlock(empty);
    DeleteDeadBlock(empty);
    dominators_.recalculate(*blocks_.header->getParent());
    evolution_.forgetAllLoops();
    blocks_.behind = next;
    joined_edge_ = true;
  }

  // Counts in 64 bits, as other numbers of the loop do, from one constant to another.
  void widen_constant(HeaderTest &test) {
    auto *first = dyn_cast<SCEVConstant>(test.counter->getStart()), *bound = dyn_cast<SCEVConstant>(test.bound);
    Type *wide = Type::getInt64Ty(blocks_.header->getContext());
    if (!first || !bound || test.predicate != CmpInst::ICMP_SLT || !test.counter->getType()->isIntegerTy(32) ||
        !bound->getType()->isIntegerTy(32) || !test.counter->getStepRecurrence(evolution_)->isOne() ||
        phi_of(*test.counter, *blocks_.header, evolution_) || none_of(blocks_.header->phis(), [&](PHINode &phi) {
          return phi.getType() == wide && isa<SCEVAddRecExpr>(evolution_.getSCEV(&phi));
        }))
      return;
    test.bound = evolution_.getSignExtendExpr(bound, wide);
    test.counter = cast<SCEVAddRecExpr>(evolution_.getAddRecExpr(evolution_.getSignExtendExpr(first, wide),
                                                                 evolution_.getOne(wide), &loop_, SCEV::FlagAnyWrap));
  }

  // Has the header test before each iteration, by the condition that `make_condition` makes there, and drops the guard.
  void test_in_header(bool stays_if, function_ref<Value *()> make_condition) {
    if (blocks_.has_guard)
      for (Instruction &each : *blocks_.before) each.dropPoisonGeneratingAnnotations();
    BasicBlock *body = SplitBlock(blocks_.header, blocks_.header->getFirstNonPHIIt(), &dominators_, &loops_);
    if (blocks_.latch == blocks_.header) blocks_.latch = body;
    leave_with_counter();
    if (blocks_.has_guard) hand_on_values_of_guard();
    hand_on_values();
    Value *condition = make_condition();
    IRBuilder<>(blocks_.header->getTerminator())
        .CreateCondBr(condition, stays_if ? body : blocks_.out, stays_if ? blocks_.out : body);
    blocks_.header->getTerminator()->eraseFromParent();
    auto *old = cast<BranchInst>(blocks_.latch->getTerminator());
    Value *asked = old->getCondition();
    BranchInst *back = IRBuilder<>(old).CreateBr(blocks_.header);
    back->copyMetadata(*old, {LLVMContext::MD_loop});
    old->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(asked);
    if (blocks_.has_guard) drop_guard();
    dominators_.recalculate(*blocks_.header->getParent());
    evolution_.forgetAllLoops();
  }

  void move_test(HeaderTest test) {
    test_in_header(/*stays_if=*/true, [&] {
      SCEVExpander expander(evolution_, "unrotated");
      expander.setInsertPoint(blocks_.before->getTerminator());
      widen_constant(test);
      PHINode *counter = make_counter(test, expander);
      Value *bound =
          expander.expandCodeFor(test.bound, test.bound->getType(), blocks_.before->getTerminator()->getIterator());
      follow_counter(*counter, *test.counter, expander);
      replace_low_halves(*counter, *test.counter);
      IRBuilder<> builder(blocks_.header->getTerminator());
      Value *number = builder.CreateCast(test.extension, counter, bound->getType());
      return with_flag(builder.CreateICmp(test.predicate, number, bound), builder);
    });
  }

  // If the guard and the latch compute their conditions by the same operations, the header computes the condition in
  // place of both. Returns whether it does.
  bool move_condition() {
    if (!blocks_.has_guard) return false;
    const auto found = find_rotated_condition(loop_, blocks_);
    if (!found) return false;
    blocks_.aside = SplitEdge(blocks_.guard, blocks_.behind, &dominators_, &loops_);
    const bool stays_if = cast<BranchInst>(blocks_.latch->getTerminator())->getSuccessor(0) == blocks_.header;
    test_in_header(stays_if, [&] {
      ValueToValueMapTy moved;
      for (auto [next, first] : found->carried) {
        PHINode *carried = carried_as(first, next);
        moved[next] = carried;
        drop_low_halves_of(*carried);
      }
      Instruction *last = nullptr;
      for (auto [next, first] : found->computed) {
        last = next->clone();
        last->insertBefore(blocks_.header->getTerminator()->getIterator());
        RemapInstruction(last, moved, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        combineMetadataForCSE(last, first, /*DoesKMove=*/true);
        last->andIRFlags(first);
        if (auto *load = dyn_cast<LoadInst>(last))
          load->setAlignment(std::min(load->getAlign(), cast<LoadInst>(first)->getAlign()));
        moved[next] = last;
      }
      for (auto [next, first] : found->computed)
        for (PHINode &phi : make_early_inc_range(blocks_.header->phis()))
          if (phi.getIncomingValueForBlock(blocks_.latch) == next &&
              phi.getIncomingValueForBlock(blocks_.before) == first) {
            phi.replaceAllUsesWith(moved[next]);
            phi.eraseFromParent();
          }
      return last;
    });
    return true;
  }

  void drop_guard() {
    auto *guard = cast<BranchInst>(blocks_.guard->getTerminator());
    Value *asked = guard->getCondition();
    IRBuilder<>(guard).CreateBr(blocks_.before);
    guard->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(asked);
    loops_.removeBlock(blocks_.aside);
    DeleteDeadBlock(blocks_.aside);
  }

  // Where another exit leaves with the counter, so does the latch's, instead of with the bound that the counter has
  // met.
  void leave_with_counter() {
    auto *branch = cast<BranchInst>(blocks_.latch->getTerminator());
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    const bool leaves_if = branch->getSuccessor(0) == blocks_.out;
    if (flag_ || !compare || compare->getPredicate() != (leaves_if ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE)) return;
    for (PHINode &phi : blocks_.out->phis())
      for (unsigned i : {0u, 1u}) {
        Value *next = compare->getOperand(i), *bound = compare->getOperand(1 - i);
        const bool is_counter = any_of(blocks_.header->phis(), [&](PHINode &counter) {
          return counter.getIncomingValueForBlock(blocks_.latch) == next &&
                 is_contained(phi.incoming_values(), &counter);
        });
        if (is_counter && phi.getIncomingValueForBlock(blocks_.latch) == bound)
          phi.setIncomingValueForBlock(blocks_.latch, next);
      }
  }

  // Values that the code behind the loop takes from the guard become the first values of phis of the header, whose
  // others are the iterations'.
  void hand_on_values_of_guard() {
    for (PHINode &phi : blocks_.behind->phis()) {
      Value *from_guard = phi.getIncomingValueForBlock(blocks_.aside),
            *from_loop = phi.getIncomingValueForBlock(blocks_.out);
      auto *last = dyn_cast<PHINode>(from_loop);
      if (last && last->getParent() != blocks_.out) last = nullptr;
      Value *of_iteration = last ? last->getIncomingValueForBlock(blocks_.latch) : from_loop;
      if (of_iteration == from_guard) continue;
      if (Value *first = first_of(of_iteration); first && guard_leaves_if_equal(first, from_guard)) from_guard = first;
      auto *handed = PHINode::Create(phi.getType(), 1, "", blocks_.out->begin());
      handed->addIncoming(carried_as(from_guard, of_iteration), blocks_.header);
      for (BasicBlock *exit : predecessors(blocks_.out))
        if (exit != blocks_.latch) handed->addIncoming(last ? last->getIncomingValueForBlock(exit) : from_loop, exit);
      phi.setIncomingValueForBlock(blocks_.out, handed);
    }
  }

  // What a phi of the header has in the first iteration that has `next` in the others; null: there is none.
  Value *first_of(const Value *next) {
    for (PHINode &phi : blocks_.header->phis())
      if (phi.getIncomingValueForBlock(blocks_.latch) == next) return phi.getIncomingValueForBlock(blocks_.before);
    return nullptr;
  }

  // Whether the guard leaves out the loop only where both are equal.
  bool guard_leaves_if_equal(const Value *one, const Value *other) {
    auto *branch = cast<BranchInst>(blocks_.guard->getTerminator());
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    const bool leaves_if = branch->getSuccessor(0) == blocks_.aside;
    return compare && compare->getPredicate() == (leaves_if ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE) &&
           ((compare->getOperand(0) == one && compare->getOperand(1) == other) ||
            (compare->getOperand(0) == other && compare->getOperand(1) == one));
  }

  void hand_on_values() {
    for (PHINode &phi : make_early_inc_range(blocks_.out->phis())) {
      const int from_latch = phi.getBasicBlockIndex(blocks_.latch);
      if (phi.use_empty()) {
        phi.eraseFromParent();
      } else if (from_latch >= 0) {
        // What all iterations compute alike is computed before the loop: carried, it would be another value to each
        // lane.
        Value *next = phi.getIncomingValue(unsigned(from_latch));
        bool moved = false;
        if (!loop_.makeLoopInvariant(next, moved, blocks_.before->getTerminator()))
          phi.setIncomingValue(unsigned(from_latch), carried_as(nullptr, next));
        phi.setIncomingBlock(unsigned(from_latch), blocks_.header);
      }
    }
  }

  // A phi of the header: `first` before the loop, then `next` of each iteration. `first` is null if the loop always has
  // an iteration: nothing reads the phi's first value then.
  PHINode *carried_as(Value *first, Value *next) {
    for (PHINode &phi : blocks_.header->phis())
      if ((!first || phi.getIncomingValueForBlock(blocks_.before) == first) &&
          phi.getIncomingValueForBlock(blocks_.latch) == next)
        return &phi;
    auto *phi = PHINode::Create(next->getType(), 2, "carried", blocks_.header->begin());
    phi->addIncoming(first ? first : PoisonValue::get(next->getType()), blocks_.before);
    phi->addIncoming(next, blocks_.latch);
    return phi;
  }

  PHINode *make_counter(const HeaderTest &test, SCEVExpander &expander) {
    if (PHINode *phi = phi_of(*test.counter, *blocks_.header, evolution_)) return phi;
    Type *type = test.counter->getType();
    Value *first =
        expander.expandCodeFor(test.counter->getStart(), type, blocks_.before->getTerminator()->getIterator());
    Value *step = expander.expandCodeFor(test.counter->getStepRecurrence(evolution_), type,
                                         blocks_.before->getTerminator()->getIterator());
    auto *counter = PHINode::Create(type, 2, "counter", blocks_.header->begin());
    Value *next = IRBuilder<>(blocks_.latch->getTerminator()).CreateAdd(counter, step);
    counter->addIncoming(first, blocks_.before);
    counter->addIncoming(next, blocks_.latch);
    return counter;
  }

  // Gives users that take the low half of a phi of 64 bits the counter, where the low half is the counter.
  void replace_low_halves(PHINode &counter, const SCEVAddRecExpr &counts) {
    Type *narrow = counter.getType(), *wide = Type::getInt64Ty(narrow->getContext());
    if (!narrow->isIntegerTy(32)) return;
    IRBuilder<> builder(blocks_.header, blocks_.header->getFirstNonPHIIt());
    SmallVector<WeakTrackingVH> replaced;
    auto replace = [&](User *user, Value *by) {
      user->replaceAllUsesWith(by);
      replaced.emplace_back(user);
    };
    for (PHINode &phi : blocks_.header->phis()) {
      if (phi.getType() != wide || evolution_.getTruncateExpr(evolution_.getSCEV(&phi), narrow) != &counts) continue;
      for (User *user : SmallVector<User *>(phi.users())) {
        if (isa<TruncInst>(user) && user->getType() == narrow) replace(user, &counter);
        if (match(user, m_And(m_Value(), m_SpecificInt(UINT32_MAX)))) replace(user, builder.CreateZExt(&counter, wide));
        if (!match(user, m_Shl(m_Specific(&phi), m_SpecificInt(32)))) continue;
        for (User *extension : SmallVector<User *>(user->users()))
          if (match(extension, m_AShr(m_Specific(user), m_SpecificInt(32))))
            replace(extension, builder.CreateSExt(&counter, wide));
        cast<Instruction>(user)->dropPoisonGeneratingFlags();
        user->setOperand(0, builder.CreateZExt(&counter, wide));
      }
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  }

  // Replaces the header's narrower phis that are the low bits of `number` in each iteration.
  void drop_low_halves_of(PHINode &number) {
    if (!number.getType()->isIntegerTy()) return;
    for (PHINode &phi : make_early_inc_range(blocks_.header->phis())) {
      auto is_low_half = [&](BasicBlock *from) {
        return evolution_.getSCEV(phi.getIncomingValueForBlock(from)) ==
               evolution_.getTruncateExpr(evolution_.getSCEV(number.getIncomingValueForBlock(from)), phi.getType());
      };
      if (!phi.getType()->isIntegerTy() ||
          phi.getType()->getIntegerBitWidth() >= number.getType()->getIntegerBitWidth() ||
          !is_low_half(blocks_.before) || !is_low_half(blocks_.latch))
        continue;
      IRBuilder<> builder(blocks_.header, blocks_.header->getFirstNonPHIIt());
      phi.replaceAllUsesWith(builder.CreateTrunc(&number, phi.getType()));
      phi.eraseFromParent();
    }
  }

  // How many of the counter's steps one of `by` is; null: no whole number that is known before the loop.
  const SCEV *multiple(const SCEV *by, const SCEV *of_counter) {
    auto *constant = dyn_cast<SCEVConstant>(of_counter);
    if (!constant) return quotient(by, of_counter);
    const APInt &step = constant->getAPInt();
    if (auto *number = dyn_cast<SCEVConstant>(by)) {
      const APInt &times = number->getAPInt();
      if (times.getBitWidth() > step.getBitWidth()) return nullptr;
      const APInt one = step.trunc(times.getBitWidth());
      return !one.isZero() && times.srem(one).isZero() ? evolution_.getConstant(times.sdiv(one)) : nullptr;
    }
    if (!evolution_.isLoopInvariant(by, &loop_)) return nullptr;
    if (step.isAllOnes()) return evolution_.getNegativeSCEV(by);
    return step.isStrictlyPositive() && step.isSignedIntN(64) ? divided(by, step.getSExtValue(), evolution_) : nullptr;
  }

  // A product without one of its factors; null: there is no such factor.
  const SCEV *quotient(const SCEV *by, const SCEV *factor) {
    if (by == factor) return evolution_.getOne(by->getType());
    auto *product = dyn_cast<SCEVMulExpr>(by);
    const auto *found = product ? find(product->operands(), factor) : nullptr;
    if (!product || found == product->operands().end()) return nullptr;
    SmallVector<const SCEV *> others(product->operands().begin(), found);
    others.append(std::next(found), product->operands().end());
    return evolution_.getMulExpr(others);
  }

  // Numbers that go on with a loop around this one, by that loop's counter: the expander would make another one.
  class InOuterCounters : public SCEVRewriteVisitor<InOuterCounters> {
   public:
    explicit InOuterCounters(RotatedLoop &loop) : SCEVRewriteVisitor(loop.evolution_), inner_(loop) {}

    const SCEV *visitAddRecExpr(const SCEVAddRecExpr *steps) {
      if (!steps->isAffine()) return steps;
      for (PHINode &phi : steps->getLoop()->getHeader()->phis()) {
        auto *counter = phi.getType()->isIntegerTy(64) ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&phi)) : nullptr;
        if (!counter || counter->getLoop() != steps->getLoop() || !counter->isAffine()) continue;
        const SCEV *times = inner_.multiple(steps->getStepRecurrence(SE), counter->getStepRecurrence(SE));
        if (!times || times->getType() != phi.getType() || !SE.isLoopInvariant(times, steps->getLoop())) continue;
        const SCEV *counted = SE.getMinusSCEV(SE.getUnknown(&phi), counter->getStart());
        return SE.getAddExpr(visit(steps->getStart()), SE.getMulExpr(times, counted));
      }
      return steps;
    }

   private:
    RotatedLoop &inner_;
  };

  // A number by the counters of loops around this one, without what is added and subtracted again.
  const SCEV *simplified(const SCEV *number) {
    const SCEV *counted = InOuterCounters(*this).visit(number);
    if (!counted->getType()->isPointerTy()) return distributed(counted, evolution_);
    return evolution_.getAddExpr(distributed(evolution_.removePointerBase(counted), evolution_),
                                 evolution_.getPointerBase(counted));
  }

  // Replaces phis whose step is a multiple of the counter's by "start + multiple * (counter - counter's start)". True:
  // there was such a phi.
  bool follow_counter(PHINode &counter, const SCEVAddRecExpr &counts, SCEVExpander &expander) {
    const SCEV *step = counts.getStepRecurrence(evolution_);
    SmallVector<WeakTrackingVH> phis;
    for (PHINode &phi : blocks_.header->phis()) phis.emplace_back(&phi);
    bool changed = false;
    for (WeakTrackingVH &each : phis) {
      auto *phi = cast_or_null<PHINode>(each);
      if (!phi || phi == &counter || !evolution_.isSCEVable(phi->getType())) continue;
      auto *follows = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(phi));
      if (!follows || follows->getLoop() != &loop_ || !follows->isAffine()) continue;
      const SCEV *times = multiple(follows->getStepRecurrence(evolution_), step);
      if (!times || times->getType()->getScalarSizeInBits() > counter.getType()->getScalarSizeInBits()) continue;
      const SCEV *start = evolution_.getTruncateOrNoop(counts.getStart(), times->getType());
      const SCEV *less = evolution_.getNegativeSCEV(evolution_.getMulExpr(times, start));
      const SCEV *from = simplified(evolution_.getAddExpr(follows->getStart(), less));
      if (!expander.isSafeToExpandAt(from, blocks_.before->getTerminator()) ||
          !expander.isSafeToExpandAt(times, blocks_.before->getTerminator()))
        continue;
      Value *base = expander.expandCodeFor(from, phi->getType(), blocks_.before->getTerminator()->getIterator());
      Value *factor = expander.expandCodeFor(times, times->getType(), blocks_.before->getTerminator()->getIterator());
      phi->replaceAllUsesWith(follower(*base, counter, *factor));
      phi->eraseFromParent();
      changed = true;
    }
    if (changed) evolution_.forgetLoop(&loop_);
    return changed;
  }

  // "base + factor * counter", in the header. Of a pointer that goes on by elements: the counter's element, as an index
  // is written in the source.
  Value *follower(Value &base, PHINode &counter, Value &factor) {
    IRBuilder<> builder(blocks_.header, blocks_.header->getFirstNonPHIIt());
    Value *counts = builder.CreateTrunc(&counter, factor.getType());
    const bool is_pointer = base.getType()->isPointerTy();
    if (auto *bytes = dyn_cast<ConstantInt>(&factor);
        is_pointer && bytes && bytes->getValue().isPowerOf2() && bytes->getValue().ule(8))
      return builder.CreateGEP(builder.getIntNTy(unsigned(8 * bytes->getZExtValue())), &base, counts);
    Value *more = builder.CreateMul(counts, &factor);
    if (is_pointer) return builder.CreatePtrAdd(&base, more);
    return match(&base, m_Zero()) ? more : builder.CreateAdd(&base, more);
  }

  Loop &loop_;
  LoopInfo &loops_;
  DominatorTree &dominators_;
  ScalarEvolution &evolution_;
  RotatedBlocks blocks_;
  Value *flag_ = nullptr;  // of split_condition(), in the latch
  bool flag_first_ = false, flag_stays_ = false;
  bool joined_edge_ = false;  // leave_out_empty_block() has done so
};

}  // namespace

PreservedAnalyses UnrotateLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (analyses.getResult<LoopAnalysis>(function).empty()) return PreservedAnalyses::all();
  const GivenLocalRanges ranges(function);
  if (!ranges.empty()) {
    PreservedAnalyses others = PreservedAnalyses::all();
    others.abandon<ScalarEvolutionAnalysis>();
    analyses.invalidate(function, others);
  }
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  SmallVector<Loop *, 8> inner_first = loops.getLoopsInReverseSiblingPreorder();
  for (Loop *loop : reverse(inner_first)) {
    changed |= RotatedLoop(*loop, loops, dominators, evolution).unrotate();
    changed |= count_pointers(*loop, evolution);
    changed |= RotatedLoop(*loop, loops, dominators, evolution).follow_counters();
    changed |= RotatedLoop(*loop, loops, dominators, evolution).join_offsets();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
