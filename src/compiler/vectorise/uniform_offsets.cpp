// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/uniform_offsets.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/changed_instructions.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

GetElementPtrInst *indexed(Value *address) {
  auto *step = dyn_cast<GetElementPtrInst>(address);
  return step && step->getNumIndices() == 1 && step->getType()->isPointerTy() &&
                 step->getOperand(1)->getType()->isIntegerTy(64) && !isa<Constant>(step->getOperand(1))
             ? step
             : nullptr;
}

// Addresses (pointer + first index) + second index, with an inner sum that the item loop computes.
SmallVector<GetElementPtrInst *> addresses_of_two(const Loop &items) {
  SmallVector<GetElementPtrInst *> found;
  for (BasicBlock *block : items.blocks())
    for (Instruction &each : *block)
      if (GetElementPtrInst *address = indexed(&each))
        if (GetElementPtrInst *first = indexed(address->getPointerOperand()); first && items.contains(first))
          found.push_back(address);
  return found;
}

}  // namespace

PreservedAnalyses UniformOffsetsFirstPass::run(Function &group, FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(group);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  SmallVector<GetElementPtrInst *> all;
  for (const ItemLoop &items : analyses.getResult<ItemLoopsAnalysis>(group)) {
    SmallVector<GetElementPtrInst *> found = addresses_of_two(*items.items);
    if (found.empty() || !why_not_by_form(*items.items, /*must=*/false).empty()) continue;
    const LaneAnalyses lanes(items, loops, dominators);
    VectorBody::LaneVariables variables;
    constexpr unsigned kLanes = 16;  // any number
    const VectorBody body(*items.items, items.index, lanes.flow, lanes.strides, kLanes,
                          TargetDescription::of(group).register_bits, *items.items->getLoopPreheader(), variables);
    for (GetElementPtrInst *address : found) {
      auto *first = cast<GetElementPtrInst>(address->getPointerOperand());
      if (lanes.strides.uniform(address->getOperand(1)) && !lanes.strides.uniform(first) &&
          any_of(address->users(), [&](User *user) {
            return getLoadStorePointerOperand(user) == address &&
                   body.has_run_time_check(first, getLoadStoreType(user));
          }))
        all.push_back(address);
    }
  }
  for (GetElementPtrInst *address : all) {
    auto *first = cast<GetElementPtrInst>(address->getPointerOperand());
    IRBuilder<> builder(address);
    Value *base =
        builder.CreateGEP(address->getSourceElementType(), first->getPointerOperand(), address->getOperand(1));
    Value *made = builder.CreateGEP(first->getSourceElementType(), base, first->getOperand(1), address->getName());
    address->replaceAllUsesWith(made);
  }
  for (GetElementPtrInst *address : reverse(all)) address->eraseFromParent();
  return preserved_by_instructions(!all.empty());
}

}  // namespace wherry::compiler
