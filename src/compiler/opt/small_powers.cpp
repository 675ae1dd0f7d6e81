// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/small_powers.h"

#include <cstdlib>

#include "compiler/ir/changed_instructions.h"
#include "compiler/lower/precompiled.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// Each product and the reciprocal err by half a unit in the last place (ulp): in all by 3.5 just above a power of two,
// by less than 7 in any case. The functions err by up to 8.9 (docs/accuracy.md).
constexpr int64_t kLeastPower = -4, kLargestPower = 8;

Value *integral_power(IRBuilder<> &builder, Value *x, int64_t power) {
  if (power < kLeastPower || power > kLargestPower) return nullptr;
  if (power == 0) return ConstantFP::get(x->getType(), 1);
  // Not the reciprocal of the product, which may overflow where the result does not vanish.
  if (power < 0) x = builder.CreateFDiv(ConstantFP::get(x->getType(), 1), x);
  Value *product = nullptr;
  for (uint64_t left = uint64_t(std::abs(power));; x = builder.CreateFMul(x, x)) {
    if (left & 1) product = product ? builder.CreateFMul(x, product) : x;
    if (!(left >>= 1)) return product;
  }
}

// Unlike a root, pow gives +0 for -0 and an infinity for its opposite.
Value *half_power(IRBuilder<> &builder, Value *x) {
  Value *root = builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
  root = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, root);
  if (builder.getFastMathFlags().noInfs()) return root;
  Value *least = builder.CreateFCmpOEQ(x, ConstantFP::getInfinity(x->getType(), true));
  return builder.CreateSelect(least, ConstantFP::getInfinity(x->getType()), root);
}

Value *as_product(CallInst &call) {
  using namespace PatternMatch;
  const StringRef name = precompiled_name(call);
  if (name != "pow" && name != "pown") return nullptr;
  IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  Value *x = call.getArgOperand(0), *exponent = call.getArgOperand(1);
  const APInt *integer = nullptr;
  if (match(exponent, m_APInt(integer))) return integral_power(builder, x, integer->getSExtValue());
  const APFloat *number = nullptr;
  if (!match(exponent, m_APFloat(number))) return nullptr;
  if (number->isExactlyValue(0.5)) return half_power(builder, x);
  APSInt whole(32, /*isUnsigned=*/false);
  bool exact = false;
  if (number->convertToInteger(whole, APFloat::rmTowardZero, &exact) != APFloat::opOK || !exact) return nullptr;
  return integral_power(builder, x, whole.getExtValue());
}

}  // namespace

PreservedAnalyses SmallPowersPass::run(Function &function, FunctionAnalysisManager &) {
  return replace_instructions(function, [](Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    return call ? as_product(*call) : nullptr;
  });
}

}  // namespace wherry::compiler
