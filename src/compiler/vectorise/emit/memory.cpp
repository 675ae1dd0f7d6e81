// SPDX-License-Identifier: Apache-2.0
// How the lanes of a vector reach memory.
#include "compiler/analysis/target.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "compiler/opt/group_steps.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

void VectorBody::note_slow(const Instruction &instruction) {
  if (const DebugLoc &where = instruction.getDebugLoc()) counts_.slow_lines.insert(where.getLine());
}

// In a variable whose lanes are interleaved every step is `width` times as long.
Value *VectorBody::pointer_step(GetElementPtrInst &step, bool of_first) {
  auto value = [&](Value *of) -> Value * { return of_first || (strides_.uniform(of)) ? scalar(of) : vector(of); };
  const LaneVariable *into = strides_.variable(&step);
  if (!into || !into->interleaved) {
    SmallVector<Value *> indices;
    for (Value *index : step.indices()) indices.push_back(isa<Constant>(index) ? index : value(index));
    Value *base = value(step.getPointerOperand());
    // All operands may be uniform although the address is divergent; then broadcast.
    Value *made = builder_.CreateGEP(step.getSourceElementType(), base, indices, step.getName(),
                                     of_first || predicated_ ? GEPNoWrapFlags::none() : step.getNoWrapFlags());
    if (!of_first && !made->getType()->isVectorTy()) made = builder_.CreateVectorSplat(width_, made);
    return made;
  }
  SmallMapVector<Value *, APInt, 4> scales;
  APInt constant(64, 0);
  cast<GEPOperator>(step).collectOffset(layout_, 64, scales, constant);
  Value *offset = builder_.getInt64(constant.getZExtValue() * width_);
  if (!of_first) offset = builder_.CreateVectorSplat(width_, offset);
  for (auto &[index, scale] : scales) {
    Value *by = of_first ? scalar(index) : vector(index);
    Type *type = of_first ? builder_.getInt64Ty() : wide(builder_.getInt64Ty());
    Value *factor = builder_.getInt64(scale.getZExtValue() * width_);
    if (!of_first) factor = builder_.CreateVectorSplat(width_, factor);
    offset = builder_.CreateAdd(offset, builder_.CreateMul(builder_.CreateSExtOrTrunc(by, type), factor));
  }
  Value *base = of_first ? scalar(step.getPointerOperand()) : vector(step.getPointerOperand());
  return builder_.CreateGEP(builder_.getInt8Ty(), base, offset);
}

// The stride of a contiguous access, in either direction; nothing: the access is not contiguous.
std::optional<int64_t> VectorBody::contiguous_stride(const Value *pointer, Type *type) const {
  const int64_t size = layout_.getTypeStoreSize(type);
  const std::optional<int64_t> stride = strides_.of(pointer).stride();
  if (type->isIntegerTy(1)) return stride && *stride == 1 ? stride : std::nullopt;  // a byte each
  // Elements with padding do not stand side by side in a vector.
  const bool padded =
      layout_.getTypeAllocSize(type) != uint64_t(size) || layout_.getTypeSizeInBits(type) != 8 * uint64_t(size);
  return stride && !padded && (*stride == size || *stride == -size) ? stride : std::nullopt;
}

// Whether a stride's checks hold for this vector.
Value *VectorBody::checks_hold(ArrayRef<NoWrap> checks) {
  Value *all = builder_.getTrue();
  for (const NoWrap &check : checks) {
    auto extend = [&](Value *value) {
      value = builder_.CreateTrunc(value, builder_.getIntNTy(check.bits));
      return check.is_signed ? builder_.CreateSExt(value, builder_.getInt64Ty())
                             : builder_.CreateZExt(value, builder_.getInt64Ty());
    };
    Value *last =
        builder_.CreateAdd(extend(scalar(check.value)), builder_.getInt64(uint64_t(check.stride) * (width_ - 1)));
    all = builder_.CreateAnd(all, builder_.CreateICmpEQ(extend(last), last));
  }
  return all;
}

// Whether neighbouring lanes' indices may differ by one: indices with a lane stride, and (`may_differ`) an id whose
// bits are put together otherwise, an id clamped to a range, or an id to which a condition adds something; and counters
// that begin with such an index and have the same step in all lanes.
bool VectorBody::may_be_contiguous(const Value *value, unsigned depth, bool &may_differ) const {
  if (strides_.stride(value)) return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0) return false;
  auto operand = [&](unsigned k) { return may_be_contiguous(instruction->getOperand(k), depth - 1, may_differ); };
  auto by_uniform = [&] {
    return any_of(instruction->operands(), [&](const Use &use) { return strides_.uniform(use.get()); }) && operand(0) &&
           operand(1);
  };
  switch (instruction->getOpcode()) {
  case Instruction::PHI: return starts_contiguous(cast<PHINode>(*instruction), depth, may_differ);
  case Instruction::SExt:
  case Instruction::ZExt:
    if (instruction->getOperand(0)->getType()->isIntegerTy(1)) return may_differ = true;
    return operand(0);
  case Instruction::Trunc:
  case Instruction::Freeze: return operand(0);
  case Instruction::Or: may_differ |= !cast<PossiblyDisjointInst>(instruction)->isDisjoint(); [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: return operand(0) && operand(1);
  case Instruction::Mul:
  case Instruction::Shl: return by_uniform();
  case Instruction::And:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::URem:
  case Instruction::SRem: may_differ = true; return by_uniform();
  case Instruction::Select: may_differ = true; return operand(1) && operand(2);
  default: break;
  }
  auto *call = dyn_cast<IntrinsicInst>(instruction);
  if (!isa<MinMaxIntrinsic>(instruction) && !(call && call->getIntrinsicID() == llvm::Intrinsic::usub_sat))
    return false;
  may_differ = true;
  return operand(0) && operand(1);
}

// As may_be_contiguous(), of a phi of a loop's header with a start and a step that is the same in all lanes; of another
// phi, of all its values.
bool VectorBody::starts_contiguous(const PHINode &phi, unsigned depth, bool &may_differ) const {
  const Loop *loop = flow_.loop_of(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent())
    return all_of(phi.incoming_values(),
                  [&](const Use &use) { return may_be_contiguous(use.get(), depth - 1, may_differ); });
  const BasicBlock *latch = loop->getLoopLatch();
  if (!latch || phi.getNumIncomingValues() != 2) return false;
  auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
  if (!next || next->getOpcode() != Instruction::Add) return false;
  const unsigned self = next->getOperand(0) == &phi ? 0 : 1;
  return next->getOperand(self) == &phi && strides_.uniform(next->getOperand(1 - self)) &&
         may_be_contiguous(phi.getIncomingValue(phi.getIncomingBlock(0) == latch ? 1 : 0), depth - 1, may_differ);
}

// Whether the value is a sum with a term that differs from lane to lane and is multiplied by `factor`.
bool VectorBody::has_factor(const Value *value, uint64_t factor, unsigned depth) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0 || strides_.uniform(value)) return false;
  switch (instruction->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Freeze: return has_factor(instruction->getOperand(0), factor, depth - 1);
  case Instruction::Add:
  case Instruction::Or:
    return has_factor(instruction->getOperand(0), factor, depth - 1) ||
           has_factor(instruction->getOperand(1), factor, depth - 1);
  case Instruction::AShr: {  // (x << 32) >> 30: the lower half of x, times four
    auto *left = dyn_cast<BinaryOperator>(instruction->getOperand(0));
    auto *up = left && left->getOpcode() == Instruction::Shl ? dyn_cast<ConstantInt>(left->getOperand(1)) : nullptr;
    auto *down = dyn_cast<ConstantInt>(instruction->getOperand(1));
    return instruction->isExact() && up && down && up->getValue().ult(64) && up->getValue().uge(down->getValue()) &&
           uint64_t{1} << (up->getZExtValue() - down->getZExtValue()) == factor;
  }
  case Instruction::Mul:
  case Instruction::Shl: {
    auto *by = dyn_cast<ConstantInt>(instruction->getOperand(1));
    if (!by || by->getBitWidth() > 64) return false;
    const uint64_t number = by->getZExtValue();
    return instruction->getOpcode() == Instruction::Mul ? number == factor
                                                        : number < 64 && uint64_t{1} << number == factor;
  }
  default: return false;
  }
}

// The address computation that is worth a run-time contiguity check: from a uniform base to elements that may be
// contiguous in one vector and not in the next. Bytes are counted as well as elements, as in images. Null: none.
// `offset`: the bytes that `pointer` lies behind the computed address.
GetElementPtrInst *VectorBody::run_time_contiguous(Value *pointer, Type *type, APInt &offset) const {
  offset = APInt(64, 0);
  auto *step = dyn_cast<GetElementPtrInst>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true));
  const uint64_t size = layout_.getTypeStoreSize(type);
  if (!step || step->getNumIndices() != 1 || !strides_.uniform(step->getPointerOperand()) || strides_.variable(step) ||
      layout_.getTypeSizeInBits(type) != 8 * size || layout_.getTypeAllocSize(type) != size)
    return nullptr;
  const uint64_t unit = layout_.getTypeAllocSize(step->getSourceElementType());
  if (unit != size && (unit != 1 || !has_factor(step->getOperand(1), size, cost::kMostSteps))) return nullptr;
  bool may_differ = false;
  return may_be_contiguous(step->getOperand(1), cost::kMostSteps, may_differ) && may_differ ? step : nullptr;
}

VectorBody::LaneIndices VectorBody::lane_indices(GetElementPtrInst &step) {
  Value *index = step.getOperand(1);
  const bool is_signed = !isa<ZExtInst>(index);
  if (isa<SExtInst, ZExtInst>(index) && cast<Instruction>(index)->getOperand(0)->getType()->isIntegerTy(32))
    index = cast<Instruction>(index)->getOperand(0);
  Value *all = vector(index), *first = builder_.CreateExtractElement(all, uint64_t(0));
  return {all, mask_ ? builder_.CreateFreeze(first) : first, is_signed};
}

// Emits whether `condition` holds and the first lane's index plus `more` does not wrap around.
Value *VectorBody::and_unwrapped(Value *condition, const LaneIndices &indices, uint64_t more) {
  const unsigned bits = indices.first->getType()->getIntegerBitWidth();
  if (bits == 64) return condition;
  Value *most = builder_.getInt((indices.is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)) - more);
  return builder_.CreateAnd(condition, indices.is_signed ? builder_.CreateICmpSLE(indices.first, most)
                                                         : builder_.CreateICmpULE(indices.first, most));
}

// The address that lies `offset` bytes behind the first lane's element.
Value *VectorBody::first_element(GetElementPtrInst &step, const LaneIndices &indices, const APInt &offset) {
  Type *type = builder_.getInt64Ty();
  Value *index =
      indices.is_signed ? builder_.CreateSExt(indices.first, type) : builder_.CreateZExt(indices.first, type);
  Value *first = builder_.CreateGEP(step.getSourceElementType(), scalar(step.getPointerOperand()), index);
  return offset.isZero() ? first : builder_.CreatePtrAdd(first, builder_.getInt(offset));
}

// The run-time contiguity check: whether the lanes' elements are contiguous. `first`: the first lane's address, with
// `offset` added.
Value *VectorBody::check_contiguity(GetElementPtrInst &step, const APInt &offset, Type *element, Value *&first) {
  const uint64_t stride =
      layout_.getTypeAllocSize(element).getFixedValue() / layout_.getTypeAllocSize(step.getSourceElementType());
  const LaneIndices indices = lane_indices(step);
  Type *type = indices.first->getType();
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane < width_; ++lane) numbers.push_back(ConstantInt::get(type, lane * stride));
  Value *expected = builder_.CreateAdd(builder_.CreateVectorSplat(width_, indices.first), ConstantVector::get(numbers));
  Value *same = builder_.CreateICmpEQ(indices.all, expected);
  if (mask_) same = builder_.CreateSelect(mask_, same, Constant::getAllOnesValue(same->getType()));
  Value *contiguous = and_unwrapped(builder_.CreateAndReduce(same), indices, (width_ - 1) * stride);
  first = first_element(step, indices, offset);
  return contiguous;
}

// LLVM 22's InstCombine moves a masked load to a select between its result and another value, past stores that stand
// between the load and the select.
static bool may_be_moved(const LoadInst &load) {
  return load.isUsedOutsideOfBlock(load.getParent()) ||
         any_of(make_range(std::next(load.getIterator()), load.getParent()->end()),
                [](const Instruction &later) { return later.mayWriteToMemory(); });
}

// A masked access begins at the first lane's element. If this lane is inactive, its address may be less aligned.
Align VectorBody::contiguous_align(Align align, uint64_t stride) const {
  return mask_ ? commonAlignment(align, stride) : align;
}

// Whether all lanes are active in all iterations of the block's loop but the last: its exit is a range check, and its
// body has no other divergent branch.
bool VectorBody::mostly_has_all_lanes(const BasicBlock *block) const {
  const Loop *loop = flow_.loop_of(block);
  if (loop == &items_ || !flow_.divergent(loop) || !strides_.ends_by_range_check(*loop)) return false;
  const BasicBlock *before = loop->getLoopPreheader();
  return before && !flow_.predicated(before) && all_of(loop->blocks(), [&](const BasicBlock *one) {
           auto *branch = dyn_cast<BranchInst>(one->getTerminator());
           return one == loop->getExitingBlock() ||
                  (branch && (branch->isUnconditional() || strides_.uniform(branch->getCondition())));
         });
}

// Whether the counters of the block's loop go on by so little that hardware follows: by a number that is known to be
// small, or the local size.
bool VectorBody::has_near_steps(const BasicBlock *block) const {
  constexpr int64_t kMostStep = kFollowedStep / 4;  // elements of 4 bytes
  const Loop *loop = flow_.loop_of(block);
  return all_of(loop->getHeader()->phis(), [&](const PHINode &phi) {
    const Value *next = loop->getLoopLatch() ? phi.getIncomingValueForBlock(loop->getLoopLatch()) : nullptr, *step;
    if (!next || !phi.getType()->isIntegerTy() || !match(next, m_c_Add(m_Specific(&phi), m_Value(step)))) return true;
    while (isa<TruncInst, ZExtInst, SExtInst>(step)) step = cast<Instruction>(step)->getOperand(0);
    const ConstantRange range = computeConstantRange(step, /*ForSigned=*/true);
    if (range.getSignedMin().sge(-kMostStep) && range.getSignedMax().sle(kMostStep)) return true;
    return is_local_size(step, *block->getParent()) || !strides_.uniform(step);
  });
}

// Whether a load is made without its mask in iterations where all lanes are active, mostly all but a loop's last. Zen 5
// prefetches nothing by masked loads: loops over rows in memory took 1.5 to 3 times as long. Steps as long as the
// global size it cannot follow, and fetches neighbours in vain (1.25 times as long): these loads keep their masks.
bool VectorBody::drops_mask(const LoadInst &load) const {
  return load.getPointerAddressSpace() == kGlobalSpace && mostly_has_all_lanes(load.getParent()) &&
         has_near_steps(load.getParent());
}

// Makes an access twice: `access(true)` where all lanes are active.
void VectorBody::with_and_without_mask(function_ref<void(bool)> access) {
  BasicBlock *all = new_block("all"), *some = new_block("some"), *after = new_block("accessed");
  Value *bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(width_));
  builder_.CreateCondBr(builder_.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType())), all, some);
  for (BasicBlock *block : {all, some}) {
    builder_.SetInsertPoint(block);
    access(block == all);
    builder_.CreateBr(after);
  }
  builder_.SetInsertPoint(after);
}

Value *VectorBody::load_contiguous(LoadInst &original, Value *first, int64_t stride) {
  const Align align = contiguous_align(original.getAlign(), AbsoluteValue(stride));
  const bool truth = original.getType()->isIntegerTy(1);
  Type *all = wide(truth ? builder_.getInt8Ty() : original.getType());
  Value *mask = mask_;
  if (stride < 0) {
    first = builder_.CreateGEP(builder_.getInt8Ty(), first, builder_.getInt64(stride * (int64_t(width_) - 1)));
    if (mask) mask = builder_.CreateVectorReverse(mask);
  }
  Value *made = nullptr;
  if (mask &&
      ((!has_masked_access(register_bits_, all->getScalarSizeInBits()) && mostly_has_all_lanes(original.getParent())) ||
       drops_mask(original))) {
    PHINode *either = PHINode::Create(all, 2);
    with_and_without_mask([&](bool whole) {
      Value *one = whole ? static_cast<Value *>(builder_.CreateAlignedLoad(all, first, align))
                         : builder_.CreateMaskedLoad(all, first, align, mask);
      either->addIncoming(one, builder_.GetInsertBlock());
    });
    made = builder_.Insert(either);
  } else {
    made = mask ? builder_.CreateMaskedLoad(all, first, align, mask)
                : static_cast<Value *>(builder_.CreateAlignedLoad(all, first, align));
  }
  if (mask && may_be_moved(original)) made = builder_.CreateFreeze(made);
  if (truth) made = builder_.CreateTrunc(made, wide(original.getType()));
  return stride < 0 ? builder_.CreateVectorReverse(made) : made;
}

Value *VectorBody::load(LoadInst &original) {
  Value *pointer = original.getPointerOperand();
  if (strides_.stride(pointer) == 0) {
    ++counts_.uniform;
    // The first lane's address is that of all active lanes, also once the first lane has left. Where a block runs
    // without an active lane, it may be no address at all.
    auto splat = [&, from = scalar(pointer)] {
      Value *one = builder_.CreateAlignedLoad(original.getType(), from, original.getAlign());
      return builder_.CreateVectorSplat(width_, one);
    };
    if (!mask_ || !flow_.unguarded(original.getParent())) return splat();
    Value *made = load_either(any(mask_), "some", splat, [&] { return PoisonValue::get(wide(original.getType())); });
    return may_be_moved(original) ? builder_.CreateFreeze(made) : made;
  }
  auto stride = contiguous_stride(pointer, original.getType());
  if (!stride) {
    if (const unsigned step = step_of_strided(original)) {
      ++counts_.groups;
      Value *made = load_strided(original, step);
      return mask_ && may_be_moved(original) ? builder_.CreateFreeze(made) : made;
    }
    if (const int64_t overlapping = overlapping_stride(original)) {
      ++counts_.groups;
      return load_overlapping(original, overlapping);
    }
    if (auto table = register_table(original)) {
      ++counts_.tables;
      return of_register_table(original, *table);
    }
    if (auto table = byte_table(original)) {
      ++counts_.tables;
      return of_byte_table(original, *table);
    }
    ++counts_.gathers;
    note_slow(original);
    Value *first = nullptr;
    if (Value *contiguous = contiguous_at_run_time(pointer, original.getType(), first)) {
      ++counts_.checked;
      return load_contiguous_or_gather(original, first, layout_.getTypeStoreSize(original.getType()), contiguous);
    }
    // The branch to a rare loop checks.
    if (APInt none; is_in_rare_loop(flow_.loop_of(original.getParent())) || window_step(original, none) ||
                    near_step(original, none))
      ++counts_.checked;
    return gather(original);
  }
  ++counts_.contiguous;
  const LaneStride of = strides_.of(pointer);
  if (of.checks().empty()) return load_contiguous(original, scalar(pointer), *stride);
  vector(pointer);
  return load_contiguous_or_gather(original, scalar(pointer), *stride, checks_hold(of.checks()));
}

Value *VectorBody::load_contiguous_or_gather(LoadInst &original, Value *first, int64_t stride, Value *contiguous) {
  return load_either(
      contiguous, "contiguous", [&] { return load_contiguous(original, first, stride); },
      [&] { return gather(original); });
}

// What `together` loads where the condition holds, else what `by_lane` loads.
Value *VectorBody::load_either(Value *condition, const Twine &name, function_ref<Value *()> together,
                               function_ref<Value *()> by_lane) {
  BasicBlock *direct = new_block(name), *lanes = new_block("by.lane"), *after = new_block("loaded");
  builder_.CreateCondBr(condition, direct, lanes);
  SmallVector<std::pair<Value *, BasicBlock *>, 2> loaded;
  for (BasicBlock *block : {direct, lanes}) {
    builder_.SetInsertPoint(block);
    Value *made = block == direct ? together() : by_lane();
    loaded.emplace_back(made, builder_.GetInsertBlock());
    builder_.CreateBr(after);
  }
  builder_.SetInsertPoint(after);
  PHINode *either = builder_.CreatePHI(loaded.front().first->getType(), 2);
  for (const auto &[made, end] : loaded) either->addIncoming(made, end);
  return either;
}

void VectorBody::store_contiguous(StoreInst &original, Value *first, int64_t stride) {
  const Align align = contiguous_align(original.getAlign(), AbsoluteValue(stride));
  Value *mask = mask_, *all = vector(original.getValueOperand());
  if (original.getValueOperand()->getType()->isIntegerTy(1)) all = builder_.CreateZExt(all, wide(builder_.getInt8Ty()));
  if (stride < 0) {
    first = builder_.CreateGEP(builder_.getInt8Ty(), first, builder_.getInt64(stride * (int64_t(width_) - 1)));
    all = builder_.CreateVectorReverse(all);
    if (mask) mask = builder_.CreateVectorReverse(mask);
  }
  if (mask && !has_masked_access(register_bits_, all->getType()->getScalarSizeInBits()) &&
      mostly_has_all_lanes(original.getParent()))
    with_and_without_mask([&](bool whole) {
      if (whole)
        builder_.CreateAlignedStore(all, first, align);
      else
        builder_.CreateMaskedStore(all, first, align, mask);
    });
  else if (mask)
    builder_.CreateMaskedStore(all, first, align, mask);
  else
    builder_.CreateAlignedStore(all, first, align)->setMetadata(kStreamed, original.getMetadata(kStreamed));
}

void VectorBody::scatter(StoreInst &original) {
  builder_.CreateMaskedScatter(vector(original.getValueOperand()), vector(original.getPointerOperand()),
                               original.getAlign(), mask_);
}

// A store of all lanes to one address: the last active lane's value stays, as if work-items had run one after the
// other.
void VectorBody::store_last(StoreInst &original) {
  Value *value = original.getValueOperand(), *to = scalar(original.getPointerOperand());
  const bool uniform = strides_.uniform(value), asks = mask_ && flow_.unguarded(original.getParent());
  Value *all = uniform ? nullptr : vector(value), *last = uniform ? scalar(value) : nullptr;
  BasicBlock *after = nullptr;
  if (asks) {
    BasicBlock *some = new_block("some");
    after = new_block("stored");
    builder_.CreateCondBr(any(mask_), some, after);
    builder_.SetInsertPoint(some);
  }
  if (!uniform) {
    Value *lane = builder_.getIntN(width_, width_ - 1);
    if (mask_) {
      Value *bits = builder_.CreateBitCast(mask_, lane->getType());
      lane = builder_.CreateSub(lane, builder_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, builder_.getTrue()));
    }
    last = builder_.CreateExtractElement(all, lane);
  }
  builder_.CreateAlignedStore(last, to, original.getAlign());
  if (!asks) return;
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

void VectorBody::store(StoreInst &original) {
  Value *pointer = original.getPointerOperand(), *value = original.getValueOperand();
  if (strides_.stride(pointer) == 0) {
    ++counts_.uniform;
    return store_last(original);
  }
  auto stride = contiguous_stride(pointer, value->getType());
  if (!stride) {
    if (const unsigned step = step_of_strided(original)) {
      ++counts_.groups;
      return store_strided(original, step);
    }
    ++counts_.scatters;
    note_slow(original);
    vector(value);
    Value *first = nullptr;
    if (Value *contiguous = contiguous_at_run_time(pointer, value->getType(), first)) {
      ++counts_.checked;
      return store_contiguous_or_scatter(original, first, layout_.getTypeStoreSize(value->getType()), contiguous);
    }
    if (is_in_rare_loop(flow_.loop_of(original.getParent()))) ++counts_.checked;
    return scatter(original);
  }
  ++counts_.contiguous;
  const LaneStride of = strides_.of(pointer);
  if (of.checks().empty()) return store_contiguous(original, scalar(pointer), *stride);
  vector(pointer), vector(value);
  store_contiguous_or_scatter(original, scalar(pointer), *stride, checks_hold(of.checks()));
}

void VectorBody::store_contiguous_or_scatter(StoreInst &original, Value *first, int64_t stride, Value *contiguous) {
  BasicBlock *direct = new_block("contiguous"), *by_lane = new_block("by.lane"), *after = new_block("stored");
  builder_.CreateCondBr(contiguous, direct, by_lane);
  builder_.SetInsertPoint(direct);
  store_contiguous(original, first, stride);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(by_lane);
  scatter(original);
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

// Fills an interleaved variable: one vector of all lanes' elements after the other.
void VectorBody::fill(MemIntrinsic &original) {
  const uint64_t size = strides_.variable(original.getRawDest())->lane_bytes;
  Value *count = builder_.CreateUDiv(builder_.CreateZExtOrTrunc(scalar(original.getLength()), builder_.getInt64Ty()),
                                     builder_.getInt64(size));
  if (auto *known = dyn_cast<ConstantInt>(count); known && known->isZero()) return;
  Type *type = builder_.getIntNTy(unsigned(8 * size));
  BasicBlock *before = builder_.GetInsertBlock(), *loop = new_block("fill"), *after = new_block("filled");
  Value *to = strides_.uniform(original.getRawDest()) || strides_.stride(original.getRawDest())
                  ? scalar(original.getRawDest())
                  : nullptr;
  Value *targets = to ? nullptr : vector(original.getRawDest());
  builder_.CreateCondBr(builder_.CreateICmpNE(count, builder_.getInt64(0)), loop, after);
  builder_.SetInsertPoint(loop);
  PHINode *index = builder_.CreatePHI(builder_.getInt64Ty(), 2);
  index->addIncoming(builder_.getInt64(0), before);
  Value *one = nullptr;
  if (auto *transfer = dyn_cast<MemTransferInst>(&original))
    one = builder_.CreateAlignedLoad(type, builder_.CreateGEP(type, scalar(transfer->getRawSource()), index),
                                     commonAlignment(transfer->getSourceAlign().valueOrOne(), size));
  else
    one = ConstantInt::get(type, APInt::getSplat(unsigned(8 * size),
                                                 cast<ConstantInt>(cast<MemSetInst>(original).getValue())->getValue()));
  Value *all = builder_.CreateVectorSplat(width_, one),
        *offset = builder_.CreateMul(index, builder_.getInt64(size * width_));
  const Align align(size);
  if (!to)
    builder_.CreateMaskedScatter(all, builder_.CreateGEP(builder_.getInt8Ty(), targets, offset), align, mask_);
  else if (mask_)
    builder_.CreateMaskedStore(all, builder_.CreateGEP(builder_.getInt8Ty(), to, offset), align, mask_);
  else
    builder_.CreateAlignedStore(all, builder_.CreateGEP(builder_.getInt8Ty(), to, offset), align);
  Value *next = builder_.CreateAdd(index, builder_.getInt64(1));
  index->addIncoming(next, loop);
  builder_.CreateCondBr(builder_.CreateICmpULT(next, count), loop, after);
  builder_.SetInsertPoint(after);
}

// One lane's value, also of a structure that is widened member by member.
Value *VectorBody::element(Value *value, Value *lane) {
  if (strides_.uniform(value)) return scalar(value);
  Value *all = vector(value);
  auto *structure = dyn_cast<StructType>(value->getType());
  if (!structure) return builder_.CreateExtractElement(all, lane);
  Value *one = PoisonValue::get(structure);
  for (unsigned k = 0; k < structure->getNumElements(); ++k)
    one = builder_.CreateInsertValue(one, builder_.CreateExtractElement(builder_.CreateExtractValue(all, k), lane), k);
  return one;
}

// An instruction without a vector form: a loop over the active lanes, in their order.
Value *VectorBody::lane_by_lane(Instruction &original) {
  ++counts_.by_lane;
  note_slow(original);
  // Operands go to memory once, before the loop: the code generator takes an element with an unknown index from memory,
  // and would store the vector for each.
  SmallDenseMap<Value *, AllocaInst *> in_memory;
  for (Value *operand : original.operands()) {
    if (isa<Function, MetadataAsValue, BasicBlock>(operand) || strides_.uniform(operand)) continue;
    Value *all = vector(operand);
    Type *type = operand->getType();
    if (type->isStructTy() || layout_.getTypeSizeInBits(type) != layout_.getTypeAllocSizeInBits(type)) continue;
    auto [found, added] = in_memory.try_emplace(operand, nullptr);
    if (!added) continue;
    AllocaInst *&buffer = lane_buffers_[{all->getType(), unsigned(in_memory.size())}];
    if (!buffer)
      buffer = new AllocaInst(all->getType(), layout_.getAllocaAddrSpace(), "lane.buffer",
                              function_.getEntryBlock().begin());
    builder_.CreateStore(all, found->second = buffer);
  }
  // Updates in local memory become plain ones. With addresses out of registers, once the loop is unrolled, Zen 4 may
  // take each update for a load of what the one before has stored: an element of a histogram took 0.5 or 4 ns, as the
  // register was rdx or r11. Volatile loads keep the addresses in memory: 0.6 ns.
  auto *update = dyn_cast<AtomicRMWInst>(&original);
  const bool keeps_in_memory = update && update->getPointerAddressSpace() == kLocalSpace;
  Type *bits_type = builder_.getIntNTy(std::max(32u, width_));
  Value *bits = mask_ ? builder_.CreateZExt(builder_.CreateBitCast(mask_, builder_.getIntNTy(width_)), bits_type)
                      : builder_.getInt(APInt::getLowBitsSet(bits_type->getIntegerBitWidth(), width_));
  BasicBlock *before = builder_.GetInsertBlock(), *loop = new_block("lane"), *after = new_block("lanes.done");
  const bool empty = mask_ != nullptr;
  if (empty)
    builder_.CreateCondBr(builder_.CreateICmpNE(bits, ConstantInt::get(bits_type, 0)), loop, after);
  else
    builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *left = builder_.CreatePHI(bits_type, 2, "lanes.left");
  left->addIncoming(bits, before);
  PHINode *gathered = nullptr;
  const bool result = !original.getType()->isVoidTy();
  if (result) {
    gathered = builder_.CreatePHI(wide(original.getType()), 2);
    gathered->addIncoming(PoisonValue::get(gathered->getType()), before);
  }
  Value *lane = builder_.CreateZExt(builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, builder_.getTrue()),
                                    builder_.getInt64Ty());
  Instruction *copy = original.clone();
  for (Use &use : copy->operands()) {
    if (isa<Function, MetadataAsValue, InlineAsm>(use.get())) continue;
    Type *type = use->getType();
    AllocaInst *buffer = in_memory.lookup(use.get());
    use.set(buffer ? builder_.CreateLoad(type, builder_.CreateGEP(type, buffer, lane), keeps_in_memory)
                   : element(use.get(), lane));
  }
  copy->setMetadata(LLVMContext::MD_access_group, nullptr);
  builder_.Insert(copy, original.getName());
  Value *with = gathered;
  if (auto *structure = dyn_cast<StructType>(original.getType())) {
    for (unsigned k = 0; k < structure->getNumElements(); ++k)
      with = builder_.CreateInsertValue(with,
                                        builder_.CreateInsertElement(builder_.CreateExtractValue(gathered, k),
                                                                     builder_.CreateExtractValue(copy, k), lane),
                                        k);
  } else if (result) {
    with = builder_.CreateInsertElement(gathered, copy, lane);
  }
  Value *others = builder_.CreateAnd(left, builder_.CreateSub(left, ConstantInt::get(bits_type, 1)));
  left->addIncoming(others, loop);
  if (result) gathered->addIncoming(with, loop);
  builder_.CreateCondBr(builder_.CreateICmpNE(others, ConstantInt::get(bits_type, 0)), loop, after);
  builder_.SetInsertPoint(after);
  if (!result) return nullptr;
  PHINode *all = builder_.CreatePHI(gathered->getType(), 2);
  if (empty) all->addIncoming(PoisonValue::get(gathered->getType()), before);
  all->addIncoming(with, loop);
  return all;
}

}  // namespace wherry::compiler
