// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/index_parts.h"

#include "compiler/vectorise/index_expressions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

uint64_t Divisor::known() const {
  auto *constant = dyn_cast<ConstantInt>(value);
  if (!constant) return 0;
  const uint64_t number = constant->getValue().getLimitedValue();
  switch (form) {
  case Form::shift: return number < 63 ? uint64_t{1} << number : 0;
  case Form::mask: return isMask_64(number) ? number + 1 : 0;
  default: return number;
  }
}

Value *Divisor::number_of(Value *whole, IRBuilder<> &builder) const {
  switch (form) {
  case Form::shift: return builder.CreateShl(builder.getInt64(1), builder.CreateAnd(whole, 63));
  case Form::mask: return builder.CreateAdd(whole, builder.getInt64(1));
  default: return whole;
  }
}

Value *Divisor::emit(LaunchValueEmitter &values, IRBuilder<> &builder) const {
  return number_of(values.emit_wide(value, is_signed), builder);
}

Value *Divisor::require_in(LaunchShape &shape) const {
  IRBuilder<> &builder = shape.builder;
  Value *number = number_of(shape.value(value, is_signed), builder);
  if (form == Form::mask)
    shape.require(
        builder.CreateICmpEQ(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, number), builder.getInt64(1)));
  return number;
}

// The divisor of a division, without guards and extensions, given that it is positive.
static Value *divisor_of(const Instruction &division, bool is_signed) {
  Value *divisor = without_extension(IndexExpressions::divisor_of(division), is_signed), *number;
  return match(divisor, m_UMax(m_Value(number), m_One())) ? without_extension(number, is_signed) : divisor;
}

std::optional<IndexPart> part_of(Instruction &user, Value &index) {
  using Kind = IndexPart::Kind;
  using Form = Divisor::Form;
  const APInt *number;
  Value *by;
  if (match(&user, m_c_And(m_Specific(&index), m_Shl(m_AllOnes(), m_Value(by)))))
    return IndexPart{Kind::multiple, &user, {Form::shift, without_extension(by, /*is_signed=*/false)}};
  if (match(&user, m_And(m_Specific(&index), m_NegatedPower2(number))))
    return IndexPart{Kind::multiple, &user, {Form::mask, ConstantInt::get(user.getType(), ~*number)}};
  if (match(&user, m_c_And(m_Specific(&index), m_Value(by))))
    return IndexPart{Kind::remainder, &user, {Form::mask, without_extension(by, /*is_signed=*/false)}};
  if (match(&user, m_Shr(m_Specific(&index), m_Value(by))))
    return IndexPart{Kind::quotient, &user, {Form::shift, without_extension(by, /*is_signed=*/false)}};
  if (!match(&user, m_IDiv(m_Specific(&index), m_Value())) && !match(&user, m_IRem(m_Specific(&index), m_Value())))
    return {};
  const unsigned opcode = user.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const bool divides = opcode == Instruction::SDiv || opcode == Instruction::UDiv;
  return IndexPart{
      divides ? Kind::quotient : Kind::remainder, &user, {Form::number, divisor_of(user, is_signed), is_signed}};
}

}  // namespace wherry::compiler
