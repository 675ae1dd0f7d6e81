// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/separate_guards.h"

#include "compiler/analysis/influence_region.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostOperations = 64;  // to keep builds short: what runs behind each is looked through

bool is_operation(const Instruction &instruction) { return is_group_operation(intrinsic_of(instruction)); }

using Run = SmallSetVector<Instruction *, 32>;

// What runs from a place on, up to the next work-group operations.
Run run_from(Instruction *first) {
  Run run;
  SmallVector<Instruction *> starts{first};
  while (!starts.empty())
    for (Instruction *now = starts.pop_back_val(); now && !is_operation(*now) && run.insert(now);
         now = now->getNextNode())
      if (now->isTerminator())
        for (BasicBlock *next : successors(now->getParent())) starts.push_back(&next->front());
  return run;
}

// The blocks from which a place is reached without an operation.
SmallPtrSet<BasicBlock *, 16> ways_to(BasicBlock &place) {
  SmallPtrSet<BasicBlock *, 16> ways;
  SmallVector<BasicBlock *> next{&place};
  while (!next.empty())
    for (BasicBlock *before : predecessors(next.pop_back_val()))
      if (ways.insert(before).second && none_of(*before, is_operation)) next.push_back(before);
  return ways;
}

class Guards {
 public:
  Guards(Function &group, FunctionAnalysisManager &analyses)
      : uniformity_(analyses.getResult<WorkItemUniformityAnalysis>(group)),
        influenced_(analyses.getResult<InfluenceRegionAnalysis>(group)),
        dominators_(analyses.getResult<DominatorTreeAnalysis>(group)) {}

  bool is_met_by_all(const BasicBlock &block) const { return !influenced_.contains(&block); }

  // Whether the block ends with a comparison that some work-items pass.
  bool has_guard(const BasicBlock &block) const {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    return branch && branch->isConditional() && isa<ICmpInst>(branch->getCondition()) &&
           branch->getSuccessor(0) != branch->getSuccessor(1) && uniformity_.divergent_terminator(block);
  }

  // Whether there are effects, all of them behind such comparisons.
  bool guard(const Run &run) const {
    bool any = false;
    for (Instruction *instruction : run) {
      if (!has_effect(*instruction) || is_operation(*instruction)) continue;
      if (!is_guarded(*instruction)) return false;
      any = true;
    }
    return any;
  }

  // A value from before the run that each work-item would have to keep for it: neither the same for all work-items nor
  // computed from ids. Also an address of a private variable in memory. Null: none.
  const Instruction *taken_from_before(const Run &run) const {
    for (Instruction *instruction : run)
      for (const Use &use : instruction->operands())
        if (auto *operand = dyn_cast<Instruction>(use.get());
            operand && !run.contains(operand) && !is_known_again(*operand, cost::kMostSteps))
          return operand;
    return nullptr;
  }

 private:
  bool is_guarded(const Instruction &effect) const {
    const BasicBlock *below = effect.getParent();
    if (any_of(make_range(below->begin(), effect.getIterator()), is_operation)) return false;
    for (auto *node = dominators_.getNode(below)->getIDom(); node; node = node->getIDom()) {
      const BasicBlock *block = node->getBlock();
      if (has_guard(*block) && any_of(successors(block), [&](const BasicBlock *side) {
            return dominators_.dominates(BasicBlockEdge(block, side), below);
          }))
        return true;
      if (any_of(*block, is_operation)) return false;
    }
    return false;
  }

  bool is_known_again(const Instruction &value, unsigned most_steps) const {
    if (isa<AllocaInst>(value)) return false;
    if (uniformity_.uniform(value) || is_item_id(intrinsic_of(value))) return true;
    return most_steps && isa<BinaryOperator, CastInst, GetElementPtrInst>(value) && !value.isIntDivRem() &&
           all_of(value.operands(), [&](const Use &use) {
             auto *operand = dyn_cast<Instruction>(use.get());
             return !operand || is_known_again(*operand, most_steps - 1);
           });
  }

  const Uniformity &uniformity_;
  const InfluenceRegion &influenced_;
  const DominatorTree &dominators_;
};

}  // namespace

bool SeparateGuardsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  SmallVector<Instruction *> operations;
  for (BasicBlock &block : group)
    for (Instruction &instruction : block)
      if (is_operation(instruction)) operations.push_back(&instruction);
  if (operations.empty() || operations.size() > kMostOperations || kernel.waits) return false;
  const Guards guards(group, analyses);
  if (!all_of(operations, [&](Instruction *each) { return guards.is_met_by_all(*each->getParent()); })) return false;
  SmallVector<Run, 0> runs;
  for (Instruction *operation : operations) runs.push_back(run_from(operation->getNextNode()));
  SmallVector<BasicBlock *> places;
  for (BasicBlock &block : group) {
    if (!guards.has_guard(block) || !guards.is_met_by_all(block) || any_of(block, is_operation)) continue;
    const auto behind = run_from(&*block.getFirstNonPHIIt());
    const auto ways = ways_to(block);
    if (!guards.guard(behind) || none_of(runs, [&](const auto &run) {
          if (!run.contains(block.getTerminator())) return false;
          Run before = run;
          before.remove_if(
              [&](Instruction *each) { return behind.contains(each) || !ways.contains(each->getParent()); });
          return guards.guard(before);
        }))
      continue;
    if (const Instruction *taken = guards.taken_from_before(behind))
      remark_at(*block.getTerminator(), "work-items of this guard run with those of the guard before: they take " +
                                            described(*taken) + " from there");
    else
      places.push_back(&block);
  }
  FunctionCallee barrier = declare_intrinsic(*group.getParent(), Intrinsic::__wherry_barrier);
  for (BasicBlock *place : places)
    CallInst::Create(barrier, {ConstantInt::get(Type::getInt32Ty(group.getContext()), 0)}, "",
                     place->getFirstNonPHIIt());
  return !places.empty();
}

}  // namespace wherry::compiler
