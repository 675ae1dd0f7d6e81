// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/index_expressions.h"

#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

bool IndexExpressions::inside(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && items_.contains(instruction);
}

bool IndexExpressions::is_invariant(const Value *value) const {
  return can_evaluate_before(items_, value, cost::kMostSteps);
}

bool IndexExpressions::goes_up_by_one(const Value *value) const {
  return goes_up(value, Form::kByOne, cost::kMostSteps);
}

bool IndexExpressions::goes_up_by_invariant(const Value *value) const {
  return goes_up(value, Form::kByInvariant, cost::kMostSteps);
}

bool IndexExpressions::goes_up(const Value *value, Form form, unsigned depth) const {
  if (value == &index_) return true;
  if (!inside(value) || depth == 0) return false;
  auto *instruction = cast<Instruction>(value);
  auto either = [&](Form other) {
    return any_of(ArrayRef{0u, 1u}, [&](unsigned k) {
      return is_invariant(instruction->getOperand(k)) && goes_up(instruction->getOperand(1 - k), other, depth - 1);
    });
  };
  switch (instruction->getOpcode()) {
  case Instruction::Trunc: return goes_up(instruction->getOperand(0), form, depth - 1);
  case Instruction::ZExt:
  case Instruction::SExt: return form != Form::kFactor && goes_up(instruction->getOperand(0), form, depth - 1);
  case Instruction::Or: return cast<PossiblyDisjointInst>(instruction)->isDisjoint() && either(form);
  case Instruction::Add: return either(form);
  case Instruction::Sub:
    return (is_invariant(instruction->getOperand(1)) && goes_up(instruction->getOperand(0), form, depth - 1)) ||
           (form != Form::kByOne && is_invariant(instruction->getOperand(0)) &&
            goes_up(instruction->getOperand(1), form, depth - 1));
  case Instruction::Mul: return form != Form::kByOne && either(Form::kFactor);
  case Instruction::Shl:
    return form != Form::kByOne && is_invariant(instruction->getOperand(1)) &&
           goes_up(instruction->getOperand(0), Form::kFactor, depth - 1);
  case Instruction::And: {  // as LLVM writes an extension of a truncated value
    const APInt *mask;
    return form != Form::kFactor && match(instruction->getOperand(1), m_APInt(mask)) && mask->isMask() &&
           mask->getActiveBits() >= 32 && goes_up(instruction->getOperand(0), form, depth - 1);
  }
  case Instruction::AShr: {  // and a signed one
    Value *narrow;
    const APInt *left, *right;
    return form != Form::kFactor && match(instruction, m_AShr(m_Shl(m_Value(narrow), m_APInt(left)), m_APInt(right))) &&
           *left == *right && goes_up(narrow, form, depth - 1);
  }
  default: return false;
  }
}

namespace {

// The range of `value`, which is computed from `from` and constants, where `from` lies in `range`; nothing: it is
// computed from more.
std::optional<ConstantRange> range_of(const Value *value, const Value *from, const ConstantRange &range,
                                      unsigned steps = cost::kMostSteps) {
  if (value == from) return range;
  auto *operation = dyn_cast<Instruction>(value);
  if (!operation || steps == 0) return {};
  if (isa<SExtInst, ZExtInst>(operation)) {
    const auto narrow = range_of(operation->getOperand(0), from, range, steps - 1);
    const unsigned bits = value->getType()->getIntegerBitWidth();
    if (!narrow) return {};
    return isa<SExtInst>(operation) ? narrow->signExtend(bits) : narrow->zeroExtend(bits);
  }
  const APInt *number;
  if (!isa<BinaryOperator>(operation) || !match(operation->getOperand(1), m_APInt(number))) return {};
  const auto left = range_of(operation->getOperand(0), from, range, steps - 1);
  return left ? std::optional(left->binaryOp(cast<BinaryOperator>(operation)->getOpcode(), *number)) : std::nullopt;
}

// Whether a condition, for which the divisor becomes 1, is false for all divisors above 0, as the condition of a
// division without a result is: by 0, or, of signed numbers, of the least number by -1.
bool is_bad_divisor(const Value *condition, const Value *divisor, bool is_signed) {
  const Value *a, *b;
  if (match(condition, m_LogicalOr(m_Value(a), m_Value(b))))
    return is_bad_divisor(a, divisor, is_signed) && is_bad_divisor(b, divisor, is_signed);
  if (match(condition, m_LogicalAnd(m_Value(a), m_Value(b))))
    return is_bad_divisor(a, divisor, is_signed) || is_bad_divisor(b, divisor, is_signed);
  // LLVM compares a number that the divisor is computed from: w / 8 == 0, signed, becomes (unsigned)(w + 7) < 15.
  CmpPredicate predicate;
  const Value *number, *before;
  const APInt *bound, *offset;
  if (!match(condition, m_ICmp(predicate, m_Value(number), m_APInt(bound)))) return false;
  ConstantRange asked = ConstantRange::makeExactICmpRegion(predicate, *bound);
  if (match(number, m_Add(m_Value(before), m_APInt(offset)))) {
    asked = asked.subtract(*offset);
    number = before;
  }
  const auto divisors = range_of(divisor, number, asked);
  return divisors && (is_signed ? divisors->getSignedMax().isNonPositive() : divisors->getUnsignedMax().isZero());
}

}  // namespace

Value *IndexExpressions::divisor_of(const Instruction &division) {
  Value *by = division.getOperand(1), *other, *condition;
  const bool is_signed = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  if (match(by, m_UMax(m_Value(other), m_One()))) return other;  // 1 for a divisor of 0, else the divisor
  return match(by, m_Select(m_Value(condition), m_One(), m_Value(other))) && is_bad_divisor(condition, other, is_signed)
             ? other
             : by;
}

Value *IndexExpressions::divide_safely(const Instruction &division, Value *dividend, Value *divisor,
                                       IRBuilder<> &builder) {
  Type *type = divisor->getType();
  if (!isa<Constant>(divisor)) divisor = builder.CreateFreeze(divisor);
  if (!isa<Constant>(dividend)) dividend = builder.CreateFreeze(dividend);  // the quotient is chosen by it, too
  Value *bad = builder.CreateIsNull(divisor);
  if (division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem) {
    Value *least = ConstantInt::get(type, APInt::getSignedMinValue(type->getIntegerBitWidth()));
    Value *overflows = builder.CreateAnd(builder.CreateICmpEQ(dividend, least),
                                         builder.CreateICmpEQ(divisor, ConstantInt::getAllOnesValue(type)));
    bad = builder.CreateOr(bad, overflows);
  }
  return builder.CreateBinOp(cast<BinaryOperator>(division).getOpcode(), dividend,
                             builder.CreateSelect(bad, ConstantInt::get(type, 1), divisor));
}

}  // namespace wherry::compiler
