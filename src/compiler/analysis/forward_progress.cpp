// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/forward_progress.h"

#include "compiler/analysis/exit_conditions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Whether one lane at most can reach a block: behind an equality of a value with a lane stride and a uniform one.
bool is_of_one_lane(const BasicBlock &block, const Loop &items, const LaneStrides &strides,
                    const DominatorTree &dominators) {
  for (auto *node = dominators.getNode(&block); node && items.contains(node->getBlock()); node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || !compare->isEquality()) continue;
    const BasicBlockEdge equal(branch->getParent(),
                               branch->getSuccessor(compare->getPredicate() == CmpInst::ICMP_EQ ? 0 : 1));
    auto differs = [&](unsigned k) {
      // A value with a stride of at most 256 differs in all lanes: lanes are too few for it to wrap around in 32 bits.
      constexpr int64_t kMostStride = 256;
      const int64_t stride = strides.stride(compare->getOperand(k)).value_or(0);
      return stride != 0 && std::abs(stride) <= kMostStride && strides.uniform(compare->getOperand(1 - k)) &&
             compare->getOperand(k)->getType()->getScalarSizeInBits() >= 32;
    };
    if ((differs(0) || differs(1)) && dominators.dominates(equal, &block)) return true;
  }
  return false;
}

// Whether a work-item may write to a place after a loop, before the work-item ends.
bool is_written_after(const Value *place, const Loop &loop, const Loop &items, const Callees &callees) {
  SmallVector<BasicBlock *> from;
  loop.getExitBlocks(from);
  SmallPtrSet<const BasicBlock *, 16> seen(from.begin(), from.end());
  for (size_t i = 0; i < from.size(); ++i) {
    if (!items.contains(from[i]) || from[i] == items.getHeader()) continue;
    if (!loop.contains(from[i]) &&
        any_of(*from[i], [&](const Instruction &one) { return callees.may_write(one, place); }))
      return true;
    for (BasicBlock *next : successors(from[i]))
      if (seen.insert(next).second) from.push_back(next);
  }
  return false;
}

const Instruction *find_spin_wait(const Loop &items, const Linearisation &flow, const LaneStrides &strides,
                                  const DominatorTree &dominators) {
  const ArgumentOrigins origins(KernelFacts::of(*items.getHeader()->getParent()));
  Callees callees(origins);
  for (const Loop *loop : items.getLoopsInPreorder()) {
    // A uniform loop may be in a divergent one, which some lanes have left.
    const Loop *around = loop;
    while (around != &items && !flow.divergent(around)) around = around->getParentLoop();
    if (around == &items) continue;
    bool fenced = false, shared = false;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &one : *block) {
        fenced |= isa<FenceInst>(one);
        shared |= callees.is_shared_read(one);
      }
    if (!(fenced || shared) || is_of_one_lane(*loop->getHeader(), items, strides, dominators)) continue;
    const ExitConditions deciding(*loop, callees);
    for (const Instruction *value : deciding.values())
      if ((callees.is_shared_read(*value) || (fenced && isa<LoadInst>(value))) &&
          !makes_progress(*value, *loop, callees) && is_written_after(place_of(*value), *loop, items, callees))
        return value;
  }
  // Functions that were not inlined are called lane by lane.
  for (BasicBlock *block : items.blocks())
    for (const Instruction &one : *block)
      if (callees.called(one).waits && !is_of_one_lane(*block, items, strides, dominators)) return &one;
  return nullptr;
}

}  // namespace

ForwardProgress::ForwardProgress(const Loop &items, const Linearisation &flow, const LaneStrides &strides,
                                 const DominatorTree &dominators)
    : spin_wait_(find_spin_wait(items, flow, strides, dominators)) {}

void ForwardProgress::print(raw_ostream &out) const {
  if (spin_wait_)
    out << "    lanes wait for each other at" << *spin_wait_ << "\n";
  else
    out << "    no lane waits for another\n";
}

AnalysisKey ForwardProgressAnalysis::Key;

ForwardProgressAnalysis::Result ForwardProgressAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  const OfItemLoops<Linearisation> &flows = analyses.getResult<LinearisationAnalysis>(group);
  const OfItemLoops<LaneStrides> &strides = analyses.getResult<LaneStridesAnalysis>(group);
  Result all;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(group)) {
    const Linearisation *flow = flows.of(loop.items);
    all.add(loop.items, flow
                            ? std::make_unique<ForwardProgress>(*loop.items, *flow, *strides.of(loop.items), dominators)
                            : nullptr);
  }
  return all;
}

}  // namespace wherry::compiler
