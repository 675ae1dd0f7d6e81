// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/unroll_windows.h"

#include "compiler/ir/conditions.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/unroll_periods.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

class Window {
 public:
  Window(Loop &loop, ScalarEvolution &evolution) : loop_(loop), evolution_(evolution) {}

  // How many iterations the loop has at most, by its own test; 0: not known, or too many.
  uint64_t most_iterations() const {
    BasicBlock *header = loop_.getHeader(), *before = loop_.getLoopPreheader();
    auto *branch = dyn_cast<BranchInst>(header->getTerminator());
    if (!before || !loop_.getLoopLatch() || !branch || !branch->isConditional() || !loop_.isLoopExiting(header) ||
        any_of(*header, [](const Instruction &each) { return each.mayHaveSideEffects(); }))  // once more than the rest
      return 0;
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) return 0;
    const bool stays = loop_.contains(branch->getSuccessor(0));
    auto is_of_header = [&](const Value *value) {
      auto *phi = dyn_cast<PHINode>(value);
      return phi && phi->getParent() == header;
    };
    const Comparison test(*compare, stays, is_of_header);
    auto *counter = is_of_header(test.left) ? dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(test.left)) : nullptr;
    // LLVM knows whether a loop between constants is worth it.
    if (!counter || counter->getLoop() != &loop_ || !counter->isAffine() || isa<SCEVConstant>(counter->getStart()) ||
        !counter->getStepRecurrence(evolution_)->isOne() || !test.is_below() ||
        !evolution_.isLoopInvariant(evolution_.getSCEV(test.right), &loop_))
      return 0;
    // Where the bound is the last number of its type, only a counter that must not wrap around ends there.
    const bool equal = ICmpInst::isNonStrictPredicate(test.predicate), is_signed = ICmpInst::isSigned(test.predicate);
    auto *next = dyn_cast<BinaryOperator>(cast<PHINode>(test.left)->getIncomingValueForBlock(loop_.getLoopLatch()));
    if (equal && !(next && (is_signed ? next->hasNoSignedWrap() : next->hasNoUnsignedWrap()))) return 0;
    if (!accesses_neighbours(*test.left)) return 0;
    const uint64_t distance = within(test.right, is_signed, *counter->getStart(), kMostDepth);
    return distance ? distance + equal : 0;
  }

  // Adds an exit behind the most iterations that the loop's own test allows. Control never takes that exit; scalar
  // evolution reads the number of iterations from it. False: a value is used behind the loop that the exit has not.
  bool limit(uint64_t iterations, DominatorTree &dominators, LoopInfo &loops) {
    BasicBlock *header = loop_.getHeader(), *before = loop_.getLoopPreheader(), *latch = loop_.getLoopLatch();
    auto *branch = cast<BranchInst>(header->getTerminator());
    BasicBlock *out = branch->getSuccessor(loop_.contains(branch->getSuccessor(0)));
    for (const PHINode &phi : out->phis()) {
      auto *value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(header));
      if (value && value->getParent() == header && !isa<PHINode>(value)) return false;
    }
    IRBuilder<> builder(header, header->begin());
    builder.SetCurrentDebugLocation(branch->getDebugLoc());
    PHINode *number = builder.CreatePHI(builder.getInt32Ty(), 2, "number");
    BasicBlock *body = SplitBlock(header, header->getFirstNonPHIIt(), &dominators, &loops);
    if (latch == header) latch = body;
    builder.SetInsertPoint(latch->getTerminator());
    number->addIncoming(builder.getInt32(0), before);
    number->addIncoming(builder.CreateAdd(number, builder.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true), latch);
    builder.SetInsertPoint(header->getTerminator());
    builder.CreateCondBr(builder.CreateICmpULT(number, builder.getInt32(uint32_t(iterations))), body, out);
    header->getTerminator()->eraseFromParent();
    for (PHINode &phi : out->phis()) phi.addIncoming(phi.getIncomingValueForBlock(body), header);
    dominators.insertEdge(header, out);
    evolution_.forgetTopmostLoop(&loop_);
    return true;
  }

 private:
  static constexpr unsigned kMostDepth = 3;  // of minima: a window between two borders has two

  // Whether an index is a sum with the counter, or with its multiple, in it.
  static bool goes_on_by(const Value *index, const Value &counter, unsigned depth) {
    if (index == &counter) return true;
    auto *operation = dyn_cast<Operator>(index);
    if (!operation || !depth) return false;
    auto goes_on = [&](unsigned k) { return goes_on_by(operation->getOperand(k), counter, depth - 1); };
    switch (operation->getOpcode()) {
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc: return goes_on(0);
    case Instruction::Add:
    case Instruction::Sub: return goes_on(0) || goes_on(1);
    case Instruction::Mul:
    case Instruction::Shl: return isa<ConstantInt>(operation->getOperand(1)) && goes_on(0);
    default: return false;
    }
  }

  // Whether iterations access elements beside each other, as of a row; those of a column gain nothing.
  bool accesses_neighbours(const Value &counter) const {
    return any_of(loop_.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &each) {
        auto *address = dyn_cast<GetElementPtrInst>(&each);
        return address && any_of(address->indices(),
                                 [&](const Use &index) { return goes_on_by(index.get(), counter, cost::kMostSteps); });
      });
    });
  }

  // By how much a bound, or the greater operand of the least one of several, is above the start at most; 0: not known.
  uint64_t within(Value *bound, bool is_signed, const SCEV &start, unsigned depth) const {
    Value *left, *right;
    if (depth && (is_signed ? match(bound, m_SMin(m_Value(left), m_Value(right)))
                            : match(bound, m_UMin(m_Value(left), m_Value(right))))) {
      const uint64_t one = within(left, is_signed, start, depth - 1),
                     other = within(right, is_signed, start, depth - 1);
      return one && other ? std::min(one, other) : one + other;
    }
    auto *distance = bound->getType() == start.getType()
                         ? dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(evolution_.getSCEV(bound), &start))
                         : nullptr;
    const uint64_t number = distance ? distance->getAPInt().getLimitedValue() : 0;
    return number <= kMostPeriod ? number : 0;
  }

  Loop &loop_;
  ScalarEvolution &evolution_;
};

}  // namespace

// Instructions once loops are unrolled whose number of iterations is known.
static uint64_t unrolled_size(const Loop &loop, const LoopInfo &loops, ScalarEvolution &evolution) {
  uint64_t size = 0;
  for (const BasicBlock *block : loop.blocks())
    if (loops.getLoopFor(block) == &loop) size += block->size();
  for (const Loop *inner : loop)
    size += unrolled_size(*inner, loops, evolution) * std::max(1u, evolution.getSmallConstantTripCount(inner));
  return size;
}

PreservedAnalyses UnrollWindowsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  SmallVector<Loop *> outer_first = loops.getLoopsInPreorder();
  for (Loop *loop : reverse(outer_first)) {
    if (!loop->isLoopSimplifyForm() || hasUnrollTransformation(loop) != TM_Unspecified ||
        evolution.getSmallConstantTripCount(loop) || any_of(loop->blocks(), [](const BasicBlock *block) {
          return any_of(*block, [](const Instruction &one) { return is_group_operation(intrinsic_of(one)); });
        }))
      continue;
    Window window(*loop, evolution);
    const uint64_t iterations = window.most_iterations();
    if (!iterations || iterations * unrolled_size(*loop, loops, evolution) > kMostPeriodInstructions) continue;
    changed |= formLCSSARecursively(*loop, dominators, &loops, &evolution);
    if (!window.limit(iterations, dominators, loops)) continue;
    changed = true;
    UnrollLoopOptions options{};
    options.Count = unsigned(iterations + 1);
    options.Force = true;
    UnrollLoop(loop, options, &loops, &evolution, &dominators, &analyses.getResult<AssumptionAnalysis>(function),
               &analyses.getResult<TargetIRAnalysis>(function),
               &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function), /*PreserveLCSSA=*/true);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
