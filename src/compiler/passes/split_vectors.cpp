#include "compiler/passes/split_vectors.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

Value *as_number(IRBuilder<> &builder, Value *value) {
  return builder.CreateBitCast(value, builder.getIntNTy(unsigned(value->getType()->getPrimitiveSizeInBits())));
}

// Of elements, the first in the lowest bits.
Value *one_of(IRBuilder<> &builder, Value *vector, Type *type) {
  auto *elements = cast<FixedVectorType>(vector->getType());
  const unsigned bits = elements->getScalarSizeInBits();
  Type *number = builder.getIntNTy(unsigned(type->getPrimitiveSizeInBits()));
  Value *all = nullptr;
  for (unsigned i = 0; i < elements->getNumElements(); ++i) {
    Value *one = builder.CreateZExt(as_number(builder, builder.CreateExtractElement(vector, i)), number);
    all = all ? builder.CreateOr(all, builder.CreateShl(one, i * bits)) : one;
  }
  return builder.CreateBitCast(all, type);
}

Value *elements_of(IRBuilder<> &builder, Value *whole, FixedVectorType *type) {
  const unsigned bits = type->getScalarSizeInBits();
  Value *number = as_number(builder, whole), *all = PoisonValue::get(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value *one = builder.CreateTrunc(builder.CreateLShr(number, i * bits), builder.getIntNTy(bits));
    all = builder.CreateInsertElement(all, builder.CreateBitCast(one, type->getElementType()), i);
  }
  return all;
}

// A reduction's elements one after the other.
Value *reduced(IRBuilder<> &builder, IntrinsicInst &call) {
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  Value *vector = call.getArgOperand(call.arg_size() - 1);
  Value *all = call.arg_size() == 2 ? call.getArgOperand(0) : nullptr;
  for (unsigned i = 0; i < cast<FixedVectorType>(vector->getType())->getNumElements(); ++i) {
    Value *one = builder.CreateExtractElement(vector, i);
    if (!all)
      all = one;
    else if (llvm::Intrinsic::ID least = getMinMaxReductionIntrinsicOp(id))
      all = builder.CreateBinaryIntrinsic(least, all, one);
    else
      all = builder.CreateBinOp(Instruction::BinaryOps(getArithmeticReductionInstruction(id)), all, one);
  }
  return all;
}

bool is_reduction(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::vector_reduce_add:
  case llvm::Intrinsic::vector_reduce_mul:
  case llvm::Intrinsic::vector_reduce_and:
  case llvm::Intrinsic::vector_reduce_or:
  case llvm::Intrinsic::vector_reduce_xor:
  case llvm::Intrinsic::vector_reduce_smin:
  case llvm::Intrinsic::vector_reduce_smax:
  case llvm::Intrinsic::vector_reduce_umin:
  case llvm::Intrinsic::vector_reduce_umax:
  case llvm::Intrinsic::vector_reduce_fmin:
  case llvm::Intrinsic::vector_reduce_fmax:
  case llvm::Intrinsic::vector_reduce_fadd:
  case llvm::Intrinsic::vector_reduce_fmul: return true;
  default: return false;
  }
}

}  // namespace

void split_vectors(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    IRBuilder<> builder(&instruction);
    Value *made = nullptr;
    if (auto *seen = dyn_cast<BitCastInst>(&instruction)) {
      auto *from = dyn_cast<FixedVectorType>(seen->getSrcTy());
      auto *to = dyn_cast<FixedVectorType>(seen->getDestTy());
      if (from && !to) made = one_of(builder, seen->getOperand(0), seen->getDestTy());
      if (to && !from) made = elements_of(builder, seen->getOperand(0), to);
    } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && is_reduction(call->getIntrinsicID())) {
      builder.setFastMathFlags(isa<FPMathOperator>(call) ? call->getFastMathFlags() : FastMathFlags());
      made = reduced(builder, *call);
    }
    if (!made) continue;
    instruction.replaceAllUsesWith(made);
    instruction.eraseFromParent();
  }
}

}  // namespace wherry::compiler
