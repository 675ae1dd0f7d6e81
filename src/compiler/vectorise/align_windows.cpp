// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/align_windows.h"

#include "compiler/analysis/fixed_address.h"
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/conditions.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorise/ask_first.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// A loop that compares its counter with a bound before each iteration; the counter changes by 1.
struct CountingLoop {
  BasicBlock *before, *header, *asks, *body, *out, *latch;
  PHINode *counter;
  Value *first, *bound;  // the bound may be computed in the loop; obstacle() checks that it can be computed before it
  CmpInst::Predicate stays;  // of counter and bound
  bool up;
  // Whether the counter goes past a bound that is the type's last number: the loop then ends at another exit alone.
  bool may_wrap;
  bool leaves_early;  // whether the loop has another exit

  bool inclusive() const { return ICmpInst::isNonStrictPredicate(stays); }
};

// An operand of the minima, maxima and selects that make a loop's first value or its bound, plus an offset or none;
// both are extended to the counter's type.
struct Bound {
  enum Extension { kNone, kSign, kZero };
  Value *value;
  Extension extension = kNone;
  bool negated = false;
  Value *offset = nullptr;
  bool offset_negated = false;
  // Whether every work-item's loop begins at this bound or later (a first bound), or ends at it or earlier (a last
  // bound).
  bool proven = true;
};

// From `begin`, the same number of iterations for all lanes.
struct Span {
  Bound begin;
  const SCEV *length;  // the last iteration's number, or, where the bound is exclusive, the number of iterations
  bool proven;  // whether the span contains all iterations of every work-item; false: a check at run time decides
  // Whether a work-item may have few of the span's iterations, which are many: a check at run time decides then, too.
  bool may_be_sparse = false;
};

bool is_saturating_difference(const Value *value) {
  auto *call = dyn_cast<IntrinsicInst>(value);
  return call && call->getIntrinsicID() == llvm::Intrinsic::usub_sat;
}

// Whether an integer is the result of a minimum, a maximum or a select, perhaps extended or with an offset.
bool is_choice(const Value *value, unsigned depth = 3) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return false;
  if (isa<MinMaxIntrinsic, SelectInst>(instruction) || is_saturating_difference(instruction)) return true;
  const unsigned opcode = instruction->getOpcode();
  return depth &&
         (opcode == Instruction::SExt || opcode == Instruction::ZExt || opcode == Instruction::Add ||
          opcode == Instruction::Sub) &&
         any_of(instruction->operands(), [&](const Use &use) { return is_choice(use.get(), depth - 1); });
}

// Collects the bounds in an expression.
class Bounds {
 public:
  Bounds(bool is_signed, const LaneStrides &strides) : is_signed_(is_signed), strides_(strides) {}

  SmallVector<Bound, 4> of(Value *value, bool lower) {
    found_.clear();
    collect({value}, lower);
    return std::move(found_);
  }

 private:
  void collect(Bound bound, bool lower) {
    if (found_.size() >= cost::kMostSteps) return;
    auto *instruction = dyn_cast<Instruction>(bound.value);
    if (!instruction || !is_choice(instruction) || !collect_operands(bound, *instruction, lower))
      found_.push_back(folded(bound));
  }

  // False: the instruction is a bound itself.
  bool collect_operands(Bound bound, Instruction &instruction, bool lower) {
    if (isa<SExtInst, ZExtInst>(instruction)) {
      if (bound.extension != Bound::kNone) return false;
      bound.extension = extends_sign(instruction) ? Bound::kSign : Bound::kZero;
      bound.proven &= is_signed_ || bound.extension == Bound::kZero;
      bound.value = instruction.getOperand(0);
      collect(bound, lower);
      return true;
    }
    if (auto *choice = dyn_cast<MinMaxIntrinsic>(&instruction)) {
      const bool is_maximum =
          choice->getIntrinsicID() == llvm::Intrinsic::smax || choice->getIntrinsicID() == llvm::Intrinsic::umax;
      bound.proven &= is_maximum == lower && choice->isSigned() == compares_signed(bound);
      // A uniform operand on the other side of a clamp bounds no window.
      for (Value *operand : {choice->getLHS(), choice->getRHS()})
        if (is_maximum == lower || !strides_.uniform(operand)) collect(with(bound, operand), lower);
      return true;
    }
    if (auto *choice = dyn_cast<SelectInst>(&instruction)) {
      bound.proven = false;
      for (Value *operand : {choice->getTrueValue(), choice->getFalseValue()}) collect(with(bound, operand), lower);
      return true;
    }
    return collect_sum(bound, instruction, lower);
  }

  // Collects the bounds of a sum with a choice in it, and of max(a, b) - b (usub.sat). The other operand becomes the
  // bounds' offset.
  bool collect_sum(Bound bound, Instruction &sum, bool lower) {
    if (bound.offset) return false;
    const bool saturates = is_saturating_difference(&sum),
               is_difference = saturates || sum.getOpcode() == Instruction::Sub;
    const unsigned which = saturates ? strides_.uniform(sum.getOperand(0)) : is_choice(sum.getOperand(1));
    Value *other = sum.getOperand(1 - which);
    if (!strides_.uniform(other)) return false;
    if (saturates) {
      bound.proven = false;
      collect(with(bound, ConstantInt::getNullValue(sum.getType())), lower);
    } else {
      // If the sum does not wrap around in the order in which the bound is compared, a bound of the operand plus the
      // offset is a bound of the sum.
      bound.proven &= compares_signed(bound) && sum.hasNoSignedWrap();
    }
    bound.offset = other;
    bound.offset_negated = bound.negated != (is_difference && which == 0);
    bound.negated = bound.negated != (is_difference && which == 1);
    collect(with(bound, sum.getOperand(which)), lower != (is_difference && which == 1 && !saturates));
    return true;
  }

  static Bound with(Bound bound, Value *value) {
    bound.value = value;
    return bound;
  }

  // Whether the bound's value is ordered as a signed number: by its extension if there is one, else by the loop's
  // comparison.
  bool compares_signed(const Bound &bound) const {
    return bound.extension == Bound::kNone ? is_signed_ : bound.extension == Bound::kSign;
  }

  // The sum of two constants is one; any other sum may wrap around where the loop's own bound does not.
  static Bound folded(const Bound &bound) {
    if (!bound.offset) return bound;
    auto *value = dyn_cast<ConstantInt>(bound.value), *offset = dyn_cast<ConstantInt>(bound.offset);
    Bound sum = bound;
    sum.proven = false;
    if (!value || !offset || value->getType() != offset->getType()) return sum;
    bool wraps = false, wraps_too = false;
    const APInt zero(value->getBitWidth(), 0);
    auto signed_as = [&](const APInt &number, bool negated) { return negated ? zero.ssub_ov(number, wraps) : number; };
    const APInt first = signed_as(value->getValue(), bound.negated);
    wraps_too |= wraps, wraps = false;
    const APInt second = signed_as(offset->getValue(), bound.offset_negated);
    wraps_too |= wraps;
    const APInt all = first.sadd_ov(second, wraps);
    if (wraps || wraps_too) return sum;
    return {ConstantInt::get(value->getContext(), all), bound.extension, false, nullptr, false, bound.proven};
  }

  const bool is_signed_;
  const LaneStrides &strides_;
  SmallVector<Bound, 4> found_;
};

// The headers of loops that the pass has visited, and of their copies.
using VisitedLoops = SmallPtrSet<const BasicBlock *, 8>;

// Finds a loop over a window, and the windows that its bounds make.
class WindowLoop {
 public:
  WindowLoop(Loop &loop, const LaneStrides &strides) : loop_(loop), strides_(strides) {}

  // Whether the loop counts from one of several values, which differs between lanes in no known step.
  bool find() {
    return find_form() && is_choice(form_.first) && !strides_.uniform(form_.counter) &&
           !strides_.of(form_.counter).stride();
  }

  // Why the loop stays as it is; empty: it can be aligned.
  std::string obstacle(ScalarEvolution &evolution) {
    if (!can_be_invariant(form_.bound, loop_)) return "its end is not known before it";
    for (const PHINode &phi : form_.out->phis())
      if (const Value *value = phi.getIncomingValueForBlock(form_.asks); !is_handed_on(value))
        return described(*cast<Instruction>(value)) + " is used behind it";
    find_spans(evolution);
    if (spans_.empty()) return "no window has the same length for all work-items";
    const bool once = spans_.size() == 1 && spans_[0].proven && !spans_[0].may_be_sparse && !form_.may_wrap;
    if (!once && instructions_in(loop_) > cost::kMostCopied) return "it is too long to stand twice";
    for (const Span &span : spans_)
      if (!gains(span)) return "no access would be contiguous or uniform";
    return {};
  }

  const CountingLoop &form() const { return form_; }
  ArrayRef<Span> spans() const { return spans_; }
  Loop &loop() const { return loop_; }

 private:
  // Signed order, also where a comparison of numbers that are not negative is unsigned.
  bool in_order() const {
    if (ICmpInst::isSigned(form_.stays)) return true;
    const SimplifyQuery query(form_.header->getDataLayout());
    return isKnownNonNegative(form_.first, query) && isKnownNonNegative(form_.bound, query);
  }

  bool find_form() {
    form_.before = loop_.getLoopPreheader(), form_.header = loop_.getHeader(), form_.latch = loop_.getLoopLatch();
    if (!form_.before || !form_.latch || !find_test()) return false;
    auto *branch = cast<BranchInst>(form_.asks->getTerminator());
    const bool stays = loop_.contains(branch->getSuccessor(0));
    form_.body = branch->getSuccessor(stays ? 0 : 1), form_.out = branch->getSuccessor(stays ? 1 : 0);
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare) return false;
    auto is_of_header = [&](const Value *value) {
      auto *phi = dyn_cast<PHINode>(value);
      return phi && phi->getParent() == form_.header;
    };
    const Comparison test(*compare, stays, is_of_header);
    if (!is_of_header(test.left)) return false;
    form_.counter = cast<PHINode>(test.left), form_.bound = test.right, form_.stays = test.predicate;
    form_.first = form_.counter->getIncomingValueForBlock(form_.before);
    auto *step = dyn_cast<BinaryOperator>(form_.counter->getIncomingValueForBlock(form_.latch));
    if (!step || step->getOpcode() != Instruction::Add || step->getOperand(0) != form_.counter) return false;
    auto *by = dyn_cast<ConstantInt>(step->getOperand(1));
    if (!by || !(by->isOne() || by->isMinusOne())) return false;
    form_.up = by->isOne();
    form_.leaves_early = loop_.getExitingBlock() != form_.asks;
    form_.may_wrap = form_.inclusive() && form_.leaves_early &&
                     !(ICmpInst::isSigned(form_.stays) ? step->hasNoSignedWrap() : step->hasNoUnsignedWrap());
    const unsigned bits = form_.counter->getType()->getIntegerBitWidth();
    return (bits == 32 || bits == 64) && (form_.up ? ICmpInst::isLT(form_.stays) || ICmpInst::isLE(form_.stays)
                                                   : ICmpInst::isGT(form_.stays) || ICmpInst::isGE(form_.stays));
  }

  // Finds the first branch out of the loop. All instructions before the branch must be safe to execute in iterations
  // that a work-item does not have.
  bool find_test() {
    for (BasicBlock *block = form_.header;;) {
      for (const Instruction &instruction : *block)
        if (!isa<PHINode>(instruction) && !instruction.isTerminator() && !isSafeToSpeculativelyExecute(&instruction))
          return false;
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || block == form_.latch) return false;
      if (branch->isConditional()) {
        form_.asks = block;
        return loop_.contains(branch->getSuccessor(0)) != loop_.contains(branch->getSuccessor(1));
      }
      block = branch->getSuccessor(0);
      if (!block->getSinglePredecessor() || !loop_.contains(block)) return false;
    }
  }

  // Whether a value used behind the loop is also known if the loop has no iteration.
  bool is_handed_on(const Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    return !instruction || !loop_.contains(instruction) ||
           (isa<PHINode>(instruction) && instruction->getParent() == form_.header);
  }

  // Whether an expression is the same for all lanes, and known where the loop begins.
  bool is_uniform(const SCEV *length, ScalarEvolution &evolution) const {
    const bool varies = SCEVExprContains(length, [&](const SCEV *part) {
      if (isa<SCEVCouldNotCompute, SCEVAddRecExpr>(part)) return true;
      auto *value = dyn_cast<SCEVUnknown>(part);
      return value && !strides_.uniform(value->getValue());
    });
    return !varies && SCEVExpander(evolution, "window").isSafeToExpandAt(length, form_.before->getTerminator());
  }

  // A value in the counter's type, as if no sum in it wrapped around.
  const SCEV *extended(Value *value, Bound::Extension extension, ScalarEvolution &evolution,
                       unsigned depth = cost::kMostSteps) const {
    Type *type = form_.counter->getType();
    auto *instruction = dyn_cast<Instruction>(value);
    const unsigned opcode = instruction && depth ? instruction->getOpcode() : 0;
    if (Value *negative; depth && match(value, m_Not(m_Value(negative))))
      return evolution.getMinusSCEV(evolution.getMinusOne(type), extended(negative, extension, evolution, depth - 1));
    if (opcode == Instruction::Add || opcode == Instruction::Sub) {
      const SCEV *first = extended(instruction->getOperand(0), extension, evolution, depth - 1),
                 *second = extended(instruction->getOperand(1), extension, evolution, depth - 1);
      return opcode == Instruction::Add ? evolution.getAddExpr(first, second) : evolution.getMinusSCEV(first, second);
    }
    if (value->getType() == type && (opcode == Instruction::SExt || opcode == Instruction::ZExt))
      return extended(instruction->getOperand(0), extends_sign(*instruction) ? Bound::kSign : Bound::kZero, evolution,
                      depth - 1);
    const SCEV *known = evolution.getSCEV(value);
    return extension == Bound::kZero ? evolution.getNoopOrZeroExtend(known, type)
                                     : evolution.getNoopOrSignExtend(known, type);
  }

  const SCEV *sum_of(const Bound &bound, ScalarEvolution &evolution) const {
    auto part = [&](Value *value, bool negated) {
      const SCEV *sum = extended(value, bound.extension, evolution);
      return negated ? evolution.getNegativeSCEV(sum) : sum;
    };
    const SCEV *sum = part(bound.value, bound.negated);
    return bound.offset ? evolution.getAddExpr(sum, part(bound.offset, bound.offset_negated)) : sum;
  }

  // The window between two bounds. A proven one's length is of the bounds' own type, before they are extended.
  std::optional<Span> span_between(Bound begin, Bound end, ScalarEvolution &evolution) const {
    auto extend_as = [](Bound &constant, const Bound &other) {
      auto *number = dyn_cast<ConstantInt>(constant.value);
      if (!number || constant.extension != Bound::kNone || other.extension == Bound::kNone) return;
      const unsigned bits = other.value->getType()->getIntegerBitWidth();
      const bool is_signed = other.extension == Bound::kSign;
      if (is_signed ? !number->getValue().isSignedIntN(bits) : !number->getValue().isIntN(bits)) return;
      constant.value = ConstantInt::get(other.value->getType(), number->getValue().trunc(bits));
      constant.extension = other.extension;
    };
    if (!begin.offset && !end.offset) {
      extend_as(begin, end);
      extend_as(end, begin);
    }
    const bool proven = begin.proven && end.proven && begin.extension == end.extension &&
                        begin.value->getType() == end.value->getType();
    const SCEV *from = proven ? evolution.getSCEV(begin.value) : sum_of(begin, evolution),
               *to = proven ? evolution.getSCEV(end.value) : sum_of(end, evolution);
    const SCEV *length = form_.up ? evolution.getMinusSCEV(to, from) : evolution.getMinusSCEV(from, to);
    auto *known = dyn_cast<SCEVConstant>(length);
    if (!is_uniform(length, evolution) || (known && known->getAPInt().isNonPositive())) return std::nullopt;
    return Span{begin, length, proven};
  }

  static uint64_t known_length(const Span &span) {
    auto *length = dyn_cast<SCEVConstant>(span.length);
    return length ? length->getAPInt().getLimitedValue() : UINT64_MAX;
  }

  // Finds all pairs of a first and a last bound whose distance is uniform. Of the pairs with a constant distance only
  // the shortest is kept. No pair is used if a bound without a partner may leave a work-item few iterations of a long
  // window.
  void find_spans(ScalarEvolution &evolution) {
    Bounds bounds(in_order(), strides_);
    const auto begins = bounds.of(form_.first, form_.up), ends = bounds.of(form_.bound, !form_.up);
    SmallPtrSet<const Value *, 8> paired;
    bool all_uniform = true;
    std::optional<Span> least;
    uint64_t least_length = UINT64_MAX;
    for (const Bound &end : ends)
      for (const Bound &begin : begins)
        if (const auto span = span_between(begin, end, evolution)) {
          if (known_length(*span) == UINT64_MAX)
            spans_.push_back(*span);
          else if (known_length(*span) < least_length)
            least = *span, least_length = known_length(*span);
          paired.insert(begin.value);
          paired.insert(end.value);
          all_uniform &= strides_.uniform(begin.value);
        }
    if (least) spans_.push_back(*least);
    if (least_length <= cost::kMostShortWindow) {
      spans_ = {*least};
      return;
    }
    bool may_be_cut = false;
    for (const Bound &bound : concat<const Bound>(begins, ends)) {
      if (paired.contains(bound.value)) continue;
      if (all_uniform || !strides_.uniform(bound.value)) return spans_.clear();
      // A uniform bound without a partner, as 0 of max(0, x - r) to x, may leave all work-items few iterations of 2 *
      // r.
      may_be_cut = true;
    }
    for (Span &span : spans_)
      span.may_be_sparse = (may_be_cut || form_.leaves_early) && known_length(span) > cost::kMostSkipped;
    if (spans_.size() <= 2) return;
    if (least_length <= cost::kMostKnownWindow)
      spans_ = {*least};
    else
      spans_.clear();
  }

  // Whether an access whose lanes have no stride would get a short one.
  bool gains(const Span &span) const {
    const auto step = strides_.of(span.begin.value).stride();
    if (!step) return false;
    DenseMap<const Value *, LaneStride> known{{form_.counter, LaneStride(span.begin.negated ? -*step : *step)}};
    const DataLayout &layout = form_.header->getDataLayout();
    return any_of(loop_.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &access) {
        const Value *pointer = getLoadStorePointerOperand(&access);
        if (!pointer || strides_.uniform(pointer) || strides_.of(pointer).stride() || strides_.variable(pointer))
          return false;
        const auto stride = aligned_stride(pointer, known, cost::kMostWindowSteps).stride();
        const auto bytes = int64_t(layout.getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
        return stride && std::abs(*stride) <= bytes;
      });
    });
  }

  // The stride that a value has where the counter has the one in `known`.
  LaneStride aligned_stride(const Value *value, DenseMap<const Value *, LaneStride> &known, unsigned depth) const {
    if (auto found = known.find(value); found != known.end()) return found->second;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop_.contains(instruction) || strides_.of(value).stride()) return strides_.of(value);
    auto of = [&](const Value *operand) { return aligned_stride(operand, known, depth - 1); };
    LaneStride stride = LaneStride::varying();
    if (!depth) return stride;
    if (auto *address = dyn_cast<GetElementPtrInst>(instruction))
      stride = stride_of_address(*address, of, of);
    else if (isa<SExtInst, ZExtInst>(instruction))
      stride = of(instruction->getOperand(0));
    else if (auto of_arithmetic = stride_of_arithmetic(*instruction, of))
      stride = *of_arithmetic;
    if (isa<BinaryOperator>(instruction) && !stride.stride() &&
        all_of(instruction->operands(), [&](const Use &use) { return of(use.get()).stride() == 0; }))
      stride = LaneStride(0);
    return known[value] = stride;
  }

  Loop &loop_;
  const LaneStrides &strides_;
  CountingLoop form_;
  SmallVector<Span> spans_;
};

// One window's values, computed in front of the loop.
struct WindowValues {
  Value *start;   // of the counter's type
  Value *length;  // of the counter's type, or of the bounds'
  Type *narrow;   // a type that holds the iteration numbers of every work-item for which the window is used
  Value *own_begin, *own_length;
  // Whether the window has all iterations of the work-item, and not far more of others; null: always.
  Value *has_all;
};

WindowValues values_of(const CountingLoop &form, const Span &span, Value *length, IRBuilder<> &builder) {
  Type *type = form.counter->getType();
  auto extended = [&](Value *value) {
    return span.begin.extension == Bound::kSign ? builder.CreateSExt(value, type) : builder.CreateZExt(value, type);
  };
  auto difference = [&](Value *later, Value *earlier) {
    return form.up ? builder.CreateSub(later, earlier) : builder.CreateSub(earlier, later);
  };
  // A branch on poison is undefined. A proven span's bounds need no freeze: the loop compares values made of them
  // before its first iteration.
  auto defined = [&](Value *value) {
    return span.proven || isGuaranteedNotToBeUndefOrPoison(value) ? value : builder.CreateFreeze(value);
  };
  length = defined(length);
  Value *start = extended(defined(span.begin.value));
  if (span.begin.negated) start = builder.CreateNeg(start);
  if (Value *offset = span.begin.offset)
    start = span.begin.offset_negated ? builder.CreateSub(start, extended(defined(offset)))
                                      : builder.CreateAdd(start, extended(defined(offset)));
  Value *own_begin = difference(form.first, start), *own_length = difference(form.bound, form.first);
  Value *has_all = nullptr;
  if (!span.proven) {
    has_all = builder.CreateAnd(builder.CreateICmpULE(own_length, length),
                                builder.CreateICmpULE(own_begin, builder.CreateSub(length, own_length)));
    // A window of a length that is negative at run time has no iterations, rather than 2^32.
    const uint64_t most = type->isIntegerTy(64) ? UINT32_MAX : INT32_MAX;
    if (!isa<ConstantInt>(length) || cast<ConstantInt>(length)->getZExtValue() > most)
      has_all = builder.CreateAnd(has_all, builder.CreateICmpULE(length, ConstantInt::get(type, most)));
  }
  if (form.may_wrap) {
    const unsigned bits = type->getIntegerBitWidth();
    const bool is_signed = ICmpInst::isSigned(form.stays);
    const APInt last = form.up ? (is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits))
                               : (is_signed ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits));
    Value *ends = builder.CreateICmpNE(form.bound, ConstantInt::get(type, last));
    has_all = has_all ? builder.CreateAnd(has_all, ends) : ends;
  }
  if (span.may_be_sparse) {
    Value *all = builder.CreateZExt(length, type), *most = ConstantInt::get(type, cost::kMostSkipped);
    Value *is_dense =
        builder.CreateICmpUGE(own_length, builder.CreateUDiv(all, ConstantInt::get(type, cost::kLeastPart)));
    // A loop with another exit may end in its first iteration, for which the work-item should not wait long.
    if (form.leaves_early) is_dense = builder.CreateAnd(is_dense, builder.CreateICmpULE(own_begin, most));
    is_dense = builder.CreateOr(is_dense, builder.CreateICmpULE(all, most));
    has_all = has_all ? builder.CreateAnd(has_all, is_dense) : is_dense;
  }
  Type *narrow = span.proven ? span.begin.value->getType() : builder.getInt32Ty();
  return {start,  length, narrow, builder.CreateTrunc(own_begin, narrow), builder.CreateTrunc(own_length, narrow),
          has_all};
}

// Turns `form` into a loop over all of a window, in which a work-item has the iterations from its own first one on
// until its own bound.
void align(const CountingLoop &form, const WindowValues &window_values) {
  const auto &[start, length, narrow, own_begin, own_length, has_all] = window_values;
  // In iterations that a work-item does not have, results before the test may be poison.
  for (BasicBlock *block = form.header; block; block = block == form.asks ? nullptr : block->getSingleSuccessor())
    for (Instruction &before_test : *block) before_test.dropUBImplyingAttrsAndMetadata();
  Instruction *test = form.asks->getTerminator();
  IRBuilder<> builder(form.before->getTerminator());
  builder.SetCurrentDebugLocation(test->getDebugLoc());
  Type *type = form.counter->getType(), *wide = builder.getInt64Ty();
  Value *count = builder.CreateZExt(length, wide);
  if (form.inclusive()) count = builder.CreateAdd(count, builder.getInt64(1));
  Value *last =
      form.inclusive() ? builder.CreateAdd(form.bound, ConstantInt::getSigned(type, form.up ? 1 : -1)) : form.bound;
  Value *any = builder.CreateICmp(form.stays, form.first, form.bound);

  Function *function = form.header->getParent();
  auto block = [&](const char *name, BasicBlock *at) {
    return BasicBlock::Create(function->getContext(), name, function, at);
  };
  BasicBlock *window = block("window", form.header), *inside = block("window.inside", form.body),
             *next = block("window.next", form.out);
  builder.CreateCondBr(any, window, form.out);
  form.before->getTerminator()->eraseFromParent();
  for (PHINode &phi : form.out->phis()) {
    Value *value = phi.getIncomingValueForBlock(form.asks);
    auto *carried = dyn_cast<PHINode>(value);
    const bool of_header = carried && carried->getParent() == form.header;
    phi.addIncoming(of_header ? carried->getIncomingValueForBlock(form.before) : value, form.before);
    if (value == form.counter) phi.setIncomingValueForBlock(form.asks, last);
  }
  builder.SetInsertPoint(window);
  builder.CreateBr(form.header);

  builder.SetInsertPoint(form.header, form.header->begin());
  PHINode *number = builder.CreatePHI(wide, 2, "number");
  builder.SetInsertPoint(form.header, form.header->getFirstInsertionPt());
  Value *step = builder.CreateZExtOrTrunc(number, type);
  Value *counter = form.up ? builder.CreateAdd(start, step) : builder.CreateSub(start, step);
  builder.SetInsertPoint(test);
  builder.CreateCondBr(builder.CreateICmpULT(number, count), inside, form.out);
  test->eraseFromParent();
  builder.SetInsertPoint(inside);
  Value *from_own = builder.CreateSub(builder.CreateZExtOrTrunc(number, narrow), own_begin);
  Value *is_own =
      form.inclusive() ? builder.CreateICmpULE(from_own, own_length) : builder.CreateICmpULT(from_own, own_length);
  builder.CreateCondBr(is_own, form.body, next);
  form.body->replacePhiUsesWith(form.asks, inside);

  auto *back = form.latch->getTerminator();
  builder.SetInsertPoint(next);
  for (PHINode &phi : form.header->phis()) {
    if (&phi == number || &phi == form.counter) continue;
    PHINode *joined = builder.CreatePHI(phi.getType(), 2, phi.getName());
    joined->addIncoming(phi.getIncomingValueForBlock(form.latch), form.latch);
    joined->addIncoming(&phi, inside);
    phi.setIncomingValueForBlock(form.latch, joined);
  }
  number->addIncoming(builder.getInt64(0), form.before);
  number->addIncoming(builder.CreateNUWAdd(number, builder.getInt64(1)), form.latch);
  Instruction *again = builder.CreateBr(form.header);
  again->setMetadata(LLVMContext::MD_loop, back->getMetadata(LLVMContext::MD_loop));
  back->setMetadata(LLVMContext::MD_loop, nullptr);
  back->replaceSuccessorWith(form.header, next);
  form.header->replacePhiUsesWith(form.latch, next);
  form.header->replacePhiUsesWith(form.before, window);
  form.counter->replaceAllUsesWith(counter);
  form.counter->eraseFromParent();
}

// Copies a loop. The copy leaves to the same blocks as the loop; both get a preheader of their own. The loop runs if
// `runs_first`, else the copy.
CountingLoop copy(const Loop &loop, CountingLoop &form, Value *runs_first, VisitedLoops &visited) {
  ValueToValueMapTy map;
  SmallVector<BasicBlock *> exits;
  loop.getUniqueExitBlocks(exits);
  copy_blocks(loop, map, ".other");
  for (const BasicBlock *block : loop.blocks())
    if (visited.contains(block)) visited.insert(cast<BasicBlock>(map[block]));
  for (BasicBlock *out : exits)
    for (PHINode &phi : out->phis())
      for (unsigned k = 0, count = phi.getNumIncomingValues(); k < count; ++k) {
        if (!loop.contains(phi.getIncomingBlock(k))) continue;
        Value *value = phi.getIncomingValue(k);
        phi.addIncoming(map.count(value) ? static_cast<Value *>(map[value]) : value,
                        cast<BasicBlock>(map[phi.getIncomingBlock(k)]));
      }
  CountingLoop other = form;
  for (BasicBlock *CountingLoop::*block :
       {&CountingLoop::header, &CountingLoop::asks, &CountingLoop::body, &CountingLoop::latch})
    other.*block = cast<BasicBlock>(map[form.*block]);
  other.counter = cast<PHINode>(map[form.counter]);
  BasicBlock *before = form.before;
  for (CountingLoop *one : {&form, &other}) {
    one->before = BasicBlock::Create(before->getContext(), "window.before", before->getParent(), one->header);
    BranchInst::Create(one->header, one->before);
    one->header->replacePhiUsesWith(before, one->before);
  }
  Instruction *end = before->getTerminator();
  BranchInst::Create(form.before, other.before, runs_first, end->getIterator());
  end->eraseFromParent();
  return other;
}

// Marks the branch to the copy `other` as hardly ever taken.
void mark_rare(const CountingLoop &form, const CountingLoop &other) {
  auto *branch = cast<BranchInst>(form.before->getSinglePredecessor()->getTerminator());
  MDBuilder weights(branch->getContext());
  assert(branch->getSuccessor(1) == other.before);
  branch->setMetadata(LLVMContext::MD_prof, weights.createBranchWeights(1000, 1));
}

void align(const WindowLoop &found, ScalarEvolution &evolution, VisitedLoops &visited) {
  CountingLoop form = found.form();
  Instruction *end = form.before->getTerminator();
  bool changed = false;
  found.loop().makeLoopInvariant(form.bound, changed, end);
  SCEVExpander expander(evolution, "window");
  SmallVector<Value *> lengths;
  for (const Span &span : found.spans()) lengths.push_back(expander.expandCodeFor(span.length, nullptr, end));
  IRBuilder<> builder(end);
  SmallVector<WindowValues> windows;
  for (auto [span, length] : zip_equal(found.spans(), lengths))
    windows.push_back(values_of(form, span, length, builder));
  Value *shorter = nullptr, *has_all = windows[0].has_all;
  if (windows.size() > 1) {
    shorter = builder.CreateICmpULE(builder.CreateZExt(windows[0].length, builder.getInt64Ty()),
                                    builder.CreateZExt(windows[1].length, builder.getInt64Ty()));
    if (has_all || windows[1].has_all)
      has_all = builder.CreateSelect(shorter, has_all ? has_all : builder.getTrue(),
                                     windows[1].has_all ? windows[1].has_all : builder.getTrue());
  }
  if (has_all) {
    Value *none = builder.CreateNot(builder.CreateICmp(form.stays, form.first, form.bound));
    const CountingLoop as_it_was = copy(found.loop(), form, builder.CreateOr(has_all, none), visited);
    mark_rare(form, as_it_was);
  }
  if (shorter) align(copy(found.loop(), form, shorter, visited), windows[1]);
  align(form, windows[0]);
}

// A quick check before the lane analyses: whether a phi of the loop's header begins with a choice.
bool may_be_window(const Loop &loop) {
  const BasicBlock *before = loop.getLoopPreheader();
  return before && any_of(loop.getHeader()->phis(), [&](const PHINode &phi) {
           return phi.getType()->isIntegerTy() && is_choice(phi.getIncomingValueForBlock(before));
         });
}

// Makes the next loop that may be over a window ask before its first iteration. False: there is none.
bool ask_next_first(Function &group) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  for (const ItemLoop &loop : ItemLoops(loops))
    for (Loop *one : loop.items->getLoopsInPreorder())
      if (one != loop.items && may_be_window(*one) && ask_first(*one)) return true;
  return false;
}

// Aligns the next loop that was not visited, inner loops first. False: there is none. `again`: loops have been aligned.
bool align_next(Function &group, VisitedLoops &visited, bool again) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  std::optional<Evolution> evolution;
  for (const ItemLoop &loop : ItemLoops(loops)) {
    SmallVector<Loop *> inner = loop.items->getLoopsInPreorder();
    erase_if(inner, [&](const Loop *one) {
      return one == loop.items || visited.contains(one->getHeader()) || !may_be_window(*one);
    });
    if (inner.empty()) continue;
    // An aligned loop shares its exit with the work-items without an iteration. Inner loops first: an exit block made
    // for an inner loop may lead out of the loops around it, too.
    if (again) {
      const SmallVector<Loop *, 4> outer_first = loop.items->getLoopsInPreorder();
      for (Loop *one : reverse(outer_first))
        formDedicatedExitBlocks(one, &dominators, &loops, /*MSSAU=*/nullptr, /*PreserveLCSSA=*/false);
      formLCSSARecursively(*loop.items, dominators, &loops, /*SE=*/nullptr);
    }
    if (!why_not_by_form(*loop.items, /*must=*/false).empty() || sees_sub_groups(*loop.items)) continue;
    const LaneAnalyses lanes(loop, loops, dominators);
    for (Loop *one : reverse(inner)) {
      visited.insert(one->getHeader());
      WindowLoop window(*one, lanes.strides);
      if (!window.find()) continue;
      if (!evolution) evolution.emplace(group, loops, dominators);
      const std::string why = window.obstacle(evolution->of);
      if (why.empty()) {
        align(window, evolution->of, visited);
        return true;
      }
      remark_at(*window.form().asks->getTerminator(), "a loop over a window is not aligned: " + why);
    }
  }
  return false;
}

}  // namespace

bool AlignWindowsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  if (!kernel.vectorise) return false;
  bool changed = false;
  while (ask_next_first(group)) changed = true;
  VisitedLoops visited;
  unsigned count = 0;
  while (align_next(group, visited, /*again=*/count != 0)) ++count;
  if (!count) return changed;
  remark(group, "  " + std::to_string(count) + (count == 1 ? " loop over a window" : " loops over windows") +
                    " cut by borders, aligned\n");
  return true;
}

}  // namespace wherry::compiler
