// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/vector_divisions.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/changed_instructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {
namespace {

// Fewer stay scalar divisions; no measurement: the conversions of two lanes take as many instructions as two divisions.
constexpr unsigned kLeastLanes = 4;

bool is_signed(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool is_divided_as_float(const BinaryOperator &division, unsigned register_bits) {
  auto *type = dyn_cast<FixedVectorType>(division.getType());
  if (!type ||
      !divides_as_floats(type->getScalarSizeInBits(), is_signed(division), type->getNumElements(), register_bits))
    return false;
  if (!isa<Constant>(division.getOperand(1))) return true;
  // LLVM's code generator divides by constants of 64 bits other than these one by one, too.
  return type->getScalarSizeInBits() == 64 &&
         !match(division.getOperand(1), m_CombineOr(m_Power2(), m_NegatedPower2()));
}

// The quotient and the remainder of a division.
struct Results {
  Value *quotient = nullptr, *remainder = nullptr;  // null: not computed yet
};

Value *quotient_by_floats(IRBuilder<> &builder, BinaryOperator &division) {
  auto *type = cast<FixedVectorType>(division.getType());
  const bool is_narrow = type->getScalarSizeInBits() <= 16, with_sign = is_signed(division);
  Type *whole = type->getWithNewType(builder.getInt32Ty());
  Type *number = type->getWithNewType(is_narrow ? builder.getFloatTy() : builder.getDoubleTy());
  const bool is_signed_in_whole = with_sign || is_narrow;  // narrow numbers are not negative in 32 bits
  auto converted = [&](Value *value) {
    value = builder.CreateIntCast(value, whole, with_sign);
    return is_signed_in_whole ? builder.CreateSIToFP(value, number) : builder.CreateUIToFP(value, number);
  };
  Value *divided = builder.CreateFDiv(converted(division.getOperand(0)), converted(division.getOperand(1)));
  divided = is_signed_in_whole ? builder.CreateFPToSI(divided, whole) : builder.CreateFPToUI(divided, whole);
  return builder.CreateTrunc(divided, type);
}

// Each step divides, as doubles, the rest that the step before has left, and the quotient is the sum of the steps'
// quotients. A step multiplies by the divisor's inverse, which is made smaller by 2^-50 of itself: the four roundings,
// by 2^-53 each, cannot make the product as large as the true quotient, so no rest is negative. A step's quotient is
// too small by at most 2^-49 of it, and by the truncation: after two steps the rest is less than twice the divisor.
Results divide_long(IRBuilder<> &builder, BinaryOperator &division) {
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  Type *type = division.getType(), *number = type->getWithNewType(builder.getDoubleTy());
  const SimplifyQuery query(division.getDataLayout());
  auto magnitude = [&](Value *value) {
    if (!is_signed(division) || computeKnownBits(value, query).isNonNegative()) return value;
    return builder.CreateBinaryIntrinsic(Intrinsic::abs, value, builder.getFalse());
  };
  Value *rest = magnitude(dividend), *by = magnitude(divisor), *quotient = nullptr;
  Value *inverse = builder.CreateFDiv(ConstantFP::get(number, 1 - 0x1p-50), builder.CreateUIToFP(by, number));
  // One step is enough for a dividend below 2^49.
  for (unsigned steps = computeKnownBits(rest, query).countMinLeadingZeros() >= 15 ? 1 : 2; steps; --steps) {
    Value *part = builder.CreateFPToUI(builder.CreateFMul(builder.CreateUIToFP(rest, number), inverse), type);
    rest = builder.CreateSub(rest, builder.CreateMul(part, by));
    quotient = quotient ? builder.CreateAdd(quotient, part) : part;
  }
  quotient = builder.CreateAdd(quotient, builder.CreateZExt(builder.CreateICmpUGE(rest, by), type));
  rest = builder.CreateBinaryIntrinsic(Intrinsic::umin, rest, builder.CreateSub(rest, by));
  auto with_sign_of = [&](Value *sign, Value *value) {
    sign = builder.CreateAShr(sign, 63);
    return builder.CreateSub(builder.CreateXor(value, sign), sign);
  };
  if (!is_signed(division)) return {quotient, rest};
  return {with_sign_of(builder.CreateXor(dividend, divisor), quotient), with_sign_of(dividend, rest)};
}

}  // namespace

// Without AVX-512 there are no conversions of unsigned integers of 32 bits, and of any of 64.
bool divides_as_floats(unsigned bits, bool is_signed, unsigned lanes, unsigned register_bits) {
  return lanes >= kLeastLanes && register_bits >= 256 &&
         (bits <= 16 || (bits <= 32 && (is_signed || register_bits == 512)) || (bits == 64 && register_bits == 512));
}

PreservedAnalyses VectorDivisionsPass::run(Function &function, FunctionAnalysisManager &) {
  const unsigned register_bits = TargetDescription::of(function).register_bits;
  bool changed = false;
  for (BasicBlock &block : function) {
    // A block's results, by operands and signedness: `x / n` and `x % n` are divided once.
    DenseMap<std::pair<std::pair<Value *, Value *>, unsigned>, Results> results;
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *division = dyn_cast<BinaryOperator>(&instruction);
      if (!division || !division->isIntDivRem() || !is_divided_as_float(*division, register_bits)) continue;
      IRBuilder<> builder(division);
      Value *dividend = division->getOperand(0), *divisor = division->getOperand(1);
      Results &result = results[{{dividend, divisor}, unsigned(is_signed(*division))}];
      if (!result.quotient)
        result = division->getType()->getScalarSizeInBits() == 64 ? divide_long(builder, *division)
                                                                  : Results{quotient_by_floats(builder, *division)};
      const bool remains = division->getOpcode() == Instruction::URem || division->getOpcode() == Instruction::SRem;
      if (remains && !result.remainder)
        result.remainder = builder.CreateSub(dividend, builder.CreateMul(result.quotient, divisor));
      division->replaceAllUsesWith(remains ? result.remainder : result.quotient);
      division->eraseFromParent();
      changed = true;
    }
  }
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
