// SPDX-License-Identifier: Apache-2.0
// Run-time contiguity by the first lane and the last one: addresses that are affine in the lanes while no clamp and no
// condition of their index is at work, as inside of an image.
#include <cmath>

#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// Numbers of halves up to this one are exact in `float`, and so are sums of two.
constexpr int64_t kMostExact = int64_t(1) << 22;
// The greatest stride, in bytes or in elements: a `double16`.
constexpr int64_t kMostStride = 128;

bool is_call_of(const Value &value, std::initializer_list<llvm::Intrinsic::ID> ids) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&value);
  return intrinsic && is_contained(ids, intrinsic->getIntrinsicID());
}

// How the chosen operand of a minimum or a maximum compares with the other operand, unsigned ones where both are not
// negative; BAD_ICMP_PREDICATE: the value is none of the two.
CmpInst::Predicate chosen_by(const Value &value) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&value);
  switch (intrinsic ? intrinsic->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::umin: return CmpInst::ICMP_SLE;
  case llvm::Intrinsic::smax:
  case llvm::Intrinsic::umax: return CmpInst::ICMP_SGE;
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::minimumnum: return CmpInst::FCMP_OLE;
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::maximumnum: return CmpInst::FCMP_OGE;
  default: return CmpInst::BAD_ICMP_PREDICATE;
  }
}

bool holds_below(CmpInst::Predicate predicate) {
  return is_contained({CmpInst::ICMP_SLT, CmpInst::ICMP_SLE, CmpInst::FCMP_OLT, CmpInst::FCMP_OLE}, predicate);
}
bool holds_above(CmpInst::Predicate predicate) {
  return is_contained({CmpInst::ICMP_SGT, CmpInst::ICMP_SGE, CmpInst::FCMP_OGT, CmpInst::FCMP_OGE}, predicate);
}

// Whether the first and the last lane tell that a predicate holds for all lanes: of an inequality, the bound lies
// before or behind them all.
bool holds_by_ends(CmpInst::Predicate predicate) {
  return holds_below(predicate) || holds_above(predicate) || predicate == CmpInst::ICMP_NE;
}

bool is_affine_float(const Type &type) { return type.isFloatTy() || type.isDoubleTy(); }

bool is_exact_half(const APFloat &number) {
  const double value = number.convertToDouble();
  return std::abs(value) <= double(kMostExact) && value * 2 == double(int64_t(value * 2));
}

}  // namespace

// What a value is, as a function of operands that may be affine in the lanes. An affine float is a converted integer,
// with a constant added, between bounds.
struct VectorBody::AffineForm {
  enum class Kind { kNone, kUniform, kStrided, kSame, kPlus, kTimes, kFromInteger, kToInteger, kWhile, kMinusAbove };
  Kind kind = Kind::kNone;
  // `by` is uniform, of kPlus also an extended condition; or `of` of kPlus is.
  Value *of = nullptr, *by = nullptr;
  // Of kWhile: `of`, a uniform number or a strided one, for all lanes for which `compared` compares with `by`. Of
  // kMinusAbove: `of` - `by`, for all lanes that are no less than `by`.
  Value *compared = nullptr;
  CmpInst::Predicate predicate = CmpInst::BAD_ICMP_PREDICATE;
  bool is_unsigned = false;  // neither is negative in the lanes for which the form holds
};

static bool is_extended_condition(const Value *value) {
  return isa<SExtInst, ZExtInst>(value) && cast<Instruction>(value)->getOperand(0)->getType()->isIntegerTy(1);
}

// An extended comparison is 1 or -1 while it holds in all lanes; that numbers are equal, 0 while it holds in none.
VectorBody::AffineForm VectorBody::form_of_condition(Instruction &extension) const {
  auto *compare = dyn_cast<ICmpInst>(extension.getOperand(0));
  if (!compare || !strides_.uniform(compare->getOperand(1))) return {};
  const bool holds = compare->getPredicate() != CmpInst::ICMP_EQ;
  CmpInst::Predicate predicate = holds ? compare->getPredicate() : CmpInst::ICMP_NE;
  const bool is_unsigned = CmpInst::isUnsigned(predicate);
  if (is_unsigned) predicate = ICmpInst::getSignedPredicate(predicate);
  if (!holds_by_ends(predicate)) return {};
  Value *number = ConstantInt::getSigned(extension.getType(), !holds ? 0 : isa<SExtInst>(extension) ? -1 : 1);
  return {AffineForm::Kind::kWhile, number, compare->getOperand(1), compare->getOperand(0), predicate, is_unsigned};
}

VectorBody::AffineForm VectorBody::affine_form(Value *value) const {
  using Kind = AffineForm::Kind;
  if (strides_.uniform(value)) return {Kind::kUniform};
  if (value->getType()->isIntegerTy() && strides_.stride(value)) return {Kind::kStrided};
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return {};
  auto operand = [&](unsigned k) { return instruction->getOperand(k); };
  auto is_uniform = [&](unsigned k) { return strides_.uniform(operand(k)); };
  switch (instruction->getOpcode()) {
  case Instruction::Freeze:  // "nsw" says nothing of what is frozen
    return value->getType()->isIntegerTy() && strides_.stride(operand(0)) ? AffineForm{Kind::kSame, operand(0)}
                                                                          : AffineForm();
  case Instruction::Trunc:  // of fewer bits, the last lane's number may wrap around
    return value->getType()->getIntegerBitWidth() >= 32 ? AffineForm{Kind::kSame, operand(0)} : AffineForm();
  case Instruction::SExt:
  case Instruction::ZExt:
    return operand(0)->getType()->isIntegerTy(1) ? form_of_condition(*instruction)
                                                 : AffineForm{Kind::kSame, operand(0)};
  case Instruction::Or:  // `y << n | x` of disjoint bits is a sum: LLVM writes indices of rows of 2^n elements so
    if (!cast<PossiblyDisjointInst>(instruction)->isDisjoint()) return {};
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    // x + (x < n), as x < n ? x + 1 : x is written.
    auto is_same = [&](unsigned k) { return is_uniform(k) || is_extended_condition(operand(k)); };
    if (!is_same(1) && (!is_same(0) || !instruction->isCommutative())) return {};
    return {Kind::kPlus, operand(0), operand(1)};
  }
  case Instruction::Mul:
  case Instruction::Shl: {
    auto *by = dyn_cast<ConstantInt>(operand(1));
    if (!by || by->getValue().sle(0) ||
        by->getValue().sgt(instruction->getOpcode() == Instruction::Mul ? kMostStride : Log2_64(kMostStride)))
      return {};
    return {Kind::kTimes, operand(0), by};
  }
  case Instruction::FAdd:
  case Instruction::FSub: {
    const APFloat *by;
    if (!is_affine_float(*value->getType()) || !match(operand(1), m_APFloat(by)) || !is_exact_half(*by) ||
        affine_form(operand(0)).kind != Kind::kFromInteger)
      return {};
    return {Kind::kPlus, operand(0), operand(1)};
  }
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return is_affine_float(*value->getType()) ? AffineForm{Kind::kFromInteger, operand(0)} : AffineForm();
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return is_affine_float(*operand(0)->getType()) ? AffineForm{Kind::kToInteger, operand(0)} : AffineForm();
  case Instruction::Select: {
    auto *compare = dyn_cast<CmpInst>(operand(0));
    const unsigned other = is_uniform(1) ? 1 : 2;
    // Two addresses that go up, each on one side of a bound, are both contiguous.
    if (!compare || strides_.uniform(compare) || !strides_.uniform(compare->getOperand(1)) || !is_uniform(other))
      return {};
    CmpInst::Predicate predicate = other == 1 ? compare->getInversePredicate() : compare->getPredicate();
    if (CmpInst::isFPPredicate(predicate)) predicate = CmpInst::getOrderedPredicate(predicate);  // true in fewer lanes
    const bool is_unsigned = CmpInst::isUnsigned(predicate);
    if (is_unsigned) predicate = ICmpInst::getSignedPredicate(predicate);
    if (!holds_by_ends(predicate)) return {};
    Value *of = operand(3 - other), *compared = compare->getOperand(0), *by = compare->getOperand(1);
    if (value->getType()->isFloatingPointTy() && (compared != of || by != operand(other))) return {};
    if (!value->getType()->isFloatingPointTy() && CmpInst::isFPPredicate(predicate)) return {};
    return {Kind::kWhile, of, by, compared, predicate, is_unsigned};
  }
  default: break;
  }
  if (is_call_of(*value, {llvm::Intrinsic::usub_sat}))
    return is_uniform(1) ? AffineForm{Kind::kMinusAbove, operand(0), operand(1)} : AffineForm();
  const CmpInst::Predicate predicate = chosen_by(*value);
  if (predicate == CmpInst::BAD_ICMP_PREDICATE || is_uniform(0) == is_uniform(1)) return {};
  Value *of = operand(is_uniform(0));
  return {Kind::kWhile, of,        operand(!is_uniform(0)),
          of,           predicate, is_call_of(*value, {llvm::Intrinsic::umin, llvm::Intrinsic::umax})};
}

// The step of a value from lane to lane, where conditions hold; nothing: the value may have no such step.
// `is_conditional`: there are conditions beside those of lane strides.
std::optional<int64_t> VectorBody::affine_stride(Value *value, bool &is_conditional, unsigned depth) const {
  using Kind = AffineForm::Kind;
  const AffineForm form = affine_form(value);
  if (form.kind == Kind::kUniform) return 0;
  if (form.kind == Kind::kStrided) {
    const int64_t stride = *strides_.stride(value);
    const bool holds_ends = value->getType()->getIntegerBitWidth() >= 32;  // the last lane's number, and kMostExact
    return holds_ends && stride > 0 && stride <= kMostStride ? std::optional(stride) : std::nullopt;
  }
  if (form.kind == Kind::kNone || depth == 0) return std::nullopt;
  const auto of = affine_stride(form.of, is_conditional, depth - 1);
  if (!of) return std::nullopt;
  switch (form.kind) {
  case Kind::kPlus: {
    const auto by = affine_stride(form.by, is_conditional, depth - 1);
    return by ? std::optional(*of + *by) : std::nullopt;
  }
  case Kind::kTimes: {
    const int64_t number = cast<ConstantInt>(form.by)->getSExtValue();
    const int64_t stride = cast<Instruction>(value)->getOpcode() == Instruction::Mul ? *of * number : *of << number;
    return stride <= kMostStride ? std::optional(stride) : std::nullopt;
  }
  case Kind::kToInteger:
    if (*of == 0) return std::nullopt;
    is_conditional = true;
    break;
  case Kind::kMinusAbove: is_conditional = true; break;
  case Kind::kWhile:
    is_conditional = true;
    if (form.compared != form.of && !affine_stride(form.compared, is_conditional, depth - 1)) return std::nullopt;
    break;
  default: break;
  }
  return of;
}

// By how much the last lane's value is greater than the first lane's.
int64_t VectorBody::ahead_of_first(Value *value) const {
  bool ignored = false;
  return *affine_stride(value, ignored) * int64_t(width_ - 1);
}

Value *VectorBody::last(Value *first, Value *value) {
  return builder_.CreateAdd(first, ConstantInt::getSigned(first->getType(), ahead_of_first(value)));
}

// As affine_first(), of a float that is to be truncated and is not below 0: the greatest integer that is not above the
// float. Rounding the bound and the float down before the choice between them gives the same integer as rounding the
// chosen one. The bound is truncated: affine_first() asks that no lane is below 0, where truncation is another
// rounding.
Value *VectorBody::floor_of_first(Value *value, SmallVectorImpl<Value *> &conditions) {
  using Kind = AffineForm::Kind;
  const AffineForm form = affine_form(value);
  if (form.kind == Kind::kFromInteger) {
    Value *first = affine_first(form.of, conditions), *end = last(first, form.of);
    conditions.push_back(builder_.CreateICmpSLE(end, ConstantInt::getSigned(end->getType(), kMostExact)));
    conditions.push_back(builder_.CreateICmpSGE(
        first, ConstantInt::getSigned(end->getType(), isa<UIToFPInst>(value) ? 0 : -kMostExact)));
    return first;
  }
  Value *first = floor_of_first(form.of, conditions);
  if (form.kind == Kind::kPlus) {
    const double by = cast<ConstantFP>(form.by)->getValueAPF().convertToDouble();
    const bool adds = cast<Instruction>(value)->getOpcode() == Instruction::FAdd;
    return builder_.CreateAdd(first, ConstantInt::getSigned(first->getType(), int64_t(std::floor(adds ? by : -by))));
  }
  assert(form.kind == Kind::kWhile);
  const bool above = holds_above(form.predicate);
  Type *type = first->getType();
  Value *by = scalar(form.by);
  by = builder_.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {type, by->getType()}, {by});
  conditions.push_back(above ? builder_.CreateICmpSGE(first, by)
                             : builder_.CreateICmpSLE(last(first, form.compared), by));
  return first;
}

// The floor of the first lane's affine float, as i32; -1 if the floors of the other lanes are not known to follow it by
// the float's stride, or if a floor is negative.
Value *VectorBody::exact_floor_of_first(Value *value) {
  SmallVector<Value *> conditions;
  Value *first = floor_of_first(value, conditions);
  Value *narrow = builder_.CreateSExtOrTrunc(first, builder_.getInt32Ty());
  return builder_.CreateSelect(builder_.CreateAnd(conditions), narrow, builder_.getInt32(-1));
}

// The first lane's value, where affine_stride() knows one; adds the conditions, of all lanes, on which that rests.
Value *VectorBody::affine_first(Value *value, SmallVectorImpl<Value *> &conditions) {
  using Kind = AffineForm::Kind;
  const AffineForm form = affine_form(value);
  if (form.kind == Kind::kUniform) return scalar(value);
  // That the signed number does not wrap around between the first lane and the last.
  auto never_wraps = [&](Value *first) {
    const APInt most =
        APInt::getSignedMaxValue(first->getType()->getIntegerBitWidth()) - uint64_t(ahead_of_first(value));
    conditions.push_back(builder_.CreateICmpSLE(first, builder_.getInt(most)));
    return first;
  };
  if (form.kind == Kind::kStrided) return never_wraps(scalar(value));
  if (form.kind == Kind::kWhile) {
    Value *compared = affine_first(form.compared, conditions), *by = scalar(form.by);
    if (form.is_unsigned)
      for (Value *each : {compared, by}) conditions.push_back(builder_.CreateIsNotNeg(each));
    Value *end = holds_above(form.predicate) ? compared : last(compared, form.compared);
    conditions.push_back(form.predicate == CmpInst::ICMP_NE
                             ? builder_.CreateOr(builder_.CreateICmpSLT(by, compared), builder_.CreateICmpSGT(by, end))
                             : builder_.CreateCmp(form.predicate, end, by));
    return form.of == form.compared ? compared : affine_first(form.of, conditions);
  }
  if (form.kind == Kind::kMinusAbove) {
    Value *first = affine_first(form.of, conditions), *by = scalar(form.by);
    conditions.push_back(builder_.CreateIsNotNeg(by));
    conditions.push_back(builder_.CreateICmpSGE(first, by));
    return builder_.CreateSub(first, by);
  }
  if (form.kind == Kind::kToInteger) {
    Value *first = floor_of_first(form.of, conditions);
    conditions.push_back(builder_.CreateICmpSGE(first, Constant::getNullValue(first->getType())));
    return builder_.CreateSExtOrTrunc(first, value->getType());
  }
  Value *of = affine_first(form.of, conditions);
  auto *instruction = cast<Instruction>(value);
  // "nsw" and "disjoint" hold of all lanes: all of them come to the access that depends on the value.
  auto result_of = [&](Value *by) {
    if (instruction->getOpcode() == Instruction::Or) return builder_.CreateAdd(of, by);
    Value *first = builder_.CreateBinOp(Instruction::BinaryOps(instruction->getOpcode()), of, by);
    return instruction->hasNoSignedWrap() ? first : never_wraps(first);
  };
  if (form.kind == Kind::kPlus) return result_of(affine_first(form.by, conditions));
  if (form.kind == Kind::kTimes) return result_of(form.by);
  if (isa<FreezeInst>(instruction)) return of;
  if (auto *truncation = dyn_cast<TruncInst>(instruction)) {
    const unsigned bits = value->getType()->getIntegerBitWidth(), of_bits = of->getType()->getIntegerBitWidth();
    if (!truncation->hasNoSignedWrap()) {
      conditions.push_back(builder_.CreateICmpSGE(of, builder_.getInt(APInt::getSignedMinValue(bits).sext(of_bits))));
      conditions.push_back(
          builder_.CreateICmpSLE(last(of, form.of), builder_.getInt(APInt::getSignedMaxValue(bits).sext(of_bits))));
    }
  } else if (!extends_sign(*instruction))
    conditions.push_back(builder_.CreateICmpSGE(of, Constant::getNullValue(of->getType())));
  return builder_.CreateSExtOrTrunc(of, instruction->getType());
}

// Whether the lanes' elements, of `bytes` bytes each, are contiguous if conditions hold that are asked of the first and
// the last lane alone. False under a mask: one of these two lanes may be inactive.
bool VectorBody::is_contiguous_by_ends(Value *pointer, uint64_t bytes) const {
  APInt offset(64, 0);
  auto *step = dyn_cast<GetElementPtrInst>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true));
  if (mask_ || !step || step->getNumIndices() != 1 || !step->getOperand(1)->getType()->isIntegerTy(64) ||
      !strides_.uniform(step->getPointerOperand()) || strides_.variable(step))
    return false;
  bool is_conditional = false;
  const auto stride = affine_stride(step->getOperand(1), is_conditional);
  return stride && is_conditional &&
         uint64_t(*stride) * layout_.getTypeAllocSize(step->getSourceElementType()) == bytes;
}

// Whether the conditions hold. `first`: the first lane's address.
Value *VectorBody::check_ends(Value *pointer, Value *&first) {
  APInt offset(64, 0);
  auto *step = cast<GetElementPtrInst>(pointer->stripAndAccumulateConstantOffsets(layout_, offset, true));
  SmallVector<Value *> conditions;
  Value *index = affine_first(step->getOperand(1), conditions);
  first = builder_.CreateGEP(step->getSourceElementType(), scalar(step->getPointerOperand()), index);
  if (!offset.isZero()) first = builder_.CreateGEP(builder_.getInt8Ty(), first, builder_.getInt(offset));
  return builder_.CreateFreeze(builder_.CreateAnd(conditions));
}

// A run-time contiguity check, and the first lane's address; null: the lanes' elements are not worth one.
Value *VectorBody::contiguous_at_run_time(Value *pointer, Type *type, Value *&first) {
  const uint64_t size = layout_.getTypeStoreSize(type);
  if (layout_.getTypeAllocSize(type) == size && layout_.getTypeSizeInBits(type) == 8 * size &&
      is_contiguous_by_ends(pointer, size))
    return check_ends(pointer, first);
  APInt offset;
  GetElementPtrInst *address = run_time_contiguous(pointer, type, offset);
  return address ? check_contiguity(*address, offset, type, first) : nullptr;
}

}  // namespace wherry::compiler
