// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/roll_blocks.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// Fewer accesses are an access group (vectorise/emit/members).
constexpr size_t kLeastIterations = 8;
constexpr unsigned kMostOperations = 64;  // of an iteration

// An address as bytes behind a pointer and an index that is not constant.
struct Element {
  const Value *pointer = nullptr, *index = nullptr;
  unsigned extension = 0;  // of the index
  int64_t size = 0;        // bytes by which the index is scaled
  int64_t bytes = 0;

  explicit Element(const Value *address) : Element(address, innermost(address)) {}
  bool is_beside(const Element &other) const {
    return pointer && pointer == other.pointer && index == other.index && extension == other.extension &&
           size == other.size;
  }

  // The step of an address that has an index; null: there is none.
  static GetElementPtrInst *innermost(const Value *address) {
    auto *step = dyn_cast<GetElementPtrInst>(address);
    while (step && step->hasAllConstantIndices()) step = dyn_cast<GetElementPtrInst>(step->getPointerOperand());
    return step && step->getNumIndices() == 1 && step->getOperand(1)->getType()->isIntegerTy(64)
               ? const_cast<GetElementPtrInst *>(step)
               : nullptr;
  }
  static int64_t bytes_behind(const Value *address, const GetElementPtrInst &step) {
    APInt bytes(64, 0);
    const Value *from = address;
    while (from != &step) {
      auto *constant = cast<GEPOperator>(from);
      constant->accumulateConstantOffset(step.getDataLayout(), bytes);
      from = constant->getPointerOperand();
    }
    return bytes.getSExtValue();
  }

 private:
  Element(const Value *address, const GetElementPtrInst *step) {
    if (!step) return;
    pointer = step->getPointerOperand(), index = step->getOperand(1);
    size = int64_t(step->getDataLayout().getTypeAllocSize(step->getSourceElementType()).getFixedValue());
    bytes = bytes_behind(address, *step);
    take_constant(m_AddLike(m_Value(rest_), m_APInt(constant_)));
    if (!isa<SExtInst, ZExtInst>(index)) return;
    extension = cast<CastInst>(index)->getOpcode(), index = cast<CastInst>(index)->getOperand(0);
    // Where one block accesses two elements of a local array, the constants between them do not wrap the index around:
    // the array would be larger than local memory.
    if (extension == Instruction::SExt && pointer->getType()->getPointerAddressSpace() == kLocalSpace)
      take_constant(m_AddLike(m_Value(rest_), m_APInt(constant_)));
    else if (extension == Instruction::SExt)
      take_constant(m_NSWAddLike(m_Value(rest_), m_APInt(constant_)));
    else if (take_constant(m_NUWAddLike(m_Value(rest_), m_APInt(constant_))) && constant_->isNegative())
      pointer = nullptr;
  }
  template <class Pattern> bool take_constant(const Pattern &pattern) {
    if (!match(index, pattern) || !constant_->isSignedIntN(31)) return false;
    index = rest_, bytes += constant_->getSExtValue() * size;
    return true;
  }
  const Value *rest_ = nullptr;
  const APInt *constant_ = nullptr;
};

// A sum: equal operations in a row. Each operation has the result of the operation before as its operand `carried`.
struct Chain {
  SmallVector<Instruction *> links;
  unsigned carried = 0;  // the number of this operand
  Value *first() const { return links[0]->getOperand(carried); }
};

class Block {
 public:
  // `sums`: whether to roll sums, too.
  Block(BasicBlock &block, bool sums) : block_(block), rolls_sums_(sums) {}

  // Returns the block behind the loop; null: nothing has been rolled.
  BasicBlock *roll() {
    if (roll_stores() || (rolls_sums_ && roll_sums())) return after_;
    return nullptr;
  }

 private:
  bool roll_stores() {
    SmallVector<StoreInst *> run;
    for (Instruction &each : block_) {
      if (!each.mayWriteToMemory() && !each.mayHaveSideEffects()) continue;
      auto *store = dyn_cast<StoreInst>(&each);
      if (store && store->isSimple() && !run.empty() && follows(*run.back(), *store)) {
        run.push_back(store);
        continue;
      }
      if (roll(run)) return true;
      run.clear();
      if (store && store->isSimple()) run.push_back(store);
    }
    return roll(run);
  }

  static bool follows(const StoreInst &before, const StoreInst &store) {
    const Element from(before.getPointerOperand()), to(store.getPointerOperand());
    return from.is_beside(to) && to.bytes == from.bytes + from.size &&
           before.getValueOperand()->getType() == store.getValueOperand()->getType() &&
           before.getAlign() == store.getAlign();
  }

  // Whether a store's index is a product by the number of elements.
  static bool begins_block(const StoreInst &store, size_t elements) {
    const Element element(store.getPointerOperand());
    const Value *index = element.index;
    while (index && isa<SExtInst, ZExtInst, TruncInst, FreezeInst>(index))
      index = cast<Instruction>(index)->getOperand(0);
    return index && element.bytes == 0 &&
           (match(index, m_Mul(m_Value(), m_SpecificInt(elements))) ||
            (isPowerOf2_64(elements) && match(index, m_Shl(m_Value(), m_SpecificInt(Log2_64(elements))))));
  }

  bool roll(ArrayRef<StoreInst *> stores) {
    if (stores.size() < kLeastIterations || !begins_block(*stores[0], stores.size())) return false;
    begin();
    first_ = stores[0], last_ = stores.back();
    used_.insert_range(stores);
    const Instruction *end = first_;
    for (auto [iteration, store] : enumerate(stores.drop_front())) {
      begin_iteration(iteration + 1);
      if (!is_next(first_->getValueOperand(), store->getValueOperand()) ||
          !is_next_address(first_->getPointerOperand(), store->getPointerOperand()))
        return false;
      // Accesses keep their order.
      for (auto &[value, now] : operations_) {
        auto *load = dyn_cast_or_null<LoadInst>(now);
        if (isa<LoadInst>(value) && (!load || !end->comesBefore(load) || !load->comesBefore(store))) return false;
      }
      end = store;
    }
    if (operations_.empty() || !is_whole()) return false;
    make_loop(stores.size());
    return true;
  }

  void begin() { operations_.clear(), steps_.clear(), fixed_.clear(), used_.clear(), of_sums_ = false; }

  void begin_iteration(size_t number) {
    number_ = int64_t(number);
    for (auto &[value, now] : operations_) now = nullptr;
  }

  // Sums of the same length go together, or one of them alone.
  bool roll_sums() {
    const SmallVector<Chain> chains = find_chains();
    for (const Chain &one : chains) {
      SmallVector<const Chain *> equal;
      for (const Chain &other : chains)
        if (other.links.size() == one.links.size()) equal.push_back(&other);
      if (equal.front() == &one && equal.size() > 1 && roll_sums(equal)) return true;
      if (roll_sums(&one)) return true;
    }
    return false;
  }

  SmallVector<Chain> find_chains() {
    SmallVector<Chain> found;
    SmallPtrSet<const Instruction *, 32> seen;
    for (Instruction &each : block_) {
      if (seen.contains(&each) || !isa<BinaryOperator, CallInst>(each)) continue;
      Chain chain;
      for (Instruction *link = &each; link; link = next_link(*link, chain)) {
        chain.links.push_back(link);
        seen.insert(link);
      }
      cut_to_equal(chain);
      if (!chain.links.empty()) found.push_back(std::move(chain));
    }
    return found;
  }

  // Leaves the first links that are iterations of a loop; none: there are too few.
  void cut_to_equal(Chain &chain) {
    for (; chain.links.size() >= kLeastIterations; chain.links.erase(chain.links.begin())) {
      begin_sums();
      size_t equal = 1;
      while (equal < chain.links.size() && is_next_link(chain, equal)) ++equal;
      if (equal < kLeastIterations) continue;
      chain.links.truncate(equal);
      return;
    }
    chain.links.clear();
  }

  static Instruction *next_link(Instruction &link, Chain &chain) {
    auto *next = link.hasOneUse() ? dyn_cast<Instruction>(link.user_back()) : nullptr;
    if (!next || next->getParent() != link.getParent() || !is_same(link, *next)) return nullptr;
    const unsigned operand = link.use_begin()->getOperandNo();
    if (chain.links.size() == 1) chain.carried = operand;
    return operand == chain.carried ? next : nullptr;
  }

  void begin_sums() { begin(), of_sums_ = true; }

  bool is_next_link(const Chain &chain, size_t iteration) {
    begin_iteration(iteration);
    return has_next_operands(chain, iteration);
  }

  bool has_next_operands(const Chain &chain, size_t iteration) {
    return all_of(zip_equal(chain.links[0]->operands(), chain.links[iteration]->operands()), [&](auto operands) {
      auto &[one, other] = operands;
      return one.getOperandNo() == chain.carried || is_next(one.get(), other.get());
    });
  }

  bool roll_sums(ArrayRef<const Chain *> chains) {
    begin_sums();
    Instruction *last = chains[0]->links[0];
    for (const Chain *chain : chains) {
      used_.insert_range(chain->links);
      if (last->comesBefore(chain->links.back())) last = chain->links.back();
    }
    for (size_t iteration = 1; iteration < chains[0]->links.size(); ++iteration) {
      begin_iteration(iteration);
      if (!all_of(chains, [&](const Chain *chain) { return has_next_operands(*chain, iteration); })) return false;
    }
    if (!is_whole(chains, *last)) return false;
    make_loop(chains, *last);
    return true;
  }

  // Whether the sums are made of local memory, into which nothing is stored meanwhile, and nothing but a whole sum has
  // another use.
  bool is_whole(ArrayRef<const Chain *> chains, const Instruction &last) const {
    const Instruction *begin = nullptr;
    for (const auto &[value, now] : operations_)
      if (auto *load = dyn_cast<LoadInst>(value)) {
        if (load->getPointerAddressSpace() != kLocalSpace) return false;
        if (!begin || load->comesBefore(begin)) begin = load;
      }
    if (!begin) return false;
    for (const Instruction *each = begin; each != &last; each = each->getNextNode())
      if (each->mayWriteToMemory() || each->mayHaveSideEffects()) return false;
    auto is_sum = [&](const Instruction *each) {
      return any_of(chains, [&](const Chain *chain) { return chain->links.back() == each; });
    };
    return all_of(used_, [&](const Instruction *each) {
      return all_of(each->users(), [&](const User *user) {
        auto *by = cast<Instruction>(user);
        return is_sum(each) ? by->getParent() != &block_ || isa<PHINode>(by) || last.comesBefore(by)
                            : used_.contains(by);
      });
    });
  }

  // Whether `value` is in an iteration what `first` is in the first one.
  bool is_next(Value *first, Value *value) {
    if (auto found = operations_.find(first); found != operations_.end()) {
      if (!found->second) {
        if (first == value || !has_next_operands(first, value)) return false;
        operations_[first] = value;
        used_.insert(cast<Instruction>(value));
      }
      return operations_[first] == value;
    }
    if (first == value) return fixed_.insert(first), true;
    if (number_ > 1 || fixed_.contains(first) || operations_.size() >= kMostOperations ||
        !has_next_operands(first, value))
      return false;
    operations_.insert({first, value});
    used_.insert_range(ArrayRef{cast<Instruction>(first), cast<Instruction>(value)});
    return true;
  }

  bool has_next_operands(Value *first, Value *value) {
    auto *one = dyn_cast<Instruction>(first), *other = dyn_cast<Instruction>(value);
    if (!one || !other || one->getParent() != &block_ || other->getParent() != &block_) return false;
    if (auto *load = dyn_cast<LoadInst>(one))
      return load->isSimple() && has_same_flags(*one, *other) &&
             is_next_address(load->getPointerOperand(), cast<LoadInst>(other)->getPointerOperand());
    return is_same(*one, *other) && all_of(zip_equal(one->operands(), other->operands()), [&](auto operands) {
             return is_next(std::get<0>(operands).get(), std::get<1>(operands).get());
           });
  }

  static bool has_same_flags(const Instruction &one, const Instruction &other) {
    return one.isSameOperationAs(&other) && one.hasSameSubclassOptionalData(&other) &&
           one.getMetadata(LLVMContext::MD_fpmath) == other.getMetadata(LLVMContext::MD_fpmath);
  }

  // Whether two instructions compute the same of their operands, and do nothing else.
  static bool is_same(const Instruction &one, const Instruction &other) {
    return has_same_flags(one, other) && !isa<PHINode, AllocaInst, FreezeInst>(one) && !one.mayReadOrWriteMemory() &&
           !one.mayHaveSideEffects() && one.willReturn() && !(isa<CallBase>(one) && cast<CallBase>(one).isConvergent());
  }

  // The bytes between two addresses; nothing: unknown.
  static std::optional<int64_t> bytes_between(const Value *first, const Value *address, const DataLayout &layout) {
    APInt from(64, 0), to(64, 0);
    if (first->stripAndAccumulateConstantOffsets(layout, from, /*AllowNonInbounds=*/true) ==
        address->stripAndAccumulateConstantOffsets(layout, to, /*AllowNonInbounds=*/true))
      return (to - from).getSExtValue();
    const Element one(first), other(address);
    return one.is_beside(other) ? std::optional(other.bytes - one.bytes) : std::nullopt;
  }

  bool is_next_address(Value *first, Value *address) {
    if (of_sums_ && first->getType()->getPointerAddressSpace() == kLocalSpace) {
      const auto bytes = bytes_between(first, address, block_.getDataLayout());
      return bytes && *bytes == number_ * steps_.try_emplace(first, *bytes).first->second;
    }
    auto found = steps_.find(first);
    if (found == steps_.end()) {
      // An element of a table, by what the iteration has computed.
      if (number_ > 1 || !Element(first).is_beside(Element(address))) return is_next(first, address);
      found = steps_.insert({first, Element(address).bytes - Element(first).bytes}).first;
    }
    const int64_t step = found->second;
    if (first == address) return step == 0;
    const Element from(first), to(address);
    return from.is_beside(to) && to.bytes - from.bytes == step * number_ && step % from.size == 0;
  }

  // Whether nothing else stands between the stores that reads memory, and nothing else uses the iterations' values.
  bool is_whole() const {
    for (const Instruction *each = first_; each != last_; each = each->getNextNode())
      if (each->mayReadFromMemory() && !used_.contains(each)) return false;
    for (const auto &[value, now] : operations_)
      if (auto *load = dyn_cast<LoadInst>(value))
        for (const Instruction *each = load; each != first_; each = each->getNextNode())
          if (each->mayWriteToMemory()) return false;
    return all_of(used_, [&](const Instruction *each) {
      return all_of(each->users(), [&](const User *user) { return used_.contains(cast<Instruction>(user)); });
    });
  }

  // Makes a loop in front of `behind`, of the first iteration's operations and what these end with.
  void make_loop(Instruction &behind, size_t iterations, ArrayRef<Instruction *> ends, ArrayRef<const Chain *> chains) {
    BasicBlock *before = &block_, *after = after_ = SplitBlock(before, &behind);
    LLVMContext &context = before->getContext();
    Function *function = before->getParent();
    BasicBlock *header = BasicBlock::Create(context, "rolled", function, after),
               *body = BasicBlock::Create(context, "rolled.body", function, after);
    before->getTerminator()->setSuccessor(0, header);
    IRBuilder<> builder(header);
    builder.SetCurrentDebugLocation(ends[0]->getDebugLoc());
    PHINode *counter = builder.CreatePHI(builder.getInt64Ty(), 2, "rolled.counter");
    DenseMap<const Instruction *, PHINode *> sums;
    for (const Chain *chain : chains) {
      PHINode *sum = sums[chain->links[0]] = builder.CreatePHI(chain->links[0]->getType(), 2, "rolled.sum");
      sum->addIncoming(chain->first(), before);
      chain->links.back()->replaceAllUsesWith(sum);
    }
    builder.CreateCondBr(builder.CreateICmpULT(counter, builder.getInt64(iterations)), body, after);
    builder.SetInsertPoint(body);
    SmallVector<Instruction *> made(ends);
    for (auto &[value, now] : operations_) made.push_back(cast<Instruction>(value));
    llvm::sort(made, [](const Instruction *one, const Instruction *other) { return one->comesBefore(other); });
    DenseMap<Value *, Value *> copies;
    for (Instruction *each : made) {
      Instruction *copy = each->clone();
      copy->dropUnknownNonDebugMetadata(LLVMContext::MD_fpmath);
      for (Use &operand : copy->operands()) {
        if (Value *copied = copies.lookup(operand)) operand = copied;
        if (const int64_t step = getLoadStorePointerOperand(copy) == operand ? steps_.lookup(operand) : 0)
          operand = copies[operand] = of_sums_ ? bytes_behind(builder, *operand.get(), step, *counter)
                                               : address_in_loop(builder, *operand.get(), step, *counter);
      }
      for (const Chain *chain : chains) {
        if (chain->links[0] != each) continue;
        copy->setOperand(chain->carried, sums[each]);
        sums[each]->addIncoming(copy, body);
      }
      builder.Insert(copy, each->getName());
      copies[each] = copy;
    }
    counter->addIncoming(builder.getInt64(0), before);
    counter->addIncoming(builder.CreateNUWAdd(counter, builder.getInt64(1)), body);
    builder.CreateBr(header);
  }

  void make_loop(size_t iterations) {
    make_loop(*first_, iterations, first_, {});
    SmallVector<WeakTrackingVH> old;
    for (Instruction *each : used_)
      if (auto *store = dyn_cast<StoreInst>(each)) {
        old.emplace_back(store->getValueOperand());
        old.emplace_back(store->getPointerOperand());
      }
    for (Instruction *each : used_)
      if (isa<StoreInst>(each)) each->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(old);
  }

  void make_loop(ArrayRef<const Chain *> chains, Instruction &last) {
    SmallVector<Instruction *> firsts;
    for (const Chain *chain : chains) firsts.push_back(chain->links[0]);
    make_loop(*last.getNextNode(), chains[0]->links.size(), firsts, chains);
    SmallVector<WeakTrackingVH> old;
    for (const Chain *chain : chains) old.emplace_back(chain->links.back());
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(old);
  }

  static Value *bytes_behind(IRBuilder<> &builder, Value &address, int64_t step, PHINode &counter) {
    return builder.CreatePtrAdd(&address, builder.CreateMul(&counter, builder.getInt64(uint64_t(step))));
  }

  static Value *address_in_loop(IRBuilder<> &builder, Value &address, int64_t step, PHINode &counter) {
    GetElementPtrInst &first = *Element::innermost(&address);
    const int64_t elements = step / Element(&address).size, behind = Element::bytes_behind(&address, first);
    Value *more =
        elements == 1 ? &counter : builder.CreateMul(&counter, ConstantInt::getSigned(counter.getType(), elements));
    Value *made = builder.CreateGEP(first.getSourceElementType(), first.getPointerOperand(),
                                    builder.CreateAdd(first.getOperand(1), more), first.getName());
    return behind ? builder.CreatePtrAdd(made, ConstantInt::getSigned(counter.getType(), behind)) : made;
  }

  BasicBlock &block_;
  MapVector<Value *, Value *> operations_;    // the first iteration's, with those of the iteration that is compared
  SmallDenseMap<Value *, int64_t, 4> steps_;  // bytes by which the first iteration's addresses go on
  SmallPtrSet<const Value *, 16> fixed_;      // the same in all iterations
  SmallSetVector<Instruction *, 32> used_;    // of all iterations, but for addresses
  StoreInst *first_ = nullptr, *last_ = nullptr;
  const bool rolls_sums_;
  bool of_sums_ = false;         // the operations compared end with sums
  BasicBlock *after_ = nullptr;  // behind the loop
  int64_t number_ = 0;           // of the iteration that is compared
};

}  // namespace

PreservedAnalyses RollBlocksPass::run(Function &function, FunctionAnalysisManager &) {
  // Sums of what work-items load from each other. Private arrays are to become values, which wants loops unrolled.
  bool stages = false, has_arrays = false;
  for (Instruction &each : instructions(function)) {
    stages |= intrinsic_of(each) == Intrinsic::__wherry_barrier;
    has_arrays |= isa<AllocaInst>(each);
  }
  bool changed = false;
  for (BasicBlock &block : make_early_inc_range(function))
    for (BasicBlock *left = &block; left; changed |= left != nullptr) left = Block(*left, stages && !has_arrays).roll();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
