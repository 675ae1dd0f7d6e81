// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/hide_narrow_indices.h"

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

  // Within the expression of a value, what is extended and changes in the loop.
  Extended of(Value *value) const {
    Extended found;
    if (!evolution.isSCEVable(value->getType())) return found;
    struct Collector {
      bool follow(const SCEV *expression) {
        if (evolution.isLoopInvariant(expression, &loop)) return false;
        if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(expression))
          found.insert(cast<SCEVCastExpr>(expression)->getOperand());
        return true;
      }
      bool isDone() const { return false; }
      const Loop &loop;
      ScalarEvolution &evolution;
      Extended &found;
    } collector{loop, evolution, found};
    visitAll(evolution.getSCEV(value), collector);
    return found;
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
    case Instruction::URem:
      return true;
    default:
      return false;
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

}  // namespace

PreservedAnalyses HideNarrowIndicesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    for (Instruction *value : narrow_values(*loop, evolution)) {
      IRBuilder<> builder(value->getNextNode());
      auto *frozen = cast<Instruction>(builder.CreateFreeze(value));
      value->replaceUsesWithIf(frozen, [&](const Use &use) { return use.getUser() != frozen; });
      evolution.forgetValue(value);
      changed = true;
    }
  }
  if (!changed) return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace wherry::compiler
