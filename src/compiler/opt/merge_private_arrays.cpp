// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/merge_private_arrays.h"

#include "compiler/ir/changed_instructions.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// Arrays, and the phis and selects of their starts.
struct Merged {
  SmallVector<AllocaInst *> arrays;
  SmallVector<Instruction *> choices;
};

bool chooses(const Value *value) { return isa<PHINode, SelectInst>(value) && value->getType()->isPointerTy(); }

auto chosen_by(Instruction &choice) {
  return isa<SelectInst>(choice) ? drop_begin(choice.operands()) : make_range(choice.op_begin(), choice.op_end());
}

// Groups the arrays, phis and selects that are connected as operands and users, in the function's order.
SmallVector<Merged> choices_of_arrays(Function &function) {
  EquivalenceClasses<Instruction *> joined;
  SmallSetVector<Instruction *, 16> all;
  DenseSet<Instruction *> others;  // phis and selects with an operand that is no array
  for (Instruction &choice : instructions(function)) {
    if (!chooses(&choice)) continue;
    all.insert(&choice);
    joined.insert(&choice);
    for (Value *value : chosen_by(choice)) {
      auto *array = dyn_cast<AllocaInst>(value);
      if (!(array && array->isStaticAlloca()) && !chooses(value)) {
        others.insert(&choice);
        continue;
      }
      all.insert(cast<Instruction>(value));
      joined.unionSets(&choice, cast<Instruction>(value));
    }
  }
  DenseSet<Instruction *> not_merged;
  for (Instruction *one : others) not_merged.insert(joined.getLeaderValue(one));
  MapVector<Instruction *, Merged> found;
  for (Instruction &one : instructions(function)) {
    Instruction *leader = all.contains(&one) ? joined.getLeaderValue(&one) : nullptr;
    if (!leader || not_merged.contains(leader)) continue;
    if (auto *array = dyn_cast<AllocaInst>(&one))
      found[leader].arrays.push_back(array);
    else
      found[leader].choices.push_back(&one);
  }
  SmallVector<Merged> result;
  for (auto &[leader, merged] : found) {
    if (merged.arrays.size() < 2) continue;
    auto *type = dyn_cast<ArrayType>(merged.arrays[0]->getAllocatedType());
    if (type && all_of(merged.arrays, [&](const AllocaInst *array) {
          auto *other = dyn_cast<ArrayType>(array->getAllocatedType());
          return other && other->getElementType() == type->getElementType() && !array->isArrayAllocation();
        }))
      result.push_back(std::move(merged));
  }
  return result;
}

void merge(Merged &merged) {
  Type *element = cast<ArrayType>(merged.arrays[0]->getAllocatedType())->getElementType();
  IRBuilder<> builder(merged.arrays[0]);
  const uint64_t size = merged.arrays[0]->getDataLayout().getTypeAllocSize(element);
  Align align(1);
  uint64_t elements = 0;
  DenseMap<Value *, Value *> places;  // of arrays and choices: the number of the first element
  for (AllocaInst *array : merged.arrays) {
    while (elements * size % array->getAlign().value() != 0) ++elements;
    places[array] = builder.getInt64(elements);
    elements += cast<ArrayType>(array->getAllocatedType())->getNumElements();
    align = std::max(align, array->getAlign());
  }
  auto *whole = new AllocaInst(ArrayType::get(element, elements), merged.arrays[0]->getAddressSpace(), nullptr, align,
                               "rows", merged.arrays[0]->getIterator());
  for (Instruction *choice : merged.choices) {
    builder.SetInsertPoint(choice);
    if (auto *phi = dyn_cast<PHINode>(choice))
      places[choice] = builder.CreatePHI(builder.getInt64Ty(), phi->getNumIncomingValues());
    else
      places[choice] =
          builder.Insert(SelectInst::Create(choice->getOperand(0), builder.getInt64(0), builder.getInt64(0)));
  }
  for (Instruction *choice : merged.choices) {
    if (auto *phi = dyn_cast<PHINode>(choice)) {
      for (const auto &[value, block] : zip_equal(phi->incoming_values(), phi->blocks()))
        cast<PHINode>(places[choice])->addIncoming(places.lookup(value), block);
    } else {
      cast<SelectInst>(places[choice])->setTrueValue(places.lookup(choice->getOperand(1)));
      cast<SelectInst>(places[choice])->setFalseValue(places.lookup(choice->getOperand(2)));
    }
  }
  auto start = [&](Value *place) { return builder.CreateInBoundsGEP(element, whole, place); };
  for (AllocaInst *array : merged.arrays) {
    for (User *user : make_early_inc_range(array->users()))
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(user)) lifetime->eraseFromParent();
    builder.SetInsertPoint(array);
    array->replaceAllUsesWith(start(places[array]));
  }
  for (Instruction *choice : merged.choices) {
    BasicBlock *block = choice->getParent();
    builder.SetInsertPoint(block, isa<PHINode>(choice) ? block->getFirstInsertionPt() : choice->getIterator());
    choice->replaceAllUsesWith(start(places[choice]));
  }
  for (Instruction *choice : merged.choices) choice->eraseFromParent();
  for (AllocaInst *array : merged.arrays) array->eraseFromParent();
}

}  // namespace

PreservedAnalyses MergePrivateArraysPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<Merged> all = choices_of_arrays(function);
  for (Merged &merged : all) merge(merged);
  return preserved_by_instructions(!all.empty());
}

}  // namespace wherry::compiler
