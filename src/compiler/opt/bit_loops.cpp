// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/bit_loops.h"

#include "compiler/ir/intrinsics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// A loop that ends when the bits of a number have been taken away, and adds to sums meanwhile.
class BitCount {
 public:
  explicit BitCount(Loop &loop) : loop_(loop) {}

  bool find() {
    header_ = loop_.getHeader(), latch_ = loop_.getLoopLatch(), before_ = loop_.getLoopPreheader();
    asks_ = loop_.getExitingBlock(), out_ = loop_.getExitBlock();
    if (!latch_ || !before_ || !asks_ || !out_ || !loop_.isInnermost()) return false;
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &each : *block)
        if (each.mayReadOrWriteMemory() || each.mayHaveSideEffects()) return false;
    auto *branch = dyn_cast<BranchInst>(asks_->getTerminator());
    auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    Value *left;
    CmpPredicate predicate;
    if (!compare || !match(compare, m_ICmp(predicate, m_Value(left), m_Zero())) || !ICmpInst::isEquality(predicate))
      return false;
    if (loop_.contains(branch->getSuccessor(0)) == (predicate == ICmpInst::ICMP_EQ)) return false;
    // Before an iteration, or behind it: then there is one at least.
    for (PHINode &phi : header_->phis()) {
      Value *next = phi.getIncomingValueForBlock(latch_);
      if ((asks_ == header_ && left == &phi) || (asks_ == latch_ && asks_ != header_ && left == next) ||
          (header_ == latch_ && left == next))
        number_ = &phi;
    }
    if (!number_) return false;
    asks_first_ = left == number_;
    Value *next = number_->getIncomingValueForBlock(latch_);
    takes_lowest_ = match(next, m_c_And(m_Specific(number_), m_Add(m_Specific(number_), m_AllOnes())));
    if (!takes_lowest_ && !match(next, m_LShr(m_Specific(number_), m_One()))) return false;
    return all_of(header_->phis(), [&](PHINode &phi) { return &phi == number_ || is_sum(phi); }) &&
           all_of(out_->phis(), [&](const PHINode &phi) {
             Value *value = phi.getIncomingValueForBlock(asks_);
             return loop_.isLoopInvariant(value) || sum_behind(value);
           });
  }

  // Computes what is used behind the loop, and lets control leave where the loop first asks.
  void replace() {
    IRBuilder<> builder(before_->getTerminator());
    builder.SetCurrentDebugLocation(asks_->getTerminator()->getDebugLoc());
    Value *start = number_->getIncomingValueForBlock(before_);
    Value *bits = builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, start);
    // One iteration takes nothing away from 0.
    Value *times = asks_first_ || !takes_lowest_ ? bits
                                                 : builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, bits,
                                                                                 ConstantInt::get(bits->getType(), 1));
    for (PHINode &phi : out_->phis()) {
      PHINode *sum = sum_behind(phi.getIncomingValueForBlock(asks_));
      if (!sum) continue;
      Value *value = Constant::getNullValue(number_->getType());
      if (sum != number_) {
        Value *by = step_of(*sum), *all = builder.CreateZExtOrTrunc(times, sum->getType());
        if (takes_lowest_) all = builder.CreateMul(all, by);
        value = builder.CreateAdd(sum->getIncomingValueForBlock(before_), all);
      }
      phi.setIncomingValueForBlock(asks_, value);
    }
    auto *branch = cast<BranchInst>(asks_->getTerminator());
    branch->setCondition(builder.getInt1(!loop_.contains(branch->getSuccessor(0))));
    ConstantFoldTerminator(asks_, /*DeleteDeadConditions=*/true);
  }

 private:
  // What an iteration adds to a sum; null: the phi is none. Of a number that is shifted: its lowest bit.
  Value *step_of(const PHINode &phi) const {
    Value *by = nullptr;
    if (!phi.getType()->isIntegerTy() ||
        !match(phi.getIncomingValueForBlock(latch_), m_c_Add(m_Specific(&phi), m_Value(by))))
      return nullptr;
    if (takes_lowest_) return loop_.isLoopInvariant(by) && isa<Constant>(by) ? by : nullptr;
    return match(by, m_ZExtOrTruncOrSelf(m_And(m_Specific(number_), m_One()))) ? by : nullptr;
  }
  bool is_sum(const PHINode &phi) const { return step_of(phi) != nullptr; }

  // The phi whose last value a value is; null: another value.
  PHINode *sum_behind(const Value *value) const {
    for (PHINode &phi : header_->phis())
      if (value == (asks_first_ ? &phi : phi.getIncomingValueForBlock(latch_))) return &phi;
    return nullptr;
  }

  Loop &loop_;
  BasicBlock *header_ = nullptr, *latch_ = nullptr, *before_ = nullptr, *asks_ = nullptr, *out_ = nullptr;
  PHINode *number_ = nullptr;
  bool asks_first_ = false;
  bool takes_lowest_ = false;  // bit that is set, else the lowest bit
};

// Iterations, those of a number's bits, and IR instructions of the unrolled loop: twice LLVM's threshold of 300, as a
// variable shift and a mask become one shift, a mask that is known, or nothing.
constexpr unsigned kMostBits = 64, kMostUnrolled = 600;

// Whether the loop shifts by its counter.
bool shifts_by_counter(const Loop &loop, ScalarEvolution &evolution) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &each) {
      if (!each.isShift() || !evolution.isSCEVable(each.getType())) return false;
      auto *amount = dyn_cast<Instruction>(each.getOperand(1));
      return amount && loop.contains(amount) && SCEVExprContains(evolution.getSCEV(amount), [&](const SCEV *part) {
               auto *steps = dyn_cast<SCEVAddRecExpr>(part);
               return steps && steps->getLoop() == &loop;
             });
    });
  });
}

bool is_short(const Loop &loop, unsigned iterations) {
  size_t size = 0;
  for (const BasicBlock *block : loop.blocks()) size += block->size();
  return size * iterations <= kMostUnrolled;
}

}  // namespace

PreservedAnalyses BitLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty()) return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->isLoopSimplifyForm()) continue;
    const unsigned iterations = evolution.getSmallConstantTripCount(loop);
    if (iterations > 1 && iterations <= kMostBits + 1 && hasUnrollTransformation(loop) == TM_Unspecified &&
        is_short(*loop, iterations) && shifts_by_counter(*loop, evolution))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.full", 1);
    BitCount count(*loop);
    if (!count.find()) continue;
    count.replace();
    changed = true;
  }
  if (!changed) return PreservedAnalyses::all();
  EliminateUnreachableBlocks(function);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
