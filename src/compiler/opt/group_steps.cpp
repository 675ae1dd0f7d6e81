// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/group_steps.h"

#include "kernel_abi/abi.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// The offset of the field that a value is loaded from, and what the offset is from; null: the value is not loaded.
std::pair<const Value *, uint64_t> field_of(const Value *value) {
  auto *load = dyn_cast<LoadInst>(value);
  if (!load) return {};
  const DataLayout &layout = load->getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  return {base, offset.getZExtValue()};
}

bool is_group_id(const Value *value, const Function &group) {
  return field_of(value) == std::pair<const Value *, uint64_t>(group.getArg(1), offsetof(abi::GroupContext, group_id));
}

}  // namespace

bool is_local_size(const Value *value, const Function &group) {
  const auto [base, offset] = field_of(value);
  if (!base) return false;
  if (base == group.getArg(1)) return offset == offsetof(abi::GroupContext, local_size);
  return offset == offsetof(abi::Launch, local_size) &&
         field_of(base) == std::pair<const Value *, uint64_t>(group.getArg(1), offsetof(abi::GroupContext, launch));
}

namespace {

// A factor: a number, and whether it is multiplied by the local size. Nothing: another one.
std::optional<std::pair<int64_t, bool>> known_factor(const SCEV *factor, const Function &group) {
  while (auto *cast = dyn_cast<SCEVCastExpr>(factor)) factor = cast->getOperand();
  if (auto *constant = dyn_cast<SCEVConstant>(factor); constant && constant->getAPInt().isSignedIntN(32))
    return std::pair(constant->getAPInt().getSExtValue(), false);
  if (auto *unknown = dyn_cast<SCEVUnknown>(factor); unknown && is_local_size(unknown->getValue(), group))
    return std::pair(int64_t{1}, true);
  return std::nullopt;
}

std::optional<GroupStep> step_of_product(const SCEVMulExpr &product, const Function &group) {
  std::optional<GroupStep> step = GroupStep();
  const SCEV *moving = nullptr;
  for (const SCEV *factor : product.operands()) {
    const auto one = group_step(factor, group);
    if (!one || (!one->is_zero() && moving)) return std::nullopt;
    if (!one->is_zero()) step = one, moving = factor;
  }
  for (const SCEV *factor : product.operands()) {
    if (!moving || factor == moving) continue;
    const auto by = known_factor(factor, group);
    if (!by || (by->second && step->sizes)) return std::nullopt;
    step = by->second ? GroupStep{0, step->constant * by->first}
                      : GroupStep{step->constant * by->first, step->sizes * by->first};
  }
  return step;
}

}  // namespace

std::optional<GroupStep> group_step(const SCEV *value, const Function &group) {
  switch (value->getSCEVType()) {
  case scConstant:
  case scVScale: return GroupStep();
  case scUnknown: {
    const Value *unknown = cast<SCEVUnknown>(value)->getValue();
    if (is_group_id(unknown, group)) return GroupStep{1, 0};
    // A phi is where a part of an item loop begins: the same in each work-group.
    return isa<LoadInst, PHINode, Constant, Argument>(unknown) ? std::optional(GroupStep()) : std::nullopt;
  }
  case scTruncate:
  case scZeroExtend:
  case scSignExtend:
  case scPtrToInt: return group_step(cast<SCEVCastExpr>(value)->getOperand(), group);
  case scAddExpr: {
    GroupStep sum;
    for (const SCEV *term : value->operands()) {
      const auto step = group_step(term, group);
      if (!step) return std::nullopt;
      sum = {sum.constant + step->constant, sum.sizes + step->sizes};
    }
    return sum;
  }
  case scMulExpr: return step_of_product(cast<SCEVMulExpr>(*value), group);
  case scAddRecExpr: {
    auto &steps = cast<SCEVAddRecExpr>(*value);
    for (const SCEV *one : drop_begin(steps.operands()))
      if (const auto step = group_step(one, group); !step || !step->is_zero()) return std::nullopt;
    return group_step(steps.getStart(), group);
  }
  default: break;
  }
  for (const SCEV *one : value->operands())
    if (const auto step = group_step(one, group); !step || !step->is_zero()) return std::nullopt;
  return GroupStep();
}

}  // namespace wherry::compiler
