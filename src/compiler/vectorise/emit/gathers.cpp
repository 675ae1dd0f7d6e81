// SPDX-License-Identifier: Apache-2.0
// Loads of elements that do not lie side by side.
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace wherry::compiler {

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
  const KnownBits known = computeKnownBits(index, layout_);
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
  if (!table || table->scale != size || (1u << table->bits) > 2 * lanes) return std::nullopt;
  APInt offset(64, uint64_t(table->offset), /*isSigned=*/true);
  auto *variable = dyn_cast<GlobalVariable>(table->base->stripAndAccumulateConstantOffsets(layout_, offset, true));
  if (!variable || !variable->isConstant() || offset.isNegative() ||
      offset.getZExtValue() + (size << table->bits) > layout_.getTypeAllocSize(variable->getValueType()))
    return std::nullopt;
  return table;
}

// The table as a vector, permuted by the lanes' indices: a gather of 16 elements takes some 10 cycles, a
// permutation one.
Value *VectorBody::of_register_table(LoadInst &original, const TableAddress &table) {
  const unsigned lanes = register_bits_ / 32, entries = 1u << table.bits;
  Type *element = builder_.getIntNTy(unsigned(layout_.getTypeSizeInBits(original.getType())));
  Value *all = builder_.CreateAlignedLoad(FixedVectorType::get(element, entries), start_of(table),
                                          Align(1));  // the elements' alignment tells nothing of the start
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
    Value *all = vector(original.getPointerOperand());
    bytes = builder_.CreatePtrToInt(all, numbers);
    words = mask_pointer(all);
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
  Type *bytes = ArrayType::get(builder_.getInt8Ty(), cost::kMostMembers * 8);
  AllocaInst *&spare = lane_buffers_[{bytes, 0}];
  if (!spare)
    spare = new AllocaInst(bytes, layout_.getAllocaAddrSpace(), nullptr, Align(64), "inactive",
                           function_.getEntryBlock().begin());
  return IRBuilder<>(prologue_.getTerminator()).CreateAddrSpaceCast(spare, pointer);
}

Value *VectorBody::gather(LoadInst &original) {
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
