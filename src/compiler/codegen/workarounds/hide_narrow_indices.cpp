// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/hide_narrow_indices.h"

#include "compiler/ir/changed_instructions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// What is extended to more bits: the vectoriser asks that such a value, {0,+,1}<i4> for one, does not wrap around.
using Extended = SmallPtrSet<const SCEV *, 4>;

struct ExtendedValues {
  const Loop &loop;
  ScalarEvolution &evolution;

  // Within the expression of a value, what is extended and computed from a recurrence of the loop.
  Extended of(Value *value) const {
    Extended found;
    if (!evolution.isSCEVable(value->getType())) return found;
    SCEVExprContains(evolution.getSCEV(value), [&](const SCEV *expression) {
      if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(expression))
        if (const SCEV *extended = cast<SCEVCastExpr>(expression)->getOperand(); has_recurrence(extended))
          found.insert(extended);
      return false;
    });
    return found;
  }

  bool has_recurrence(const SCEV *expression) const {
    return SCEVExprContains(expression, [&](const SCEV *part) {
      const auto *recurrence = dyn_cast<SCEVAddRecExpr>(part);
      return recurrence && recurrence->getLoop() == &loop;
    });
  }

  unsigned bits(const SCEV *value) const { return evolution.getTypeSizeInBits(value->getType()); }
};

// Whether ScalarEvolution may express the instruction by an extension that its operands do not have.
bool may_extend(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::And:
  case Instruction::AShr:
  case Instruction::LShr:
  case Instruction::UDiv:
  case Instruction::URem: return true;
  default: return false;
  }
}

// The instructions in whose expressions something of fewer bits than the loop's widest is extended first.
SmallVector<Instruction *> narrow_values(const Loop &loop, ScalarEvolution &evolution) {
  const ExtendedValues extended{loop, evolution};
  MapVector<Instruction *, Extended> in_loop;
  unsigned narrowest = ~0u, widest = 0;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (!may_extend(instruction)) continue;
      for (const SCEV *value : in_loop[&instruction] = extended.of(&instruction)) {
        narrowest = std::min(narrowest, extended.bits(value));
        widest = std::max(widest, extended.bits(value));
      }
    }

  // An int beside its own address, of 34 bits, keeps its vectors: it would wrap around behind 2^32 elements only.
  widest = std::min(widest, 32u);
  SmallVector<Instruction *> narrow;
  if (narrowest >= widest) return narrow;
  for (const auto &[instruction, found] : in_loop) {
    SmallVector<Extended> of_operands;
    for (Value *operand : instruction->operands()) of_operands.push_back(extended.of(operand));
    if (any_of(found, [&](const SCEV *value) {
          return extended.bits(value) < widest &&
                 none_of(of_operands, [&](const Extended &operand) { return operand.contains(value); });
        }))
      narrow.push_back(instruction);
  }
  return narrow;
}

// LLVM's vectoriser leaves loops whose iterations it cannot count, and those that have vectors, as our own
// vectoriser's.
bool is_left(const Loop &loop, ScalarEvolution &evolution) {
  SmallVector<const SCEVPredicate *> predicates;
  if (isa<SCEVCouldNotCompute>(evolution.getPredicatedBackedgeTakenCount(&loop, predicates))) return true;
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) { return instruction.getType()->isVectorTy(); });
  });
}

}  // namespace

PreservedAnalyses HideNarrowIndicesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->isInnermost() || is_left(*loop, evolution)) continue;
    for (Instruction *value : narrow_values(*loop, evolution)) {
      IRBuilder<> builder(value->getNextNode());
      auto *frozen = cast<Instruction>(builder.CreateFreeze(value));
      value->replaceUsesWithIf(frozen, [&](const Use &use) { return use.getUser() != frozen; });
      evolution.forgetValue(value);
      changed = true;
    }
  }
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
