// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/wide_vectors.h"

#include <cmath>

#include "compiler/analysis/item_loops.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/live_values.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
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

// Whether the user takes elements out, to compute with no more than kMostElements at once. A permutation by unknown
// indices is cheap as it is.
bool takes_apart(const User *user) {
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(user))
    return cast<FixedVectorType>(shuffle->getType())->getNumElements() <= cost::kMostElements;
  return isa<ExtractElementInst>(user) && !is_permuted(user);
}

// A vector that is only taken apart is no vector to compute with.
bool is_part(const Instruction &instruction) {
  return isa<BitCastInst, LoadInst>(instruction) &&
         (instruction.getType()->getScalarType()->isIntegerTy(1) || all_of(instruction.users(), takes_apart));
}

// Whether an instruction puts a vector together from elements and vectors, or takes it from one of several ways.
bool puts_together(const Value &value) {
  return value.getType()->isVectorTy() && isa<InsertElementInst, ShuffleVectorInst, PHINode>(value);
}

// Vectors that are put together from elements and narrow vectors, also on one of several ways, and then only stored.
DenseSet<const Instruction *> put_together(const Function &group) {
  auto is_known = [](const Value *from) {
    return isa<Constant>(from) || puts_together(*from) ||
           cast<FixedVectorType>(from->getType())->getNumElements() <= cost::kMostElements;
  };
  DenseSet<const Instruction *> found;
  // Vectors with a wide operand that no instruction has put together, or with a use by other than a store or such an
  // instruction.
  SmallSetVector<const Instruction *, 16> others;
  for (const Instruction &instruction : instructions(group)) {
    if (!puts_together(instruction)) continue;
    found.insert(&instruction);
    const bool is_made = isa<InsertElementInst>(instruction)
                             ? !has_unknown_index(instruction) && is_known(instruction.getOperand(0))
                             : all_of(instruction.operands(), is_known);
    if (!is_made ||
        !all_of(instruction.users(), [](const User *user) { return isa<StoreInst>(user) || puts_together(*user); }))
      others.insert(&instruction);
  }
  for (unsigned k = 0; k < others.size(); ++k)
    for (const Value *part : others[k]->operands())
      if (puts_together(*part)) others.insert(cast<Instruction>(part));
  for (const Instruction *other : others) found.erase(other);
  return found;
}

// The number of elements, 0 for other values. Vectors of i1 are masks, and take no vector registers.
unsigned elements_of(const Value &value) {
  auto *type = dyn_cast<FixedVectorType>(value.getType());
  return type && !type->getElementType()->isIntegerTy(1) ? type->getNumElements() : 0;
}

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

// Scalar operations on elements that were taken out of vectors of many, as x.s0 += x.s4.
SmallSetVector<const Instruction *, 32> operations_on_elements(const Function &group) {
  SmallSetVector<const Instruction *, 32> found;
  for (const Instruction &instruction : instructions(group))
    if (isa<ExtractElementInst>(instruction) && elements_of(*instruction.getOperand(0)) > cost::kMostElements)
      found.insert(&instruction);
  for (unsigned k = 0; k < found.size(); ++k)
    for (const User *user : found[k]->users())
      if (isa<BinaryOperator, CastInst, PHINode, SelectInst, IntrinsicInst>(user) && !user->getType()->isVectorTy() &&
          !user->getType()->isVoidTy())
        found.insert(cast<Instruction>(user));
  return found;
}

}  // namespace

unsigned widest_vector(Function &group) {
  unsigned most = 0;
  const DenseSet<const Instruction *> stored = put_together(group);
  for (Instruction &instruction : instructions(group))
    if (auto *type = dyn_cast<FixedVectorType>(instruction.getType());
        type && !is_part(instruction) && !stored.contains(&instruction))
      most = std::max(most, type->getNumElements());
  return most;
}

unsigned live_elements(Function &group) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : group) blocks.push_back(&block);
  return most_alive(blocks, elements_of);
}

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
  for (const Instruction *each : operations_on_elements(group)) {
    const auto depth = depth_of(each->getParent(), items, loops);
    if (!depth || isa<ExtractElementInst, PHINode>(each)) continue;
    const double often = std::pow(cost::kIterations, *depth);
    sum.as_they_are += often;
    sum.lanes += often * each->getType()->getPrimitiveSizeInBits().getFixedValue() / register_bits;
  }
  const unsigned most = live_elements(group), limit = register_bits == 512 ? cost::kMostLive512 : cost::kMostLive;
  if (most > limit) return "of which " + std::to_string(most) + " elements are alive at once";
  if (sum.lanes > sum.as_they_are)
    return "at a cost of " + std::to_string(unsigned(sum.as_they_are)) + ", as lanes " +
           std::to_string(unsigned(sum.lanes));
  return {};
}

}  // namespace wherry::compiler
