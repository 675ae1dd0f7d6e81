// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/guards.h"
#include "compiler/opt/reshape/handed_on.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

class LoopDimension final : public Reshaping {
 public:
  LoopDimension(Function &group, CountedLoops &counted_loops, LoopIterations iterations)
      : group_(group), counted_loops_(counted_loops), allowed_(iterations), addresses_(group) {}

  bool find() override {
    const LoopInfo &loops = addresses_.loops();
    if (loops.getTopLevelLoops().size() != 1) return false;
    loop_ = loops.getTopLevelLoops()[0];
    if (auto counted = counted_loops_.find(loop_->getHeader()); counted != counted_loops_.end())
      counted_ = counted->second;
    if (!find_free_dimension() || !has_form()) return false;
    goes_along_rows_ = goes_along_rows();
    return (goes_along_rows_ || allowed_ != LoopIterations::checked_along_rows) && find_iterations() &&
           does_nothing_else() && find_shares() &&
           (allowed_ == LoopIterations::taken_for_independent || is_independent()) && hands_on_rows();
  }

  void emit(LaunchShape &shape) override;
  void apply() override;
  bool needs_apart() const override { return needs_apart_; }

 private:
  bool find_free_dimension();
  bool asks_only(const Instruction &value, unsigned depth = cost::kMostSteps) const;
  bool has_form() const;
  bool find_iterations();
  bool does_nothing_else() const;
  bool find_shares();
  bool is_independent();
  bool hands_on_rows();
  bool goes_along_rows();
  bool is_counter(PHINode &phi);
  struct Walk;
  struct Share;
  std::optional<Walk> walk_of(Instruction &access);
  std::optional<Share> share_of(const Guard &guard);
  SmallVector<Share, 2> shares_at(const BasicBlock &block);
  bool find_walks(const Accesses &accesses);
  bool is_extent(const SCEVAddRecExpr &inner);
  std::optional<LinearOfIds> distance(const Walk &walk, const Walk &other);
  void require_stride(const Walk &walk, Value *iterations, LaunchShape &shape);
  void require_apart(const Walk &walk, const Walk &other, Value *iterations, LaunchShape &shape);
  Value *times(const Loop &inner, LaunchShape &shape);
  std::pair<Value *, Value *> ids(unsigned dimension, ArrayRef<Share> shares, LaunchShape &shape);
  std::pair<Value *, Value *> iterations_of(const Walk &walk, Value *iterations, LaunchShape &shape);
  ScalarEvolution &scev() { return addresses_.scev(); }
  uint64_t least_iterations() const {
    return counted_           ? cost::kLeastGridIterations
           : goes_along_rows_ ? cost::kLeastIterationsAlongRows
                              : cost::kLeastIterations;
  }

  Function &group_;
  CountedLoops &counted_loops_;
  const LoopIterations allowed_;
  AddressExpressions addresses_;
  unsigned dimension_ = 0;
  Loop *loop_ = nullptr;
  bool goes_along_rows_ = false;
  std::optional<CountedLoop> counted_;  // set if the loop was one over the grid or over a block
  // A condition on an id or on the loop's counter: it is below the number, or above.
  struct Share {
    unsigned dimension;             // of the id
    const SCEVAddRecExpr *counter;  // null: an id
    Value *number;
    bool is_signed, is_below, or_equal;
    bool operator==(const Share &) const = default;
  };
  // Accesses a constant distance apart, whose addresses change by the same step from iteration to iteration.
  struct Walk {
    const SCEV *start, *step;  // the latter 0: a load of the same place in all iterations
    bool stores;
    Span span;
    SmallSetVector<const SCEVAddRecExpr *, 4> inner;  // the addresses' steps in loops inside of the loop
    SmallVector<Share, 2> shares;                     // conditions on which the accesses are made
  };
  SmallVector<Guard, 2> conditions_;                // guards of the loop that are the same for all work-items
  SmallVector<Share, 2> shares_;                    // guards of the loop: work-items that go on
  SmallVector<SmallVector<Walk, 1>, 4> arguments_;  // the walks of each argument that the loop stores to
  SmallVector<int64_t, 4> stored_;                  // these arguments, by their places in the argument block
  bool needs_apart_ = false;
  std::optional<HandedOnValues> handed_on_;
};

// Whether the value is for the loop's condition alone, which leaves with the loop.
bool LoopDimension::asks_only(const Instruction &value, unsigned depth) const {
  const BasicBlock *asks = loop_->getExitingBlock();
  return depth && asks && all_of(value.users(), [&](const User *user) {
           auto *instruction = cast<Instruction>(user);
           return instruction == asks->getTerminator() ||
                  (!instruction->mayHaveSideEffects() && !instruction->isTerminator() && !isa<PHINode>(instruction) &&
                   asks_only(*instruction, depth - 1));
         });
}

// Chooses a dimension whose id and size the kernel does not use. Offsets are 0 in launches that are reshaped.
bool LoopDimension::find_free_dimension() {
  bool used[3] = {};
  for (Instruction &instruction : instructions(group_)) {
    const wherry::compiler::Intrinsic id = intrinsic_of(instruction);
    if (id == Intrinsic::none || id == Intrinsic::__wherry_global_offset) continue;
    const auto use = id_use_of(&instruction, id);
    if ((id != Intrinsic::__wherry_global_id && id != Intrinsic::__wherry_global_size) || !use) return false;
    if (!asks_only(instruction)) used[use->dimension] = true;
  }
  for (const auto &[header, counted] : counted_loops_)
    if (header != loop_->getHeader()) used[counted.dimension] = true;
  dimension_ = counted_ ? counted_->dimension : unsigned(std::find(used, used + 3, false) - used);
  return dimension_ < 3 && !used[dimension_];
}

bool LoopDimension::has_form() const {
  BasicBlock *exit = loop_->getUniqueExitBlock();
  const BasicBlock *asks = loop_->getExitingBlock(), *latch = loop_->getLoopLatch(), *header = loop_->getHeader();
  // The header runs once more than the rest.
  const bool body_counts =
      asks == latch ||
      (asks == header && none_of(*header, [](const Instruction &each) { return each.mayHaveSideEffects(); }));
  return loop_->isLoopSimplifyForm() && exit && exit->phis().empty() && asks && body_counts &&
         isa<BranchInst>(asks->getTerminator()) && isa<BranchInst>(latch->getTerminator());
}

bool LoopDimension::is_counter(PHINode &phi) {
  if (!scev().isSCEVable(phi.getType())) return false;
  auto *recurrence = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(&phi));
  return recurrence && recurrence->getLoop() == loop_ && recurrence->isAffine();
}

// The number of iterations, and phis of the header that depend on the iteration alone, or on what it can load anew.
bool LoopDimension::find_iterations() {
  const SCEV *times = addresses_.back_edges(loop_);
  auto *known = dyn_cast<SCEVConstant>(times);
  if (!addresses_.is_launch_expression(times) || (known && known->getAPInt().ult(least_iterations() - 1))) return false;
  handed_on_.emplace(*loop_, addresses_.dominators(), [this](PHINode &phi) { return is_counter(phi); });
  return all_of(loop_->getHeader()->phis(), [&](PHINode &phi) { return is_counter(phi) || handed_on_->add(phi); });
}

// The guards before the loop, if most work-items may pass them: each iteration asks them anew. Behind a guard such as
// `id == 0`, most of the new work-items would do nothing.
bool LoopDimension::find_shares() {
  SmallVector<Guard> guards;
  if (!find_guards(group_, loop_->getLoopPreheader(), guards)) return false;
  for (const Guard &guard : guards) {
    if (guard.compare && is_launch_value(guard.compare, group_)) {
      conditions_.push_back(guard);
      continue;
    }
    const auto share = share_of(guard);
    if (!share || share->counter) return false;
    if (share->number) shares_.push_back(*share);
  }
  return true;
}

// What a guard says of an id or of the loop's counter; without a number: that the two differ.
std::optional<LoopDimension::Share> LoopDimension::share_of(const Guard &guard) {
  if (!guard.compare || !guard.compare->getOperand(0)->getType()->isIntegerTy()) return {};
  const Comparison asks(*guard.compare, guard.holds,
                        [&](const Value *value) { return !is_launch_value(value, group_); });
  if (asks.predicate == CmpInst::ICMP_EQ || !is_launch_value(asks.right, group_)) return {};
  Value *left = asks.left;
  while (isa<SExtInst, ZExtInst>(left)) left = cast<Instruction>(left)->getOperand(0);
  const auto id = id_use_of(asks.left, Intrinsic::__wherry_global_id);
  auto *counter = id ? nullptr : dyn_cast<SCEVAddRecExpr>(scev().getSCEV(left));
  if (!id && (!counter || counter->getLoop() != loop_ || !counter->isAffine() ||
              !addresses_.is_launch_expression(counter->getStart())))
    return {};
  const bool unequal = asks.predicate == CmpInst::ICMP_NE;
  return Share{id ? id->dimension : 0,         counter,
               unequal ? nullptr : asks.right, CmpInst::isSigned(asks.predicate),
               !unequal && asks.is_below(),    CmpInst::isNonStrictPredicate(asks.predicate)};
}

// The conditions in the loop on which a block is reached.
SmallVector<LoopDimension::Share, 2> LoopDimension::shares_at(const BasicBlock &block) {
  SmallVector<Share, 2> shares;
  const DominatorTree &dominators = addresses_.dominators();
  for (auto *node = dominators.getNode(&block); node && loop_->contains(node->getBlock()); node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional()) continue;
    for (unsigned side : {0u, 1u}) {
      if (!dominators.dominates(BasicBlockEdge(node->getBlock(), branch->getSuccessor(side)), &block)) continue;
      SmallVector<Guard> guards;
      add_guards(branch->getCondition(), /*holds=*/side == 0, guards);
      for (const Guard &guard : guards)
        if (const auto share = share_of(guard); share && share->number) shares.push_back(*share);
    }
  }
  return shares;
}

// Whether work-items do little outside of the loop, and nothing that others see.
bool LoopDimension::does_nothing_else() const {
  unsigned anew = 0, loads = 0;
  for (BasicBlock &block : group_)
    for (Instruction &instruction : block) {
      if (loop_->contains(&instruction)) {
        if (any_of(instruction.users(), [&](User *user) { return !loop_->contains(cast<Instruction>(user)); }))
          return false;
        continue;
      }
      if (instruction.isTerminator() || isa<DbgInfoIntrinsic, NoAliasScopeDeclInst>(instruction) ||
          instruction.hasMetadata(LLVMContext::MD_invariant_load))
        continue;
      if (instruction.mayHaveSideEffects() || isa<AllocaInst>(instruction) || ++anew > cost::kMostAnew) return false;
      if (instruction.mayReadFromMemory() && ++loads > cost::kMostLoadsAnew) return false;
    }
  return true;
}

// Whether the host can compute how far a loop in the loop goes from its first address.
bool LoopDimension::is_extent(const SCEVAddRecExpr &inner) {
  return inner.isAffine() && loop_->contains(inner.getLoop()) &&
         addresses_.is_launch_expression(addresses_.back_edges(inner.getLoop())) &&
         addresses_.is_launch_expression(inner.getStepRecurrence(scev()));
}

std::optional<LoopDimension::Walk> LoopDimension::walk_of(Instruction &access) {
  const SCEV *place = addresses_.offset_of(access);
  Walk walk{place, scev().getZero(place->getType()), isa<StoreInst>(access), {}, {}, shares_at(*access.getParent())};
  walk.span.add(*walk.step, access);
  const SCEVAddRecExpr *recurrence;
  while ((recurrence = dyn_cast<SCEVAddRecExpr>(walk.start)) && recurrence->getLoop() != loop_ &&
         is_extent(*recurrence) && access.getParent() != recurrence->getLoop()->getHeader()) {
    walk.inner.insert(recurrence);
    walk.start = recurrence->getStart();
  }
  if (!recurrence) {
    if (walk.stores || !scev().isLoopInvariant(walk.start, loop_)) return {};
    return walk;
  }
  if (recurrence->getLoop() != loop_ || !recurrence->isAffine()) return {};
  walk.start = recurrence->getStart();
  walk.step = recurrence->getStepRecurrence(scev());
  if (!addresses_.is_launch_expression(walk.step)) return {};
  return walk;
}

// Whether the host can tell how accesses to one argument's memory go from iteration to iteration.
bool LoopDimension::find_walks(const Accesses &accesses) {
  auto &walks = arguments_.emplace_back();
  stored_.push_back(*addresses_.argument_of(*accesses.list.front()));
  for (Instruction *access : accesses.list) {
    const auto walk = walk_of(*access);
    if (!walk) return false;
    auto found = find_if(walks, [&](Walk &other) {
      return other.step == walk->step && other.span.add(*scev().getMinusSCEV(walk->start, other.start), *access);
    });
    if (found == walks.end()) {
      walks.push_back(*walk);
    } else {
      found->stores |= walk->stores;
      found->inner.insert_range(walk->inner);
      erase_if(found->shares, [&](const Share &share) { return !is_contained(walk->shares, share); });
    }
  }
  for (const Walk &walk : walks)
    for (const Walk &other : walks)
      if (&walk != &other && walk.stores && !distance(walk, other)) return false;
  return walks.size() <= cost::kMostRanges;
}

// From the first access of `other` to the first one of `walk`.
std::optional<LinearOfIds> LoopDimension::distance(const Walk &walk, const Walk &other) {
  return addresses_.linear_of_ids(scev().getMinusSCEV(walk.start, other.start));
}

// Whether no iteration accesses what another one of the same work-item stores. What different work-items store, they do
// not access without an order anyway.
bool LoopDimension::is_independent() {
  return addresses_.for_stored([&](const Accesses &accesses) { return find_walks(accesses); }, needs_apart_);
}

// Whether the loop's accesses go along rows of memory: each goes on by its own size from iteration to iteration, or
// stays where it is. Lanes along other dimensions would gather such rows. False for a loop without conditions and
// functions, which LLVM's vectoriser makes as fast inside of each work-item.
bool LoopDimension::goes_along_rows() {
  auto goes_on = [&](Instruction &access) {
    bool along = false;
    addresses_.offset_if(access, [&](const SCEV *offset, bool) {
      const SCEVAddRecExpr *recurrence;
      while ((recurrence = dyn_cast<SCEVAddRecExpr>(offset)) && recurrence->getLoop() != loop_)
        offset = recurrence->getStart();
      auto *step = recurrence ? dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(scev())) : nullptr;
      const TypeSize size = group_.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
      along = step ? step->getAPInt().abs() == size.getFixedValue() : scev().isLoopInvariant(offset, loop_);
      return false;  // nothing is to be asked of launches for the answer
    });
    return along;
  };
  bool calls = false;
  const bool along = all_of(loop_->blocks(), [&](BasicBlock *block) {
    return all_of(*block, [&](Instruction &each) {
      calls |= isa<CallInst>(each) && !isa<IntrinsicInst>(each);
      return isa<LoadInst, StoreInst>(each) ? goes_on(each) : !each.mayReadOrWriteMemory();
    });
  });
  constexpr unsigned kPlainBlocks = 2;  // a header that asks, and the body
  return along && (calls || loop_->getNumBlocks() > kPlainBlocks);
}

// Whether what iterations hand on, if anything, is loaded from memory that the loop does not store to, and pays to be
// loaded anew: where neighbouring iterations store side by side, and become lanes.
bool LoopDimension::hands_on_rows() {
  if (handed_on_->empty()) return true;
  const bool side_by_side = any_of(arguments_, [&](ArrayRef<Walk> walks) {
    return any_of(walks, [&](const Walk &walk) {
      auto *step = dyn_cast<SCEVConstant>(walk.step);
      return walk.stores && walk.inner.empty() && step && step->getAPInt().abs() == walk.span.bytes();
    });
  });
  return side_by_side && all_of(handed_on_->loads(), [&](LoadInst *load) {
           const auto argument = addresses_.argument_of(*load);
           return argument && !is_contained(stored_, *argument);
         });
}

// How often a loop in the loop runs.
Value *LoopDimension::times(const Loop &inner, LaunchShape &shape) {
  // A count of few bits is not signed either.
  Value *times = addresses_.launch_value(addresses_.back_edges(&inner), /*is_signed=*/false, shape);
  shape.require_within(times, 0, kMostLaunchFactor);
  // The body of a loop that is left at its header alone runs as often as the loop goes back.
  if (inner.getExitingBlock() == inner.getHeader() && inner.getHeader() != inner.getLoopLatch())
    times = shape.builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, times, shape.builder.getInt64(1));
  return times;
}

// Asks that iterations store to different places: all places of an iteration, those of a loop in it included, lie
// within the loop's stride; or the places of all iterations lie within one step of the loop in it.
void LoopDimension::require_stride(const Walk &walk, Value *iterations, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *span = builder.getInt64(walk.span.bytes()), *least = span, *step = nullptr;
  for (const SCEVAddRecExpr *inner : walk.inner) {
    step = addresses_.launch_distance(inner->getStepRecurrence(scev()), shape);
    least = builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, least,
                                          builder.CreateMul(times(*inner->getLoop(), shape), step));
  }
  Value *stride = addresses_.launch_distance(walk.step, shape), *apart = builder.CreateICmpUGE(stride, least);
  if (walk.inner.size() == 1) {
    Value *all = builder.CreateMul(stride, builder.CreateSub(iterations, builder.getInt64(1)));
    Value *between = builder.CreateAnd(builder.CreateICmpUGE(step, builder.CreateAdd(all, span)),
                                       builder.CreateICmpUGE(stride, span));
    apart = builder.CreateOr(apart, between);
  }
  shape.require(apart);
}

// The least and the greatest id of work-items for which the conditions hold.
std::pair<Value *, Value *> LoopDimension::ids(unsigned dimension, ArrayRef<Share> shares, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  Value *least = zero, *greatest = builder.CreateSub(shape.size(dimension), one);
  for (const Share &share : shares) {
    if (share.counter || share.dimension != dimension) continue;
    Value *number = shape.value(share.number, share.is_signed);
    shape.require_within(number, 0, kMostLaunchFactor);
    if (!share.or_equal) number = share.is_below ? builder.CreateSub(number, one) : builder.CreateAdd(number, one);
    Value *&end = share.is_below ? greatest : least;
    end = builder.CreateBinaryIntrinsic(share.is_below ? llvm::Intrinsic::smin : llvm::Intrinsic::smax, end, number);
  }
  return {least, greatest};
}

// The first and the last iteration in which the walk's accesses are made, by the conditions on the loop's counter.
std::pair<Value *, Value *> LoopDimension::iterations_of(const Walk &walk, Value *iterations, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *one = builder.getInt64(1), *first = builder.getInt64(0), *last = builder.CreateSub(iterations, one);
  for (const Share &share : walk.shares) {
    if (!share.counter) continue;
    const SCEV *step = share.counter->getStepRecurrence(scev());
    const bool up = step->isOne();
    if (!up && !step->isAllOnesValue()) continue;
    // Neither the number nor the counter is negative, or wraps around.
    Value *number = shape.value(share.number, share.is_signed);
    Value *start = addresses_.launch_value(share.counter->getStart(), share.is_signed, shape);
    shape.require_within(number, 0, kMostLaunchFactor);
    shape.require_within(start, 0, kMostLaunchFactor);
    const unsigned bits = std::min(32u, share.counter->getType()->getIntegerBitWidth());
    if (up)
      shape.require(builder.CreateICmpULE(builder.CreateAdd(start, iterations), builder.getInt64(maxIntN(bits))));
    else
      shape.require(builder.CreateICmpUGE(builder.CreateAdd(start, one), iterations));
    // Where the counter is equal to the number.
    Value *there = up ? builder.CreateSub(number, start) : builder.CreateSub(start, number);
    const bool ends = share.is_below == up;
    if (!share.or_equal) there = ends ? builder.CreateSub(there, one) : builder.CreateAdd(there, one);
    Value *&end = ends ? last : first;
    end = builder.CreateBinaryIntrinsic(ends ? llvm::Intrinsic::smin : llvm::Intrinsic::smax, end, there);
  }
  return {first, last};
}

// Asks that no iteration accesses by `walk` what another iteration of the same work-item accesses by `other`.
void LoopDimension::require_apart(const Walk &walk, const Walk &other, Value *iterations, LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  auto range_of = [&](const Walk &each) {
    ByteRange range(each.span, shape);
    const auto [first, last] = iterations_of(each, iterations, shape);
    range.add(addresses_.launch_offset(each.step, shape), first, last);
    for (const SCEVAddRecExpr *inner : each.inner)
      range.add(addresses_.launch_offset(inner->getStepRecurrence(scev()), shape), zero,
                times(*inner->getLoop(), shape));
    return range;
  };
  ByteRange range = range_of(walk);
  const LinearOfIds from_other = *distance(walk, other);
  range.add(addresses_.launch_offset(from_other.rest, shape), one, one);
  for (unsigned dimension = 0; dimension < 3; ++dimension) {
    if (from_other.factors[dimension]->isZero()) continue;
    shape.require_within(shape.size(dimension), 1, kMostLaunchFactor);
    // The work-item makes both accesses.
    SmallVector<Share, 4> shares(shares_.begin(), shares_.end());
    append_range(shares, walk.shares);
    append_range(shares, other.shares);
    const auto [least, greatest] = ids(dimension, shares, shape);
    range.add(addresses_.launch_offset(from_other.factors[dimension], shape), least, greatest);
  }
  shape.require(range.is_apart_from(range_of(other)));
}

void LoopDimension::emit(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *iterations = addresses_.launch_value(addresses_.back_edges(loop_), /*is_signed=*/false, shape);
  // A loop that is left at its latch runs its body once more than it goes back; one that is left at its header, as
  // often.
  if (loop_->isLoopExiting(loop_->getLoopLatch())) iterations = builder.CreateAdd(iterations, builder.getInt64(1));
  if (counted_) {
    // No work-item's counter wraps around.
    Value *limit = builder.getInt64(uint64_t{1} << counted_->bits), *asked = shape.asked(dimension_);
    if (counted_->block) {
      Value *block = shape.value(counted_->block, /*is_signed=*/false);
      shape.require_within(block, 1, kMostLaunchFactor);
      shape.require_within(asked, 1, kMostLaunchFactor);
      shape.require(builder.CreateICmpULT(builder.CreateMul(asked, block), limit));
    } else {
      shape.require(builder.CreateICmpULE(asked, limit));
      shape.require(builder.CreateICmpULE(iterations, builder.CreateSub(limit, asked)));
    }
  } else {
    shape.require(builder.CreateICmpEQ(shape.asked(dimension_), builder.getInt64(1)));
  }
  shape.require_within(iterations, least_iterations(), kMostLaunchFactor);
  for (const auto &walks : arguments_)
    for (const Walk &walk : walks) {
      if (!walk.stores) continue;
      require_stride(walk, iterations, shape);
      for (const Walk &other : walks)
        if (&other != &walk) require_apart(walk, other, iterations, shape);
    }
  for (const Guard &guard : conditions_)
    shape.require(builder.CreateICmpEQ(shape.value(guard.compare, /*is_signed=*/false), builder.getInt64(guard.holds)));
  for (const Share &share : shares_) {  // at least half of the work-items go on
    Value *size = shape.size(share.dimension), *number = shape.value(share.number, share.is_signed);
    if (share.is_signed) number = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, number, builder.getInt64(0));
    Value *half = builder.CreateLShr(size, 1);
    shape.require(share.is_below ? builder.CreateICmpUGE(number, half) : builder.CreateICmpULE(number, half));
  }
  shape.set_size(dimension_, iterations);
  addresses_.require_bounds(shape);
}

void LoopDimension::apply() {
  BasicBlock *header = loop_->getHeader(), *latch = loop_->getLoopLatch(), *asks = loop_->getExitingBlock(),
             *exit = loop_->getExitBlock(), *preheader = loop_->getLoopPreheader();
  IRBuilder<> builder(preheader->getTerminator());
  Value *number = builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_global_id),
                                     {builder.getInt32(dimension_)});
  SCEVExpander expander(scev(), "iteration");
  auto counter_at = [&](PHINode &phi, Value *iteration) {
    auto *recurrence = cast<SCEVAddRecExpr>(scev().getSCEV(&phi));
    Type *type = recurrence->getStepRecurrence(scev())->getType();
    const SCEV *at = recurrence->evaluateAtIteration(scev().getTruncateOrNoop(scev().getSCEV(iteration), type), scev());
    return expander.expandCodeFor(at, phi.getType(), preheader->getTerminator());
  };
  handed_on_->emit_by(builder, number, counter_at);
  SmallVector<std::pair<PHINode *, Value *>> values;
  for (PHINode &phi : header->phis())
    values.emplace_back(&phi, handed_on_->contains(phi) ? handed_on_->emit(phi) : counter_at(phi, number));
  expander.clear();
  for (const auto &[phi, value] : values) {
    phi->replaceAllUsesWith(value);
    phi->eraseFromParent();
  }
  if (asks != latch) {
    auto *branch = cast<BranchInst>(asks->getTerminator());
    BasicBlock *body = branch->getSuccessor(loop_->contains(branch->getSuccessor(0)) ? 0 : 1);
    branch->eraseFromParent();
    BranchInst::Create(body, asks);
  }
  latch->getTerminator()->eraseFromParent();
  BranchInst::Create(exit, latch);
  addresses_.widen_bounded();
  counted_loops_.erase(header);
}

}  // namespace

std::unique_ptr<Reshaping> loop_dimension(Function &group, CountedLoops &counted_loops, LoopIterations iterations) {
  return std::make_unique<LoopDimension>(group, counted_loops, iterations);
}

bool asks_global_size(const Function &group) {
  return any_of(instructions(group),
                [](const Instruction &each) { return intrinsic_of(each) == Intrinsic::__wherry_global_size; });
}

}  // namespace wherry::compiler
