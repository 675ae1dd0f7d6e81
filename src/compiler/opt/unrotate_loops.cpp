// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/unrotate_loops.h"

#include "compiler/ir/conditions.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/counted_pointers.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "kernel_abi/abi.h"
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
    const bool scales = split_scales(), sizes = hoist_sizes();
    has_guard_ = find_guard();
    const bool found = find_test();
    if (found) move_test();
    return found || aside_ || scales || sizes || joined_edge_;
  }

  // Computes phis that change with a counter from the counter, if an exit compares it. True: the function has changed.
  bool follow_counters() {
    header_ = loop_.getHeader(), latch_ = loop_.getLoopLatch(), before_ = loop_.getLoopPreheader();
    if (!latch_ || !before_) return false;
    for (PHINode &phi : header_->phis()) {
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

 private:
  // The loop goes on while the counter, of an iteration that begins, compares with the bound. A counter of fewer bits
  // is extended to the bound's.
  struct Test {
    CmpInst::Predicate predicate;
    const SCEVAddRecExpr *counter;
    const SCEV *bound;
    Instruction::CastOps extension = Instruction::SExt;
  };

  bool is_compared(const PHINode &phi) const {
    return any_of(phi.users(), [&](const User *user) {
      return isa<ICmpInst>(user) && any_of(user->users(), [&](const User *branch) {
               return isa<BranchInst>(branch) && loop_.isLoopExiting(cast<BranchInst>(branch)->getParent());
             });
    });
  }

  bool has_form() {
    if (!loop_.isLoopSimplifyForm() || loop_.getExitingBlock() != loop_.getLoopLatch()) return false;
    header_ = loop_.getHeader(), latch_ = loop_.getLoopLatch(), before_ = loop_.getLoopPreheader();
    out_ = loop_.getExitBlock();
    return isa<BranchInst>(latch_->getTerminator());
  }

  // Hoists calls for sizes, which are the steps of loops over the grid. True: the loop had such calls.
  bool hoist_sizes() {
    bool changed = false;
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &each : make_early_inc_range(*block))
        if (auto *call = dyn_cast<CallInst>(&each);
            call && call->getCalledFunction() && intrinsic_of(*call->getCalledFunction()) != Intrinsic::none)
          loop_.makeLoopInvariant(call, changed, before_->getTerminator(), nullptr, &evolution_);
    if (changed) evolution_.forgetTopmostLoop(&loop_);
    return changed;
  }

  // InstCombine writes 4 * (int)x as x << 32 >> 30, which ScalarEvolution takes for a number of 34 bits. Where phis
  // begin with such a number, or add it, writes a product of the extension again.
  bool split_scales() {
    bool changed = false;
    for (PHINode &phi : header_->phis()) {
      Value *step = nullptr;
      if (!match(phi.getIncomingValueForBlock(latch_), m_c_Add(m_Specific(&phi), m_Value(step)))) continue;
      for (Value *each : {phi.getIncomingValueForBlock(before_), step}) {
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
    guard_ = before_->getSinglePredecessor();
    auto *branch = guard_ ? dyn_cast<BranchInst>(guard_->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional()) return false;
    behind_ = branch->getSuccessor(branch->getSuccessor(0) == before_);
    leave_out_empty_block();
    if (behind_ == before_ || out_->getSingleSuccessor() != behind_ || !isa<BranchInst>(out_->getFirstNonPHIIt()))
      return false;
    const bool runs_always = all_of(*before_, [](const Instruction &each) {
      return each.isTerminator() || (!isa<PHINode>(each) && isSafeToSpeculativelyExecute(&each));
    });
    return runs_always && all_of(out_->phis(), [&](const PHINode &phi) {
             return all_of(phi.users(), [&](const User *user) {
               return isa<PHINode>(user) && cast<PHINode>(user)->getParent() == behind_;
             });
           });
  }

  // Lets the guard lead to the code behind the loop at once, where an empty block stands between them.
  void leave_out_empty_block() {
    BasicBlock *empty = behind_, *next = empty->getSingleSuccessor();
    if (!next || next != out_->getSingleSuccessor() || empty->getSinglePredecessor() != guard_ ||
        &empty->front() != empty->getTerminator() || is_contained(predecessors(next), guard_))
      return;
    guard_->getTerminator()->replaceSuccessorWith(empty, next);
    next->replacePhiUsesWith(empty, guard_);
    empty->getTerminator()->eraseFromParent();
    new UnreachableInst(empty->getContext(), empty);
    loops_.removeBlock(empty);
    DeleteDeadBlock(empty);
    dominators_.recalculate(*header_->getParent());
    evolution_.forgetAllLoops();
    behind_ = next;
    joined_edge_ = true;
  }

  // Finds a test for the beginning of an iteration that equals the latch's test before each but the first one, and
  // before that one the guard. Without such a guard, a test that holds before the first iteration.
  bool find_test() {
    auto *branch = cast<BranchInst>(latch_->getTerminator());
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) return false;
    auto is_counter = [&](Value *value) {
      const SCEV *number = evolution_.getSCEV(value);
      if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(number)) number = cast<SCEVCastExpr>(number)->getOperand();
      return isa<SCEVAddRecExpr>(number) && cast<SCEVAddRecExpr>(number)->getLoop() == &loop_;
    };
    const Comparison test(*compare, branch->getSuccessor(0) == header_, is_counter);
    const CmpInst::Predicate stays = test.predicate;
    const SCEV *counter = evolution_.getSCEV(test.left), *bound = evolution_.getSCEV(test.right);
    auto *extension = dyn_cast<SCEVCastExpr>(counter);
    auto *at_end = dyn_cast<SCEVAddRecExpr>(extension ? extension->getOperand() : counter);
    if (!at_end || at_end->getLoop() != &loop_ || !at_end->isAffine() || !evolution_.isLoopInvariant(bound, &loop_))
      return false;
    SmallVector<Test, 8> tests;
    if (!extension)
      list_tests(stays, *at_end, bound, tests);
    else if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(extension))
      add_extended(stays, *at_end, bound, isa<SCEVSignExtendExpr>(extension) ? Instruction::SExt : Instruction::ZExt,
                   tests);
    if (has_guard_) add_guard(tests);
    erase_if(tests, [&](const Test &test) { return !holds_at(before_, test.predicate, test); });
    if (tests.empty()) add_repeats(tests);
    if (tests.empty()) return false;
    test_ = tests.front();
    if (!has_guard_) return true;
    split_guard(tests);
    aside_ = SplitEdge(guard_, behind_, &dominators_, &loops_);
    for (const Test &test : tests)
      if (holds_at(aside_, CmpInst::getInversePredicate(test.predicate), test) && may_run_always(test)) {
        test_ = test;
        return true;
      }
    has_guard_ = false;
    return true;
  }

  // Whether a test's numbers can be computed in front of the loop where the loop has no iteration: the guard may keep a
  // divisor from 0. What stands there runs always, as find_guard() has seen.
  bool may_run_always(const Test &test) {
    SCEVExpander expander(evolution_, "unrotated");
    Instruction *end = before_->getTerminator();
    auto is_safe = [&](const SCEV *number) {
      return expander.isSafeToExpandAt(number, end) || expander.hasRelatedExistingExpansion(number, end, &loop_);
    };
    return is_safe(test.bound) && (phi_of(*test.counter) || (is_safe(test.counter->getStart()) &&
                                                             is_safe(test.counter->getStepRecurrence(evolution_))));
  }

  // LLVM joins the condition that the loop has an iteration with conditions of an `if` around the loop. Splits such a
  // guard into two branches: the other conditions, then the loop's own.
  void split_guard(ArrayRef<Test> tests) {
    auto *branch = cast<BranchInst>(guard_->getTerminator());
    Value *asked = branch->getCondition();
    const bool all = branch->getSuccessor(0) == before_;
    Value *of_loop = find_condition(asked, all, tests);
    if (!of_loop || of_loop == asked) return;
    IRBuilder<> builder(branch);
    Value *others = without(asked, of_loop, all, builder);
    if (!others) return;
    BasicBlock *inner = SplitBlock(guard_, branch, &dominators_, &loops_);
    Instruction *jump = guard_->getTerminator();
    BranchInst *outer = BranchInst::Create(all ? inner : behind_, all ? behind_ : inner, others, jump->getIterator());
    outer->setDebugLoc(branch->getDebugLoc());
    jump->eraseFromParent();
    for (PHINode &phi : behind_->phis()) phi.addIncoming(phi.getIncomingValueForBlock(inner), guard_);
    branch->setCondition(of_loop);
    branch->setMetadata(LLVMContext::MD_prof, nullptr);
    RecursivelyDeleteTriviallyDeadInstructions(asked);
    dominators_.recalculate(*header_->getParent());
    evolution_.forgetAllLoops();
    guard_ = inner;
  }

  // The condition, among those joined, that compares nothing but numbers of the loop's tests.
  Value *find_condition(Value *joined, bool all, ArrayRef<Test> tests) {
    Value *first, *second;
    if (is_joined(joined, all, first, second)) {
      if (Value *found = find_condition(second, all, tests)) return found;
      return find_condition(first, all, tests);
    }
    auto *compare = dyn_cast<ICmpInst>(joined);
    auto is_of = [&](Value *number, const Test &test) {
      if (isa<Constant>(number)) return true;
      if (!evolution_.isSCEVable(number->getType())) return false;
      const SCEV *sought = evolution_.getSCEV(number);
      auto is_sought = [&](const SCEV *part) { return part == sought; };
      return SCEVExprContains(test.bound, is_sought) || SCEVExprContains(test.counter->getStart(), is_sought);
    };
    const bool found = compare && any_of(tests, [&](const Test &test) {
                         return is_of(compare->getOperand(0), test) && is_of(compare->getOperand(1), test);
                       });
    return found ? joined : nullptr;
  }

  // Joined conditions without one of them; null: there are no others.
  static Value *without(Value *joined, Value *condition, bool all, IRBuilder<> &builder) {
    Value *first, *second;
    if (joined == condition) return nullptr;
    if (!is_joined(joined, all, first, second)) return joined;
    Value *rest = without(first, condition, all, builder), *other = without(second, condition, all, builder);
    if (!other) return rest;
    // `second` was asked only where all of `first` held, and may be poison elsewhere.
    if (rest != first && isa<SelectInst>(joined) && !isGuaranteedNotToBePoison(other))
      other = builder.CreateFreeze(other);
    if (!rest) return other;
    if (rest == first && other == second) return joined;
    if (isa<SelectInst>(joined))
      return all ? builder.CreateLogicalAnd(rest, other) : builder.CreateLogicalOr(rest, other);
    return all ? builder.CreateAnd(rest, other) : builder.CreateOr(rest, other);
  }

  bool holds_at(const BasicBlock *block, CmpInst::Predicate predicate, const Test &test) {
    const SCEV *start = test.counter->getStart(), *bound = test.bound;
    start = test.extension == Instruction::SExt ? evolution_.getNoopOrSignExtend(start, bound->getType())
                                                : evolution_.getNoopOrZeroExtend(start, bound->getType());
    // Guards compare what is extended, with one constant.
    auto *number = dyn_cast<SCEVConstant>(start);
    if (auto *sum = dyn_cast<SCEVAddExpr>(bound);
        sum && number && !CmpInst::isUnsigned(predicate) && sum->getNumOperands() == 2 &&
        isa<SCEVConstant>(sum->getOperand(0)) && isa<SCEVSignExtendExpr>(sum->getOperand(1)) &&
        number->getType()->isIntegerTy(64) && number->getAPInt().isSignedIntN(32) &&
        cast<SCEVConstant>(sum->getOperand(0))->getAPInt().isSignedIntN(32)) {
      number = cast<SCEVConstant>(evolution_.getMinusSCEV(start, sum->getOperand(0)));
      start = number, bound = sum->getOperand(1);
    }
    // Extended with zeros, a number is not 0 where one less is not below 0, whether it wraps around or not.
    if (auto *zero = dyn_cast<SCEVZeroExtendExpr>(bound); zero && start->isZero() && predicate == CmpInst::ICMP_ULT) {
      const SCEV *less = evolution_.getMinusSCEV(zero->getOperand(), evolution_.getOne(zero->getOperand()->getType()));
      if (evolution_.isBasicBlockEntryGuardedByCond(block, CmpInst::ICMP_SGE, less,
                                                    evolution_.getZero(less->getType())))
        return true;
    }
    if (auto [from, to] = extended_difference(bound); from && start->isZero() && !CmpInst::isUnsigned(predicate))
      start = from, bound = to;
    if (!CmpInst::isUnsigned(predicate)) move_constant(start, bound);
    auto *first = dyn_cast<SCEVSignExtendExpr>(start), *last = dyn_cast<SCEVSignExtendExpr>(bound);
    Type *narrow = last ? last->getOperand()->getType() : nullptr;
    if (last && !CmpInst::isUnsigned(predicate)) {
      if (first && first->getOperand()->getType() == narrow)
        start = first->getOperand(), bound = last->getOperand();
      else if (number && number->getAPInt().isSignedIntN(narrow->getIntegerBitWidth()))
        start = evolution_.getTruncateExpr(number, narrow), bound = last->getOperand();
    }
    if (evolution_.isKnownPredicate(predicate, start, bound) ||
        evolution_.isBasicBlockEntryGuardedByCond(block, predicate, start, bound))
      return true;
    // The guard's sum, in 32 bits, of numbers that the counter adds in 64.
    Type *half = Type::getInt32Ty(header_->getContext());
    auto fits = [&](const SCEV *number) {
      return evolution_.getSignedRangeMin(number).isSignedIntN(32) &&
             evolution_.getSignedRangeMax(number).isSignedIntN(32);
    };
    return bound->getType()->isIntegerTy(64) && !CmpInst::isUnsigned(predicate) && fits(start) && fits(bound) &&
           evolution_.isBasicBlockEntryGuardedByCond(block, predicate, evolution_.getTruncateExpr(start, half),
                                                     evolution_.getTruncateExpr(bound, half));
  }

  // Takes a constant from a sum and from its constant bound, where neither wraps around.
  void move_constant(const SCEV *&start, const SCEV *&bound) {
    auto *sum = dyn_cast<SCEVAddExpr>(start);
    auto *more = sum ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    auto *last = dyn_cast<SCEVConstant>(bound);
    if (!more || !last) return;
    const SCEV *rest = evolution_.getMinusSCEV(sum, more);
    bool wraps = false;
    const APInt without = last->getAPInt().ssub_ov(more->getAPInt(), wraps);
    if (wraps || evolution_.getSignedRange(rest).signedAddMayOverflow(ConstantRange(more->getAPInt())) !=
                     ConstantRange::OverflowResult::NeverOverflows)
      return;
    start = rest, bound = evolution_.getConstant(without);
  }

  // Lists tests that give before an iteration the answer that the latch gives at the end of the iteration before.
  void list_tests(CmpInst::Predicate stays, const SCEVAddRecExpr &at_end, const SCEV *bound,
                  SmallVectorImpl<Test> &tests) {
    const SCEV *step = at_end.getStepRecurrence(evolution_);
    auto *at_begin = dyn_cast<SCEVAddRecExpr>(evolution_.getMinusSCEV(&at_end, step));
    const bool up = step->isOne(), down = step->isAllOnesValue();
    const SmallVector<const SCEV *, 2> bounds = with_signed(bound);
    if (at_begin && at_begin->isAffine()) add_later_steps(stays, *at_begin, bound, tests);
    if (stays == CmpInst::ICMP_NE && down && bound->isZero() && at_begin && at_begin->isAffine())
      add_count_up(at_begin->getStart(), tests);
    for (const SCEV *each : bounds) {
      if (at_begin && at_begin->isAffine()) {
        // Numbers that go to the bound one by one, from where the test holds, meet it.
        if (stays == CmpInst::ICMP_NE && (up || down))
          for (bool is_signed : {true, false}) tests.push_back({order_to(up, is_signed), at_begin, each});
        tests.push_back({stays, at_begin, each});
        // Where neither number is below 0, signed and unsigned order are the same.
        if (stays == CmpInst::ICMP_ULT && up && evolution_.isKnownNonNegative(at_begin) &&
            evolution_.isKnownNonNegative(each))
          tests.push_back({CmpInst::ICMP_SLT, at_begin, each});
      }
      if (((up && ICmpInst::isLT(stays)) || (down && ICmpInst::isGT(stays))) && !may_be_last(each, stays))
        tests.push_back({ICmpInst::getNonStrictPredicate(stays), &at_end, each});
    }
    // The counter as written, most likely.
    auto is_smaller = [](const Test &one, const Test &other) {
      return one.counter->getStart()->getExpressionSize() < other.counter->getStart()->getExpressionSize();
    };
    for (auto at = tests.begin(); at != tests.end(); ++at)
      std::rotate(std::upper_bound(tests.begin(), at, *at, is_smaller), at, std::next(at));
  }

  // Clang lets a counter begin a step before the first number that is written, and compares it before it goes on, with
  // a constant that is as much smaller. Tests of the numbers one and two steps later, if none of them wraps around.
  void add_later_steps(CmpInst::Predicate stays, const SCEVAddRecExpr &at_begin, const SCEV *bound,
                       SmallVectorImpl<Test> &tests) {
    auto *step = dyn_cast<SCEVConstant>(at_begin.getStepRecurrence(evolution_));
    auto *last = dyn_cast<SCEVConstant>(bound);
    if (!step || !last || !step->getAPInt().isStrictlyPositive() || step->getAPInt().isOne() ||
        (stays != CmpInst::ICMP_SLT && stays != CmpInst::ICMP_SLE) || isa<SCEVConstant>(at_begin.getStart()))
      return;
    const APInt &by = step->getAPInt();
    const ConstantRange first = evolution_.getSignedRange(at_begin.getStart());
    APInt more(by.getBitWidth(), 0);
    for (unsigned steps = 1; steps <= 2; ++steps) {
      bool wraps = false, wraps_behind = false, is_long = false;
      more = more.sadd_ov(by, is_long);
      const APInt later = last->getAPInt().sadd_ov(more, wraps);
      // The last number that is compared comes at most one step behind the bound.
      (void)later.sadd_ov(by, wraps_behind);
      auto *counter = dyn_cast<SCEVAddRecExpr>(evolution_.getAddExpr(&at_begin, evolution_.getConstant(more)));
      if (is_long || wraps || wraps_behind || !counter ||
          first.signedAddMayOverflow(ConstantRange(more)) != ConstantRange::OverflowResult::NeverOverflows)
        return;
      tests.push_back({stays, counter, evolution_.getConstant(later)});
    }
  }

  // The latch's test of a counter of fewer bits than the bound, which may wrap around.
  void add_extended(CmpInst::Predicate stays, const SCEVAddRecExpr &at_end, const SCEV *bound,
                    Instruction::CastOps extension, SmallVectorImpl<Test> &tests) {
    auto *at_begin = dyn_cast<SCEVAddRecExpr>(evolution_.getMinusSCEV(&at_end, at_end.getStepRecurrence(evolution_)));
    if (at_begin && at_begin->isAffine()) tests.push_back({stays, at_begin, bound, extension});
  }

  // The guard's own test, of a counter from one of its numbers to the other one, where the loop has as many iterations.
  // In 64 bits, where a counter of 32 bits can pass every bound.
  void add_guard(SmallVectorImpl<Test> &tests) {
    auto *branch = cast<BranchInst>(guard_->getTerminator());
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !compare->isRelational() || !compare->getOperand(0)->getType()->isIntegerTy(32)) return;
    CmpInst::Predicate stays =
        branch->getSuccessor(0) == before_ ? compare->getPredicate() : compare->getInversePredicate();
    const SCEV *first = evolution_.getSCEV(compare->getOperand(0)), *last = evolution_.getSCEV(compare->getOperand(1));
    const bool up = !goes_down();
    if (up != (ICmpInst::isLT(stays) || ICmpInst::isLE(stays))) {
      std::swap(first, last);
      stays = CmpInst::getSwappedPredicate(stays);
    }
    const SCEV *repeats = up ? evolution_.getMinusSCEV(last, first) : evolution_.getMinusSCEV(first, last);
    if (ICmpInst::isStrictPredicate(stays))
      repeats = evolution_.getMinusSCEV(repeats, evolution_.getOne(repeats->getType()));
    if (evolution_.getBackedgeTakenCount(&loop_) != repeats) return;
    // Behind 0, a counter that goes down wraps around in 64 bits, too.
    if (stays == CmpInst::ICMP_UGE && may_be_last(last, CmpInst::ICMP_UGT)) return;
    Type *wide = Type::getInt64Ty(header_->getContext());
    auto extended = [&](const SCEV *number) {
      return ICmpInst::isSigned(stays) ? evolution_.getSignExtendExpr(number, wide)
                                       : evolution_.getZeroExtendExpr(number, wide);
    };
    auto *counter = dyn_cast<SCEVAddRecExpr>(evolution_.getAddRecExpr(
        extended(first), evolution_.getConstant(wide, up ? 1 : uint64_t(-1), true), &loop_, SCEV::FlagAnyWrap));
    if (counter) tests.push_back({stays, counter, extended(last)});
  }

  // Whether a pointer of the loop goes down.
  bool goes_down() {
    return any_of(header_->phis(), [&](PHINode &phi) {
      auto *follows = phi.getType()->isPointerTy() ? dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&phi)) : nullptr;
      return follows && follows->getLoop() == &loop_ &&
             evolution_.isKnownNegative(follows->getStepRecurrence(evolution_));
    });
  }

  // A bound, and the same number where the guard says that it is not below 0; also as the sum of a constant and an
  // extended number, where the guard says that the sum does not wrap around.
  SmallVector<const SCEV *, 2> with_signed(const SCEV *bound) {
    SmallVector<const SCEV *, 2> bounds{bound};
    auto *zero = dyn_cast<SCEVZeroExtendExpr>(bound);
    auto is_at_least = [&](const SCEV *number, const APInt &least) {
      return evolution_.isBasicBlockEntryGuardedByCond(before_, CmpInst::ICMP_SGE, number,
                                                       evolution_.getConstant(least));
    };
    if (!zero ||
        !is_at_least(zero->getOperand(), APInt::getZero(evolution_.getTypeSizeInBits(zero->getOperand()->getType()))))
      return bounds;
    bounds.push_back(evolution_.getSignExtendExpr(zero->getOperand(), bound->getType()));
    auto *sum = dyn_cast<SCEVAddExpr>(zero->getOperand());
    auto *constant = sum && sum->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    if (!constant || !constant->getAPInt().isNegative()) return bounds;
    const APInt &less = constant->getAPInt();
    if (is_at_least(sum->getOperand(1), APInt::getSignedMinValue(less.getBitWidth()) - less))
      bounds.push_back(evolution_.getAddExpr(evolution_.getSignExtendExpr(sum->getOperand(1), bound->getType()),
                                             evolution_.getSignExtendExpr(constant, bound->getType()), SCEV::FlagNSW));
    return bounds;
  }

  // A counter that goes up to the number of iterations, in place of one that goes down to 0. In 64 bits, where pointers
  // go on with it.
  void add_count_up(const SCEV *number, SmallVectorImpl<Test> &tests) {
    if (has_pointer() && number->getType()->isIntegerTy(32))
      number = evolution_.getZeroExtendExpr(number, Type::getInt64Ty(header_->getContext()));
    count_up(evolution_.getZero(number->getType()), number, tests);
    // "n - 1" iterations go from 1 to n.
    auto *sum = dyn_cast<SCEVAddExpr>(number);
    auto *less = sum && sum->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    if (less && less->getAPInt().isNegative()) count_up(evolution_.getNegativeSCEV(less), sum->getOperand(1), tests);
  }

  // Of a number that is `last - first`, both extended by their signs: {first, last}. Of another number: {null, null}.
  std::pair<const SCEV *, const SCEV *> extended_difference(const SCEV *number) {
    auto *sum = dyn_cast<SCEVAddExpr>(number);
    if (!sum || sum->getNumOperands() != 2) return {nullptr, nullptr};
    for (unsigned i : {0u, 1u}) {
      const SCEV *first = evolution_.getNegativeSCEV(sum->getOperand(i)), *last = sum->getOperand(1 - i);
      auto *from = dyn_cast<SCEVSignExtendExpr>(first), *to = dyn_cast<SCEVSignExtendExpr>(last);
      if (from && to && from->getOperand()->getType() == to->getOperand()->getType()) return {first, last};
    }
    return {nullptr, nullptr};
  }

  void count_up(const SCEV *first, const SCEV *behind, SmallVectorImpl<Test> &tests) {
    auto *counter = dyn_cast<SCEVAddRecExpr>(
        evolution_.getAddRecExpr(first, evolution_.getOne(first->getType()), &loop_, SCEV::FlagAnyWrap));
    if (!counter) return;
    for (const SCEV *each : with_signed(behind)) {
      const Test test{CmpInst::ICMP_SLT, counter, each};
      const bool is_guarded = extended_difference(each).first && holds_at(before_, CmpInst::ICMP_SLT, test);
      if (is_guarded || evolution_.isKnownNonNegative(behind)) tests.push_back(test);
      tests.push_back({CmpInst::ICMP_ULT, counter, each});
    }
  }

  bool has_pointer() const {
    return any_of(header_->phis(), [](const PHINode &phi) { return phi.getType()->isPointerTy(); });
  }

  // A counter that goes up to the number of iterations, where no comparison of the loop's own numbers is known to hold
  // before the first one.
  void add_repeats(SmallVectorImpl<Test> &tests) {
    constexpr unsigned kLargestNumber = 24;  // operations before the loop, about
    const SCEV *repeats = evolution_.getBackedgeTakenCount(&loop_);
    if (isa<SCEVCouldNotCompute>(repeats) || !repeats->getType()->isIntegerTy(32) ||
        repeats->getExpressionSize() > kLargestNumber ||
        !SCEVExpander(evolution_, "unrotated").isSafeToExpandAt(repeats, before_->getTerminator()))
      return;
    Type *wide = Type::getInt64Ty(header_->getContext());
    const SCEV *number =
        evolution_.getAddExpr(evolution_.getZeroExtendExpr(repeats, wide), evolution_.getOne(wide), SCEV::FlagNUW);
    if (auto *counter = dyn_cast<SCEVAddRecExpr>(
            evolution_.getAddRecExpr(evolution_.getZero(wide), evolution_.getOne(wide), &loop_, SCEV::FlagAnyWrap)))
      tests.push_back({CmpInst::ICMP_ULT, counter, number});
  }

  static CmpInst::Predicate order_to(bool up, bool is_signed) {
    if (is_signed) return up ? CmpInst::ICMP_SLT : CmpInst::ICMP_SGT;
    return up ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGT;
  }

  // Whether a bound may be the last number of its type: behind it, a counter wraps around.
  bool may_be_last(const SCEV *bound, CmpInst::Predicate stays) {
    switch (stays) {
    case CmpInst::ICMP_SLT: return evolution_.getSignedRangeMax(bound).isMaxSignedValue();
    case CmpInst::ICMP_SGT: return evolution_.getSignedRangeMin(bound).isMinSignedValue();
    case CmpInst::ICMP_ULT: return evolution_.getUnsignedRangeMax(bound).isMaxValue();
    default: return evolution_.getUnsignedRangeMin(bound).isZero();
    }
  }

  void move_test() {
    if (has_guard_)
      for (Instruction &each : *before_) each.dropPoisonGeneratingAnnotations();
    BasicBlock *body = SplitBlock(header_, header_->getFirstNonPHIIt(), &dominators_, &loops_);
    if (latch_ == header_) latch_ = body;
    if (has_guard_) hand_on_values_of_guard();
    hand_on_values();
    SCEVExpander expander(evolution_, "unrotated");
    expander.setInsertPoint(before_->getTerminator());
    PHINode *counter = make_counter(expander);
    Value *bound = expander.expandCodeFor(test_.bound, test_.bound->getType(), before_->getTerminator()->getIterator());
    follow_counter(*counter, *test_.counter, expander);
    replace_low_halves(*counter);

    IRBuilder<> builder(header_->getTerminator());
    Value *number = builder.CreateCast(test_.extension, counter, bound->getType());
    builder.CreateCondBr(builder.CreateICmp(test_.predicate, number, bound), body, out_);
    header_->getTerminator()->eraseFromParent();
    auto *old = cast<BranchInst>(latch_->getTerminator());
    Value *asked = old->getCondition();
    BranchInst *back = IRBuilder<>(old).CreateBr(header_);
    back->copyMetadata(*old, {LLVMContext::MD_loop});
    old->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(asked);
    if (has_guard_) drop_guard();
    dominators_.recalculate(*header_->getParent());
    evolution_.forgetAllLoops();
  }

  void drop_guard() {
    auto *guard = cast<BranchInst>(guard_->getTerminator());
    Value *asked = guard->getCondition();
    IRBuilder<>(guard).CreateBr(before_);
    guard->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(asked);
    loops_.removeBlock(aside_);
    DeleteDeadBlock(aside_);
  }

  // Values that the code behind the loop takes from the guard become the first values of phis of the header, whose
  // others are the iterations'.
  void hand_on_values_of_guard() {
    for (PHINode &phi : behind_->phis()) {
      Value *from_guard = phi.getIncomingValueForBlock(aside_), *from_loop = phi.getIncomingValueForBlock(out_);
      auto *last = dyn_cast<PHINode>(from_loop);
      if (last && last->getParent() != out_) last = nullptr;
      Value *of_iteration = last ? last->getIncomingValue(0) : from_loop;
      if (of_iteration == from_guard) continue;
      auto *handed = PHINode::Create(phi.getType(), 1, "", out_->begin());
      handed->addIncoming(carried_as(from_guard, of_iteration), header_);
      phi.setIncomingValueForBlock(out_, handed);
    }
  }

  void hand_on_values() {
    for (PHINode &phi : make_early_inc_range(out_->phis())) {
      if (phi.use_empty()) {
        phi.eraseFromParent();
      } else if (phi.getIncomingBlock(0) != header_) {
        // What all iterations compute alike is computed before the loop: carried, it would be another value to each
        // lane.
        Value *next = phi.getIncomingValue(0);
        bool moved = false;
        if (!loop_.makeLoopInvariant(next, moved, before_->getTerminator()))
          phi.setIncomingValue(0, carried_as(nullptr, next));
        phi.setIncomingBlock(0, header_);
      }
    }
  }

  // A phi of the header: `first` before the loop, then `next` of each iteration. `first` is null if the loop always has
  // an iteration: nothing reads the phi's first value then.
  PHINode *carried_as(Value *first, Value *next) {
    for (PHINode &phi : header_->phis())
      if ((!first || phi.getIncomingValueForBlock(before_) == first) && phi.getIncomingValueForBlock(latch_) == next)
        return &phi;
    auto *phi = PHINode::Create(next->getType(), 2, "carried", header_->begin());
    phi->addIncoming(first ? first : PoisonValue::get(next->getType()), before_);
    phi->addIncoming(next, latch_);
    return phi;
  }

  // The header's phi that is the counter; null: there is none.
  PHINode *phi_of(const SCEVAddRecExpr &counter) {
    for (PHINode &phi : header_->phis())
      if (evolution_.isSCEVable(phi.getType()) && evolution_.getSCEV(&phi) == &counter) return &phi;
    return nullptr;
  }

  PHINode *make_counter(SCEVExpander &expander) {
    if (PHINode *phi = phi_of(*test_.counter)) return phi;
    Type *type = test_.counter->getType();
    Value *first = expander.expandCodeFor(test_.counter->getStart(), type, before_->getTerminator()->getIterator());
    Value *step = expander.expandCodeFor(test_.counter->getStepRecurrence(evolution_), type,
                                         before_->getTerminator()->getIterator());
    auto *counter = PHINode::Create(type, 2, "counter", header_->begin());
    Value *next = IRBuilder<>(latch_->getTerminator()).CreateAdd(counter, step);
    counter->addIncoming(first, before_);
    counter->addIncoming(next, latch_);
    return counter;
  }

  // Gives users that take the low half of a phi of 64 bits the counter, where the low half is the counter.
  void replace_low_halves(PHINode &counter) {
    Type *narrow = counter.getType(), *wide = Type::getInt64Ty(narrow->getContext());
    if (!narrow->isIntegerTy(32)) return;
    IRBuilder<> builder(header_, header_->getFirstNonPHIIt());
    SmallVector<WeakTrackingVH> replaced;
    auto replace = [&](User *user, Value *by) {
      user->replaceAllUsesWith(by);
      replaced.emplace_back(user);
    };
    for (PHINode &phi : header_->phis()) {
      if (phi.getType() != wide || evolution_.getTruncateExpr(evolution_.getSCEV(&phi), narrow) != test_.counter)
        continue;
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
    for (PHINode &phi : header_->phis()) phis.emplace_back(&phi);
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
      if (!expander.isSafeToExpandAt(from, before_->getTerminator()) ||
          !expander.isSafeToExpandAt(times, before_->getTerminator()))
        continue;
      Value *base = expander.expandCodeFor(from, phi->getType(), before_->getTerminator()->getIterator());
      Value *factor = expander.expandCodeFor(times, times->getType(), before_->getTerminator()->getIterator());
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
    IRBuilder<> builder(header_, header_->getFirstNonPHIIt());
    Value *counts = builder.CreateTrunc(&counter, factor.getType());
    const bool is_pointer = base.getType()->isPointerTy();
    if (auto *bytes = dyn_cast<ConstantInt>(&factor);
        is_pointer && bytes && bytes->getValue().isPowerOf2() && bytes->getValue().ule(8))
      return builder.CreateGEP(builder.getIntNTy(unsigned(8 * bytes->getZExtValue())), &base, counts);
    Value *more = builder.CreateMul(counts, &factor);
    return is_pointer ? builder.CreatePtrAdd(&base, more) : builder.CreateAdd(&base, more);
  }

  Loop &loop_;
  LoopInfo &loops_;
  DominatorTree &dominators_;
  ScalarEvolution &evolution_;
  BasicBlock *header_ = nullptr, *latch_ = nullptr, *before_ = nullptr;
  // `aside_`: on the guard's edge to the code behind the loop.
  BasicBlock *guard_ = nullptr, *out_ = nullptr, *behind_ = nullptr, *aside_ = nullptr;
  bool joined_edge_ = false;  // leave_out_empty_block() has done so
  bool has_guard_ = false;    // find_guard() has found one, and the test equals the guard
  Test test_{};
};

}  // namespace

// The calls for local ids and sizes without a range, which get that of all launches: what guards and counters add of
// them, in 32 bits or in 64, does not wrap around then.
static SmallVector<WeakTrackingVH, 4> give_ranges(Function &function) {
  SmallVector<WeakTrackingVH, 4> given;
  for (Instruction &each : instructions(function)) {
    const Intrinsic id = intrinsic_of(each);
    const bool is_size = id == Intrinsic::__wherry_local_size || id == Intrinsic::__wherry_enqueued_local_size;
    auto *call = dyn_cast<CallInst>(&each);
    if ((!is_size && id != Intrinsic::__wherry_local_id) || call->hasRetAttr(Attribute::Range)) continue;
    call->addRangeRetAttr(ConstantRange(APInt(64, is_size), APInt(64, abi::kMaxWorkGroupSize + is_size)));
    given.emplace_back(call);
  }
  return given;
}

PreservedAnalyses UnrotateLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (analyses.getResult<LoopAnalysis>(function).empty()) return PreservedAnalyses::all();
  const SmallVector<WeakTrackingVH, 4> given = give_ranges(function);
  if (!given.empty()) {
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
  }
  // Passes behind match what InstCombine makes of ids without a range.
  for (const WeakTrackingVH &call : given)
    if (call) cast<CallInst>(call)->removeRetAttr(Attribute::Range);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
