// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/small_powers.h"

#include <cstdlib>

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/changed_instructions.h"
#include "compiler/lower/precompiled.h"
#include "compiler/vectorise/candidates.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

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

bool is_power(const CallInst &call) {
  const StringRef name = precompiled_name(call);
  return name == "pow" || name == "pown";
}

Value *as_product(CallInst &call) {
  using namespace PatternMatch;
  if (!is_power(call)) return nullptr;
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

// Whether the exponent goes by the loop's counter, and is small in all iterations.
bool has_small_powers(const CallInst &power, const Loop &loop, unsigned iterations, ScalarEvolution &evolution) {
  Value *exponent = power.getArgOperand(1);
  if (auto *conversion = dyn_cast<CastInst>(exponent)) exponent = conversion->getOperand(0);
  if (!exponent->getType()->isIntegerTy()) return false;
  auto *counter = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(exponent));
  if (!counter || counter->getLoop() != &loop || !counter->isAffine()) return false;
  auto *first = dyn_cast<SCEVConstant>(counter->getStart()),
       *step = dyn_cast<SCEVConstant>(counter->getStepRecurrence(evolution));
  if (!first || !step) return false;
  auto is_small = [](int64_t number) { return number >= kLeastPower && number <= kLargestPower; };
  const int64_t start = first->getAPInt().getSExtValue(), by = step->getAPInt().getSExtValue();
  return is_small(start) && is_small(by) && is_small(start + by * (int64_t(iterations) - 1));
}

// IR instructions of a loop that is unrolled: twice LLVM's threshold of 300, as each iteration loses a call of pow or
// pown, which takes some 200 instructions.
constexpr unsigned kMostUnrolled = 600;

}  // namespace

PreservedAnalyses UnrollPowersPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty()) return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || hasUnrollTransformation(loop) != TM_Unspecified) continue;
    const unsigned iterations = times_of_body(*loop, evolution);
    if (iterations < 2 || instructions_in(*loop) * iterations > kMostUnrolled) continue;
    const bool marks = any_of(loop->blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &each) {
        auto *call = dyn_cast<CallInst>(&each);
        return call && is_power(*call) && has_small_powers(*call, *loop, iterations, evolution);
      });
    });
    if (marks) addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses SmallPowersPass::run(Function &function, FunctionAnalysisManager &) {
  return replace_instructions(function, [](Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    return call ? as_product(*call) : nullptr;
  });
}

}  // namespace wherry::compiler
