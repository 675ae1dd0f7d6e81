#include "compiler/opt/prefetch.h"

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
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

constexpr unsigned kRounds = 2;       // of 64 work-items with an atomic each: 1 came late, 4 and 8 were no better
constexpr uint64_t kFollowed = 2048;  // bytes: the hardware follows steps of up to half a page

// What an address is so many rounds later.
class Later : public SCEVRewriteVisitor<Later> {
 public:
  Later(ScalarEvolution &evolution, const Loop &loop) : SCEVRewriteVisitor(evolution), loop_(loop) {}

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *steps) {
    if (steps->getLoop() != &loop_ || !steps->isAffine()) return steps;
    const SCEV *step = steps->getStepRecurrence(SE);
    auto *known = dyn_cast<SCEVConstant>(step);
    far_ |= !known || known->getAPInt().abs().uge(kFollowed);
    const SCEV *ahead = SE.getMulExpr(step, SE.getConstant(step->getType(), kRounds));
    // In terms of what the loop counts already.
    for (PHINode &phi : loop_.getHeader()->phis()) {
      if (phi.getType() != steps->getType() || !SE.isSCEVable(phi.getType())) continue;
      const SCEV *apart = SE.getMinusSCEV(steps, SE.getSCEV(&phi));
      if (!isa<SCEVCouldNotCompute>(apart) && SE.isLoopInvariant(apart, &loop_))
        return SE.getAddExpr(SE.getUnknown(&phi), SE.getAddExpr(apart, ahead));
    }
    return SE.getAddExpr(steps, ahead);
  }

  bool far() const { return far_; }

 private:
  const Loop &loop_;
  bool far_ = false;
};

bool of_work_items(const Loop &loop) {
  return any_of(loop.getHeader()->phis(),
                [](const PHINode &phi) { return phi.hasMetadata(kItemLoop) || phi.hasMetadata(kOuterItemLoop); });
}

// Where a row begins that is loaded; null: something else.
Value *row_of(Instruction &instruction) {
  Value *pointer = nullptr;
  if (!isa<FixedVectorType>(instruction.getType())) return pointer;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) pointer = load->getPointerOperand();
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) pointer = call->getArgOperand(0);
  return pointer && pointer->getType()->getPointerAddressSpace() != kLocalSpace ? pointer : nullptr;
}

}  // namespace

static void prefetch_rows(Function &group) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  SmallVector<std::pair<Instruction *, const Loop *>> rows;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() || of_work_items(*loop)) continue;
    for (BasicBlock *block : loop->blocks())
      if (loops.getLoopFor(block) == loop)
        for (Instruction &instruction : *block)
          if (row_of(instruction)) rows.emplace_back(&instruction, loop);
  }
  if (rows.empty()) return;
  Evolution evolution(group, loops, dominators);
  SCEVExpander expander(evolution.of, "row.later");
  for (auto &[row, loop] : rows) {
    Later later(evolution.of, *loop);
    const SCEV *then = later.visit(evolution.of.getSCEV(row_of(*row)));
    if (!later.far() || !expander.isSafeToExpandAt(then, row)) continue;
    Value *address = expander.expandCodeFor(then, then->getType(), row->getIterator());
    IRBuilder<> builder(row);
    constexpr unsigned kRead = 0, kKeep = 3, kData = 1;
    builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()},
                            {address, builder.getInt32(kRead), builder.getInt32(kKeep), builder.getInt32(kData)});
  }
}

bool PrefetchFarAccessesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  prefetch_rows(*kernel.group);
  return true;
}

}  // namespace wherry::compiler
