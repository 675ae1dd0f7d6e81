// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/clamp_to_half.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

static void clamp_to_halves(Module &module) {
  constexpr int64_t kInfinite = 65520;  // the least integer that is infinite as a half
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      if (!isa<SIToFPInst, UIToFPInst>(instruction) || !instruction.getType()->getScalarType()->isHalfTy()) continue;
      Value *from = instruction.getOperand(0);
      if (from->getType()->getScalarSizeInBits() <= 16) continue;
      IRBuilder<> builder(&instruction);
      auto clamp = [&](Intrinsic::ID id, int64_t bound) {
        from = builder.CreateBinaryIntrinsic(id, from, ConstantInt::getSigned(from->getType(), bound));
      };
      const bool is_signed = isa<SIToFPInst>(instruction);
      clamp(is_signed ? Intrinsic::smin : Intrinsic::umin, kInfinite);
      if (is_signed) clamp(Intrinsic::smax, -kInfinite);
      instruction.setOperand(0, from);
    }
}

PreservedAnalyses ClampToHalfPass::run(Module &module, ModuleAnalysisManager &) {
  clamp_to_halves(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
