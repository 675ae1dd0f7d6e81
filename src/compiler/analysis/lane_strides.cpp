// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lane_strides.h"

#include "compiler/analysis/pointer_uses.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

// Limits of the checks at one use: their number, and the bits of the checked integer: enough for a lane's number in the
// widest vector, and at most an index's.
constexpr unsigned kMostChecks = 2, kLeastCheckedBits = 5, kMostCheckedBits = 32;
// An assumption on fewer bits than an index has would often not hold.
constexpr unsigned kLeastAssumedBits = 31;
constexpr unsigned kMostDepth = 12;  // depth of a searched expression
constexpr unsigned kLaneBits = 6;    // a sub-group has 32 lanes at most
// Limits for an address of local memory: an element has 32 KiB at most, and neighbouring lanes are as many elements
// apart at most. 64 lanes are less than 2^31 elements apart then.
constexpr unsigned kMostShift = 15;
constexpr int64_t kMostScale = int64_t(1) << kMostShift;

LaneStrides::LaneStrides(const Loop &items, const PHINode &index, const Linearisation &flow,
                         const Uniformity &uniformity)
    : items_(items), index_(index), flow_(flow), uniformity_(uniformity), layout_(items.getHeader()->getDataLayout()),
      ranges_(items, index), assumes_(!sees_sub_groups(items)) {
  find_variables();
  find_what_all_lanes_need();
  solve();
}

bool extends_sign(const Instruction &extension) {
  return isa<SExtInst>(extension) || (isa<ZExtInst>(extension) && extension.hasNonNeg());
}

bool sees_sub_groups(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &one) { return sees_sub_groups(intrinsic_of(one)); });
  });
}

bool LaneStrides::inside(const Value *value) const {
  if (auto *instruction = dyn_cast<Instruction>(value))
    return items_.contains(instruction->getParent()) || leads_into_.contains(value);
  return false;
}

const LaneVariable *LaneStrides::variable(const Value *pointer) const {
  auto found = leads_into_.find(pointer);
  return found == leads_into_.end() ? nullptr : &variables_[found->second];
}

void LaneStrides::find_variables() {
  SmallVector<AllocaInst *> found;
  for (Instruction &instruction : items_.getHeader()->getParent()->getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && !variable->hasMetadata(kSharedVariable))
      if (any_of(variable->users(), [&](User *user) { return items_.contains(cast<Instruction>(user)->getParent()); }))
        found.push_back(variable);
  for (AllocaInst *variable : found) lay_out(*variable);
}

namespace {

// Whether a memory intrinsic fills a variable with the same bytes for all lanes, in whole elements. An interleaved
// variable may be used by loads and stores of elements and by such fills only.
bool is_uniform_fill(const PointerUse &use, uint64_t element, const LaneStrides &strides) {
  auto *fill = cast<MemIntrinsic>(use.user());
  if (use.kind == PointerUse::memory_source || fill->isVolatile()) return false;
  const Value *length = fill->getLength();
  auto *transfer = dyn_cast<MemTransferInst>(fill);
  return strides.uniform(length) &&
         computeKnownBits(length, fill->getDataLayout()).countMinTrailingZeros() >= Log2_64(element) &&
         (transfer ? strides.uniform(transfer->getRawSource()) : isa<ConstantInt>(cast<MemSetInst>(fill)->getValue()));
}

}  // namespace

void LaneStrides::lay_out(AllocaInst &variable) {
  const uint64_t bytes = alignTo(variable.getAllocationSize(layout_)->getFixedValue(), variable.getAlign());
  const PointerUses uses(variable, {}, [&](const Instruction &user) { return items_.contains(user.getParent()); });
  uint64_t element = indexed_element(uses, layout_);
  for (const PointerUse &use : uses.uses())
    if (element && isa<MemIntrinsic>(use.use->getUser()) && !is_uniform_fill(use, element, *this)) element = 0;
  variables_.push_back({&variable, element != 0, element ? element : bytes});
  for (const Value *pointer : uses.addresses()) leads_into_.try_emplace(pointer, variables_.size() - 1);
}

LaneStride LaneStrides::of(const Value *value) const {
  if (uniform(value)) return LaneStride(0);
  auto found = strides_.find(value);
  return found == strides_.end() ? LaneStride() : found->second;
}

// Finds the instructions whose flags ("nsw", "disjoint") hold for all lanes, because an access in a block that all
// lanes execute depends on them. In a predicated block, flags hold for the lanes that execute it, and the first lane,
// from whose address a contiguous access starts, may not be one of them.
void LaneStrides::find_what_all_lanes_need() {
  for (BasicBlock *block : flow_.order()) {
    if (flow_.predicated(block)) continue;
    SmallVector<const Value *> needed;
    for (const Instruction &access : *block)
      if (const Value *pointer = getLoadStorePointerOperand(&access)) {
        needed.push_back(pointer);
        find_local_index(access);
      }
    while (!needed.empty()) {
      auto *instruction = dyn_cast<Instruction>(needed.pop_back_val());
      if (!instruction || instruction->getParent() != block || !for_all_lanes_.insert(instruction).second) continue;
      if (isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction))
        needed.append(instruction->value_op_begin(), instruction->value_op_end());
    }
  }
}

// A factor of an index in an address of local memory. Products of two, times 2^32, fit 64 bits.
static bool is_scale(const Value *factor) {
  const APInt *number;
  return match(factor, m_APInt(number)) && number->isStrictlyPositive() && number->ule(kMostScale);
}

// Finds the one extended index in an address of local memory that all lanes access. If the index wrapped around between
// two of these lanes, their addresses would lie further apart than local memory is large: so the index does not,
// whatever its instruction says. (Two extended indices may wrap around together, and cancel each other.)
void LaneStrides::find_local_index(const Instruction &access) {
  const Value *pointer = getLoadStorePointerOperand(&access);
  if (pointer->getType()->getPointerAddressSpace() != kLocalSpace) return;
  SmallVector<const Value *> parts{pointer};
  const Instruction *index = nullptr;
  bool scaled = false;
  for (unsigned steps = 0; !parts.empty(); ++steps) {
    auto *part = dyn_cast<Instruction>(parts.pop_back_val());
    if (!part || uniform(part)) continue;
    if (steps == kMostDepth || part->getParent() != access.getParent()) return;
    if (auto *address = dyn_cast<GetElementPtrInst>(part)) {
      if (address->getNumIndices() != 1 || layout_.getTypeAllocSize(address->getSourceElementType()) > kMostScale)
        return;
      parts.append({address->getPointerOperand(), address->getOperand(1)});
    } else if (part->getOpcode() == Instruction::Add) {
      parts.append({part->getOperand(0), part->getOperand(1)});
    } else if (match(part, m_Shl(m_Value(), m_SpecificInt_ICMP(CmpInst::ICMP_ULE, APInt(64, kMostShift)))) ||
               (part->getOpcode() == Instruction::Mul && is_scale(part->getOperand(1)))) {
      if (std::exchange(scaled, true)) return;
      parts.push_back(part->getOperand(0));
    } else if (isa<SExtInst, ZExtInst>(part) && !index && part->getOperand(0)->getType()->isIntegerTy(32)) {
      index = part;
    } else {
      return;
    }
  }
  if (index) local_indices_.insert(index);
}

// A fixpoint from "unknown" downwards: a phi of a loop keeps its stride if the latch gives a value with the same one.
void LaneStrides::solve() {
  strides_[&index_] = LaneStride(1);
  for (const LaneVariable &variable : variables_)
    strides_[variable.variable] = LaneStride(int64_t(variable.lane_bytes));
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock *block : flow_.order())
      for (const Instruction &instruction : *block) {
        if (&instruction == &index_ || uniformity_.uniform(instruction)) continue;
        const LaneStride now = transfer(instruction);
        LaneStride &then = strides_[&instruction];
        const LaneStride joined = then.join(now);
        if (joined == then) continue;
        then = joined;
        changed = true;
      }
  }
  settled_ = true;
  for (const BasicBlock *block : flow_.order())
    for (const Instruction &instruction : *block) {
      speculates_ |= instruction.hasMetadata(kSpeculativelyUniform);
      if (!uniformity_.uniform(instruction) && of(&instruction).stride()) transfer(instruction);
    }
}

// The number of a lane in its sub-group.
static bool is_lane(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && intrinsic_of(*instruction) == Intrinsic::__wherry_sub_group_lane;
}

LaneStride LaneStrides::transfer(const Instruction &instruction) {
  const Type *type = instruction.getType();
  // A phi of the item loop's header has one value for all lanes of a vector.
  if (isa<PHINode>(instruction) && instruction.getParent() == items_.getHeader()) return LaneStride(0);
  if (!type->isIntegerTy() && !type->isPointerTy()) return LaneStride::varying();
  if (type->isIntegerTy(1) || type->getScalarSizeInBits() > 64) return LaneStride::varying();
  auto operand = [&](unsigned k) { return of(instruction.getOperand(k)); };
  if (auto stride = stride_of_arithmetic(instruction, [&](const Value *value) { return of(value); })) return *stride;
  switch (instruction.getOpcode()) {
  case Instruction::PtrToInt: return type->isIntegerTy(64) ? operand(0) : LaneStride::varying();
  case Instruction::IntToPtr:
    return instruction.getOperand(0)->getType()->isIntegerTy(64) ? operand(0) : LaneStride::varying();
  case Instruction::ZExt:
  case Instruction::SExt: return transfer_extension(instruction);
  case Instruction::AShr:
  case Instruction::LShr:
  case Instruction::And: return transfer_mask_or_shift(instruction);
  case Instruction::Call: return is_lane(&instruction) ? LaneStride(1) : LaneStride::varying();
  case Instruction::Select: {
    if (!uniform(instruction.getOperand(0))) return LaneStride::varying();
    const LaneStride joined = operand(1).join(operand(2));
    return joined.checks().empty() ? joined : LaneStride::varying();
  }
  case Instruction::PHI: return transfer_phi(cast<PHINode>(instruction));
  case Instruction::GetElementPtr: return transfer_address(cast<GetElementPtrInst>(instruction));
  default: return LaneStride::varying();
  }
}

LaneStride LaneStrides::transfer_extension(const Instruction &extension) {
  const Value *narrow = extension.getOperand(0);
  if (narrow->getType()->isIntegerTy(1)) return of(narrow).stride() ? LaneStride::varying() : of(narrow);
  const LaneStride before = of(narrow);
  if (local_indices_.contains(&extension) && std::abs(before.certain().value_or(INT32_MAX)) <= kMostScale)
    return before;
  const LaneStride stride =
      if_no_wrap(before, narrow, narrow->getType()->getIntegerBitWidth(), extends_sign(extension));
  if (settled_ && stride.certain()) assume_exact(extension);
  return stride;
}

// A shift to the right extends an integer that was shifted to the left before; a mask cuts off the high bits.
LaneStride LaneStrides::transfer_mask_or_shift(const Instruction &instruction) {
  const Value *value = instruction.getOperand(0);
  auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
  if (!constant) return LaneStride::varying();
  const LaneStride before = of(value);
  if (!before.stride()) return before;
  const unsigned width = instruction.getType()->getIntegerBitWidth();
  auto has_low_bits = [&](unsigned bits) { return *before.stride() & ((int64_t(1) << bits) - 1); };
  if (instruction.getOpcode() == Instruction::And) {
    const uint64_t mask = constant->getZExtValue();
    if (!isShiftedMask_64(mask) || has_low_bits(countr_zero(mask))) return LaneStride::varying();
    return if_no_wrap(before, value, 64 - countl_zero(mask), /*is_signed=*/false);
  }
  const bool is_signed = instruction.getOpcode() == Instruction::AShr;
  if (constant->getValue().uge(width) || has_low_bits(constant->getZExtValue())) return LaneStride::varying();
  const LaneStride stride = if_no_wrap(before, value, width, is_signed).map([&](int64_t stride) {
    return stride >> constant->getZExtValue();
  });
  if (!stride.is_varying()) return stride;
  // A check takes 32 bits at most: the operand of the left shift is checked in place of a wider shifted value.
  auto *left = dyn_cast<ShlOperator>(value);
  auto *by = left ? dyn_cast<ConstantInt>(left->getOperand(1)) : nullptr;
  if (!by || by->getValue().uge(width) || by->getValue().ult(constant->getValue())) return stride;
  const unsigned bits = width - unsigned(by->getZExtValue()),
                 more = unsigned((by->getValue() - constant->getValue()).getZExtValue());
  return if_no_wrap(of(left->getOperand(0)).map([&](int64_t one) { return int64_t(uint64_t(one) << more); }),
                    left->getOperand(0), bits, is_signed);
}

// A phi's stride may rest on checks only where their values are computed before it: at a counter's start.
LaneStride LaneStrides::transfer_phi(const PHINode &phi) {
  auto *block = const_cast<BasicBlock *>(phi.getParent());
  const Loop *loop = flow_.loop_of(block);
  const bool header = loop->getHeader() == block;
  if (!header && !flow_.keeps_edges(block)) return LaneStride::varying();
  LaneStride joined;
  for (const Value *value : phi.incoming_values())
    if (!isa<UndefValue>(value)) joined = joined.join(of(value));
  const bool dominated = all_of(joined.checks(), [&](const NoWrap &check) {
    auto *computed = dyn_cast<Instruction>(check.value);
    return header && computed && !loop->contains(computed);
  });
  return dominated ? joined : LaneStride::varying();
}

LaneStride LaneStrides::transfer_address(const GetElementPtrInst &address) {
  const LaneVariable *into = variable(&address);
  return stride_of_address(
      address, [&](const Value *base) { return of(base); },
      [&](const Value *index) {
        const LaneStride stride = of(index);
        if (stride.stride().value_or(0) == 0) return stride;
        // The lanes of an interleaved variable's element are side by side: addresses of several have no one stride.
        if (into && into->interleaved) return LaneStride::varying();
        const unsigned bits = index->getType()->getIntegerBitWidth();
        return bits >= 64 || never_wraps(index, /*is_signed=*/true) ? stride : LaneStride::varying();
      });
}

bool LaneStrides::depends_on_index_alone(const Value *value) const { return depends_on_index_alone(value, kMostDepth); }

bool LaneStrides::depends_on_index_alone(const Value *value, unsigned depth) const {
  if (!inside(value) || value == &index_) return true;
  if (depth == 0) return false;
  auto *instruction = cast<Instruction>(value);
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::Or:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::AShr:
  case Instruction::LShr:
  case Instruction::And: break;
  default: return false;
  }
  return all_of(instruction->operands(), [&](const Use &use) { return depends_on_index_alone(use.get(), depth - 1); });
}

// Whether the flags of an instruction prove that it does not wrap in any lane.
bool LaneStrides::proves_no_wrap(const Value *value, bool is_signed) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return false;
  bool proved = for_all_lanes_.contains(instruction);
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl: {
    auto *wrapping = cast<OverflowingBinaryOperator>(instruction);
    proved &= is_signed ? wrapping->hasNoSignedWrap() : wrapping->hasNoUnsignedWrap();
    break;
  }
  case Instruction::Or:
    break;  // an "or" has a stride only if it is disjoint
  // A stride of the extension tells that its operand does not wrap.
  case Instruction::ZExt:
  case Instruction::SExt: return is_signed || !extends_sign(*instruction);
  default: return false;
  }
  return proved && all_of(instruction->operands(), [&](const Use &use) { return never_wraps(use.get(), is_signed); });
}

bool LaneStrides::never_wraps(const Value *value, bool is_signed) {
  if (uniform(value)) return true;
  const auto checks = keeps_stride(value, value->getType()->getIntegerBitWidth(), is_signed);
  return checks && checks->empty();
}

std::optional<LaneStrides::Checks> LaneStrides::keeps_stride(const Value *value, unsigned bits, bool is_signed) {
  const std::optional<int64_t> stride = of(value).stride();
  if (!stride) return std::nullopt;
  const bool whole = bits == value->getType()->getIntegerBitWidth();
  if (is_lane(value) && bits >= kLaneBits) return Checks();
  if (whole && (value == &index_ || proves_no_wrap(value, is_signed))) return Checks();
  const NoWrap needed{const_cast<Value *>(value), bits, is_signed, *stride};
  if (assume(needed)) return Checks();
  if (bits < kLeastCheckedBits || bits > kMostCheckedBits) return std::nullopt;
  return Checks{needed};
}

bool LaneStrides::assume(const NoWrap &needed) {
  if (!assumes_ || needed.bits < kLeastAssumedBits) return false;
  if (!depends_on_index_alone(needed.value) && !ranges_.can_bound(needed.value, needed.is_signed)) return false;
  if (settled_ && !is_contained(assumptions_, needed)) assumptions_.push_back(needed);
  return true;
}

// Assumes that a sum which an instruction extends does not wrap around, if it is a constant more than another number
// that is extended likewise, and no flag says so.
void LaneStrides::assume_exact(const Instruction &extension) {
  auto *sum = dyn_cast<BinaryOperator>(extension.getOperand(0));
  const bool is_signed = isa<SExtInst>(extension);
  auto *constant = sum ? dyn_cast<ConstantInt>(sum->getOperand(1)) : nullptr;
  if (!constant || sum->getOpcode() != Instruction::Add ||
      (!is_signed && constant->isNegative()) ||  // a difference, which is no member's index
      extends_sign(extension) != is_signed || (is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap()) ||
      !depends_on_index_alone(sum) || is_exact(*sum, is_signed))
    return;
  const Value *number = sum->getOperand(0);
  auto is_extended = [&](const Value *value) {
    return any_of(value->users(), [&](const User *user) {
      return user != &extension && isa<CastInst>(user) && cast<CastInst>(user)->getOpcode() == extension.getOpcode() &&
             inside(user);
    });
  };
  if (is_assumed(*sum, is_signed) && (is_extended(number) || any_of(number->users(), [&](const User *user) {
                                        return match(user, m_Add(m_Specific(number), m_ConstantInt())) &&
                                               is_extended(user);
                                      })))
    exact_sums_.insert(sum);
}

bool LaneStrides::is_assumed(const Value &value, bool is_signed) const {
  return any_of(assumptions_, [&](const NoWrap &assumed) {
    return assumed.value == &value && assumed.is_signed == is_signed &&
           assumed.bits == value.getType()->getIntegerBitWidth();
  });
}

bool LaneStrides::is_exact(const Value &sum, bool is_signed) const {
  // Of local memory, find_local_index() tells of two indices what it tells of two lanes'.
  auto is_local = [&](const Value &index) {
    return any_of(index.users(), [&](const User *user) {
      return (is_signed ? isa<SExtInst>(user) : isa<ZExtInst>(user)) &&
             local_indices_.contains(cast<Instruction>(user));
    });
  };
  if (is_local(sum) && is_local(*cast<Instruction>(sum).getOperand(0))) return true;
  // What does not depend on the index alone is compared in whole numbers.
  return is_assumed(sum, is_signed) && (is_contained(exact_sums_, &sum) || !depends_on_index_alone(&sum));
}

// A stride that holds while `value` does not wrap around.
LaneStride LaneStrides::if_no_wrap(const LaneStride &result, const Value *value, unsigned bits, bool is_signed) {
  if (!result.stride()) return result;
  const auto checks = keeps_stride(value, bits, is_signed);
  if (!checks) return LaneStride::varying();
  LaneStride checked = result.with(*checks);
  return checks->empty() || checked.checks().size() <= kMostChecks ? checked : LaneStride::varying();
}

bool LaneStrides::is_range_check(const Value *condition, bool if_checked, unsigned depth) const {
  if (uniform(condition)) return true;
  auto *instruction = cast<Instruction>(condition);
  if (depth == 0) return false;
  auto has_stride = [&](const Value *value) { return if_checked ? of(value).stride() : stride(value); };
  if (isa<ICmpInst>(instruction))
    return all_of(instruction->operands(), [&](const Use &use) { return has_stride(use.get()).has_value(); });
  if (!isa<BinaryOperator, SelectInst>(instruction)) return false;
  return all_of(instruction->operands(),
                [&](const Use &use) { return is_range_check(use.get(), if_checked, depth - 1); });
}

bool LaneStrides::ends_by_range_check(const Loop &loop) const {
  const BasicBlock *last = loop.getExitingBlock();
  auto *branch = last ? dyn_cast<BranchInst>(last->getTerminator()) : nullptr;
  return branch && is_range_check(branch->getCondition(), /*if_checked=*/true);
}

void LaneStrides::print(raw_ostream &out) const {
  for (const LaneVariable &variable : variables_) {
    out << "    ";
    variable.variable->printAsOperand(out, /*PrintType=*/false);
    out << ": a variable of each lane, " << (variable.interleaved ? "interleaved" : "whole") << ", "
        << variable.lane_bytes << " bytes from lane to lane\n";
  }
  for (const BasicBlock *block : flow_.order())
    for (const Instruction &instruction : *block) {
      if (instruction.getType()->isVoidTy()) continue;
      out << "    ";
      instruction.printAsOperand(out, /*PrintType=*/false);
      if (uniform(&instruction))
        out << ": uniform";
      else
        of(&instruction).print(out << ": ");
      out << "\n";
    }
  for (const NoWrap &assumed : assumptions_) {
    assumed.print(out << "    assumed of all items: ");
    out << "\n";
  }
  for (const BinaryOperator *sum : exact_sums_) {
    sum->printAsOperand(out << "    assumed of the first item: ", /*PrintType=*/false);
    out << " does not wrap around\n";
  }
}

AnalysisKey LaneStridesAnalysis::Key;

LaneStridesAnalysis::Result LaneStridesAnalysis::run(Function &group, FunctionAnalysisManager &analyses) {
  const OfItemLoops<Linearisation> &flows = analyses.getResult<LinearisationAnalysis>(group);
  const Uniformity &uniformity = analyses.getResult<LaneUniformityAnalysis>(group);
  Result all;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(group)) {
    const Linearisation *flow = flows.of(loop.items);
    all.add(loop.items, flow ? std::make_unique<LaneStrides>(*loop.items, *loop.index, *flow, uniformity) : nullptr);
  }
  return all;
}

}  // namespace wherry::compiler
