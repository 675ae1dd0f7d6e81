#include "compiler/opt/register_blocking.h"

#include "compiler/analysis/target.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "kernel_abi/limits.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kRows = abi::kBlockedIterations;
// More than that of a row would be many instructions, in loops that wait for other things.
constexpr unsigned kMostInstructions = 64;

// A condition that holds, or does not, where a row's work-items do anything.
struct Bound {
  Instruction *condition;
  bool holds;
};

class Rows {
 public:
  Rows(Loop &rows, Loop &items) : rows_(rows), items_(items) {}

  bool worth_it(const LoopInfo &loops, unsigned register_bits) {
    if (!has_form()) return false;
    of_item_ = dependents(*x_);
    of_row_ = dependents(*y_);
    find_bounds();
    of_row_ = dependents(*y_);
    return may_go_together() && shares_loads(loops, register_bits);
  }

  void join() {
    BasicBlock *header = y_->getParent();
    Function &function = *header->getParent();
    FoldSingleEntryPHINodes(next_->getParent());
    const BasicBlock::iterator begin = header->getFirstNonPHIIt();
    IRBuilder<> builder(&*begin);
    Value *together = builder.CreateICmpUGE(builder.CreateSub(size_, y_, "rows.left"), builder.getInt64(kRows));
    for (unsigned k = 0; k < kRows; ++k) {
      DenseMap<Value *, Value *> done{{y_, builder.CreateAdd(y_, builder.getInt64(k))}};
      for (const Bound &bound : bounds_) {
        Value *condition = evaluate(bound.condition, builder, done);
        together = builder.CreateAnd(together, bound.holds ? condition : builder.CreateNot(condition));
      }
    }
    auto *count = dyn_cast<ConstantInt>(size_);
    const bool always = count && count->getZExtValue() % kRows == 0 && bounds_.empty();

    BasicBlock *alone = header->splitBasicBlock(begin, "row.alone");
    SmallVector<BasicBlock *> blocks{alone}, copies;
    append_range(blocks, items_.blocks());
    ValueToValueMapTy map;
    for (BasicBlock *block : blocks) {
      copies.push_back(CloneBasicBlock(block, map, ".rows", &function));
      map[block] = copies.back();
    }
    remapInstructionsInBlocks(copies, map);
    add_rows(map, *copies.front());
    for (const Bound &bound : bounds_)
      map[bound.condition]->replaceAllUsesWith(ConstantInt::getBool(function.getContext(), bound.holds));

    auto *latch = cast<BasicBlock>(map[items_.getLoopLatch()]);
    PHINode *step = PHINode::Create(y_->getType(), 2, "rows.step", next_->getParent()->begin());
    step->addIncoming(builder.getInt64(1), items_.getLoopLatch());
    step->addIncoming(builder.getInt64(kRows), latch);
    next_->setOperand(1, step);
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block) carry_out(instruction, map[&instruction], *alone, latch);
    header->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(header);
    builder.CreateCondBr(always ? builder.getTrue() : together, copies.front(), alone);
    if (always) ConstantFoldTerminator(header);
  }

 private:
  // As form_regions makes it: a row's beginning, the loop over its items, the step to the next row.
  bool has_form() {
    BasicBlock *latch = rows_.getLoopLatch();
    if (!latch || items_.getLoopPreheader() != rows_.getHeader() || items_.getUniqueExitBlock() != latch ||
        !items_.getLoopLatch() || items_.getExitingBlock() != items_.getLoopLatch() || !rows_.getExitBlock() ||
        rows_.getSubLoops().size() != 1 || rows_.getNumBlocks() != items_.getNumBlocks() + 2)
      return false;
    y_ = only_phi(rows_.getHeader());
    x_ = only_phi(items_.getHeader());
    if (!y_ || !x_ || !y_->hasMetadata(kOuterItemLoop) || !x_->hasMetadata(kItemLoop)) return false;
    next_ = dyn_cast<BinaryOperator>(y_->getIncomingValueForBlock(latch));
    auto *branch = dyn_cast<BranchInst>(latch->getTerminator());
    if (!next_ || !branch || !branch->isConditional() || &*latch->getFirstNonPHIIt() != next_ ||
        std::distance(next_->getIterator(), latch->end()) != 3)
      return false;
    return match(next_, m_Add(m_Specific(y_), m_One())) && next_->hasNUses(2) &&
           match(branch->getCondition(), m_SpecificICmp(CmpInst::ICMP_ULT, m_Specific(next_), m_Value(size_))) &&
           rows_.isLoopInvariant(size_) && (!isa<ConstantInt>(size_) || cast<ConstantInt>(size_)->uge(kRows));
  }

  static PHINode *only_phi(BasicBlock *block) {
    return range_size(block->phis()) == 1 ? &*block->phis().begin() : nullptr;
  }

  // What differs from one of these numbers to another, the bounds aside.
  SetVector<Instruction *> dependents(PHINode &number) const {
    SetVector<Instruction *> found;
    auto add = [&](Instruction &of) {
      for (User *user : of.users()) {
        auto *instruction = cast<Instruction>(user);
        if (instruction != next_ && rows_.contains(instruction) && !is_bound(instruction)) found.insert(instruction);
      }
    };
    add(number);
    for (unsigned i = 0; i < found.size(); ++i) add(*found[i]);
    return found;
  }

  bool is_bound(const Instruction *instruction) const {
    return any_of(bounds_, [&](const Bound &bound) { return bound.condition == instruction; });
  }

  // Along the way that work-items take to what they do.
  void find_bounds() {
    SmallPtrSet<BasicBlock *, 8> seen;
    for (BasicBlock *block = items_.getHeader(); block && seen.insert(block).second;) {
      if (any_of(*block, [](const Instruction &one) { return one.mayHaveSideEffects() && !one.isTerminator(); }))
        return;
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || block == items_.getLoopLatch()) return;
      if (!branch->isConditional()) {
        block = branch->getSuccessor(0);
        continue;
      }
      const bool first_leads_out = leads_out(branch->getSuccessor(0));
      if (first_leads_out == leads_out(branch->getSuccessor(1))) return;
      add_bounds(branch->getCondition(), !first_leads_out);
      block = branch->getSuccessor(first_leads_out);
    }
  }

  bool leads_out(BasicBlock *block) const {
    while (block != items_.getLoopLatch()) {
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || branch->isConditional() || &*block->getFirstNonPHIIt() != branch) return false;
      block = branch->getSuccessor(0);
    }
    return true;
  }

  // The parts of what must hold, or must not, that hang on the row alone.
  void add_bounds(Value *condition, bool holds) {
    auto *instruction = dyn_cast<Instruction>(condition);
    if (!instruction || !of_row_.contains(instruction)) return;
    Value *a, *b;
    if (holds ? match(instruction, m_LogicalAnd(m_Value(a), m_Value(b)))
              : match(instruction, m_LogicalOr(m_Value(a), m_Value(b)))) {
      add_bounds(a, holds);
      add_bounds(b, holds);
    } else if (can_evaluate(instruction)) {
      bounds_.push_back({instruction, holds});
    }
  }

  // Ahead of the row, for any row.
  bool can_evaluate(Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction == y_ || !rows_.contains(instruction)) return true;
    return !isa<PHINode>(instruction) && !instruction->mayReadOrWriteMemory() &&
           isSafeToSpeculativelyExecute(instruction) && intrinsic_of(*instruction) == Intrinsic::none &&
           !of_item_.contains(instruction) &&
           all_of(instruction->operands(), [this](const Use &use) { return can_evaluate(use.get()); });
  }
  Value *evaluate(Value *value, IRBuilder<> &builder, DenseMap<Value *, Value *> &done) const {
    if (auto found = done.find(value); found != done.end()) return found->second;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !rows_.contains(instruction)) return value;
    Instruction *copy = instruction->clone();
    for (Use &use : copy->operands()) use.set(evaluate(use.get(), builder, done));
    copy->dropPoisonGeneratingFlags();
    return done[value] = builder.Insert(copy);
  }

  // Whatever is loaded once for all rows, no row may write: there is no barrier between. What differs from row to row
  // ends with it.
  bool may_go_together() const {
    for (const Instruction *instruction : of_row_)
      if (instruction->getParent() == next_->getParent() ||
          any_of(instruction->users(), [this](const User *user) { return !rows_.contains(cast<Instruction>(user)); }))
        return false;
    for (const BasicBlock *block : items_.blocks())
      for (const Instruction &instruction : *block) {
        if (instruction.isTerminator() && of_row_.contains(&instruction)) return false;
        if (intrinsic_of(instruction) != Intrinsic::none) return false;
        if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
          const unsigned space = pointer->getType()->getPointerAddressSpace();
          const bool is_shared =
              is_contained({unsigned(kGlobalSpace), unsigned(kConstantSpace), unsigned(kLocalSpace)}, space);
          if (!(is_shared || instruction.hasMetadata(LLVMContext::MD_invariant_load)) || instruction.isAtomic() ||
              instruction.isVolatile())
            return false;
        } else if ((instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) &&
                   !isa<NoAliasScopeDeclInst>(instruction)) {
          return false;
        }
      }
    return true;
  }

  bool shares_loads(const LoopInfo &loops, unsigned register_bits) const {
    const unsigned most_sums = (register_bits == 512 ? 32 : 16) / (2 * kRows);
    unsigned sums = 0;
    for (const Instruction *instruction : of_row_) sums += isa<PHINode>(instruction);
    if (of_row_.size() > kMostInstructions || sums > most_sums) return false;
    return any_of(items_.blocks(), [&](const BasicBlock *block) {
      const Loop *loop = loops.getLoopFor(block);
      return loop != &items_ &&
             any_of(*block,
                    [&](const Instruction &one) {
                      auto *load = dyn_cast<LoadInst>(&one);
                      auto *address = load ? dyn_cast<Instruction>(load->getPointerOperand()) : nullptr;
                      return address && of_item_.contains(address) && !of_row_.contains(load);
                    }) &&
             any_of(of_row_, [&](const Instruction *one) { return loop->contains(one); });
    });
  }

  // What is the same for all rows, and lives on behind them.
  void carry_out(Instruction &value, Value *copy, const BasicBlock &alone, BasicBlock *copied_latch) {
    const auto lives_on = [&](const Use &use) {
      const BasicBlock *user = cast<Instruction>(use.getUser())->getParent();
      return user != &alone && !items_.contains(user);
    };
    if (none_of(value.uses(), lives_on)) return;
    PHINode *either = PHINode::Create(value.getType(), 2, value.getName() + ".rows", next_->getParent()->begin());
    value.replaceUsesWithIf(either, lives_on);
    either->addIncoming(&value, items_.getLoopLatch());
    either->addIncoming(copy, copied_latch);
  }

  // In the copy of what a row does: the same for the rows behind it, next to each instruction.
  void add_rows(ValueToValueMapTy &copy_of, BasicBlock &begin) {
    SmallVector<DenseMap<Value *, Value *>, kRows> maps(kRows);
    SmallVector<std::pair<Instruction *, unsigned>> made;
    IRBuilder<> builder(&*begin.begin());
    for (unsigned k = 1; k < kRows; ++k) maps[k][y_] = builder.CreateNUWAdd(y_, builder.getInt64(k));
    for (Instruction *original : of_row_) {
      auto *first = cast<Instruction>(copy_of[original]);
      Instruction *last = first;
      for (unsigned k = 1; k < kRows; ++k) {
        Instruction *copy = first->clone();
        copy->insertAfter(last->getIterator());
        maps[k][first] = last = copy;
        made.emplace_back(copy, k);
      }
    }
    for (auto [copy, k] : made)
      for (Use &use : copy->operands())
        if (auto found = maps[k].find(use.get()); found != maps[k].end()) use.set(found->second);
  }

  Loop &rows_, &items_;
  PHINode *x_ = nullptr, *y_ = nullptr;
  BinaryOperator *next_ = nullptr;  // row
  Value *size_ = nullptr;           // rows
  SetVector<Instruction *> of_item_, of_row_;
  SmallVector<Bound> bounds_;
};

}  // namespace

static bool join_rows(Function &group, unsigned register_bits) {
  DominatorTree dominators(group);
  LoopInfo loops(dominators);
  SmallVector<std::unique_ptr<Rows>> found;
  for (Loop *items : loops.getLoopsInPreorder())
    if (Loop *rows = items->getParentLoop())
      if (auto joint = std::make_unique<Rows>(*rows, *items); joint->worth_it(loops, register_bits))
        found.push_back(std::move(joint));
  for (auto &rows : found) rows->join();
  if (!found.empty()) removeUnreachableBlocks(group);
  return !found.empty();
}

bool RegisterBlockingPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  kernel.register_blocked = join_rows(*kernel.group, TargetDescription::of(*kernel.group).register_bits);
  if (!kernel.register_blocked) return false;
  kernel.write();
  remark(*kernel.group, "  " + std::to_string(abi::kBlockedIterations) +
                            " iterations of the loop over dimension 1 together, which share loads\n");
  return true;
}

}  // namespace wherry::compiler
