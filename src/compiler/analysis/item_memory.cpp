// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/item_memory.h"

#include "compiler/analysis/pointer_uses.h"
#include "compiler/ir/intrinsics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

struct Accesses {
  bool escapes = false;
  SmallPtrSet<const BasicBlock *, 16> blocks;  // blocks with a use that may read or write
  DenseMap<const BasicBlock *, bool> fresh;    // has the blocks in which lifetime.start precedes all other uses
};

Accesses accesses_of(const AllocaInst &variable) {
  Accesses found;
  SmallPtrSet<const Instruction *, 32> touching, starts;
  const PointerUses uses(variable, {});
  for (const Value *address : drop_begin(uses.addresses())) touching.insert(cast<Instruction>(address));
  for (const PointerUse &use : uses.uses()) {
    found.escapes |= lets_escape(use.kind);
    if (use.kind != PointerUse::lifetime)
      touching.insert(use.user());
    else if (begins_lifetime(use))
      starts.insert(use.user());
  }
  for (const Instruction *instruction : touching) found.blocks.insert(instruction->getParent());
  for (const Instruction *start : starts) {
    const BasicBlock *block = start->getParent();
    bool first = none_of(
        touching, [&](const Instruction *other) { return other->getParent() == block && other->comesBefore(start); });
    if (first) found.fresh[block] = true;
  }
  return found;
}

bool reaches(const BasicBlock *from, const BasicBlock *to) {
  SmallPtrSet<const BasicBlock *, 32> seen;
  SmallVector<const BasicBlock *> work{from};
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (block == to) return true;
    for (const BasicBlock *successor : successors(block))
      if (seen.insert(successor).second) work.push_back(successor);
  }
  return false;
}

// Whether a use can be reached from `from` without the variable's lifetime starting anew on the way.
bool needed_from(const BasicBlock *from, const Accesses &accesses) {
  SmallPtrSet<const BasicBlock *, 32> seen{from};
  SmallVector<const BasicBlock *> work{from};
  while (!work.empty()) {
    const BasicBlock *block = work.pop_back_val();
    if (accesses.fresh.contains(block)) continue;
    if (accesses.blocks.contains(block)) return true;
    for (const BasicBlock *successor : successors(block))
      if (seen.insert(successor).second) work.push_back(successor);
  }
  return false;
}

}  // namespace

bool crosses_regions(const AllocaInst &variable, ArrayRef<GroupOperation> operations) {
  if (operations.empty()) return false;
  Accesses accesses = accesses_of(variable);
  if (accesses.escapes) return true;
  return any_of(operations, [&](const GroupOperation &operation) {
    return needed_from(operation.next, accesses) &&
           any_of(accesses.blocks, [&](const BasicBlock *block) { return reaches(block, operation.block); });
  });
}

void live_in_blocks(const Instruction &value, SmallPtrSetImpl<const BasicBlock *> &blocks) {
  const BasicBlock *home = value.getParent();
  SmallVector<const BasicBlock *> work;
  auto need_at_end = [&](const BasicBlock *block) {
    if (block != home && blocks.insert(block).second) work.push_back(block);
  };
  for (const Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *phi = dyn_cast<PHINode>(user))
      need_at_end(phi->getIncomingBlock(use));
    else if (user->getParent() != home)
      need_at_end(user->getParent());
  }
  while (!work.empty())
    for (const BasicBlock *predecessor : predecessors(work.pop_back_val())) need_at_end(predecessor);
}

ItemMemory::ItemMemory(Function &group) : group_(group) {
  for (Instruction &instruction : instructions(group)) {
    if (!is_group_operation(intrinsic_of(instruction))) continue;
    BasicBlock *block = instruction.getParent();
    const bool is_alone = &block->front() == &instruction && instruction.getNextNode() == block->getTerminator();
    BasicBlock *next = block->getSingleSuccessor();
    if (is_alone && next && block->getSinglePredecessor())
      operations_.push_back({cast<CallInst>(&instruction), block, next});
    else
      in_blocks_of_others_.push_back(&instruction);
  }
}

bool ItemMemory::crosses(const AllocaInst &variable) const {
  return !in_blocks_of_others_.empty() || crosses_regions(variable, operations_);
}

void ItemMemory::print(raw_ostream &out) const {
  for (const Instruction *operation : in_blocks_of_others_) out << "  not alone in its block:" << *operation << "\n";
  for (const GroupOperation &operation : operations_) {
    operation.block->printAsOperand(out << "  operation at ", /*PrintType=*/false);
    operation.next->printAsOperand(out << ", next region at ", /*PrintType=*/false);
    out << "\n";
  }
  for (const Instruction &instruction : instructions(group_)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      variable->printAsOperand(out << "  ", /*PrintType=*/false);
      out << (crosses(*variable) ? ": crosses regions\n" : ": of one region\n");
      continue;
    }
    SmallPtrSet<const BasicBlock *, 16> live;
    live_in_blocks(instruction, live);
    if (live.empty()) continue;
    instruction.printAsOperand(out << "  ", /*PrintType=*/false);
    out << ": live at the beginning of";
    for (const BasicBlock &block : group_)
      if (live.contains(&block)) block.printAsOperand(out << " ", /*PrintType=*/false);
    out << "\n";
  }
}

AnalysisKey ItemMemoryAnalysis::Key;

}  // namespace wherry::compiler
