// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reciprocal_estimates.h"

#include "compiler/ir/vector_parts.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// The processor's instructions for an estimate within 2^-14, of a scalar and of vectors of 128, 256 and 512 bits.
struct Instructions {
  Intrinsic::ID scalar, vectors[3];
};
constexpr Instructions kReciprocal = {
    Intrinsic::x86_avx512_rcp14_ss,
    {Intrinsic::x86_avx512_rcp14_ps_128, Intrinsic::x86_avx512_rcp14_ps_256, Intrinsic::x86_avx512_rcp14_ps_512}};
constexpr Instructions kRoot = {
    Intrinsic::x86_avx512_rsqrt14_ss,
    {Intrinsic::x86_avx512_rsqrt14_ps_128, Intrinsic::x86_avx512_rsqrt14_ps_256, Intrinsic::x86_avx512_rsqrt14_ps_512}};
constexpr Instructions kDoubleRoot = {
    Intrinsic::x86_avx512_rsqrt14_sd,
    {Intrinsic::x86_avx512_rsqrt14_pd_128, Intrinsic::x86_avx512_rsqrt14_pd_256, Intrinsic::x86_avx512_rsqrt14_pd_512}};

Value *estimate(IRBuilder<> &builder, Value *x, const Instructions &instructions) {
  Type *element = x->getType()->getScalarType();
  const unsigned shortest = element->isFloatTy() ? 4 : 2;
  auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (!vector) {
    Value *zero = Constant::getNullValue(FixedVectorType::get(element, shortest));
    Value *in = builder.CreateInsertElement(zero, x, uint64_t{0});
    Value *out = builder.CreateIntrinsic(instructions.scalar, {zero, in, zero, builder.getInt8(0xff)});
    return builder.CreateExtractElement(out, uint64_t{0});
  }
  // The shortest registers that hold the elements that are left.
  const unsigned count = vector->getNumElements();
  SmallVector<Value *> parts;
  for (unsigned first = 0, size = 0; first < count; first += size) {
    const unsigned which = count - first > 2 * shortest ? 2 : count - first > shortest ? 1 : 0;
    size = shortest << which;
    Value *in = part_of(builder, x, first, size);
    parts.push_back(builder.CreateIntrinsic(
        instructions.vectors[which],
        {in, Constant::getNullValue(in->getType()), Constant::getAllOnesValue(builder.getIntNTy(std::max(size, 8u)))}));
  }
  // Pads the last part, the only one that may be shorter.
  for (Value *&one : parts)
    one = part_of(builder, one, 0, cast<FixedVectorType>(parts[0]->getType())->getNumElements());
  return part_of(builder, concatenateVectors(builder, parts), 0, count);
}

// a + b c with one rounding.
Value *fused(IRBuilder<> &builder, Value *a, Value *b, Value *c) {
  return builder.CreateIntrinsic(Intrinsic::fma, a->getType(), {b, c, a});
}

// 1 / sqrt(x)
Value *reciprocal_root(IRBuilder<> &builder, Value *x) {
  Type *type = x->getType();
  const bool is_double = type->getScalarType()->isDoubleTy();
  Value *y = estimate(builder, x, is_double ? kDoubleRoot : kRoot), *one = ConstantFP::get(type, 1);
  auto error = [&] { return fused(builder, one, builder.CreateFNeg(builder.CreateFMul(x, y)), y); };
  // For zeros, infinities and numbers without a root the estimate is the result, and its error is NaN. One mask for
  // each step costs nothing beside the step.
  Value *e = error(), *numbers = builder.CreateFCmpORD(e, e);
  for (int step = is_double ? 2 : 1;; e = error()) {
    Value *half = builder.CreateFMul(y, ConstantFP::get(type, 0.5));
    y = builder.CreateSelect(numbers, fused(builder, y, half, e), y);
    if (--step == 0) return y;
  }
}

// 1 / x
Value *reciprocal(IRBuilder<> &builder, Value *x) {
  Value *y = estimate(builder, x, kReciprocal), *one = ConstantFP::get(x->getType(), 1);
  Value *e = fused(builder, one, builder.CreateFNeg(x), y);
  // The estimate is the result for zeros and infinities, with the error NaN, and for numbers whose reciprocal is
  // infinite, with the error -infinity.
  Value *finite = builder.CreateFCmpOGT(e, builder.CreateFNeg(one));
  return builder.CreateSelect(finite, fused(builder, y, y, e), y);
}

// The reciprocal that a division's numerator is multiplied by; null: the division stays. A float's quotient may be off
// by 2.5 ULP, and a product with an estimated root's reciprocal is off by 2.1. Other divisions are replaced only where
// the kernel allows reciprocals.
Value *reciprocal_for(IRBuilder<> &builder, Instruction &division) {
  Type *type = division.getType()->getScalarType();
  const bool is_float = type->isFloatTy(), allowed = division.hasAllowReciprocal();
  if (!is_float && !type->isDoubleTy()) return nullptr;
  Value *x, *divisor = division.getOperand(1);
  if (match(divisor, PatternMatch::m_Sqrt(PatternMatch::m_Value(x)))) {
    const bool inexact = is_float && cast<FPMathOperator>(division).getFPAccuracy() >= 2.5f;
    return allowed || inexact ? reciprocal_root(builder, x) : nullptr;
  }
  return allowed && is_float && !isa<Constant>(divisor) ? reciprocal(builder, divisor) : nullptr;
}

}  // namespace

static void estimate_reciprocals(Module &module) {
  SmallVector<WeakTrackingVH> divisors;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (instruction.getOpcode() != Instruction::FDiv) continue;
      IRBuilder<> builder(&instruction);
      Value *result = reciprocal_for(builder, instruction), *numerator = instruction.getOperand(0);
      if (!result) continue;
      divisors.push_back(instruction.getOperand(1));
      if (!match(numerator, PatternMatch::m_FPOne())) result = builder.CreateFMulFMF(numerator, result, &instruction);
      instruction.replaceAllUsesWith(result);
      instruction.eraseFromParent();
    }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(divisors);
}

PreservedAnalyses ReciprocalEstimatesPass::run(Module &module, ModuleAnalysisManager &) {
  estimate_reciprocals(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
