// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/join_accesses.h"

#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

constexpr unsigned kMostOperations = 6;     // of an address that is compared: extensions, sums, a row's product
constexpr unsigned kMostInstructions = 64;  // searched for a load, of each predecessor

bool is_computed_again(const Instruction &instruction) {
  return isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction);
}

// The value that `value`, used in `block`, has behind `predecessor`.
Value *translated(Value *value, const BasicBlock &block, BasicBlock &predecessor) {
  auto *phi = dyn_cast<PHINode>(value);
  return phi && phi->getParent() == &block ? phi->getIncomingValueForBlock(&predecessor) : value;
}

// Whether `a` and `b`, which is used in `block`, are equal behind `predecessor`.
bool are_equal(Value *a, Value *b, const BasicBlock &block, BasicBlock &predecessor, unsigned depth = 0) {
  b = translated(b, block, predecessor);
  if (a == b) return true;
  auto *one = dyn_cast<Instruction>(a), *other = dyn_cast<Instruction>(b);
  if (!one || !other || depth == kMostOperations || !is_computed_again(*one) || !one->isSameOperationAs(other))
    return false;
  for (const auto &[x, y] : zip(one->operands(), other->operands()))
    if (!are_equal(x, y, block, predecessor, depth + 1)) return false;
  return true;
}

// Computes `value`, which is used in `block`, at the end of its predecessor.
Value *compute_before(Value *value, const BasicBlock &block, BasicBlock &predecessor, Instruction &before) {
  value = translated(value, block, predecessor);
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != &block) return value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands()) operand = compute_before(operand, block, predecessor, before);
  copy->insertBefore(before.getIterator());
  return copy;
}

// Whether the address can be computed at the ends of the block's predecessors.
bool can_compute_before(const Value *value, const BasicBlock &block, unsigned depth = 0) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != &block || isa<PHINode>(instruction)) return true;
  return depth < kMostOperations && is_computed_again(*instruction) &&
         all_of(instruction->operands(), [&](const Use &use) { return can_compute_before(use, block, depth + 1); });
}

class Joins {
 public:
  Joins(Function &group, const LoopInfo &loops, const Uniformity &uniformity) {
    for (BasicBlock &block : group) {
      const SmallVector<BasicBlock *> before(predecessors(&block));
      const SmallPtrSet<BasicBlock *, 4> different(before.begin(), before.end());
      if (before.size() < 2 || different.size() != before.size() || loops.isLoopHeader(&block)) continue;
      blocks_.push_back(&block);
      for (Instruction &instruction : block) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (load && load->isSimple() && !uniformity.uniform(*load->getPointerOperand())) loads_.insert(load);
        if (instruction.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&instruction)) break;
      }
    }
  }

  bool run() {
    bool changed = false;
    for (BasicBlock *block : blocks_) {
      while (sink_store(*block)) changed = true;
      for (Instruction &instruction : make_early_inc_range(*block)) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        if (load && loads_.contains(load)) changed |= take_load(*load);
      }
    }
    return changed;
  }

 private:
  // The last access of a block that jumps to its only successor, if a store.
  static StoreInst *last_store(BasicBlock &block) {
    if (!isa<BranchInst>(block.getTerminator()) || block.getTerminator()->getNumSuccessors() != 1) return nullptr;
    for (Instruction &instruction : reverse(block)) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (store && store->isSimple()) return store;
      if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) break;
    }
    return nullptr;
  }

  // The address of all stores, computed in `block` if each predecessor computes it.
  static Value *common_address(ArrayRef<Value *> all, BasicBlock &block, BasicBlock::iterator at) {
    if (all_equal(all)) return all.front();
    Instruction *copy = cast<Instruction>(all.front())->clone();
    for (Value *other : all) copy->andIRFlags(other);
    for (Use &operand : copy->operands()) {
      const auto operand_of = [&](Value *value) { return cast<User>(value)->getOperand(operand.getOperandNo()); };
      operand = common_address(map_to_vector(all, operand_of), block, at);
    }
    copy->insertInto(&block, at);
    return copy;
  }

  bool sink_store(BasicBlock &block) {
    SmallVector<StoreInst *> stores;
    for (BasicBlock *predecessor : predecessors(&block)) {
      StoreInst *store = last_store(*predecessor);
      if (!store) return false;
      if (!stores.empty()) {
        StoreInst &first = *stores.front();
        if (store->getValueOperand()->getType() != first.getValueOperand()->getType() ||
            !are_equal(store->getPointerOperand(), first.getPointerOperand(), block, *predecessor))
          return false;
      }
      stores.push_back(store);
    }
    const BasicBlock::iterator at = block.getFirstInsertionPt();
    if (at == block.end()) return false;
    const auto place_of = [](StoreInst *store) { return store->getPointerOperand(); };
    Value *address = common_address(map_to_vector(stores, place_of), block, at);
    IRBuilder<> builder(&block, block.begin());
    PHINode *value = builder.CreatePHI(stores.front()->getValueOperand()->getType(), unsigned(stores.size()));
    StoreInst *joined = stores.front();
    for (StoreInst *store : stores) {
      value->addIncoming(store->getValueOperand(), store->getParent());
      if (store == joined) continue;
      joined->setAlignment(std::min(joined->getAlign(), store->getAlign()));
      combineMetadataForCSE(joined, store, /*DoesKMove=*/true);
      joined->applyMergedLocation(joined->getDebugLoc(), store->getDebugLoc());
      store->eraseFromParent();
    }
    joined->moveBefore(block, at);
    joined->setOperand(0, value);
    joined->setOperand(StoreInst::getPointerOperandIndex(), address);
    return true;
  }

  // A load of the predecessor that gives what `load` would.
  static LoadInst *load_of(BasicBlock &predecessor, LoadInst &load) {
    unsigned searched = 0;
    for (Instruction &instruction : reverse(predecessor)) {
      auto *made = dyn_cast<LoadInst>(&instruction);
      if (made && made->isSimple() && made->getType() == load.getType() &&
          are_equal(made->getPointerOperand(), load.getPointerOperand(), *load.getParent(), predecessor))
        return made;
      if (instruction.mayWriteToMemory() || ++searched == kMostInstructions) break;
    }
    return nullptr;
  }

  static bool take_load(LoadInst &load) {
    BasicBlock &block = *load.getParent();
    // Stores may have been sunk in front of the load since it was found.
    for (Instruction &before : make_range(block.begin(), load.getIterator()))
      if (before.mayWriteToMemory()) return false;
    if (!can_compute_before(load.getPointerOperand(), block)) return false;
    SmallVector<std::pair<BasicBlock *, LoadInst *>> made;
    BasicBlock *without = nullptr;
    for (BasicBlock *predecessor : predecessors(&block)) {
      LoadInst *same = load_of(*predecessor, load);
      if (!same && std::exchange(without, predecessor)) return false;
      if (same) made.emplace_back(predecessor, same);
    }
    if (made.empty() || (without && !isa<BranchInst>(without->getTerminator()))) return false;
    if (without) {
      if (without->getTerminator()->getNumSuccessors() != 1) without = SplitEdge(without, &block);
      Instruction &end = *without->getTerminator();
      auto *again = cast<LoadInst>(load.clone());
      again->setOperand(0, compute_before(load.getPointerOperand(), block, *without, end));
      again->insertBefore(end.getIterator());
      made.emplace_back(without, again);
    }
    IRBuilder<> builder(&block, block.begin());
    PHINode *value = builder.CreatePHI(load.getType(), unsigned(made.size()));
    for (const auto &[predecessor, same] : made) {
      combineMetadataForCSE(same, &load, /*DoesKMove=*/false);
      value->addIncoming(same, predecessor);
    }
    value->takeName(&load);
    load.replaceAllUsesWith(value);
    load.eraseFromParent();
    return true;
  }

  SmallVector<BasicBlock *> blocks_;         // with several predecessors, no loop's headers
  SmallPtrSet<const LoadInst *, 16> loads_;  // from divergent addresses
};

}  // namespace

bool JoinAccessesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  const Uniformity &uniformity = analyses.getResult<WorkItemUniformityAnalysis>(group);
  return Joins(group, analyses.getResult<LoopAnalysis>(group), uniformity).run();
}

}  // namespace wherry::compiler
