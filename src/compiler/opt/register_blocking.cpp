// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/register_blocking.h"

#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/analysis/target.h"
#include "compiler/analysis/value_ranges.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/conditions.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/evaluate.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/cost.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
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

// A load that serves four iterations leaves their sums enough registers (most_sums()).
constexpr unsigned kIterations = 4;
// Iterations that load side by side run together up to a whole cache line: where rows are a power of two apart, lines
// push each other out of the first cache before another part of them is loaded (a transposition took 1.3 to 3 times as
// long by parts of 16 bytes). Of longer iterations fewer: the copies together are what a build can afford.
constexpr unsigned kMostOfRows = 16, kMostInstructionsOfRows = 512;
// Limit of one iteration: longer ones grow too much by copies, and wait for other operations than loads. More for many
// shared loads, as of a product's unrolled loop: such a loop of 16 was 4 times as fast.
constexpr unsigned kMostInstructions = 64, kMostOfLoad = 8, kMostUnrolled = 256;
// Code without a loop is blocked if all iterations share at least kLeastSharedLoads loads, which are at least one in
// kLeastSharedPart of the loads whose addresses differ between work-items. Fewer shared loads save less than the copies
// of the other code cost in registers.
constexpr unsigned kLeastSharedLoads = 4, kLeastSharedPart = 3;

// A condition on the outer loop's index: in an iteration for which it is not `holds`, work-items do nothing.
struct Bound {
  Instruction *condition;
  bool holds;
};

// A branch on a condition that differs between outer iterations, around a block without effects: iterations that run as
// one enter the block if the condition holds in one of them, and select their values.
struct Condition {
  BranchInst *branch;
  BasicBlock *block, *join;
  bool holds;  // on the way into the block
};

// How a value goes from one iteration of a loop over work-items to the next one, by what the code says of its index.
class IndexSteps {
 public:
  // `of_index`: all that depends on the index.
  IndexSteps(const PHINode &index, const SetVector<Instruction *> &of_index) : index_(index), of_index_(of_index) {}

  // The step, given that each of narrowed() keeps its step where it is extended; nothing: unknown. Addresses in bytes.
  std::optional<int64_t> of(Value *value, unsigned depth = kMostDepth) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (value == &index_) return 1;
    if (!instruction || !of_index_.contains(instruction)) return 0;
    if (depth == 0) return std::nullopt;
    auto operand = [&](unsigned k) { return of(instruction->getOperand(k), depth - 1); };
    auto combined = [&](int64_t factor) {
      const auto one = operand(0), other = operand(1);
      return one && other ? std::optional(*one + factor * *other) : std::nullopt;
    };
    switch (instruction->getOpcode()) {
    case Instruction::Add: return combined(1);
    case Instruction::Sub: return combined(-1);
    case Instruction::Shl: {
      const APInt *shift;
      const auto step = operand(0);
      return step && match(instruction->getOperand(1), m_APInt(shift)) && shift->ult(16)
                 ? std::optional(*step << shift->getZExtValue())
                 : std::nullopt;
    }
    case Instruction::Freeze: return operand(0);
    case Instruction::Trunc: return operand(0);
    case Instruction::AShr: {  // as LLVM writes the extension of a truncation
      Value *wide;
      const APInt *left, *right;
      if (!match(instruction, m_AShr(m_Shl(m_Value(wide), m_APInt(left)), m_APInt(right))) || *left != *right)
        return std::nullopt;
      narrowed_.push_back(
          {instruction, wide, left->getBitWidth() - unsigned(left->getZExtValue()), /*is_signed=*/true});
      return of(wide, depth - 1);
    }
    case Instruction::And: {
      const APInt *mask;
      if (!match(instruction->getOperand(1), m_APInt(mask)) || !mask->isMask()) return std::nullopt;
      narrowed_.push_back({instruction, instruction->getOperand(0), mask->countr_one(), /*is_signed=*/false});
      return operand(0);
    }
    case Instruction::SExt:
    case Instruction::ZExt: return extended(*instruction, depth);
    case Instruction::GetElementPtr: return of_address(cast<GetElementPtrInst>(*instruction), depth);
    default: return std::nullopt;
    }
  }
  // An integer that an address extends to 64 bits.
  struct Narrow {
    Instruction *value;
    Value *whole;  // the integer before it is cut to `bits` bits, and equal to `value` while it fits them
    unsigned bits;
    bool is_signed;  // the extension is
  };
  ArrayRef<Narrow> narrowed() const { return narrowed_; }

 private:
  static constexpr unsigned kMostDepth = 12;  // operations of an address

  std::optional<int64_t> extended(const Instruction &extension, unsigned depth) {
    const bool is_signed = isa<SExtInst>(extension);
    auto keeps = [&](auto &keeps, Value *value) -> void {
      auto *narrow = dyn_cast<Instruction>(value);
      if (!narrow || !of_index_.contains(narrow)) return;
      auto *sum = dyn_cast<OverflowingBinaryOperator>(narrow);
      if (sum && (is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap()))
        keeps(keeps, sum->getOperand(0)), keeps(keeps, sum->getOperand(1));
      else
        narrowed_.push_back({narrow, narrow, narrow->getType()->getIntegerBitWidth(), is_signed});
    };
    keeps(keeps, extension.getOperand(0));
    return of(extension.getOperand(0), depth - 1);
  }

  std::optional<int64_t> of_address(GetElementPtrInst &address, unsigned depth) {
    std::optional<int64_t> sum = of(address.getPointerOperand(), depth - 1);
    for (auto type = gep_type_begin(address); sum && type != gep_type_end(address); ++type) {
      const auto step = of(type.getOperand(), depth - 1);
      if (step == 0) continue;
      if (!step || type.isStruct() || !type.getOperand()->getType()->isIntegerTy(64)) return std::nullopt;
      *sum += *step * int64_t(type.getSequentialElementStride(address.getDataLayout()));
    }
    return sum;
  }

  const PHINode &index_;
  const SetVector<Instruction *> &of_index_;
  SmallVector<Narrow, 4> narrowed_;
};

// An item loop in a loop that may run several of its iterations as one.
class BlockedLoop {
 public:
  explicit BlockedLoop(const ItemLoop &loop)
      : outer_(*loop.outer.front()), items_(*loop.items), item_index_(loop.index) {}

  // `regroupable`: the driver may choose local sizes.
  bool pays(const LoopInfo &loops, unsigned register_bits, bool regroupable) {
    if (!has_form()) return false;
    of_item_ = dependents(*item_index_);
    of_outer_ = dependents(*outer_index_);
    find_bounds();
    of_outer_ = dependents(*outer_index_);
    find_conditions(loops);
    const Instruction *other = obstacle();
    if (other && !explains(*other->getFunction())) return false;
    const Instruction *shared = shared_load(loops);
    if (!shared && items_.isInnermost()) find_rows();
    if (!shared && rows_.empty()) return false;
    if (!shared) shared = rows_.front();
    std::string why;
    if (other)
      why = described(*other) + " is in the way";
    else if (of_outer_.size() > most_instructions(loops))
      why = "an iteration has too many instructions";
    else if (sums(loops) > most_sums(register_bits))
      why = "there are too few registers for the values that go through its loops";
    if (!why.empty())
      remark_at(*shared, "iterations of the loop around the item loop make one load, but do not run together: " + why);
    if (!rows_.empty()) iterations_ = iterations_of_rows(regroupable);
    return why.empty();
  }

  unsigned iterations() const { return iterations_; }

  void block() {
    BasicBlock *header = outer_index_->getParent();
    Function &function = *header->getParent();
    for (const Condition &condition : conditions_) select_by(condition);
    of_outer_ = dependents(*outer_index_);
    FoldSingleEntryPHINodes(next_->getParent());
    const BasicBlock::iterator begin = header->getFirstNonPHIIt();
    IRBuilder<> builder(&*begin);
    Value *blocked =
        builder.CreateICmpUGE(builder.CreateSub(size_, outer_index_, "outer.left"), builder.getInt64(iterations_));
    for (unsigned k = 0; k < iterations_; ++k) {
      KnownValues known{{outer_index_, builder.CreateAdd(outer_index_, builder.getInt64(k))}};
      for (const Bound &bound : bounds_) {
        // The condition may be poison in an iteration, or behind a branch, that the kernel does not reach.
        Value *condition = builder.CreateFreeze(evaluate_outside(outer_, bound.condition, builder, known));
        blocked = builder.CreateAnd(blocked, bound.holds ? condition : builder.CreateNot(condition));
      }
    }
    for (const IndexSteps::Narrow &narrow : narrowed_)
      blocked = builder.CreateAnd(blocked, keeps_step(narrow, builder));
    auto *count = dyn_cast<ConstantInt>(size_);
    const bool always = count && count->getZExtValue() % iterations_ == 0 && bounds_.empty() && narrowed_.empty();

    BasicBlock *single = header->splitBasicBlock(begin, "outer.single");
    SmallVector<BasicBlock *> blocks{single}, copies;
    append_range(blocks, items_.blocks());
    ValueToValueMapTy map;
    for (BasicBlock *block : blocks) {
      copies.push_back(CloneBasicBlock(block, map, ".blocked", &function));
      map[block] = copies.back();
    }
    remapInstructionsInBlocks(copies, map);
    add_iterations(map, *copies.front());
    for (const Bound &bound : bounds_)
      map[bound.condition]->replaceAllUsesWith(ConstantInt::getBool(function.getContext(), bound.holds));

    auto *latch = cast<BasicBlock>(map[items_.getLoopLatch()]);
    PHINode *step = PHINode::Create(outer_index_->getType(), 2, "outer.step", next_->getParent()->begin());
    step->addIncoming(builder.getInt64(1), items_.getLoopLatch());
    step->addIncoming(builder.getInt64(iterations_), latch);
    next_->setOperand(1, step);
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block) carry_out(instruction, map[&instruction], *single, latch);
    header->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(header);
    builder.CreateCondBr(always ? builder.getTrue() : blocked, copies.front(), single);
    if (always) ConstantFoldTerminator(header);
  }

 private:
  // As form-regions makes it: the outer loop's header, the item loop, the step to the next outer iteration.
  bool has_form() {
    BasicBlock *latch = outer_.getLoopLatch();
    if (!latch || items_.getLoopPreheader() != outer_.getHeader() || items_.getUniqueExitBlock() != latch ||
        !items_.getLoopLatch() || items_.getExitingBlock() != items_.getLoopLatch() || !outer_.getExitBlock() ||
        outer_.getSubLoops().size() != 1 || outer_.getNumBlocks() != items_.getNumBlocks() + 2)
      return false;
    outer_index_ = only_phi(outer_.getHeader());
    if (!outer_index_ || only_phi(items_.getHeader()) != item_index_) return false;
    next_ = dyn_cast<BinaryOperator>(outer_index_->getIncomingValueForBlock(latch));
    auto *branch = dyn_cast<BranchInst>(latch->getTerminator());
    if (!next_ || !branch || !branch->isConditional() || &*latch->getFirstNonPHIIt() != next_ ||
        std::distance(next_->getIterator(), latch->end()) != 3)
      return false;
    return match(next_, m_Add(m_Specific(outer_index_), m_One())) && next_->hasNUses(2) &&
           match(branch->getCondition(), m_SpecificICmp(CmpInst::ICMP_ULT, m_Specific(next_), m_Value(size_))) &&
           outer_.isLoopInvariant(size_) && (!isa<ConstantInt>(size_) || cast<ConstantInt>(size_)->uge(kIterations));
  }

  static PHINode *only_phi(BasicBlock *block) {
    return range_size(block->phis()) == 1 ? &*block->phis().begin() : nullptr;
  }

  // The instructions that depend on an index, but for the bounds.
  SetVector<Instruction *> dependents(PHINode &index) const {
    SetVector<Instruction *> found;
    auto add = [&](Instruction &of) {
      for (User *user : of.users()) {
        auto *instruction = cast<Instruction>(user);
        if (instruction != next_ && outer_.contains(instruction) && !is_bound(instruction)) found.insert(instruction);
      }
    };
    add(index);
    if (&index == outer_index_)
      for (const Condition &condition : conditions_)
        for (PHINode &phi : condition.join->phis()) found.insert(&phi);
    for (unsigned i = 0; i < found.size(); ++i) add(*found[i]);
    return found;
  }

  void find_conditions(const LoopInfo &loops) {
    for (bool again = true; again;) {
      again = false;
      for (Instruction *instruction : of_outer_) {
        auto *branch = dyn_cast<BranchInst>(instruction);
        if (!branch || any_of(conditions_, [&](const Condition &one) { return one.branch == branch; })) continue;
        if (auto condition = condition_at(*branch, loops)) {
          conditions_.push_back(*condition);
          again = true;
        }
      }
      of_outer_ = dependents(*outer_index_);
    }
  }

  // The condition that a branch puts around one block. The block's loads may be executed ahead: their addresses are the
  // same for all iterations, and one iteration loads from them anyway.
  std::optional<Condition> condition_at(BranchInst &branch, const LoopInfo &loops) const {
    BasicBlock *before = branch.getParent();
    for (unsigned side : {0, 1}) {
      BasicBlock *block = branch.getSuccessor(side), *join = branch.getSuccessor(1 - side);
      if (block == join || block->getSinglePredecessor() != before || block->getSingleSuccessor() != join ||
          loops.getLoopFor(block) == &items_ || loops.getLoopFor(block) != loops.getLoopFor(join) ||
          join == loops.getLoopFor(block)->getHeader())
        continue;
      if (all_of(*block, [&](const Instruction &one) {
            if (one.isTerminator()) return true;
            return isa<LoadInst>(one) ? !of_outer_.contains(&one)
                                      : !one.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&one);
          }))
        return Condition{&branch, block, join, side == 0};
    }
    return std::nullopt;
  }

  static void select_by(const Condition &condition) {
    IRBuilder<> builder(condition.block->getTerminator());
    Value *enters = condition.branch->getCondition();
    for (PHINode &phi : condition.join->phis()) {
      const int at = phi.getBasicBlockIndex(condition.block);
      Value *inside = phi.getIncomingValue(unsigned(at));
      Value *outside = phi.getIncomingValueForBlock(condition.branch->getParent());
      if (inside == outside) continue;
      // Constants do not fold: the phi is to depend on the condition.
      phi.setIncomingValue(unsigned(at), builder.Insert(condition.holds ? SelectInst::Create(enters, inside, outside)
                                                                        : SelectInst::Create(enters, outside, inside)));
    }
  }

  bool is_condition(const Instruction &branch) const {
    return any_of(conditions_, [&](const Condition &condition) { return condition.branch == &branch; });
  }

  bool is_bound(const Instruction *instruction) const {
    return any_of(bounds_, [&](const Bound &bound) { return bound.condition == instruction; });
  }

  // On the path that work-items take to the first block with a side effect.
  void find_bounds() {
    SmallPtrSet<BasicBlock *, 8> seen;
    for (BasicBlock *block = items_.getHeader(); block && seen.insert(block).second;) {
      if (any_of(*block, has_effect)) return;
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || block == items_.getLoopLatch()) return;
      if (!branch->isConditional()) {
        block = branch->getSuccessor(0);
        continue;
      }
      const bool first_leads_out = leads_to_latch(branch->getSuccessor(0), items_);
      if (first_leads_out == leads_to_latch(branch->getSuccessor(1), items_)) return;
      add_bounds(branch->getCondition(), !first_leads_out);
      block = branch->getSuccessor(first_leads_out);
    }
  }

  // The parts of a condition that depend on the outer index and on no work-item's.
  void add_bounds(Value *condition, bool holds) {
    auto *instruction = dyn_cast<Instruction>(condition);
    if (!instruction || !of_outer_.contains(instruction)) return;
    Value *a, *b;
    if (is_joined(instruction, holds, a, b)) {
      add_bounds(a, holds);
      add_bounds(b, holds);
    } else if (can_evaluate(instruction)) {
      bounds_.push_back({instruction, holds});
    }
  }

  // Whether a value can be computed ahead of the item loop, for any outer iteration.
  bool can_evaluate(Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction == outer_index_ || !outer_.contains(instruction)) return true;
    return !isa<PHINode>(instruction) && !instruction->mayReadOrWriteMemory() &&
           isSafeToSpeculativelyExecute(instruction) && intrinsic_of(*instruction) == Intrinsic::none &&
           !of_item_.contains(instruction) &&
           all_of(instruction->operands(), [this](const Use &use) { return can_evaluate(use.get()); });
  }

  // The instruction that forbids blocking; null: none. No iteration may write memory that is loaded once for all
  // iterations, as no barrier lies between them. Values that depend on the outer index must not live past their
  // iteration.
  const Instruction *obstacle() const {
    // A condition that was found later may have made a load of another's block depend on the iteration.
    for (const Condition &condition : conditions_)
      for (const Instruction &one : *condition.block)
        if (isa<LoadInst>(one) && of_outer_.contains(&one)) return &one;
    for (const Instruction *instruction : of_outer_)
      if (instruction->getParent() == next_->getParent() ||
          any_of(instruction->users(), [this](const User *user) { return !outer_.contains(cast<Instruction>(user)); }))
        return instruction;
    for (const BasicBlock *block : items_.blocks())
      for (const Instruction &instruction : *block) {
        if (instruction.isTerminator() && of_outer_.contains(&instruction) && !is_condition(instruction))
          return &instruction;
        if (intrinsic_of(instruction) != Intrinsic::none) return &instruction;
        if (const Value *pointer = getLoadStorePointerOperand(&instruction)) {
          if (is_own(instruction, *pointer)) continue;
          const unsigned space = pointer->getType()->getPointerAddressSpace();
          const bool is_shared =
              is_contained({unsigned(kGlobalSpace), unsigned(kConstantSpace), unsigned(kLocalSpace)}, space);
          if (!(is_shared || instruction.hasMetadata(LLVMContext::MD_invariant_load)) || instruction.isAtomic() ||
              instruction.isVolatile())
            return &instruction;
        } else if ((instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects()) &&
                   !isa<NoAliasScopeDeclInst>(instruction)) {
          return &instruction;
        }
      }
    return nullptr;
  }

  // Whether an access is to what a work-item keeps across barriers: iterations have different work-items.
  bool is_own(const Instruction &access, const Value &pointer) const {
    auto *address = dyn_cast<Instruction>(&pointer);
    auto *context = dyn_cast<LoadInst>(getUnderlyingObject(&pointer));
    if (!address || !context || access.isAtomic() || access.isVolatile() || !of_outer_.contains(address)) return false;
    APInt offset(64, 0);
    const Value *group = context->getPointerOperand()->stripAndAccumulateConstantOffsets(access.getDataLayout(), offset,
                                                                                         /*AllowNonInbounds=*/true);
    return group == access.getFunction()->getArg(1) && offset == offsetof(abi::GroupContext, item_context);
  }

  // The values that go from iteration to iteration of a loop in the item loop.
  unsigned sums(const LoopInfo &loops) const {
    return unsigned(count_if(of_outer_, [&](const Instruction *instruction) {
      return isa<PHINode>(instruction) && loops.isLoopHeader(instruction->getParent());
    }));
  }
  // Half of the registers for the sums of all iterations, the others for what is loaded.
  static unsigned most_sums(unsigned register_bits) { return (register_bits == 512 ? 32 : 16) / (2 * kIterations); }

  // Whether an instruction is a load whose address differs between work-items.
  bool is_of_item(const Instruction &one) const {
    auto *load = dyn_cast<LoadInst>(&one);
    auto *address = load ? dyn_cast<Instruction>(load->getPointerOperand()) : nullptr;
    return address && of_item_.contains(address);
  }

  // The loads that all iterations make of the same place, in loops where they do other work.
  SmallVector<const Instruction *> shared_loads(const LoopInfo &loops) const {
    SmallVector<const Instruction *> shared;
    for (const BasicBlock *block : items_.blocks()) {
      const Loop *loop = loops.getLoopFor(block);
      if (loop == &items_ || none_of(of_outer_, [&](const Instruction *one) { return loop->contains(one); })) continue;
      for (const Instruction &one : *block)
        if (is_of_item(one) && !of_outer_.contains(&one)) shared.push_back(&one);
    }
    return shared;
  }

  unsigned most_instructions(const LoopInfo &loops) const {
    const auto by_loads = unsigned(kMostOfLoad * shared_loads(loops).size());
    return std::clamp(by_loads, kMostInstructions, kMostUnrolled);
  }

  // One of these loads, or one of many in code without a loop; null: none.
  const Instruction *shared_load(const LoopInfo &loops) const {
    if (items_.isInnermost()) return one_of_many_shared();
    const auto shared = shared_loads(loops);
    return shared.empty() ? nullptr : shared.front();
  }

  const Instruction *one_of_many_shared() const {
    if (!uses_outer_id()) return nullptr;
    const Instruction *found = nullptr;
    unsigned shared = 0, all = 0;
    for (const BasicBlock *block : items_.blocks())
      for (const Instruction &one : *block) {
        if (!is_of_item(one)) continue;
        ++all;
        if (of_outer_.contains(&one)) continue;
        ++shared;
        found = &one;
      }
    return shared >= kLeastSharedLoads && shared * kLeastSharedPart >= all ? found : nullptr;
  }

  // Whether iterations load different elements. In a kernel of one dimension they do not, and the loop around the item
  // loop has one iteration as a rule.
  bool uses_outer_id() const {
    return any_of(of_outer_, [&](const Instruction *one) {
      auto *load = dyn_cast<LoadInst>(one);
      return load && !is_own(*load, *load->getPointerOperand());
    });
  }

  // Loads of elements side by side by the iterations, but not by the work-items: vectors would gather each iteration's.
  // Together they are one load for each work-item, and shuffles.
  void find_rows() {
    for (Instruction *one : of_outer_) {
      auto *load = dyn_cast<LoadInst>(one);
      auto *address = load ? dyn_cast<GetElementPtrInst>(load->getPointerOperand()) : nullptr;
      if (!address || !is_of_item(*load) || address->getNumIndices() != 1 || !of_outer_.contains(address)) continue;
      const auto bytes = int64_t(load->getDataLayout().getTypeStoreSize(load->getType()).getFixedValue());
      IndexSteps by_iteration(*outer_index_, of_outer_), by_item(*item_index_, of_item_);
      const auto apart = by_item.of(address);
      if (load->getType()->isVectorTy() || by_iteration.of(address) != bytes || (apart && std::abs(*apart) <= bytes) ||
          bytes % element_bytes(*address) != 0 ||
          !all_of(by_iteration.narrowed(), [&](const IndexSteps::Narrow &narrow) { return can_tell(narrow); }))
        continue;
      rows_.push_back(load);
      append_range(narrowed_, by_iteration.narrowed());
    }
  }

  // How many iterations run together. Where the driver may not choose the local size: as many as divide it, or 4.
  unsigned iterations_of_rows(bool regroupable) const {
    unsigned most = kMostOfRows;
    for (const LoadInst *row : rows_)
      most = std::min(most, unsigned(kCacheLine / row->getDataLayout().getTypeStoreSize(row->getType())));
    const auto *count = dyn_cast<ConstantInt>(size_);
    const auto divides = [&](unsigned number) { return count ? count->getZExtValue() % number == 0 : regroupable; };
    while (most > kIterations && (most * of_outer_.size() > kMostInstructionsOfRows || !divides(most))) most /= 2;
    return std::max(most, kIterations);
  }

  static int64_t element_bytes(const GetElementPtrInst &address) {
    return int64_t(address.getDataLayout().getTypeAllocSize(address.getSourceElementType()).getFixedValue());
  }

  // Whether it can be told, before the item loop, that a number goes on by its step in all iterations that run
  // together.
  bool can_tell(const IndexSteps::Narrow &narrow) const {
    if (can_evaluate(narrow.value)) return true;
    const auto step = IndexSteps(*outer_index_, of_outer_).of(narrow.value);
    return step && *step >= 0 && narrow.bits > 2 &&
           *step <= (int64_t{1} << (std::min(narrow.bits, 62u) - 2)) / (kMostOfRows - 1) &&
           ranges().can_bound(narrow.whole, narrow.is_signed) && !needs_header(*narrow.value);
  }
  ValueRanges ranges() const { return ValueRanges(items_, *item_index_); }
  // Whether the value is computed from what stands in the outer loop's header, which comes behind the checks.
  bool needs_header(const Instruction &value, unsigned depth = cost::kMostSteps) const {
    return depth == 0 || any_of(value.operands(), [&](const Use &use) {
             auto *operand = dyn_cast<Instruction>(use.get());
             if (!operand || operand == outer_index_ || operand == item_index_ || !outer_.contains(operand))
               return false;
             return operand->getParent() == outer_.getHeader() || needs_header(*operand, depth - 1);
           });
  }

  // Whether a number goes on by its step in all iterations that run together.
  Value *keeps_step(const IndexSteps::Narrow &narrow, IRBuilder<> &builder) const {
    // A bit is room for the steps of all iterations, so that the last one does not wrap around, either.
    if (!can_evaluate(narrow.value))
      return ranges().never_wraps(builder, narrow.whole, narrow.bits - 1, narrow.is_signed, items_of(items_));
    Value *values[2];
    for (unsigned k : {0u, 1u}) {
      KnownValues known{{outer_index_, builder.CreateAdd(outer_index_, builder.getInt64(k * (iterations_ - 1)))}};
      values[k] = builder.CreateIntCast(builder.CreateFreeze(evaluate_outside(outer_, narrow.value, builder, known)),
                                        builder.getInt64Ty(), narrow.is_signed);
    }
    const int64_t step = *IndexSteps(*outer_index_, of_outer_).of(narrow.value);
    return builder.CreateICmpEQ(builder.CreateSub(values[1], values[0]),
                                builder.getInt64(uint64_t(step) * (iterations_ - 1)));
  }

  // Merges a value that is the same for all outer iterations, and that is used behind the item loop.
  void carry_out(Instruction &value, Value *copy, const BasicBlock &single, BasicBlock *copied_latch) {
    const auto lives_on = [&](const Use &use) {
      const BasicBlock *user = cast<Instruction>(use.getUser())->getParent();
      return user != &single && !items_.contains(user);
    };
    if (none_of(value.uses(), lives_on)) return;
    PHINode *either = PHINode::Create(value.getType(), 2, value.getName() + ".blocked", next_->getParent()->begin());
    value.replaceUsesWithIf(either, lives_on);
    either->addIncoming(&value, items_.getLoopLatch());
    either->addIncoming(copy, copied_latch);
  }

  // In the copy of one iteration: the other iterations' instructions, next to each of its own.
  void add_iterations(ValueToValueMapTy &copy_of, BasicBlock &begin) {
    SmallVector<DenseMap<Value *, Value *>> maps(iterations_);
    SmallVector<std::pair<Instruction *, unsigned>> made;
    IRBuilder<> builder(&*begin.begin());
    for (unsigned k = 1; k < iterations_; ++k)
      maps[k][outer_index_] = builder.CreateNUWAdd(outer_index_, builder.getInt64(k));
    for (Instruction *original : of_outer_) {
      if (original->isTerminator()) continue;
      auto *first = cast<Instruction>(copy_of[original]);
      Instruction *last = first;
      for (unsigned k = 1; k < iterations_; ++k) {
        Instruction *copy = first->clone();
        copy->insertAfter(last->getIterator());
        maps[k][first] = last = copy;
        made.emplace_back(copy, k);
      }
    }
    for (auto [copy, k] : made)
      for (Use &use : copy->operands())
        if (auto found = maps[k].find(use.get()); found != maps[k].end()) use.set(found->second);
    // Addresses that differ by a number, as the vectoriser's groups of members do.
    for (LoadInst *row : rows_) {
      auto *address = cast<GetElementPtrInst>(copy_of[row->getPointerOperand()]);
      const int64_t bytes = int64_t(row->getDataLayout().getTypeStoreSize(row->getType()).getFixedValue());
      for (unsigned k = 1; k < iterations_; ++k) {
        auto *other = cast<GetElementPtrInst>(maps[k][address]);
        IRBuilder<> before(other);
        other->setOperand(0, address->getPointerOperand());
        other->setOperand(
            1, before.CreateNSWAdd(address->getOperand(1), before.getInt64(k * bytes / element_bytes(*address))));
      }
    }
    for (const Condition &condition : conditions_) {
      auto *branch = cast<BranchInst>(copy_of[condition.branch]);
      IRBuilder<> before(branch);
      Value *one = branch->getCondition(), *enters = one;
      for (unsigned k = 1; k < iterations_; ++k) {
        auto found = maps[k].find(one);
        Value *other = found == maps[k].end() ? one : found->second;
        enters = condition.holds ? before.CreateOr(enters, other) : before.CreateAnd(enters, other);
      }
      branch->setCondition(enters);
    }
  }

  Loop &outer_, &items_;
  unsigned iterations_ = kIterations;
  PHINode *item_index_, *outer_index_ = nullptr;
  BinaryOperator *next_ = nullptr;               // the next outer index
  Value *size_ = nullptr;                        // the outer loop's iterations
  SetVector<Instruction *> of_item_, of_outer_;  // instructions that depend on item_index_, on outer_index_
  SmallVector<Bound> bounds_;
  SmallVector<Condition, 2> conditions_;
  SmallVector<LoadInst *, 2> rows_;
  SmallVector<IndexSteps::Narrow, 4> narrowed_;  // integers in the addresses of rows_
};

}  // namespace

static unsigned block_loops(Function &group, bool regroupable, FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(group);
  const unsigned register_bits = TargetDescription::of(group).register_bits;
  SmallVector<BlockedLoop, 0> found;
  unsigned most = 0;
  for (const ItemLoop &loop : analyses.getResult<ItemLoopsAnalysis>(group))
    if (!loop.outer.empty())
      if (BlockedLoop blocked(loop); blocked.pays(loops, register_bits, regroupable)) {
        most = std::max(most, blocked.iterations());
        found.push_back(std::move(blocked));
      }
  for (BlockedLoop &loop : found) loop.block();
  if (!found.empty()) removeUnreachableBlocks(group);
  return most;
}

bool RegisterBlockingPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  kernel.blocked_iterations = block_loops(*kernel.group, kernel.regroupable, analyses);
  if (kernel.blocked_iterations == 0) return false;
  kernel.write();
  remark(*kernel.group, "  " + std::to_string(kernel.blocked_iterations) +
                            " iterations of the loop around the item loop together, which share loads\n");
  return true;
}

}  // namespace wherry::compiler
