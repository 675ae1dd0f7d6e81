// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/division.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {
namespace {

// Divides by 1 where the quotient is not defined: what comes out is x, or 0, and of the least number / -1 it is what
// wraps around.
Value *defined_divisor(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Value *x = division.getOperand(0), *by = division.getOperand(1);
  Type *type = division.getType();
  auto fits = [](const APInt &number) { return !number.isZero() && !number.isAllOnes(); };
  if (match(by, m_CheckedInt(fits))) return by;
  Value *bad = builder.CreateICmpEQ(by, Constant::getNullValue(type));
  if (division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem) {
    const unsigned bits = type->getScalarSizeInBits();
    Value *least = builder.CreateICmpEQ(x, ConstantInt::get(type, APInt::getSignedMinValue(bits)));
    bad = builder.CreateOr(bad, builder.CreateAnd(least, builder.CreateICmpEQ(by, ConstantInt::getAllOnesValue(type))));
  }
  return builder.CreateSelect(bad, ConstantInt::get(type, 1), by);
}

// LLVM's optimiser, which SPIR-V's producers have run, writes x % y beside x / y as x - x / y * y. Passes look for
// remainders.
void restore_remainders(Function &function) {
  SmallVector<WeakTrackingVH> differences;
  for (Instruction &each : instructions(function))
    if (each.getOpcode() == Instruction::Sub) differences.emplace_back(&each);
  for (WeakTrackingVH &each : differences) {
    auto *difference = cast_or_null<Instruction>(each);
    if (!difference) continue;
    Value *quotient, *by, *x = difference->getOperand(0);
    if (!match(difference->getOperand(1), m_Mul(m_Value(quotient), m_Value(by)))) continue;
    if (!match(quotient, m_IDiv(m_Specific(x), m_Specific(by)))) std::swap(quotient, by);
    if (!match(quotient, m_IDiv(m_Specific(x), m_Specific(by)))) continue;
    const bool is_signed = cast<Instruction>(quotient)->getOpcode() == Instruction::SDiv;
    IRBuilder<> builder(difference);
    difference->replaceAllUsesWith(is_signed ? builder.CreateSRem(x, by) : builder.CreateURem(x, by));
    RecursivelyDeleteTriviallyDeadInstructions(difference);
  }
}

}  // namespace

static void make_divisions_total(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *division = dyn_cast<BinaryOperator>(&instruction); division && division->isIntDivRem()) {
        division->setOperand(1, defined_divisor(*division));
      }
}

PreservedAnalyses TotalDivisionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module) restore_remainders(function);
  make_divisions_total(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
