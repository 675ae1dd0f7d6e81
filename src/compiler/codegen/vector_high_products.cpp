// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/vector_high_products.h"

#include "compiler/ir/changed_instructions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {
namespace {

// Two elements are multiplied as fast one by one: the vectors' 14 instructions are as many as taking two apart.
constexpr unsigned kLeastLanes = 4;

// The factor of 64 bits that an operand of a product extends. Null: none.
Value *factor_of(Value *operand, FixedVectorType *type, bool is_signed) {
  Value *factor;
  if (is_signed ? match(operand, m_SExt(m_Value(factor))) : match(operand, m_ZExt(m_Value(factor)))) {
    if (factor->getType() == type) return factor;
    auto *narrow = dyn_cast<FixedVectorType>(factor->getType());
    if (!narrow || narrow->getScalarSizeInBits() > 64) return nullptr;
    IRBuilder<> builder(cast<Instruction>(operand));
    return builder.CreateIntCast(factor, type, is_signed);
  }
  const APInt *number;
  if (!match(operand, m_APInt(number)) || !(is_signed ? number->isSignedIntN(64) : number->isIntN(64))) return nullptr;
  return ConstantInt::get(type, number->trunc(64));
}

Value *high_product(IRBuilder<> &builder, Value *x, Value *y, bool is_signed) {
  Type *type = x->getType();
  Value *low_bits = ConstantInt::get(type, UINT32_MAX);
  auto low = [&](Value *value) { return builder.CreateAnd(value, low_bits); };
  auto high = [&](Value *value) { return builder.CreateLShr(value, 32); };
  auto product = [&](Value *left, Value *right) { return builder.CreateMul(left, right); };  // fits 64 bits
  Value *x_low = low(x), *x_high = high(x), *y_low = low(y), *y_high = high(y);
  // Each sum fits: a product of halves is at most 2^64 - 2^33 + 1.
  Value *middle = builder.CreateAdd(product(x_high, y_low), high(product(x_low, y_low)));
  Value *other = builder.CreateAdd(product(x_low, y_high), low(middle));
  Value *result = builder.CreateAdd(builder.CreateAdd(product(x_high, y_high), high(middle)), high(other));
  if (!is_signed) return result;
  // A negative factor was taken for one that is 2^64 larger.
  auto where_negative = [&](Value *sign, Value *value) {
    return builder.CreateAnd(builder.CreateAShr(sign, 63), value);
  };
  return builder.CreateSub(result, builder.CreateAdd(where_negative(x, y), where_negative(y, x)));
}

Value *replacement(Instruction &instruction) {
  Value *left, *right;
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!type || type->getNumElements() < kLeastLanes || !type->getElementType()->isIntegerTy(64) ||
      !match(&instruction, m_Trunc(m_Shr(m_Mul(m_Value(left), m_Value(right)), m_SpecificInt(64)))) ||
      left->getType()->getScalarSizeInBits() != 128)
    return nullptr;
  for (bool is_signed : {false, true}) {
    Value *x = factor_of(left, type, is_signed), *y = x ? factor_of(right, type, is_signed) : nullptr;
    if (!y || (isa<Constant>(x) && isa<Constant>(y))) continue;
    IRBuilder<> builder(&instruction);
    return high_product(builder, x, y, is_signed);
  }
  return nullptr;
}

}  // namespace

PreservedAnalyses VectorHighProductsPass::run(Function &function, FunctionAnalysisManager &) {
  return replace_instructions(function, replacement);
}

}  // namespace wherry::compiler
