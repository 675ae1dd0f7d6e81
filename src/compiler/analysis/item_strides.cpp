// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/item_strides.h"

#include "compiler/ir/intrinsics.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Shifts by more would leave nothing of a stride in an address.
constexpr unsigned kMostShift = 48;
// Masks of at least this many low bits are assumed to change no value.
constexpr unsigned kLeastMaskBits = 16;

// As LaneStride::join, but a uniform value joined with one that has a stride has that stride.
LaneStride join_optimistic(const LaneStride &one, const LaneStride &other) {
  if (one == LaneStride(0)) return other.is_unknown() ? one : other;
  if (other == LaneStride(0)) return one.is_unknown() ? other : one;
  return one.join(other);
}

class Solver {
 public:
  Solver(DenseMap<const Value *, LaneStride> &strides, unsigned dimension) : strides_(strides), dimension_(dimension) {}

  void solve(const Function &group) {
    const ReversePostOrderTraversal<const Function *> blocks(&group);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock *block : blocks)
        for (const Instruction &instruction : *block) {
          if (instruction.getType()->isVoidTy()) continue;
          const LaneStride now = transfer(instruction);
          LaneStride &then = strides_[&instruction];
          const LaneStride met = join_optimistic(then, now);
          if (met == then) continue;
          then = met;
          changed = true;
        }
    }
  }

 private:
  LaneStride of(const Value *value) const { return isa<Instruction>(value) ? strides_.lookup(value) : LaneStride(0); }

  LaneStride transfer(const Instruction &instruction) const {
    if (intrinsic_of(instruction) == Intrinsic::__wherry_local_id) {
      const auto dimension = dimension_of(&instruction, Intrinsic::__wherry_local_id);
      return dimension ? LaneStride(*dimension == dimension_) : LaneStride::varying();
    }
    if (auto *phi = dyn_cast<PHINode>(&instruction)) return transfer_phi(*phi);
    // A result of uniform operands is uniform.
    LaneStride operands(0);
    for (const Use &use : instruction.operands()) {
      const LaneStride one = of(use.get());
      if (one.is_unknown()) return one;
      if (one.stride() != 0) operands = LaneStride::varying();
    }
    if (!operands.is_varying()) return operands;
    if (instruction.getType()->getScalarSizeInBits() > 64) return LaneStride::varying();
    auto stride_of = [this](const Value *value) { return of(value); };
    if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
      return stride_of_address(*address, stride_of, stride_of);
    if (isa<SExtInst, ZExtInst>(instruction)) return of(instruction.getOperand(0));
    if (auto stride = stride_of_arithmetic(instruction, stride_of)) return *stride;
    return transfer_mask_or_shift(instruction);
  }

  LaneStride transfer_phi(const PHINode &phi) const {
    LaneStride all;
    for (const Value *value : phi.incoming_values()) all = join_optimistic(all, of(value));
    return phi.getNumIncomingValues() == 2 || all.stride().value_or(0) == 0 ? all : LaneStride::varying();
  }

  LaneStride transfer_mask_or_shift(const Instruction &instruction) const {
    auto *constant = isa<BinaryOperator>(instruction) ? dyn_cast<ConstantInt>(instruction.getOperand(1)) : nullptr;
    if (!constant) return LaneStride::varying();
    const LaneStride value = of(instruction.getOperand(0));
    const APInt &number = constant->getValue();
    if (instruction.getOpcode() == Instruction::And && number.isMask() && number.popcount() >= kLeastMaskBits)
      return value;
    // Shifting up and then down extends a narrower integer.
    if (instruction.getOpcode() == Instruction::AShr && instruction.isExact() && number.ule(kMostShift))
      return value.map([&](int64_t stride) { return stride >> number.getZExtValue(); });
    return LaneStride::varying();
  }

  DenseMap<const Value *, LaneStride> &strides_;
  const unsigned dimension_;
};

}  // namespace

ItemStrides::ItemStrides(const Function &group) : group_(group) {
  for (unsigned dimension = 0; dimension < kDimensions; ++dimension)
    Solver(strides_[dimension], dimension).solve(group);
}

LaneStride ItemStrides::of(const Value *value, unsigned dimension) const {
  assert(dimension < kDimensions);
  return isa<Instruction>(value) ? strides_[dimension].lookup(value) : LaneStride(0);
}

void ItemStrides::print(raw_ostream &out) const {
  for (const Instruction &instruction : instructions(group_)) {
    if (instruction.getType()->isVoidTy()) continue;
    out << "  ";
    instruction.printAsOperand(out, /*PrintType=*/false);
    for (unsigned dimension = 0; dimension < kDimensions; ++dimension)
      of(&instruction, dimension).print(out << (dimension ? ", " : ": ") << "along " << dimension << " ");
    out << "\n";
  }
}

AnalysisKey ItemStridesAnalysis::Key;

ItemStrides ItemStridesAnalysis::run(Function &group, FunctionAnalysisManager &) { return ItemStrides(group); }

}  // namespace wherry::compiler
