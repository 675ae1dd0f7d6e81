// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/split_dividends.h"

#include "compiler/opt/reshape/launch_values.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostHoisted = 8;  // operations of a divisor

// The choice that an operation divides, by a condition that is the same for the whole launch; null: there is none.
SelectInst *chosen_dividend(Instruction &operation) {
  if (!operation.isIntDivRem()) return nullptr;
  auto *chosen = dyn_cast<SelectInst>(operation.getOperand(0));
  Function &function = *operation.getFunction();
  if (!chosen || !chosen->getType()->isIntegerTy() || !is_launch_value(chosen->getCondition(), function) ||
      (is_launch_value(chosen->getTrueValue(), function) && is_launch_value(chosen->getFalseValue(), function)))
    return nullptr;
  return chosen;
}

// Whether a value is there in front of the first division, or could be computed there: then lists what is to be moved,
// in order. The divisions themselves give way to phis behind both sides.
bool can_hoist(Value *value, ArrayRef<Instruction *> divisions, SmallVectorImpl<Instruction *> &moved) {
  const Instruction &place = *divisions[0];
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != place.getParent() || instruction->comesBefore(&place) ||
      is_contained(moved, instruction))
    return true;
  if (is_contained(divisions, instruction) || moved.size() >= kMostHoisted || isa<PHINode>(instruction) ||
      instruction->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(instruction) ||
      !all_of(instruction->operands(), [&](Value *operand) { return can_hoist(operand, divisions, moved); }))
    return false;
  moved.push_back(instruction);
  return true;
}

// All divisions of a block by one condition, from `first` on, on both sides of a branch.
void split(Instruction &first, Value &condition) {
  SmallVector<Instruction *> divisions{&first};
  for (Instruction *each = first.getNextNode(); each; each = each->getNextNode()) {
    SelectInst *chosen = chosen_dividend(*each);
    if (!chosen || chosen->getCondition() != &condition) continue;
    SmallVector<Instruction *> moved;
    if (!all_of(ArrayRef<Value *>{chosen->getTrueValue(), chosen->getFalseValue(), each->getOperand(1)},
                [&](Value *operand) { return can_hoist(operand, divisions, moved); }))
      continue;
    for (Instruction *one : moved) one->moveBefore(first.getIterator());
    divisions.push_back(each);
  }
  Instruction *sides[2];
  SplitBlockAndInsertIfThenElse(&condition, first.getIterator(), &sides[0], &sides[1]);
  for (Instruction *division : divisions) {
    auto *chosen = cast<SelectInst>(division->getOperand(0));
    auto *both = PHINode::Create(division->getType(), 2, "", first.getParent()->begin());
    for (unsigned side : {0u, 1u}) {
      Instruction *copy = division->clone();
      copy->setOperand(0, side == 0 ? chosen->getTrueValue() : chosen->getFalseValue());
      copy->insertBefore(sides[side]->getIterator());
      both->addIncoming(copy, sides[side]->getParent());
    }
    division->replaceAllUsesWith(both);
  }
  for (Instruction *division : divisions) RecursivelyDeleteTriviallyDeadInstructions(division);
}

}  // namespace

PreservedAnalyses SplitDividendsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : function) blocks.push_back(&block);
  while (!blocks.empty()) {
    BasicBlock &block = *blocks.pop_back_val();
    for (Instruction &each : block) {
      SelectInst *chosen = chosen_dividend(each);
      if (!chosen) continue;
      split(each, *chosen->getCondition());
      blocks.push_back(block.getTerminator()->getSuccessor(0)->getSingleSuccessor());
      changed = true;
      break;
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
