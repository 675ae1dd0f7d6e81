// SPDX-License-Identifier: Apache-2.0
// Whether lanes pay.
#include "compiler/vectorise/cost.h"

#include "compiler/codegen/vector_divisions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/precompiled.h"
#include "compiler/vectorise/emit/body.h"
#include "compiler/vectorise/index_expressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

// Whether an instruction computes nothing: an intrinsic that states something of values or memory.
static bool is_statement(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->isAssumeLikeIntrinsic();
}

static double scalar_cost(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: return isa<Constant>(instruction.getOperand(1)) ? cost::kDivisionByConstant : cost::kDivision;
  case Instruction::FDiv:
  case Instruction::FRem: return cost::kFloatDivision;
  case Instruction::Call:
    if (is_statement(instruction)) return 0;
    return isa<IntrinsicInst>(instruction)  ? cost::kSimple
           : calls_precompiled(instruction) ? cost::kPrecompiled
           : image_call_of(instruction)     ? cost::kImageCall
                                            : cost::kCall;
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return instruction.getOperand(0)->getType()->getPointerAddressSpace() == kLocalSpace ? cost::kSimple
                                                                                         : cost::kAtomic;
  case Instruction::PHI:
  case Instruction::GetElementPtr:
  case Instruction::Trunc:
  case Instruction::BitCast:
  case Instruction::ZExt:
  case Instruction::SExt: return cost::kFolded;
  default: return cost::kSimple;
  }
}

static Type *type_of(const Instruction &instruction) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store ? store->getValueOperand()->getType() : instruction.getType();
}

static unsigned element_bits(const Instruction &instruction) {
  const Type *type = type_of(instruction);
  return type->isPointerTy() ? 64 : std::max(8u, unsigned(type->getScalarSizeInBits()));
}

// How many registers an instruction's value takes.
double VectorBody::registers_of(const Instruction &instruction) const {
  return std::max(1.0, double(element_bits(instruction)) * width_ / register_bits_);
}

// A masked contiguous access, a register.
double VectorBody::masked_cost(const Instruction &access) const {
  if (register_bits_ == 512) return cost::kMaskedAccess;
  if (!has_masked_access(register_bits_, element_bits(access)))
    return mostly_has_all_lanes(access.getParent()) ? cost::kMostlyAllLanes : cost::kMaskBranchLane * width_;
  return isa<StoreInst>(access) ? cost::kMaskedStoreAvx2 : cost::kMaskedAccess;
}

// Cost of a gather or scatter, for all lanes; `bits`: of an element.
double VectorBody::scattered_cost(unsigned bits, const Instruction &access) const {
  auto *load = dyn_cast<LoadInst>(&access);
  if (load && register_table(*load)) return cost::kPermute * width_ * 32 / register_bits_;
  if (load && !flow_.predicated(access.getParent()) && byte_table(*load))
    return cost::kPermuteBytes * std::max(1.0, double(width_) * 8 / register_bits_);
  const bool words = load && bits < 32 && gathers_words(*load), avx512 = register_bits_ == 512;
  if (words) return width_ * (cost::kGatherLane + cost::kElementOfWord * 32 / register_bits_);
  const bool has_mask =
      load ? bits >= 32 || !avx512 : bits >= 32 && avx512;  // the masked form needs no branch for each lane
  if (flow_.predicated(access.getParent()) && !has_mask) return cost::kMaskBranchLane * width_;
  return width_ * (load ? cost::kGatherLane : cost::kScatterLane);
}

// A member's share of its group's access.
double VectorBody::member_cost(const AccessGroup &group, const Instruction &access) const {
  const double registers = registers_of(access), count = group.members.size();
  const unsigned step = is_contiguous(group) ? unsigned(group.members.size()) : step_of_spaced(group);
  if (step) return registers * (1 + Log2_32_Ceil(step)) * step / count;
  if (!group.stores) return cost::kMemberLane * width_ / count + cost::kShuffleMembers * registers;
  return is_one_element(group) ? scattered_cost(32, access) / count : scattered_cost(element_bits(access), access);
}

double VectorBody::access_cost(const Instruction &access) const {
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (strides_.stride(pointer) == 0) return cost::kSimple;
  if (contiguous_stride(pointer, type_of(access)))
    return registers_of(access) * (flow_.predicated(access.getParent()) ? masked_cost(access) : cost::kSimple);
  if (auto group = group_of_.find(&access); group != group_of_.end())
    return member_cost(groups_[group->second], access);
  auto *store = dyn_cast<StoreInst>(&access);
  if (const unsigned step = store ? step_of_strided(*store) : 0)
    return registers_of(access) * step * (cost::kMaskedAccess + cost::kPermute);
  auto *load = dyn_cast<LoadInst>(&access);
  if (const unsigned step = load ? step_of_strided(*load) : 0)
    return registers_of(access) * step *
           (flow_.predicated(access.getParent()) ? cost::kMaskedAccess + cost::kPermute
                                                 : cost::kSimple + cost::kSimple);
  if (load && overlapping_stride(*load)) return registers_of(access) * (cost::kMaskedAccess + cost::kPermute);
  return scattered_cost(element_bits(access), access);
}

// Whether the code generator makes products or shifts of vectors out of a division: by constants.
static bool has_vector_division(const Instruction &division) {
  const Value *divisor = division.getOperand(1);
  return isa<Constant>(divisor) &&
         (element_bits(division) < 64 || match(divisor, m_CombineOr(m_Power2(), m_NegatedPower2())));
}

// An instruction's cost for all lanes.
double VectorBody::vector_cost(const Instruction &instruction) const {
  if (is_statement(instruction)) return 0;
  const double one = scalar_cost(instruction);
  const bool value = !instruction.getType()->isVoidTy() && !instruction.mayWriteToMemory();
  if (value && (strides_.uniform(&instruction) || strides_.of(&instruction).stride())) return one;
  if (reads_clock(instruction)) return one;
  if (updates_together(instruction)) return one + together_cost(instruction);
  if (getLoadStorePointerOperand(&instruction) && !instruction.isAtomic()) return access_cost(instruction);
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic && isTriviallyVectorizable(intrinsic->getIntrinsicID())) return registers_of(instruction);
  if (calls_precompiled(instruction)) return one * registers_of(instruction);
  if (image_call_of(instruction)) return cost::kImageCall + cost::kImageCallLane * width_;
  if (isa<CallInst>(instruction) || instruction.isAtomic() || instruction.mayWriteToMemory())
    return width_ * (cost::kByLane + one);
  if (instruction.isIntDivRem() && !has_vector_division(instruction)) {
    const unsigned bits = element_bits(instruction);
    const bool is_signed = instruction.getOpcode() == Instruction::SDiv || instruction.getOpcode() == Instruction::SRem;
    if (divides_as_floats(bits, is_signed, width_, register_bits_))
      return (bits == 64 ? cost::kDividedLongs : cost::kDividedFloats) *
             std::max(1.0, double(bits <= 16 ? 32 : 64) * width_ / register_bits_);
    return width_ * (one + cost::kDivisionLane);
  }
  return one * registers_of(instruction);
}

// Whether a value depends on data that differ from lane to lane, rather than on the index. A compare-exchange mostly
// succeeds.
bool VectorBody::is_of_data(const Value *value, unsigned depth) const {
  const auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || strides_.uniform(value) || strides_.of(value).stride() || instruction->isAtomic()) return false;
  const bool computes = !isa<PHINode, CallBase>(instruction) || isa<MinMaxIntrinsic>(instruction);
  if (depth == 0 || !computes || instruction->mayReadFromMemory()) return true;
  return any_of(instruction->operands(), [&](const Use &operand) { return is_of_data(operand.get(), depth - 1); });
}

// Cost of mispredicted branches at the block's end, for one work-item.
double VectorBody::mispredicted_cost(const BasicBlock &block) const {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional() || !is_of_data(branch->getCondition(), cost::kMostSteps)) return 0;
  const Loop *loop = flow_.loop_of(&block);
  const bool leaves = any_of(branch->successors(), [&](const BasicBlock *next) { return !loop->contains(next); });
  return leaves ? cost::kMispredictedExit : cost::kMispredicted;
}

// Private variables to whose elements loops of the item loop scatter.
SmallPtrSet<const LaneVariable *, 2> VectorBody::scattered_in_loops() const {
  SmallPtrSet<const LaneVariable *, 2> found;
  for (const BasicBlock *block : flow_.order())
    for (const Instruction &store : *block) {
      const Value *pointer = isa<StoreInst>(store) ? getLoadStorePointerOperand(&store) : nullptr;
      const LaneVariable *into = pointer ? strides_.variable(pointer) : nullptr;
      if (into && flow_.loop_of(block) != &items_ && !strides_.stride(pointer)) found.insert(into);
    }
  return found;
}

bool VectorBody::is_far(const Instruction &access, const Loop &loop, FarAccess far) const {
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (!far || !pointer || access.isAtomic() || &loop == &items_) return false;
  const bool value = !access.getType()->isVoidTy() && !access.mayWriteToMemory();
  if (value && (strides_.uniform(&access) || strides_.of(&access).stride())) return false;
  return strides_.stride(pointer) != 0 && contiguous_stride(pointer, type_of(access)) &&
         far(const_cast<Value *>(pointer), loop);
}

// Whether a loop stands behind a branch that is hardly ever taken.
bool VectorBody::is_in_rare_loop(const Loop *loop) const {
  for (; loop != &items_; loop = loop->getParentLoop())
    if (const BasicBlock *before = loop->getLoopPreheader(); before && is_rare(*before)) return true;
  return false;
}

VectorBody::Cost VectorBody::cost(FarAccess far, const InnerLoops &inner) {
  Cost sum;
  const IndexExpressions index_of(items_, *index_);
  const auto scattered = scattered_in_loops();
  for (BasicBlock *block : flow_.order()) {
    const Loop *innermost = flow_.loop_of(block);
    if (is_rare(*block) || is_in_rare_loop(innermost)) continue;
    find_groups(*block);
    double iterations = 1, divergent = 1;
    bool unforwarded = false;
    for (const Loop *loop = innermost; loop != &items_; loop = loop->getParentLoop()) {
      iterations *= cost::kIterations;
      if (flow_.divergent(loop)) divergent *= cost::kDivergentIterations;
      unforwarded |= flow_.divergent(loop) && !strides_.ends_by_range_check(*loop);
    }
    sum.leaves_by_data |= unforwarded;
    const double active = flow_.predicated(block) ? cost::kActiveLanes : 1;
    for (const Instruction &instruction : *block) {
      if (instruction.isTerminator() || isa<DbgInfoIntrinsic, LifetimeIntrinsic>(instruction)) continue;
      if (intrinsic_of(instruction) == Intrinsic::__wherry_yield) continue;  // passes the time of a wait
      const bool counts = instruction.getType()->isIntegerTy() && index_of.goes_up_by_invariant(&instruction);
      const double one = (counts ? cost::kFolded : scalar_cost(instruction)) +
                         (is_far(instruction, *innermost, far) ? cost::kFarLine : 0);
      sum.one_by_one += iterations * width_ * one * active;
      sum.by_inner_loops += iterations * width_ * one * active / inner.speed(*innermost);
      const double all = vector_cost(instruction);
      sum.together += iterations * divergent * all;
      if (isa<LoadInst>(instruction) && all >= width_ * cost::kGatherLane) sum.gathers += iterations * divergent * all;
      const Value *pointer = isa<LoadInst>(instruction) ? getLoadStorePointerOperand(&instruction) : nullptr;
      if (pointer && unforwarded && !strides_.stride(pointer) && scattered.contains(strides_.variable(pointer)))
        sum.together += iterations * divergent * width_ * cost::kUnforwardedLane;
    }
    const double mispredicted = iterations * width_ * active * mispredicted_cost(*block);
    sum.one_by_one += mispredicted;
    sum.by_inner_loops += mispredicted;
    if (flow_.skip(block)) sum.together += cost::kGuard * iterations;
  }
  groups_.clear();
  group_of_.clear();
  return sum;
}

}  // namespace wherry::compiler
