// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/unroll_periods.h"

#include <numeric>

#include "compiler/ir/intrinsics.h"
#include "compiler/opt/unroll_arrays.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

class Periods {
 public:
  Periods(Loop &loop, ScalarEvolution &evolution) : loop_(loop), evolution_(evolution) {}

  // After how many iterations, in a loop of any number of them, pointers to private arrays that take turns are where
  // they were (`x = p, p = n, n = x`), and each switch has taken all of its cases in turns (`switch (x & 3)`); 1: there
  // are none, or the loop would become too long.
  uint64_t of_pointers_and_cases() {
    uint64_t instructions = 0, turns = 1;
    for (BasicBlock *block : loop_.blocks()) {
      instructions += block->size();
      if (any_of(*block, [](const Instruction &one) { return is_group_operation(intrinsic_of(one)); })) return 1;
      auto *cases = dyn_cast<SwitchInst>(block->getTerminator());
      auto *value = cases ? dyn_cast<Instruction>(cases->getCondition()) : nullptr;
      if (const auto repeats = value ? after(*value) : std::nullopt; repeats && *repeats <= kMostPeriod)
        turns = std::lcm(turns, *repeats);
    }
    for (const PHINode &first : loop_.getHeader()->phis()) {
      uint64_t period = 0;
      const PHINode *phi = &first;
      do {
        const Value *start = phi->getIncomingValueForBlock(loop_.getLoopPreheader());
        if (!phi->getType()->isPointerTy() || !isa<AllocaInst>(getUnderlyingObject(start))) break;
        ++period;
        phi = dyn_cast<PHINode>(phi->getIncomingValueForBlock(loop_.getLoopLatch()));
      } while (phi && phi != &first && phi->getParent() == loop_.getHeader() && period < kMostPeriod);
      if (phi == &first && period > 1) turns = std::lcm(turns, period);
    }
    return turns > 1 && turns <= kMostPeriod && turns * instructions <= kMostPeriodInstructions ? turns : 1;
  }

  // After how many iterations rings, tables and turns repeat, but for those for which the loop would become too long;
  // 1: nothing does.
  uint64_t of_loop() {
    uint64_t instructions = 0;
    SmallSetVector<uint64_t, 4> found;
    found.insert(of_turns());
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &instruction : *block) {
        ++instructions;
        if (is_group_operation(intrinsic_of(instruction))) return 1;  // each barrier ends a region
        if (const auto repeats = after(instruction); repeats && indexes_ring_or_table(instruction))
          found.insert(*repeats);
      }
    uint64_t period = 1;
    SmallVector<uint64_t> periods = found.takeVector();
    sort(periods);
    for (uint64_t each : periods) {
      const uint64_t both = std::lcm(period, each);
      if (both <= kMostPeriod && both * instructions <= kMostPeriodInstructions && iterations() % both == 0)
        period = both;
    }
    return period;
  }

  // Replaces masked counters that are the same in each iteration, after the loop was unrolled.
  void fold(DominatorTree &dominators, AssumptionCache &assumptions) {
    SmallVector<std::pair<WeakTrackingVH, Constant *>> known;
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &instruction : *block)
        if (const auto *counter = masked_counter(instruction); counter && after(instruction) == 1)
          known.push_back({&instruction,
                           ConstantInt::get(instruction.getType(), cast<SCEVConstant>(counter->getStart())->getAPInt() &
                                                                       mask_of(instruction))});
    for (auto &[instruction, value] : known)
      if (instruction)
        replaceAndRecursivelySimplify(cast<Instruction>(instruction), value, nullptr, &dominators, &assumptions);
  }

 private:
  // Of `x & 2^k-1`.
  static APInt mask_of(const Instruction &instruction) {
    return cast<ConstantInt>(instruction.getOperand(1))->getValue();
  }

  // The x of `x & 2^k-1`, if it is a counter from a known start by a known step; else null.
  const SCEVAddRecExpr *masked_counter(Instruction &instruction) {
    const APInt *mask;
    if (!instruction.getType()->isIntegerTy() || !match(&instruction, m_And(m_Value(), m_APInt(mask))) ||
        !mask->isMask())
      return nullptr;
    const auto *counter = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(instruction.getOperand(0)));
    return counter && counter->getLoop() == &loop_ && counter->isAffine() && isa<SCEVConstant>(counter->getStart()) &&
                   isa<SCEVConstant>(counter->getStepRecurrence(evolution_))
               ? counter
               : nullptr;
  }

  // After how many iterations a masked counter repeats; nothing: the instruction is none.
  std::optional<uint64_t> after(Instruction &instruction) {
    const auto *counter = masked_counter(instruction);
    if (!counter || mask_of(instruction).getActiveBits() > 16) return std::nullopt;
    const uint64_t count = mask_of(instruction).getZExtValue() + 1;
    const APInt &step = cast<SCEVConstant>(counter->getStepRecurrence(evolution_))->getAPInt();
    return count / std::gcd(count, (step & mask_of(instruction)).getZExtValue());
  }

  // Whether a value is an index of a private array or of a constant table.
  static bool indexes_ring_or_table(Instruction &value) {
    return any_of(value.users(), [](User *user) {
      if (auto *cast = dyn_cast<CastInst>(user)) return indexes_ring_or_table(*cast);
      auto *element = dyn_cast<GetElementPtrInst>(user);
      if (!element) return false;
      const Value *object = getUnderlyingObject(element);
      if (auto *array = dyn_cast<AllocaInst>(object)) {
        const auto bytes = array->getAllocationSize(array->getDataLayout());
        return bytes && !bytes->isScalable() && bytes->getFixedValue() <= kMostArrayBytes;
      }
      auto *table = dyn_cast<GlobalVariable>(object);
      return table && table->isConstant() && table->hasDefinitiveInitializer();
    });
  }

  // After how many iterations values that take turns are where they were: each header phi takes what another one held,
  // up to one that takes a new value.
  uint64_t of_turns() const {
    uint64_t most = 1;
    for (PHINode &first : loop_.getHeader()->phis()) {
      uint64_t turns = 1;
      for (const PHINode *phi = &first; turns <= kMostPeriod; ++turns) {
        phi = dyn_cast<PHINode>(phi->getIncomingValueForBlock(loop_.getLoopLatch()));
        if (!phi || phi == &first || phi->getParent() != loop_.getHeader()) break;
      }
      most = std::max(most, turns);
    }
    return most;
  }

  // Of the loop's body; 1: not known.
  uint64_t iterations() {
    const auto *again = dyn_cast<SCEVConstant>(evolution_.getBackedgeTakenCount(&loop_));
    if (!again || again->getAPInt().getActiveBits() > 32) return 1;
    return again->getAPInt().getZExtValue() + (loop_.getExitingBlock() == loop_.getLoopLatch() ? 1 : 0);
  }

  Loop &loop_;
  ScalarEvolution &evolution_;
};

// Whether a loop is left at one block. LLVM puts an unreachable block for the default of a switch that has all cases.
bool is_left_once(const Loop &loop) {
  SmallVector<Loop::Edge> edges;
  loop.getExitEdges(edges);
  erase_if(edges, [](const Loop::Edge &edge) { return isa<UnreachableInst>(edge.second->front()); });
  return !edges.empty() && all_of(edges, [&](const Loop::Edge &edge) { return edge.first == edges.front().first; });
}

}  // namespace

PreservedAnalyses UnrollPeriodsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<AssumptionAnalysis>(function);
  auto &target = analyses.getResult<TargetIRAnalysis>(function);
  auto &remarks = analyses.getResult<OptimizationRemarkEmitterAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isLoopSimplifyForm() || !is_left_once(*loop) || hasUnrollTransformation(loop) != TM_Unspecified)
      continue;
    Periods periods(*loop, evolution);
    uint64_t period = periods.of_pointers_and_cases();
    if (period == 1 && loop->isInnermost()) period = periods.of_loop();
    if (period == 1) continue;
    UnrollLoopOptions options{};
    options.Count = unsigned(period);
    options.Force = true;
    const LoopUnrollResult result = UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &target,
                                               &remarks, /*PreserveLCSSA=*/true);
    changed |= result != LoopUnrollResult::Unmodified;
    // A loop of one period is no loop any more.
    if (result != LoopUnrollResult::PartiallyUnrolled) continue;
    loop->setLoopAlreadyUnrolled();
    periods.fold(dominators, assumptions);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
