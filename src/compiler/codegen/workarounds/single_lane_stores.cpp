// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/single_lane_stores.h"

#include <optional>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

// The one lane of a constant mask that is not known to be off.
static std::optional<unsigned> only_lane(const Value *mask) {
  auto *constant = dyn_cast<Constant>(mask);
  auto *type = dyn_cast<FixedVectorType>(mask->getType());
  std::optional<unsigned> found;
  for (unsigned lane = 0; constant && type && lane < type->getNumElements(); ++lane) {
    const Constant *on = constant->getAggregateElement(lane);
    if (on && on->isNullValue()) continue;
    if (found || !on || !on->isOneValue()) return {};
    found = lane;
  }
  return found;
}

PreservedAnalyses SingleLaneStoresPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *store = dyn_cast<IntrinsicInst>(&instruction);
    if (!store || store->getIntrinsicID() != Intrinsic::masked_store) continue;
    const std::optional<unsigned> lane = only_lane(store->getArgOperand(2));
    if (!lane) continue;
    IRBuilder<> builder(store);
    Value *vector = store->getArgOperand(0), *pointer = store->getArgOperand(1);
    Type *element = vector->getType()->getScalarType();
    const uint64_t bytes = *lane * function.getDataLayout().getTypeStoreSize(element).getFixedValue();
    builder.CreateAlignedStore(builder.CreateExtractElement(vector, *lane),
                               builder.CreateConstGEP1_64(element, pointer, *lane),
                               commonAlignment(store->getParamAlign(1).valueOrOne(), bytes));
    store->eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
