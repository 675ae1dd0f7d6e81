// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/power_divisors.h"

#include "compiler/ir/changed_instructions.h"
#include "compiler/ir/local_ranges.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace wherry::compiler {

PreservedAnalyses PowerDivisorsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const GivenLocalRanges ranges(function);
  const SimplifyQuery query(function.getDataLayout(), &analyses.getResult<DominatorTreeAnalysis>(function));
  return replace_instructions(function, [&](Instruction &instruction) -> Value * {
    if (!instruction.isIntDivRem() || isa<Constant>(instruction.getOperand(1))) return nullptr;
    Value *dividend = instruction.getOperand(0), *divisor = instruction.getOperand(1);
    const unsigned opcode = instruction.getOpcode();
    const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    const SimplifyQuery here = query.getWithInstruction(&instruction);
    // Neither a divisor of 0 is defined, nor does the sign of the least number matter: no other number is as large.
    if (!isKnownToBeAPowerOfTwo(divisor, /*OrZero=*/true, here) || (is_signed && !isKnownNonNegative(dividend, here)))
      return nullptr;
    IRBuilder<> builder(&instruction);
    if (opcode == Instruction::UDiv || opcode == Instruction::SDiv)
      return builder.CreateLShr(dividend,
                                builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, divisor, builder.getTrue()));
    return builder.CreateAnd(dividend, builder.CreateAdd(divisor, Constant::getAllOnesValue(divisor->getType())));
  });
}

}  // namespace wherry::compiler
