// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/uniform_steps.h"

#include "compiler/analysis/uniformity.h"
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

// What a loop adds to a phi, from the phi on: each instruction adds to the one before.
struct Walk {
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

bool is_walk(PHINode &phi, const Loop &loop, const Uniformity &uniformity, Walk &walk) {
  if (!phi.getType()->isIntegerTy() && !phi.getType()->isPointerTy()) return false;
  if (uniformity.uniform(phi)) return false;
  walk = {&phi, phi.getIncomingValueForBlock(loop.getLoopPreheader()), {}};
  for (Value *value = phi.getIncomingValueForBlock(loop.getLoopLatch()); value != &phi;) {
    auto *step = dyn_cast<Instruction>(value);
    if (!step || !loop.contains(step) || is_contained(walk.steps, step)) return false;
    walk.steps.push_back(step);
    if (value = base_of(*step, uniformity); !value) return false;
  }
  std::reverse(walk.steps.begin(), walk.steps.end());
  return !walk.steps.empty();
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
      if (is_group_operation(intrinsic_of(user))) sum = nullptr;
      if (isa<PHINode>(user) || but.contains(&user)) continue;
      for (Use &operand : user.operands())
        if (operand == &value) operand.set(sum_before(user));
    }
    for (BasicBlock *next : successors(block))
      for (PHINode &phi : next->phis())
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
          if (phi.getIncomingBlock(i) == block && phi.getIncomingValue(i) == &value && !but.contains(&phi))
            phi.setIncomingValue(i, sum_before(*block->getTerminator()));
  }
}

void separate(const Walk &walk, const Loop &loop) {
  const DataLayout &layout = walk.phi->getDataLayout();
  Type *type = walk.phi->getType()->isPointerTy() ? layout.getIndexType(walk.phi->getType()) : walk.phi->getType();
  SmallPtrSet<Instruction *, 8> old = {walk.phi};
  old.insert(walk.steps.begin(), walk.steps.end());

  auto *start = PHINode::Create(type, 2, walk.phi->getName() + ".offset", walk.phi->getIterator());
  start->addIncoming(ConstantInt::getNullValue(type), loop.getLoopPreheader());
  SmallVector<Value *, 4> offsets;
  Value *offset = start, *before = walk.phi;
  for (Instruction *step : walk.steps) {
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

  replace(*walk.phi, walk.first, start, old);
  for (auto [step, at] : zip_equal(walk.steps, offsets)) replace(*step, walk.first, at, old);
  walk.phi->replaceAllUsesWith(PoisonValue::get(walk.phi->getType()));
  walk.phi->eraseFromParent();
  for (Instruction *step : reverse(walk.steps)) step->eraseFromParent();
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
    if (any_of(exiting, [&](BasicBlock *block) { return uniformity.divergent_terminator(*block); })) continue;
    SmallVector<Walk> walks;
    for (PHINode &phi : loop->getHeader()->phis())
      if (Walk walk; is_walk(phi, *loop, uniformity, walk)) walks.push_back(std::move(walk));
    for (const Walk &walk : walks) separate(walk, *loop);
    changed |= !walks.empty();
  }
  return changed;
}

}  // namespace wherry::compiler
