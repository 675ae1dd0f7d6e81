// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/begin_lifetimes.h"

#include "compiler/analysis/pointer_uses.h"
#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/changed_instructions.h"
#include "compiler/ir/intrinsics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Loops that overwrite a whole variable.
class Fills {
 public:
  Fills(LoopInfo &loops, DominatorTree &dominators, ScalarEvolution &evolution)
      : loops_(loops), dominators_(dominators), evolution_(evolution) {}

  // The loop, with those in it, in which the store writes all bytes of the variable; null: there is none.
  Loop *loop_of(const StoreInst &store, const AllocaInst &variable) {
    const DataLayout &layout = store.getDataLayout();
    const auto size = variable.getAllocationSize(layout);
    const TypeSize element = layout.getTypeStoreSize(store.getValueOperand()->getType());
    if (!size || size->isScalable() || element.isScalable() || !store.isSimple()) return nullptr;
    const SCEV *place = evolution_.getMinusSCEV(evolution_.getSCEV(const_cast<Value *>(store.getPointerOperand())),
                                                evolution_.getSCEV(const_cast<AllocaInst *>(&variable)));
    const BasicBlock *reached = store.getParent();
    uint64_t filled = element.getFixedValue();
    for (Loop *loop = loops_.getLoopFor(reached); loop; loop = loop->getParentLoop()) {
      auto *recurrence = dyn_cast<SCEVAddRecExpr>(place);
      if (!recurrence || recurrence->getLoop() != loop || !recurrence->isAffine()) return nullptr;
      auto *step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution_));
      // Each iteration of the body comes to the store, or to the loop that it is in.
      const bool always = loop->getLoopLatch() && dominators_.dominates(reached, loop->getLoopLatch()) &&
                          (reached != loop->getHeader() || loop->isLoopExiting(loop->getLoopLatch()));
      const uint64_t times = always ? times_of_body(*loop, evolution_) : 0;
      if (!step || !times || step->getAPInt() != filled) return nullptr;
      filled = SaturatingMultiply(filled, times);
      place = recurrence->getStart();
      reached = loop->getHeader();
      if (filled >= size->getFixedValue())
        return place->isZero() && filled == size->getFixedValue() && loop->getLoopPreheader() ? loop : nullptr;
    }
    return nullptr;
  }

 private:
  LoopInfo &loops_;
  DominatorTree &dominators_;
  ScalarEvolution &evolution_;
};

}  // namespace

PreservedAnalyses BeginLifetimesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  // Without work-group operations nothing is kept across them.
  if (loops.empty() ||
      none_of(instructions(function), [](const Instruction &each) { return is_group_operation(intrinsic_of(each)); }))
    return PreservedAnalyses::all();
  Fills fills(loops, analyses.getResult<DominatorTreeAnalysis>(function),
              analyses.getResult<ScalarEvolutionAnalysis>(function));
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(function.getEntryBlock())) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (!variable) continue;
    const PointerUses uses(*variable, {});
    if (any_of(uses.uses(), [](const PointerUse &use) { return lets_escape(use.kind); })) continue;
    bool has_lifetime = any_of(uses.uses(), begins_lifetime);
    for (const PointerUse &use : uses.uses()) {
      if (use.kind != PointerUse::store) continue;
      const Loop *loop = fills.loop_of(*cast<StoreInst>(use.user()), *variable);
      if (!loop || any_of(uses.uses(), [&](const PointerUse &other) {
            return other.kind != PointerUse::store && loop->contains(other.user());
          }))
        continue;
      // LLVM takes a variable that has a lifetime.start for dead before that: uses before the loop need one, too.
      if (!has_lifetime) IRBuilder<>(variable->getNextNode()).CreateLifetimeStart(variable);
      has_lifetime = true;
      IRBuilder<>(loop->getLoopPreheader()->getTerminator()).CreateLifetimeStart(variable);
      changed = true;
    }
  }
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
