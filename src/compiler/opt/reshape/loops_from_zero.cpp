// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/id_rewriting.h"
#include "compiler/opt/reshape/reshaping.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// A loop's counter that goes up from a number of the work-group to a bound, whose distance the host knows.
struct GroupCounter {
  PHINode *phi;
  ICmpInst *compare;
  unsigned bound;  // which operand of the comparison
  Value *start;
  const SCEV *distance;
  uint64_t step;
};

class LoopsFromZero final : public Reshaping {
 public:
  explicit LoopsFromZero(Function &group) : addresses_(group) {}

  bool find() override;
  void emit(LaunchShape &shape) override;
  void apply() override;

 private:
  std::optional<GroupCounter> counter_of(const Loop &loop);
  void count_from_zero(const GroupCounter &counter, SCEVExpander &expander);
  void follow(PHINode &phi, PHINode &counter, const GroupCounter &of, SCEVExpander &expander);
  // The number that is added to a phi in each iteration; null: the phi changes in another way.
  const SCEV *step_of(PHINode &phi, const Loop &loop) {
    const auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    if (!next || next->getOpcode() != Instruction::Add) return nullptr;
    return index_of(next->getOperand(next->getOperand(0) == &phi));
  }
  const SCEV *index_of(Value *value) {
    return value->getType()->isIntegerTy(64) ? addresses_.index_of(value) : scev().getSCEV(value);
  }
  ScalarEvolution &scev() { return addresses_.scev(); }

  AddressExpressions addresses_;
  SmallVector<GroupCounter, 2> counters_;
};

bool LoopsFromZero::find() {
  for (const Loop *loop : addresses_.loops().getLoopsInPreorder())
    if (const auto counter = counter_of(*loop)) counters_.push_back(*counter);
  return !counters_.empty();
}

std::optional<GroupCounter> LoopsFromZero::counter_of(const Loop &loop) {
  auto *branch = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
  auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || !compare->hasOneUse() || loop.getExitingBlock() != loop.getHeader() || !loop.getLoopPreheader() ||
      !loop.getLoopLatch())
    return {};
  CmpInst::Predicate goes_on = compare->getPredicate();
  if (!loop.contains(branch->getSuccessor(0))) goes_on = CmpInst::getInversePredicate(goes_on);
  for (unsigned k = 0; k < 2; ++k) {
    auto *phi = dyn_cast<PHINode>(compare->getOperand(k));
    Value *bound = compare->getOperand(1 - k);
    const CmpInst::Predicate is_before = k == 0 ? goes_on : CmpInst::getSwappedPredicate(goes_on);
    if (!phi || phi->getParent() != loop.getHeader() || !loop.isLoopInvariant(bound) ||
        !(ICmpInst::isLT(is_before) || ICmpInst::isLE(is_before)))
      continue;
    auto *steps = dyn_cast<SCEVAddRecExpr>(scev().getSCEV(phi));
    auto *step = steps && steps->isAffine() ? dyn_cast<SCEVConstant>(steps->getStepRecurrence(scev())) : nullptr;
    if (!step || !step->getAPInt().isStrictlyPositive()) continue;
    Value *start = phi->getIncomingValueForBlock(loop.getLoopPreheader());
    const SCEV *distance = distributed(scev().getMinusSCEV(index_of(bound), index_of(start)), scev());
    if (addresses_.is_launch_expression(steps->getStart()) || !addresses_.is_launch_expression(distance) ||
        !addresses_.is_bounded(start))
      continue;
    for (PHINode &other : loop.getHeader()->phis()) step_of(other, loop);  // takes note of what must not wrap around
    return GroupCounter{phi, compare, 1 - k, start, distance, step->getAPInt().getZExtValue()};
  }
  return {};
}

// Neither the counter nor its bound wraps around.
void LoopsFromZero::emit(LaunchShape &shape) {
  addresses_.require_bounds(shape);
  IRBuilder<> &builder = shape.builder;
  for (const GroupCounter &counter : counters_) {
    // Half the numbers of 64 bits, so that the sums here do not wrap around either.
    const auto most = uint64_t(maxIntN(std::min(counter.phi->getType()->getIntegerBitWidth(), 63u)));
    Value *distance = addresses_.launch_value(counter.distance, /*is_signed=*/true, shape);
    shape.require_within(distance, 0, most);
    Value *last = builder.CreateAdd(distance, builder.getInt64(counter.step));
    last = builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, addresses_.bound_of(counter.start, shape), last);
    shape.require_within(last, 0, most);
  }
}

// Another phi of the loop is its start plus a multiple of the counter, if their steps allow it.
void LoopsFromZero::follow(PHINode &phi, PHINode &counter, const GroupCounter &of, SCEVExpander &expander) {
  auto *steps = scev().isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(scev().getSCEV(&phi)) : nullptr;
  if (!steps || !steps->isAffine() || phi.getType() != counter.getType() ||
      addresses_.is_launch_expression(steps->getStart()))
    return;
  const SCEV *step = step_of(phi, *steps->getLoop());
  if (!step) return;
  SmallVector<const SCEV *, 4> factors{step};
  if (auto *product = dyn_cast<SCEVMulExpr>(step))
    factors.assign(product->operands().begin(), product->operands().end());
  auto *number = dyn_cast<SCEVConstant>(factors[0]);
  if (!number || number->getAPInt().urem(of.step) != 0) return;
  factors[0] = scev().getConstant(number->getAPInt().udiv(of.step));
  Loop *loop = const_cast<Loop *>(steps->getLoop());
  Value *factor = expander.expandCodeFor(scev().getMulExpr(factors), phi.getType(),
                                         loop->getLoopPreheader()->getTerminator()->getIterator());
  Value *start = phi.getIncomingValueForBlock(loop->getLoopPreheader());
  IRBuilder<> builder(&*phi.getParent()->getFirstInsertionPt());
  phi.replaceAllUsesWith(builder.CreateAdd(start, builder.CreateMul(&counter, factor)));
}

void LoopsFromZero::count_from_zero(const GroupCounter &counter, SCEVExpander &expander) {
  PHINode &phi = *counter.phi;
  Loop &loop = *addresses_.loops().getLoopFor(phi.getParent());
  Type *type = phi.getType();
  Value *end = expander.expandCodeFor(counter.distance, type, loop.getLoopPreheader()->getTerminator()->getIterator());
  IRBuilder<> builder(&phi);
  PHINode *from_zero = builder.CreatePHI(type, 2, phi.getName());
  from_zero->addIncoming(ConstantInt::get(type, 0), loop.getLoopPreheader());
  builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
  Value *step = ConstantInt::get(type, counter.step);
  from_zero->addIncoming(builder.CreateAdd(from_zero, step, "", /*HasNUW=*/true, /*HasNSW=*/true), loop.getLoopLatch());
  counter.compare->setOperand(counter.bound, end);
  counter.compare->setOperand(1 - counter.bound, from_zero);
  for (PHINode &other : make_early_inc_range(phi.getParent()->phis()))
    if (&other != &phi && &other != from_zero) follow(other, *from_zero, counter, expander);
  builder.SetInsertPoint(&*phi.getParent()->getFirstInsertionPt());
  phi.replaceAllUsesWith(builder.CreateAdd(counter.start, from_zero, "", /*HasNUW=*/true, /*HasNSW=*/true));
}

void LoopsFromZero::apply() {
  SCEVExpander expander(scev(), "from.zero");
  for (const GroupCounter &counter : counters_) count_from_zero(counter, expander);
}

}  // namespace

std::unique_ptr<Reshaping> loops_from_zero(Function &group) { return std::make_unique<LoopsFromZero>(group); }

}  // namespace wherry::compiler
