// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/uniform_steps.h"

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

bool has_operation(const BasicBlock &block) {
  return any_of(block, [](const Instruction &each) { return is_group_operation(intrinsic_of(each)); });
}

// A header's phi, its first value, and the additions of one iteration, each to the result of the one before.
struct Recurrence {
  PHINode *phi;
  Value *first;
  SmallVector<Instruction *, 4> steps;
};

// The operand of a step that it adds to; null for other instructions.
Value *base_of(const Instruction &step, const Uniformity &uniformity) {
  if (auto *element = dyn_cast<GetElementPtrInst>(&step)) {
    const bool uniform = all_of(element->indices(), [&](const Use &index) { return uniformity.uniform(*index); });
    return uniform ? element->getOperand(0) : nullptr;
  }
  if (step.getOpcode() != Instruction::Add && step.getOpcode() != Instruction::Sub) return nullptr;
  if (uniformity.uniform(*step.getOperand(1))) return step.getOperand(0);
  return step.getOpcode() == Instruction::Add && uniformity.uniform(*step.getOperand(0)) ? step.getOperand(1) : nullptr;
}

bool is_recurrence(PHINode &phi, const Loop &loop, const Uniformity &uniformity, Recurrence &recurrence) {
  if (!phi.getType()->isIntegerTy() && !phi.getType()->isPointerTy()) return false;
  if (uniformity.uniform(phi)) return false;
  recurrence = {&phi, phi.getIncomingValueForBlock(loop.getLoopPreheader()), {}};
  for (Value *value = phi.getIncomingValueForBlock(loop.getLoopLatch()); value != &phi;) {
    auto *step = dyn_cast<Instruction>(value);
    if (!step || !loop.contains(step) || is_contained(recurrence.steps, step)) return false;
    recurrence.steps.push_back(step);
    if (value = base_of(*step, uniformity); !value) return false;
  }
  std::reverse(recurrence.steps.begin(), recurrence.steps.end());
  return !recurrence.steps.empty();
}

// Replaces the uses of a value by first + offset. One sum for the uses between two operations: it must not cross them.
void replace(Instruction &value, Value *first, Value *offset, const SmallPtrSetImpl<Instruction *> &but) {
  SmallSetVector<BasicBlock *, 8> blocks;
  for (Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    if (!but.contains(user)) blocks.insert(phi ? phi->getIncomingBlock(use) : user->getParent());
  }
  for (BasicBlock *block : blocks) {
    Value *sum = nullptr;
    auto sum_before = [&](Instruction &user) {
      if (sum) return sum;
      IRBuilder<> builder(&user);
      return sum = value.getType()->isPointerTy() ? builder.CreatePtrAdd(first, offset)
                                                  : builder.CreateAdd(first, offset);
    };
    for (Instruction &user : make_early_inc_range(*block)) {
      if (isa<PHINode>(user) || but.contains(&user)) continue;
      for (Use &operand : user.operands())
        if (operand == &value) operand.set(sum_before(user));
      if (is_group_operation(intrinsic_of(user))) sum = nullptr;
    }
    for (BasicBlock *next : successors(block))
      for (PHINode &phi : next->phis())
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
          if (phi.getIncomingBlock(i) == block && phi.getIncomingValue(i) == &value && !but.contains(&phi))
            phi.setIncomingValue(i, sum_before(*block->getTerminator()));
  }
}

void separate(const Recurrence &recurrence, const Loop &loop) {
  const DataLayout &layout = recurrence.phi->getDataLayout();
  Type *type = recurrence.phi->getType()->isPointerTy() ? layout.getIndexType(recurrence.phi->getType())
                                                        : recurrence.phi->getType();
  SmallPtrSet<Instruction *, 8> old = {recurrence.phi};
  old.insert(recurrence.steps.begin(), recurrence.steps.end());

  auto *start = PHINode::Create(type, 2, recurrence.phi->getName() + ".offset", recurrence.phi->getIterator());
  start->addIncoming(ConstantInt::getNullValue(type), loop.getLoopPreheader());
  SmallVector<Value *, 4> offsets;
  Value *offset = start, *before = recurrence.phi;
  for (Instruction *step : recurrence.steps) {
    IRBuilder<> builder(step);
    if (auto *element = dyn_cast<GetElementPtrInst>(step))
      offset = builder.CreateAdd(offset, emitGEPOffset(&builder, layout, element, /*NoAssumptions=*/true));
    else if (step->getOpcode() == Instruction::Sub)
      offset = builder.CreateSub(offset, step->getOperand(1));
    else
      offset = builder.CreateAdd(offset, step->getOperand(step->getOperand(0) == before ? 1 : 0));
    offsets.push_back(offset);
    before = step;
  }
  start->addIncoming(offset, loop.getLoopLatch());

  replace(*recurrence.phi, recurrence.first, start, old);
  for (auto [step, at] : zip_equal(recurrence.steps, offsets)) replace(*step, recurrence.first, at, old);
  recurrence.phi->replaceAllUsesWith(PoisonValue::get(recurrence.phi->getType()));
  recurrence.phi->eraseFromParent();
  for (Instruction *step : reverse(recurrence.steps)) step->eraseFromParent();
}

}  // namespace

bool UniformStepsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  SmallPtrSet<const BasicBlock *, 8> operations;
  for (const BasicBlock &block : group)
    if (has_operation(block)) operations.insert(&block);
  if (operations.empty()) return false;
  SmallVector<Loop *> loops;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(group).getLoopsInPreorder())
    if (loop->getLoopPreheader() && loop->getLoopLatch() &&
        any_of(operations, [&](const BasicBlock *block) { return loop->contains(block); }))
      loops.push_back(loop);
  if (loops.empty()) return false;

  const Uniformity &uniformity = analyses.getResult<WorkItemUniformityAnalysis>(group);
  bool changed = false;
  for (Loop *loop : loops) {
    SmallVector<BasicBlock *> exiting;
    loop->getExitingBlocks(exiting);
    const auto *divergent =
        find_if(exiting, [&](BasicBlock *block) { return uniformity.divergent_terminator(*block); });
    SmallVector<Recurrence> recurrences;
    for (PHINode &phi : loop->getHeader()->phis())
      if (Recurrence recurrence; is_recurrence(phi, *loop, uniformity, recurrence))
        recurrences.push_back(std::move(recurrence));
    if (divergent != exiting.end()) {
      if (!recurrences.empty())
        remark_at(*(*divergent)->getTerminator(), "each work-item keeps " + described(*recurrences.front().phi) +
                                                      " over the loop's work-group operations: here some work-items "
                                                      "may leave the loop before others");
      continue;
    }
    for (const Recurrence &recurrence : recurrences) separate(recurrence, *loop);
    changed |= !recurrences.empty();
  }
  return changed;
}

}  // namespace wherry::compiler
