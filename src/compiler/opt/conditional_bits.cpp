// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/conditional_bits.h"

#include "compiler/ir/changed_instructions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

// The choice in place of `operation`; null: it is another operation. The bit has no other use.
static Value *as_choice(Instruction &operation) {
  Value *bits, *condition, *place;
  if (operation.getType()->isIntOrIntVectorTy(1) ||
      !match(&operation,
             m_c_Or(m_Value(bits), m_OneUse(m_Shl(m_OneUse(m_ZExt(m_Value(condition))), m_Value(place))))) ||
      !condition->getType()->isIntOrIntVectorTy(1))
    return nullptr;
  IRBuilder<> builder(&operation);
  Value *bit = builder.CreateShl(ConstantInt::get(place->getType(), 1), place);
  return builder.CreateSelect(condition, builder.CreateOr(bits, bit), bits);
}

PreservedAnalyses ConditionalBitsPass::run(Function &function, FunctionAnalysisManager &) {
  return replace_instructions(function, as_choice);
}

}  // namespace wherry::compiler
