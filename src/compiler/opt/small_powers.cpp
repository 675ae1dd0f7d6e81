// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/small_powers.h"

#include "compiler/lower/precompiled.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// Of a larger power, products would err more than the function.
constexpr int64_t kLargestPower = 4;

Value *integral_power(IRBuilder<> &builder, Value *x, int64_t power) {
  if (power == -1) return builder.CreateFDiv(ConstantFP::get(x->getType(), 1), x);
  if (power < 0 || power > kLargestPower) return nullptr;
  if (power == 0) return ConstantFP::get(x->getType(), 1);
  if (power == 1) return x;
  Value *square = builder.CreateFMul(x, x);
  return power == 2 ? square : builder.CreateFMul(square, power == 3 ? x : square);
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
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Value *product = call ? as_product(*call) : nullptr;
    if (!product) continue;
    call->replaceAllUsesWith(product);
    call->eraseFromParent();
    changed = true;
  }
  if (!changed) return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

}  // namespace wherry::compiler
