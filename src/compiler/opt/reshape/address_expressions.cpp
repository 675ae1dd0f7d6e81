// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/address_expressions.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

std::optional<uint64_t> dimension_of(const Value *value, Intrinsic id) {
  while (isa<TruncInst, SExtInst, ZExtInst>(value)) value = cast<Instruction>(value)->getOperand(0);
  auto *call = dyn_cast<CallInst>(value);
  if (!call || intrinsic_of(*call) != id || call->arg_size() != 1) return {};
  auto *number = dyn_cast<ConstantInt>(call->getArgOperand(0));
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

AddressExpressions::AddressExpressions(Function &group)
    : group_(group), offset_type_(Type::getInt64Ty(group.getContext())), dominators_(group), loops_(dominators_),
      evolution_(group, loops_, dominators_) {}

std::optional<std::map<int64_t, Accesses>> AddressExpressions::of_arguments() {
  std::map<int64_t, Accesses> found;
  for (Instruction &access : instructions(group_)) {
    if (!access.mayReadOrWriteMemory() || isa<DbgInfoIntrinsic, NoAliasScopeDeclInst>(access) ||
        access.hasMetadata(LLVMContext::MD_invariant_load))
      continue;
    Value *pointer = getLoadStorePointerOperand(&access);
    if (!pointer || access.isAtomic() || access.isVolatile()) return {};
    auto *base = dyn_cast<SCEVUnknown>(scev().getPointerBase(scev().getSCEV(pointer)));
    if (!base) return {};
    const bool stores = isa<StoreInst>(access);
    if (is_constant(base->getValue()) && !stores) continue;
    auto *load = dyn_cast<LoadInst>(base->getValue());
    const auto argument = load ? argument_offset(*load, group_) : std::nullopt;
    if (!argument) return {};
    Accesses &all = found[*argument];
    all.stores |= stores;
    all.list.push_back(&access);
  }
  return found;
}

// A sum or product that the source lets wrap around, where the host can tell that it does not: an unsigned number of
// ids, counters and arguments.
bool AddressExpressions::is_bounded(const Value *value) {
  if (const auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
      operation && (operation->getOpcode() == Instruction::Add || operation->getOpcode() == Instruction::Mul))
    return is_bounded(operation->getOperand(0)) && is_bounded(operation->getOperand(1));
  if (is_launch_value(value, group_) || dimension_of(value, Intrinsic::__wherry_global_id)) return true;
  if (auto *narrow = dyn_cast<TruncInst>(value))
    return narrow->hasNoUnsignedWrap() && is_bounded(narrow->getOperand(0));
  auto *phi = dyn_cast<PHINode>(value);
  auto *counter = phi ? dyn_cast<SCEVAddRecExpr>(scev().getSCEV(const_cast<PHINode *>(phi))) : nullptr;
  return counter && counter->isAffine() && isa<SCEVConstant>(counter->getStart()) &&
         counter->getStepRecurrence(scev())->isOne() && is_launch_expression(back_edges(counter->getLoop()));
}

// The most that such a number can be, saturated. 64 bits.
Value *AddressExpressions::bound_of(Value *value, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  if (is_launch_value(value, group_)) return shape.value(value, /*is_signed=*/false);
  if (const auto dimension = dimension_of(value, Intrinsic::__wherry_global_id))
    return shape.size(unsigned(*dimension));
  auto add = [&](Value *left, Value *right) {
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, left, right);
  };
  if (auto *narrow = dyn_cast<TruncInst>(value)) return bound_of(narrow->getOperand(0), shape);
  if (auto *phi = dyn_cast<PHINode>(value)) {
    auto *counter = cast<SCEVAddRecExpr>(scev().getSCEV(phi));
    const uint64_t start = cast<SCEVConstant>(counter->getStart())->getAPInt().getZExtValue();
    return add(builder.getInt64(start), launch_value(back_edges(counter->getLoop()), /*is_signed=*/false, shape));
  }
  auto *operation = cast<BinaryOperator>(value);
  Value *left = bound_of(operation->getOperand(0), shape), *right = bound_of(operation->getOperand(1), shape);
  if (operation->getOpcode() == Instruction::Add) return add(left, right);
  Value *product = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow, left, right);
  return builder.CreateSelect(builder.CreateExtractValue(product, 1), builder.getInt64(UINT64_MAX),
                              builder.CreateExtractValue(product, 0));
}

// An integer of fewer bits, extended to 64. Where an overflow would leave the result open, no address that is used
// comes of one, which scalar evolution does not assume.
const SCEV *AddressExpressions::extended(Value *value, bool is_signed) {
  if (auto *narrow = dyn_cast<TruncInst>(value);
      narrow && (is_signed ? narrow->hasNoSignedWrap() : narrow->hasNoUnsignedWrap()))
    return scev().getTruncateOrNoop(scev().getSCEV(narrow->getOperand(0)), offset_type_);
  auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
  const bool keeps = operation && (is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap());
  const bool bounded = !keeps && operation && !is_signed && is_bounded(value);
  if (bounded) bounded_.insert(value);
  if (keeps || bounded) {
    auto operand = [&](unsigned k) { return extended(operation->getOperand(k), is_signed); };
    switch (operation->getOpcode()) {
    case Instruction::Add: return scev().getAddExpr(operand(0), operand(1));
    case Instruction::Sub: return scev().getMinusSCEV(operand(0), operand(1));
    case Instruction::Mul: return scev().getMulExpr(operand(0), operand(1));
    default: break;
    }
  }
  const SCEV *narrow = scev().getSCEV(value);
  return is_signed ? scev().getNoopOrSignExtend(narrow, offset_type_)
                   : scev().getNoopOrZeroExtend(narrow, offset_type_);
}

const SCEV *AddressExpressions::address_of(Value *pointer) {
  auto *element = dyn_cast<GEPOperator>(pointer);
  SmallMapVector<Value *, APInt, 4> indices;
  APInt offset(64, 0);
  if (!element || !element->collectOffset(group_.getDataLayout(), 64, indices, offset)) return scev().getSCEV(pointer);
  const SCEV *address = scev().getAddExpr(address_of(element->getPointerOperand()), scev().getConstant(offset));
  for (const auto &[index, scale] : indices) {
    const bool extends = isa<SExtInst, ZExtInst>(index);
    const SCEV *value = extends ? extended(cast<CastInst>(index)->getOperand(0), isa<SExtInst>(index))
                                : scev().getTruncateOrSignExtend(scev().getSCEV(index), offset_type_);
    address = scev().getAddExpr(address, scev().getMulExpr(value, scev().getConstant(scale)));
  }
  return address;
}

const SCEV *AddressExpressions::offset_of(Instruction &access) {
  return scev().removePointerBase(address_of(getLoadStorePointerOperand(&access)));
}

bool AddressExpressions::is_launch_expression(const SCEV *value) {
  return !isa<SCEVCouldNotCompute>(value) && !scev().containsUndefs(value) &&
         !SCEVExprContains(value, [&](const SCEV *part) {
           auto *unknown = dyn_cast<SCEVUnknown>(part);
           auto *division = dyn_cast<SCEVUDivExpr>(part);
           if (division && !isa<SCEVConstant>(division->getRHS())) return true;  // by 0?
           return isa<SCEVAddRecExpr>(part) || (unknown && !is_launch_value(unknown->getValue(), group_));
         });
}

Value *AddressExpressions::launch_value(const SCEV *value, bool is_signed, LaunchShape &shape) {
  // In the kernel, where nothing uses it: behind all that it may be made of.
  BasicBlock *behind = BasicBlock::Create(group_.getContext(), "launch", &group_);
  auto *place = new UnreachableInst(group_.getContext(), behind);
  SCEVExpander expander(scev(), "launch", /*PreserveLCSSA=*/false);
  Value *expanded = expander.expandCodeFor(value, value->getType(), place->getIterator()), *made = nullptr;
  if (is_launch_value(expanded, group_)) {
    made = shape.value(expanded, is_signed);
  } else {  // too many operations
    shape.require(shape.builder.getFalse());
    made = shape.builder.getInt64(1);
  }
  expander.clear();
  behind->eraseFromParent();
  return made;
}

Value *AddressExpressions::launch_distance(const SCEV *value, LaunchShape &shape) {
  Value *bytes = shape.builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::abs, launch_value(value, /*is_signed=*/true, shape), shape.builder.getFalse());
  shape.require_within(bytes, 0, kMostLaunchFactor);
  return bytes;
}

void AddressExpressions::require_bounds(LaunchShape &shape) {
  for (Value *number : bounded_)
    shape.require_within(bound_of(number, shape), 0, maxUIntN(number->getType()->getIntegerBitWidth()));
}

}  // namespace wherry::compiler
