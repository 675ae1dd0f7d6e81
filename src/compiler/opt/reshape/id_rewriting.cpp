// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/id_rewriting.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

class InCounters : public SCEVRewriteVisitor<InCounters> {
 public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *steps) {
    for (PHINode &phi : steps->getLoop()->getHeader()->phis()) {
      if (phi.getType() != steps->getType()) continue;
      const SCEV *distance = SE.getMinusSCEV(steps, SE.getSCEV(&phi));
      if (!isa<SCEVCouldNotCompute>(distance) && SE.isLoopInvariant(distance, steps->getLoop()))
        return SE.getAddExpr(SE.getUnknown(&phi), distance);
    }
    return steps;
  }
};

}  // namespace

Value *expand_at(Instruction &place, const SCEV *number, SCEVExpander &expander) {
  InCounters in_counters(*expander.getSE());
  return expander.expandCodeFor(in_counters.visit(number), number->getType(), place.getIterator());
}

void remove_dead_code(Function &function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock &block : function)
      for (Instruction &instruction : make_early_inc_range(reverse(block)))
        if (isInstructionTriviallyDead(&instruction)) {
          instruction.eraseFromParent();
          changed = true;
        }
  }
}

}  // namespace wherry::compiler
