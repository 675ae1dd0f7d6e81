#include "compiler/analysis/lane_strides.h"

#include "compiler/analysis/pointer_uses.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace wherry::compiler {

VectorShapes::VectorShapes(Loop &items, PHINode *x, const VectorFlow &flow, const Uniformity &uniformity,
                           const DataLayout &layout, bool assume_nothing)
    : items_(items), x_(x), flow_(flow), uniformity_(uniformity), layout_(layout), assume_nothing_(assume_nothing) {
  find_variables();
  find_what_all_lanes_need();
  solve();
}

bool VectorShapes::extends_sign(const Instruction &extension) {
  return isa<SExtInst>(extension) || (isa<ZExtInst>(extension) && extension.hasNonNeg());
}

bool VectorShapes::inside(const Value *value) const {
  if (auto *instruction = dyn_cast<Instruction>(value))
    return items_.contains(instruction->getParent()) || leads_into_.contains(value);
  return false;
}

const LaneVariable *VectorShapes::variable(const Value *pointer) const {
  auto found = leads_into_.find(pointer);
  return found == leads_into_.end() ? nullptr : &variables_[found->second];
}

void VectorShapes::find_variables() {
  SmallVector<AllocaInst *> found;
  for (Instruction &instruction : items_.getHeader()->getParent()->getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && !variable->hasMetadata(kSharedVariable))
      if (any_of(variable->users(), [&](User *user) { return items_.contains(cast<Instruction>(user)->getParent()); }))
        found.push_back(variable);
  for (AllocaInst *variable : found) lay_out(*variable);
}

void VectorShapes::lay_out(AllocaInst &variable) {
  const uint64_t bytes = alignTo(variable.getAllocationSize(layout_)->getFixedValue(), variable.getAlign());
  uint64_t element = 0;
  bool plain = true;
  auto access = [&](const Type *type) {
    const uint64_t size = layout_.getTypeStoreSize(const_cast<Type *>(type));
    plain &= isPowerOf2_64(size) && size <= 8 && !type->isVectorTy() && !type->isAggregateType() &&
             (!element || element == size);
    element = size;
  };
  const PointerUses uses(variable, {}, [&](const Instruction &user) { return items_.contains(user.getParent()); });
  SmallVector<const MemIntrinsic *> fills;
  for (const PointerUse &use : uses.uses()) {
    switch (use.kind) {
    case PointerUse::load:
    case PointerUse::store: access(getLoadStoreType(use.user())); break;
    case PointerUse::memory_dest: {
      // Filled with the same for all lanes, element by element.
      auto *fill = cast<MemIntrinsic>(use.user());
      auto *transfer = dyn_cast<MemTransferInst>(fill);
      plain &= !fill->isVolatile() && isa<ConstantInt>(fill->getLength()) &&
               (transfer ? uniform(transfer->getRawSource()) : isa<ConstantInt>(cast<MemSetInst>(fill)->getValue()));
      fills.push_back(fill);
      break;
    }
    case PointerUse::lifetime: break;
    default: plain = false;
    }
  }
  plain &= element != 0;
  for (const Value *address : uses.addresses()) {
    // A pointer that may lead elsewhere too is not to be scaled.
    if (isa<PHINode, SelectInst>(address))
      for (const Value *operand : cast<Instruction>(address)->operands())
        plain &= !operand->getType()->isPointerTy() || uses.is_derived(operand);
    auto *step = dyn_cast<GEPOperator>(address);
    if (!step || !plain) continue;
    SmallMapVector<Value *, APInt, 4> scales;
    APInt constant(64, 0);
    plain &= step->collectOffset(layout_, 64, scales, constant) && constant.srem(int64_t(element)) == 0 &&
             all_of(scales, [&](auto &scale) { return scale.second.srem(int64_t(element)) == 0; });
  }
  for (const MemIntrinsic *fill : fills)
    plain &= plain && cast<ConstantInt>(fill->getLength())->getZExtValue() % element == 0;
  variables_.push_back({&variable, plain, plain ? element : bytes});
  for (const Value *pointer : uses.addresses()) leads_into_.try_emplace(pointer, variables_.size() - 1);
}

VectorShapes::State VectorShapes::state(const Value *value) const {
  if (uniform(value)) return {true, 0, {}};
  auto found = states_.find(value);
  return found == states_.end() ? State() : found->second;
}

std::optional<int64_t> VectorShapes::stride(const Value *value) const {
  State found = state(value);
  return found.checks.empty() ? found.stride : std::nullopt;
}

// What an instruction's flags say ("nsw", "disjoint") is sure of those lanes only for whom an access depends on it in
// the same block: elsewhere it may have been said of lanes that are not there, and the first lane, from which a row's
// address is computed, may be one of them. (Of lanes that do not agree the first is there, in each round.)
void VectorShapes::find_what_all_lanes_need() {
  for (BasicBlock *block : flow_.order()) {
    if (flow_.predicated(block)) continue;
    SmallVector<const Value *> needed;
    for (const Instruction &access : *block)
      if (const Value *pointer = getLoadStorePointerOperand(&access)) needed.push_back(pointer);
    while (!needed.empty()) {
      auto *instruction = dyn_cast<Instruction>(needed.pop_back_val());
      if (!instruction || instruction->getParent() != block || !for_all_lanes_.insert(instruction).second) continue;
      if (isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction))
        needed.append(instruction->value_op_begin(), instruction->value_op_end());
    }
  }
}

// From "anything" downwards: a value carried around a loop keeps its stride if it comes back with the same.
void VectorShapes::solve() {
  states_[x_] = {true, 1, {}};
  for (const LaneVariable &variable : variables_) states_[variable.variable] = {true, int64_t(variable.lane_bytes), {}};
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : flow_.order())
      for (Instruction &instruction : *block) {
        if (&instruction == x_ || uniformity_.uniform(instruction)) continue;
        State now = transfer(instruction), &then = states_[&instruction];
        if (!now.known || (then.known && then.stride == now.stride && then.checks == now.checks)) continue;
        then = then.known ? State{true, std::nullopt, {}} : now;
        changed = true;
      }
  }
  settled_ = true;
  for (BasicBlock *block : flow_.order())
    for (Instruction &instruction : *block) agreed_ |= instruction.hasMetadata(kSpeculativelyUniform);
  for (BasicBlock *block : flow_.order())
    for (Instruction &instruction : *block)
      if (!uniformity_.uniform(instruction) && state(&instruction).stride) transfer(instruction);
}

// The number of a lane, which is small.
static bool is_lane(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && intrinsic_of(*instruction) == Intrinsic::__wherry_sub_group_lane;
}

VectorShapes::State VectorShapes::transfer(const Instruction &instruction) {
  const State varying{true, std::nullopt, {}}, unknown;
  const unsigned width = instruction.getType()->isPointerTy() ? 64 : instruction.getType()->getScalarSizeInBits();
  auto wrapped = [&](int64_t stride, ArrayRef<Bounded> checks) -> State {
    return {true, width >= 64 ? stride : SignExtend64(uint64_t(stride), width), {checks.begin(), checks.end()}};
  };
  // What was so before the round is so for all lanes.
  if (isa<PHINode>(instruction) && instruction.getParent() == items_.getHeader()) return {true, 0, {}};
  if (!instruction.getType()->isIntegerTy() && !instruction.getType()->isPointerTy()) return varying;
  if (instruction.getType()->isIntegerTy(1) || instruction.getType()->getScalarSizeInBits() > 64) return varying;
  auto of = [&](unsigned operand) { return state(instruction.getOperand(operand)); };
  auto constant = [&](unsigned operand) -> std::optional<int64_t> {
    auto *number = dyn_cast<ConstantInt>(instruction.getOperand(operand));
    if (!number) return std::nullopt;
    return number->getSExtValue();
  };
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint()) return varying;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    State a = of(0), b = of(1);
    if (!a.known || !b.known) return unknown;
    if (!a.stride || !b.stride) return varying;
    for (const Bounded &check : b.checks)
      if (!is_contained(a.checks, check)) a.checks.push_back(check);
    return wrapped(instruction.getOpcode() == Instruction::Sub ? *a.stride - *b.stride : *a.stride + *b.stride,
                   a.checks);
  }
  case Instruction::Mul:
    for (unsigned k : {0, 1})
      if (auto factor = constant(k)) {
        State a = of(1 - k);
        return !a.known    ? unknown
               : !a.stride ? varying
                           : wrapped(int64_t(uint64_t(*a.stride) * uint64_t(*factor)), a.checks);
      }
    return varying;
  case Instruction::Shl:
    if (auto by = constant(1); by && *by >= 0 && *by < 64) {
      State a = of(0);
      return !a.known ? unknown : !a.stride ? varying : wrapped(int64_t(uint64_t(*a.stride) << *by), a.checks);
    }
    return varying;
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast: {
    State a = of(0);
    return a.known && a.stride ? wrapped(*a.stride, a.checks) : a;
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr: {
    if (instruction.getType()->isIntegerTy() && !instruction.getType()->isIntegerTy(64)) return varying;
    if (instruction.getType()->isPointerTy() && !instruction.getOperand(0)->getType()->isIntegerTy(64)) return varying;
    return of(0);
  }
  case Instruction::ZExt:
  case Instruction::SExt: {
    State a = of(0);
    if (!a.known || !a.stride) return a;
    const Value *narrow = instruction.getOperand(0);
    if (narrow->getType()->isIntegerTy(1)) return varying;
    const bool is_signed = extends_sign(instruction);
    return exact(narrow, is_signed) ? a : within(a, narrow, narrow->getType()->getIntegerBitWidth(), is_signed);
  }
  // Extensions in place, of what was shifted to the top before, and masks that cut off the top.
  case Instruction::AShr:
  case Instruction::LShr:
  case Instruction::And: {
    auto number = constant(1);
    State a = of(0);
    if (!number) return varying;
    if (!a.known || !a.stride) return a;
    if (instruction.getOpcode() == Instruction::And) {
      const uint64_t mask = uint64_t(*number) & maskTrailingOnes<uint64_t>(width);
      if (!isShiftedMask_64(mask) || *a.stride & ((int64_t(1) << countr_zero(mask)) - 1)) return varying;
      return within(a, instruction.getOperand(0), 64 - countl_zero(mask), false);
    }
    if (*number < 0 || *number >= width || *a.stride & ((int64_t(1) << *number) - 1)) return varying;
    State all = within(a, instruction.getOperand(0), width, instruction.getOpcode() == Instruction::AShr);
    if (all.stride) *all.stride >>= *number;
    return all;
  }
  case Instruction::Call: return is_lane(&instruction) ? State{true, 1, {}} : varying;
  case Instruction::Select: {
    if (!uniform(instruction.getOperand(0))) return varying;
    State a = of(1), b = of(2);
    if (!a.known || !b.known) return a.known ? a : b;
    return a.stride == b.stride && a.checks.empty() && b.checks.empty() ? a : varying;
  }
  case Instruction::PHI: {
    auto &phi = cast<PHINode>(instruction);
    BasicBlock *block = const_cast<BasicBlock *>(phi.getParent());
    const bool header = flow_.loop_of(block)->getHeader() == block;
    if (!header && !flow_.keeps_edges(block)) return varying;
    State met;
    for (const Value *value : phi.incoming_values()) {
      if (isa<UndefValue>(value)) continue;
      State one = state(value);
      if (!one.known) continue;
      if (!one.checks.empty() || (met.known && met.stride != one.stride)) return varying;
      met = one;
    }
    return met;
  }
  case Instruction::GetElementPtr: {
    const LaneVariable *into = variable(&instruction);
    auto &step = cast<GEPOperator>(instruction);
    State base = of(0);
    if (!base.known) return unknown;
    if (!base.stride) return varying;
    SmallMapVector<Value *, APInt, 4> scales;
    APInt offset(64, 0);
    if (!step.collectOffset(layout_, 64, scales, offset)) return varying;
    State result{true, *base.stride, base.checks};
    for (auto &[index, scale] : scales) {
      State a = state(index);
      if (!a.known) return unknown;
      if (!a.stride) return varying;
      if (*a.stride == 0) continue;
      if (index->getType()->getIntegerBitWidth() < 64 && !exact(index, true)) return varying;
      for (const Bounded &check : a.checks)
        if (!is_contained(result.checks, check)) result.checks.push_back(check);
      // Lanes of an interleaved variable stand `width` elements apart for each element: not one stride.
      if (into && into->interleaved) return varying;
      *result.stride += *a.stride * scale.getSExtValue();
    }
    return result;
  }
  default: return varying;
  }
}

// Of nothing but x and what is the same for a row, and free to be computed.
bool VectorShapes::hangs_on_x_alone(const Value *value, unsigned depth) const {
  if (!inside(value) || value == x_) return true;
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
  return all_of(instruction->operands(), [&](const Use &use) { return hangs_on_x_alone(use.get(), depth - 1); });
}

// Whether lanes' values are a row of integers without wrapping around.
bool VectorShapes::exact(const Value *value, bool is_signed) {
  if (uniform(value) || value == x_ || is_lane(value)) return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !state(value).stride) return false;
  auto operands = [&] {
    return all_of(instruction->operands(), [&](const Use &use) { return exact(use.get(), is_signed); });
  };
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl: {
    auto *wrapping = cast<OverflowingBinaryOperator>(instruction);
    const bool flagged = is_signed ? wrapping->hasNoSignedWrap() : wrapping->hasNoUnsignedWrap();
    if (flagged && for_all_lanes_.contains(instruction) && operands()) return true;
    break;
  }
  case Instruction::Or:  // disjoint, or it had no stride
    if (for_all_lanes_.contains(instruction) && operands()) return true;
    break;
  // It has a stride, so what it extends is exact.
  case Instruction::ZExt:
  case Instruction::SExt:
    if (is_signed || !extends_sign(*instruction)) return true;
    break;
  default: break;
  }
  return assume({const_cast<Value *>(value), value->getType()->getIntegerBitWidth(), is_signed, *state(value).stride});
}

// What hangs on x alone is checked once for a row; fewer bits than an index has would often not hold.
bool VectorShapes::assume(const Bounded &needed) {
  constexpr unsigned kLeastBits = 31, kMaxDepth = 12;
  if (assume_nothing_ || needed.bits < kLeastBits || !hangs_on_x_alone(needed.value, kMaxDepth)) return false;
  if (settled_ && !is_contained(assumptions_, needed)) assumptions_.push_back(needed);
  return true;
}

// A result that holds while the value stays within so many bits: checked where it is used, if not for the row.
VectorShapes::State VectorShapes::within(State result, const Value *value, unsigned bits, bool is_signed) {
  constexpr unsigned kMostChecks = 2, kLeastBits = 5;  // as many as number the lanes of the widest vector
  const State varying{true, std::nullopt, {}};
  const std::optional<int64_t> stride = state(value).stride;
  if (!stride) return varying;
  const Bounded needed{const_cast<Value *>(value), bits, is_signed, *stride};
  constexpr unsigned kLaneBits = 6;
  if ((is_lane(value) && bits >= kLaneBits) || assume(needed)) return result;
  if (bits < kLeastBits || bits > 32) return varying;
  if (!is_contained(result.checks, needed)) result.checks.push_back(needed);
  return result.checks.size() <= kMostChecks ? result : varying;
}

bool VectorShapes::is_bound(const Value *condition, unsigned depth) const {
  if (uniform(condition)) return true;
  auto *instruction = cast<Instruction>(condition);
  if (depth == 0) return false;
  if (isa<ICmpInst>(instruction))
    return all_of(instruction->operands(), [&](const Use &use) { return stride(use.get()).has_value(); });
  if (!isa<BinaryOperator, SelectInst>(instruction)) return false;
  return all_of(instruction->operands(), [&](const Use &use) { return is_bound(use.get(), depth - 1); });
}

bool VectorShapes::ends_at_bound(const Loop &loop) const {
  const BasicBlock *last = loop.getExitingBlock();
  auto *branch = last ? dyn_cast<BranchInst>(last->getTerminator()) : nullptr;
  return branch && is_bound(branch->getCondition());
}

}  // namespace wherry::compiler
