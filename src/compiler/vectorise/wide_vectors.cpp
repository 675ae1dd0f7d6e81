// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/wide_vectors.h"

#include <cmath>

#include "compiler/analysis/item_loops.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Whether an element's number is known only when the kernel runs: as lanes, a choice between all elements.
bool has_unknown_index(const Instruction &instruction) {
  const unsigned index = isa<ExtractElementInst>(instruction) ? 1 : isa<InsertElementInst>(instruction) ? 2 : 0;
  return index && !isa<Constant>(instruction.getOperand(index));
}

// Whether an element that is taken out becomes one of another vector: a permutation's.
bool is_permuted(const User *user) {
  return has_unknown_index(*cast<Instruction>(user)) && user->hasOneUse() && isa<InsertElementInst>(user->user_back());
}

// A vector that is only taken apart is no vector to compute with. A permutation by unknown indices is cheap as it is.
bool is_part(const Instruction &instruction) {
  return isa<BitCastInst, LoadInst>(instruction) &&
         (instruction.getType()->getScalarType()->isIntegerTy(1) || all_of(instruction.users(), [](const User *user) {
            return isa<ExtractElementInst>(user) && !is_permuted(user);
          }));
}

// The number of elements, 0 for other values. Vectors of i1 are masks, and take no vector registers.
unsigned elements_of(const Value &value) {
  auto *type = dyn_cast<FixedVectorType>(value.getType());
  return type && !type->getElementType()->isIntegerTy(1) ? type->getNumElements() : 0;
}

// The most elements of vectors that are alive at one place: as lanes, each takes a register.
class LiveElements {
 public:
  explicit LiveElements(const Function &function) {
    for (const Instruction &instruction : instructions(function))
      if (elements_of(instruction)) find_blocks(instruction);
    for (const BasicBlock &block : function) scan(block);
  }
  unsigned most() const { return most_; }

 private:
  using Values = DenseSet<const Value *>;

  // Up the graph, from each use to the definition.
  void find_blocks(const Instruction &value) {
    SmallVector<const BasicBlock *> above;
    auto need_at_start = [&](const BasicBlock *block) {
      if (block != value.getParent() && at_start_[block].insert(&value).second) above.push_back(block);
    };
    for (const Use &use : value.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (auto *phi = dyn_cast<PHINode>(user)) {
        at_end_[phi->getIncomingBlock(use)].insert(&value);
        need_at_start(phi->getIncomingBlock(use));
      } else {
        need_at_start(user->getParent());
      }
    }
    while (!above.empty())
      for (const BasicBlock *before : predecessors(above.pop_back_val())) {
        at_end_[before].insert(&value);
        need_at_start(before);
      }
  }

  void scan(const BasicBlock &block) {
    Values live = at_end_.lookup(&block);
    unsigned elements = 0;
    for (const Value *value : live) elements += elements_of(*value);
    most_ = std::max(most_, elements);
    for (const Instruction &instruction : reverse(block)) {
      if (live.erase(&instruction)) elements -= elements_of(instruction);
      if (isa<PHINode>(instruction)) continue;
      for (const Value *operand : instruction.operands())
        if (isa<Instruction>(operand) && elements_of(*operand) && live.insert(operand).second)
          elements += elements_of(*operand);
      most_ = std::max(most_, elements);
    }
  }

  DenseMap<const BasicBlock *, Values> at_start_, at_end_;
  unsigned most_ = 0;
};

// How many loops of a work-item are around the block; nothing: the work-group runs the block once.
std::optional<unsigned> depth_of(const BasicBlock *block, const ItemLoops &items, const LoopInfo &loops) {
  const ItemLoop *item = items.around(block);
  return item ? std::optional(loops.getLoopDepth(block) - item->items->getLoopDepth()) : std::nullopt;
}

struct Estimate {
  double lanes = 0, as_they_are = 0;  // in operations of registers, one work-item
};

// Adds an instruction with `elements` elements of `bits` bits.
void add(Estimate &sum, const Instruction &instruction, unsigned elements, unsigned bits, unsigned depth,
         unsigned register_bits) {
  const double often = std::pow(cost::kIterations, depth);
  const double filled = double(elements) * bits / register_bits, registers = std::max(1.0, std::ceil(filled));
  if (isa<LoadInst, StoreInst>(instruction)) {
    sum.lanes += often * filled * (1 + Log2_32_Ceil(elements));
    sum.as_they_are += often * registers;
  } else if (!isa<PHINode, ShuffleVectorInst, InsertElementInst, ExtractElementInst, BitCastInst>(instruction)) {
    sum.lanes += often * filled;
    // Neighbouring work-items hide the latency of an operation outside of loops.
    sum.as_they_are += often * (depth ? std::max(registers, cost::kChains) : registers);
  }
}

}  // namespace

unsigned widest_vector(Function &group) {
  unsigned most = 0;
  for (Instruction &instruction : instructions(group))
    if (auto *type = dyn_cast<FixedVectorType>(instruction.getType()); type && !is_part(instruction))
      most = std::max(most, type->getNumElements());
  return most;
}

unsigned live_elements(Function &group) { return LiveElements(group).most(); }

std::string why_keep_vectors(Function &group, const LoopInfo &loops, unsigned register_bits) {
  const ItemLoops items(loops);
  Estimate sum;
  for (const Instruction &instruction : instructions(group)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    const Value &value = store ? *store->getValueOperand() : static_cast<const Value &>(instruction);
    const unsigned elements = elements_of(value);
    if (has_unknown_index(instruction) && elements_of(*instruction.getOperand(0)) > cost::kMostElements)
      return "with elements whose number is not known";
    if (elements <= cost::kMostElements) continue;
    const unsigned bits = value.getType()->getScalarSizeInBits();
    if (bits < 32) return "with elements of " + std::to_string(bits) + " bits";
    if (const auto depth = depth_of(instruction.getParent(), items, loops))
      add(sum, instruction, elements, bits, *depth, register_bits);
  }
  const unsigned most = LiveElements(group).most(), limit = register_bits == 512 ? cost::kMostLive512 : cost::kMostLive;
  if (most > limit) return "of which " + std::to_string(most) + " elements are alive at once";
  if (sum.lanes > sum.as_they_are)
    return "at a cost of " + std::to_string(unsigned(sum.as_they_are)) + ", as lanes " +
           std::to_string(unsigned(sum.lanes));
  return {};
}

}  // namespace wherry::compiler
