// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/unthread_exits.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// A loop whose latch has two predecessors, which both test for the loop's end.
struct TwoExits {
  Loop *loop;
  BasicBlock *latch;
  BranchInst *tests[2];
  BasicBlock *exits[2];
};

bool is_same_test(const BranchInst &one, const BranchInst &other, bool same_order) {
  auto *a = dyn_cast<ICmpInst>(one.getCondition()), *b = dyn_cast<ICmpInst>(other.getCondition());
  if (one.getCondition() == other.getCondition()) return same_order && a;
  return a && b && a->getOperand(0) == b->getOperand(0) && a->getOperand(1) == b->getOperand(1) &&
         a->getPredicate() == (same_order ? b->getPredicate() : b->getInversePredicate());
}

std::optional<TwoExits> two_exits_of(Loop &loop, const DominatorTree &dominators) {
  BasicBlock *latch = loop.getLoopLatch();
  SmallVector<BasicBlock *, 4> leaving, before(predecessors(latch ? latch : loop.getHeader()));
  loop.getExitingBlocks(leaving);
  if (!latch || latch == loop.getHeader() || before.size() != 2 || leaving.size() != 2 || before[0] == before[1] ||
      !is_contained(leaving, before[0]) || !is_contained(leaving, before[1]) || !latch->getSingleSuccessor())
    return {};
  TwoExits found{&loop, latch, {}, {}};
  bool stays_if[2];
  for (unsigned i : {0u, 1u}) {
    found.tests[i] = dyn_cast<BranchInst>(before[i]->getTerminator());
    if (!found.tests[i]) return {};
    stays_if[i] = found.tests[i]->getSuccessor(0) == latch;
    found.exits[i] = found.tests[i]->getSuccessor(stays_if[i]);
  }
  // The test moves behind the latch's own instructions.
  const auto *compare = dyn_cast<ICmpInst>(found.tests[0]->getCondition());
  const bool moves = compare && all_of(compare->operands(), [&](const Use &operand) {
                       return dominators.dominates(operand.get(), latch->getTerminator());
                     });
  if (!moves || !is_same_test(*found.tests[0], *found.tests[1], stays_if[0] == stays_if[1]) ||
      any_of(*latch, [](const Instruction &each) {
        return !isa<PHINode>(each) && !each.isTerminator() && !isSafeToSpeculativelyExecute(&each);
      }))
    return {};
  return found;
}

class ExitJoiner {
 public:
  ExitJoiner(const TwoExits &found, LoopInfo &loops, DominatorTree &dominators)
      : found_(found), loops_(loops), dominators_(dominators) {}

  void run() {
    BasicBlock *before[2] = {found_.tests[0]->getParent(), found_.tests[1]->getParent()};
    BasicBlock *out = asking_exit(before);
    hand_on_values(before);
    if (!out) out = joined_exit(before);

    Instruction *back = found_.latch->getTerminator();
    IRBuilder<> builder(back);
    auto *compare = cast<ICmpInst>(found_.tests[0]->getCondition());
    const bool stays_if = found_.tests[0]->getSuccessor(0) == found_.latch;
    Value *asked = builder.CreateICmp(compare->getPredicate(), compare->getOperand(0), compare->getOperand(1));
    BranchInst *test =
        builder.CreateCondBr(asked, stays_if ? back->getSuccessor(0) : out, stays_if ? out : back->getSuccessor(0));
    test->copyMetadata(*back, {LLVMContext::MD_loop});
    test->setDebugLoc(found_.tests[0]->getDebugLoc());
    back->eraseFromParent();
    for (BranchInst *each : found_.tests) {
      IRBuilder<>(each).CreateBr(found_.latch);
      each->eraseFromParent();
    }
    dominators_.recalculate(*found_.latch->getParent());
  }

 private:
  // The exit that does nothing but branch to the other exit or elsewhere, if one does: it becomes the block behind the
  // latch's test, and its condition a phi. Null: there is none.
  BasicBlock *asking_exit(BasicBlock *const before[2]) {
    for (unsigned i : {0u, 1u}) {
      auto *asks = dyn_cast<BranchInst>(&found_.exits[i]->front());
      BasicBlock *other = found_.exits[1 - i];
      if (&other->front() == other->getTerminator() && other->getSingleSuccessor()) other = other->getSingleSuccessor();
      if (!asks || !asks->isConditional() || found_.exits[i]->getSinglePredecessor() != before[i] ||
          !is_contained(asks->successors(), other) || !other->phis().empty() ||
          asks->getSuccessor(0) == asks->getSuccessor(1))
        continue;
      Value *asked = asks->getCondition(),
            *answer = ConstantInt::getBool(asked->getContext(), asks->getSuccessor(0) == other);
      asks->setCondition(phi(before, i ? answer : asked, i ? asked : answer));
      return found_.exits[i];
    }
    return nullptr;
  }

  // A new block that branches to the exit of the predecessor that control has come from.
  BasicBlock *joined_exit(BasicBlock *const before[2]) {
    Function &function = *found_.latch->getParent();
    BasicBlock *out = BasicBlock::Create(function.getContext(), "left", &function, found_.exits[0]);
    IRBuilder<> builder(out);
    if (found_.exits[0] == found_.exits[1]) {
      builder.CreateBr(found_.exits[0]);
    } else {
      PHINode *first = phi(before, builder.getTrue(), builder.getFalse());
      builder.CreateCondBr(first, found_.exits[0], found_.exits[1]);
    }
    lead_exits_to(*out, before);
    // `out` belongs to the innermost loop that holds this loop and one of its exits.
    Loop *around = nullptr;
    for (BasicBlock *exit : found_.exits) {
      Loop *of_exit = loops_.getLoopFor(exit);
      while (of_exit && !of_exit->contains(found_.loop)) of_exit = of_exit->getParentLoop();
      if (of_exit && (!around || around->contains(of_exit))) around = of_exit;
    }
    if (around) around->addBasicBlockToLoop(out, loops_);
    return out;
  }

  // The latch's phi of two values, one of each predecessor.
  PHINode *phi(BasicBlock *const before[2], Value *first, Value *second) {
    for (PHINode &each : found_.latch->phis())
      if (each.getIncomingValueForBlock(before[0]) == first && each.getIncomingValueForBlock(before[1]) == second)
        return &each;
    auto *made = PHINode::Create(first->getType(), 2, "", found_.latch->begin());
    made->addIncoming(first, before[0]);
    made->addIncoming(second, before[1]);
    return made;
  }

  // Replaces, behind the loop, values that only one of the latch's predecessors has computed by phis of the latch.
  void hand_on_values(BasicBlock *const before[2]) {
    for (BasicBlock *block : found_.loop->blocks()) {
      if (dominators_.dominates(block, found_.latch)) continue;
      const unsigned side = !dominators_.dominates(block, before[0]);
      for (Instruction &each : *block) {
        PHINode *handed = nullptr;
        for (Use &use : make_early_inc_range(each.uses())) {
          auto *user = cast<Instruction>(use.getUser());
          auto *of_exit = dyn_cast<PHINode>(user);
          const bool stays =
              found_.loop->contains(user) || (of_exit && found_.loop->contains(of_exit->getIncomingBlock(use)));
          if (stays) continue;
          Value *poison = PoisonValue::get(each.getType());
          if (!handed) handed = phi(before, side ? poison : &each, side ? &each : poison);
          use.set(handed);
        }
      }
    }
  }

  // Has the exits' phis name `out` in place of the loop's blocks. Where both exits are one, values of both become one
  // phi of the latch.
  void lead_exits_to(BasicBlock &out, BasicBlock *const before[2]) {
    if (found_.exits[0] == found_.exits[1]) {
      for (PHINode &each : found_.exits[0]->phis()) {
        Value *values[2] = {each.getIncomingValueForBlock(before[0]), each.getIncomingValueForBlock(before[1])};
        each.addIncoming(phi(before, values[0], values[1]), &out);
        for (unsigned i : {0u, 1u}) each.removeIncomingValue(before[i], /*DeletePHIIfEmpty=*/false);
      }
      return;
    }
    for (unsigned i : {0u, 1u})
      for (PHINode &each : found_.exits[i]->phis()) {
        Value *value = each.getIncomingValueForBlock(before[i]), *poison = PoisonValue::get(each.getType());
        auto *computed = dyn_cast<Instruction>(value);
        if (computed && !dominators_.dominates(computed, found_.latch->getTerminator()))
          value = phi(before, i ? poison : value, i ? value : poison);
        each.setIncomingValue(unsigned(each.getBasicBlockIndex(before[i])), value);
        each.replaceIncomingBlockWith(before[i], &out);
      }
  }

  const TwoExits &found_;
  LoopInfo &loops_;
  DominatorTree &dominators_;
};

// Follows a loop's branches from iteration to iteration, as long as the numbers that they compare are known.
class BranchCounter {
 public:
  BranchCounter(Loop &loop, ScalarEvolution &evolution) : loop_(loop), evolution_(evolution) {}

  // The number of times that the latch is passed; nothing: not known.
  std::optional<unsigned> passes_of_latch() {
    constexpr unsigned kMost = 16;  // iterations: as many as short loops that are unrolled fully have
    for (unsigned passed = 0; passed < kMost; ++passed) {
      BasicBlock *block = loop_.getHeader();
      do {
        block = next(*block, passed);
        if (!block || (loop_.contains(block) && block != loop_.getHeader() && !visited_.insert(block).second))
          return {};
        if (!loop_.contains(block)) return passed;
      } while (block != loop_.getHeader());
      visited_.clear();
    }
    return {};
  }

  // The number that a value is in an iteration; null: not known.
  const SCEVConstant *number_in(Value &value, unsigned iteration) {
    const SCEV *number = evolution_.isSCEVable(value.getType()) ? evolution_.getSCEV(&value) : nullptr;
    if (auto *steps = dyn_cast_or_null<SCEVAddRecExpr>(number); steps && steps->getLoop() == &loop_)
      number = steps->evaluateAtIteration(evolution_.getConstant(Type::getInt64Ty(value.getContext()), iteration),
                                          evolution_);
    return dyn_cast_or_null<SCEVConstant>(number);
  }

 private:
  // The block behind another one of the loop; null: not known.
  BasicBlock *next(BasicBlock &block, unsigned iteration) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional()) return block.getSingleSuccessor();
    auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
    if (!compare) return nullptr;
    const SCEVConstant *one = number_in(*compare->getOperand(0), iteration),
                       *other = one ? number_in(*compare->getOperand(1), iteration) : nullptr;
    return other ? branch->getSuccessor(!ICmpInst::compare(one->getAPInt(), other->getAPInt(), compare->getPredicate()))
                 : nullptr;
  }

  Loop &loop_;
  ScalarEvolution &evolution_;
  SmallPtrSet<const BasicBlock *, 16> visited_;
};

// Gives a latch without a test one by which ScalarEvolution counts the loop: whether a counter has the value of the
// last iteration, which never comes to the latch. Returns whether the function has changed.
bool test_in_latch(Loop &loop, ScalarEvolution &evolution) {
  BasicBlock *latch = loop.getLoopLatch();
  if (!latch || latch->getSingleSuccessor() != loop.getHeader() ||
      !isa<SCEVCouldNotCompute>(evolution.getConstantMaxBackedgeTakenCount(&loop)))
    return false;
  BranchCounter counter(loop, evolution);
  const auto passes = counter.passes_of_latch();
  if (!passes || *passes == 0) return false;
  for (PHINode &phi : loop.getHeader()->phis()) {
    // All numbers before the last one differ from it: those of 8 bits and more that go on by 1 do.
    const bool counts = phi.getType()->isIntegerTy() && phi.getType()->getIntegerBitWidth() >= 8;
    const SCEVConstant *last = counts ? counter.number_in(phi, *passes) : nullptr;
    auto *steps = last ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
    const SCEV *step = steps && steps->isAffine() ? steps->getStepRecurrence(evolution) : nullptr;
    if (!step || !(step->isOne() || step->isAllOnesValue())) continue;
    Instruction *back = latch->getTerminator();
    IRBuilder<> builder(back);
    BasicBlock *never = BasicBlock::Create(phi.getContext(), "never", latch->getParent());
    new UnreachableInst(phi.getContext(), never);
    BranchInst *test =
        builder.CreateCondBr(builder.CreateICmpNE(&phi, builder.getInt(last->getAPInt())), loop.getHeader(), never);
    test->copyMetadata(*back, {LLVMContext::MD_loop});
    back->eraseFromParent();
    evolution.forgetLoop(&loop);
    return true;
  }
  return false;
}

}  // namespace

PreservedAnalyses UnthreadExitsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty()) return PreservedAnalyses::all();
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool joined = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (const auto found = two_exits_of(*loop, dominators)) {
      ExitJoiner(*found, loops, dominators).run();
      joined = true;
    }
  if (joined) analyses.invalidate(function, PreservedAnalyses::none());
  auto &loops_now = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool counted = false;
  for (Loop *loop : loops_now.getLoopsInPreorder())
    if (loop->isInnermost()) counted |= test_in_latch(*loop, evolution);
  return joined || counted ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
