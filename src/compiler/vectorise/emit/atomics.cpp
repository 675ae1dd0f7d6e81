// SPDX-License-Identifier: Apache-2.0
// Atomic operations of all lanes on one address as one operation: as if the lanes' came one right after the other.
#include "compiler/ir/address_spaces.h"
#include "compiler/lower/collectives.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace wherry::compiler {

// How two operands become one, in Combination's letters; 0: not by one operation.
static char combination_of(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub: return '+';
  case AtomicRMWInst::And: return '&';
  case AtomicRMWInst::Or: return '|';
  case AtomicRMWInst::Xor: return '^';
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMin: return '<';
  case AtomicRMWInst::Max:
  case AtomicRMWInst::UMax: return '>';
  default: return 0;
  }
}

static bool is_idempotent(char combination) { return combination != '+' && combination != '^'; }

static bool is_signed(AtomicRMWInst::BinOp operation) {
  return operation == AtomicRMWInst::Min || operation == AtomicRMWInst::Max;
}

// OpenCL's functions take pointers to volatile objects, whether the object is volatile or not.
bool VectorBody::updates_together(const Instruction &instruction) const {
  auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  return update && combination_of(update->getOperation()) && strides_.uniform(update->getPointerOperand());
}

// The cost beside the operation itself: of joining the operands, and of giving each lane its result.
double VectorBody::together_cost(const Instruction &update) const {
  return (update.use_empty() ? 1 : 2) * Log2_32_Ceil(width_) * registers_of(update);
}

// The operands of all active lanes as one. A number that all lanes add counts as often as there are lanes.
Value *VectorBody::joined_operands(AtomicRMWInst &original, Combination &join) {
  Value *operand = original.getValOperand();
  Type *type = operand->getType();
  if (!strides_.uniform(operand)) {
    Value *values = vector(operand);
    return join.fold(mask_ ? builder_.CreateSelect(mask_, values, join.neutral(width_)) : values);
  }
  const char combination = combination_of(original.getOperation());
  Value *one = scalar(operand);
  if (is_idempotent(combination)) return one;
  Value *count = ConstantInt::get(type, width_);
  if (mask_)
    count = builder_.CreateZExtOrTrunc(
        builder_.CreateUnaryIntrinsic(
            llvm::Intrinsic::ctpop,
            builder_.CreateZExt(builder_.CreateBitCast(mask_, builder_.getIntNTy(width_)), builder_.getInt64Ty())),
        type);
  if (combination == '^') count = builder_.CreateAnd(count, 1);
  return builder_.CreateMul(one, count);
}

// Whether a fence, here or in a function that is called, may order a relaxed atomic operation behind other accesses.
static bool may_have_fences(const Function &function) {
  return any_of(instructions(function), [](const Instruction &one) {
    return isa<FenceInst>(one) || (isa<CallBase>(one) && !isa<IntrinsicInst>(one) && one.mayWriteToMemory());
  });
}

// One operation for all lanes whose results have no use. A minimum or a set bit is mostly there already: then a load
// will do, where nothing else is ordered by the operation.
void VectorBody::update(AtomicRMWInst &original, Value *with) {
  Value *at = scalar(original.getPointerOperand());
  BasicBlock *after = nullptr;
  if (is_idempotent(combination_of(original.getOperation())) && original.getOrdering() == AtomicOrdering::Monotonic &&
      !may_have_fences(*original.getFunction()) && original.getPointerAddressSpace() != kLocalSpace) {
    LoadInst *old = builder_.CreateAlignedLoad(with->getType(), at, original.getAlign());
    old->setAtomic(AtomicOrdering::Monotonic, original.getSyncScopeID());
    Value *next = buildAtomicRMWValue(original.getOperation(), builder_, old, with);
    BasicBlock *changes = new_block("changes");
    after = new_block("updated");
    builder_.CreateCondBr(builder_.CreateICmpNE(old, next), changes, after);
    builder_.SetInsertPoint(changes);
  }
  AtomicRMWInst *made = builder_.CreateAtomicRMW(original.getOperation(), at, with, original.getAlign(),
                                                 original.getOrdering(), original.getSyncScopeID());
  made->setVolatile(original.isVolatile());
  if (!after) return;
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
}

// One operation for all lanes; null: its results have no use. Each lane's result is the value that the lanes before it
// leave in memory.
Value *VectorBody::update_together(AtomicRMWInst &original) {
  ++counts_.updates;
  const AtomicRMWInst::BinOp operation = original.getOperation();
  Type *type = original.getType();
  Combination join(type, combination_of(operation), is_signed(operation), builder_);
  Value *at = scalar(original.getPointerOperand());
  const bool uniform = strides_.uniform(original.getValOperand()), used = !original.use_empty();
  if (!uniform || used) vector(original.getValOperand());
  const bool asks = mask_ && flow_.unguarded(original.getParent());
  BasicBlock *before = builder_.GetInsertBlock(), *after = nullptr;
  if (asks) {
    BasicBlock *some = new_block("some");
    after = new_block("updated");
    builder_.CreateCondBr(any(mask_), some, after);
    builder_.SetInsertPoint(some);
  }
  Value *old = nullptr;
  if (!used) {
    update(original, joined_operands(original, join));
  } else {
    Value *values = vector(original.getValOperand());
    if (mask_) values = builder_.CreateSelect(mask_, values, join.neutral(width_));
    values = join.scan(values);
    AtomicRMWInst *made =
        builder_.CreateAtomicRMW(operation, at, builder_.CreateExtractElement(values, width_ - 1), original.getAlign(),
                                 original.getOrdering(), original.getSyncScopeID());
    made->setVolatile(original.isVolatile());
    Value *of_lanes_before = join.shift(values, 1);
    old = buildAtomicRMWValue(operation, builder_, builder_.CreateVectorSplat(width_, made), of_lanes_before);
  }
  if (!asks) return old;
  BasicBlock *end = builder_.GetInsertBlock();
  builder_.CreateBr(after);
  builder_.SetInsertPoint(after);
  if (!used) return nullptr;
  PHINode *made = builder_.CreatePHI(old->getType(), 2);
  made->addIncoming(old, end);
  made->addIncoming(PoisonValue::get(old->getType()), before);
  return made;
}

}  // namespace wherry::compiler
