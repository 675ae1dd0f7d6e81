// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/inner_loops.h"

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Whether all instructions have a vector form, behind conditions with a mask.
bool has_vector_forms(const Loop &loop, const DominatorTree &dominators, unsigned register_bits) {
  return all_of(loop.blocks(), [&](const BasicBlock *block) {
    const bool always = block == loop.getExitingBlock() || dominators.dominates(block, loop.getLoopLatch());
    return all_of(*block, [&](const Instruction &one) {
      if (one.isAtomic() || one.isVolatile() || one.getType()->isVectorTy()) return false;
      if (!always && !one.isTerminator() && !isa<PHINode>(one)) {
        if (isa<CallBase>(one)) return false;
        const Value *pointer = getLoadStorePointerOperand(&one);
        if (!pointer && !isSafeToSpeculativelyExecute(&one)) return false;
        if (pointer && !has_masked_access(register_bits, unsigned(getLoadStoreType(&one)->getScalarSizeInBits())))
          return false;
      }
      auto *call = dyn_cast<CallBase>(&one);
      auto *intrinsic = dyn_cast<IntrinsicInst>(&one);
      return !call || isa<DbgInfoIntrinsic, LifetimeIntrinsic>(one) ||
             (intrinsic && isTriviallyVectorizable(intrinsic->getIntrinsicID()));
    });
  });
}

// Whether a phi is a sum of integers in a loop that asks ahead of its iterations whether to go on: LLVM turns it before
// it looks for sums.
bool is_sum_of_unrotated(const PHINode &phi, const Loop &loop) {
  auto *sum = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  return sum && phi.getType()->isIntegerTy() && sum->isAssociative() && sum->isCommutative() && sum->hasOneUse() &&
         (sum->getOperand(0) == &phi) != (sum->getOperand(1) == &phi) &&
         count_if(phi.users(), [&](const User *user) { return loop.contains(cast<Instruction>(user)); }) == 1;
}

// Whether an iteration hands on only what the vectoriser knows: steps, and sums that may be reordered.
bool carries_steps_and_sums(Loop &loop, PredicatedScalarEvolution &evolution) {
  return all_of(loop.getHeader()->phis(), [&](PHINode &phi) {
    InductionDescriptor induction;
    RecurrenceDescriptor sum;
    if (InductionDescriptor::isInductionPHI(&phi, &loop, evolution, induction)) return true;
    if (is_sum_of_unrotated(phi, loop)) return true;
    return RecurrenceDescriptor::isReductionPHI(&phi, &loop, sum) && !sum.hasExactFPMath();
  });
}

// What a vector of the loop's widest elements gains, less what is lost where elements are not adjacent. 1: nothing.
double speed_of(Loop &loop, PredicatedScalarEvolution &evolution, unsigned register_bits) {
  const DataLayout &layout = loop.getHeader()->getDataLayout();
  unsigned bits = 8;
  double accesses = 0, apart = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &one : *block) {
      const Value *pointer = getLoadStorePointerOperand(&one);
      if (!pointer) continue;
      const unsigned size = unsigned(layout.getTypeStoreSize(getLoadStoreType(&one)));
      bits = std::max(bits, 8 * size);
      auto *address = dyn_cast_if_present<SCEVAddRecExpr>(evolution.getAsAddRec(const_cast<Value *>(pointer)));
      if (!address) {
        if (evolution.getSE()->isLoopInvariant(evolution.getSCEV(const_cast<Value *>(pointer)), &loop)) continue;
        return 1;
      }
      auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(*evolution.getSE()));
      if (!step || step->getAPInt().abs().ugt(cost::kMostNearStride * size)) return 1;
      ++accesses;
      apart += step->getAPInt().abs() != size;
    }
  if (accesses == 0) return 1;
  return register_bits / bits / (1 + cost::kShuffleMembers * apart / accesses);
}

}  // namespace

InnerLoops::InnerLoops(Loop &items, LoopInfo &loops, DominatorTree &dominators, unsigned register_bits) {
  SmallVector<Loop *> candidates;
  for (Loop *loop : items.getLoopsInPreorder())
    if (loop != &items && loop->isInnermost() && loop->isLoopSimplifyForm() && loop->getExitingBlock() &&
        has_vector_forms(*loop, dominators, register_bits))
      candidates.push_back(loop);
  if (candidates.empty()) return;
  Function &function = *items.getHeader()->getParent();
  Evolution evolution(function, loops, dominators);
  const TargetTransformInfo target(function.getDataLayout());
  BasicAAResult basic(function.getDataLayout(), function, evolution.library, evolution.assumptions, &dominators);
  AAResults aliases(evolution.library);
  aliases.addAAResult(basic);
  for (Loop *loop : candidates) {
    PredicatedScalarEvolution predicated(evolution.of, *loop);
    if (isa<SCEVCouldNotCompute>(predicated.getBackedgeTakenCount())) continue;
    const unsigned trips = evolution.of.getSmallConstantTripCount(loop);  // 0: not known
    if (trips && trips < cost::kLeastInnerTrips) continue;
    if (!carries_steps_and_sums(*loop, predicated)) continue;
    const LoopAccessInfo accesses(loop, &evolution.of, &target, &evolution.library, &aliases, &dominators, &loops,
                                  &evolution.assumptions);
    // LLVM does not carry a sum that each iteration loads from its place and stores there.
    if (!accesses.canVectorizeMemory() || accesses.hasLoadStoreDependenceInvolvingLoopInvariantAddress()) continue;
    if (const double speed = speed_of(*loop, predicated, register_bits); speed > 1) speed_[loop] = speed;
  }
}

}  // namespace wherry::compiler
