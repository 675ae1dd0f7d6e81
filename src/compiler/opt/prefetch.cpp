// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/prefetch.h"

#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/address_spaces.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kAhead = 2;  // iterations: of 64 work-items with an atomic each, 1 came late, 4 and 8 were no better
constexpr uint64_t kFollowed = 2048;  // bytes: the hardware follows steps of up to half a page

// An address kAhead iterations later.
class Later : public SCEVRewriteVisitor<Later> {
 public:
  Later(ScalarEvolution &evolution, const Loop &loop) : SCEVRewriteVisitor(evolution), loop_(loop) {}

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *steps) {
    if (steps->getLoop() != &loop_ || !steps->isAffine()) return steps;
    const SCEV *step = steps->getStepRecurrence(SE);
    auto *known = dyn_cast<SCEVConstant>(step);
    far_ |= !known || known->getAPInt().abs().uge(kFollowed);
    const SCEV *ahead = SE.getMulExpr(step, SE.getConstant(step->getType(), kAhead));
    // In terms of an index that the loop has already.
    for (PHINode &phi : loop_.getHeader()->phis()) {
      if (phi.getType() != steps->getType() || !SE.isSCEVable(phi.getType())) continue;
      const SCEV *distance = SE.getMinusSCEV(steps, SE.getSCEV(&phi));
      if (!isa<SCEVCouldNotCompute>(distance) && SE.isLoopInvariant(distance, &loop_))
        return SE.getAddExpr(SE.getUnknown(&phi), SE.getAddExpr(distance, ahead));
    }
    return SE.getAddExpr(steps, ahead);
  }

  bool far() const { return far_; }

 private:
  const Loop &loop_;
  bool far_ = false;
};

// Where a vector is loaded from; null: another instruction, or local memory.
Value *loaded_from(Instruction &instruction) {
  Value *pointer = nullptr;
  if (!isa<FixedVectorType>(instruction.getType())) return pointer;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) pointer = load->getPointerOperand();
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) pointer = call->getArgOperand(0);
  return pointer && pointer->getType()->getPointerAddressSpace() != kLocalSpace ? pointer : nullptr;
}

}  // namespace

// Prefetches vectors that a work-item's outer loops load. True: there was one.
static bool prefetch_vectors(Function &group, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  const ItemLoops &item_loops = analyses.getResult<ItemLoopsAnalysis>(group);
  SmallVector<std::pair<Instruction *, const Loop *>> loads;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() || item_loops.is_over_items(loop)) continue;
    for (BasicBlock *block : loop->blocks())
      if (loops.getLoopFor(block) == loop)
        for (Instruction &instruction : *block)
          if (loaded_from(instruction)) loads.emplace_back(&instruction, loop);
  }
  if (loads.empty()) return false;
  Evolution evolution(group, loops, analyses.getResult<DominatorTreeAnalysis>(group));
  SCEVExpander expander(evolution.of, "prefetched");
  for (auto &[load, loop] : loads) {
    Later later(evolution.of, *loop);
    const SCEV *then = later.visit(evolution.of.getSCEV(loaded_from(*load)));
    if (!later.far() || !expander.isSafeToExpandAt(then, load)) continue;
    Value *address = expander.expandCodeFor(then, then->getType(), load->getIterator());
    IRBuilder<> builder(load);
    constexpr unsigned kRead = 0, kKeep = 3, kData = 1;
    builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()},
                            {address, builder.getInt32(kRead), builder.getInt32(kKeep), builder.getInt32(kData)});
  }
  return true;
}

bool PrefetchFarAccessesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  return prefetch_vectors(*kernel.group, analyses);
}

}  // namespace wherry::compiler
