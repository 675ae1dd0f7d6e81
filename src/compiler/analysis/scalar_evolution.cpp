// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/scalar_evolution.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace wherry::compiler {

std::optional<AssumedCount> assumed_back_edges(const Loop &loop, ScalarEvolution &evolution) {
  SmallVector<const SCEVPredicate *, 4> assumed;
  AssumedCount found{evolution.getPredicatedBackedgeTakenCount(&loop, assumed), {}};
  if (isa<SCEVCouldNotCompute>(found.count) || evolution.getTypeSizeInBits(found.count->getType()) > 64) return {};
  for (const SCEVPredicate *each : assumed) {
    auto *wrap = dyn_cast<SCEVWrapPredicate>(each);
    auto *counter = wrap ? dyn_cast<SCEVAddRecExpr>(wrap->getExpr()) : nullptr;
    if (!counter || counter->getLoop() != &loop || !counter->isAffine() ||
        !isa<SCEVConstant>(counter->getStepRecurrence(evolution)) ||
        evolution.getTypeSizeInBits(counter->getType()) >= 64)
      return {};
    for (auto [flag, is_signed] :
         {std::pair(SCEVWrapPredicate::IncrementNSSW, true), std::pair(SCEVWrapPredicate::IncrementNUSW, false)})
      if (wrap->getFlags() & flag) found.counters.push_back({counter, is_signed});
  }
  return found;
}

unsigned times_of_body(const Loop &loop, ScalarEvolution &evolution) {
  const BasicBlock *exiting = loop.getExitingBlock(), *latch = loop.getLoopLatch();
  const unsigned count = evolution.getSmallConstantTripCount(&loop);
  if (!exiting || !latch || !count) return 0;
  return exiting == latch ? count : exiting == loop.getHeader() ? count - 1 : 0;
}

}  // namespace wherry::compiler
