// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/item_ranges.h"

#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/ir/conditions.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "compiler/vectorise/index_expressions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {
namespace {

// A condition of a guard, which is `holds` for items that pass.
struct Check {
  Value *condition;
  bool holds;
  // Of a comparison with an invariant: what goes up from item to item, and by one; null: the same for all items.
  Value *counter = nullptr;
  bool by_one = true;
  CmpInst::Predicate passes = CmpInst::BAD_ICMP_PREDICATE;  // of counter and bound, for items that pass
  Value *bound = nullptr;
  // In a comparison with a remainder: the counter's divisor, or a mask that keeps the low bits of the counter.
  Instruction *remainder = nullptr;
  Value *divisor = nullptr;
  bool is_mask() const { return remainder && remainder->getOpcode() == Instruction::And; }
  bool passes_one_item() const { return passes == CmpInst::ICMP_EQ && !remainder; }
  // `x - 1 < n` in unsigned numbers, as LLVM writes `x >= 1 && x <= n`: the counter may wrap around once.
  bool may_wrap() const { return by_one && CmpInst::isUnsigned(passes); }
};

struct Guard {
  BranchInst *branch;
  bool holds;  // the condition's value for items that go on to the effects
  SmallVector<Check> checks;
};

// Whether a value is computed from constants alone.
bool is_known(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return isa<Constant>(value);
  return !isa<PHINode, CallBase>(instruction) && !instruction->mayReadFromMemory() &&
         all_of(instruction->operands(), [](const Use &use) { return is_known(use.get()); });
}

class GuardedLoop {
 public:
  GuardedLoop(const ItemLoop &loop, const LoopInfo &loops, const DominatorTree &dominators)
      : items_(*loop.items), index_(*loop.index), loops_(loops), dominators_(dominators), index_of_(items_, index_) {}

  bool has_form() const {
    return ending_of(items_) && items_.getExitingBlock() == items_.getLoopLatch() && !sees_sub_groups(items_);
  }

  bool find() {
    find_guards();
    keep_one_remainder();
    if (none_of(guards_, [&](const Guard &guard) {
          return any_of(guard.checks, [&](const Check &check) { return pays(check); });
        }))
      return false;
    find_values_behind();
    if (!values_behind_.empty()) keep_outermost_guard();
    const bool found = any_of(guards_, [](const Guard &guard) {
      return any_of(guard.checks, [](const Check &check) { return check.counter; });
    });
    needs_all_items_ = !found;
    return found;
  }
  // Remarks why a guard around all effects does not cut the loop. Precondition: find() has returned false.
  void say_why_not() const {
    if (needs_all_items_)
      return remark(*items_.getHeader()->getParent(),
                    "  an item loop is not cut by its guard: what it hands on depends on all work-items\n");
    for (auto [branch, holds] : ways_to_effects())
      if (auto *compare = dyn_cast<ICmpInst>(branch->getCondition()); compare && !compare->isEquality())
        for (unsigned k : {0, 1})
          if (const auto *bound = dyn_cast<Instruction>(compare->getOperand(1 - k));
              bound && index_of_.goes_up_by_one(compare->getOperand(k)) && !index_of_.is_invariant(bound))
            return remark_at(*branch, "an item loop is not cut by its guard: the bound, " + described(*bound) +
                                          ", may differ from work-item to work-item");
  }

  // Makes two item loops of one where all effects lie behind a branch that is the same for all items, on both of its
  // sides. True: the loop has been split.
  bool split_by_uniform_branch() {
    BranchInst *branch = splitting_branch();
    if (!branch) return false;
    BasicBlock *before = items_.getLoopPreheader(), *header = items_.getHeader(), *latch = items_.getLoopLatch(),
               *out = items_.getUniqueExitBlock();
    Function &function = *header->getParent();
    IRBuilder<> builder(before->getTerminator());
    KnownValues none;
    Value *condition = builder.CreateFreeze(index_of_.evaluate(branch->getCondition(), builder, none));

    ValueToValueMapTy map;
    copy_blocks(items_, map, ".other");
    BasicBlock *join = BasicBlock::Create(function.getContext(), "join", &function, out);
    BranchInst::Create(out, join);
    for (BasicBlock *block : items_.blocks())
      for (Instruction &instruction : *block) {
        PHINode *either = nullptr;
        for (Use &use : make_early_inc_range(instruction.uses())) {
          if (items_.contains(cast<Instruction>(use.getUser()))) continue;
          if (!either) either = PHINode::Create(instruction.getType(), 2, instruction.getName(), join->begin());
          use.set(either);
        }
        if (!either) continue;
        either->addIncoming(&instruction, latch);
        either->addIncoming(map[&instruction], cast<BasicBlock>(map[latch]));
      }
    for (BasicBlock *end : {latch, cast<BasicBlock>(map[latch])}) end->getTerminator()->replaceSuccessorWith(out, join);
    out->replacePhiUsesWith(latch, join);
    auto *other = cast<BasicBlock>(map[header]);
    auto *other_branch = cast<BranchInst>(map[branch]);
    BasicBlock *first_entry = BasicBlock::Create(function.getContext(), "first", &function, header);
    BasicBlock *other_entry = BasicBlock::Create(function.getContext(), "other", &function, other);
    BranchInst::Create(header, first_entry);
    BranchInst::Create(other, other_entry);
    before->getTerminator()->eraseFromParent();
    BranchInst::Create(first_entry, other_entry, condition, before);
    header->replacePhiUsesWith(before, first_entry);
    other->replacePhiUsesWith(before, other_entry);
    branch->setCondition(ConstantInt::getTrue(function.getContext()));
    other_branch->setCondition(ConstantInt::getFalse(function.getContext()));
    ConstantFoldTerminator(branch->getParent());
    ConstantFoldTerminator(other_branch->getParent());
    return true;
  }

  void cut() {
    BasicBlock *before = items_.getLoopPreheader(), *header = items_.getHeader(), *latch = items_.getLoopLatch(),
               *out = items_.getUniqueExitBlock();
    Function &function = *header->getParent();
    LLVMContext &context = function.getContext();
    ICmpInst *again = ending_of(items_);
    Value *size = items_of(items_);

    BasicBlock *start = BasicBlock::Create(context, "range", &function, header);
    BasicBlock *end = BasicBlock::Create(context, "range.end", &function, out);
    BasicBlock *behind = values_behind_.empty() ? nullptr : compute_once(*before, *out);
    before->getTerminator()->replaceSuccessorWith(header, start);
    latch->getTerminator()->replaceSuccessorWith(out, end);
    for (PHINode &phi : make_early_inc_range(header->phis()))
      if (&phi != &index_) {
        phi.replaceAllUsesWith(phi.getIncomingValueForBlock(before));  // the effects do not depend on the phi
        phi.eraseFromParent();
      }

    IRBuilder<> builder(before->getTerminator());
    Value *whole = all_items_pass(builder, size);
    Ahead ahead = ask_ahead(builder, size);

    // One range, or, where a counter may wrap around, one for each item.
    builder.SetInsertPoint(start);
    PHINode *first = builder.CreatePHI(index_.getType(), 2, "range.first");
    first->setMetadata(kOuterItemLoop, MDNode::get(context, {}));
    first->addIncoming(builder.getInt64(0), before);
    Value *count = builder.CreateSelect(ahead.holds, size, builder.getInt64(1));
    const auto [low, length] =
        whole ? range_unless(*whole, builder, first, count, ahead) : range_from(builder, first, count, ahead);
    Value *begin = builder.CreateNUWAdd(first, low);
    builder.CreateCondBr(builder.CreateIsNull(length), end, header);
    index_.replaceIncomingBlockWith(before, builder.GetInsertBlock());

    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *next = index_.getIncomingValueForBlock(latch);
    Value *from_first = ahead.step ? builder.CreateNUWMul(&index_, ahead.step) : &index_;
    Value *item = builder.CreateNUWAdd(begin, from_first, "item");
    index_.replaceUsesWithIf(item, [&](const Use &use) {
      return !is_contained({next, item, from_first}, use.getUser()) &&
             items_.contains(cast<Instruction>(use.getUser()));
    });
    again->setOperand(1, length);
    if (has_one_item())
      be_no_loop();
    else if (auto *known = dyn_cast<ConstantInt>(size))
      again->setMetadata(kItemsAtMost, MDNode::get(context, ConstantAsMetadata::get(known)));
    for (const Guard &guard : guards_)
      for (const Check &check : guard.checks) decide(check);

    builder.SetInsertPoint(end);
    Value *next_first = builder.CreateNUWAdd(first, count);
    first->addIncoming(next_first, end);
    builder.CreateCondBr(builder.CreateICmpULT(next_first, size), start, behind ? behind : out);
    if (!behind) out->replacePhiUsesWith(latch, end);
  }

 private:
  // Values computed before the loop over ranges. `holds`: no counter wraps around. `step`: the distance between items
  // that pass the check of a remainder, `strided`; both null: no check has a remainder.
  struct Ahead {
    Value *holds, *step = nullptr;
    const Check *strided = nullptr;
  };
  Ahead ask_ahead(IRBuilder<> &builder, Value *size) const {
    Ahead ahead{builder.getTrue()};
    for (const Guard &guard : guards_)
      for (const Check &check : guard.checks) {
        if (check.remainder) {
          ahead.strided = &check;
          ahead.step = step_of(builder, check);
          ahead.holds = builder.CreateAnd(ahead.holds, is_step(builder, *ahead.step, check.is_mask()));
        }
        if (check.counter) ahead.holds = builder.CreateAnd(ahead.holds, counts_up(builder, check, size));
      }
    return ahead;
  }

  // The items that pass all checks, of `count` from item `first` on: the first of them, counted from there, and their
  // number. `ahead` gets the step of this range.
  struct Range {
    Value *low, *length;
  };
  Range range_from(IRBuilder<> &builder, Value *first, Value *count, Ahead &ahead) const {
    Value *low = builder.getInt64(0), *high = count, *passes = builder.getTrue(), *invariants_pass = builder.getTrue();
    KnownValues at_first{{&index_, first}}, at_second{{&index_, builder.CreateNUWAdd(first, builder.getInt64(1))}};
    for (const Guard &guard : guards_)
      for (const Check &check : guard.checks) {
        if (check.remainder && !check.is_mask())
          at_first[check.remainder] =
              IndexExpressions::divide_safely(*check.remainder, index_of_.evaluate(check.counter, builder, at_first),
                                              index_of_.evaluate(check.divisor, builder, at_first), builder);
        Value *condition = builder.CreateFreeze(index_of_.evaluate(check.condition, builder, at_first));
        if (!check.holds) condition = builder.CreateNot(condition);
        if (check.remainder) {
          passes = builder.CreateAnd(passes, condition);
        } else if (check.counter) {
          passes = builder.CreateAnd(passes, condition);
          cut(builder, check, at_first, at_second, count, low, high);
        } else {
          invariants_pass = builder.CreateAnd(invariants_pass, condition);
        }
      }
    if (ahead.strided) {
      ahead.step = builder.CreateSelect(ahead.holds, ahead.step, builder.getInt64(1), "range.step");
      begin_at_remainder(builder, *ahead.strided, at_first, *ahead.step, low, high);
    }
    low = builder.CreateSelect(ahead.holds, low, builder.getInt64(0), "range.low");
    Value *length = builder.CreateSub(high, low);
    if (ahead.strided) {
      Value *after_first = builder.CreateSub(length, builder.getInt64(1));
      after_first = ahead.strided->is_mask() ? builder.CreateLShr(after_first, log_of(builder, *ahead.step))
                                             : builder.CreateUDiv(after_first, ahead.step);
      length = builder.CreateAdd(after_first, builder.getInt64(1));
    }
    length = builder.CreateSelect(builder.CreateICmpULT(low, high), length, builder.getInt64(0));
    length = builder.CreateSelect(ahead.holds, length, builder.CreateZExt(passes, builder.getInt64Ty()));
    return {low, builder.CreateSelect(invariants_pass, length, builder.getInt64(0), "range.length")};
  }

  // Whether all items pass the guards: the first and the last one do, and the guards' counters rise by one between
  // them. Null where the answer would not save time: range_from() is as fast for a counter that starts at a known
  // number, and guards by a remainder, or for one item, are never passed by all items.
  Value *all_items_pass(IRBuilder<> &builder, Value *size) const {
    Value *most = builder.CreateSub(size, builder.getInt64(1)), *all = builder.getTrue();
    bool pays = false;
    for (const Guard &guard : guards_)
      for (const Check &check : guard.checks) {
        KnownValues at_first{{&index_, builder.getInt64(0)}}, at_last{{&index_, most}};
        if (!check.counter) {
          Value *condition = builder.CreateFreeze(index_of_.evaluate(check.condition, builder, at_first));
          all = builder.CreateAnd(all, check.holds ? condition : builder.CreateNot(condition));
          continue;
        }
        if (!check.by_one || check.remainder || check.passes_one_item()) return nullptr;
        Value *first = index_of_.evaluate(check.counter, builder, at_first);
        pays |= check.may_wrap() && !is_known(first);
        first = builder.CreateFreeze(first);
        Value *last = builder.CreateFreeze(index_of_.evaluate(check.counter, builder, at_last));
        Value *bound = builder.CreateFreeze(index_of_.evaluate(check.bound, builder, at_first));
        const auto rises = check.may_wrap() ? CmpInst::ICMP_ULE : CmpInst::ICMP_SLE;
        all = builder.CreateAnd(all, builder.CreateICmp(check.passes, first, bound));
        all = builder.CreateAnd(all, builder.CreateICmp(check.passes, last, bound));
        all = builder.CreateAnd(all, builder.CreateICmp(rises, first, last));
        Value *distance = builder.CreateZExt(builder.CreateSub(last, first), builder.getInt64Ty());
        all = builder.CreateAnd(all, builder.CreateICmpEQ(distance, most));
      }
    return pays ? all : nullptr;
  }

  // All `count` items, or if not `whole`, those of range_from(). The builder goes on behind both.
  Range range_unless(Value &whole, IRBuilder<> &builder, Value *first, Value *count, Ahead &ahead) const {
    BasicBlock *before = builder.GetInsertBlock();
    Function *function = before->getParent();
    BasicBlock *after = BasicBlock::Create(builder.getContext(), "range.found", function, before->getNextNode());
    BasicBlock *part = BasicBlock::Create(builder.getContext(), "range.part", function, after);
    builder.CreateCondBr(&whole, after, part);
    builder.SetInsertPoint(part);
    Range range = range_from(builder, first, count, ahead);
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    auto either = [&](Value *of_whole, Value *of_part) {
      PHINode *phi = builder.CreatePHI(builder.getInt64Ty(), 2);
      phi->addIncoming(of_whole, before);
      phi->addIncoming(of_part, part);
      return phi;
    };
    range.low = either(builder.getInt64(0), range.low);
    range.length = either(count, range.length);
    return range;
  }

  // The last block that control passes on the way to all effects; null: the loop has no effects.
  BasicBlock *before_effects() const {
    BasicBlock *effects = nullptr;
    for (BasicBlock *block : items_.blocks())
      if (any_of(*block, has_effect))
        effects = effects ? dominators_.findNearestCommonDominator(effects, block) : block;
    return effects;
  }

  // The branch of split_by_uniform_branch(); null: none, or neither side has a guard on the index.
  BranchInst *splitting_branch() const {
    BasicBlock *block = before_effects();
    auto *branch = block ? dyn_cast<BranchInst>(block->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
        isa<Constant>(branch->getCondition()) || any_of(*block, has_effect) || loops_.getLoopFor(block) != &items_ ||
        instructions_in(items_) > cost::kMostCopied || !index_of_.is_invariant(branch->getCondition()))
      return nullptr;
    bool pay = false;
    for (BasicBlock *other : items_.blocks()) {
      const bool lies_behind = any_of(successors(block), [&](BasicBlock *side) {
        return dominators_.dominates(BasicBlockEdge(block, side), other);
      });
      if (!lies_behind && any_of(*other, has_effect)) return nullptr;
      auto *end = dyn_cast<BranchInst>(other->getTerminator());
      if (!lies_behind || !end || !end->isConditional()) continue;
      for (bool holds : {false, true}) {
        SmallVector<Check> checks;
        add_checks(end->getCondition(), holds, checks);
        pay |= any_of(checks, [&](const Check &check) { return pays(check); });
      }
    }
    return pay ? branch : nullptr;
  }

  // The branches with one side that leads to no effect, the innermost first, and whether the condition holds on the
  // other side.
  SmallVector<std::pair<BranchInst *, bool>> ways_to_effects() const {
    SmallVector<std::pair<BranchInst *, bool>> ways;
    BasicBlock *effects = before_effects();
    if (!effects) return ways;
    for (auto *node = dominators_.getNode(effects); node->getBlock() != items_.getHeader();) {
      node = node->getIDom();
      BasicBlock *block = node->getBlock();
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || loops_.getLoopFor(block) != &items_) continue;
      for (unsigned side : {0, 1})
        if (dominators_.dominates(BasicBlockEdge(block, branch->getSuccessor(side)), effects) &&
            branch->getSuccessor(0) != branch->getSuccessor(1))
          ways.push_back({branch, side == 0});
    }
    return ways;
  }

  void find_guards() {
    for (auto [branch, holds] : ways_to_effects()) {
      Guard guard{branch, holds, {}};
      add_checks(branch->getCondition(), holds, guard.checks);
      if (!guard.checks.empty()) guards_.push_back(std::move(guard));
    }
  }

  void add_checks(Value *condition, bool holds, SmallVectorImpl<Check> &checks) const {
    if (isa<Constant>(condition) || checks.size() == cost::kMostConditions) return;
    Value *a, *b;
    if (is_joined(condition, holds, a, b)) {
      add_checks(a, holds, checks);
      add_checks(b, holds, checks);
    } else if (match(condition, m_Not(m_Value(a)))) {
      add_checks(a, !holds, checks);
    } else if (index_of_.is_invariant(condition)) {
      checks.push_back({condition, holds});
    } else if (auto *compare = dyn_cast<ICmpInst>(condition)) {
      const auto [counter, bound, passes] =
          Comparison(*compare, holds, [&](Value *value) { return !index_of_.is_invariant(value); });
      if (passes == CmpInst::ICMP_NE || !index_of_.is_invariant(bound) || !counter->getType()->isIntegerTy() ||
          counter->getType()->getIntegerBitWidth() > 64)
        return;
      const bool by_one = index_of_.goes_up_by_one(counter);
      if (!by_one && passes == CmpInst::ICMP_EQ)
        add_remainder(condition, holds, counter, bound, checks);
      else if (by_one || (passes != CmpInst::ICMP_EQ && index_of_.goes_up_by_invariant(counter)))
        checks.push_back({condition, holds, counter, by_one, passes, bound});
    }
  }

  // Adds the check of `counter % divisor == bound`, or of a mask in place of the divisor.
  void add_remainder(Value *condition, bool holds, Value *value, Value *bound, SmallVectorImpl<Check> &checks) const {
    auto *remainder = dyn_cast<BinaryOperator>(value);
    if (!remainder || !items_.contains(remainder)) return;
    Value *counter = remainder->getOperand(0), *divisor = remainder->getOperand(1);
    const bool is_mask = remainder->getOpcode() == Instruction::And;
    if (is_mask && index_of_.is_invariant(counter)) std::swap(counter, divisor);
    if (remainder->getOpcode() == Instruction::URem || remainder->getOpcode() == Instruction::SRem)
      divisor = IndexExpressions::divisor_of(*remainder);
    else if (!is_mask)
      return;
    if (!index_of_.is_invariant(divisor) || !index_of_.goes_up_by_one(counter)) return;
    const APInt *number;
    if (match(divisor, m_APInt(number)) &&
        (is_mask ? !number->isMask() || number->ult(cost::kLeastStep - 1) : number->slt(cost::kLeastStep)))
      return;
    checks.push_back({condition, holds, counter, /*by_one=*/true, CmpInst::ICMP_EQ, bound, remainder, divisor});
  }

  // A range has one step: further remainders are asked by each of its items.
  void keep_one_remainder() {
    bool found = false;
    for (Guard &guard : guards_)
      erase_if(guard.checks, [&](const Check &check) { return check.remainder && std::exchange(found, true); });
    erase_if(guards_, [](const Guard &guard) { return guard.checks.empty(); });
  }

  // A vector asks range checks of few known items as fast.
  bool pays(const Check &check) const {
    if (!check.counter) return false;
    auto *size = dyn_cast<ConstantInt>(items_of(items_));
    return !size || size->uge(check.passes_one_item() ? 2 : cost::kLeastCutLoop);
  }

  // Guards that are the same for all items may decide on values behind the loop.
  void keep_outermost_guard() {
    while (!guards_.empty() && none_of(guards_.back().checks, [](const Check &check) { return check.counter; }))
      guards_.pop_back();
    if (!guards_.empty() && !leaves_values_behind_alone(guards_.back())) guards_.clear();
  }

  // Values of the work-group that the loop's last item hands on.
  void find_values_behind() {
    for (PHINode &phi : items_.getHeader()->phis())
      if (&phi != &index_) values_behind_.insert(phi.getIncomingValueForBlock(items_.getLoopLatch()));
    for (BasicBlock *block : items_.blocks())
      for (Instruction &instruction : *block)
        if (any_of(instruction.users(), [&](User *user) { return !items_.contains(cast<Instruction>(user)); }))
          values_behind_.insert(&instruction);
  }

  // Whether the first item alone gives the values used behind the loop, also if it does not pass the guard: they depend
  // on no other item's index, on no effect and on no memory. No effect may depend on a value that items hand on.
  bool leaves_values_behind_alone(const Guard &guard) const {
    if (values_behind_.empty()) return true;
    const BasicBlockEdge edge(guard.branch->getParent(), guard.branch->getSuccessor(guard.holds ? 0 : 1));
    auto is_behind = [&](const BasicBlock *block) { return dominators_.dominates(edge, block); };
    SetVector<const Instruction *> of_items, handed_on;
    of_items.insert(&index_);
    for (const BasicBlock *block : items_.blocks())
      for (const Instruction &instruction : *block) {
        auto *phi = dyn_cast<PHINode>(&instruction);
        if (phi && block == items_.getHeader() && phi != &index_) handed_on.insert(phi);
        const bool joins = phi && !is_behind(block) && !phi->hasConstantValue() && any_of(phi->blocks(), is_behind);
        const bool reads = instruction.mayReadFromMemory() && !instruction.hasMetadata(LLVMContext::MD_invariant_load);
        if (joins || is_behind(block) || reads) of_items.insert(&instruction);
      }
    close(of_items, [&](const Instruction &user, const Instruction &of) {
      return !is_first_items(user) || cast<SelectInst>(user).getCondition() != &of;
    });
    close(handed_on, [](const Instruction &, const Instruction &) { return true; });
    if (any_of(values_behind_, [&](const Value *value) {
          auto *instruction = dyn_cast<Instruction>(value);
          return instruction && of_items.contains(instruction);
        }))
      return false;
    if (any_of(handed_on, [&](const Instruction *one) { return one->isTerminator() || is_behind(one->getParent()); }))
      return false;
    return all_of(items_.blocks(), [&](const BasicBlock *block) {
      const Instruction *end = block->getTerminator();
      return end == guard.branch || block == items_.getLoopLatch() || is_behind(block) || !of_items.contains(end);
    });
  }

  // Adds what depends on instructions that are found, inside of the loop.
  void close(SetVector<const Instruction *> &found,
             function_ref<bool(const Instruction &user, const Instruction &of)> depends) const {
    for (unsigned k = 0; k < found.size(); ++k)
      for (const User *user : found[k]->users())
        if (auto *instruction = cast<Instruction>(user);
            items_.contains(instruction) && depends(*instruction, *found[k]))
          found.insert(instruction);
  }

  // Whether a value is what the first item gives, and other items hand on: `item == 0 ? value : handed_on`.
  bool is_first_items(const Instruction &instruction) const {
    Value *item, *handed_on;
    if (!match(&instruction,
               m_Select(m_SpecificICmp(CmpInst::ICMP_EQ, m_Value(item), m_Zero()), m_Value(), m_Value(handed_on))))
      return false;
    if (item != &index_ && !match(item, m_NUWAdd(m_Value(), m_Specific(&index_)))) return false;
    auto *phi = dyn_cast<PHINode>(handed_on);
    if (!phi || phi->getParent() != items_.getHeader()) return false;
    Value *next = phi->getIncomingValueForBlock(items_.getLoopLatch());
    auto *joined = dyn_cast<PHINode>(next);
    return next == &instruction || (joined && is_contained(joined->incoming_values(), &instruction));
  }

  bool has_one_item() const {
    return any_of(guards_, [](const Guard &guard) {
      return any_of(guard.checks, [](const Check &check) { return check.passes_one_item(); });
    });
  }

  // One item is no vector's work.
  void be_no_loop() {
    BasicBlock *latch = items_.getLoopLatch();
    BranchInst *end = BranchInst::Create(items_.getUniqueExitBlock(), latch->getTerminator()->getIterator());
    latch->getTerminator()->eraseFromParent();
    end->setDebugLoc({});
    index_.replaceAllUsesWith(ConstantInt::get(index_.getType(), 0));
    index_.eraseFromParent();
  }

  // Copies the loop's body, for an item that does not pass, to a place behind the loop.
  BasicBlock *compute_once(BasicBlock &before, BasicBlock &out) {
    Function &function = *out.getParent();
    BasicBlock *latch = items_.getLoopLatch();
    ValueToValueMapTy map;
    const SmallVector<BasicBlock *> copies = copy_blocks(items_, map, ".once");
    auto *header = cast<BasicBlock>(map[items_.getHeader()]);
    auto *end = cast<BasicBlock>(map[latch]);
    for (PHINode &phi : items_.getHeader()->phis()) {
      auto *copy = cast<PHINode>(map[&phi]);
      copy->replaceAllUsesWith(phi.getIncomingValueForBlock(&before));
      map[&phi] = phi.getIncomingValueForBlock(&before);
      copy->eraseFromParent();
    }
    const Guard &outermost = guards_.back();
    auto *branch = cast<BranchInst>(map[outermost.branch]);
    branch->setCondition(ConstantInt::getBool(function.getContext(), !outermost.holds));
    end->getTerminator()->eraseFromParent();
    BranchInst::Create(&out, end);
    for (PHINode &phi : out.phis()) {
      const int at = phi.getBasicBlockIndex(latch);
      Value *value = phi.getIncomingValue(unsigned(at));
      if (auto found = map.find(value); found != map.end()) phi.setIncomingValue(unsigned(at), found->second);
      phi.setIncomingBlock(unsigned(at), end);
    }
    for (BasicBlock *block : items_.blocks())
      for (Instruction &instruction : *block)
        if (auto found = map.find(&instruction); found != map.end())
          instruction.replaceUsesWithIf(found->second, [&](const Use &use) {
            auto *user = cast<Instruction>(use.getUser());
            return !items_.contains(user) && !is_contained(copies, user->getParent());
          });
    ConstantFoldTerminator(branch->getParent());
    return header;
  }

  void decide(const Check &check) {
    Constant *decided = ConstantInt::getBool(check.condition->getContext(), check.holds);
    check.condition->replaceUsesWithIf(decided, [&](const Use &use) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      return user && items_.contains(user);
    });
  }

  static Value *wide(IRBuilder<> &builder, Value *value, bool is_signed) {
    Value *known = builder.CreateFreeze(value);  // the value may be poison for an item that does not reach the guard
    return is_signed ? builder.CreateSExt(known, builder.getInt64Ty())
                     : builder.CreateZExt(known, builder.getInt64Ty());
  }

  // Whether a counter goes up, or down, from the first item to the last in equal steps. Numbers are signed, of 64 bits.
  // Of a remainder: and none is negative.
  Value *counts_up(IRBuilder<> &builder, const Check &check, Value *size) const {
    const bool is_signed = !CmpInst::isUnsigned(check.passes);
    Value *most = builder.CreateSub(size, builder.getInt64(1));
    auto at = [&](Value *index) {
      KnownValues done{{&index_, index}};
      return wide(builder, index_of_.evaluate(check.counter, builder, done), is_signed);
    };
    Value *first = at(builder.getInt64(0)), *last = at(most);
    if (check.may_wrap()) return counts_up_or_wraps(builder, check, first, last, most);
    Value *step = nullptr;
    if (!check.by_one) {
      step = builder.CreateSub(at(builder.getInt64(1)), first);
      Value *falls = builder.CreateICmpSLT(last, first), *lowest = builder.CreateSelect(falls, last, first);
      last = builder.CreateSelect(falls, first, last);
      first = lowest;
      step = builder.CreateSelect(falls, builder.CreateNeg(step), step);
    }
    Value *holds = builder.CreateICmpSLE(first, last);
    const bool is_long = !is_signed && check.counter->getType()->getIntegerBitWidth() == 64;
    if (check.remainder || is_long) holds = builder.CreateAnd(holds, builder.CreateICmpSGE(first, builder.getInt64(0)));
    // cut() takes this number for all bounds above it.
    if (is_long) holds = builder.CreateAnd(holds, builder.CreateICmpNE(last, builder.getInt64(INT64_MAX)));
    if (check.by_one) return builder.CreateAnd(holds, builder.CreateICmpEQ(builder.CreateSub(last, first), most));
    Value *all = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umul_with_overflow, step, most);
    holds = builder.CreateAnd(holds, builder.CreateICmpSGE(step, builder.getInt64(0)));
    holds = builder.CreateAnd(holds, builder.CreateNot(builder.CreateExtractValue(all, 1)));
    return builder.CreateAnd(holds,
                             builder.CreateICmpEQ(builder.CreateExtractValue(all, 0), builder.CreateSub(last, first)));
  }

  // A remainder's divisor in 64 bits: the distance, in work-items, between two that pass the check.
  Value *step_of(IRBuilder<> &builder, const Check &check) const {
    KnownValues none;
    Value *divisor = wide(builder, index_of_.evaluate(check.divisor, builder, none),
                          check.remainder->getOpcode() == Instruction::SRem);
    return check.is_mask() ? builder.CreateAdd(divisor, builder.getInt64(1)) : divisor;
  }

  // Whether a divisor is above 0, and that of a mask a power of two.
  static Value *is_step(IRBuilder<> &builder, Value &step, bool is_mask) {
    Value *one = builder.getInt64(1), *holds = builder.CreateICmpSGE(&step, one);
    if (!is_mask) return holds;
    return builder.CreateAnd(holds, builder.CreateIsNull(builder.CreateAnd(&step, builder.CreateSub(&step, one))));
  }

  static Value *log_of(IRBuilder<> &builder, Value &power) {
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, &power, builder.getTrue());
  }

  // Has a range, from item `low` to `high`, begin at the first item with the remainder that passes.
  void begin_at_remainder(IRBuilder<> &builder, const Check &check, KnownValues &at_first, Value &step, Value *&low,
                          Value *&high) const {
    Value *first = wide(builder, index_of_.evaluate(check.counter, builder, at_first), /*is_signed=*/true);
    Value *rest = wide(builder, index_of_.evaluate(check.bound, builder, at_first),
                       check.remainder->getOpcode() == Instruction::SRem);
    Value *lowest = builder.CreateAdd(first, low);
    Value *past = check.is_mask() ? builder.CreateAnd(lowest, builder.CreateSub(&step, builder.getInt64(1)))
                                  : builder.CreateURem(lowest, &step);
    Value *ahead = builder.CreateSub(rest, past);
    ahead = builder.CreateSelect(builder.CreateICmpULT(rest, past), builder.CreateAdd(ahead, &step), ahead);
    high = builder.CreateSelect(builder.CreateICmpULT(rest, &step), high, builder.getInt64(0));
    low = builder.CreateAdd(low, ahead);
  }

  // An unsigned comparison as `counter < bound`, in numbers of 64 bits.
  struct Below {
    Value *counter, *bound;
  };
  static Below as_below(IRBuilder<> &builder, const Check &check, Value *counter, Value *bound) {
    if (check.passes == CmpInst::ICMP_ULE || check.passes == CmpInst::ICMP_UGT)
      bound = builder.CreateAdd(bound, builder.getInt64(1));
    if (check.passes == CmpInst::ICMP_ULT || check.passes == CmpInst::ICMP_ULE) return {counter, bound};
    const unsigned bits = check.counter->getType()->getIntegerBitWidth();
    return {narrowed(builder, builder.CreateSub(counter, bound), bits),
            builder.CreateSub(builder.getInt64(bits < 64 ? uint64_t(1) << bits : 0), bound)};
  }
  static Value *narrowed(IRBuilder<> &builder, Value *number, unsigned bits) {
    return bits < 64 ? builder.CreateAnd(number, builder.getInt64((uint64_t(1) << bits) - 1)) : number;
  }

  // Whether a counter goes up, or wraps around once where no item before that passes.
  Value *counts_up_or_wraps(IRBuilder<> &builder, const Check &check, Value *first, Value *last, Value *most) const {
    KnownValues none;
    Value *bound = wide(builder, index_of_.evaluate(check.bound, builder, none), /*is_signed=*/false);
    Value *distance = builder.CreateSub(builder.CreateTrunc(last, check.counter->getType()),
                                        builder.CreateTrunc(first, check.counter->getType()));
    Value *holds = builder.CreateICmpEQ(builder.CreateZExt(distance, builder.getInt64Ty()), most);
    const Below start = as_below(builder, check, first, bound), end = as_below(builder, check, last, bound);
    Value *in_order = builder.CreateOr(builder.CreateICmpULE(start.counter, end.counter),
                                       builder.CreateICmpUGE(start.counter, start.bound));
    return builder.CreateAnd(holds, builder.CreateOr(in_order, all_pass(builder, check, start)));
  }

  // Whether all numbers pass. In 64 bits, the exclusive bound of all numbers wraps around to 0.
  static Value *all_pass(IRBuilder<> &builder, const Check &check, const Below &below) {
    const bool may = check.counter->getType()->getIntegerBitWidth() == 64 &&
                     (check.passes == CmpInst::ICMP_ULE || check.passes == CmpInst::ICMP_UGE);
    return may ? builder.CreateIsNull(below.bound) : builder.getFalse();
  }

  static void cut_wrapping(IRBuilder<> &builder, const Check &check, const Below &below, Value *count, Value *&low,
                           Value *&high) {
    const unsigned bits = check.counter->getType()->getIntegerBitWidth();
    const auto [first, bound] = below;
    Value *all = all_pass(builder, check, below);
    Value *at_once = builder.CreateOr(all, builder.CreateICmpULT(first, bound));
    Value *to_zero = builder.CreateSub(builder.getInt64(bits < 64 ? uint64_t(1) << bits : 0), first);
    Value *begin = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                                 builder.CreateSelect(at_once, builder.getInt64(0), to_zero), count);
    Value *items = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                                 builder.CreateSelect(at_once, builder.CreateSub(bound, first), bound),
                                                 builder.CreateSub(count, begin));
    items = builder.CreateSelect(all, count, items);
    low = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, low, begin);
    high = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, high, builder.CreateAdd(begin, items));
  }

  // Narrows the range of items, `low` to `high` of `count`, to the items that pass.
  void cut(IRBuilder<> &builder, const Check &check, KnownValues &at_first, KnownValues &at_second, Value *count,
           Value *&low, Value *&high) const {
    const bool is_signed = !CmpInst::isUnsigned(check.passes);
    Value *first = wide(builder, index_of_.evaluate(check.counter, builder, at_first), is_signed);
    Value *bound = wide(builder, index_of_.evaluate(check.bound, builder, at_first), is_signed);
    if (check.may_wrap()) return cut_wrapping(builder, check, as_below(builder, check, first, bound), count, low, high);
    if (!is_signed && check.bound->getType()->getIntegerBitWidth() == 64)
      bound = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, bound, builder.getInt64(INT64_MAX));
    Value *none = builder.getInt64(0), *one = builder.getInt64(1);
    Value *step = nullptr, *stays = nullptr, *falls = nullptr;
    if (!check.by_one) {
      step = builder.CreateSub(wide(builder, index_of_.evaluate(check.counter, builder, at_second), is_signed), first);
      stays = builder.CreateIsNull(step);
      // A counter that goes down goes up from the last item to the first.
      falls = builder.CreateICmpSLT(step, none);
      Value *last = builder.CreateAdd(first, builder.CreateMul(step, builder.CreateSub(count, one)));
      first = builder.CreateSelect(falls, last, first);
      step = builder.CreateSelect(falls, builder.CreateNeg(step), step);
      step = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, step, one);
    }
    Value *distance = builder.CreateSub(bound, first);
    auto least = [&](Value *a, Value *b) { return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b); };
    // The number of items whose counter is below the bound, or (`or_equal`) not above it.
    auto below = [&](bool or_equal) {
      Value *items = distance;
      if (step) {
        if (!or_equal) items = builder.CreateSub(items, one);
        items = builder.CreateUDiv(items, step);
        if (!or_equal) items = builder.CreateAdd(items, one);
      }
      items = or_equal ? builder.CreateAdd(least(items, builder.CreateSub(count, one)), one) : least(items, count);
      if (stays) items = builder.CreateSelect(stays, count, items);
      Value *some = or_equal ? builder.CreateICmpSGE(bound, first) : builder.CreateICmpSGT(bound, first);
      return builder.CreateSelect(some, items, none);
    };
    Value *begin = none, *end = count;
    switch (check.passes) {
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT: end = below(false); break;
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE: end = below(true); break;
    case CmpInst::ICMP_SGE:
    case CmpInst::ICMP_UGE: begin = below(false); break;
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_UGT: begin = below(true); break;
    default:
      assert(check.passes_one_item());
      begin = builder.CreateSelect(builder.CreateICmpSGE(bound, first), least(distance, count), count);
      end = builder.CreateAdd(begin, one);
    }
    if (falls) {
      Value *from_end = builder.CreateSub(count, end);
      end = builder.CreateSelect(falls, builder.CreateSub(count, begin), end);
      begin = builder.CreateSelect(falls, from_end, begin);
    }
    low = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, low, begin);
    high = least(high, end);
  }

  Loop &items_;
  PHINode &index_;
  const LoopInfo &loops_;
  const DominatorTree &dominators_;
  IndexExpressions index_of_;
  SmallVector<Guard> guards_;
  SmallSetVector<Value *, 4> values_behind_;
  bool needs_all_items_ = false;
};

// Deletes unreachable blocks, and phis of one edge.
void clean_up(Function &group) {
  removeUnreachableBlocks(group);
  for (BasicBlock &block : group)
    if (block.getSinglePredecessor()) FoldSingleEntryPHINodes(&block);
}

}  // namespace

bool CutItemRangesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  if (!kernel.vectorise || yields(group)) return false;  // sub-groups that wait are outlined as the nest has them
  MetItemLoops met;
  unsigned count = 0;
  clean_up(group);
  change_item_loops(group, met, [&](const ItemLoop &loop, LoopInfo &loops, DominatorTree &dominators) {
    GuardedLoop guarded(loop, loops, dominators);
    if (!guarded.has_form()) return false;
    if (guarded.split_by_uniform_branch()) {
      met.erase(loop);
    } else if (guarded.find()) {
      guarded.cut();
      ++count;
    } else {
      if (explains(group)) guarded.say_why_not();
      return false;
    }
    clean_up(group);
    return true;
  });
  if (count)
    remark(group, "  " + std::to_string(count) + (count == 1 ? " item loop" : " item loops") +
                      " cut to the work-items that pass a guard\n");
  return true;
}

}  // namespace wherry::compiler
