// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/value_ranges.h"

#include "compiler/analysis/item_loops.h"
#include "compiler/ir/conditions.h"
#include "compiler/ir/evaluate.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// Of expressions that are followed: deeper ones are no index that a person writes.
constexpr unsigned kMostDepth = 12;

// Whether a value stays the same in all iterations, though it may be computed in each.
bool is_invariant(const Value *value, const Loop &loop, unsigned depth = kMostDepth) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction)) return true;
  return depth && isa<BinaryOperator, CastInst>(instruction) &&
         all_of(instruction->operands(), [&](const Use &use) { return is_invariant(use.get(), loop, depth - 1); });
}

// Whether the loop has one exit, which each iteration tests at its beginning or at its end.
bool is_tested_each_time(const Loop &loop) {
  const BasicBlock *exiting = loop.getExitingBlock();
  if (exiting == loop.getLoopLatch()) return true;
  const BasicBlock *block = loop.getHeader();
  while (block && block != exiting) block = block->getSingleSuccessor();
  return block;
}

bool is_narrow(const Value *value) {
  return value->getType()->isIntegerTy() && value->getType()->getIntegerBitWidth() <= 64;
}

}  // namespace

bool ValueRanges::inside(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && items_.contains(instruction->getParent());
}

const Loop *ValueRanges::loop_of(const PHINode &phi) const {
  for (const Loop *loop : items_.getLoopsInPreorder())
    if (loop != &items_ && loop->getHeader() == phi.getParent()) return loop;
  return nullptr;
}

// A counter is compared in each iteration: by the loop's only exit.
std::optional<ValueRanges::Counter> ValueRanges::counter(const PHINode &phi) const {
  const Loop *loop = loop_of(phi);
  if (!loop || phi.getNumIncomingValues() != 2 || !is_narrow(&phi)) return std::nullopt;
  const BasicBlock *latch = loop->getLoopLatch(), *exiting = loop->getExitingBlock();
  if (!latch || !exiting || !loop->getLoopPreheader()) return std::nullopt;
  if (!is_tested_each_time(*loop)) return std::nullopt;
  const Value *next = phi.getIncomingValueForBlock(latch);
  const Value *step = nullptr;
  if (!match(next, m_c_Add(m_Specific(&phi), m_Value(step))) || !is_invariant(step, *loop)) return std::nullopt;
  auto *branch = dyn_cast<BranchInst>(exiting->getTerminator());
  auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare) return std::nullopt;
  // A counter of few bits is compared extended: that it keeps its number there is asked where it is extended for use.
  bool with_zeros = false;  // extended with zeros: compared as an unsigned number
  auto without_extension = [&](const Value *value) {
    for (with_zeros = false; isa<SExtInst, ZExtInst>(value); value = cast<Instruction>(value)->getOperand(0))
      with_zeros = isa<ZExtInst>(value) && !cast<Instruction>(value)->hasNonNeg();
    return value;
  };
  auto is_counter = [&](const Value *value) { return value == &phi || value == next; };
  const Comparison test(*compare, loop->contains(branch->getSuccessor(0)),
                        [&](const Value *value) { return is_counter(without_extension(value)); });
  const Value *counts = without_extension(test.left), *bound = test.right;
  const CmpInst::Predicate goes_on = test.predicate;
  if (!is_counter(counts) || !is_invariant(bound, *loop)) return std::nullopt;
  const bool unit = match(step, m_One()) || match(step, m_AllOnes());
  const bool down = match(step, m_Negative());
  Counter found{phi.getIncomingValueForBlock(loop->getLoopPreheader()),
                step,
                bound,
                CmpInst::isSigned(goes_on) && !with_zeros,
                !down,
                goes_on == CmpInst::ICMP_NE,
                !CmpInst::isNonStrictPredicate(goes_on),
                counts == next};
  if (found.by_inequality) return unit ? std::optional(found) : std::nullopt;
  using P = CmpInst::Predicate;
  const bool below =
      goes_on == P::ICMP_ULT || goes_on == P::ICMP_ULE || goes_on == P::ICMP_SLT || goes_on == P::ICMP_SLE;
  const bool above =
      goes_on == P::ICMP_UGT || goes_on == P::ICMP_UGE || goes_on == P::ICMP_SGT || goes_on == P::ICMP_SGE;
  return (found.up ? below : above) ? std::optional(found) : std::nullopt;
}

std::optional<ValueRanges::Follower> ValueRanges::follower(const PHINode &phi) const {
  const Loop *loop = loop_of(phi);
  if (!loop || !is_narrow(&phi) || !loop->getLoopLatch() || !loop->getLoopPreheader()) return std::nullopt;
  const Value *step = nullptr;
  if (!match(phi.getIncomingValueForBlock(loop->getLoopLatch()), m_c_Add(m_Specific(&phi), m_Value(step))) ||
      !is_invariant(step, *loop))
    return std::nullopt;
  for (const PHINode &other : loop->getHeader()->phis())
    if (&other != &phi && counter(other))
      return Follower{phi.getIncomingValueForBlock(loop->getLoopPreheader()), step, &other};
  return std::nullopt;
}

bool ValueRanges::can_bound(const Value *value, bool is_signed) const {
  return can_bound(value, is_signed, kMostDepth);
}

// The counter whose next value an instruction computes, if the value is used only where the loop's test has passed: the
// test then bounds the next value, too.
const PHINode *ValueRanges::counter_before(const Instruction &next) const {
  const Value *from;
  const APInt *by, *step;
  if (!match(&next, m_Add(m_CombineOr(m_Trunc(m_Value(from)), m_Value(from)), m_APInt(by)))) return nullptr;
  auto *phi = dyn_cast<PHINode>(from);
  const auto counts = phi ? counter(*phi) : std::nullopt;
  if (!counts || counts->compares_next || !match(counts->step, m_APInt(step)) ||
      step->getSExtValue() != by->getSExtValue())
    return nullptr;
  const Loop &loop = *loop_of(*phi);
  if (loop.getExitingBlock() == loop.getLoopLatch()) return nullptr;  // no code of the iteration follows the test
  SmallPtrSet<const BasicBlock *, 4> tested;
  for (const BasicBlock *block = loop.getHeader();; block = block->getSingleSuccessor()) {
    tested.insert(block);
    if (block == loop.getExitingBlock()) break;
  }
  const auto is_behind = [&](const BasicBlock *block) { return loop.contains(block) && !tested.contains(block); };
  return is_behind(next.getParent()) ||
                 all_of(next.users(), [&](const User *user) { return is_behind(cast<Instruction>(user)->getParent()); })
             ? phi
             : nullptr;
}

// An unsigned difference is mostly guarded by a branch that its bounds do not show (`if (y > 0) ... a[(y - 1) * n]`).
bool ValueRanges::can_bound(const Value *value, bool is_signed, unsigned depth) const {
  if (!is_narrow(value) || isa<UndefValue>(value)) return false;
  if (!inside(value) || value == &index_) return true;
  if (depth == 0) return false;
  auto *instruction = cast<Instruction>(value);
  auto operands = [&](bool as_signed) {
    return all_of(instruction->operands(), [&](const Use &use) { return can_bound(use.get(), as_signed, depth - 1); });
  };
  switch (instruction->getOpcode()) {
  case Instruction::Add:
    if (const PHINode *phi = counter_before(*instruction)) return can_bound(phi, is_signed, depth - 1);
    return operands(is_signed) && (is_signed || !match(instruction->getOperand(1), m_Negative()));
  case Instruction::Sub: return is_signed && operands(is_signed);
  case Instruction::Mul:
  case Instruction::Trunc: return operands(is_signed);
  case Instruction::ZExt: return operands(instruction->hasNonNeg());
  case Instruction::SExt: return operands(true);
  case Instruction::Or: return cast<PossiblyDisjointInst>(instruction)->isDisjoint() && operands(is_signed);
  case Instruction::Shl: {
    auto *bits = dyn_cast<ConstantInt>(instruction->getOperand(1));
    return bits && bits->getValue().ult(instruction->getType()->getIntegerBitWidth() - 1) && operands(is_signed);
  }
  case Instruction::Select:
    return can_bound(instruction->getOperand(1), is_signed, depth - 1) &&
           can_bound(instruction->getOperand(2), is_signed, depth - 1);
  case Instruction::Call: {
    auto *choice = dyn_cast<MinMaxIntrinsic>(instruction);
    if (!choice) return can_evaluate_before(items_, instruction, depth);
    return can_bound(choice->getLHS(), is_signed, depth - 1) && can_bound(choice->getRHS(), is_signed, depth - 1);
  }
  case Instruction::PHI: {
    auto &phi = *cast<PHINode>(instruction);
    if (!loop_of(phi)) return operands(is_signed);
    const auto counts = counter(phi);
    if (!counts) {
      const auto follows = follower(phi);
      return follows && can_bound(follows->start, is_signed, depth - 1) &&
             can_bound(follows->step, is_signed, depth - 1) && can_bound(follows->counter, is_signed, depth - 1);
    }
    const bool as_signed = counts->by_inequality ? is_signed : counts->is_signed;
    return can_bound(counts->start, as_signed, depth - 1) && can_bound(counts->step, as_signed, depth - 1) &&
           can_bound(counts->bound, as_signed, depth - 1);
  }
  default: return can_evaluate_before(items_, instruction, depth);
  }
}

// Computes in 64 bits the bounds of whole numbers that are congruent to the kernel's, which may wrap around on the way:
// where a number's high bits matter, `holds` tells that the kernel's has not.
class ValueRanges::Emitter {
 public:
  Emitter(const ValueRanges &ranges, IRBuilder<> &builder, Value *size)
      : ranges_(ranges), builder_(builder), size_(size), holds_(builder.getTrue()) {}

  Range of(const Value *value, bool is_signed) {
    auto [found, is_new] = done_.try_emplace({value, unsigned(is_signed)});
    if (!is_new) return found->second;
    const Range made = compute(value, is_signed);
    return done_[{value, unsigned(is_signed)}] = made;
  }

  // The range of a number that must fit an integer of `bits` bits. The parts of an unsigned index are taken as signed
  // numbers, which are congruent: a part may be negative (`(uint)(x - r + i)`).
  Range as_whole(const Value &value, unsigned bits, bool is_signed) { return of(&value, is_signed || bits >= 32); }

  // Requires that both bounds fit an integer of `bits` bits.
  void fit(const Range &range, unsigned bits, bool is_signed) { require(fits(range, bits, is_signed)); }

  Value *holds() const { return holds_; }

 private:
  void require(Value *condition) { holds_ = builder_.CreateAnd(holds_, condition); }

  Value *fits(const Range &range, unsigned bits, bool is_signed) {
    if (bits >= 64) return is_signed ? builder_.getTrue() : builder_.CreateICmpSGE(range.low, builder_.getInt64(0));
    const int64_t least = is_signed ? -(int64_t(1) << (bits - 1)) : 0;
    const int64_t most = is_signed ? (int64_t(1) << (bits - 1)) - 1 : int64_t((uint64_t(1) << bits) - 1);
    return builder_.CreateAnd(builder_.CreateICmpSGE(range.low, builder_.getInt64(uint64_t(least))),
                              builder_.CreateICmpSLE(range.high, builder_.getInt64(uint64_t(most))));
  }

  Value *exactly(llvm::Intrinsic::ID operation, Value *left, Value *right) {
    Value *both = builder_.CreateBinaryIntrinsic(operation, left, right);
    require(builder_.CreateNot(builder_.CreateExtractValue(both, 1)));
    return builder_.CreateExtractValue(both, 0);
  }
  Value *sum(Value *left, Value *right) { return exactly(llvm::Intrinsic::sadd_with_overflow, left, right); }
  Value *difference(Value *left, Value *right) { return exactly(llvm::Intrinsic::ssub_with_overflow, left, right); }
  Value *product(Value *left, Value *right) { return exactly(llvm::Intrinsic::smul_with_overflow, left, right); }
  Value *least(Value *left, Value *right) { return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, left, right); }
  Value *most(Value *left, Value *right) { return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, left, right); }

  Range compute(const Value *value, bool is_signed) {
    const unsigned bits = value->getType()->getIntegerBitWidth();
    if (value == &ranges_.index_) return {builder_.getInt64(0), builder_.CreateSub(size_, builder_.getInt64(1))};
    if (auto *constant = dyn_cast<ConstantInt>(value)) {
      // Sign-extended also where unsigned: results are congruent modulo 2^bits.
      Value *number = builder_.getInt64(uint64_t(constant->getSExtValue()));
      return {number, number};
    }
    if (can_evaluate_before(ranges_.items_, value, kMostDepth)) {
      Value *from_before = const_cast<Value *>(value);
      if (ranges_.inside(value))
        from_before = builder_.CreateFreeze(evaluate_outside(ranges_.items_, from_before, builder_, known_));
      Value *number = is_signed ? builder_.CreateSExt(from_before, builder_.getInt64Ty())
                                : builder_.CreateZExt(from_before, builder_.getInt64Ty());
      const Range range{number, number};
      if (bits == 64) fit(range, 64, is_signed);
      return range;
    }
    return compute(*cast<Instruction>(value), is_signed);
  }

  Range compute(const Instruction &instruction, bool is_signed) {
    auto operand = [&](unsigned k) { return of(instruction.getOperand(k), is_signed); };
    switch (instruction.getOpcode()) {
    case Instruction::Add:
      if (const PHINode *phi = ranges_.counter_before(instruction)) return next_count(*phi, is_signed);
      [[fallthrough]];
    case Instruction::Or: return {sum(operand(0).low, operand(1).low), sum(operand(0).high, operand(1).high)};
    case Instruction::Sub:
      return {difference(operand(0).low, operand(1).high), difference(operand(0).high, operand(1).low)};
    case Instruction::Mul: return product(operand(0), operand(1));
    case Instruction::Shl: {
      Value *factor = builder_.getInt64(uint64_t(1) << cast<ConstantInt>(instruction.getOperand(1))->getZExtValue());
      return product(operand(0), {factor, factor});
    }
    case Instruction::Trunc: return operand(0);
    case Instruction::ZExt: return extension(*instruction.getOperand(0), instruction.hasNonNeg());
    case Instruction::SExt: return extension(*instruction.getOperand(0), true);
    case Instruction::Select: return either(drop_begin(instruction.operands()), is_signed);
    case Instruction::Call: return choice(cast<MinMaxIntrinsic>(instruction), is_signed);
    default: {
      auto &phi = cast<PHINode>(instruction);
      if (!ranges_.loop_of(phi)) return either(phi.incoming_values(), is_signed);
      const auto follows = ranges_.follower(phi);
      return ranges_.counter(phi) || !follows ? count(phi, is_signed) : follow(*follows, is_signed);
    }
    }
  }

  template <class Uses> Range either(Uses &&uses, bool is_signed) {
    std::optional<Range> all;
    for (const Use &use : uses) {
      const Range one = of(use.get(), is_signed);
      all = all ? Range{least(all->low, one.low), most(all->high, one.high)} : one;
    }
    return *all;
  }

  // A minimum or maximum of the bounds, where these are the numbers that the kernel compares; else one of both ranges.
  Range choice(const MinMaxIntrinsic &instruction, bool is_signed) {
    const Range left = of(instruction.getLHS(), is_signed), right = of(instruction.getRHS(), is_signed);
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    Value *compared =
        builder_.CreateAnd(fits(left, bits, instruction.isSigned()), fits(right, bits, instruction.isSigned()));
    const bool lesser = ICmpInst::isLT(instruction.getPredicate());
    auto chosen = [&](Value *one, Value *other) { return lesser ? least(one, other) : most(one, other); };
    return {builder_.CreateSelect(compared, chosen(left.low, right.low), least(left.low, right.low)),
            builder_.CreateSelect(compared, chosen(left.high, right.high), most(left.high, right.high))};
  }

  // The bounds are the start, and the start plus as many steps as the counter takes from its least number to its
  // greatest.
  Range follow(const Follower &follows, bool is_signed) {
    const Range start = of(follows.start, is_signed), step = of(follows.step, is_signed),
                count = of(follows.counter, is_signed);
    Value *iterations = difference(count.high, count.low), *none = builder_.getInt64(0);
    const APInt *each;
    if (match(ranges_.counter(*follows.counter)->step, m_APInt(each)) && each->getSignificantBits() <= 64)
      iterations = builder_.CreateUDiv(iterations, builder_.getInt64(uint64_t(std::abs(each->getSExtValue()))));
    return {sum(start.low, least(product(step.low, iterations), none)),
            sum(start.high, most(product(step.high, iterations), none))};
  }

  Range extension(const Value &narrow, bool is_signed) {
    const unsigned bits = narrow.getType()->getIntegerBitWidth();
    const Range range = as_whole(narrow, bits, is_signed);
    fit(range, bits, is_signed);
    return range;
  }

  Range product(const Range &left, const Range &right) {
    Value *corners[] = {product(left.low, right.low), product(left.low, right.high), product(left.high, right.low),
                        product(left.high, right.high)};
    return {least(least(corners[0], corners[1]), least(corners[2], corners[3])),
            most(most(corners[0], corners[1]), most(corners[2], corners[3]))};
  }

  // The ranges that bound a counter, in the signedness of its comparison. A lane that has left the loop counts on while
  // other lanes are in the loop: by no more than the difference of the items' starts (`spread`).
  struct Ends {
    Counter counter;
    bool is_signed;
    Range start, step, bound;
    Value *spread;
  };
  Ends ends_of(const PHINode &phi, bool is_signed) {
    const Counter counter = *ranges_.counter(phi);
    if (!counter.by_inequality) is_signed = counter.is_signed;
    const Range start = of(counter.start, is_signed);
    return {counter,
            is_signed,
            start,
            of(counter.step, is_signed),
            of(counter.bound, is_signed),
            difference(start.high, start.low)};
  }

  // As count(), of the next value in iterations whose test has passed.
  Range next_count(const PHINode &phi, bool is_signed) {
    const Range range = of(&phi, is_signed);
    const auto [counter, as_signed, start, step, bound, spread] = ends_of(phi, is_signed);
    Value *short_of = builder_.getInt64(counter.is_strict);
    if (counter.up) {
      Value *end = difference(sum(bound.high, step.high), short_of);
      return {sum(range.low, step.low), sum(most(sum(start.high, step.high), end), spread)};
    }
    Value *end = sum(sum(bound.low, step.low), short_of);
    return {difference(least(sum(start.low, step.low), end), spread), sum(range.high, step.high)};
  }

  Range count(const PHINode &phi, bool is_signed) {
    const auto [counter, as_signed, start, step, bound, spread] = ends_of(phi, is_signed);
    const unsigned bits = phi.getType()->getIntegerBitWidth();
    fit(bound, bits, as_signed);
    Value *low = start.low, *high = start.high;
    if (counter.up) {
      require(builder_.CreateICmpSGT(step.low, builder_.getInt64(0)));
      Value *end = counter.by_inequality ? bound.high : sum(bound.high, step.high),
            *first = counter.compares_next ? sum(high, step.high) : high;
      if (counter.by_inequality) require(builder_.CreateICmpSLE(first, bound.low));
      high = sum(most(high, end), spread);
    } else {
      require(builder_.CreateICmpSLT(step.high, builder_.getInt64(0)));
      Value *end = counter.by_inequality ? bound.low : sum(bound.low, step.low),
            *first = counter.compares_next ? sum(low, step.low) : low;
      if (counter.by_inequality) require(builder_.CreateICmpSGE(first, bound.high));
      low = difference(least(low, end), spread);
    }
    const Range range{low, high};
    fit(range, bits, as_signed);
    return range;
  }

  const ValueRanges &ranges_;
  IRBuilder<> &builder_;
  Value *const size_;
  Value *holds_;
  KnownValues known_;
  DenseMap<std::pair<const Value *, unsigned>, Range> done_;  // by value and signedness
};

Value *ValueRanges::never_wraps(IRBuilder<> &builder, Value *value, unsigned bits, bool is_signed, Value *size) const {
  Emitter emitter(*this, builder, size);
  emitter.fit(emitter.as_whole(*value, bits, is_signed), bits, is_signed);
  return emitter.holds();
}

void ValueRanges::print(const Counter &counter, raw_ostream &out) const {
  counter.start->printAsOperand(out << ", counts from ", /*PrintType=*/false);
  counter.step->printAsOperand(out << " by ", /*PrintType=*/false);
  out << " while " << (counter.compares_next ? "the next value" : "the value") << " is ";
  if (counter.by_inequality)
    out << "not";
  else
    out << (counter.is_signed ? "" : "unsigned ") << (counter.up ? "<" : ">") << (counter.is_strict ? "" : "=");
  counter.bound->printAsOperand(out << " ", /*PrintType=*/false);
}

void ValueRanges::print(const Follower &follows, raw_ostream &out) const {
  follows.start->printAsOperand(out << ", goes on from ", /*PrintType=*/false);
  follows.step->printAsOperand(out << " by ", /*PrintType=*/false);
  follows.counter->printAsOperand(out << " with ", /*PrintType=*/false);
}

void ValueRanges::print(raw_ostream &out) const {
  for (const BasicBlock *block : items_.blocks())
    for (const Instruction &instruction : *block) {
      if (!is_narrow(&instruction) || instruction.getType()->isIntegerTy(1)) continue;
      instruction.printAsOperand(out << "    ", /*PrintType=*/false);
      const bool as_signed = can_bound(&instruction, true), as_unsigned = can_bound(&instruction, false);
      out << (as_signed && as_unsigned ? ": bounded"
              : as_signed              ? ": bounded as a signed number"
              : as_unsigned            ? ": bounded as an unsigned number"
                                       : ": no bound");
      if (auto *phi = dyn_cast<PHINode>(&instruction)) {
        if (const std::optional<Counter> counts = counter(*phi))
          print(*counts, out);
        else if (const std::optional<Follower> follows = follower(*phi))
          print(*follows, out);
      }
      out << "\n";
    }
}

AnalysisKey ValueRangesAnalysis::Key;

ValueRangesAnalysis::Result ValueRangesAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  Result all;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(group))
    all.add(loop.items, std::make_unique<ValueRanges>(*loop.items, *loop.index));
  return all;
}

}  // namespace wherry::compiler
