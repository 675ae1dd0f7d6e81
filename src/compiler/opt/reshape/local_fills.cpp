// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/local_fills.h"

#include "compiler/ir/conditions.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostDepth = 16;  // of an index: row * n + column, each by a group id, a size, and a local id
constexpr uint64_t kMostElements = 1 << 24;  // beyond local memory; its product with three local sizes fits in 64 bits

// The constant that a product has, or 1.
int64_t number_in(const SCEV *product) {
  if (auto *operands = dyn_cast<SCEVMulExpr>(product)) product = operands->getOperand(0);
  auto *number = dyn_cast<SCEVConstant>(product);
  return number ? number->getAPInt().getSExtValue() : 1;
}

// The comparison by which a loop's header goes on while the counter is below an end, which stands on the right.
std::optional<Comparison> below_end(const Loop &loop, const PHINode &phi) {
  auto *branch = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
  auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || !phi.getType()->isIntegerTy() || !loop.isLoopExiting(loop.getHeader())) return {};
  auto is_counter = [&](const Value *value) { return without_conversions(value) == &phi; };
  const Comparison test(*compare, loop.contains(branch->getSuccessor(0)), is_counter);
  return is_counter(test.left) && ICmpInst::isLT(test.predicate) ? std::optional(test) : std::nullopt;
}

// That end as a number; 0: it is none.
uint64_t end_of(const Loop &loop, const PHINode &phi) {
  const auto test = below_end(loop, phi);
  const APInt *end;
  return test && match(test->right, m_APInt(end)) && end->isStrictlyPositive() && end->ule(kMostElements)
             ? end->getZExtValue()
             : 0;
}

// Extensions of narrow numbers moved to what these are made of: local ids are so small that nothing wraps around.
class WithoutExtensions : public SCEVRewriteVisitor<WithoutExtensions> {
 public:
  // `ids`: the local ids of the work-items that compute the number.
  WithoutExtensions(ScalarEvolution &evolution, const std::array<IdRange, 3> &ids, IsSmall is_small)
      : SCEVRewriteVisitor(evolution), ids_(ids), is_small_(is_small) {}

  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *number) {
    return extended(number, number->getOperand(), [&](const SCEV *wide) {
      return SE.getSignedRange(wide).getSignedMax().isSignedIntN(bits(number)) &&
             SE.getSignedRange(wide).getSignedMin().isSignedIntN(bits(number));
    });
  }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *number) {
    return extended(number, number->getOperand(),
                    [&](const SCEV *wide) { return SE.getUnsignedRangeMax(wide).isIntN(bits(number)); });
  }

 private:
  static unsigned bits(const SCEVCastExpr *number) { return number->getOperand()->getType()->getIntegerBitWidth(); }

  // Whether a local id has no more bits.
  bool keeps_id(const SCEVTruncateExpr *cut) {
    auto *leaf = dyn_cast<SCEVUnknown>(cut->getOperand());
    const auto dimension = leaf ? dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id) : std::nullopt;
    const auto end = dimension ? ids_[*dimension].end : std::nullopt;
    return end && isUIntN(cut->getType()->getIntegerBitWidth(), *end - 1);
  }

  const SCEV *extended(const SCEV *number, const SCEV *narrow, function_ref<bool(const SCEV *)> fits) {
    if (auto *cut = dyn_cast<SCEVTruncateExpr>(narrow); cut && isa<SCEVZeroExtendExpr>(number) && keeps_id(cut))
      return cut->getOperand();
    if (const SCEV *counter = extended_counter(number, narrow)) return counter;
    const SCEV *wide = congruent(narrow, number->getType());
    return wide && fits(wide) ? wide : number;
  }

  // A wider number that is the same in the narrow number's bits; null: none is known.
  const SCEV *congruent(const SCEV *narrow, Type *type) {
    if (auto *cut = dyn_cast<SCEVTruncateExpr>(narrow); cut && cut->getOperand()->getType() == type)
      return visit(cut->getOperand());
    if (isa<SCEVConstant>(narrow)) return SE.getSignExtendExpr(narrow, type);
    if (auto *steps = dyn_cast<SCEVAddRecExpr>(narrow); steps && steps->isAffine()) {
      const SCEV *start = congruent(steps->getStart(), type), *by = congruent(steps->getStepRecurrence(SE), type);
      return start && by ? SE.getAddRecExpr(start, by, steps->getLoop(), SCEV::FlagAnyWrap) : nullptr;
    }
    if (!isa<SCEVAddExpr, SCEVMulExpr>(narrow)) return SE.getZeroExtendExpr(narrow, type);
    SmallVector<const SCEV *, 4> operands;
    for (const SCEV *each : narrow->operands()) {
      const SCEV *wide = congruent(each, type);
      if (!wide) return nullptr;
      operands.push_back(wide);
    }
    return isa<SCEVAddExpr>(narrow) ? SE.getAddExpr(operands) : SE.getMulExpr(operands);
  }

  // A counter that starts at local ids, and has no more bits below its end in the loop.
  const SCEV *extended_counter(const SCEV *number, const SCEV *narrow) {
    auto *cut = dyn_cast<SCEVAddRecExpr>(narrow);
    if (!cut || !cut->isAffine()) return nullptr;
    const unsigned bits = cut->getType()->getIntegerBitWidth();
    for (PHINode &phi : cut->getLoop()->getHeader()->phis()) {
      const uint64_t end = end_of(*cut->getLoop(), phi);
      const bool fits = end ? isUIntN(bits, end) : bits >= 32 && is_small_ && is_small_(*cut->getLoop(), phi);
      if (!fits || phi.getType()->getIntegerBitWidth() < bits) continue;
      auto *counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&phi));
      if (!counter || SE.getTruncateOrNoop(counter, cut->getType()) != cut) continue;
      const SCEV *start = counter->getStart(), *step = counter->getStepRecurrence(SE);
      if (SE.getUnsignedRangeMax(start).ule(kMostElements) && SE.getUnsignedRangeMax(step).ule(kMostElements))
        return SE.getAddRecExpr(visit(SE.getNoopOrZeroExtend(start, number->getType())),
                                visit(SE.getNoopOrZeroExtend(step, number->getType())), counter->getLoop(),
                                SCEV::FlagAnyWrap);
    }
    return nullptr;
  }

  const std::array<IdRange, 3> ids_;
  const IsSmall is_small_;
};

}  // namespace

const SCEV *without_extensions(const SCEV *number, ScalarEvolution &evolution, const std::array<IdRange, 3> &ids,
                               IsSmall is_small) {
  return WithoutExtensions(evolution, ids, is_small).visit(number);
}

const SCEV *LocalFills::offset_of(Instruction &access) {
  Value *object = const_cast<Value *>(origins_.of(getLoadStorePointerOperand(&access)).object);
  const SCEV *first = scev().removePointerBase(scev().getSCEV(object));
  return without_extensions(scev().getMinusSCEV(addresses_.offset_of(access), first), scev(), {},
                            [&](const Loop &loop, const PHINode &phi) { return end_value_of(loop, phi) != nullptr; });
}

std::optional<Fill> LocalFills::fill_of(StoreInst &store) {
  auto *source = dyn_cast<LoadInst>(store.getValueOperand());
  if (!source) return {};
  const PointerOrigin origin = origins_.of(source->getPointerOperand());
  if (origin.kind != PointerOrigin::buffer || stored_.contains(origin.slot)) return {};
  Fill fill{&store, source, &store};
  const SCEV *rest = add_counters(offset_of(store), fill);
  if (!rest) return {};
  add_guards(fill);
  if (!add_local_ids(without_extensions(rest, scev(), fill.of_items), 1, fill) || !add_items(fill)) return {};
  sort(fill.coordinates, [](const auto &a, const auto &b) { return a.factor > b.factor; });
  const TypeSize bytes = store.getDataLayout().getTypeStoreSize(source->getType());
  if (!fill.coordinates.empty() && fill.coordinates.back().factor < int64_t(bytes.getFixedValue()))
    return {};  // they overlap
  if (!is_from_ids(source->getPointerOperand(), fill)) return {};
  fill.conditions_from_ids =
      all_of(fill.conditions, [&](const auto &condition) { return is_from_ids(condition.first, fill); });
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    used_[dimension] |= fill.used[dimension];
    most_begin_[dimension] = std::max(most_begin_[dimension], fill.of_items[dimension].begin);
    if (fill.of_dimension[dimension])
      most_end_[dimension] = std::max(most_end_[dimension], fill.of_items[dimension].end.value_or(0));
  }
  return fill;
}

// Adds the counters of the loops that a work-item stores in, from the innermost one to `fill.loop`. Returns what is
// left of the offset; null: such a loop has no counter, or does more than fill.
const SCEV *LocalFills::add_counters(const SCEV *offset, Fill &fill) {
  const BasicBlock *body = fill.store->getParent();
  while (auto *steps = dyn_cast<SCEVAddRecExpr>(offset)) {
    const Loop *loop = steps->getLoop();
    if (!steps->isAffine() || loop != addresses_.loops().getLoopFor(fill.at->getParent()) ||
        !loop->getLoopPreheader() || !loop->getLoopLatch() || loop->getExitingBlock() != loop->getHeader() ||
        body == loop->getHeader() || !addresses_.dominators().dominates(body, loop->getLoopLatch()))
      return nullptr;
    std::optional<Coordinate> counter;
    for (PHINode &phi : loop->getHeader()->phis())
      if (!counter) counter = counter_of(phi, *steps, fill);
    if (!counter) return nullptr;
    fill.coordinates.push_back(*counter);
    const SCEV *number =
        without_extensions(scev().getTruncateOrSignExtend(scev().getSCEV(counter->leaf), offset->getType()), scev(), {},
                           [&](const Loop &, const PHINode &phi) { return fill.counts_to_value(phi); });
    fill.loop = loop;
    fill.at = loop->getLoopPreheader()->getTerminator();
    body = loop->getHeader();
    offset = scev().getMinusSCEV(
        offset, scev().getMulExpr(scev().getConstant(offset->getType(), uint64_t(counter->factor)), number));
  }
  return offset;
}

// A phi by whose numbers an offset goes on in its loop, all from 0 to an end, each of some work-item.
std::optional<Coordinate> LocalFills::counter_of(PHINode &phi, const SCEVAddRecExpr &steps, Fill &fill) {
  if (!phi.getType()->isIntegerTy()) return {};
  const SCEV *number = without_extensions(
      scev().getTruncateOrSignExtend(scev().getSCEV(&phi), steps.getType()), scev(), {},
      [&](const Loop &loop, const PHINode &each) { return &each == &phi && end_value_of(loop, each); });
  auto *counter = dyn_cast<SCEVAddRecExpr>(number);
  if (!counter || counter->getLoop() != steps.getLoop() || !counter->isAffine()) return {};
  const SCEV *by = counter->getStepRecurrence(scev()), *wanted = steps.getStepRecurrence(scev());
  const int64_t factor = number_in(by) > 0 ? number_in(wanted) / number_in(by) : 0;
  if (factor <= 0 || scev().getMulExpr(scev().getConstant(by->getType(), uint64_t(factor)), by) != wanted) return {};
  const uint64_t end = end_of(*counter->getLoop(), phi);
  const SCEV *end_value = end ? nullptr : end_value_of(*counter->getLoop(), phi);
  if ((end == 0 && !end_value) || !leaves_no_gaps(phi, by, fill)) return {};
  return Coordinate{&phi, factor, {}, end, end_value};
}

// The end of a loop's counter that the host knows. Takes note that it must be small.
const SCEV *LocalFills::end_value_of(const Loop &loop, const PHINode &phi) {
  const auto test = below_end(loop, phi);
  if (!test) return nullptr;
  const SCEV *end = scev().getSCEV(const_cast<Value *>(without_conversions(test->right)));
  if (!addresses_.is_launch_expression(end)) return nullptr;
  if (const std::pair known(end, ICmpInst::isSigned(test->predicate)); !is_contained(ends_, known))
    ends_.push_back(known);
  return end;
}

// Whether work-items' counters, which start at their local ids times factors, meet each number from 0 on. Takes note of
// what local sizes must be for that.
bool LocalFills::leaves_no_gaps(PHINode &phi, const SCEV *step, Fill &fill) {
  const Loop *loop = addresses_.loops().getLoopFor(phi.getParent());
  const SCEV *start =
      without_extensions(addresses_.index_of(phi.getIncomingValueForBlock(loop->getLoopPreheader())), scev());
  SmallVector<std::pair<SizeProduct, unsigned>, 3> terms;
  SmallVector<const SCEV *, 3> sum{start};
  if (auto *add = dyn_cast<SCEVAddExpr>(start)) sum.assign(add->operands().begin(), add->operands().end());
  for (const SCEV *each : sum) {
    const auto term = product_of(each);
    if (!term || !term->second || fill.used[*term->second]) return false;
    fill.used[*term->second] = true;
    terms.emplace_back(term->first, *term->second);
  }
  const auto last = product_of(step);
  if (!last || last->second) return false;
  sort(terms, [](const auto &a, const auto &b) {
    return std::pair(a.first.dimensions.size(), a.first.number) < std::pair(b.first.dimensions.size(), b.first.number);
  });
  SizeProduct reached;
  auto goes_on_at = [&](const SizeProduct &next) {
    if (reached.number != next.number || reached.dimensions != next.dimensions) no_less_.emplace_back(reached, next);
  };
  for (const auto &[factor, dimension] : terms) {
    goes_on_at(factor);
    reached = factor;
    reached.dimensions.insert(lower_bound(reached.dimensions, dimension), dimension);
  }
  goes_on_at(last->first);
  return true;
}

// A product of a number, of local sizes, and perhaps of the local id of a dimension.
std::optional<std::pair<SizeProduct, std::optional<unsigned>>> LocalFills::product_of(const SCEV *value) {
  SizeProduct sizes;
  std::optional<unsigned> id_of;
  SmallVector<const SCEV *, 4> operands{value};
  if (auto *product = dyn_cast<SCEVMulExpr>(value))
    operands.assign(product->operands().begin(), product->operands().end());
  for (const SCEV *each : operands) {
    while (isa<SCEVTruncateExpr, SCEVZeroExtendExpr, SCEVSignExtendExpr>(each) &&
           each->getType()->getIntegerBitWidth() >= 32)
      each = cast<SCEVCastExpr>(each)->getOperand();
    if (auto *number = dyn_cast<SCEVConstant>(each)) {
      if (!number->getAPInt().isStrictlyPositive() || number->getAPInt().ugt(kMostElements)) return {};
      sizes.number = number->getAPInt().getZExtValue();
      continue;
    }
    auto *leaf = dyn_cast<SCEVUnknown>(each);
    if (!leaf) return {};
    if (const auto size_of = local_size_of(leaf->getValue())) {
      sizes.dimensions.insert(lower_bound(sizes.dimensions, *size_of), *size_of);
      continue;
    }
    const auto dimension = dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id);
    if (!dimension || id_of) return {};
    id_of = dimension;
  }
  return std::pair(sizes, id_of);
}

// Adds the local ids whose multiples an offset is a sum of.
bool LocalFills::add_local_ids(const SCEV *offset, int64_t factor, Fill &fill) {
  if (auto *number = dyn_cast<SCEVConstant>(offset)) {
    fill.first += factor * number->getAPInt().getSExtValue();
    return true;
  }
  if (auto *sum = dyn_cast<SCEVAddExpr>(offset))
    return all_of(sum->operands(), [&](const SCEV *each) { return add_local_ids(each, factor, fill); });
  if (auto *product = dyn_cast<SCEVMulExpr>(offset)) {
    auto *number = dyn_cast<SCEVConstant>(product->getOperand(0));
    return number && product->getNumOperands() == 2 &&
           add_local_ids(product->getOperand(1), factor * number->getAPInt().getSExtValue(), fill);
  }
  auto *id = dyn_cast<SCEVUnknown>(offset);
  const auto dimension = id ? dimension_of(id->getValue(), Intrinsic::__wherry_local_id) : std::nullopt;
  if (!dimension || factor <= 0 || fill.used[*dimension]) return false;
  fill.coordinates.push_back({cast<Instruction>(id->getValue()), factor, dimension});
  fill.of_dimension[*dimension] = fill.used[*dimension] = true;
  return true;
}

// Adds which work-items store.
void LocalFills::add_guards(Fill &fill) {
  constexpr unsigned kMostGuards = 4;  // of each side of a tile in two dimensions
  for (unsigned count = 0; count < kMostGuards; ++count) {
    BasicBlock *block = fill.at->getParent(), *before = block->getSinglePredecessor();
    auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        any_of(barriers_, [&](const CallInst *barrier) {
          return addresses_.dominators().dominates(fill.at->getParent(), barrier->getParent());
        }))
      break;
    add_condition(branch->getCondition(), branch->getSuccessor(0) == block, fill);
    fill.at = branch;
  }
}

// Adds the dimensions whose local ids tell which work-items store. False: not all elements are filled.
bool LocalFills::add_items(Fill &fill) {
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    const IdRange &ids = fill.of_items[dimension];
    const bool is_all = ids.begin == 0 && !ids.end;
    if (!is_all && fill.used[dimension] && !fill.of_dimension[dimension]) return false;
    if (ids.is_one()) fill.of_dimension[dimension] = true;
    fill.used[dimension] |= !is_all;
  }
  return true;
}

void LocalFills::add_condition(Value *condition, bool holds, Fill &fill) {
  Value *left, *right;
  if (is_joined(condition, holds, left, right)) {
    add_condition(left, holds, fill);
    add_condition(right, holds, fill);
    return;
  }
  CmpPredicate predicate;
  const APInt *number;
  fill.conditions.emplace_back(condition, holds);
  if (!match(condition, m_ICmp(predicate, m_Value(left), m_APInt(number)))) return;
  // A local id, perhaps plus a number.
  const SCEV *id = addresses_.index_of(left);
  int64_t distance = 0;
  if (auto *sum = dyn_cast<SCEVAddExpr>(id);
      sum && sum->getNumOperands() == 2 && isa<SCEVConstant>(sum->getOperand(0))) {
    distance = number_in(sum->getOperand(0));
    id = sum->getOperand(1);
  }
  auto *leaf = dyn_cast<SCEVUnknown>(id);
  const auto dimension = leaf ? dimension_of(leaf->getValue(), Intrinsic::__wherry_local_id) : std::nullopt;
  const int64_t bound = number->getSExtValue() - distance;
  if (!dimension || std::abs(distance) >= int64_t(abi::kMaxWorkGroupSize) || bound < 0 ||
      bound >= int64_t(abi::kMaxWorkGroupSize) || fill.of_items[*dimension].begin != 0 || fill.of_items[*dimension].end)
    return;
  IdRange &ids = fill.of_items[*dimension];
  const auto from = uint64_t(bound);
  switch (holds ? predicate : CmpPredicate(ICmpInst::getInversePredicate(predicate))) {
  case ICmpInst::ICMP_EQ: ids = {from, from + 1}; break;
  case ICmpInst::ICMP_SLT: ids = {0, from}; break;
  case ICmpInst::ICMP_SLE: ids = {0, from + 1}; break;
  case ICmpInst::ICMP_SGE: ids = {from, {}}; break;
  case ICmpInst::ICMP_ULT: ids = {uint64_t(std::max<int64_t>(0, -distance)), from}; break;  // less wraps around
  case ICmpInst::ICMP_SGT: ids = {from + 1, {}}; break;
  case ICmpInst::ICMP_UGT:
    if (distance < 0) return;
    ids = {from + 1, {}};
    break;
  case ICmpInst::ICMP_ULE:
    if (distance < 0) return;
    ids = {0, from + 1};
    break;
  case ICmpInst::ICMP_UGE:
    if (distance < 0) return;
    ids = {from, {}};
    break;
  default: return;
  }
  if (ids.end == 0) return;  // no work-item stores
  fill.conditions.pop_back();
}

bool is_first_of_group(const Value &value) {
  const Value *left, *right;
  if (!match(&value, m_Sub(m_Value(left), m_Value(right)))) return false;
  const auto global = id_use_of(left, Intrinsic::__wherry_global_id),
             local = id_use_of(right, Intrinsic::__wherry_local_id);
  return global && local && global->dimension == local->dimension;
}

bool LocalFills::is_from_ids(Value *value, const Fill &fill) { return is_from_ids(value, fill, kMostDepth); }

bool LocalFills::is_from_ids(Value *value, const Fill &fill, unsigned depth) {
  if (isa<Constant>(value)) return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return false;
  if (instruction->hasMetadata(LLVMContext::MD_invariant_load)) return true;
  if (auto *call = dyn_cast<CallInst>(instruction)) {
    const Intrinsic id = intrinsic_of(*call);
    if (kind_of(id) == IntrinsicKind::group_id || kind_of(id) == IntrinsicKind::launch_id) return true;
    if (id == Intrinsic::__wherry_local_id || id == Intrinsic::__wherry_global_id) {
      auto *dimension = dyn_cast<ConstantInt>(call->getArgOperand(0));
      return dimension && dimension->getZExtValue() < 3 && fill.of_dimension[dimension->getZExtValue()];
    }
    if (!isa<MinMaxIntrinsic>(call)) return false;
  }
  if (auto *phi = dyn_cast<PHINode>(instruction)) {
    if (any_of(fill.coordinates, [&](const Coordinate &each) { return each.leaf == phi; })) return true;
    return scev().isSCEVable(phi->getType()) && !(fill.loop && fill.loop->contains(phi)) &&
           is_same_for_group(*phi, *fill.at->getParent());
  }
  if (is_first_of_group(*instruction)) return true;
  if (depth == 0 || !(isa<BinaryOperator, CastInst, ICmpInst, SelectInst, FreezeInst, GetElementPtrInst>(instruction) ||
                      isa<MinMaxIntrinsic>(instruction)))
    return false;
  return all_of(instruction->operands(), [&](const Use &operand) {
    return isa<Function>(operand) || is_from_ids(operand.get(), fill, depth - 1);
  });
}

// Whether all work-items of a group have the same value at a place, in the same iteration of the loops around it. They
// may leave other loops after different iterations.
bool LocalFills::is_same_for_group(PHINode &phi, const BasicBlock &place) {
  const SCEV *value = scev().getSCEVAtScope(scev().getSCEV(&phi), addresses_.loops().getLoopFor(&place));
  return !SCEVExprContains(value, [&](const SCEV *part) {
    if (auto *steps = dyn_cast<SCEVAddRecExpr>(part)) return !steps->getLoop()->contains(&place);
    auto *leaf = dyn_cast<SCEVUnknown>(part);
    if (!leaf) return isa<SCEVCouldNotCompute>(part);
    auto *instruction = dyn_cast<Instruction>(leaf->getValue());
    if (!instruction) return !isa<Constant>(leaf->getValue());
    const IntrinsicKind kind = kind_of(intrinsic_of(*instruction));
    return kind != IntrinsicKind::group_id && kind != IntrinsicKind::launch_id &&
           !instruction->hasMetadata(LLVMContext::MD_invariant_load);
  });
}

void LocalFills::require_whole(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  for (auto [end, is_signed] : ends_)
    shape.require_within(addresses_.launch_value(end, is_signed, shape), 0, kMostElements);
  auto size_of = [&](unsigned dimension) {
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, shape.local_size(dimension), builder.getInt64(1));
  };
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    if (used_[dimension])  // smaller work-groups at the end do not fill the array
      shape.require(
          builder.CreateICmpEQ(builder.CreateURem(shape.asked(dimension), size_of(dimension)), builder.getInt64(0)));
  auto emit = [&](const SizeProduct &product) -> Value * {
    Value *made = builder.getInt64(product.number);
    for (unsigned dimension : product.dimensions) made = builder.CreateMul(made, size_of(dimension));
    return made;
  };
  for (const auto &[dimension, begin] : enumerate(most_begin_))
    if (begin) shape.require(builder.CreateICmpUGT(size_of(unsigned(dimension)), builder.getInt64(begin)));
  for (const auto &[dimension, end] : enumerate(most_end_))
    if (end) shape.require(builder.CreateICmpUGE(size_of(unsigned(dimension)), builder.getInt64(end)));
  for (const auto &[reached, next] : no_less_) shape.require(builder.CreateICmpUGE(emit(reached), emit(next)));
}

}  // namespace wherry::compiler
