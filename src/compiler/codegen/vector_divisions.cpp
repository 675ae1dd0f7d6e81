// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/vector_divisions.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/changed_instructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// Fewer stay scalar divisions; no measurement: the conversions of two lanes take as many instructions as two divisions.
constexpr unsigned kLeastLanes = 4;

bool is_signed(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool is_divided_as_float(const BinaryOperator &division, unsigned register_bits) {
  auto *type = dyn_cast<FixedVectorType>(division.getType());
  return type && !isa<Constant>(division.getOperand(1)) &&
         divides_as_floats(type->getScalarSizeInBits(), is_signed(division), type->getNumElements(), register_bits);
}

Value *quotient(IRBuilder<> &builder, BinaryOperator &division) {
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

}  // namespace

// Without AVX-512 there are no conversions of unsigned integers of 32 bits.
bool divides_as_floats(unsigned bits, bool is_signed, unsigned lanes, unsigned register_bits) {
  return lanes >= kLeastLanes && register_bits >= 256 &&
         (bits <= 16 || (bits <= 32 && (is_signed || register_bits == 512)));
}

PreservedAnalyses VectorDivisionsPass::run(Function &function, FunctionAnalysisManager &) {
  const unsigned register_bits = TargetDescription::of(function).register_bits;
  bool changed = false;
  for (BasicBlock &block : function) {
    // A block's quotients, by operands and signedness: `x / n` and `x % n` share one.
    DenseMap<std::pair<std::pair<Value *, Value *>, unsigned>, Value *> quotients;
    for (Instruction &instruction : make_early_inc_range(block)) {
      auto *division = dyn_cast<BinaryOperator>(&instruction);
      if (!division || !division->isIntDivRem() || !is_divided_as_float(*division, register_bits)) continue;
      IRBuilder<> builder(division);
      Value *dividend = division->getOperand(0), *divisor = division->getOperand(1);
      Value *&result = quotients[{{dividend, divisor}, unsigned(is_signed(*division))}];
      if (!result) result = quotient(builder, *division);
      const bool remains = division->getOpcode() == Instruction::URem || division->getOpcode() == Instruction::SRem;
      division->replaceAllUsesWith(remains ? builder.CreateSub(dividend, builder.CreateMul(result, divisor)) : result);
      division->eraseFromParent();
      changed = true;
    }
  }
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
