// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/address_expressions.h"

#include "compiler/vectorise/cost.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

std::optional<IdUse> id_use_of(const Value *value, Intrinsic id) {
  unsigned bits = 64;
  for (; keeps_index(*value); value = cast<Instruction>(value)->getOperand(0))
    bits = std::min(bits, value->getType()->getIntegerBitWidth());
  const auto dimension = dimension_of(value, id);
  return dimension ? std::optional(IdUse{*dimension, bits - 1}) : std::nullopt;
}

std::optional<unsigned> local_size_of(const Value *value) {
  const auto dimension = dimension_of(value, Intrinsic::__wherry_local_size);
  return dimension ? dimension : dimension_of(value, Intrinsic::__wherry_enqueued_local_size);
}

AddressExpressions::AddressExpressions(Function &group)
    : group_(group), offset_type_(Type::getInt64Ty(group.getContext())), dominators_(group), loops_(dominators_),
      evolution_(group, loops_, dominators_) {}

std::optional<int64_t> AddressExpressions::argument_of(Instruction &access) {
  Value *pointer = getLoadStorePointerOperand(&access);
  auto *base = pointer ? dyn_cast<SCEVUnknown>(scev().getPointerBase(scev().getSCEV(pointer))) : nullptr;
  auto *load = base ? dyn_cast<LoadInst>(base->getValue()) : nullptr;
  return load ? argument_offset(*load, group_) : std::nullopt;
}

std::optional<std::map<int64_t, Accesses>> AddressExpressions::of_arguments() {
  std::map<int64_t, Accesses> found;
  for (Instruction &access : instructions(group_)) {
    if (!access.mayReadOrWriteMemory() || isa<DbgInfoIntrinsic, NoAliasScopeDeclInst>(access) ||
        access.hasMetadata(LLVMContext::MD_invariant_load))
      continue;
    Value *pointer = getLoadStorePointerOperand(&access);
    if (!pointer || access.isAtomic() || access.isVolatile()) return {};
    const bool stores = isa<StoreInst>(access);
    auto *base = dyn_cast<SCEVUnknown>(scev().getPointerBase(scev().getSCEV(pointer)));
    if (base && is_constant(base->getValue()) && !stores) continue;
    const auto argument = argument_of(access);
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

// The factor of a left shift by a number; else null.
static std::optional<uint64_t> factor_of_shift(const Instruction &operation) {
  const APInt *number;
  if (!match(&operation, m_Shl(m_Value(), m_APInt(number))) || number->uge(32)) return {};
  return uint64_t{1} << number->getZExtValue();
}

static bool is_sum(const Instruction &operation) {
  return operation.getOpcode() == Instruction::Add || match(&operation, m_DisjointOr(m_Value(), m_Value()));
}

const SCEV *AddressExpressions::back_edges(const Loop *loop) {
  auto [found, is_new] = back_edges_.try_emplace(loop, scev().getBackedgeTakenCount(loop));
  if (!is_new || !isa<SCEVCouldNotCompute>(found->second)) return found->second;
  const auto assumed = assumed_back_edges(*loop, scev());
  if (!assumed || !is_launch_expression(assumed->count)) return found->second;
  for (auto [counter, is_signed] : assumed->counters) {
    const SCEV *step = counter->getStepRecurrence(scev());
    if (!is_launch_expression(counter->getStart()) || !(step->isOne() || step->isAllOnesValue())) return found->second;
  }
  for (auto [counter, is_signed] : assumed->counters) counters_[counter] |= is_signed;
  return found->second = assumed->count;
}

// The counter of a loop that goes up or down by one, from and to what the host can compute; null: the value is none.
const SCEVAddRecExpr *AddressExpressions::counter_of(const Value *value) {
  if (!isa<PHINode, BinaryOperator, TruncInst>(value) || !scev().isSCEVable(value->getType())) return nullptr;
  auto *counter = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(const_cast<Value *>(value)));
  if (!counter || !counter->isAffine() || !is_launch_expression(counter->getStart()) ||
      !is_launch_expression(back_edges(counter->getLoop())))
    return nullptr;
  const SCEV *step = counter->getStepRecurrence(scev());
  if (step->isOne()) return counter;
  // The header of a loop that is left there sees one number more: -1.
  const bool reads = any_of(*counter->getLoop()->getHeader(), [](const Instruction &each) {
    return each.mayReadFromMemory() && !each.hasMetadata(LLVMContext::MD_invariant_load);
  });
  return step->isAllOnesValue() && !reads ? counter : nullptr;
}

// The most that a counter can be in the loop's body, none of whose numbers is negative.
Value *AddressExpressions::bound_of_counter(const SCEVAddRecExpr &counter, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *start = launch_value(counter.getStart(), /*is_signed=*/true, shape);
  Value *times = launch_value(back_edges(counter.getLoop()), /*is_signed=*/false, shape);
  shape.require_within(start, 0, kMostLaunchFactor);
  shape.require_within(times, 0, kMostLaunchFactor);
  if (counter.getStepRecurrence(scev())->isOne()) return builder.CreateAdd(start, times);
  const bool left_at_header = counter.getLoop()->getExitingBlock() == counter.getLoop()->getHeader() &&
                              !counter.getLoop()->isLoopLatch(counter.getLoop()->getHeader());
  shape.require(builder.CreateICmpULE(times, left_at_header ? builder.CreateAdd(start, builder.getInt64(1)) : start));
  return start;
}

// An id that is below the global size of a dimension.
static std::optional<IdUse> global_or_group_id(const Value *value) {
  const auto global = id_use_of(value, Intrinsic::__wherry_global_id);
  return global ? global : id_use_of(value, Intrinsic::__wherry_group_id);
}

// A truncation, sum or product that the source lets wrap around, where the host can tell that it does not: a number of
// ids, counters and arguments that are not negative.
bool AddressExpressions::is_bounded(const Value *value) { return is_bounded(value, cost::kMostSteps); }

bool AddressExpressions::is_bounded(const Value *value, unsigned depth) {
  if (is_launch_value(value, group_) || global_or_group_id(value) || counter_of(value)) return true;
  if (bounds_local_ids_ && id_use_of(value, Intrinsic::__wherry_local_id)) return true;
  if (depth == 0) return false;
  if (const auto *operation = dyn_cast<Instruction>(value)) {
    if (isa<TruncInst, SExtInst, ZExtInst>(operation) || factor_of_shift(*operation))
      return is_bounded(operation->getOperand(0), depth - 1);
    if (is_sum(*operation) || operation->getOpcode() == Instruction::Mul)
      return is_bounded(operation->getOperand(0), depth - 1) && is_bounded(operation->getOperand(1), depth - 1);
  }
  return false;
}

// The most that such a number can be, saturated. 64 bits.
Value *AddressExpressions::bound_of(Value *value, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  if (is_launch_value(value, group_)) return shape.value(value, /*is_signed=*/false);
  if (const auto use = global_or_group_id(value)) {
    shape.require_within(shape.size(use->dimension), 0, uint64_t{1} << use->value_bits);
    return shape.size(use->dimension);
  }
  if (id_use_of(value, Intrinsic::__wherry_local_id)) return builder.getInt64(abi::kMaxWorkGroupSize - 1);
  auto add = [&](Value *left, Value *right) {
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, left, right);
  };
  auto multiply = [&](Value *left, Value *right) {
    Value *product = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow, left, right);
    return builder.CreateSelect(builder.CreateExtractValue(product, 1), builder.getInt64(UINT64_MAX),
                                builder.CreateExtractValue(product, 0));
  };
  if (const SCEVAddRecExpr *counter = counter_of(value)) return bound_of_counter(*counter, shape);
  auto &operation = *cast<Instruction>(value);
  Value *left = bound_of(operation.getOperand(0), shape);
  if (isa<CastInst>(operation)) return left;
  if (const auto factor = factor_of_shift(operation)) return multiply(left, builder.getInt64(*factor));
  Value *right = bound_of(operation.getOperand(1), shape);
  return is_sum(operation) ? add(left, right) : multiply(left, right);
}

// A sum, difference or product of what `operand` gives; else null.
template <class Operand> const SCEV *AddressExpressions::combined(const Instruction &operation, Operand operand) {
  if (const auto factor = factor_of_shift(operation))
    return scev().getMulExpr(operand(0), scev().getConstant(offset_type_, *factor));
  if (is_sum(operation)) return scev().getAddExpr(operand(0), operand(1));
  if (operation.getOpcode() == Instruction::Sub) return scev().getMinusSCEV(operand(0), operand(1));
  if (operation.getOpcode() == Instruction::Mul) return scev().getMulExpr(operand(0), operand(1));
  return nullptr;
}

// Whether a sum or product of numbers that are not negative does not wrap around, by their ranges.
static bool fits(const Instruction &operation, bool is_signed, ScalarEvolution &evolution) {
  const unsigned bits = operation.getType()->getIntegerBitWidth();
  bool negative = false;
  auto most = [&](unsigned k) {
    const SCEV *operand = evolution.getSCEV(operation.getOperand(k));
    negative |= is_signed && !evolution.isKnownNonNegative(operand);
    return evolution.getUnsignedRangeMax(operand).zext(2 * bits);
  };
  APInt result(2 * bits, 0);
  if (const auto factor = factor_of_shift(operation))
    result = most(0) * *factor;
  else if (is_sum(operation))
    result = most(0) + most(1);
  else if (operation.getOpcode() == Instruction::Mul)
    result = most(0) * most(1);
  else
    return false;
  return !negative && result.isIntN(bits - is_signed);
}

// An integer of fewer bits, extended to 64. With nsw or nuw, an overflow would make the address poison, and its use is
// undefined. Scalar evolution does not rely on that, so the extension moves to the operands here.
const SCEV *AddressExpressions::extended(Value *value, bool is_signed, unsigned depth) {
  if (const SCEVAddRecExpr *counter = counter_of(value)) {
    const unsigned bits = counter->getType()->getIntegerBitWidth() - (is_signed ? 1 : 0);
    if (!scev().getUnsignedRangeMax(counter).isIntN(bits)) counters_[counter] |= is_signed;
    const SCEV *start = scev().getNoopOrZeroExtend(counter->getStart(), offset_type_);
    const SCEV *step = scev().getNoopOrSignExtend(counter->getStepRecurrence(scev()), offset_type_);
    return scev().getAddRecExpr(start, step, counter->getLoop(), SCEV::FlagAnyWrap);
  }
  if (depth && isa<SExtInst, ZExtInst>(value) && is_bounded(value, depth))  // and not negative
    return extended(cast<Instruction>(value)->getOperand(0), isa<SExtInst>(value), depth - 1);
  auto *operation = depth && isa<TruncInst, BinaryOperator>(value) ? cast<Instruction>(value) : nullptr;
  const auto *wraps = dyn_cast_or_null<OverflowingBinaryOperator>(operation);
  const auto *narrows = dyn_cast_or_null<TruncInst>(operation);
  const bool keeps = (is_signed ? (wraps && wraps->hasNoSignedWrap()) || (narrows && narrows->hasNoSignedWrap())
                                : (wraps && wraps->hasNoUnsignedWrap()) || (narrows && narrows->hasNoUnsignedWrap())) ||
                     (operation && !narrows && fits(*operation, is_signed, scev()));
  // The difference of two numbers that are not negative does not wrap around.
  if (operation && is_signed && !keeps && operation->getOpcode() == Instruction::Sub &&
      !is_launch_value(value, group_) &&
      all_of(operation->operands(), [&](const Use &use) { return is_bounded(use.get(), depth - 1); })) {
    not_negative_.insert(operation->op_begin(), operation->op_end());
    return scev().getMinusSCEV(extended(operation->getOperand(0), /*is_signed=*/true, depth - 1),
                               extended(operation->getOperand(1), /*is_signed=*/true, depth - 1));
  }
  const bool bounded = operation && !keeps && !is_launch_value(value, group_) && is_bounded(value, depth);
  if (bounded) bounded_[operation] |= is_signed;
  if (keeps || bounded) {
    if (narrows) return index_of(operation->getOperand(0), depth - 1);
    auto operand = [&](unsigned k) { return extended(operation->getOperand(k), is_signed, depth - 1); };
    if (const SCEV *wide = combined(*operation, operand)) return wide;
  }
  const SCEV *narrow = scev().getSCEV(value);
  return is_signed ? scev().getNoopOrSignExtend(narrow, offset_type_)
                   : scev().getNoopOrZeroExtend(narrow, offset_type_);
}

// An index as 64 bits, with extensions moved to the operands.
const SCEV *AddressExpressions::index_of(Value *value, unsigned depth) {
  auto *operation = depth ? dyn_cast<Instruction>(value) : nullptr;
  if (operation && isa<SExtInst, ZExtInst>(operation))
    return extended(operation->getOperand(0), isa<SExtInst>(operation), depth - 1);
  if (operation && value->getType() == offset_type_)
    if (const SCEV *whole =
            combined(*operation, [&](unsigned k) { return index_of(operation->getOperand(k), depth - 1); }))
      return whole;
  return scev().getTruncateOrSignExtend(scev().getSCEV(value), offset_type_);
}

const SCEV *AddressExpressions::index_of(Value *value) { return index_of(value, cost::kMostSteps); }

const SCEV *AddressExpressions::address_of(Value *pointer) {
  auto *element = dyn_cast<GEPOperator>(pointer);
  SmallMapVector<Value *, APInt, 4> indices;
  APInt offset(64, 0);
  if (!element || !element->collectOffset(group_.getDataLayout(), 64, indices, offset)) return scev().getSCEV(pointer);
  const SCEV *address = scev().getAddExpr(address_of(element->getPointerOperand()), scev().getConstant(offset));
  for (const auto &[index, scale] : indices) {
    address = scev().getAddExpr(address, scev().getMulExpr(index_of(index), scev().getConstant(scale)));
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

const SCEV *AddressExpressions::offset_if(Instruction &access, function_ref<bool(const SCEV *, bool)> accepts) {
  const auto bounded = bounded_;
  const auto counters = counters_;
  const auto not_negative = not_negative_;
  const auto back_edges = back_edges_;
  bounded_.clear(), counters_.clear(), not_negative_.clear(), back_edges_.clear();
  const SCEV *offset = offset_of(access);
  const bool accepted = accepts(offset, is_exact());
  auto put_back = [&](auto &noted, const auto &before) {
    if (!accepted) noted.clear();
    for (const auto &[number, is_signed] : before) noted[number] |= is_signed;
  };
  put_back(bounded_, bounded), put_back(counters_, counters);
  if (!accepted) not_negative_.clear();
  not_negative_.insert(not_negative.begin(), not_negative.end());
  // Counts of back edges that were known before stay.
  if (!accepted) back_edges_.clear();
  back_edges_.insert(back_edges.begin(), back_edges.end());
  return accepted ? offset : nullptr;
}

std::optional<LinearOfIds> AddressExpressions::linear_of_ids(const SCEV *value) {
  const SCEV *zero = scev().getZero(value->getType()), *one = scev().getOne(value->getType());
  if (auto *unknown = dyn_cast<SCEVUnknown>(value)) {
    const auto id = id_use_of(unknown->getValue(), Intrinsic::__wherry_global_id);
    if (id) {
      LinearOfIds alone{{zero, zero, zero}, zero};
      alone.factors[id->dimension] = one;
      return alone;
    }
  }
  if (auto *sum = dyn_cast<SCEVAddExpr>(value)) {
    LinearOfIds all{{zero, zero, zero}, zero};
    for (const SCEV *operand : sum->operands()) {
      const auto part = linear_of_ids(operand);
      if (!part) return {};
      for (unsigned k = 0; k < 3; ++k) all.factors[k] = scev().getAddExpr(all.factors[k], part->factors[k]);
      all.rest = scev().getAddExpr(all.rest, part->rest);
    }
    return all;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(value)) {
    const SCEV *factor = one;
    std::optional<LinearOfIds> other;
    for (const SCEV *operand : product->operands()) {
      if (is_launch_expression(operand)) {
        factor = scev().getMulExpr(factor, operand);
        continue;
      }
      if (other) return {};
      other = linear_of_ids(operand);
      if (!other) return {};
    }
    if (!other) return LinearOfIds{{zero, zero, zero}, value};
    for (const SCEV *&each : other->factors) each = scev().getMulExpr(each, factor);
    other->rest = scev().getMulExpr(other->rest, factor);
    return other;
  }
  if (is_launch_expression(value)) return LinearOfIds{{zero, zero, zero}, value};
  return {};
}

bool AddressExpressions::is_launch_expression(const SCEV *value) {
  return !isa<SCEVCouldNotCompute>(value) && !scev().containsUndefs(value) &&
         !SCEVExprContains(value, [&](const SCEV *part) {
           auto *unknown = dyn_cast<SCEVUnknown>(part);
           auto *division = dyn_cast<SCEVUDivExpr>(part);
           if (division && !scev().isKnownNonZero(division->getRHS())) return true;
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

static Value *without_sign(Value *number, IRBuilder<> &builder) {
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, number, builder.getFalse());
}

Value *AddressExpressions::launch_offset(const SCEV *value, LaunchShape &shape) {
  Value *bytes = launch_value(value, /*is_signed=*/true, shape);
  shape.require_within(without_sign(bytes, shape.builder), 0, kMostLaunchFactor);
  return bytes;
}

Value *AddressExpressions::launch_distance(const SCEV *value, LaunchShape &shape) {
  return without_sign(launch_offset(value, shape), shape.builder);
}

void AddressExpressions::require_bounds(LaunchShape &shape) {
  for (const auto &[number, is_signed] : bounded_)
    shape.require_within(bound_of(number, shape), 0,
                         maxUIntN(number->getType()->getIntegerBitWidth() - (is_signed ? 1 : 0)));
  for (Value *number : not_negative_)
    shape.require_within(bound_of(number, shape), 0, maxUIntN(number->getType()->getIntegerBitWidth() - 1));
  for (const auto &[counter, is_signed] : counters_)
    shape.require_within(bound_of_counter(*counter, shape), 0,
                         maxUIntN(counter->getType()->getIntegerBitWidth() - (is_signed ? 1 : 0)));
}

// No operand is negative, but for factors of a product with 0.
Value *AddressExpressions::widened(Value *value, IRBuilder<> &builder) const {
  if (!bounded_.contains(value)) return builder.CreateZExt(value, offset_type_);
  auto &operation = *cast<Instruction>(value);
  if (isa<TruncInst>(operation)) return builder.CreateZExtOrTrunc(operation.getOperand(0), offset_type_);
  Value *left = widened(operation.getOperand(0), builder);
  if (const auto factor = factor_of_shift(operation)) return builder.CreateMul(left, builder.getInt64(*factor));
  Value *right = widened(operation.getOperand(1), builder);
  return is_sum(operation) ? builder.CreateAdd(left, right) : builder.CreateMul(left, right);
}

void AddressExpressions::widen_bounded() {
  for (const auto &[number, is_signed] : bounded_)
    for (User *user : make_early_inc_range(number->users()))
      if (isa<ZExtInst>(user) || (is_signed && isa<SExtInst>(user))) {
        IRBuilder<> builder(cast<Instruction>(user));
        user->replaceAllUsesWith(builder.CreateTruncOrBitCast(widened(number, builder), user->getType()));
      }
}

void ByteRange::add(Value *factor, Value *least, Value *most) {
  IRBuilder<> &builder = shape_.builder;
  auto add = [&](llvm::Intrinsic::ID smaller, Value *to) {
    Value *first = builder.CreateMul(factor, least), *last = builder.CreateMul(factor, most);
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, to,
                                         builder.CreateBinaryIntrinsic(smaller, first, last));
  };
  begin_ = add(llvm::Intrinsic::smin, begin_);
  end_ = add(llvm::Intrinsic::smax, end_);
}

Value *ByteRange::is_apart_from(const ByteRange &other) const {
  IRBuilder<> &builder = shape_.builder;
  return builder.CreateOr(builder.CreateICmpSLE(end_, other.begin_), builder.CreateICmpSLE(other.end_, begin_));
}

}  // namespace wherry::compiler
