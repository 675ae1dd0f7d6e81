// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/first_lanes.h"

#include <numeric>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr uint64_t kLeastBytes = 8;  // the shortest vector that x86 moves as one

// The number of lanes, a power of two, that a constant mask lets through, if they are the first ones; else 0.
unsigned first_lanes(const Value *mask) {
  auto *constant = dyn_cast<Constant>(mask);
  auto *type = dyn_cast<FixedVectorType>(mask->getType());
  if (!constant || !type) return 0;
  unsigned count = 0;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const Constant *on = constant->getAggregateElement(lane);
    if (!on || !(on->isOneValue() || on->isNullValue()) || (on->isOneValue() && lane != count)) return 0;
    count += on->isOneValue();
  }
  return count >= 2 && count < type->getNumElements() && isPowerOf2_32(count) ? count : 0;
}

void shorten_load(IntrinsicInst &load, unsigned count) {
  IRBuilder<> builder(&load);
  auto *type = cast<FixedVectorType>(load.getType());
  LoadInst *loaded = builder.CreateAlignedLoad(FixedVectorType::get(type->getElementType(), count),
                                               load.getArgOperand(0), load.getParamAlign(0).valueOrOne());
  const unsigned lanes = type->getNumElements();
  SmallVector<int> widened(lanes, PoisonMaskElem), chosen(lanes);
  std::iota(widened.begin(), widened.begin() + count, 0);
  std::iota(chosen.begin(), chosen.end(), 0);
  for (unsigned lane = count; lane < lanes; ++lane) chosen[lane] = int(lanes + lane);
  Value *result =
      builder.CreateShuffleVector(builder.CreateShuffleVector(loaded, widened), load.getArgOperand(2), chosen);
  result->takeName(&load);
  load.replaceAllUsesWith(result);
  load.eraseFromParent();
}

void shorten_store(IntrinsicInst &store, unsigned count) {
  IRBuilder<> builder(&store);
  SmallVector<int> first(count);
  std::iota(first.begin(), first.end(), 0);
  builder.CreateAlignedStore(builder.CreateShuffleVector(store.getArgOperand(0), first), store.getArgOperand(1),
                             store.getParamAlign(1).valueOrOne());
  store.eraseFromParent();
}

}  // namespace

PreservedAnalyses FirstLanesPass::run(Function &function, FunctionAnalysisManager &) {
  const DataLayout &layout = function.getDataLayout();
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *access = dyn_cast<IntrinsicInst>(&instruction);
    if (!access) continue;
    const bool loads = access->getIntrinsicID() == Intrinsic::masked_load;
    if (!loads && access->getIntrinsicID() != Intrinsic::masked_store) continue;
    const unsigned count = first_lanes(access->getArgOperand(loads ? 1 : 2));
    Type *element = (loads ? access->getType() : access->getArgOperand(0)->getType())->getScalarType();
    if (count == 0 || count * layout.getTypeStoreSize(element).getFixedValue() < kLeastBytes) continue;
    loads ? shorten_load(*access, count) : shorten_store(*access, count);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
