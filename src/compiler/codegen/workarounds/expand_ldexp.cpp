// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/expand_ldexp.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

// The builtin library's n is in [-252, 252], so that both factors are normal numbers, and only the second product
// rounds.
static void expand_ldexp(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (function.getIntrinsicID() != Intrinsic::ldexp || !function.getReturnType()->getScalarType()->isFloatTy())
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = cast<CallInst>(user);
      IRBuilder<> builder(call);
      Value *y = call->getArgOperand(0), *n = call->getArgOperand(1), *half = builder.CreateAShr(n, 1);
      for (Value *part : {half, builder.CreateSub(n, half)}) {
        auto *exponent = builder.CreateAdd(part, ConstantInt::get(part->getType(), 127));
        y = builder.CreateFMul(y, builder.CreateBitCast(builder.CreateShl(exponent, 23), y->getType()));
      }
      call->replaceAllUsesWith(y);
      call->eraseFromParent();
    }
    function.eraseFromParent();
  }
}

PreservedAnalyses ExpandLdexpPass::run(Module &module, ModuleAnalysisManager &) {
  expand_ldexp(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
