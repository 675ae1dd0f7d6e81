// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/unthread_branches.h"

#include "compiler/ir/conditions.h"
#include "compiler/ir/intrinsics.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kDeepest = 6;  // operations, one from the other

// A local id, converted or plus a constant, that is known to have one value.
struct KnownId {
  const Value *value;
  APInt number;
};

bool is_of_local_id(const Value *value) {
  const Value *from;
  while (match(value, m_Add(m_Value(from), m_ConstantInt())) || match(value, m_Trunc(m_Value(from))) ||
         match(value, m_ZExtOrSExt(m_Value(from))))
    value = from;
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && intrinsic_of(*instruction) == Intrinsic::__wherry_local_id;
}

// Adds the ids that have one value where a condition holds.
void add_known(Value *condition, bool holds, SmallVectorImpl<KnownId> &known) {
  Value *left, *right;
  if (is_joined(condition, holds, left, right)) {
    add_known(left, holds, known);
    add_known(right, holds, known);
    return;
  }
  CmpPredicate predicate;
  const APInt *number;
  if (match(condition, m_ICmp(predicate, m_Value(left), m_APInt(number))) &&
      predicate == (holds ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE) && is_of_local_id(left))
    known.push_back({left, *number});
}

// The value of an id, a conversion or a sum without overflow; nothing: unknown.
std::optional<APInt> value_of(const Value *value, ArrayRef<KnownId> known) {
  for (const KnownId &each : known)
    if (each.value == value) return each.number;
  const Value *from;
  const APInt *more;
  if (match(value, m_Add(m_Value(from), m_APInt(more)))) {
    const auto number = value_of(from, known);
    if (!number) return {};
    bool wraps = false, wraps_unsigned = false;
    const APInt sum = number->sadd_ov(*more, wraps);
    (void)number->uadd_ov(*more, wraps_unsigned);
    const auto &addition = *cast<OverflowingBinaryOperator>(value);
    const bool is_poison = (wraps && addition.hasNoSignedWrap()) || (wraps_unsigned && addition.hasNoUnsignedWrap());
    if (!is_poison) return sum;
  }
  return {};
}

// A condition, among those joined, that is known not to be `as`; null: there is none.
Value *known_not(Value *condition, bool as, ArrayRef<KnownId> known) {
  Value *left, *right;
  if (is_joined(condition, as, left, right)) {
    Value *found = known_not(left, as, known);
    return found ? found : known_not(right, as, known);
  }
  CmpPredicate predicate;
  const APInt *number;
  if (!match(condition, m_ICmp(predicate, m_Value(left), m_APInt(number)))) return nullptr;
  const auto value = value_of(left, known);
  return value && ICmpInst::compare(*value, *number, predicate) != as ? condition : nullptr;
}

using Pairs = SmallVector<std::pair<Instruction *, Instruction *>>;

// Whether two values are one, computed by equal operations; notes these.
bool are_equal(Value *a, Value *b, unsigned depth, Pairs &pairs) {
  if (a == b) return true;
  auto *one = dyn_cast<Instruction>(a), *other = dyn_cast<Instruction>(b);
  if (!one || !other || depth == 0 || !isa<BinaryOperator, CastInst, CmpInst, SelectInst>(one) ||
      !one->isSameOperationAs(other))
    return false;
  for (unsigned i = 0; i < one->getNumOperands(); ++i)
    if (!are_equal(one->getOperand(i), other->getOperand(i), depth - 1, pairs)) return false;
  pairs.emplace_back(one, other);
  return true;
}

// `if (first) then; else if (second) behind; join`.
struct Threaded {
  BranchInst *first, *second;
  BasicBlock *then, *test, *behind, *join;
  bool second_holds;  // what the second condition is where `behind` runs
};

std::optional<Threaded> threaded_at(BasicBlock &block) {
  auto *first = dyn_cast<BranchInst>(block.getTerminator());
  if (!first || !first->isConditional()) return {};
  for (unsigned i : {0u, 1u}) {
    BasicBlock *then = first->getSuccessor(i), *test = first->getSuccessor(1 - i), *join = then->getSingleSuccessor();
    auto *second = dyn_cast<BranchInst>(test->getTerminator());
    if (then == test || !join || then->getSinglePredecessor() != &block || test->getSinglePredecessor() != &block ||
        !second || !second->isConditional() || second->getSuccessor(0) == second->getSuccessor(1))
      continue;
    for (unsigned k : {0u, 1u}) {
      BasicBlock *behind = second->getSuccessor(k);
      if (second->getSuccessor(1 - k) != join || behind == join || behind == test || join == test ||
          behind->getSinglePredecessor() != test || behind->getSingleSuccessor() != join ||
          !join->hasNPredecessors(3) || any_of(*test, [](const Instruction &each) {
            return !each.isTerminator() &&
                   (isa<PHINode>(each) || each.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&each));
          }))
        continue;
      return Threaded{first, second, then, test, behind, join, k == 0};
    }
  }
  return {};
}

bool unthread(const Threaded &found) {
  SmallVector<KnownId, 2> known;
  add_known(found.first->getCondition(), found.first->getSuccessor(0) == found.then, known);
  Value *asked = found.second->getCondition(), *fails = known_not(asked, found.second_holds, known);
  if (!fails) return false;
  // What the join takes from `then`, the test has to compute as well.
  Pairs pairs;
  for (PHINode &phi : found.join->phis())
    if (!are_equal(phi.getIncomingValueForBlock(found.then), phi.getIncomingValueForBlock(found.test), kDeepest, pairs))
      return false;
  for (auto [one, other] : pairs) {
    other->andIRFlags(one);
    other->dropUnknownNonDebugMetadata();
  }
  // The others of the joined conditions may be poison behind `then`.
  if (fails != asked) {
    IRBuilder<> builder(found.second);
    Value *left, *right;
    if (is_joined(asked, found.second_holds, left, right) && (left == fails || right == fails))
      asked = left == fails ? right : left;
    found.second->setCondition(found.second_holds ? builder.CreateLogicalAnd(fails, asked)
                                                  : builder.CreateLogicalOr(fails, asked));
  }
  found.second->setMetadata(LLVMContext::MD_prof, nullptr);
  found.join->removePredecessor(found.then, /*KeepOneInputPHIs=*/true);
  found.then->getTerminator()->replaceSuccessorWith(found.join, found.test);
  // A constant that `behind` brings, of a condition that holds there.
  for (PHINode &phi : make_early_inc_range(found.join->phis())) {
    Value *of_test = phi.getIncomingValueForBlock(found.test);
    const auto *constant = dyn_cast<ConstantInt>(phi.getIncomingValueForBlock(found.behind));
    if (!constant || !phi.getType()->isIntegerTy(1)) continue;
    const auto implied =
        isImpliedCondition(found.second->getCondition(), of_test, phi.getDataLayout(), found.second_holds);
    if (implied != constant->isOne()) continue;
    phi.replaceAllUsesWith(of_test);
    phi.eraseFromParent();
  }
  return true;
}

}  // namespace

PreservedAnalyses UnthreadBranchesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    if (const auto found = threaded_at(block)) changed |= unthread(*found);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
