// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/evaluate.h"

#include "compiler/ir/intrinsics.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace wherry::compiler {

bool can_evaluate_before(const Loop &loop, const Value *value, unsigned most_steps) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction)) return true;
  if (most_steps == 0) return false;
  if (auto *call = dyn_cast<CallInst>(instruction)) {
    if (intrinsic_of(*call) != Intrinsic::none || !call->doesNotAccessMemory() || !call->willReturn() ||
        !call->doesNotThrow() || call->isConvergent())
      return false;
  } else if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst>(instruction) ||
             !isSafeToSpeculativelyExecute(instruction)) {
    return false;
  }
  return all_of(instruction->operands(),
                [&](const Use &use) { return can_evaluate_before(loop, use.get(), most_steps - 1); });
}

Value *evaluate_outside(const Loop &loop, Value *value, IRBuilder<> &builder, KnownValues &known) {
  if (auto found = known.find(value); found != known.end()) return found->second;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction)) return value;
  // A condition under which flags hold may be left behind in the loop. As a sum and as a sign extension an "or" of
  // disjoint bits and an extension of no negative number go on as they do in iterations in which the flags hold.
  auto operand = [&](unsigned k) { return evaluate_outside(loop, instruction->getOperand(k), builder, known); };
  if (auto *bits = dyn_cast<PossiblyDisjointInst>(instruction); bits && bits->isDisjoint())
    return known[value] = builder.CreateAdd(operand(0), operand(1));
  if (isa<ZExtInst>(instruction) && instruction->hasNonNeg())
    return known[value] = builder.CreateSExt(operand(0), instruction->getType());
  Instruction *copy = instruction->clone();
  for (Use &use : copy->operands()) use.set(evaluate_outside(loop, use.get(), builder, known));
  copy->dropPoisonGeneratingFlags();
  return known[value] = builder.Insert(copy);
}

}  // namespace wherry::compiler
