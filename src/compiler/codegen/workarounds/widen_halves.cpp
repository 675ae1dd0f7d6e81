// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/widen_halves.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

bool is_half(const Value *value) { return value->getType()->getScalarType()->isHalfTy(); }
Type *float_of(Type *type) { return type->getWithNewType(Type::getFloatTy(type->getContext())); }

// A double rounded to a float whose last bit says that something was lost: rounding that to half, which has 13 bits
// fewer, is rounding the double. Two roundings to nearest are not.
Value *to_odd_float(IRBuilder<> &builder, Value *x) {
  Type *type = float_of(x->getType()), *bits = type->getWithNewType(builder.getInt32Ty());
  Value *nearest = builder.CreateFPTrunc(x, type), *back = builder.CreateFPExt(nearest, x->getType());
  Value *too_far = builder.CreateFCmpOGT(builder.CreateUnaryIntrinsic(Intrinsic::fabs, back),
                                         builder.CreateUnaryIntrinsic(Intrinsic::fabs, x));
  Value *shorter = builder.CreateSub(builder.CreateBitCast(nearest, bits), builder.CreateZExt(too_far, bits));
  Value *lost = builder.CreateZExt(builder.CreateFCmpONE(back, x), bits);
  return builder.CreateBitCast(builder.CreateOr(shorter, lost), type);
}

bool is_made_in_float(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::sqrt:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::minnum:
  case Intrinsic::maxnum: return true;
  default: return false;
  }
}

// The instruction's replacement; null: the instruction may stay.
Value *widened(Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    if (!is_half(call) || !is_made_in_float(call->getIntrinsicID())) return nullptr;
    SmallVector<Value *> args;
    for (Value *arg : call->args()) args.push_back(builder.CreateFPExt(arg, float_of(arg->getType())));
    Value *wide = builder.CreateIntrinsic(call->getIntrinsicID(), args.front()->getType(), args, call);
    return builder.CreateFPTrunc(wide, call->getType());
  }
  Value *from = instruction.getNumOperands() ? instruction.getOperand(0) : nullptr;
  switch (instruction.getOpcode()) {
  case Instruction::FPTrunc:
    if (!is_half(&instruction) || !from->getType()->getScalarType()->isDoubleTy()) return nullptr;
    return builder.CreateFPTrunc(to_odd_float(builder, from), instruction.getType());
  case Instruction::SIToFP:
  case Instruction::UIToFP: {
    // Integers that a float cannot hold are infinite as halves.
    if (!is_half(&instruction)) return nullptr;
    auto *convert = cast<CastInst>(&instruction);
    return builder.CreateFPTrunc(builder.CreateCast(convert->getOpcode(), from, float_of(convert->getType())),
                                 convert->getType());
  }
  default: return nullptr;
  }
}

}  // namespace

static void widen_halves(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (Value *value = widened(instruction)) {
        instruction.replaceAllUsesWith(value);
        instruction.eraseFromParent();
      }
}

PreservedAnalyses WidenHalvesPass::run(Module &module, ModuleAnalysisManager &) {
  widen_halves(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
