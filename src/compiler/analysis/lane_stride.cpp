// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lane_stride.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

void NoWrap::print(raw_ostream &out) const {
  value->printAsOperand(out, /*PrintType=*/false);
  out << ", stride " << stride << ", within " << bits << " bits, " << (is_signed ? "signed" : "unsigned");
}

LaneStride LaneStride::join(const LaneStride &other) const {
  if (is_unknown()) return other;
  if (other.is_unknown()) return *this;
  return *this == other ? *this : varying();
}

LaneStride LaneStride::with(ArrayRef<NoWrap> checks) const {
  LaneStride all = *this;
  if (kind_ == Kind::kStride)
    for (const NoWrap &check : checks)
      if (!is_contained(all.checks_, check)) all.checks_.push_back(check);
  return all;
}

LaneStride LaneStride::map(function_ref<int64_t(int64_t)> change) const {
  LaneStride changed = *this;
  if (kind_ == Kind::kStride) changed.stride_ = change(stride_);
  return changed;
}

LaneStride LaneStride::wrapped(unsigned bits) const {
  return map([&](int64_t stride) { return bits >= 64 ? stride : SignExtend64(uint64_t(stride), bits); });
}

LaneStride LaneStride::operator+(const LaneStride &other) const {
  if (is_unknown() || other.is_unknown()) return {};
  if (is_varying() || other.is_varying()) return varying();
  return LaneStride(int64_t(uint64_t(stride_) + uint64_t(other.stride_)), checks_).with(other.checks_);
}

void LaneStride::print(raw_ostream &out) const {
  if (kind_ != Kind::kStride) {
    out << (is_unknown() ? "unknown" : "varying");
    return;
  }
  out << "stride " << stride_;
  for (const NoWrap &check : checks_) check.print(out << (&check == checks_.begin() ? " if " : " and "));
}

static LaneStride times(const LaneStride &stride, uint64_t factor) {
  return stride.map([&](int64_t one) { return int64_t(uint64_t(one) * factor); });
}

std::optional<LaneStride> stride_of_arithmetic(const Instruction &instruction, StrideOf of) {
  Type *type = instruction.getType();
  const unsigned width = type->isPointerTy() ? 64 : type->getScalarSizeInBits();
  auto operand = [&](unsigned k) { return of(instruction.getOperand(k)); };
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint()) return LaneStride::varying();
    [[fallthrough]];
  case Instruction::Add: return (operand(0) + operand(1)).wrapped(width);
  case Instruction::Sub: return (operand(0) + times(operand(1), uint64_t(-1))).wrapped(width);
  case Instruction::Xor:  // "-1 - x"
    return match(instruction.getOperand(1), m_AllOnes()) ? times(operand(0), uint64_t(-1)).wrapped(width)
                                                         : LaneStride::varying();
  case Instruction::Mul:
    for (unsigned k : {0, 1})
      if (auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(k)))
        return times(operand(1 - k), uint64_t(factor->getSExtValue())).wrapped(width);
    return LaneStride::varying();
  case Instruction::Shl:
    if (auto *by = dyn_cast<ConstantInt>(instruction.getOperand(1)); by && by->getValue().ult(64))
      return times(operand(0), uint64_t(1) << by->getZExtValue()).wrapped(width);
    return LaneStride::varying();
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast: return operand(0).wrapped(width);
  default: return std::nullopt;
  }
}

LaneStride stride_of_address(const GetElementPtrInst &address, StrideOf of, StrideOf index_stride) {
  const LaneStride base = of(address.getPointerOperand());
  if (!base.stride()) return base;
  SmallMapVector<Value *, APInt, 4> scales;
  APInt offset(64, 0);
  if (!cast<GEPOperator>(address).collectOffset(address.getDataLayout(), 64, scales, offset))
    return LaneStride::varying();
  LaneStride all = base;
  for (auto &[index, scale] : scales) {
    const LaneStride one = index_stride(index);
    if (!one.stride()) return one;
    all = all + times(one, uint64_t(scale.getSExtValue()));
  }
  return all;
}

}  // namespace wherry::compiler
