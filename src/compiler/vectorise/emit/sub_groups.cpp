// SPDX-License-Identifier: Apache-2.0
// Sub-groups: the lanes of a vector. An operation covers the lanes of its block's mask.
#include "compiler/ir/intrinsics.h"
#include "compiler/lower/collectives.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace wherry::compiler {

// The lanes' values of an operation's first argument, as numbers of the size that it names.
Value *VectorBody::numbers_of(CallInst &call, Type *type) {
  Value *numbers = builder_.CreateTrunc(vector(call.getArgOperand(0)),
                                        wide(builder_.getIntNTy(unsigned(type->getPrimitiveSizeInBits()))));
  // An inactive lane's value may be poison.
  return builder_.CreateFreeze(numbers);
}

// The bits of a result, as the operation gives them.
Value *VectorBody::bits_of(CallInst &call, Value *value) {
  const unsigned bits = value->getType()->getScalarSizeInBits();
  const bool one = !value->getType()->isVectorTy();
  Type *number = builder_.getIntNTy(bits);
  value = builder_.CreateBitCast(value, one ? number : wide(number));
  return builder_.CreateZExt(value, one ? call.getType() : wide(call.getType()));
}

Value *VectorBody::ballot(Value *truths) {
  if (mask_) truths = builder_.CreateSelect(mask_, truths, Constant::getNullValue(truths->getType()));
  return builder_.CreateZExt(builder_.CreateBitCast(truths, builder_.getIntNTy(width_)), builder_.getInt32Ty());
}

// Elements of 32 bits, each from a lane's index. A whole register is permuted by the target's own operation: LLVM 22
// narrows a chain of extracted elements, and its code generator crashes on elements of 16 bits with indices of 32 bits
// (permuted_lanes_fault.ll).
Value *VectorBody::permuted(Value *values, Value *places) {
  const unsigned count = cast<FixedVectorType>(values->getType())->getNumElements();
  if (count * 32 == register_bits_ && values->getType()->getScalarType()->isIntegerTy())
    return builder_.CreateIntrinsic(register_bits_ == 512 ? llvm::Intrinsic::x86_avx512_permvar_si_512
                                                          : llvm::Intrinsic::x86_avx2_permd,
                                    {}, {values, places});
  places = builder_.CreateAnd(places, ConstantInt::get(places->getType(), count - 1));
  Value *all = PoisonValue::get(values->getType());
  for (unsigned lane = 0; lane < count; ++lane)
    all = builder_.CreateInsertElement(
        all, builder_.CreateExtractElement(values, builder_.CreateExtractElement(places, lane)), lane);
  return all;
}

// The same through memory, without such an instruction.
Value *VectorBody::permuted_in_memory(Value *values, Value *places) {
  places = builder_.CreateAnd(places, ConstantInt::get(places->getType(), width_ - 1));
  Type *element = values->getType()->getScalarType();
  auto *buffer = new AllocaInst(values->getType(), layout_.getAllocaAddrSpace(), nullptr, Align(64), "exchange",
                                function_.getEntryBlock().begin());
  builder_.CreateAlignedStore(values, buffer, Align(64));
  Value *all = PoisonValue::get(values->getType());
  for (unsigned lane = 0; lane < width_; ++lane) {
    Value *from = builder_.CreateGEP(element, buffer, builder_.CreateExtractElement(places, lane));
    all = builder_.CreateInsertElement(all, builder_.CreateLoad(element, from), lane);
  }
  return all;
}

// For each lane the number of the lane that its element of `lanes` names.
Value *VectorBody::shuffled(Value *values, Value *lanes) {
  const unsigned bits = values->getType()->getScalarSizeInBits();
  Type *type = values->getType(), *words = wide(builder_.getInt32Ty());
  if (bits == 64) {
    Value *low = shuffled(builder_.CreateTrunc(values, words), lanes);
    Value *high = shuffled(builder_.CreateTrunc(builder_.CreateLShr(values, 32), words), lanes);
    return builder_.CreateOr(builder_.CreateZExt(low, type), builder_.CreateShl(builder_.CreateZExt(high, type), 32));
  }
  if (bits < 32) return builder_.CreateTrunc(shuffled(builder_.CreateZExt(values, words), lanes), type);
  if (register_bits_ < 256) return permuted_in_memory(values, lanes);
  const unsigned count = std::min(width_, register_bits_ / 32);
  SmallVector<Value *> parts;
  for (unsigned to = 0; to < width_; to += count) {
    Value *places = builder_.CreateShuffleVector(lanes, createSequentialMask(to, count, 0)), *part = nullptr;
    Value *which = builder_.CreateAnd(builder_.CreateLShr(places, Log2_32(count)),
                                      ConstantInt::get(places->getType(), width_ / count - 1));
    for (unsigned from = 0; from < width_; from += count) {
      Value *some = permuted(builder_.CreateShuffleVector(values, createSequentialMask(from, count, 0)), places);
      Value *here = builder_.CreateICmpEQ(which, ConstantInt::get(which->getType(), from / count));
      part = part ? builder_.CreateSelect(here, some, part) : some;
    }
    parts.push_back(part);
  }
  return concatenateVectors(builder_, parts);
}

// Joined over ever larger clusters, each lane with its opposite.
Value *VectorBody::cluster(Combination &join, Value *values, Value *size) {
  for (unsigned by = 1; by < width_; by *= 2) {
    SmallVector<int> opposite;
    for (unsigned lane = 0; lane < width_; ++lane) opposite.push_back(int(lane ^ by));
    Value *joined = join.apply(values, builder_.CreateShuffleVector(values, opposite));
    values = builder_.CreateSelect(builder_.CreateICmpUGT(size, builder_.getInt32(by)), joined, values);
  }
  return values;
}

// A value that is the same for all active lanes, also where only the vector is known: the first active lane's.
Value *VectorBody::one_of(Value *value) {
  if (strides_.uniform(value)) return scalar(value);
  if (!mask_ && is_scalar(value)) return scalar(value);
  Value *all = vector(value);
  if (!mask_) return builder_.CreateExtractElement(all, uint64_t(0));
  Value *bits = builder_.CreateBitCast(mask_, builder_.getIntNTy(width_));
  Value *first = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, builder_.getFalse());
  first = builder_.CreateAnd(first, ConstantInt::get(bits->getType(), width_ - 1));
  return builder_.CreateExtractElement(all, first);
}

void VectorBody::sub_group(CallInst &call) {
  const Intrinsic id = intrinsic_of(call);
  switch (id) {
  case Intrinsic::__wherry_sub_group_barrier: return;  // lanes run together, so the barrier needs no code
  case Intrinsic::__wherry_sub_group_lane: scalars_[&call] = builder_.getInt32(0); return;
  case Intrinsic::__wherry_first_lane: {
    Value *of = call.getArgOperand(0);
    Value *first = is_scalar(of) ? scalar(of) : builder_.CreateExtractElement(vector(of), uint64_t(0));
    scalars_[&call] = first;
    return;
  }
  case Intrinsic::__wherry_sub_group_ballot: {
    Value *truths = builder_.CreateIsNotNull(vector(call.getArgOperand(0)));
    scalars_[&call] = ballot(truths);
    return;
  }
  case Intrinsic::__wherry_sub_group_pointer:
  case Intrinsic::__wherry_sub_group_pointer_local: scalars_[&call] = one_of(call.getArgOperand(0)); return;
  default: break;
  }
  Type *type = collective_type(call);
  Value *numbers = numbers_of(call, type);
  if (id == Intrinsic::__wherry_sub_group_broadcast) {
    Value *lane = builder_.CreateAnd(one_of(call.getArgOperand(2)), builder_.getInt32(width_ - 1));
    scalars_[&call] = bits_of(call, builder_.CreateExtractElement(numbers, lane));
    return;
  }
  if (id == Intrinsic::__wherry_sub_group_shuffle) {
    vectors_[&call] = bits_of(call, shuffled(numbers, vector(call.getArgOperand(2))));
    return;
  }
  Combination join(call, builder_);
  Value *values = builder_.CreateBitCast(numbers, wide(type));
  if (mask_) values = builder_.CreateSelect(mask_, values, join.neutral(width_));
  if (id == Intrinsic::__wherry_sub_group_reduce) {
    scalars_[&call] = bits_of(call, join.fold(values));
  } else if (id == Intrinsic::__wherry_sub_group_cluster) {
    vectors_[&call] = bits_of(call, cluster(join, values, one_of(call.getArgOperand(3))));
  } else {
    values = join.scan(values);
    if (cast<ConstantInt>(call.getArgOperand(3))->isZero())
      values = join.apply(join.start(width_), join.shift(values, 1));
    vectors_[&call] = bits_of(call, values);
  }
}

}  // namespace wherry::compiler
