// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/conditions.h"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

bool is_joined(Value *condition, bool holds, Value *&left, Value *&right) {
  return holds ? match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))
               : match(condition, m_LogicalOr(m_Value(left), m_Value(right)));
}

Comparison::Comparison(const ICmpInst &compare, bool holds, function_ref<bool(Value *)> is_left)
    : left(compare.getOperand(0)), right(compare.getOperand(1)),
      predicate(holds ? compare.getPredicate() : compare.getInversePredicate()) {
  if (is_left(left)) return;
  std::swap(left, right);
  predicate = CmpInst::getSwappedPredicate(predicate);
}

}  // namespace wherry::compiler
