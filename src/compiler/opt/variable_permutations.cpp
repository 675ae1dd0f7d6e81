// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/variable_permutations.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/vector_parts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {
namespace {

unsigned count_of(const Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); }
unsigned bits_of(const Value *vector) { return vector->getType()->getScalarSizeInBits(); }

Value *with_low_bits(IRBuilder<> &builder, Value *vector, uint64_t low_bits) {
  return builder.CreateAnd(vector, ConstantInt::get(vector->getType(), low_bits));
}

// Takes elements out of `table` at `indices`, vectors of integers of the same size. All indices are less than the
// table's number of elements, a power of two.
class Permutation {
 public:
  Permutation(IRBuilder<> &builder, const TargetDescription &target) : builder_(builder), target_(target) {}

  Value *of(Value *table, Value *indices) {
    const unsigned bits = bits_of(table), count = count_of(indices), padded = unsigned(PowerOf2Ceil(count));
    const bool has_avx512 = target_.register_bits == 512;
    if (padded != count) return part_of(builder_, of(table, part_of(builder_, indices, 0, padded)), 0, count);
    if (count * bits > target_.register_bits) {
      Value *low = of(table, part_of(builder_, indices, 0, count / 2));
      return concatenateVectors(builder_, {low, of(table, part_of(builder_, indices, count / 2, count / 2))});
    }
    const unsigned table_bits = count_of(table) * bits;
    if (!has_avx512 && (bits == 16 || (bits == 64 && table_bits > 128))) return of_halved_elements(table, indices);
    if (has_avx512 && bits >= 32 && table_bits >= 256 && count * bits <= table_bits / 2) return of_two(table, indices);
    const unsigned longest = bits == 8 && !target_.has_byte_permutations ? 128 : target_.register_bits;
    return table_bits > longest ? of_halved_table(table, indices) : of_one(table, indices);
  }

 private:
  // Each element as two of half the size.
  Value *of_halved_elements(Value *table, Value *indices) {
    const unsigned bits = bits_of(table) / 2, count = count_of(indices);
    Type *element = builder_.getIntNTy(bits);
    Value *doubled = builder_.CreateShl(indices, 1);
    Value *pair = builder_.CreateOr(
        doubled, builder_.CreateShl(builder_.CreateOr(doubled, ConstantInt::get(doubled->getType(), 1)), bits));
    Value *made = of(builder_.CreateBitCast(table, FixedVectorType::get(element, 2 * count_of(table))),
                     builder_.CreateBitCast(pair, FixedVectorType::get(element, 2 * count)));
    return builder_.CreateBitCast(made, indices->getType());
  }

  // Out of each half of the table, then a choice.
  Value *of_halved_table(Value *table, Value *indices) {
    const unsigned half = count_of(table) / 2;
    Value *inside = with_low_bits(builder_, indices, half - 1);
    Value *is_high = builder_.CreateIsNotNull(with_low_bits(builder_, indices, half));
    Value *high = of(part_of(builder_, table, half, half), inside),
          *low = of(part_of(builder_, table, 0, half), inside);
    return builder_.CreateSelect(is_high, high, low);
  }

  // The table's halves in two registers.
  Value *of_two(Value *table, Value *indices) {
    const unsigned half = count_of(table) / 2, count = count_of(indices);
    if (half * bits_of(table) > 512) return of_halved_table(table, indices);
    static constexpr Intrinsic::ID kWords[] = {Intrinsic::x86_avx512_vpermi2var_d_128,
                                               Intrinsic::x86_avx512_vpermi2var_d_256,
                                               Intrinsic::x86_avx512_vpermi2var_d_512};
    static constexpr Intrinsic::ID kDoubleWords[] = {Intrinsic::x86_avx512_vpermi2var_q_128,
                                                     Intrinsic::x86_avx512_vpermi2var_q_256,
                                                     Intrinsic::x86_avx512_vpermi2var_q_512};
    const unsigned bits = bits_of(table);
    Value *made = builder_.CreateIntrinsic(
        (bits == 32 ? kWords : kDoubleWords)[Log2_32(half * bits / 128)], {},
        {part_of(builder_, table, 0, half), part_of(builder_, indices, 0, half), part_of(builder_, table, half, half)});
    return part_of(builder_, made, 0, count);
  }

  // Table, indices and result in one register each.
  Value *of_one(Value *table, Value *indices) {
    const unsigned bits = bits_of(table), count = count_of(indices);
    const unsigned length = std::max({count_of(table), count, 128 / bits}), which = Log2_32(length * bits / 128);
    Value *places = part_of(builder_, indices, 0, length);
    Value *all = part_of(builder_, table, 0, length);
    auto permute = [&](Intrinsic::ID id) { return builder_.CreateIntrinsic(id, {}, {all, places}); };
    auto permute_as = [&](Intrinsic::ID id, Type *element) {
      Value *numbers = builder_.CreateBitCast(all, FixedVectorType::get(element, length));
      return builder_.CreateBitCast(builder_.CreateIntrinsic(id, {}, {numbers, places}), places->getType());
    };
    Value *made = nullptr;
    switch (bits) {
    case 8:
      if (which == 0) {
        made = permute(Intrinsic::x86_ssse3_pshuf_b_128);
      } else if (!target_.has_byte_permutations) {
        // Each half of a register has the table, and its own indices.
        all = part_of(builder_, table, 0, 16);
        all = concatenateVectors(builder_, SmallVector<Value *>(length / 16, all));
        made = permute(which == 1 ? Intrinsic::x86_avx2_pshuf_b : Intrinsic::x86_avx512_pshuf_b_512);
      } else {
        made = permute(which == 1 ? Intrinsic::x86_avx512_permvar_qi_256 : Intrinsic::x86_avx512_permvar_qi_512);
      }
      break;
    case 16:
      made = permute(which == 0   ? Intrinsic::x86_avx512_permvar_hi_128
                     : which == 1 ? Intrinsic::x86_avx512_permvar_hi_256
                                  : Intrinsic::x86_avx512_permvar_hi_512);
      break;
    case 32:
      made = which == 0 ? permute_as(Intrinsic::x86_avx_vpermilvar_ps, builder_.getFloatTy())
                        : permute(which == 1 ? Intrinsic::x86_avx2_permd : Intrinsic::x86_avx512_permvar_si_512);
      break;
    default:
      if (which == 0) {
        places = builder_.CreateShl(places, 1);  // the instruction reads bit 1
        made = permute_as(Intrinsic::x86_avx_vpermilvar_pd, builder_.getDoubleTy());
      } else {
        made = permute(which == 1 ? Intrinsic::x86_avx512_permvar_di_256 : Intrinsic::x86_avx512_permvar_di_512);
      }
    }
    return part_of(builder_, made, 0, count);
  }

  IRBuilder<> &builder_;
  const TargetDescription &target_;
};

// An index of one element, as far as its low bits tell: an element of a vector of indices, and the bits of the element
// that count.
struct Index {
  Value *vector = nullptr;  // null: the index is no element of a vector
  unsigned place = 0;
  uint64_t kept = ~uint64_t{0};
};

Index index_of(Value *value) {
  Index index;
  for (Value *inner = nullptr;; value = inner) {
    const APInt *low_bits = nullptr;
    uint64_t place = 0;
    // The low 8 bits, which hold any index, pass through these.
    if ((match(value, m_ZExtOrSExt(m_Value(inner))) && inner->getType()->getScalarSizeInBits() >= 8) ||
        (match(value, m_Trunc(m_Value(inner))) && value->getType()->getScalarSizeInBits() >= 8))
      continue;
    if (match(value, m_And(m_Value(inner), m_APInt(low_bits)))) {
      index.kept &= low_bits->getZExtValue();
      continue;
    }
    if (match(value, m_ExtractElt(m_Value(inner), m_ConstantInt(place))) && isa<FixedVectorType>(inner->getType()) &&
        place < count_of(inner)) {
      index.vector = inner;
      index.place = unsigned(place);
    }
    return index;
  }
}

// A chain of insertions that takes all elements of `result` out of `table`.
struct Chain {
  InsertElementInst *result = nullptr;
  Value *table = nullptr;
  SmallVector<Value *> indices;  // null: an undefined element
};

std::optional<Chain> chain_to(InsertElementInst &last) {
  auto *type = dyn_cast<FixedVectorType>(last.getType());
  if (!type) return {};
  if (last.hasOneUse() && isa<InsertElementInst>(last.user_back()) && last.user_back()->getOperand(0) == &last)
    return {};  // not the last one
  Chain chain{&last, nullptr, SmallVector<Value *>(type->getNumElements())};
  Value *rest = &last;
  while (auto *insert = dyn_cast<InsertElementInst>(rest)) {
    auto *place = dyn_cast<ConstantInt>(insert->getOperand(2));
    if (!place || place->uge(type->getNumElements())) return {};
    Value *&index = chain.indices[place->getZExtValue()];
    rest = insert->getOperand(0);
    if (index) continue;
    auto *taken = dyn_cast<ExtractElementInst>(insert->getOperand(1));
    if (!taken || isa<Constant>(taken->getIndexOperand())) return {};
    if (chain.table && chain.table != taken->getVectorOperand()) return {};
    chain.table = taken->getVectorOperand();
    index = taken->getIndexOperand();
  }
  if (count(chain.indices, nullptr) && !isa<UndefValue>(rest)) return {};
  auto *table = dyn_cast<FixedVectorType>(chain.table->getType());
  const unsigned bits = type->getScalarSizeInBits();
  const bool fits = table && isPowerOf2_32(table->getNumElements()) && isPowerOf2_32(bits) && bits >= 8 && bits <= 64 &&
                    !type->getElementType()->isPointerTy() && table->getNumElements() > 1 &&
                    table->getNumElements() * bits <= 16 * 2 * 64;
  return fits ? std::optional(chain) : std::nullopt;
}

// The chain's indices as one vector of integers of `bits` bits. Where the indices are elements of a vector, the result
// is computed directly behind that vector, which may be in front of a loop around the chain.
Value *index_vector(const Chain &chain, unsigned bits) {
  const uint64_t low_bits = count_of(chain.table) - 1;
  Function &function = *chain.result->getFunction();
  IRBuilder<> builder(chain.result);
  Type *type = FixedVectorType::get(builder.getIntNTy(bits), unsigned(chain.indices.size()));
  Value *from = nullptr;
  SmallVector<int> places(chain.indices.size(), PoisonMaskElem);
  uint64_t kept = 0;
  bool same = true;
  for (auto [place, value] : zip_equal(places, chain.indices)) {
    if (!value) continue;
    const Index index = index_of(value);
    same = same && index.vector && (!from || (index.vector == from && kept == (index.kept & low_bits)));
    from = index.vector;
    kept = index.kept & low_bits;
    place = int(index.place);
  }
  if (!same) {
    Value *all = PoisonValue::get(type);
    for (unsigned i = 0; i < chain.indices.size(); ++i)
      if (Value *value = chain.indices[i])
        all = builder.CreateInsertElement(all, builder.CreateZExtOrTrunc(value, type->getScalarType()), i);
    return all;
  }
  if (auto *definition = dyn_cast<Instruction>(from)) {
    if (auto at = definition->getInsertionPointAfterDef()) builder.SetInsertPoint(*at);
  } else {
    builder.SetInsertPoint(function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  }
  Value *all = builder.CreateShuffleVector(from, places);
  return with_low_bits(builder, builder.CreateZExtOrTrunc(all, type), kept);
}

void permute(const Chain &chain, const TargetDescription &target) {
  Type *type = chain.result->getType();
  const unsigned bits = type->getScalarSizeInBits();
  Value *indices = index_vector(chain, bits);
  IRBuilder<> builder(chain.result);
  Value *table =
      builder.CreateBitCast(chain.table, FixedVectorType::get(builder.getIntNTy(bits), count_of(chain.table)));
  chain.result->replaceAllUsesWith(builder.CreateBitCast(Permutation(builder, target).of(table, indices), type));
}

}  // namespace

PreservedAnalyses VariablePermutationsPass::run(Function &function, FunctionAnalysisManager &) {
  const TargetDescription target = TargetDescription::of(function);
  if (target.register_bits < 256) return PreservedAnalyses::all();
  SmallVector<WeakTrackingVH> replaced;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *insert = dyn_cast<InsertElementInst>(&instruction))
      if (const auto chain = chain_to(*insert)) {
        permute(*chain, target);
        replaced.push_back(insert);
      }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return replaced.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace wherry::compiler
