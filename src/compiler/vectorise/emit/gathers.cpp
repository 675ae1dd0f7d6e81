// SPDX-License-Identifier: Apache-2.0
// Loads of elements that do not lie side by side.
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// A table of float4: its members' registers are shuffled out of four, once for an item loop.
constexpr uint64_t kMostTableMembers = 4;

// computeKnownBits(), which goes few operations deep, for what is put together bit by bit: `if (...) c |= 1 << k` for
// each of eight bits.
class DeepKnownBits {
 public:
  explicit DeepKnownBits(const DataLayout &layout) : layout_(layout) {}

  KnownBits of(const Value *value, unsigned depth = kMostDepth) {
    if (auto found = known_.find(value); found != known_.end()) return found->second;
    const KnownBits known = depth == 0 ? computeKnownBits(value, layout_) : of_operation(value, depth - 1);
    return known_.try_emplace(value, known).first->second;
  }

 private:
  static constexpr unsigned kMostDepth = 32;  // a choice and an operation for each of 16 bits

  KnownBits of_operation(const Value *value, unsigned depth) {
    auto *instruction = dyn_cast<Instruction>(value);
    const unsigned bits = value->getType()->getScalarSizeInBits();
    auto operand = [&](unsigned k) { return of(instruction->getOperand(k), depth); };
    switch (instruction ? instruction->getOpcode() : 0) {
    case Instruction::Or: return operand(0) | operand(1);
    case Instruction::Select: return operand(1).intersectWith(operand(2));
    case Instruction::ZExt: return operand(0).zext(bits);
    case Instruction::SExt: return operand(0).sext(bits);
    case Instruction::Trunc: return operand(0).trunc(bits);
    case Instruction::PHI: {  // behind a branch, or of a loop with its start
      auto *phi = cast<PHINode>(instruction);
      if (phi->getNumIncomingValues() != 2 || !known_.try_emplace(value, bits).second) break;
      const KnownBits known = operand(0).intersectWith(operand(1));
      known_.erase(value);
      return known;
    }
    default: break;
    }
    return computeKnownBits(value, layout_);
  }

  const DataLayout &layout_;
  DenseMap<const Value *, KnownBits> known_;  // of a loop's phi nothing, while its operands are looked at
};

}  // namespace

// A pointer into a table: an address that is the same for all lanes, and an index of few bits. Nothing: another
// pointer.
std::optional<VectorBody::TableAddress> VectorBody::table_address(const Value *pointer) const {
  if (strides_.variable(pointer)) return std::nullopt;
  APInt offset(64, 0);
  auto *step =
      dyn_cast<GEPOperator>(const_cast<Value *>(pointer)->stripAndAccumulateConstantOffsets(layout_, offset, true));
  if (!step || !strides_.uniform(step->getPointerOperand())) return std::nullopt;
  SmallMapVector<Value *, APInt, 4> scales;
  if (!step->collectOffset(layout_, 64, scales, offset) || scales.size() != 1) return std::nullopt;
  auto &[index, scale] = scales.front();
  if (strides_.uniform(index) || !index->getType()->isIntegerTy() || !scale.isStrictlyPositive()) return std::nullopt;
  const KnownBits known = DeepKnownBits(layout_).of(index);
  if (!known.isNonNegative()) return std::nullopt;
  const unsigned bits = std::max(1u, known.countMaxActiveBits());
  if (bits + scale.getActiveBits() > cost::kMostTableBits || !offset.isSignedIntN(cost::kMostTableBits))
    return std::nullopt;
  return TableAddress{step->getPointerOperand(), index, scale.getZExtValue(), offset.getSExtValue(), bits};
}

Value *VectorBody::start_of(const TableAddress &table) {
  Value *start = scalar(table.base);
  return table.offset ? builder_.CreatePtrAdd(start, builder_.getInt64(table.offset)) : start;
}

// A constant table that fits one register, or two, of 32 bits an element, and that no index leaves. Nothing: another
// load.
std::optional<VectorBody::TableAddress> VectorBody::register_table(const LoadInst &load) const {
  const unsigned lanes = register_bits_ / 32;
  const uint64_t size = layout_.getTypeStoreSize(load.getType());
  if (register_bits_ < 256 || width_ % lanes != 0 || size > 4 || !isPowerOf2_64(size) ||
      load.getType()->isPointerTy() || layout_.getTypeSizeInBits(load.getType()) != 8 * size)
    return std::nullopt;
  auto table = table_address(load.getPointerOperand());
  if (!table || table->scale % size != 0 || table->scale > kMostTableMembers * size || (1u << table->bits) > 2 * lanes)
    return std::nullopt;
  APInt offset(64, uint64_t(table->offset), /*isSigned=*/true);
  auto *variable = dyn_cast<GlobalVariable>(table->base->stripAndAccumulateConstantOffsets(layout_, offset, true));
  if (!variable || !variable->isConstant() || offset.isNegative() ||
      offset.getZExtValue() + (table->scale << table->bits) - (table->scale - size) >
          layout_.getTypeAllocSize(variable->getValueType()))
    return std::nullopt;
  return table;
}

// The table as a vector, permuted by the lanes' indices: a gather of 16 elements takes some 10 cycles, a
// permutation one.
Value *VectorBody::of_register_table(LoadInst &original, const TableAddress &table) {
  const unsigned lanes = register_bits_ / 32, entries = 1u << table.bits;
  const auto bits = unsigned(layout_.getTypeSizeInBits(original.getType()));
  const unsigned step = unsigned(table.scale * 8 / bits);  // elements from an entry's member to the next entry's
  Type *element = builder_.getIntNTy(bits);
  Value *all = builder_.CreateAlignedLoad(FixedVectorType::get(element, (entries - 1) * step + 1), start_of(table),
                                          Align(1));  // the elements' alignment tells nothing of the start
  if (step > 1) all = builder_.CreateShuffleVector(all, createStrideMask(0, step, entries));
  all = builder_.CreateZExt(all, FixedVectorType::get(builder_.getInt32Ty(), entries));
  SmallVector<Value *, 2> halves;
  for (unsigned first = 0; first < entries; first += lanes) {
    SmallVector<int> places;
    for (unsigned k = 0; k < lanes; ++k) places.push_back(first + k < entries ? int(first + k) : PoisonMaskElem);
    halves.push_back(builder_.CreateShuffleVector(all, places));
  }
  Value *indices = builder_.CreateZExtOrTrunc(vector(table.index), wide(builder_.getInt32Ty()));
  SmallVector<Value *> parts;
  for (unsigned first = 0; first < width_; first += lanes) {
    Value *some = builder_.CreateShuffleVector(indices, createSequentialMask(first, lanes, 0));
    Value *part = permuted(halves[0], some);
    if (halves.size() > 1)
      part = builder_.CreateSelect(builder_.CreateICmpUGE(some, ConstantInt::get(some->getType(), lanes)),
                                   permuted(halves[1], some), part);
    parts.push_back(part);
  }
  return builder_.CreateBitCast(builder_.CreateTrunc(concatenateVectors(builder_, parts), wide(element)),
                                wide(original.getType()));
}

// What `permute` makes of the lanes' places, a register of `count` elements at a time.
Value *VectorBody::by_registers(Value *places, unsigned count, function_ref<Value *(Value *)> permute) {
  SmallVector<Value *> parts;
  for (unsigned from = 0; from < width_; from += count) {
    SmallVector<int> lanes;
    for (unsigned lane = from; lane < from + count; ++lane) lanes.push_back(lane < width_ ? int(lane) : PoisonMaskElem);
    parts.push_back(permute(builder_.CreateShuffleVector(places, lanes)));
  }
  Value *all = concatenateVectors(builder_, parts);
  return width_ < count ? builder_.CreateShuffleVector(all, createSequentialMask(0, width_, 0)) : all;
}

// Whether the `bytes` bytes from an address on lie in one page, and at least one lane is active. The caller guarantees
// that each active lane loads some of these bytes. The page is mapped then, and loading all of the bytes cannot fault.
Value *VectorBody::in_page(Value *address, uint64_t bytes) {
  constexpr uint64_t kPage = 4096;  // the smallest of x86
  Value *place = builder_.CreateAnd(builder_.CreatePtrToInt(address, builder_.getInt64Ty()), kPage - 1);
  Value *inside = builder_.CreateICmpULE(place, builder_.getInt64(kPage - bytes));
  return mask_ ? builder_.CreateAnd(builder_.CreateFreeze(inside), any(mask_)) : inside;
}

// A table of bytes by an index of at most 8 bits, such as another byte, which fits four registers. Nothing: another
// load, or less memory than such an index reaches.
std::optional<VectorBody::TableAddress> VectorBody::byte_table(const LoadInst &load) const {
  if (!permutes_bytes_ || register_bits_ < 512 || !load.getType()->isIntegerTy(8)) return std::nullopt;
  auto table = table_address(load.getPointerOperand());
  if (!table || table->scale != 1 || table->bits > 8) return std::nullopt;
  const Value *object = getUnderlyingObject(table->base);
  if (isa<AllocaInst>(object)) return std::nullopt;
  auto *variable = dyn_cast<GlobalVariable>(object);
  if (!variable) return table;
  APInt offset(64, uint64_t(table->offset), /*isSigned=*/true);
  const bool fits =
      table->base->stripAndAccumulateConstantOffsets(layout_, offset, true) == variable && !offset.isNegative() &&
      offset.getZExtValue() + (uint64_t(1) << table->bits) <= layout_.getTypeAllocSize(variable->getValueType());
  return fits ? table : std::nullopt;
}

// The table in registers, permuted. The kernel may know that an index never reaches the end of a table that is shorter:
// where the rest would lie in another page, a gather.
Value *VectorBody::of_byte_table(LoadInst &original, const TableAddress &table) {
  const unsigned entries = 1u << table.bits, count = register_bits_ / 8;
  Value *start = start_of(table), *index = builder_.CreateZExtOrTrunc(vector(table.index), wide(builder_.getInt8Ty()));
  auto permute = [&] {
    SmallVector<Value *> registers;
    for (unsigned from = 0; from < entries; from += count) {
      const unsigned some = std::min(entries, count);
      Value *part = builder_.CreateAlignedLoad(FixedVectorType::get(builder_.getInt8Ty(), some),
                                               builder_.CreatePtrAdd(start, builder_.getInt64(from)), Align(1));
      SmallVector<int> places;
      for (unsigned k = 0; k < count; ++k) places.push_back(k < some ? int(k) : PoisonMaskElem);
      registers.push_back(builder_.CreateShuffleVector(part, places));
    }
    return by_registers(index, count, [&](Value *some) -> Value * {
      if (registers.size() == 1)
        return builder_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_qi_512, {}, {registers[0], some});
      auto of_two = [&](unsigned k) {
        return builder_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_qi_512, {},
                                        {registers[k], some, registers[k + 1]});
      };
      Value *low = of_two(0);
      if (registers.size() == 2) return low;
      return builder_.CreateSelect(builder_.CreateICmpSLT(some, Constant::getNullValue(some->getType())), of_two(2),
                                   low);
    });
  };
  if (!mask_ && isa<GlobalVariable>(getUnderlyingObject(table.base))) return permute();
  return load_either(in_page(start, entries), "table", permute, [&] { return gather_lanes(original); });
}

// Elements of 8 and 16 bits have no gather of their own: LLVM takes each address out of its vector and puts each
// element into another, under a mask behind a branch of its own. No aligned word straddles pages: to load the one
// around an element is as safe as to load the element.
bool VectorBody::gathers_words(const LoadInst &load) const {
  const uint64_t size = layout_.getTypeStoreSize(load.getType());
  return register_bits_ == 512 && size < 4 && layout_.getTypeSizeInBits(load.getType()) == 8 * size &&
         load.getAlign() >= size;
}

// The index of a pointer to a byte: a signed index of 32 bits from an address that is the same for all lanes, `base`
// plus `offset`; null: another pointer.
Value *VectorBody::narrow_index(const Value *pointer, Value *&base, APInt &offset) const {
  if (strides_.variable(pointer)) return nullptr;
  auto *step =
      dyn_cast<GEPOperator>(const_cast<Value *>(pointer)->stripAndAccumulateConstantOffsets(layout_, offset, true));
  if (!step || !strides_.uniform(step->getPointerOperand())) return nullptr;
  SmallMapVector<Value *, APInt, 4> scales;
  if (!step->collectOffset(layout_, 64, scales, offset) || scales.size() != 1 || !scales.front().second.isOne())
    return nullptr;
  auto *extension = dyn_cast<CastInst>(scales.front().first);
  if (!extension || !extension->getSrcTy()->isIntegerTy(32) || !extends_sign(*extension) ||
      strides_.uniform(extension->getOperand(0)))
    return nullptr;
  base = step->getPointerOperand();
  return extension->getOperand(0);
}

Value *VectorBody::gather_words(LoadInst &original) {
  constexpr uint64_t kWord = 4;
  Type *numbers = wide(builder_.getInt32Ty());
  Value *base = nullptr;
  APInt offset(64, 0);
  auto mask_pointer = [&](Value *pointer) {
    Type *type = layout_.getIndexType(pointer->getType());
    return builder_.CreateIntrinsic(llvm::Intrinsic::ptrmask, {pointer->getType(), type},
                                    {pointer, ConstantInt::getSigned(type, -int64_t(kWord))});
  };
  Value *words = nullptr, *bytes = nullptr;  // the words' addresses; the elements' offsets, modulo a word's size
  if (auto table = table_address(original.getPointerOperand())) {
    Value *start = start_of(*table);
    Value *low = builder_.CreateAnd(builder_.CreatePtrToInt(start, builder_.getInt32Ty()), kWord - 1);
    bytes = builder_.CreateZExtOrTrunc(vector(table->index), numbers);
    if (table->scale != 1) bytes = builder_.CreateMul(bytes, ConstantInt::get(numbers, table->scale));
    bytes = builder_.CreateAdd(bytes, builder_.CreateVectorSplat(width_, low));
    Value *index = builder_.CreateZExt(builder_.CreateLShr(bytes, 2), wide(builder_.getInt64Ty()));
    words = builder_.CreateGEP(builder_.getInt32Ty(), mask_pointer(start), index);
  } else if (Value *index = narrow_index(original.getPointerOperand(), base, offset)) {
    // By indices of 32 bits, half as many gathers as by addresses. Words are counted, as the base's lowest bits may
    // make an index of bytes wrap around.
    Value *start = builder_.CreatePtrAdd(scalar(base), builder_.getInt(offset)), *at = vector(index);
    Value *low = builder_.CreateAnd(builder_.CreatePtrToInt(start, builder_.getInt32Ty()), kWord - 1);
    bytes = builder_.CreateAdd(builder_.CreateAnd(at, kWord - 1), builder_.CreateVectorSplat(width_, low));
    Value *word = builder_.CreateAdd(builder_.CreateAShr(at, 2), builder_.CreateLShr(bytes, 2));
    word = builder_.CreateSExt(word, wide(builder_.getInt64Ty()));
    words = builder_.CreateGEP(builder_.getInt32Ty(), mask_pointer(start), word);
  } else {
    // Not by ptrmask: LLVM 22's InstCombine gives vectors of pointers the attribute nonnull, which its verifier
    // refuses.
    Value *all = vector(original.getPointerOperand());
    bytes = builder_.CreatePtrToInt(all, numbers);
    Value *low = builder_.CreateZExt(builder_.CreateAnd(bytes, kWord - 1), wide(builder_.getInt64Ty()));
    words = builder_.CreatePtrAdd(all, builder_.CreateNeg(low));
  }
  Value *loaded = builder_.CreateMaskedGather(numbers, words, Align(kWord), mask_);
  Value *shift = builder_.CreateShl(builder_.CreateAnd(bytes, kWord - 1), 3);
  const unsigned bits = unsigned(layout_.getTypeSizeInBits(original.getType()));
  Value *narrow = builder_.CreateTrunc(builder_.CreateLShr(loaded, shift), wide(builder_.getIntNTy(bits)));
  return builder_.CreateBitCast(narrow, wide(original.getType()));
}

// Without AVX-512 there are no gathers: LLVM does not use AVX2's, which are slow on many CPUs, and takes each address
// of 64 bits out of its vector. One such lane yields eight indices of 8 bits, or four of 16: a table of bytes took 0.39
// ns an element so, and 0.80 by addresses.
Value *VectorBody::gather_by_index(LoadInst &original, const TableAddress &table) {
  const unsigned bits = table.bits <= 8 ? 8 : 16, each = 64 / bits;
  Value *indices = builder_.CreateZExtOrTrunc(vector(table.index), wide(builder_.getIntNTy(bits)));
  indices = builder_.CreateBitCast(indices, FixedVectorType::get(builder_.getInt64Ty(), width_ / each));
  Value *start = start_of(table), *all = PoisonValue::get(wide(original.getType()));
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value *index = builder_.CreateExtractElement(indices, lane / each);
    index = builder_.CreateLShr(index, lane % each * bits);
    index = builder_.CreateAnd(index, maskTrailingOnes<uint64_t>(bits));
    Value *at = builder_.CreatePtrAdd(start, builder_.CreateMul(index, builder_.getInt64(table.scale)));
    Value *one = builder_.CreateAlignedLoad(original.getType(), at, original.getAlign());
    all = builder_.CreateInsertElement(all, one, lane);
  }
  return all;
}

// A buffer of ours, which inactive lanes may load from and store to.
Value *VectorBody::nowhere(Type *pointer) {
  static_assert(cost::kMostContiguousMembers >= cost::kMostMembers);
  Type *bytes = ArrayType::get(builder_.getInt8Ty(), cost::kMostContiguousMembers * 8);
  AllocaInst *&spare = lane_buffers_[{bytes, 0}];
  if (!spare)
    spare = new AllocaInst(bytes, layout_.getAllocaAddrSpace(), nullptr, Align(64), "inactive",
                           function_.getEntryBlock().begin());
  return IRBuilder<>(prologue_.getTerminator()).CreateAddrSpaceCast(spare, pointer);
}

// Whether the value goes up by the same from lane to lane, if no sum wraps around.
bool VectorBody::rises(const Value *value, unsigned depth) const {
  if (strides_.stride(value)) return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0) return false;
  auto operand = [&](unsigned k) { return rises(instruction->getOperand(k), depth - 1); };
  auto uniform = [&](unsigned k) { return strides_.uniform(instruction->getOperand(k)); };
  switch (instruction->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::SIToFP:
  case Instruction::UIToFP: return operand(0);
  case Instruction::Add:
  case Instruction::Sub: return operand(0) && operand(1);
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::Mul: return (operand(0) && uniform(1)) || (uniform(0) && operand(1));
  case Instruction::Shl: return operand(0) && uniform(1);
  default: return false;
  }
}

// Whether neighbouring lanes' values may be equal or one apart: multiples of less than one, as where a picture is
// enlarged (`(int)(x * scale)`, `x >> 1`, `x * bits / 32`).
bool VectorBody::rises_slowly(const Value *value, unsigned depth) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0 || strides_.stride(value)) return false;
  auto operand = [&](unsigned k) { return rises_slowly(instruction->getOperand(k), depth - 1); };
  auto uniform = [&](unsigned k) { return strides_.uniform(instruction->getOperand(k)); };
  auto beside_uniform = [&](unsigned one, unsigned other) {
    return (operand(one) && (uniform(other) || operand(other))) || (uniform(one) && operand(other));
  };
  auto divided = [&] { return uniform(1) && (operand(0) || rises(instruction->getOperand(0), depth - 1)); };
  switch (instruction->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::FPToSI:
  case Instruction::FPToUI: return operand(0);
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::FAdd:
  case Instruction::FSub: return beside_uniform(0, 1);
  case Instruction::Select: return beside_uniform(1, 2);
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::FDiv: return divided();
  case Instruction::FMul: return divided() || (uniform(0) && rises(instruction->getOperand(1), depth - 1));
  default: break;
  }
  auto *call = dyn_cast<IntrinsicInst>(instruction);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint: return operand(0);
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::minnum:
  case Intrinsic::maxnum: return beside_uniform(0, 1);
  case Intrinsic::fma:
  case Intrinsic::fmuladd: return uniform(1) && uniform(2) && rises(call->getOperand(0), depth - 1);
  default: return false;
  }
}

// The address computation of a load of 8 to 64 bits without padding: from a uniform base, by an index of its elements;
// null: another load. `offset`: the bytes that the load lies behind it.
GetElementPtrInst *VectorBody::step_of_elements(const LoadInst &load, APInt &offset) const {
  const uint64_t size = layout_.getTypeStoreSize(load.getType());
  if (size > 8 || !isPowerOf2_64(size) || load.getType()->isPointerTy() ||
      layout_.getTypeSizeInBits(load.getType()) != 8 * size)
    return nullptr;
  offset = APInt(64, 0);
  auto *pointer = const_cast<Value *>(load.getPointerOperand());
  auto *step = dyn_cast<GetElementPtrInst>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true));
  return step && step->getNumIndices() == 1 && strides_.uniform(step->getPointerOperand()) &&
                 !strides_.variable(step) && layout_.getTypeAllocSize(step->getSourceElementType()) == size
             ? step
             : nullptr;
}

// The address computation of a load whose lanes' elements may lie in one register's length: from a uniform base, by an
// index that rises slowly. Null: another address.
GetElementPtrInst *VectorBody::window_step(const LoadInst &load, APInt &offset) const {
  const uint64_t size = layout_.getTypeStoreSize(load.getType());
  if (mask_ || register_bits_ < 256 || (size == 8 && register_bits_ < 512) ||
      !has_masked_access(register_bits_, unsigned(8 * size)))
    return nullptr;
  GetElementPtrInst *step = step_of_elements(load, offset);
  return step && rises_slowly(step->getOperand(1), cost::kMostIndexSteps) ? step : nullptr;
}

// Elements of `window` at `places`, which are less than the register's number of elements.
Value *VectorBody::out_of_window(Value *window, Value *places) {
  const unsigned count = cast<FixedVectorType>(window->getType())->getNumElements();
  return by_registers(places, count, [&](Value *some) -> Value * {
    switch (window->getType()->getScalarSizeInBits()) {
    case 8: return builder_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_qi_512, {}, {window, some});
    case 16: return builder_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_hi_512, {}, {window, some});
    case 64: return builder_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_di_512, {}, {window, some});
    default: return permuted(window, some);
    }
  });
}

// Where the lanes' elements lie between the first lane's and the last one's, and these in one register's length: a
// contiguous load of what lies between them, permuted. Else a gather.
Value *VectorBody::load_window_or_gather(LoadInst &original, GetElementPtrInst &step, const APInt &offset) {
  const uint64_t size = layout_.getTypeStoreSize(original.getType());
  // The smallest elements that one instruction permutes.
  const unsigned least = register_bits_ < 512 ? 32 : permutes_bytes_ ? 8 : 16;
  const unsigned bits = std::max(unsigned(8 * size), least), count = register_bits_ / bits;
  const LaneIndices indices = lane_indices(step);
  Type *type = indices.all->getType();
  auto broadcast = [&](Value *lanes, unsigned lane) {
    return builder_.CreateShuffleVector(lanes, SmallVector<int>(width_, int(lane)));
  };
  Value *places = builder_.CreateSub(indices.all, broadcast(indices.all, 0)), *reach = broadcast(places, width_ - 1);
  // The last lane itself fails where it is too far away.
  Value *most = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, reach, ConstantInt::get(type, count - 1));
  Value *inside = builder_.CreateAndReduce(builder_.CreateICmpULE(places, most));
  auto load_window = [&] {
    Value *first = first_element(step, indices, offset);
    Type *word = builder_.getIntNTy(bits);
    SmallVector<Constant *> numbers;
    for (unsigned k = 0; k < count; ++k) numbers.push_back(ConstantInt::get(word, k));
    Value *end = builder_.CreateZExtOrTrunc(builder_.CreateExtractElement(reach, uint64_t(0)), word);
    Value *between = builder_.CreateICmpULE(ConstantVector::get(numbers), builder_.CreateVectorSplat(count, end));
    Type *elements = FixedVectorType::get(builder_.getIntNTy(unsigned(8 * size)), count);
    Value *window =
        builder_.CreateMaskedLoad(elements, first, original.getAlign(), between, Constant::getNullValue(elements));
    window = builder_.CreateZExt(window, FixedVectorType::get(word, count));
    Value *made = out_of_window(window, builder_.CreateZExtOrTrunc(places, wide(word)));
    made = builder_.CreateTrunc(made, wide(elements->getScalarType()));
    return builder_.CreateBitCast(made, wide(original.getType()));
  };
  return load_either(and_unwrapped(inside, indices, count - 1), "window", load_window,
                     [&] { return gather_lanes(original); });
}

// The stride of a load whose lanes' elements overlap, as those of vload8(0, bytes + x) do; 0: another load.
int64_t VectorBody::overlapping_stride(const LoadInst &load) const {
  const int64_t size = layout_.getTypeStoreSize(load.getType());
  const int64_t stride = strides_.stride(load.getPointerOperand()).value_or(0);
  const bool overlaps = std::abs(stride) < size && size <= 8 && isPowerOf2_64(uint64_t(size)) &&
                        !load.getType()->isPointerTy() &&
                        layout_.getTypeSizeInBits(load.getType()) == 8 * uint64_t(size);
  return overlaps && register_bits_ == 512 ? stride : 0;
}

// Loads the bytes from the first lane's element to the last lane's element, one register of elements at a time, and
// permutes the bytes into elements.
Value *VectorBody::load_overlapping(LoadInst &original, int64_t stride) {
  const unsigned size = unsigned(layout_.getTypeStoreSize(original.getType()));
  const unsigned count = std::min(width_, register_bits_ / 8 / size), step = unsigned(std::abs(stride));
  const unsigned bytes = step * (count - 1) + size, most = unsigned(PowerOf2Ceil(bytes));
  Type *type = FixedVectorType::get(builder_.getInt8Ty(), most);
  SmallVector<Constant *> loads;
  for (unsigned k = 0; k < most; ++k) loads.push_back(builder_.getInt1(k < bytes));
  SmallVector<int> places;
  for (unsigned lane = 0; lane < count; ++lane)
    for (unsigned k = 0; k < size; ++k) places.push_back(int((stride > 0 ? lane : count - 1 - lane) * step + k));
  Value *first = scalar(original.getPointerOperand());
  auto from_first = [&](int64_t offset) { return builder_.CreatePtrAdd(first, builder_.getInt64(uint64_t(offset))); };
  auto together = [&] {
    SmallVector<Value *> parts;
    for (unsigned from = 0; from < width_; from += count) {
      Value *at = from_first(int64_t(stride > 0 ? from : from + count - 1) * stride);
      Value *all = builder_.CreateMaskedLoad(type, at, Align(1), ConstantVector::get(loads));
      parts.push_back(builder_.CreateBitCast(builder_.CreateShuffleVector(all, places),
                                             FixedVectorType::get(builder_.getIntNTy(8 * size), count)));
    }
    return builder_.CreateBitCast(concatenateVectors(builder_, parts), wide(original.getType()));
  };
  if (!mask_) return together();
  vector(original.getPointerOperand());
  Value *lowest = from_first(std::min<int64_t>(0, int64_t(width_ - 1) * stride));
  return load_either(in_page(lowest, uint64_t(step) * (width_ - 1) + size), "overlapping", together,
                     [&] { return gather_lanes(original); });
}

// Whether neighbouring lanes' values may lie near one another although they have no stride: an id whose bits are put
// together otherwise (`x / 16 * 16 + x % 4 * 4`, `x ^ 1`). `differs`: it has no stride.
bool VectorBody::stays_near(const Value *value, unsigned depth, bool &differs) const {
  if (const auto stride = strides_.stride(value)) return std::abs(*stride) <= cost::kMostNearSteps;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 0) return false;
  auto operand = [&](unsigned k) { return stays_near(instruction->getOperand(k), depth - 1, differs); };
  auto strided = [&](unsigned k) { return strides_.stride(instruction->getOperand(k)).has_value(); };
  switch (instruction->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::Freeze: return operand(0);
  case Instruction::Add:
  case Instruction::Sub: return operand(0) && operand(1);
  case Instruction::Or:
  case Instruction::Xor: differs = true; return operand(0) && operand(1);
  case Instruction::And:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    differs = true;
    // Divided or cut off, also what goes up by more may lie near.
    return strides_.uniform(instruction->getOperand(1)) && (strided(0) || operand(0));
  case Instruction::Mul:
  case Instruction::Shl: {
    auto *by = dyn_cast<ConstantInt>(instruction->getOperand(1));
    const bool shifts = instruction->getOpcode() == Instruction::Shl;
    return by && by->getValue().ule(shifts ? uint64_t(Log2_64(cost::kMostNearFactor)) : cost::kMostNearFactor) &&
           operand(0);
  }
  case Instruction::Select: differs = true; return operand(1) && operand(2);
  default: break;
  }
  if (!isa<MinMaxIntrinsic>(instruction)) return false;
  differs = true;
  return operand(0) && operand(1);
}

// The address computation of a load whose lanes' elements may lie near one another, in two registers' length: from a
// uniform base to memory of which the kernel does not know how much there is. Null: another address.
GetElementPtrInst *VectorBody::near_step(const LoadInst &load, APInt &offset) const {
  if (register_bits_ < 512 || width_ < cost::kLeastNearLanes ||
      load.getAlign() < layout_.getTypeStoreSize(load.getType()))
    return nullptr;
  GetElementPtrInst *step = step_of_elements(load, offset);
  bool differs = false;
  return step && !isa<GlobalVariable, AllocaInst>(getUnderlyingObject(step->getPointerOperand())) &&
                 stays_near(step->getOperand(1), cost::kMostIndexSteps, differs) && differs
             ? step
             : nullptr;
}

// Where the lanes' elements lie within a register's length before and behind the first lane's, or within two of the
// array's begin: two contiguous loads, permuted. Else a gather. Between the elements may lie memory that no lane asks
// for: it is loaded where it is of the same page as theirs, so that no fault can tell.
Value *VectorBody::load_near_or_gather(LoadInst &original, GetElementPtrInst &step, const APInt &offset) {
  const uint64_t size = layout_.getTypeStoreSize(original.getType()), word = std::max<uint64_t>(size, 4);
  const uint64_t bytes = register_bits_ / 8, elements = bytes / size;
  const unsigned count = unsigned(bytes / word);
  LaneIndices indices = lane_indices(step);
  Type *type = indices.first->getType();
  // Not before the array's begin, which may be the page's, too: a table is mostly read from its start on.
  indices.first = builder_.CreateSelect(builder_.CreateICmpULT(indices.first, ConstantInt::get(type, elements)),
                                        ConstantInt::get(type, 0),
                                        builder_.CreateSub(indices.first, ConstantInt::get(type, elements)));
  Value *places = builder_.CreateSub(indices.all, builder_.CreateVectorSplat(width_, indices.first));
  Value *begin = first_element(step, indices, offset), *skipped = builder_.getInt64(0);
  if (size < word)  // bytes of a word before the window's first element
    skipped = builder_.CreateAnd(builder_.CreatePtrToInt(begin, builder_.getInt64Ty()), word - 1);
  const uint64_t most = 2 * elements - (word / size - 1);
  Value *near = builder_.CreateICmpULT(places, ConstantInt::get(places->getType(), most));
  if (mask_) near = builder_.CreateSelect(mask_, near, Constant::getAllOnesValue(near->getType()));
  Value *inside = builder_.CreateAndReduce(near);
  inside = builder_.CreateAnd(and_unwrapped(inside, indices, most), in_page(begin, 2 * bytes));
  auto load_window = [&] {
    Type *number = builder_.getIntNTy(unsigned(8 * word));
    Type *half = FixedVectorType::get(number, count);
    Value *from = builder_.CreatePtrAdd(begin, builder_.CreateNeg(skipped)), *halves[2];
    for (unsigned k : {0u, 1u})
      halves[k] =
          builder_.CreateAlignedLoad(half, builder_.CreatePtrAdd(from, builder_.getInt64(k * bytes)), Align(word));
    Value *at = builder_.CreateZExtOrTrunc(places, wide(number)), *shift = nullptr;
    if (size < word) {
      at = builder_.CreateAdd(builder_.CreateMul(at, ConstantInt::get(at->getType(), size)),
                              builder_.CreateVectorSplat(width_, builder_.CreateTrunc(skipped, number)));
      shift = builder_.CreateShl(builder_.CreateAnd(at, word - 1), 3);
      at = builder_.CreateLShr(at, Log2_64(word));
    }
    const auto permutation =
        word == 8 ? llvm::Intrinsic::x86_avx512_vpermi2var_q_512 : llvm::Intrinsic::x86_avx512_vpermi2var_d_512;
    Value *made = by_registers(at, count, [&](Value *some) {
      return builder_.CreateIntrinsic(permutation, {}, {halves[0], some, halves[1]});
    });
    if (shift) made = builder_.CreateLShr(made, shift);
    made = builder_.CreateTrunc(made, wide(builder_.getIntNTy(unsigned(8 * size))));
    return builder_.CreateBitCast(made, wide(original.getType()));
  };
  return load_either(inside, "near", load_window, [&] { return gather_lanes(original); });
}

Value *VectorBody::gather(LoadInst &original) {
  APInt offset;
  if (GetElementPtrInst *step = window_step(original, offset)) return load_window_or_gather(original, *step, offset);
  if (GetElementPtrInst *step = near_step(original, offset)) return load_near_or_gather(original, *step, offset);
  return gather_lanes(original);
}

Value *VectorBody::gather_lanes(LoadInst &original) {
  if (gathers_words(original)) return gather_words(original);
  Value *pointer = original.getPointerOperand(), *mask = mask_;
  if (register_bits_ < 512 && !mask && width_ >= 8)
    if (auto table = table_address(pointer); table && table->bits <= 16) return gather_by_index(original, *table);
  Value *from = vector(pointer);
  // A mask would be a branch for each lane.
  if (register_bits_ < 512 && mask) {
    from = builder_.CreateSelect(mask, from, builder_.CreateVectorSplat(width_, nowhere(pointer->getType())));
    mask = nullptr;
  }
  return builder_.CreateMaskedGather(wide(original.getType()), from, original.getAlign(), mask);
}

}  // namespace wherry::compiler
