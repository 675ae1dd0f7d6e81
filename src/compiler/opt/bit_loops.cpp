// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/bit_loops.h"

#include "compiler/vectorise/candidates.h"
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

// A loop that ends when the bits of a number have been taken away, and adds to sums meanwhile. It asks before an
// iteration, while (v) { v >>= 1; ++n; }, in it, while (v >>= 1) ++n, or behind it.
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
    for (PHINode &phi : header_->phis()) {
      Value *next = phi.getIncomingValueForBlock(latch_);
      if (asks_ == header_ && left == &phi)
        asks_ahead_ = 0;
      else if (left != next || (asks_ != header_ && asks_ != latch_))
        continue;
      else if (asks_ == latch_)
        asks_behind_ = true;
      number_ = &phi;
    }
    if (!number_) return false;
    auto *next = dyn_cast<Instruction>(number_->getIncomingValueForBlock(latch_));
    takes_lowest_ = match(next, m_c_And(m_Specific(number_), m_Add(m_Specific(number_), m_AllOnes())));
    if (!takes_lowest_ && !match(next, m_LShr(m_Specific(number_), m_One()))) return false;
    return all_of(header_->phis(), [&](PHINode &phi) { return &phi == number_ || step_of(phi); }) &&
           all_of(out_->phis(), [&](const PHINode &phi) {
             Value *value = phi.getIncomingValueForBlock(asks_);
             return loop_.isLoopInvariant(value) || is_spent(value) || sum_behind(value);
           });
  }

  // Computes what is used behind the loop, and lets control leave where the loop first asks.
  void replace() {
    IRBuilder<> builder(before_->getTerminator());
    builder.SetCurrentDebugLocation(asks_->getTerminator()->getDebugLoc());
    Value *start = number_->getIncomingValueForBlock(before_), *one = ConstantInt::get(start->getType(), 1);
    // A loop that asks what the next iteration begins with has one iteration less.
    if (asks_ahead_ && !asks_behind_)
      start = takes_lowest_ ? builder.CreateAnd(start, builder.CreateSub(start, one)) : builder.CreateLShr(start, one);
    Value *times = nullptr;
    for (PHINode &phi : out_->phis()) {
      Value *value = phi.getIncomingValueForBlock(asks_);
      if (loop_.isLoopInvariant(value)) continue;
      if (is_spent(value)) {
        phi.setIncomingValueForBlock(asks_, Constant::getNullValue(phi.getType()));
        continue;
      }
      PHINode *sum = sum_behind(value);
      Value *by = step_of(*sum);
      if (isa<Constant>(by)) {
        if (!times) times = iterations(builder, start, one);
        Value *added = value == sum && asks_behind_ ? builder.CreateSub(times, one) : times;
        by = builder.CreateMul(builder.CreateZExtOrTrunc(added, sum->getType()), by);
      } else {
        by = builder.CreateZExtOrTrunc(builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, start), sum->getType());
      }
      phi.setIncomingValueForBlock(asks_, builder.CreateAdd(sum->getIncomingValueForBlock(before_), by));
    }
    auto *branch = cast<BranchInst>(asks_->getTerminator());
    branch->setCondition(builder.getInt1(!loop_.contains(branch->getSuccessor(0))));
    ConstantFoldTerminator(asks_, /*DeleteDeadConditions=*/true);
  }

 private:
  // How many iterations there are, by the bits to begin with.
  Value *iterations(IRBuilder<> &builder, Value *start, Value *one) const {
    Value *number;
    if (takes_lowest_) {
      number = builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, start);
    } else {
      Value *zeros = builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, start, builder.getFalse());
      number = builder.CreateSub(ConstantInt::get(start->getType(), start->getType()->getIntegerBitWidth()), zeros);
    }
    return asks_behind_ ? builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, number, one) : number;
  }

  // What an iteration adds to a sum: a constant, or the lowest bit of a number that is shifted; null: the phi is none.
  Value *step_of(const PHINode &phi) const {
    Value *by = nullptr;
    if (!phi.getType()->isIntegerTy() ||
        !match(phi.getIncomingValueForBlock(latch_), m_c_Add(m_Specific(&phi), m_Value(by))))
      return nullptr;
    const bool lowest = !takes_lowest_ && (asks_ahead_ == 0 || asks_behind_) &&
                        match(by, m_ZExtOrTruncOrSelf(m_And(m_Specific(number_), m_One())));
    return isa<ConstantInt>(by) || lowest ? by : nullptr;
  }

  // Whether a value is the number without its bits.
  bool is_spent(const Value *value) const {
    return value == number_->getIncomingValueForBlock(latch_) || (value == number_ && asks_ahead_ == 0);
  }

  // The sum whose last value a value is, or the one before the last iteration's addition; null: another value.
  PHINode *sum_behind(const Value *value) const {
    for (PHINode &phi : header_->phis()) {
      if (&phi == number_) continue;
      const bool without_last = value == &phi && isa<ConstantInt>(step_of(phi));
      if (asks_behind_ ? without_last || value == phi.getIncomingValueForBlock(latch_) : value == &phi) return &phi;
    }
    return nullptr;
  }

  Loop &loop_;
  BasicBlock *header_ = nullptr, *latch_ = nullptr, *before_ = nullptr, *asks_ = nullptr, *out_ = nullptr;
  PHINode *number_ = nullptr;
  unsigned asks_ahead_ = 1;    // iterations: whether the loop asks for this iteration's number or the next one's
  bool asks_behind_ = false;   // an iteration: there is one at least
  bool takes_lowest_ = false;  // bit that is set, else the lowest bit
};

// Iterations of a loop that is unrolled, those of a number's bits, and IR instructions of the unrolled loop: twice
// LLVM's threshold of 300, as a variable shift and a mask become one shift, a mask that is known, or nothing.
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

}  // namespace

PreservedAnalyses BitLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty()) return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->isLoopSimplifyForm()) continue;
    const unsigned iterations = evolution.getSmallConstantTripCount(loop);
    if (iterations > 1 && iterations <= kMostBits + 1 &&  // of a header that asks: once more than the body
        hasUnrollTransformation(loop) == TM_Unspecified && instructions_in(*loop) * iterations <= kMostUnrolled &&
        shifts_by_counter(*loop, evolution))
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
