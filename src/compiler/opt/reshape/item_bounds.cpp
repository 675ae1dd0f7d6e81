// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/item_bounds.h"

#include "compiler/opt/reshape/id_rewriting.h"
#include "kernel_abi/abi.h"

using namespace llvm;

namespace wherry::compiler {

static constexpr uint64_t kMostNumber = 1 << 24;  // beyond local memory; sums of its products fit in 64 bits

void ItemBounds::add_terms(const SCEV *value, int64_t factor, Terms &terms) {
  if (auto *sum = dyn_cast<SCEVAddExpr>(value)) {
    for (const SCEV *each : sum->operands()) add_terms(each, factor, terms);
    return;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(value))
    if (auto *number = dyn_cast<SCEVConstant>(product->getOperand(0)); number && product->getNumOperands() == 2)
      return add_terms(product->getOperand(1), factor * number->getAPInt().getSExtValue(), terms);
  if (auto *steps = dyn_cast<SCEVAddRecExpr>(value); steps && steps->isAffine())
    if (auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(scev()));
        step && (!steps->getStart()->isZero() || !step->isOne())) {
      add_terms(steps->getStart(), factor, terms);
      const SCEV *by_one = scev().getAddRecExpr(scev().getZero(value->getType()), scev().getOne(value->getType()),
                                                steps->getLoop(), SCEV::FlagAnyWrap);
      terms.emplace_back(by_one, factor * step->getAPInt().getSExtValue());
      return;
    }
  if (auto *number = dyn_cast<SCEVConstant>(value))
    terms.emplace_back(scev().getOne(value->getType()), factor * number->getAPInt().getSExtValue());
  else
    terms.emplace_back(value, factor);
}

// The most that a counter can be at a place in its loop.
std::optional<ItemBound> ItemBounds::most_of_counter(const SCEVAddRecExpr &counter, const Instruction &place) {
  const Loop *loop = counter.getLoop();
  const BasicBlock *exiting = loop->getExitingBlock();
  auto *step = counter.isAffine() ? dyn_cast<SCEVConstant>(counter.getStepRecurrence(scev())) : nullptr;
  // A header at which the loop is left sees one number more than the body does.
  const bool in_body = exiting == loop->getHeader() && place.getParent() != exiting;
  if (!step || !loop->contains(&place) || !exiting || !(in_body || exiting == loop->getLoopLatch())) return {};
  const SCEV *times = scev().getBackedgeTakenCount(loop);
  if (isa<SCEVCouldNotCompute>(times)) return {};
  if (!in_body) times = scev().getAddExpr(times, scev().getOne(times->getType()));
  if (auto *leaf = dyn_cast<SCEVUnknown>(times); leaf && counter.getStart()->isZero() && step->isOne())
    if (const auto size_of = local_size_of(leaf->getValue())) return ItemBound::of_size(*size_of);
  auto *number = dyn_cast<SCEVConstant>(times);
  auto start = most_of(counter.getStart(), place);
  if (!number || !start || number->isZero() || number->getAPInt().uge(abi::kMaxWorkGroupSize) ||
      step->getAPInt().abs().uge(abi::kMaxWorkGroupSize))
    return {};
  const int64_t way = step->getAPInt().getSExtValue() * (number->getAPInt().getSExtValue() - 1);
  if (way > 0)
    start->number += uint64_t(way);
  else if (way < 0 && (!isa<SCEVConstant>(counter.getStart()) || start->number < uint64_t(-way)))
    return {};
  return start;
}

bool ItemBounds::counts_to(const SCEV &number, const SCEV &end, const Instruction &place) {
  auto *steps = dyn_cast<SCEVAddRecExpr>(&number);
  if (!steps || !steps->isAffine() || !steps->getStart()->isZero() || !steps->getStepRecurrence(scev())->isOne())
    return false;
  const Loop &loop = *steps->getLoop();
  return loop.contains(&place) && loop.getExitingBlock() == loop.getHeader() && place.getParent() != loop.getHeader() &&
         count_of(loop, scev()) == &end;
}

std::optional<ItemBound> ItemBounds::most_of(const SCEV *id, const Instruction &place) {
  if (auto *number = dyn_cast<SCEVConstant>(id); number && number->getAPInt().ult(kMostNumber))
    return ItemBound{number->getAPInt().getZExtValue()};
  if (auto *leaf = dyn_cast<SCEVUnknown>(id))
    if (const auto size_of = dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id))
      return ItemBound::of_size(*size_of);
  if (auto *sum = dyn_cast<SCEVAddExpr>(id)) {
    ItemBound all;
    for (const SCEV *each : sum->operands()) {
      const auto bound = most_of(each, place);
      if (!bound) return {};
      all.number += bound->number;
      for (unsigned dimension = 0; dimension < 3; ++dimension) all.sizes[dimension] += bound->sizes[dimension];
    }
    return all;
  }
  if (auto *product = dyn_cast<SCEVMulExpr>(id); product && product->getNumOperands() == 2)
    if (auto *number = dyn_cast<SCEVConstant>(product->getOperand(0));
        number && number->getAPInt().ult(abi::kMaxWorkGroupSize))
      if (auto bound = most_of(product->getOperand(1), place)) {
        const uint64_t factor = number->getAPInt().getZExtValue();
        bound->number *= factor;
        for (uint64_t &each : bound->sizes) each *= factor;
        return bound;
      }
  if (auto *steps = dyn_cast<SCEVAddRecExpr>(id))
    if (const auto bound = most_of_counter(*steps, place)) return bound;
  if (const ConstantRange range = scev().getUnsignedRange(id); range.getUnsignedMax().ult(abi::kMaxWorkGroupSize))
    return ItemBound{range.getUnsignedMax().getZExtValue()};
  return {};
}

std::optional<uint64_t> ItemBounds::known(const ItemBound &most) const {
  uint64_t number = most.number;
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    if (most.sizes[dimension] && !sizes_[dimension]) return {};
    if (most.sizes[dimension]) number += most.sizes[dimension] * (*sizes_[dimension] - 1);
  }
  return number;
}

bool ItemBounds::require_below(const ItemBound &most, uint64_t end) {
  if (most.is_number()) return most.number < end;
  uint64_t &known = bounds_[{std::nullopt, end, most.sizes}];
  known = std::max(known, most.number);
  return true;
}

bool ItemBounds::require_below_size(const ItemBound &most, unsigned dimension) {
  if (most.sizes == ItemBound::of_size(dimension).sizes) return most.number == 0;
  uint64_t &known = bounds_[{dimension, 0, most.sizes}];
  known = std::max(known, most.number);
  return true;
}

bool ItemBounds::require_size(unsigned dimension, uint64_t size) {
  if (sizes_[dimension]) return sizes_[dimension] == size;
  sizes_[dimension] = size;
  return size > 0;
}

void ItemBounds::emit(LaunchShape &shape) const {
  IRBuilder<> &builder = shape.builder;
  for (const auto &[place, number] : bounds_) {
    const auto &[below_size_of, end, sizes] = place;
    Value *most = builder.getInt64(number);
    for (const auto &[dimension, factor] : enumerate(sizes)) {
      if (factor == 0) continue;
      Value *size = shape.local_size(unsigned(dimension));
      size = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, size, builder.getInt64(1));
      Value *last = builder.CreateSub(size, builder.getInt64(1));
      most = builder.CreateAdd(most, builder.CreateMul(builder.getInt64(factor), last));
    }
    shape.require(
        builder.CreateICmpSLT(most, below_size_of ? shape.local_size(*below_size_of) : builder.getInt64(end)));
  }
  for (const auto &[dimension, size] : enumerate(sizes_))
    if (size) shape.require(builder.CreateICmpEQ(shape.local_size(unsigned(dimension)), builder.getInt64(*size)));
}

}  // namespace wherry::compiler
