// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/local_fills.h"

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

// The end of a loop's numbers: its header leaves it unless the counter is below a number; 0: it does not.
uint64_t end_of(const Loop &loop, const PHINode &phi) {
  auto *branch = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
  if (!branch || branch->isUnconditional() || !loop.contains(branch->getSuccessor(0))) return 0;
  CmpPredicate predicate;
  Value *counter;
  const APInt *end;
  if (!match(branch->getCondition(), m_ICmp(predicate, m_Value(counter), m_APInt(end))) || !end->isStrictlyPositive() ||
      end->ugt(kMostElements))
    return 0;
  while (isa<TruncInst, SExtInst, ZExtInst>(counter) && counter->getType()->getIntegerBitWidth() >= 32)
    counter = cast<Instruction>(counter)->getOperand(0);
  return counter == &phi && (predicate == ICmpInst::ICMP_SLT || predicate == ICmpInst::ICMP_ULT) ? end->getZExtValue()
                                                                                                 : 0;
}

}  // namespace

const SCEV *LocalFills::offset_of(Instruction &access) {
  Value *object = const_cast<Value *>(origins_.of(getLoadStorePointerOperand(&access)).object);
  return scev().getMinusSCEV(addresses_.offset_of(access), scev().removePointerBase(scev().getSCEV(object)));
}

std::optional<Fill> LocalFills::fill_of(StoreInst &store) {
  auto *source = dyn_cast<LoadInst>(store.getValueOperand());
  if (!source) return {};
  const PointerOrigin origin = origins_.of(source->getPointerOperand());
  if (origin.kind != PointerOrigin::buffer || stored_.contains(origin.slot)) return {};
  Fill fill{&store, source, &store};
  const SCEV *rest = add_counters(offset_of(store), fill);
  if (!rest || !add_local_ids(rest, 1, fill)) return {};
  sort(fill.coordinates, [](const auto &a, const auto &b) { return a.factor > b.factor; });
  const TypeSize bytes = store.getDataLayout().getTypeStoreSize(source->getType());
  if (!fill.coordinates.empty() && fill.coordinates.back().factor < int64_t(bytes.getFixedValue()))
    return {};  // they overlap
  if (!add_guard(fill)) return {};
  if (!is_from_ids(source->getPointerOperand(), fill)) return {};
  for (unsigned dimension = 0; dimension < 3; ++dimension) used_[dimension] |= fill.used[dimension];
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
        !addresses_.dominators().dominates(body, loop->getLoopLatch()))
      return nullptr;
    std::optional<Coordinate> counter;
    for (PHINode &phi : loop->getHeader()->phis())
      if (!counter) counter = counter_of(phi, *steps, fill);
    if (!counter) return nullptr;
    const SCEV *number = scev().getTruncateOrSignExtend(scev().getSCEV(counter->leaf), offset->getType());
    fill.coordinates.push_back(*counter);
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
  const SCEV *number = scev().getTruncateOrSignExtend(scev().getSCEV(&phi), steps.getType());
  auto *counter = dyn_cast<SCEVAddRecExpr>(number);
  if (!counter || counter->getLoop() != steps.getLoop() || !counter->isAffine()) return {};
  const SCEV *by = counter->getStepRecurrence(scev()), *wanted = steps.getStepRecurrence(scev());
  const int64_t factor = number_in(by) > 0 ? number_in(wanted) / number_in(by) : 0;
  if (factor <= 0 || scev().getMulExpr(scev().getConstant(by->getType(), uint64_t(factor)), by) != wanted) return {};
  const uint64_t end = end_of(*counter->getLoop(), phi);
  if (end == 0 || !leaves_no_gaps(phi, by, fill)) return {};
  return Coordinate{&phi, factor, {}, end};
}

// Whether work-items' counters, which start at their local ids times factors, meet each number from 0 on. Takes note of
// what local sizes must be for that.
bool LocalFills::leaves_no_gaps(PHINode &phi, const SCEV *step, Fill &fill) {
  const Loop *loop = addresses_.loops().getLoopFor(phi.getParent());
  const SCEV *start = addresses_.index_of(phi.getIncomingValueForBlock(loop->getLoopPreheader()));
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
    if (auto *number = dyn_cast<SCEVConstant>(each)) {
      if (!number->getAPInt().isStrictlyPositive() || number->getAPInt().ugt(kMostElements)) return {};
      sizes.number = number->getAPInt().getZExtValue();
      continue;
    }
    auto *leaf = dyn_cast<SCEVUnknown>(each);
    if (!leaf) return {};
    if (auto size_of = dimension_of(leaf->getValue(), Intrinsic::__wherry_local_size);
        size_of || (size_of = dimension_of(leaf->getValue(), Intrinsic::__wherry_enqueued_local_size))) {
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

// Whether all work-items store, or some that their local ids tell.
bool LocalFills::add_guard(Fill &fill) {
  BasicBlock *block = fill.at->getParent(), *before = block->getSinglePredecessor();
  auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || branch->isUnconditional() || branch->getSuccessor(0) != block || branch->getSuccessor(1) == block ||
      any_of(barriers_, [&](const CallInst *barrier) { return barrier->getParent() == block; }))
    return true;
  CmpPredicate predicate;
  Value *id;
  const APInt *number;
  if (!match(branch->getCondition(), m_ICmp(predicate, m_Value(id), m_APInt(number))) ||
      number->uge(abi::kMaxWorkGroupSize))
    return true;  // no barrier that all fills have passed is found if the branch may lead past the store
  const auto use = id_use_of(id, Intrinsic::__wherry_local_id);
  const bool is_one = predicate == ICmpInst::ICMP_EQ;
  if (!use || !(is_one || predicate == ICmpInst::ICMP_ULT || predicate == ICmpInst::ICMP_SLT)) return true;
  if (fill.used[use->dimension] && (is_one || !fill.of_dimension[use->dimension])) return false;
  fill.at = branch;
  fill.some = Some{use->dimension, number->getZExtValue(), is_one};
  if (is_one) fill.of_dimension[use->dimension] = fill.used[use->dimension] = true;
  return true;
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

void LocalFills::require_whole(LaunchShape &shape) const {
  IRBuilder<> &builder = shape.builder;
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
  for (const auto &[reached, next] : no_less_) shape.require(builder.CreateICmpUGE(emit(reached), emit(next)));
}

}  // namespace wherry::compiler
