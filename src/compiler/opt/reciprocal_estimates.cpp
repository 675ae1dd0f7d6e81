// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reciprocal_estimates.h"

#include <numeric>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// Elements [first, first + count); elements beyond the vector's end are poison.
Value *part(IRBuilder<> &builder, Value *x, unsigned first, unsigned count) {
  const unsigned all = cast<FixedVectorType>(x->getType())->getNumElements();
  SmallVector<int> places(count, PoisonMaskElem);
  for (unsigned i = 0; i < count && first + i < all; ++i) places[i] = int(first + i);
  return builder.CreateShuffleVector(x, places);
}

// 1 / sqrt(x), within 2^-14 of it.
Value *estimate(IRBuilder<> &builder, Value *x) {
  Type *element = x->getType()->getScalarType();
  const bool is_float = element->isFloatTy();
  auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (!vector) {
    Value *zero = Constant::getNullValue(FixedVectorType::get(element, is_float ? 4 : 2));
    Value *in = builder.CreateInsertElement(zero, x, uint64_t{0});
    Value *out = builder.CreateIntrinsic(is_float ? Intrinsic::x86_avx512_rsqrt14_ss : Intrinsic::x86_avx512_rsqrt14_sd,
                                         {zero, in, zero, builder.getInt8(0xff)});
    return builder.CreateExtractElement(out, uint64_t{0});
  }
  // Registers of 128, 256 and 512 bits: the shortest that holds the elements that are left.
  static constexpr Intrinsic::ID kFloats[] = {
      Intrinsic::x86_avx512_rsqrt14_ps_128, Intrinsic::x86_avx512_rsqrt14_ps_256, Intrinsic::x86_avx512_rsqrt14_ps_512};
  static constexpr Intrinsic::ID kDoubles[] = {
      Intrinsic::x86_avx512_rsqrt14_pd_128, Intrinsic::x86_avx512_rsqrt14_pd_256, Intrinsic::x86_avx512_rsqrt14_pd_512};
  const unsigned count = vector->getNumElements(), shortest = is_float ? 4 : 2;
  SmallVector<Value *> parts;
  for (unsigned first = 0, size = 0; first < count; first += size) {
    const unsigned which = count - first > 2 * shortest ? 2 : count - first > shortest ? 1 : 0;
    size = shortest << which;
    Value *in = part(builder, x, first, size);
    parts.push_back(builder.CreateIntrinsic(
        (is_float ? kFloats : kDoubles)[which],
        {in, Constant::getNullValue(in->getType()), Constant::getAllOnesValue(builder.getIntNTy(std::max(size, 8u)))}));
  }
  // Pads the last part, the only one that may be shorter.
  for (Value *&one : parts) one = part(builder, one, 0, cast<FixedVectorType>(parts[0]->getType())->getNumElements());
  return part(builder, concatenateVectors(builder, parts), 0, count);
}

// 1 - x y^2: what is wrong with an estimate y.
Value *error(IRBuilder<> &builder, Value *x, Value *y) {
  Value *product = builder.CreateFNeg(builder.CreateFMul(x, y)), *one = ConstantFP::get(y->getType(), 1);
  return builder.CreateIntrinsic(Intrinsic::fma, y->getType(), {product, y, one});
}

Value *reciprocal_root(IRBuilder<> &builder, Value *x) {
  Type *type = x->getType();
  Value *y = estimate(builder, x), *e = error(builder, x, y);
  // For zeros, infinities and numbers without a root the estimate is the result, and e is NaN. One mask for each step
  // costs nothing beside the step.
  Value *numbers = builder.CreateFCmpORD(e, e);
  for (int step = type->getScalarType()->isDoubleTy() ? 2 : 1;; e = error(builder, x, y)) {
    Value *half = builder.CreateFMul(y, ConstantFP::get(type, 0.5));
    y = builder.CreateSelect(numbers, builder.CreateIntrinsic(Intrinsic::fma, type, {half, e, y}), y);
    if (--step == 0) return y;
  }
}

}  // namespace

static void estimate_roots(Module &module) {
  using namespace PatternMatch;
  SmallVector<WeakTrackingVH> roots;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      Value *x, *numerator;
      Type *type = instruction.getType()->getScalarType();
      if (!(type->isFloatTy() || type->isDoubleTy()) || !instruction.hasAllowReciprocal() ||
          !match(&instruction, m_FDiv(m_Value(numerator), m_Sqrt(m_Value(x)))))
        continue;
      IRBuilder<> builder(&instruction);
      roots.push_back(instruction.getOperand(1));
      Value *root = reciprocal_root(builder, x);
      if (!match(numerator, m_FPOne())) root = builder.CreateFMulFMF(numerator, root, &instruction);
      instruction.replaceAllUsesWith(root);
      instruction.eraseFromParent();
    }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(roots);
}

PreservedAnalyses ReciprocalEstimatesPass::run(Module &module, ModuleAnalysisManager &) {
  estimate_roots(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
