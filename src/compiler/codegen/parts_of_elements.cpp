// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/parts_of_elements.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/changed_instructions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kRegister = 512;
constexpr unsigned kLanes = 16;

// A truncation to part `number` of each element, the lowest bits being part 0.
struct Part {
  TruncInst *truncation;
  unsigned number;

  unsigned bits() const { return truncation->getType()->getScalarSizeInBits(); }
};

unsigned count_of(const Value &vector) { return cast<FixedVectorType>(vector.getType())->getNumElements(); }

bool fills_registers(Type *type, unsigned registers) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getPrimitiveSizeInBits().getFixedValue() % (registers * kRegister) == 0;
}

// Whether 32-bit elements are a permutation of two registers.
bool joins_registers(const Value &whole) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(&whole);
  return shuffle && count_of(whole) == kLanes && count_of(*shuffle->getOperand(0)) == kLanes &&
         !isa<PoisonValue>(shuffle->getOperand(1));
}

// Whether a block gathers the vector itself. Of texels in a row, which other blocks load, more are alive at once, and a
// constant for each part makes them spill: a mean of 5 by 5 texels took 1.1 to 1.3 times as long in most runs. They are
// taken apart only where one permutation gives two quarters.
bool is_gathered(const Value &whole) {
  auto *call = dyn_cast<IntrinsicInst>(&whole);
  return call && call->getIntrinsicID() == Intrinsic::masked_gather;
}

bool is_taken_apart(const Value &whole, unsigned part_bits) {
  switch (whole.getType()->getScalarSizeInBits()) {
  case 64:
    return (part_bits == 16 || part_bits == 32) && (part_bits == 16 || is_gathered(whole)) &&
           fills_registers(whole.getType(), 2);
  case 32: return part_bits == 16 && fills_registers(whole.getType(), 1);
  default: return false;
  }
}

Value *as_parts(IRBuilder<> &builder, Value *whole, unsigned bits) {
  const unsigned steps = whole->getType()->getScalarSizeInBits() / bits;
  return builder.CreateBitCast(whole, FixedVectorType::get(builder.getIntNTy(bits), count_of(*whole) * steps));
}

// The part of 32-bit elements, out of the two registers that they come from.
Value *part_of_joined(IRBuilder<> &builder, ShuffleVectorInst &joined, const Part &part) {
  SmallVector<int> places;
  for (int from : joined.getShuffleMask()) places.push_back(from < 0 ? PoisonMaskElem : 2 * from + int(part.number));
  return builder.CreateShuffleVector(as_parts(builder, joined.getOperand(0), part.bits()),
                                     as_parts(builder, joined.getOperand(1), part.bits()), places);
}

std::optional<BasicBlock::iterator> point_behind(Value &whole) {
  auto *definition = dyn_cast<Instruction>(&whole);
  return definition ? definition->getInsertionPointAfterDef() : std::nullopt;
}

bool has_quarter(ArrayRef<Part> parts, unsigned number) {
  return any_of(parts, [&](const Part &part) { return part.bits() == 16 && part.number == number; });
}

// Two neighbouring quarters of 64-bit elements, `number` and the next one.
std::pair<Value *, Value *> quarters_of_wide(IRBuilder<> &builder, Value *whole, unsigned number) {
  SmallVector<Constant *> places;
  for (unsigned next : {0u, 1u})
    for (unsigned lane = 0; lane < kLanes; ++lane)
      places.push_back(builder.getInt16(uint16_t(4 * lane + number + next)));
  SmallVector<Value *, 4> low, high;
  for (unsigned begin = 0; begin < count_of(*whole); begin += kLanes) {
    const auto half = [&](unsigned k) {
      return as_parts(
          builder, builder.CreateShuffleVector(whole, createSequentialMask(begin + k * kLanes / 2, kLanes / 2, 0)), 16);
    };
    // By the target's own operation: LLVM would make two permutations of a shuffle's halves.
    Value *apart = builder.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_hi_512, {},
                                           {half(0), ConstantVector::get(places), half(1)});
    low.push_back(builder.CreateShuffleVector(apart, createSequentialMask(0, kLanes, 0)));
    high.push_back(builder.CreateShuffleVector(apart, createSequentialMask(kLanes, kLanes, 0)));
  }
  return {concatenateVectors(builder, low), concatenateVectors(builder, high)};
}

// Both parts of 32-bit elements: the low ones of a register, and behind them the high ones.
SmallVector<Value *, 2> parts_of_words(IRBuilder<> &builder, Value *whole) {
  SmallVector<Constant *> places;
  for (unsigned number : {0u, 1u})
    for (unsigned lane = 0; lane < kLanes; ++lane) places.push_back(builder.getInt16(uint16_t(2 * lane + number)));
  SmallVector<Value *, 4> low, high;
  for (unsigned begin = 0; begin < count_of(*whole); begin += kLanes) {
    Value *piece = builder.CreateShuffleVector(whole, createSequentialMask(begin, kLanes, 0));
    // By the target's own operation: LLVM would make two truncations of a shuffle's halves.
    Value *apart = builder.CreateIntrinsic(Intrinsic::x86_avx512_permvar_hi_512, {},
                                           {as_parts(builder, piece, 16), ConstantVector::get(places)});
    low.push_back(builder.CreateShuffleVector(apart, createSequentialMask(0, kLanes, 0)));
    high.push_back(builder.CreateShuffleVector(apart, createSequentialMask(kLanes, kLanes, 0)));
  }
  return {concatenateVectors(builder, low), concatenateVectors(builder, high)};
}

// The part of 64-bit elements, by two registers each.
Value *part_of_wide(IRBuilder<> &builder, Value *whole, const Part &part) {
  const unsigned steps = 64 / part.bits();
  SmallVector<Value *, 4> pieces;
  for (unsigned begin = 0; begin < count_of(*whole); begin += kLanes) {
    Value *piece = builder.CreateShuffleVector(whole, createSequentialMask(begin, kLanes, 0));
    pieces.push_back(builder.CreateShuffleVector(as_parts(builder, piece, part.bits()),
                                                 createStrideMask(part.number, steps, kLanes)));
  }
  return concatenateVectors(builder, pieces);
}

}  // namespace

PreservedAnalyses PartsOfElementsPass::run(Function &function, FunctionAnalysisManager &) {
  if (TargetDescription::of(function).register_bits != kRegister) return PreservedAnalyses::all();
  MapVector<Value *, SmallVector<Part, 4>> parts;
  for (Instruction &instruction : instructions(function)) {
    auto *truncation = dyn_cast<TruncInst>(&instruction);
    if (!truncation || !truncation->getType()->isVectorTy()) continue;
    const unsigned bits = truncation->getType()->getScalarSizeInBits();
    Value *whole = truncation->getOperand(0);
    Value *shifted;
    const APInt *shift;
    uint64_t down = 0;
    if (match(whole, m_Shr(m_Value(shifted), m_APInt(shift)))) {
      down = shift->getLimitedValue();
      whole = shifted;
    }
    if (down % bits == 0 && down < whole->getType()->getScalarSizeInBits() && is_taken_apart(*whole, bits))
      parts[whole].push_back({truncation, unsigned(down / bits)});
  }
  bool changed = false;
  // A part of 32 bits that is taken apart itself goes with its whole.
  SmallPtrSet<const Value *, 8> taken;
  for (const auto &[whole, all] : parts)
    for (const Part &part : all) taken.insert(part.truncation);
  for (auto &[whole, all] : parts) {
    if (taken.contains(whole)) continue;
    // The low parts alone are an index that has been computed in 64 bits.
    if (none_of(all, [](const Part &part) { return part.number != 0; })) continue;
    const bool are_words = whole->getType()->getScalarSizeInBits() == 32, is_joined = joins_registers(*whole);
    SmallVector<Value *, 2> both;
    if (are_words && !is_joined) {
      if (none_of(all, [](const Part &part) { return part.number == 0; })) continue;
      if (auto behind = point_behind(*whole)) {
        IRBuilder<> builder((*behind)->getParent(), *behind);
        both = parts_of_words(builder, whole);
      } else {
        continue;
      }
    }
    std::array<Value *, 4> quarters{};
    for (unsigned number : {0u, 2u})
      if (!are_words && has_quarter(all, number) && has_quarter(all, number + 1))
        if (auto behind = point_behind(*whole)) {
          IRBuilder<> builder((*behind)->getParent(), *behind);
          std::tie(quarters[number], quarters[number + 1]) = quarters_of_wide(builder, whole, number);
        }
    for (const Part &part : all) {
      // Made for all parts above, or else for this one; null: the truncation stays.
      Value *made = !both.empty()                     ? both[part.number]
                    : !are_words && part.bits() == 16 ? quarters[part.number]
                                                      : nullptr;
      if (!made && (are_words || is_gathered(*whole))) {
        IRBuilder<> builder(part.truncation);
        made = are_words ? part_of_joined(builder, *cast<ShuffleVectorInst>(whole), part)
                         : part_of_wide(builder, whole, part);
        made->takeName(part.truncation);
      }
      if (!made) continue;
      part.truncation->replaceAllUsesWith(made);
      part.truncation->eraseFromParent();
      changed = true;
    }
  }
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
