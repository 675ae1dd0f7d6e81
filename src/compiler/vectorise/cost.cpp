// Whether lanes pay.
#include "compiler/lower/precompiled.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// In simple instructions, as measured on Zen 4 and said of Intel's cores: between the two.
constexpr double kRounds = 8;           // of a loop
constexpr double kPartingRounds = 1.3;  // of a loop that lanes leave one by one: the last one's rounds are everybody's
constexpr double kGatherLane = 3, kScatterLane = 3, kByLane = 6, kMemberLane = 1.5;
constexpr double kFarLine = 8;  // it has often been driven out before the next item comes
constexpr double kDivision = 8, kFloatDivision = 4, kCall = 4, kPrecompiled = 30;

double scalar_cost(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: return isa<Constant>(instruction.getOperand(1)) ? 3 : kDivision;
  case Instruction::FDiv:
  case Instruction::FRem: return kFloatDivision;
  case Instruction::Call:
    return isa<IntrinsicInst>(instruction) ? 1 : calls_precompiled(instruction) ? kPrecompiled : kCall;
  case Instruction::PHI:
  case Instruction::GetElementPtr:
  case Instruction::Trunc:
  case Instruction::BitCast:
  case Instruction::ZExt:
  case Instruction::SExt: return 0.5;
  default: return 1;
  }
}

}  // namespace

VectorBody::Cost VectorBody::cost(function_ref<bool(Value *pointer, const Loop &loop)> far) {
  Cost sum;
  // Without an instruction for it: a branch for each lane.
  constexpr double kBranchLane = 5, kAllLanes = 4;
  const bool avx512 = register_bits_ == 512, avx2 = register_bits_ == 256;
  auto masked_row = [&](unsigned bits, bool stores, const BasicBlock *block) {
    if (avx512) return 2.0;
    if (!masks_rows(register_bits_, bits)) return has_all_lanes(block) ? kAllLanes : kBranchLane * width_;
    return stores ? 8.0 : 2.0;
  };
  auto apart = [&](unsigned bits, bool stores, bool masked) {
    if (masked && (bits < 32 || !(avx512 || (avx2 && !stores)))) return kBranchLane * width_;
    return width_ * (stores ? kScatterLane : kGatherLane);
  };
  for (BasicBlock *block : flow_.order()) {
    if (is_rare(*block)) continue;
    find_groups(*block);
    double weight = 1, rounds = 1;
    const Loop *innermost = flow_.loop_of(block);
    for (const Loop *loop = innermost; loop != &items_; loop = loop->getParentLoop()) {
      weight *= kRounds;
      if (flow_.divergent(loop)) rounds *= kPartingRounds;
    }
    for (Instruction &instruction : *block) {
      if (instruction.isTerminator() || isa<DbgInfoIntrinsic, LifetimeIntrinsic>(instruction)) continue;
      const double one = scalar_cost(instruction);
      double alone = one;
      Type *type = instruction.getType();
      if (auto *store = dyn_cast<StoreInst>(&instruction)) type = store->getValueOperand()->getType();
      const unsigned bits = type->isPointerTy() ? 64 : std::max(8u, unsigned(type->getScalarSizeInBits()));
      const double parts = std::max(1.0, double(bits) * width_ / register_bits_);
      double all = one;
      const bool value = !instruction.getType()->isVoidTy() && !instruction.mayWriteToMemory();
      Value *pointer = getLoadStorePointerOperand(&instruction);
      if (value && (shapes_.uniform(&instruction) || shapes_.state(&instruction).stride)) {
      } else if (pointer && !instruction.isAtomic()) {
        auto group = group_of_.find(&instruction);
        if (shapes_.stride(pointer) == 0)
          all = 1;
        else if (row_stride(pointer, type)) {
          all = parts * (flow_.predicated(block) ? masked_row(bits, isa<StoreInst>(instruction), block) : 1);
          if (far && innermost != &items_ && far(pointer, *innermost)) alone += kFarLine;
        } else if (group != group_of_.end() && (!groups_[group->second].stores || side_by_side(groups_[group->second])))
          all = side_by_side(groups_[group->second])
                    ? parts * (1 + Log2_32_Ceil(groups_[group->second].members.size()))
                    : kMemberLane * width_ / groups_[group->second].members.size() + 2 * parts;
        else if (group != group_of_.end() && makes_a_number(groups_[group->second]))
          all = apart(32, true, flow_.predicated(block)) / groups_[group->second].members.size();
        else
          all = apart(bits, isa<StoreInst>(instruction), flow_.predicated(block));
      } else if (isa<IntrinsicInst>(instruction) &&
                 isTriviallyVectorizable(cast<IntrinsicInst>(instruction).getIntrinsicID())) {
        all = parts;
      } else if (calls_precompiled(instruction)) {
        all = one * parts;
      } else if (isa<CallInst>(instruction) || instruction.isAtomic() || instruction.mayWriteToMemory()) {
        all = width_ * (kByLane + one);
      } else if (instruction.isIntDivRem() && !isa<Constant>(instruction.getOperand(1))) {
        all = width_ * (one + 2);
      } else {
        all = one * parts;
      }
      // A part of the items come by.
      sum.one_by_one += weight * width_ * alone * (flow_.predicated(block) ? 0.7 : 1);
      sum.together += weight * rounds * all;
    }
    if (flow_.skip(block)) sum.together += 2 * weight;
  }
  groups_.clear();
  group_of_.clear();
  return sum;
}

}  // namespace wherry::compiler
