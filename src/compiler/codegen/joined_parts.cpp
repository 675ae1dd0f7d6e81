// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/joined_parts.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/changed_instructions.h"
#include "compiler/ir/vector_parts.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kRegister = 512;
constexpr unsigned kLanes = 16;

// The 16-bit or 32-bit halves of a vector's elements, each half of all elements in a vector of its own.
struct Halves {
  Value *low, *high;
};

std::optional<Halves> halves_of(Constant &constant, const DataLayout &layout) {
  auto *type = cast<FixedVectorType>(constant.getType());
  const unsigned bits = type->getScalarSizeInBits() / 2;
  Type *half = type->getWithNewBitWidth(bits);
  Constant *moved = ConstantFoldBinaryOpOperands(Instruction::LShr, &constant, ConstantInt::get(type, bits), layout);
  Constant *low = ConstantFoldCastOperand(Instruction::Trunc, &constant, half, layout);
  Constant *high = moved ? ConstantFoldCastOperand(Instruction::Trunc, moved, half, layout) : nullptr;
  return low && high ? std::optional(Halves{low, high}) : std::nullopt;
}

// Of a vector of `bits` bits an element, if an instruction joins halves or the vector is a constant.
std::optional<Halves> halves_of(Value &joined, unsigned bits, const DataLayout &layout) {
  auto *type = dyn_cast<FixedVectorType>(joined.getType());
  if (!type || !type->getElementType()->isIntegerTy(bits)) return std::nullopt;
  if (auto *constant = dyn_cast<Constant>(&joined)) return halves_of(*constant, layout);
  Type *half = type->getWithNewBitWidth(bits / 2);
  const auto is_half = [&](Value *value) { return value->getType() == half; };
  Value *low = nullptr, *high = nullptr, *shifted = nullptr;
  if (!match(&joined, m_c_Or(m_ZExt(m_Value(low)), m_Value(high))) || !is_half(low)) return std::nullopt;
  if (match(high, m_Shl(m_ZExt(m_Value(shifted)), m_SpecificInt(bits / 2))) && is_half(shifted))
    return Halves{low, shifted};
  auto *constant = dyn_cast<Constant>(high);
  const auto upper = constant ? halves_of(*constant, layout) : std::nullopt;
  if (!upper || !cast<Constant>(upper->low)->isNullValue()) return std::nullopt;
  return Halves{low, upper->high};
}

// Which half of the interleaved elements a shuffle of two registers makes: 0, 1; nothing if it makes others.
std::optional<unsigned> interleaves(const ShuffleVectorInst &shuffle) {
  auto *type = cast<FixedVectorType>(shuffle.getType());
  if (!type->getElementType()->isIntegerTy(32) || type->getNumElements() != kLanes ||
      shuffle.getOperand(0)->getType() != type)
    return std::nullopt;
  for (unsigned half : {0u, 1u}) {
    const auto is_so = [&](unsigned k) {
      const int from = shuffle.getMaskValue(k);
      return from < 0 || unsigned(from) == half * kLanes / 2 + k / 2 + k % 2 * kLanes;
    };
    if (all_of(seq(0u, kLanes), is_so)) return half;
  }
  return std::nullopt;
}

// The four parts of `kLanes` elements, in two registers.
struct Quarters {
  Value *low, *high;
};

Quarters quarters_of(IRBuilder<> &builder, const Halves &low, const Halves &high, unsigned first) {
  const auto together = [&](const Halves &halves) {
    return concatenateVectors(
        builder, {part_of(builder, halves.low, first, kLanes), part_of(builder, halves.high, first, kLanes)});
  };
  return {together(low), together(high)};
}

// The lower or upper half of the elements that quarters make, as 32-bit elements.
Value *joined_quarters(IRBuilder<> &builder, const Quarters &quarters, unsigned half) {
  SmallVector<Constant *> places;
  for (unsigned k = 0; k < 2 * kLanes; ++k)
    places.push_back(builder.getInt16(uint16_t(half * kLanes / 2 + k / 4 + k % 4 * kLanes)));
  // By the target's own operation: LLVM would take the shuffle apart, as it combines it with the parts' origins.
  Value *joined = builder.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_hi_512, {},
                                          {quarters.low, ConstantVector::get(places), quarters.high});
  return builder.CreateBitCast(joined, FixedVectorType::get(builder.getInt32Ty(), kLanes));
}

// 64-bit elements by permutations of their halves; nothing: they are not joined of any.
Value *joined_wide(Instruction &instruction) {
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!type || type->getNumElements() % kLanes != 0) return nullptr;
  const DataLayout &layout = instruction.getDataLayout();
  const auto halves = halves_of(instruction, 64, layout);
  if (!halves) return nullptr;
  const auto low = halves_of(*halves->low, 32, layout), high = halves_of(*halves->high, 32, layout);
  IRBuilder<> builder(&instruction);
  SmallVector<Value *, 4> registers;
  for (unsigned first = 0; first < type->getNumElements(); first += kLanes) {
    if (low && high) {
      const Quarters quarters = quarters_of(builder, *low, *high, first);
      for (unsigned half : {0u, 1u}) registers.push_back(joined_quarters(builder, quarters, half));
    } else {
      Value *a = part_of(builder, halves->low, first, kLanes), *b = part_of(builder, halves->high, first, kLanes);
      for (unsigned half : {0u, 1u}) {
        SmallVector<int> places;
        for (unsigned k = 0; k < kLanes; ++k) places.push_back(int(half * kLanes / 2 + k / 2 + k % 2 * kLanes));
        registers.push_back(builder.CreateShuffleVector(a, b, places));
      }
    }
  }
  return builder.CreateBitCast(concatenateVectors(builder, registers), type);
}

// A shuffle of words that are joined of halves by one of the halves.
Value *joined_words(ShuffleVectorInst &shuffle) {
  const auto half = interleaves(shuffle);
  if (!half) return nullptr;
  const DataLayout &layout = shuffle.getDataLayout();
  const auto low = halves_of(*shuffle.getOperand(0), 32, layout), high = halves_of(*shuffle.getOperand(1), 32, layout);
  if (!low || !high) return nullptr;
  IRBuilder<> builder(&shuffle);
  return joined_quarters(builder, quarters_of(builder, *low, *high, 0), *half);
}

}  // namespace

PreservedAnalyses JoinedPartsPass::run(Function &function, FunctionAnalysisManager &) {
  if (TargetDescription::of(function).register_bits != kRegister) return PreservedAnalyses::all();
  return replace_instructions(function, [](Instruction &instruction) -> Value * {
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) return joined_words(*shuffle);
    return joined_wide(instruction);
  });
}

}  // namespace wherry::compiler
