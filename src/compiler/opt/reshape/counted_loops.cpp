// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/counted_loops.h"

#include "compiler/ir/conditions.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/guards.h"
#include "compiler/opt/reshape/index_conversions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

// Gives the loop a counter that goes up from 0 by 1, in place of `phi` and of the index's conversions. The counter is
// as narrow as these: scalar evolution then sees that its products do not wrap around where the source's could not.
static PHINode &count_by_one(PHINode &phi, IndexConversions &conversions, const Loop &loop) {
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
  conversions.replace([&](Type *wanted) { return convert_index(builder, counter, wanted); });
  auto *next = cast<Instruction>(phi.getIncomingValueForBlock(latch));
  phi.replaceAllUsesWith(PoisonValue::get(phi.getType()));
  phi.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(next);
  if (start) RecursivelyDeleteTriviallyDeadInstructions(start);
  return *counter;
}

// The condition on which a loop goes on at its header, where its counter is the only value that goes from iteration to
// iteration: another value would change where one loop does the iterations of all work-items. Null: another kind of
// loop.
static Value *asks(const Loop &loop) {
  BasicBlock *header = loop.getHeader();
  auto *branch = dyn_cast<BranchInst>(header->getTerminator());
  const bool fits = hasSingleElement(header->phis()) && loop.getLoopPreheader() && loop.getLoopLatch() &&
                    loop.getExitingBlock() == header && header != loop.getLoopLatch() && branch &&
                    branch->isConditional();
  return fits ? branch->getCondition() : nullptr;
}

static bool goes_on_where_true(const Loop &loop) {
  return loop.contains(cast<BranchInst>(loop.getHeader()->getTerminator())->getSuccessor(0));
}

// Whether the loop goes on at its header while the index is below a bound.
static bool goes_by(const IndexConversions &index, const Loop &loop) {
  auto *compare = dyn_cast_or_null<ICmpInst>(asks(loop));
  if (!compare) return false;
  const Comparison question(*compare, goes_on_where_true(loop),
                            [&](const Value *value) { return index.contains(value); });
  const bool stays =
      loop.isLoopInvariant(question.right) || is_launch_value(question.right, *loop.getHeader()->getParent());
  return index.contains(question.left) && stays && question.is_below();
}

// Finds the counter that goes up by the global size from an id, and makes it go up from 0 by 1.
static std::optional<CountedLoop> count_grid(const Loop &loop) {
  if (!asks(loop)) return {};
  PHINode &phi = *loop.getHeader()->phis().begin();
  const auto start = id_use_of(phi.getIncomingValueForBlock(loop.getLoopPreheader()), Intrinsic::__wherry_global_id);
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
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
    return CountedLoop{start->dimension, bits, nullptr};
  }
  return {};
}

namespace {

// A loop over a block of indices that begins at the id times the block's size.
class BlockLoop {
 public:
  explicit BlockLoop(const Loop &loop) : loop_(loop), group_(*loop.getHeader()->getParent()) {}

  bool find() {
    Value *condition = asks(loop_);
    if (!condition) return false;
    phi_ = &*loop_.getHeader()->phis().begin();
    start_ = phi_->getIncomingValueForBlock(loop_.getLoopPreheader());
    next_ = dyn_cast<Instruction>(phi_->getIncomingValueForBlock(loop_.getLoopLatch()));
    if (!phi_->getType()->isIntegerTy() || !next_) return false;
    counter_.add_root(*phi_);
    counts_from_zero_ = match(start_, m_Zero());
    if (!(counts_from_zero_ ? find_any_product() : is_product(start_))) return false;
    find_asking(*condition);
    return find_index() && is_understood(condition, goes_on_where_true(loop_)) && has_end_ && ids_begin_blocks();
  }

  CountedLoop count_by_one();

 private:
  bool is_product(Value *value);
  bool find_any_product();
  bool is_factor(Value *value);
  void find_asking(Value &condition);
  bool find_index();
  bool is_understood(Value *condition, bool holds);
  bool is_end(Value *value);
  bool add_end(Value *value, bool is_signed);
  bool ids_begin_blocks();
  Value *without_conversions(Value *value);

  const Loop &loop_;
  Function &group_;
  PHINode *phi_ = nullptr;
  Value *start_ = nullptr;
  Instruction *next_ = nullptr;
  bool counts_from_zero_ = false;  // the loop's counter; the index is the block's begin plus the counter
  IndexConversions counter_, index_;
  std::optional<unsigned> dimension_;        // of the id
  Value *factor_ = nullptr;                  // the block's size
  unsigned bits_ = 63;                       // while ids, indices and sums stay below 2^bits, conversions keep them
  SmallSetVector<Instruction *, 8> asking_;  // what is computed for the loop's condition alone
  bool has_end_ = false;                     // the loop ends at the block's end at the latest
  SmallVector<std::pair<Value *, bool>, 2> ends_;  // other bounds of the index, with their signedness
};

Value *BlockLoop::without_conversions(Value *value) {
  for (;; value = cast<Instruction>(value)->getOperand(0)) {
    bits_ = std::min(bits_, value->getType()->getIntegerBitWidth() - 1);
    if (!keeps_index(*value)) return value;
  }
}

bool BlockLoop::is_factor(Value *value) {
  value = without_conversions(value);
  if (!factor_) factor_ = value;
  auto *number = dyn_cast<ConstantInt>(value), *known = dyn_cast<ConstantInt>(factor_);
  return value == factor_ || (number && known && number->getLimitedValue() == known->getLimitedValue());
}

// Whether the value is the id times the block's size.
bool BlockLoop::is_product(Value *value) {
  if (!value->getType()->isIntegerTy()) return false;
  auto *operation = dyn_cast<Instruction>(without_conversions(value));
  auto is_id = [&](Value *one) {
    const auto id = id_use_of(one, Intrinsic::__wherry_global_id);
    if (!id || (dimension_ && *dimension_ != id->dimension)) return false;
    dimension_ = id->dimension;
    bits_ = std::min(bits_, id->value_bits);
    return true;
  };
  const APInt *shift;
  Value *id;
  if (match(operation, m_Shl(m_Value(id), m_APInt(shift))) &&
      shift->ult(operation->getType()->getIntegerBitWidth() - 1))
    return is_id(id) && is_factor(ConstantInt::get(operation->getType(),
                                                   APInt::getOneBitSet(shift->getBitWidth(), shift->getZExtValue())));
  if (!operation || operation->getOpcode() != Instruction::Mul) return false;
  for (unsigned k = 0; k < 2; ++k)
    if (is_launch_value(operation->getOperand(1 - k), group_) && is_id(operation->getOperand(k)))
      return is_factor(operation->getOperand(1 - k));
  return false;
}

// The product to which a counter from 0 on is added.
bool BlockLoop::find_any_product() {
  return any_of(instructions(group_), [&](Instruction &each) {
    return (each.getOpcode() == Instruction::Mul || each.getOpcode() == Instruction::Shl) && is_product(&each);
  });
}

void BlockLoop::find_asking(Value &condition) {
  const Instruction *branch = loop_.getHeader()->getTerminator();
  SmallVector<Value *> candidates{&condition};
  while (!candidates.empty()) {
    auto *one = dyn_cast<Instruction>(candidates.pop_back_val());
    if (!one || isa<PHINode>(one) || asking_.contains(one) || one->mayHaveSideEffects() ||
        !all_of(one->users(), [&](User *user) { return user == branch || asking_.contains(cast<Instruction>(user)); }))
      continue;
    asking_.insert(one);
    append_range(candidates, one->operands());
  }
}

static bool is_sum(const Value *value) { return match(value, m_AddLike(m_Value(), m_Value())); }

bool BlockLoop::find_index() {
  bool fits = true;
  Value *last;
  counter_.collect([&](Instruction &user, Instruction &counter) {
    if (counts_from_zero_ && &user != next_ && !asking_.contains(&user)) {
      const bool other = is_sum(&user) && user.getOperand(0) == &counter;
      if (is_sum(&user) && is_product(user.getOperand(other)))
        index_.add_root(user);
      else
        fits = false;
    }
  });
  fits &= match(next_, m_c_Add(m_Value(last), m_One())) && counter_.contains(last);
  if (!counts_from_zero_)
    index_.add_root(*phi_);
  else
    fits &= next_->hasOneUse();
  index_.collect([](Instruction &, Instruction &) {});
  bits_ = std::min({bits_, counter_.value_bits(), index_.value_bits()});
  return fits;
}

// Whether the value is the block's end, of an index or of a counter from 0 on.
bool BlockLoop::is_end(Value *value) {
  value = without_conversions(value);
  if (counts_from_zero_) return is_factor(value);
  // Without NoSignedWrap, LLVM writes max(begin, end): where the end wraps around, the block is empty.
  if (Value *begin, *end;
      match(value, m_CombineOr(m_SMax(m_Value(begin), m_Value(end)), m_UMax(m_Value(begin), m_Value(end)))))
    return (is_product(begin) && is_end(end)) || (is_product(end) && is_end(begin));
  auto *operation = dyn_cast<Instruction>(value);
  if (!operation || operation->getNumOperands() != 2) return false;
  for (unsigned k = 0; k < 2; ++k) {
    Value *one = operation->getOperand(k), *other = operation->getOperand(1 - k), *id;
    if (is_sum(operation) && is_product(one) && is_factor(other)) return true;
    if (operation->getOpcode() == Instruction::Mul && match(without_conversions(one), m_Add(m_Value(id), m_One())) &&
        is_factor(other))
      if (const auto use = id_use_of(id, Intrinsic::__wherry_global_id); use && use->dimension == dimension_)
        return true;
  }
  return false;
}

// Takes note of a bound of the index: the block's end, a launch value, or the lesser one of two bounds.
bool BlockLoop::add_end(Value *value, bool is_signed) {
  if (!counts_from_zero_ && is_end(value)) return has_end_ = true;
  if (is_launch_value(value, group_)) {
    ends_.push_back({value, is_signed});
    return true;
  }
  Value *lesser = without_extension(value, is_signed), *left, *right;
  return (is_signed ? match(lesser, m_SMin(m_Value(left), m_Value(right)))
                    : match(lesser, m_UMin(m_Value(left), m_Value(right)))) &&
         add_end(left, is_signed) && add_end(right, is_signed);
}

bool BlockLoop::is_understood(Value *condition, bool holds) {
  Value *left, *right;
  if (is_joined(condition, holds, left, right)) return is_understood(left, holds) && is_understood(right, holds);
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy()) return false;
  const Comparison question(*compare, holds,
                            [&](const Value *value) { return index_.contains(value) || counter_.contains(value); });
  if (counter_.contains(question.left) && is_end(question.right))
    return has_end_ = ICmpInst::isLT(question.predicate) || question.predicate == ICmpInst::ICMP_NE;
  // An index that goes up one by one from a block's begin meets the block's end.
  if (index_.contains(question.left) && question.predicate == ICmpInst::ICMP_NE && is_end(question.right))
    return has_end_ = true;
  return index_.contains(question.left) && ICmpInst::isLT(question.predicate) &&
         add_end(question.right, ICmpInst::isSigned(question.predicate));
}

// Whether the kernel uses the dimension's ids for the blocks' begins alone, and its size for the loop's bounds alone.
bool BlockLoop::ids_begin_blocks() {
  IndexConversions ids, begins;
  bool fits = true, any = false;
  for (Instruction &each : instructions(group_))
    if (intrinsic_of(each) == Intrinsic::__wherry_global_id) {
      const auto id = id_use_of(&each, Intrinsic::__wherry_global_id);
      if (!id) return false;
      if (id->dimension == *dimension_) ids.add_root(each);
    }
  ids.collect([&](Instruction &user, Instruction &) {
    if (asking_.contains(&user)) return;
    if (is_product(&user))
      begins.add_root(user), any = true;
    else
      fits = false;
  });
  if (!any || !fits) return false;
  begins.collect([&](Instruction &user, Instruction &) {
    fits &= &user == phi_ || asking_.contains(&user) || (counts_from_zero_ && index_.contains(&user));
  });
  return fits;
}

// What replaces the loop's condition: the index is below the blocks' sum, and below the other bounds.
CountedLoop BlockLoop::count_by_one() {
  IRBuilder<> builder(loop_.getLoopPreheader()->getTerminator());
  auto wide = [&](Value *value, bool is_signed) {
    return builder.CreateIntCast(value, builder.getInt64Ty(), is_signed);
  };
  LaunchValueEmitter values(builder, group_.getArg(0));
  Value *size = builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_global_size),
                                   {builder.getInt32(*dimension_)});
  Value *block = values.emit(factor_), *end = builder.CreateMul(size, wide(block, /*is_signed=*/false));
  for (auto [value, is_signed] : ends_) {
    Value *one = values.emit(value);
    if (is_signed) one = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, one, ConstantInt::get(one->getType(), 0));
    end = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, end, wide(one, /*is_signed=*/false));
  }
  auto *branch = cast<BranchInst>(loop_.getHeader()->getTerminator());
  const bool on_true = goes_on_where_true(loop_);
  Value *condition = branch->getCondition();
  branch->setCondition(builder.getInt1(on_true));
  PHINode &counter = compiler::count_by_one(*phi_, index_, loop_);
  RecursivelyDeleteTriviallyDeadInstructions(condition);
  builder.SetInsertPoint(branch);
  branch->setCondition(
      builder.CreateICmp(on_true ? ICmpInst::ICMP_ULT : ICmpInst::ICMP_UGE, wide(&counter, /*is_signed=*/false), end));
  for (BasicBlock &one : reverse(group_))
    for (Instruction &each : make_early_inc_range(reverse(one)))
      if (isInstructionTriviallyDead(&each)) each.eraseFromParent();
  return {*dimension_, bits_, block};
}

}  // namespace

bool loops_over_block(const Loop &loop) { return BlockLoop(loop).find(); }

bool loops_over_blocks(Function &group) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](Loop *loop) { return loops_over_block(*loop); });
}

CountedLoops count_loops_by_one(Function &group) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  CountedLoops found;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    auto counted = count_grid(*loop);
    if (BlockLoop block(*loop); !counted && block.find()) counted = block.count_by_one();
    if (counted) found[loop->getHeader()] = *counted;
  }
  return found;
}

}  // namespace wherry::compiler
