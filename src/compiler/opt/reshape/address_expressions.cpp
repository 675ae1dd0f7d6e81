// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/address_expressions.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

std::optional<IdUse> id_use_of(const Value *value, Intrinsic id) {
  constexpr unsigned kLeastBits = 32;  // that launches of moderate size need
  unsigned bits = 64;
  for (; isa<TruncInst, SExtInst, ZExtInst>(value); value = cast<Instruction>(value)->getOperand(0))
    bits = std::min(bits, value->getType()->getIntegerBitWidth());
  auto *call = dyn_cast<CallInst>(value);
  if (!call || intrinsic_of(*call) != id || call->arg_size() != 1 || bits < kLeastBits) return {};
  auto *number = dyn_cast<ConstantInt>(call->getArgOperand(0));
  if (!number || number->getZExtValue() > 2) return {};
  return IdUse{unsigned(number->getZExtValue()), bits - 1};
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

bool AddressExpressions::for_stored(function_ref<bool(const Accesses &)> accepts, bool &needs_apart) {
  const auto arguments = of_arguments();
  if (!arguments) return false;
  bool stores = false;
  for (const auto &[argument, accesses] : *arguments) {
    if (accesses.stores && !accepts(accesses)) return false;
    stores |= accesses.stores;
  }
  needs_apart = arguments->size() > 1;
  return stores;
}

// Operations of an index, at most: each doubles what is looked at.
constexpr unsigned kMostOperations = 8;

// A sum or product that the source lets wrap around, where the host can tell that it does not: an unsigned number of
// ids, counters and arguments.
bool AddressExpressions::is_bounded(const Value *value, unsigned depth) {
  if (is_launch_value(value, group_) || id_use_of(value, Intrinsic::__wherry_global_id)) return true;
  if (depth == 0) return false;
  if (auto *narrow = dyn_cast<TruncInst>(value))
    return narrow->hasNoUnsignedWrap() && is_bounded(narrow->getOperand(0), depth - 1);
  if (const auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
      operation && (operation->getOpcode() == Instruction::Add || operation->getOpcode() == Instruction::Mul))
    return is_bounded(operation->getOperand(0), depth - 1) && is_bounded(operation->getOperand(1), depth - 1);
  auto *phi = dyn_cast<PHINode>(value);
  auto *counter = phi ? dyn_cast<SCEVAddRecExpr>(scev().getSCEV(const_cast<PHINode *>(phi))) : nullptr;
  return counter && counter->isAffine() && isa<SCEVConstant>(counter->getStart()) &&
         counter->getStepRecurrence(scev())->isOne() && is_launch_expression(back_edges(counter->getLoop()));
}

// The most that such a number can be, saturated. 64 bits.
Value *AddressExpressions::bound_of(Value *value, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  if (is_launch_value(value, group_)) return shape.value(value, /*is_signed=*/false);
  if (const auto use = id_use_of(value, Intrinsic::__wherry_global_id)) {
    shape.require_within(shape.size(use->dimension), 0, uint64_t{1} << use->value_bits);
    return shape.size(use->dimension);
  }
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

// An integer of fewer bits, extended to 64. With nsw or nuw, an overflow would make the address poison, and its use is
// undefined. Scalar evolution does not rely on that, so the extension moves to the operands here.
const SCEV *AddressExpressions::extended(Value *value, bool is_signed, unsigned depth) {
  if (auto *narrow = dyn_cast<TruncInst>(value);
      narrow && (is_signed ? narrow->hasNoSignedWrap() : narrow->hasNoUnsignedWrap()))
    return scev().getTruncateOrNoop(scev().getSCEV(narrow->getOperand(0)), offset_type_);
  auto *operation = depth ? dyn_cast<OverflowingBinaryOperator>(value) : nullptr;
  const bool keeps = operation && (is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap());
  const bool bounded = !keeps && operation && !is_signed && is_bounded(value, depth);
  if (bounded) bounded_.insert(value);
  if (keeps || bounded) {
    auto operand = [&](unsigned k) { return extended(operation->getOperand(k), is_signed, depth - 1); };
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
    const SCEV *value = extends ? extended(cast<CastInst>(index)->getOperand(0), isa<SExtInst>(index), kMostOperations)
                                : scev().getTruncateOrSignExtend(scev().getSCEV(index), offset_type_);
    address = scev().getAddExpr(address, scev().getMulExpr(value, scev().getConstant(scale)));
  }
  return address;
}

bool Span::add(const SCEV &distance, const Instruction &access) {
  auto *number = dyn_cast<SCEVConstant>(&distance);
  if (!number) return false;
  const int64_t at = number->getAPInt().getSExtValue();
  const TypeSize bytes = access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
  begin_ = std::min(begin_, at);
  end_ = std::max(end_, at + int64_t(bytes.getFixedValue()));
  return true;
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
  // Expanded into a block without predecessors, where every value of the function may be used; then copied to `shape`.
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
