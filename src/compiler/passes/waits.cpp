#include "compiler/passes/waits.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Whether a value is the same in all rounds.
bool stays(const Value *value, const Loop &loop, unsigned depth = 8) {
  if (loop.isLoopInvariant(value)) return true;
  auto *of = cast<Instruction>(value);
  return depth && !isa<PHINode>(of) && !of->mayReadOrWriteMemory() &&
         all_of(of->operands(), [&](const Value *operand) { return stays(operand, loop, depth - 1); });
}

// Whether it does the same to the same place in every round, and changes nothing there once it has been done: its
// result changes by what others do. Not so the retries of a compare-and-swap and the search for a free place.
bool looks_for_others(const Instruction &instruction, const Loop &loop) {
  auto same = [&](const Value *value) { return stays(value, loop); };
  if (auto *load = dyn_cast<LoadInst>(&instruction)) return !load->isSimple() && same(load->getPointerOperand());
  if (auto *swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return same(swap->getPointerOperand()) && same(swap->getCompareOperand());
  auto *change = dyn_cast<AtomicRMWInst>(&instruction);
  if (!change || !same(change->getPointerOperand()) || !same(change->getValOperand())) return false;
  switch (change->getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Xor: {
    auto *with = dyn_cast<Constant>(change->getValOperand());
    return with && with->isNullValue();
  }
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin: return true;
  default: return false;
  }
}

// Whether only one lane can come to a loop: behind a comparison of what differs from lane to lane with what does not.
bool is_of_one_lane(const Loop &loop, const Loop &items, const VectorShapes &shapes, const DominatorTree &dominators) {
  for (auto *node = dominators.getNode(loop.getHeader()); node && items.contains(node->getBlock());
       node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare || !compare->isEquality()) continue;
    const BasicBlockEdge equal(branch->getParent(),
                               branch->getSuccessor(compare->getPredicate() == CmpInst::ICMP_EQ ? 0 : 1));
    auto differs = [&](unsigned k) {
      return shapes.stride(compare->getOperand(k)).value_or(0) != 0 && shapes.uniform(compare->getOperand(1 - k));
    };
    if ((differs(0) || differs(1)) && dominators.dominates(equal, loop.getHeader())) return true;
  }
  return false;
}

const Instruction *wait_at_end(const Loop &loop) {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  SmallVector<const Value *> from;
  for (const BasicBlock *block : exiting) from.push_back(block->getTerminator());
  SmallPtrSet<const Value *, 16> seen;
  while (!from.empty()) {
    auto *instruction = dyn_cast<Instruction>(from.pop_back_val());
    if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second) continue;
    if (looks_for_others(*instruction, loop)) return instruction;
    // What memory holds may come from anywhere.
    if (!instruction->mayReadOrWriteMemory()) from.append(instruction->op_begin(), instruction->op_end());
  }
  return nullptr;
}

}  // namespace

const Instruction *find_wait(const Loop &items, const VectorFlow &flow, const VectorShapes &shapes,
                             const DominatorTree &dominators) {
  for (const Loop *loop : items.getLoopsInPreorder()) {
    if (loop == &items || !flow.divergent(loop)) continue;
    if (const Instruction *wait = wait_at_end(*loop); wait && !is_of_one_lane(*loop, items, shapes, dominators))
      return wait;
  }
  return nullptr;
}

}  // namespace wherry::compiler
