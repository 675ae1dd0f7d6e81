// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/vector_minima.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/changed_instructions.h"
#include "compiler/ir/vector_parts.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// Whether a value is the result of arithmetic, which is no signaling NaN. Assumes that LLVM's code generator does not
// leave the arithmetic out (x * 1), as its optimiser has run.
bool is_quiet(const Value *value) {
  if (isa<Constant>(value)) return false;  // may be undefined
  if (auto *operation = dyn_cast<BinaryOperator>(value)) return operation->getType()->isFPOrFPVectorTy();
  if (isa<FPExtInst, FPTruncInst, SIToFPInst, UIToFPInst>(value)) return true;
  auto *call = dyn_cast<IntrinsicInst>(value);
  return call && (call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd ||
                  call->getIntrinsicID() == Intrinsic::sqrt);
}

// The intrinsics for registers of 128, 256 and 512 bits.
Intrinsic::ID by_size(unsigned bits, Intrinsic::ID least, Intrinsic::ID middle, Intrinsic::ID most) {
  return bits == 128 ? least : bits == 256 ? middle : most;
}

class Minimum {
 public:
  Minimum(IRBuilder<> &builder, FixedVectorType *type, bool is_maximum)
      : builder_(builder), type_(type), is_double_(type->getElementType()->isDoubleTy()), is_maximum_(is_maximum),
        bits_(unsigned(type->getPrimitiveSizeInBits())) {}

  // Of operands that are no signaling NaNs.
  Value *of_quiet(Value *left, Value *right) {
    constexpr unsigned kSignOfResult = 1u << 2;
    const Intrinsic::ID range =
        is_double_ ? by_size(bits_, Intrinsic::x86_avx512_mask_range_pd_128, Intrinsic::x86_avx512_mask_range_pd_256,
                             Intrinsic::x86_avx512_mask_range_pd_512)
                   : by_size(bits_, Intrinsic::x86_avx512_mask_range_ps_128, Intrinsic::x86_avx512_mask_range_ps_256,
                             Intrinsic::x86_avx512_mask_range_ps_512);
    return call(range,
                {left, right, builder_.getInt32(kSignOfResult | is_maximum_), Constant::getNullValue(type_), all()});
  }

  Value *of_any(Value *left, Value *right) {
    // LLVM selects the processor's minimum, which has the second operand where either is a NaN.
    Value *first = is_maximum_ ? builder_.CreateFCmpOGT(left, right) : builder_.CreateFCmpOLT(left, right);
    Value *chosen = builder_.CreateSelect(first, left, right);
    // By the class of `chosen`, from the lowest four bits on: a quiet or a signaling NaN gives `left`, others `chosen`.
    Constant *table = ConstantInt::get(VectorType::getInteger(type_), 0x11111100);
    const Intrinsic::ID fixup =
        is_double_ ? by_size(bits_, Intrinsic::x86_avx512_mask_fixupimm_pd_128,
                             Intrinsic::x86_avx512_mask_fixupimm_pd_256, Intrinsic::x86_avx512_mask_fixupimm_pd_512)
                   : by_size(bits_, Intrinsic::x86_avx512_mask_fixupimm_ps_128,
                             Intrinsic::x86_avx512_mask_fixupimm_ps_256, Intrinsic::x86_avx512_mask_fixupimm_ps_512);
    return call(fixup, {left, chosen, table, builder_.getInt32(0), all()});
  }

 private:
  Constant *all() const { return Constant::getAllOnesValue(builder_.getIntNTy(std::max(8u, type_->getNumElements()))); }

  Value *call(Intrinsic::ID id, SmallVector<Value *, 6> operands) {
    constexpr unsigned kRoundAsSet = 4;
    if (bits_ == 512) operands.push_back(builder_.getInt32(kRoundAsSet));
    return builder_.CreateIntrinsic(id, {}, operands);
  }

  IRBuilder<> &builder_;
  FixedVectorType *const type_;
  const bool is_double_, is_maximum_;
  const unsigned bits_;
};

Value *replacement(Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call || (call->getIntrinsicID() != Intrinsic::minnum && call->getIntrinsicID() != Intrinsic::maxnum))
    return nullptr;
  auto *type = dyn_cast<FixedVectorType>(call->getType());
  if (!type || call->hasNoNaNs() || !(type->getElementType()->isFloatTy() || type->getElementType()->isDoubleTy()))
    return nullptr;
  const auto bits = unsigned(type->getPrimitiveSizeInBits()), element = type->getScalarSizeInBits();
  constexpr unsigned kMost = 512;
  if (bits != 128 && bits != 256 && bits % kMost != 0) return nullptr;
  // One instruction where LLVM knows the other operand to be no NaN.
  const SimplifyQuery query(call->getDataLayout(), call);
  if (any_of(call->args(), [&](Value *operand) { return isKnownNeverNaN(operand, query); })) return nullptr;
  const bool quiet = all_of(call->args(), [](const Use &operand) { return is_quiet(operand.get()); });
  IRBuilder<> builder(call);
  const unsigned count = std::min(bits, kMost) / element;
  Minimum minimum(builder, FixedVectorType::get(type->getElementType(), count),
                  call->getIntrinsicID() == Intrinsic::maxnum);
  SmallVector<Value *> parts;
  for (unsigned first = 0; first < type->getNumElements(); first += count) {
    Value *left = part_of(builder, call->getArgOperand(0), first, count),
          *right = part_of(builder, call->getArgOperand(1), first, count);
    parts.push_back(quiet ? minimum.of_quiet(left, right) : minimum.of_any(left, right));
  }
  return concatenateVectors(builder, parts);
}

}  // namespace

PreservedAnalyses VectorMinimaPass::run(Function &function, FunctionAnalysisManager &) {
  const TargetDescription target = TargetDescription::of(function);
  if (target.register_bits < 512 || !target.has_ranges) return PreservedAnalyses::all();
  return replace_instructions(function, replacement);
}

}  // namespace wherry::compiler
