// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/header_tests.h"

#include <array>

#include "compiler/ir/conditions.h"
#include "compiler/opt/counted_pointers.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

class HeaderTestFinder {
 public:
  HeaderTestFinder(Loop &loop, RotatedBlocks &blocks, LoopInfo &loops, DominatorTree &dominators,
                   ScalarEvolution &evolution)
      : loop_(loop), blocks_(blocks), loops_(loops), dominators_(dominators), evolution_(evolution) {}

  std::optional<HeaderTest> find() {
    auto *branch = cast<BranchInst>(blocks_.latch->getTerminator());
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) return std::nullopt;
    auto is_counter = [&](Value *value) {
      const SCEV *number = evolution_.getSCEV(value);
      if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(number)) number = cast<SCEVCastExpr>(number)->getOperand();
      return isa<SCEVAddRecExpr>(number) && cast<SCEVAddRecExpr>(number)->getLoop() == &loop_;
    };
    const Comparison test(*compare, branch->getSuccessor(0) == blocks_.header, is_counter);
    const CmpInst::Predicate stays = test.predicate;
    const SCEV *counter = evolution_.getSCEV(test.left), *bound = evolution_.getSCEV(test.right);
    auto *extension = dyn_cast<SCEVCastExpr>(counter);
    auto *at_end = dyn_cast<SCEVAddRecExpr>(extension ? extension->getOperand() : counter);
    if (!at_end || at_end->getLoop() != &loop_ || !at_end->isAffine() || !evolution_.isLoopInvariant(bound, &loop_))
      return std::nullopt;
    SmallVector<HeaderTest, 8> tests;
    if (!extension)
      list_tests(stays, *at_end, bound, tests);
    else if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(extension))
      add_extended(stays, *at_end, bound, isa<SCEVSignExtendExpr>(extension) ? Instruction::SExt : Instruction::ZExt,
                   tests);
    if (blocks_.has_guard) add_guard(tests);
    erase_if(tests, [&](const HeaderTest &test) { return !holds_at(blocks_.before, test.predicate, test); });
    if (blocks_.has_flag)
      erase_if(tests, [&](const HeaderTest &test) { return !phi_of(*test.counter, *blocks_.header, evolution_); });
    else if (tests.empty())
      add_repeats(tests);
    if (tests.empty()) return std::nullopt;
    if (!blocks_.has_guard) return tests.front();
    split_guard(tests);
    blocks_.aside = SplitEdge(blocks_.guard, blocks_.behind, &dominators_, &loops_);
    for (const HeaderTest &test : tests)
      if (holds_at(blocks_.aside, CmpInst::getInversePredicate(test.predicate), test) && may_run_always(test))
        return test;
    blocks_.has_guard = false;
    return tests.front();
  }

 private:
  // Whether a test's numbers can be computed in front of the loop where the loop has no iteration: the guard may keep a
  // divisor from 0. What stands there runs always, as find_guard() has seen.
  bool may_run_always(const HeaderTest &test) {
    SCEVExpander expander(evolution_, "unrotated");
    Instruction *end = blocks_.before->getTerminator();
    auto is_safe = [&](const SCEV *number) {
      return expander.isSafeToExpandAt(number, end) || expander.hasRelatedExistingExpansion(number, end, &loop_);
    };
    return is_safe(test.bound) &&
           (phi_of(*test.counter, *blocks_.header, evolution_) ||
            (is_safe(test.counter->getStart()) && is_safe(test.counter->getStepRecurrence(evolution_))));
  }

  // LLVM joins the condition that the loop has an iteration with conditions of an `if` around the loop. Splits such a
  // guard into two branches: the other conditions, then the loop's own.
  void split_guard(ArrayRef<HeaderTest> tests) {
    auto *branch = cast<BranchInst>(blocks_.guard->getTerminator());
    Value *asked = branch->getCondition();
    const bool all = branch->getSuccessor(0) == blocks_.before;
    Value *of_loop = find_condition(asked, all, tests);
    if (!of_loop || of_loop == asked) return;
    IRBuilder<> builder(branch);
    Value *others = without(asked, of_loop, all, builder);
    if (!others) return;
    BasicBlock *inner = SplitBlock(blocks_.guard, branch, &dominators_, &loops_);
    Instruction *jump = blocks_.guard->getTerminator();
    BranchInst *outer =
        BranchInst::Create(all ? inner : blocks_.behind, all ? blocks_.behind : inner, others, jump->getIterator());
    outer->setDebugLoc(branch->getDebugLoc());
    jump->eraseFromParent();
    for (PHINode &phi : blocks_.behind->phis()) phi.addIncoming(phi.getIncomingValueForBlock(inner), blocks_.guard);
    branch->setCondition(of_loop);
    branch->setMetadata(LLVMContext::MD_prof, nullptr);
    RecursivelyDeleteTriviallyDeadInstructions(asked);
    dominators_.recalculate(*blocks_.header->getParent());
    evolution_.forgetAllLoops();
    blocks_.guard = inner;
  }

  // The condition, among those joined, that compares nothing but numbers of the loop's tests.
  Value *find_condition(Value *joined, bool all, ArrayRef<HeaderTest> tests) {
    Value *first, *second;
    if (is_joined(joined, all, first, second)) {
      if (Value *found = find_condition(second, all, tests)) return found;
      return find_condition(first, all, tests);
    }
    auto *compare = dyn_cast<ICmpInst>(joined);
    auto is_of = [&](Value *number, const HeaderTest &test) {
      if (isa<Constant>(number)) return true;
      if (!evolution_.isSCEVable(number->getType())) return false;
      const SCEV *sought = evolution_.getSCEV(number);
      auto is_sought = [&](const SCEV *part) { return part == sought; };
      return SCEVExprContains(test.bound, is_sought) || SCEVExprContains(test.counter->getStart(), is_sought);
    };
    const bool found = compare && any_of(tests, [&](const HeaderTest &test) {
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

  bool holds_at(const BasicBlock *block, CmpInst::Predicate predicate, const HeaderTest &test) {
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
                                                    evolution_.getZero(less->getType())) ||
          is_difference_not_below_0(less, block))
        return true;
    }
    if (start->isZero() && (predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_UGE)) {
      const SCEV *whole =
          isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(bound) ? cast<SCEVCastExpr>(bound)->getOperand() : bound;
      const CmpInst::Predicate asked = predicate == CmpInst::ICMP_ULT ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ;
      if (evolution_.isBasicBlockEntryGuardedByCond(block, asked, whole, evolution_.getZero(whole->getType())))
        return true;
    }
    if (ends_block_of_multiples(block, predicate, start, bound)) return true;
    if (auto [from, to] = extended_difference(bound); from && start->isZero() && !CmpInst::isUnsigned(predicate))
      start = from, bound = to;
    if (!CmpInst::isUnsigned(predicate)) move_constant(start, bound);
    const SCEV *first = sign_extended(start), *last = sign_extended(bound);
    Type *narrow = last ? last->getType() : nullptr;
    if (last && !CmpInst::isUnsigned(predicate)) {
      if (first && first->getType() == narrow)
        start = first, bound = last;
      else if (number && number->getAPInt().isSignedIntN(narrow->getIntegerBitWidth()))
        start = evolution_.getTruncateExpr(number, narrow), bound = last;
    }
    // ScalarEvolution makes a strict comparison of "<=", of whichever side may go on by one: not the same of both
    // orders.
    if (evolution_.isKnownPredicate(predicate, start, bound) ||
        evolution_.isBasicBlockEntryGuardedByCond(block, predicate, start, bound) ||
        (CmpInst::isNonStrictPredicate(predicate) &&
         evolution_.isBasicBlockEntryGuardedByCond(block, CmpInst::getSwappedPredicate(predicate), bound, start)))
      return true;
    // The guard's sum, in 32 bits, of numbers that the counter adds in 64.
    Type *half = Type::getInt32Ty(blocks_.header->getContext());
    auto fits = [&](const SCEV *number) {
      return evolution_.getSignedRangeMin(number).isSignedIntN(32) &&
             evolution_.getSignedRangeMax(number).isSignedIntN(32);
    };
    return bound->getType()->isIntegerTy(64) && !CmpInst::isUnsigned(predicate) && fits(start) && fits(bound) &&
           evolution_.isBasicBlockEntryGuardedByCond(block, predicate, evolution_.getTruncateExpr(start, half),
                                                     evolution_.getTruncateExpr(bound, half));
  }

  // Whether a number is `last - first` of a guard `first <= last` with `first >= 0`: such a difference is not negative
  // and cannot wrap around.
  bool is_difference_not_below_0(const SCEV *number, const BasicBlock *block) {
    auto *sum = dyn_cast<SCEVAddExpr>(number);
    return sum && sum->getNumOperands() == 2 && any_of(std::array{0u, 1u}, [&](unsigned i) {
             const SCEV *first = evolution_.getNegativeSCEV(sum->getOperand(i));
             return evolution_.isKnownNonNegative(first) &&
                    evolution_.isBasicBlockEntryGuardedByCond(block, CmpInst::ICMP_SGE, sum->getOperand(1 - i), first);
           });
  }

  // Whether a guard tells how `first` compares with `first + 16`, where `first` is a multiple of 16 (or of another
  // power of two): LLVM asks whether the sum wraps around, `first == -16` of unsigned numbers.
  bool ends_block_of_multiples(const BasicBlock *block, CmpInst::Predicate predicate, const SCEV *first,
                               const SCEV *behind) {
    auto *length = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(behind, first));
    const bool is_less = predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_SLT;
    if (!length || !(is_less || predicate == CmpInst::ICMP_UGE || predicate == CmpInst::ICMP_SGE) ||
        !length->getAPInt().isPowerOf2() || length->getAPInt().isNegative() ||
        evolution_.getMinTrailingZeros(first) < length->getAPInt().logBase2())
      return false;
    const unsigned bits = length->getAPInt().getBitWidth();
    const APInt wrapped = CmpInst::isSigned(predicate) ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
    return evolution_.isBasicBlockEntryGuardedByCond(block, is_less ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ, first,
                                                     evolution_.getConstant(wrapped - length->getAPInt()));
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
                  SmallVectorImpl<HeaderTest> &tests) {
    const SCEV *step = at_end.getStepRecurrence(evolution_);
    auto *at_begin = dyn_cast<SCEVAddRecExpr>(evolution_.getMinusSCEV(&at_end, step));
    const bool up = step->isOne(), down = step->isAllOnesValue();
    const SmallVector<const SCEV *, 2> bounds = with_signed(bound);
    if (at_begin && at_begin->isAffine() && stays == CmpInst::ICMP_NE) add_elements(*at_begin, bound, tests);
    if (!tests.empty()) return;
    if (at_begin && at_begin->isAffine()) add_later_steps(stays, *at_begin, bound, tests);
    if (stays == CmpInst::ICMP_NE && down && bound->isZero() && at_begin && at_begin->isAffine())
      add_count_up(at_begin->getStart(), tests);
    // A counter that never is below the constant that it goes down to.
    if (stays == CmpInst::ICMP_UGT && down && isa<SCEVConstant>(bound) && at_begin && at_begin->isAffine() &&
        evolution_.isKnownPredicate(CmpInst::ICMP_UGE, at_begin->getStart(), bound))
      add_count_up(evolution_.getMinusSCEV(at_begin->getStart(), bound), tests);
    if (stays == CmpInst::ICMP_NE && !down && bound->isZero() && at_begin && at_begin->isAffine())
      add_count_of_steps(*at_begin, tests);
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
    auto is_smaller = [](const HeaderTest &one, const HeaderTest &other) {
      return one.counter->getStart()->getExpressionSize() < other.counter->getStart()->getExpressionSize();
    };
    for (auto at = tests.begin(); at != tests.end(); ++at)
      std::rotate(std::upper_bound(tests.begin(), at, *at, is_smaller), at, std::next(at));
  }

  // Clang counts a loop's iterations by the bytes that its arrays, or one of them, go on by: from 4 to 196 by 4, or
  // from 32 times an outer counter to 256. Adds a test of a counter of elements, which gives all these offsets.
  void add_elements(const SCEVAddRecExpr &at_begin, const SCEV *bound, SmallVectorImpl<HeaderTest> &tests) {
    auto *step = dyn_cast<SCEVConstant>(at_begin.getStepRecurrence(evolution_));
    auto *last = dyn_cast<SCEVConstant>(bound);
    if (!step || !last || !step->getAPInt().isStrictlyPositive() || step->getAPInt().isOne() ||
        !step->getAPInt().isSignedIntN(64))
      return;
    const APInt &by = step->getAPInt(), &to = last->getAPInt();
    const SCEV *from = divided(at_begin.getStart(), by.getSExtValue(), evolution_);
    if (!from || !is_exact(at_begin.getStart(), from, by.getSExtValue(), evolution_) ||
        !evolution_.isKnownNonNegative(at_begin.getStart()) || !to.srem(by).isZero() ||
        !(has_finer_step(by) || counts_bytes(at_begin, by)))
      return;
    auto *counter = dyn_cast<SCEVAddRecExpr>(
        evolution_.getAddRecExpr(from, evolution_.getOne(step->getType()), &loop_, SCEV::FlagAnyWrap));
    if (!counter) return;
    const HeaderTest test{CmpInst::ICMP_SLT, counter, evolution_.getConstant(to.sdiv(by))};
    if (holds_at(blocks_.before, test.predicate, test)) tests.push_back(test);
  }

  // Whether a counter is nothing but the offset in bytes of elements that lie side by side.
  bool counts_bytes(const SCEVAddRecExpr &at_begin, const APInt &step) {
    PHINode *counter = phi_of(at_begin, *blocks_.header, evolution_);
    if (!counter || !step.isPowerOf2()) return false;
    const DataLayout &layout = counter->getDataLayout();
    auto is_place_of_element = [&](const User *user) {
      auto *place = dyn_cast<GetElementPtrInst>(user);
      return place && place->getSourceElementType()->isIntegerTy(8) && all_of(place->users(), [&](const User *access) {
               return getLoadStorePointerOperand(access) == place &&
                      step == layout.getTypeStoreSize(getLoadStoreType(access)).getFixedValue();
             });
    };
    bool has_places = false;
    for (const User *user : counter->users()) {
      if (user == counter->getIncomingValueForBlock(blocks_.latch) || isa<ICmpInst>(user)) continue;
      if (!is_place_of_element(user)) return false;
      has_places = true;
    }
    return has_places;
  }

  // Whether another number or pointer of the loop goes on by what is no multiple of `step`.
  bool has_finer_step(const APInt &step) {
    return any_of(blocks_.header->phis(), [&](PHINode &phi) {
      auto *follows =
          evolution_.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&phi)) : nullptr;
      if (!follows || follows->getLoop() != &loop_ || !follows->isAffine()) return false;
      const SCEV *by = follows->getStepRecurrence(evolution_);
      if (evolution_.getTypeSizeInBits(by->getType()) != step.getBitWidth()) return false;
      auto *constant = dyn_cast<SCEVConstant>(by);
      return constant ? !constant->getAPInt().srem(step).isZero() : !divided(by, step.getSExtValue(), evolution_);
    });
  }

  // Clang lets a counter begin a step before the first number that is written, and compares it before it goes on, with
  // a constant that is as much smaller. Tests of the numbers one and two steps later, if none of them wraps around.
  void add_later_steps(CmpInst::Predicate stays, const SCEVAddRecExpr &at_begin, const SCEV *bound,
                       SmallVectorImpl<HeaderTest> &tests) {
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
                    Instruction::CastOps extension, SmallVectorImpl<HeaderTest> &tests) {
    auto *at_begin = dyn_cast<SCEVAddRecExpr>(evolution_.getMinusSCEV(&at_end, at_end.getStepRecurrence(evolution_)));
    if (at_begin && at_begin->isAffine()) tests.push_back({stays, at_begin, bound, extension});
  }

  // The guard's own test, of a counter from one of its numbers to the other one, where the loop has as many iterations.
  // In 64 bits, where a counter of 32 bits can pass every bound.
  void add_guard(SmallVectorImpl<HeaderTest> &tests) {
    auto *branch = cast<BranchInst>(blocks_.guard->getTerminator());
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !compare->isRelational() || !compare->getOperand(0)->getType()->isIntegerTy(32)) return;
    CmpInst::Predicate stays =
        branch->getSuccessor(0) == blocks_.before ? compare->getPredicate() : compare->getInversePredicate();
    const SCEV *first = evolution_.getSCEV(compare->getOperand(0)), *last = evolution_.getSCEV(compare->getOperand(1));
    const bool up = !goes_down();
    if (up != (ICmpInst::isLT(stays) || ICmpInst::isLE(stays))) {
      std::swap(first, last);
      stays = CmpInst::getSwappedPredicate(stays);
    }
    Type *wide = Type::getInt64Ty(blocks_.header->getContext());
    auto extended = [&](const SCEV *number) {
      return ICmpInst::isSigned(stays) ? evolution_.getSignExtendExpr(number, wide)
                                       : evolution_.getZeroExtendExpr(number, wide);
    };
    // A loop that counts in 64 bits what is left counts the difference of the extended numbers.
    const SCEV *count = evolution_.getExitCount(&loop_, blocks_.latch);
    if (isa<SCEVCouldNotCompute>(count)) return;
    const bool is_wide = count->getType() == wide;
    const SCEV *from = is_wide ? extended(first) : first, *to = is_wide ? extended(last) : last;
    const SCEV *repeats = up ? evolution_.getMinusSCEV(to, from) : evolution_.getMinusSCEV(from, to);
    if (ICmpInst::isStrictPredicate(stays))
      repeats = evolution_.getMinusSCEV(repeats, evolution_.getOne(repeats->getType()));
    if (count != repeats) {
      if (is_wide && ICmpInst::isSigned(stays) && count == repeats_of_length(first, last, up, stays))
        add_length(up ? evolution_.getMinusSCEV(to, from) : evolution_.getMinusSCEV(from, to),
                   ICmpInst::isStrictPredicate(stays), tests);
      return;
    }
    // Behind 0, a counter that goes down wraps around in 64 bits, too.
    if (stays == CmpInst::ICMP_UGE && may_be_last(last, CmpInst::ICMP_UGT)) return;
    auto *counter = dyn_cast<SCEVAddRecExpr>(evolution_.getAddRecExpr(
        extended(first), evolution_.getConstant(wide, up ? 1 : uint64_t(-1), true), &loop_, SCEV::FlagAnyWrap));
    if (counter) tests.push_back({stays, counter, extended(last)});
  }

  // Adds the test of a counter that goes from 0 to the difference of a guard's numbers. Where the guard skips the loop,
  // the difference is below 0, and the test fails at once.
  void add_length(const SCEV *difference, bool is_strict, SmallVectorImpl<HeaderTest> &tests) {
    Type *type = difference->getType();
    if (auto *counter = dyn_cast<SCEVAddRecExpr>(
            evolution_.getAddRecExpr(evolution_.getZero(type), evolution_.getOne(type), &loop_, SCEV::FlagAnyWrap)))
      tests.push_back({is_strict ? CmpInst::ICMP_SLT : CmpInst::ICMP_SLE, counter, difference});
  }

  // The back-edge count of a loop that counts down its length, `last - first` of 32 bits, zero-extended. Null: the
  // subtraction may wrap around although the guard holds.
  const SCEV *repeats_of_length(const SCEV *first, const SCEV *last, bool up, CmpInst::Predicate stays) {
    if (!evolution_.isKnownNonNegative(up ? first : last)) return nullptr;
    const SCEV *length = up ? evolution_.getMinusSCEV(last, first) : evolution_.getMinusSCEV(first, last);
    if (ICmpInst::isNonStrictPredicate(stays))
      length = evolution_.getAddExpr(length, evolution_.getOne(length->getType()));
    Type *wide = Type::getInt64Ty(blocks_.header->getContext());
    return evolution_.getMinusSCEV(evolution_.getZeroExtendExpr(length, wide), evolution_.getOne(wide));
  }

  // Whether a pointer of the loop goes down.
  bool goes_down() {
    return any_of(blocks_.header->phis(), [&](PHINode &phi) {
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
      return evolution_.isBasicBlockEntryGuardedByCond(blocks_.before, CmpInst::ICMP_SGE, number,
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
  void add_count_up(const SCEV *number, SmallVectorImpl<HeaderTest> &tests) {
    if (has_pointer() && number->getType()->isIntegerTy(32))
      number = evolution_.getZeroExtendExpr(number, Type::getInt64Ty(blocks_.header->getContext()));
    count_up(evolution_.getZero(number->getType()), number, tests);
    // "n - 1" iterations go from 1 to n.
    auto *sum = dyn_cast<SCEVAddExpr>(number);
    auto *less = sum && sum->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
    if (less && less->getAPInt().isNegative()) count_up(evolution_.getNegativeSCEV(less), sum->getOperand(1), tests);
  }

  // Clang counts down the bytes that pointers have still to go: the number of elements instead, from 0 on.
  void add_count_of_steps(const SCEVAddRecExpr &at_begin, SmallVectorImpl<HeaderTest> &tests) {
    auto *step = dyn_cast<SCEVConstant>(at_begin.getStepRecurrence(evolution_));
    if (!step || !step->getType()->isIntegerTy(64) || !step->getAPInt().isNegative()) return;
    const int64_t bytes = -step->getAPInt().getSExtValue();
    const SCEV *number = divided(at_begin.getStart(), bytes, evolution_);
    if (number && is_exact(at_begin.getStart(), number, bytes, evolution_))
      count_up(evolution_.getZero(number->getType()), number, tests);
  }

  // The number of 32 bits that a number extends by its sign. ScalarEvolution extends with zeros what is not below 0,
  // and the operands of a minimum or maximum. Null: no such extension.
  const SCEV *sign_extended(const SCEV *number) {
    if (auto *extension = dyn_cast<SCEVSignExtendExpr>(number)) return extension->getOperand();
    if (auto *extension = dyn_cast<SCEVZeroExtendExpr>(number))
      return evolution_.isKnownNonNegative(extension->getOperand()) ? extension->getOperand() : nullptr;
    auto *choice = dyn_cast<SCEVMinMaxExpr>(number);
    if (!choice || !isa<SCEVSMinExpr, SCEVSMaxExpr>(choice)) return nullptr;
    Type *half = Type::getInt32Ty(blocks_.header->getContext());
    SmallVector<const SCEV *, 4> operands;
    for (const SCEV *operand : choice->operands()) {
      auto *constant = dyn_cast<SCEVConstant>(operand);
      const SCEV *narrow = constant && constant->getAPInt().isSignedIntN(32) ? evolution_.getTruncateExpr(operand, half)
                                                                             : sign_extended(operand);
      if (!narrow || narrow->getType() != half) return nullptr;
      operands.push_back(narrow);
    }
    return evolution_.getMinMaxExpr(choice->getSCEVType(), operands);
  }

  // Of a number that is `last - first`, both extended by their signs: {first, last}. Of another number: {null, null}.
  std::pair<const SCEV *, const SCEV *> extended_difference(const SCEV *number) {
    auto *sum = dyn_cast<SCEVAddExpr>(number);
    if (!sum || sum->getNumOperands() != 2) return {nullptr, nullptr};
    for (unsigned i : {0u, 1u}) {
      const SCEV *first = evolution_.getNegativeSCEV(sum->getOperand(i)), *last = sum->getOperand(1 - i);
      const SCEV *from = sign_extended(first), *to = sign_extended(last);
      if (from && to && from->getType() == to->getType()) return {first, last};
    }
    return {nullptr, nullptr};
  }

  void count_up(const SCEV *first, const SCEV *behind, SmallVectorImpl<HeaderTest> &tests) {
    auto *counter = dyn_cast<SCEVAddRecExpr>(
        evolution_.getAddRecExpr(first, evolution_.getOne(first->getType()), &loop_, SCEV::FlagAnyWrap));
    if (!counter) return;
    for (const SCEV *each : with_signed(behind)) {
      const HeaderTest test{CmpInst::ICMP_SLT, counter, each};
      const bool is_guarded = extended_difference(each).first && holds_at(blocks_.before, CmpInst::ICMP_SLT, test);
      if (is_guarded || evolution_.isKnownNonNegative(behind)) tests.push_back(test);
      tests.push_back({CmpInst::ICMP_ULT, counter, each});
    }
  }

  bool has_pointer() const {
    return any_of(blocks_.header->phis(), [](const PHINode &phi) { return phi.getType()->isPointerTy(); });
  }

  // A counter that goes up to the number of iterations, where no comparison of the loop's own numbers is known to hold
  // before the first one.
  void add_repeats(SmallVectorImpl<HeaderTest> &tests) {
    constexpr unsigned kLargestNumber = 24;  // operations before the loop, about
    const SCEV *repeats = evolution_.getBackedgeTakenCount(&loop_);
    if (!loop_.getExitingBlock() || isa<SCEVCouldNotCompute>(repeats) || !repeats->getType()->isIntegerTy(32) ||
        repeats->getExpressionSize() > kLargestNumber ||
        !SCEVExpander(evolution_, "unrotated").isSafeToExpandAt(repeats, blocks_.before->getTerminator()))
      return;
    Type *wide = Type::getInt64Ty(blocks_.header->getContext());
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

  Loop &loop_;
  RotatedBlocks &blocks_;
  LoopInfo &loops_;
  DominatorTree &dominators_;
  ScalarEvolution &evolution_;
};

}  // namespace

PHINode *phi_of(const SCEVAddRecExpr &counter, BasicBlock &header, ScalarEvolution &evolution) {
  for (PHINode &phi : header.phis())
    if (evolution.isSCEVable(phi.getType()) && evolution.getSCEV(&phi) == &counter) return &phi;
  return nullptr;
}

std::optional<HeaderTest> find_header_test(Loop &loop, RotatedBlocks &blocks, LoopInfo &loops,
                                           DominatorTree &dominators, ScalarEvolution &evolution) {
  return HeaderTestFinder(loop, blocks, loops, dominators, evolution).find();
}

}  // namespace wherry::compiler
