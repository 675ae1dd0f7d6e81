// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/intrinsics.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/guards.h"
#include "compiler/opt/reshape/index_conversions.h"
#include "compiler/opt/reshape/reshaping.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Iterations, at least: two vectors. Where sixteen hashes were a dimension, their vectors were not two in flight, and
// took 1.4 times as long.
constexpr uint64_t kLeastIterations = 32;
// Instructions outside of the loop, which each iteration repeats: ids, conversions and addresses have fewer.
constexpr unsigned kMostAnew = 32;
constexpr unsigned kMostLoads = 4;  // among them

class LoopDimension final : public Reshaping {
 public:
  // `independent`: another way makes sure that the iterations do not depend on each other.
  LoopDimension(Function &group, GridLoops &grid_loops, bool independent)
      : group_(group), grid_loops_(grid_loops), independent_(independent), addresses_(group) {}

  bool find() override {
    const LoopInfo &loops = addresses_.loops();
    if (loops.getTopLevelLoops().size() != 1) return false;
    loop_ = loops.getTopLevelLoops()[0];
    if (auto grid = grid_loops_.find(loop_->getHeader()); grid != grid_loops_.end()) grid_ = grid->second;
    return find_free_dimension() && has_form() && find_iterations() && does_nothing_else() && find_shares() &&
           (independent_ || is_independent());
  }

  void emit(LaunchShape &shape) override;
  void apply() override;
  bool needs_apart() const override { return needs_apart_; }

 private:
  bool find_free_dimension();
  bool has_form() const;
  bool find_iterations();
  bool does_nothing_else() const;
  bool find_shares();
  bool is_independent();
  bool find_stride(const Accesses &accesses);
  bool is_extent(const SCEVAddRecExpr &inner);
  ScalarEvolution &scev() { return addresses_.scev(); }

  Function &group_;
  GridLoops &grid_loops_;
  const bool independent_;
  AddressExpressions addresses_;
  unsigned dimension_ = 0;
  Loop *loop_ = nullptr;
  std::optional<GridLoop> grid_;  // it was one over the grid
  struct Stride {
    const SCEV *bytes;  // from one iteration's accesses to the next one's
    uint64_t least;     // length of the piece of memory that an iteration accesses, but for what inner loops add
    SmallSetVector<const SCEVAddRecExpr *, 4> inner;
  };
  // A guard of the loop: work-items whose id is below the number go on, or those whose id is above.
  struct Share {
    unsigned dimension;  // of the id
    Value *number;
    bool is_signed, is_below;
  };
  SmallVector<Share, 2> shares_;
  SmallVector<Stride, 4> strides_;  // of arguments that the loop stores to
  bool needs_apart_ = false;
};

// Chooses a dimension whose id and size the kernel does not use. Offsets are 0 in launches that are reshaped.
bool LoopDimension::find_free_dimension() {
  bool used[3] = {};
  for (Instruction &instruction : instructions(group_)) {
    const wherry::compiler::Intrinsic id = intrinsic_of(instruction);
    if (id == Intrinsic::none || id == Intrinsic::__wherry_global_offset) continue;
    const auto use = id_use_of(&instruction, id);
    if ((id != Intrinsic::__wherry_global_id && id != Intrinsic::__wherry_global_size) || !use) return false;
    used[use->dimension] = true;
  }
  for (const auto &[header, grid] : grid_loops_)
    if (header != loop_->getHeader()) used[grid.dimension] = true;
  dimension_ = grid_ ? grid_->dimension : unsigned(std::find(used, used + 3, false) - used);
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

// The number of iterations, and phis of the header that depend on the iteration alone.
bool LoopDimension::find_iterations() {
  if (!addresses_.is_launch_expression(addresses_.back_edges(loop_))) return false;
  for (PHINode &phi : loop_->getHeader()->phis()) {
    if (!scev().isSCEVable(phi.getType())) return false;
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(&phi));
    if (!recurrence || recurrence->getLoop() != loop_ || !recurrence->isAffine()) return false;
  }
  return true;
}

// The guards before the loop, if most work-items may pass them: each iteration asks them anew. Behind a guard such as
// `id == 0`, most of the new work-items would do nothing.
bool LoopDimension::find_shares() {
  SmallVector<Guard> guards;
  if (!find_guards(group_, loop_->getLoopPreheader(), guards)) return false;
  for (const Guard &guard : guards) {
    if (!guard.compare) return false;
    const Comparison asks(*guard.compare, guard.holds,
                          [&](const Value *value) { return !is_launch_value(value, group_); });
    const auto id = id_use_of(asks.left, Intrinsic::__wherry_global_id);
    if (asks.predicate == CmpInst::ICMP_EQ || !id || !is_launch_value(asks.right, group_)) return false;
    if (asks.predicate != CmpInst::ICMP_NE)
      shares_.push_back({id->dimension, asks.right, CmpInst::isSigned(asks.predicate), asks.is_below()});
  }
  return true;
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
      if (instruction.mayHaveSideEffects() || isa<AllocaInst>(instruction) || ++anew > kMostAnew) return false;
      if (instruction.mayReadFromMemory() && ++loads > kMostLoads) return false;
    }
  return true;
}

// Whether the host can compute how far a loop in the loop goes from its first address.
bool LoopDimension::is_extent(const SCEVAddRecExpr &inner) {
  return inner.isAffine() && loop_->contains(inner.getLoop()) &&
         addresses_.is_launch_expression(addresses_.back_edges(inner.getLoop())) &&
         addresses_.is_launch_expression(inner.getStepRecurrence(scev()));
}

// Whether accesses to one argument's memory go by the same stride from iteration to iteration.
bool LoopDimension::find_stride(const Accesses &accesses) {
  Stride stride{nullptr, 0, {}};
  const SCEVAddRecExpr *first = nullptr;
  Span span;
  for (Instruction *access : accesses.list) {
    auto *recurrence = dyn_cast<SCEVAddRecExpr>(addresses_.offset_of(*access));
    while (recurrence && recurrence->getLoop() != loop_ && is_extent(*recurrence) &&
           access->getParent() != recurrence->getLoop()->getHeader()) {
      stride.inner.insert(recurrence);
      recurrence = dyn_cast<SCEVAddRecExpr>(recurrence->getStart());
    }
    if (!recurrence || recurrence->getLoop() != loop_ || !recurrence->isAffine()) return false;
    if (!first) first = recurrence;
    if (!span.add(*scev().getMinusSCEV(recurrence, first), *access)) return false;
  }
  stride.bytes = first->getStepRecurrence(scev());
  stride.least = span.bytes();
  strides_.push_back(stride);
  return addresses_.is_launch_expression(stride.bytes);
}

// Whether no iteration accesses what another one of the same work-item stores. What different work-items store, they do
// not access without an order anyway.
bool LoopDimension::is_independent() {
  return addresses_.for_stored([&](const Accesses &accesses) { return find_stride(accesses); }, needs_apart_);
}

void LoopDimension::emit(LaunchShape &shape) {
  IRBuilder<> &builder = shape.builder;
  Value *iterations = addresses_.launch_value(addresses_.back_edges(loop_), /*is_signed=*/false, shape);
  // A loop that is left at its latch runs its body once more than it goes back; one that is left at its header, as
  // often.
  if (loop_->isLoopExiting(loop_->getLoopLatch())) iterations = builder.CreateAdd(iterations, builder.getInt64(1));
  if (grid_) {
    // No work-item's counter wraps around.
    Value *limit = builder.getInt64(uint64_t{1} << grid_->bits);
    shape.require(builder.CreateICmpULE(shape.asked(dimension_), limit));
    shape.require(builder.CreateICmpULE(iterations, builder.CreateSub(limit, shape.asked(dimension_))));
  } else {
    shape.require(builder.CreateICmpEQ(shape.asked(dimension_), builder.getInt64(1)));
  }
  shape.require_within(iterations, kLeastIterations, kMostLaunchFactor);
  for (const Stride &stride : strides_) {
    Value *least = builder.getInt64(stride.least);
    for (const SCEVAddRecExpr *inner : stride.inner) {
      Value *times = addresses_.launch_distance(addresses_.back_edges(inner->getLoop()), shape);
      // The body of a loop that is left at its header alone runs as often as the loop goes back.
      const Loop &of = *inner->getLoop();
      if (of.getExitingBlock() == of.getHeader() && of.getHeader() != of.getLoopLatch())
        times = builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, times, builder.getInt64(1));
      Value *step = addresses_.launch_distance(inner->getStepRecurrence(scev()), shape);
      least = builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, least, builder.CreateMul(times, step));
    }
    shape.require(builder.CreateICmpUGE(addresses_.launch_distance(stride.bytes, shape), least));
  }
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
  SmallVector<std::pair<PHINode *, Value *>> counters;
  for (PHINode &phi : header->phis()) {
    auto *recurrence = cast<SCEVAddRecExpr>(scev().getSCEV(&phi));
    Type *type = recurrence->getStepRecurrence(scev())->getType();
    const SCEV *at = recurrence->evaluateAtIteration(scev().getTruncateOrNoop(scev().getSCEV(number), type), scev());
    counters.emplace_back(&phi, expander.expandCodeFor(at, phi.getType(), preheader->getTerminator()));
  }
  expander.clear();
  for (const auto &[phi, value] : counters) {
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
  grid_loops_.erase(header);
}

}  // namespace

std::unique_ptr<Reshaping> loop_dimension(Function &group, GridLoops &grid_loops, bool independent) {
  return std::make_unique<LoopDimension>(group, grid_loops, independent);
}

// Gives the loop a counter from 0 on by 1, in place of `phi` and its conversions. It is as narrow as they are, so that
// scalar evolution sees that no product of it wraps around where the source's could not.
static void count_by_one(PHINode &phi, IndexConversions &conversions, const Loop &loop) {
  BasicBlock *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  auto *start = dyn_cast<Instruction>(phi.getIncomingValueForBlock(preheader));
  IRBuilder<> builder(&phi);
  Type *type = builder.getIntNTy(conversions.value_bits() + 1);
  PHINode *counter = builder.CreatePHI(type, 2, "counter");
  counter->addIncoming(ConstantInt::get(type, 0), preheader);
  builder.SetInsertPoint(latch->getTerminator());
  Value *next_counter = builder.CreateAdd(counter, ConstantInt::get(type, 1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  counter->addIncoming(next_counter, latch);
  builder.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  conversions.replace([&](Type *wanted) { return convert_index(builder, counter, wanted); }, builder);
  auto *next = cast<Instruction>(phi.getIncomingValueForBlock(latch));
  phi.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(next);
  if (start) RecursivelyDeleteTriviallyDeadInstructions(start);
}

// Whether the loop goes on at its header while the index is below a bound, and has no other value from iteration to
// iteration: by one counter for all work-items, that value would be another.
static bool goes_by(const IndexConversions &index, const Loop &loop) {
  BasicBlock *header = loop.getHeader();
  auto *branch = dyn_cast<BranchInst>(header->getTerminator());
  if (!hasSingleElement(header->phis()) || loop.getExitingBlock() != header || header == loop.getLoopLatch() ||
      !branch || !branch->isConditional())
    return false;
  auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
  if (!compare) return false;
  const Comparison asks(*compare, loop.contains(branch->getSuccessor(0)),
                        [&](const Value *value) { return index.contains(value); });
  const bool stays = loop.isLoopInvariant(asks.right) || is_launch_value(asks.right, *header->getParent());
  return index.contains(asks.left) && stays && asks.is_below();
}

// Finds the counter that goes up by the global size from an id, and makes it go up from 0 by 1.
static std::optional<GridLoop> count_by_one(const Loop &loop) {
  BasicBlock *preheader = loop.getLoopPreheader(), *latch = loop.getLoopLatch();
  if (!preheader || !latch || loop.getHeader()->phis().empty()) return {};
  PHINode &phi = *loop.getHeader()->phis().begin();
  const auto start = id_use_of(phi.getIncomingValueForBlock(preheader), Intrinsic::__wherry_global_id);
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch));
  if (!start || !next || next->getOpcode() != Instruction::Add) return {};
  IndexConversions conversions;
  conversions.add_root(phi);
  conversions.collect([](Instruction &, Instruction &) {});
  for (unsigned k = 0; k < 2; ++k) {
    const auto step = id_use_of(next->getOperand(1 - k), Intrinsic::__wherry_global_size);
    if (!step || step->dimension != start->dimension || !conversions.contains(next->getOperand(k)) ||
        !goes_by(conversions, loop))
      continue;
    const unsigned bits = std::min({conversions.value_bits(), start->value_bits, step->value_bits});
    count_by_one(phi, conversions, loop);
    return GridLoop{start->dimension, bits};
  }
  return {};
}

GridLoops count_grid_loops_by_one(Function &group) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  GridLoops found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (const auto grid = count_by_one(*loop)) found[loop->getHeader()] = *grid;
  return found;
}

bool asks_global_size(const Function &group) {
  return any_of(instructions(group),
                [](const Instruction &each) { return intrinsic_of(each) == Intrinsic::__wherry_global_size; });
}

}  // namespace wherry::compiler
