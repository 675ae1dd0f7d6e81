// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "compiler/lower/regions/region_former.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Bytes; larger private variables leave the worker's stack for the work-item context.
constexpr uint64_t kMaxStackVariable = 16 * 1024;
// Bytes of private variables of all lanes of a sub-group together, which stand on the stack side by side.
constexpr uint64_t kMaxLanesOnStack = 64 * 1024;
// The next region recomputes a value of at most kMaxRecomputed instructions. An index or an address made of ids may
// have kMaxRecomputedIndex: the vectoriser sees the stride of a recomputed index, and not that of an index loaded from
// the work-item context. (The index row * n + x of a tiled matrix product takes 11 instructions, ids included.)
constexpr unsigned kMaxRecomputed = 6, kMaxRecomputedIndex = 20;

}  // namespace

// Gives work-group operations, which run between two regions, the arguments of the first work-item that reaches them.
void RegionFormer::spill_operands(const Uniformity &uniformity) {
  for (GroupOperation &operation : operations_) {
    IRBuilder<> builder(operation.block->getSinglePredecessor()->getTerminator());
    for (Use &use : operation.call->args()) {
      auto *value = dyn_cast<Instruction>(use.get());
      if (collective_operands_.contains(dyn_cast_or_null<AllocaInst>(value))) continue;
      if (!value || (value->getParent() == entry_ && !isa<AllocaInst>(value))) continue;
      auto *slot = new AllocaInst(value->getType(), layout_.getAllocaAddrSpace(), "operand", entry_->begin());
      if (divergent_barriers_ || (waits_ && !uniformity.uniform(use))) {
        builder.CreateStore(value, slot);
        slots_[slot] = {slot, {operation.block}};
        item_operands_.push_back({&use, slot});
        use.set(PoisonValue::get(value->getType()));  // until slots have their places
        continue;
      }
      operand_slots_.insert(slot);
      keep_for_group(*slot);
      Value *kept = value;
      if (!uniformity.uniform(use))
        kept = builder.CreateSelect(builder.CreateCall(first_), value, builder.CreateLoad(value->getType(), slot));
      builder.CreateStore(kept, slot);
      use.set(IRBuilder<>(operation.call).CreateLoad(value->getType(), slot));
    }
  }
}

// Divisions are expensive to compute again, whatever their operands are.
static bool is_division(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::FDiv:
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::FRem: return true;
  default: return false;
  }
}

// Whether an instruction is one that computes indices and addresses, such as a row and a column of a flat index.
static bool is_of_index(const Instruction &instruction) {
  if (instruction.getType()->isVectorTy()) return false;
  if (isa<MinMaxIntrinsic>(instruction)) return true;  // where a window begins that a border cuts (align-windows)
  if (is_division(instruction) || instruction.getOpcode() == Instruction::LShr ||
      instruction.getOpcode() == Instruction::And)
    return isa<ConstantInt>(instruction.getOperand(1));
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::AShr:
  case Instruction::Trunc:
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::GetElementPtr: return true;
  default: return false;
  }
}

// Computes a cheap value again where it is used, from ids, values of the entry block, and phis that are kept for the
// work-group and are there (`is_kept`). False: the value is not cheap.
bool RegionFormer::recompute(Instruction &value, function_ref<bool(const Instruction &)> is_kept) {
  SetVector<Instruction *> tree;
  tree.insert(&value);
  bool is_index = true;
  for (unsigned i = 0; i < tree.size(); ++i) {
    Instruction *node = tree[i];
    bool is_id = is_item_id(intrinsic_of(*node));
    // A kernel's argument.
    const bool is_constant = isa<LoadInst>(node) && node->hasMetadata(LLVMContext::MD_invariant_load);
    is_index &= is_id || is_constant || is_of_index(*node);
    if (isa<PHINode, AllocaInst, CallBase>(node) && !is_id && !isa<MinMaxIntrinsic>(node)) return false;
    if (isa<FreezeInst>(node)) return false;  // two of them may choose two values
    if (!is_id && node->mayReadOrWriteMemory() && !is_constant) return false;
    if (!is_id && !isSafeToSpeculativelyExecute(node)) return false;
    if (is_division(*node) && !is_of_index(*node)) return false;
    for (Value *operand : node->operands())
      if (auto *definition = dyn_cast<Instruction>(operand);
          definition && definition->getParent() != entry_ && !is_kept(*definition))
        tree.insert(definition);
    if (tree.size() > (is_index ? kMaxRecomputedIndex : kMaxRecomputed)) return false;
  }
  // Operands before users: the order in which they dominate each other.
  SmallVector<Instruction *> order;
  SmallPtrSet<Instruction *, 8> done;
  auto emit = [&](auto &self, Instruction *node) -> void {
    if (!tree.contains(node) || !done.insert(node).second) return;
    for (Value *operand : node->operands())
      if (auto *definition = dyn_cast<Instruction>(operand)) self(self, definition);
    order.push_back(node);
  };
  emit(emit, &value);

  SmallVector<Use *> uses;
  for (Use &use : value.uses()) uses.push_back(&use);
  for (Use *use : uses) {
    if (use->get() != &value) continue;  // replaced with a phi's other edge from the same block
    auto *user = cast<Instruction>(use->getUser());
    auto *phi = dyn_cast<PHINode>(user);
    BasicBlock *where = phi ? phi->getIncomingBlock(*use) : user->getParent();
    if (where == value.getParent()) continue;
    // Once for the block, so that the vectoriser sees equal addresses as one; a block of an operation is of two
    // regions.
    const bool shared = !operation_at_.contains(where);
    auto &block = recomputed_[where];
    // Behind lifetime.start markers: an address computed before one would count as a use of the variable's old
    // contents.
    if (!block.before)
      block.before = &*find_if(make_range(where->getFirstInsertionPt(), where->end()),
                               [](const Instruction &each) { return !isa<LifetimeIntrinsic>(each); });
    Instruction *before = shared ? block.before : phi ? where->getTerminator() : user;
    ValueToValueMapTy own, &copies = shared ? block.copies : own;
    for (Instruction *node : order) {
      if (copies.lookup(node)) continue;
      Instruction *copy = node->clone();
      copy->insertBefore(before->getIterator());
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      copies[node] = copy;
    }
    // A phi with several edges from one block needs one value for all of them.
    Value *replacement = copies[&value];
    if (phi) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (phi->getIncomingBlock(i) == where && phi->getIncomingValue(i) == &value)
          phi->setIncomingValue(i, replacement);
    } else {
      use->set(replacement);
    }
  }
  return true;
}

// Replaces a variable of i1 elements by one of bytes: in memory, elements smaller than a byte have no address.
static AllocaInst *in_bytes(AllocaInst &slot) {
  auto *bits = cast<FixedVectorType>(slot.getAllocatedType());
  auto *bytes = FixedVectorType::get(Type::getInt8Ty(slot.getContext()), bits->getNumElements());
  auto *made = new AllocaInst(bytes, slot.getAddressSpace(), slot.getName(), slot.getIterator());
  for (User *user : make_early_inc_range(slot.users())) {
    IRBuilder<> builder(cast<Instruction>(user));
    if (auto *load = dyn_cast<LoadInst>(user))
      load->replaceAllUsesWith(builder.CreateTrunc(builder.CreateLoad(bytes, made), bits));
    else
      builder.CreateStore(builder.CreateZExt(cast<StoreInst>(user)->getValueOperand(), bytes), made);
    cast<Instruction>(user)->eraseFromParent();
  }
  slot.eraseFromParent();
  return made;
}

// Values needed after a work-group operation: computed again, or kept once for the work-group, or spilled for each
// work-item.
void RegionFormer::keep_crossing_values(const Uniformity &uniformity) {
  struct Crossing {
    Instruction *value;
    SmallPtrSet<BasicBlock *, 8> live;
    bool result, uniform;
  };
  SmallVector<Crossing, 0> crossings;
  for (Instruction &instruction : instructions(group_)) {
    if (instruction.getParent() == entry_ || instruction.use_empty() || instruction.getType()->isTokenTy()) continue;
    SmallPtrSet<const BasicBlock *, 16> blocks;
    live_in_blocks(instruction, blocks);
    Crossing crossing{&instruction, {}, false, false};
    for (const GroupOperation &operation : operations_)
      if (blocks.contains(operation.block)) crossing.live.insert(operation.block);
    crossing.result = operation_at_.contains(instruction.getParent()) && isa<CallInst>(instruction);
    if (crossing.live.empty() && !crossing.result) continue;
    // Where barriers diverge, work-items that are behind need their value as it was.
    crossing.uniform = !divergent_barriers_ && uniformity.uniform(instruction) &&
                       all_of(instruction.uses(), [&](const Use &use) { return uniformity.uniform(use); });
    crossings.push_back(std::move(crossing));
  }
  // A loop's counter, and other phis that are the same for all work-items. Where such a phi is kept in every block that
  // needs a value made of it, computing the value again costs one load for the work-group.
  DenseMap<const Instruction *, const Crossing *> counters;
  for (const Crossing &crossing : crossings)
    if (crossing.uniform && isa<PHINode>(crossing.value)) counters[crossing.value] = &crossing;
  SmallVector<WeakTrackingVH> unused;
  SmallVector<Crossing *> kept;
  for (Crossing &crossing : crossings) {
    auto is_kept = [&](const Instruction &operand) {
      const Crossing *counter = counters.lookup(&operand);
      return counter && all_of(crossing.live, [&](BasicBlock *block) { return counter->live.contains(block); });
    };
    if (!crossing.result && recompute(*crossing.value, is_kept))
      unused.push_back(crossing.value);
    else
      kept.push_back(&crossing);
  }
  for (Crossing *crossing : kept)
    keep(*crossing->value, std::move(crossing->live), crossing->result, crossing->uniform);
  recomputed_.clear();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

// Gives a value its slot. `result`: a work-group operation's.
void RegionFormer::keep(Instruction &value, SmallPtrSet<BasicBlock *, 8> live, bool result, bool uniform) {
  AllocaInst *slot = DemoteRegToStack(value, false, entry_->begin());
  if (!slot) return;
  if (auto *truths = dyn_cast<FixedVectorType>(slot->getAllocatedType()); truths && truths->getScalarSizeInBits() == 1)
    slot = in_bytes(*slot);
  AllocaInst *group = nullptr;
  if (result) {
    group = slot;  // written between regions
  } else if (uniform) {
    group = new AllocaInst(slot->getAllocatedType(), layout_.getAllocaAddrSpace(), slot->getName() + ".group",
                           entry_->begin());
  }
  if (group) keep_for_group(*group);
  slots_[slot] = {slot, std::move(live), group};
}

// The work-group's values become SSA values, carried from work-item to work-item; if sub-groups wait for each other,
// they stay in memory.
void RegionFormer::keep_for_group(AllocaInst &variable) { (waits_ ? common_ : promotable_).push_back(&variable); }

// A shared variable stays one for the work-group only if no work-item reads it where an earlier one, in the
// same run through a region, has written what comes later: a region that reads and writes it must run once. True: some
// variables are no longer shared.
bool RegionFormer::share_variables(const Uniformity &uniformity) {
  auto touches = [](const Region &region, const AllocaInst *variable, bool &reads, bool &writes) {
    for (const BasicBlock *block : region.blocks)
      for (const Instruction &instruction : *block) {
        auto *store = dyn_cast<StoreInst>(&instruction);
        auto *fill = dyn_cast<MemIntrinsic>(&instruction);
        auto *load = dyn_cast<LoadInst>(&instruction);
        const Value *address = store  ? store->getPointerOperand()
                               : fill ? fill->getDest()
                               : load ? load->getPointerOperand()
                                      : nullptr;
        if (address && getUnderlyingObject(address) == variable) (load ? reads : writes) = true;
      }
  };
  const size_t before = shared_.size();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Region &region : regions_) {
      if (runs_once(region, uniformity)) continue;
      for (const AllocaInst *variable : SmallVector<const AllocaInst *>(shared_.begin(), shared_.end())) {
        bool reads = false, writes = false;
        touches(region, variable, reads, writes);
        if (reads && writes) changed |= shared_.erase(variable);
      }
    }
  }
  return shared_.size() != before;
}

void RegionFormer::drop_shared_lifetimes() {
  // Shared variables live as long as the work-group; markers inside an item loop would end their lives early.
  for (const AllocaInst *variable : shared_)
    for (User *user : make_early_inc_range(const_cast<AllocaInst *>(variable)->users()))
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(user)) lifetime->eraseFromParent();
}

// Gives a spill buffer its place in the work-item context: an element of `size` bytes for each work-item. Offsets are
// multiplied by the padded number of work-items, a multiple of abi::kItemPadding, so an offset aligned like the element
// keeps the whole buffer aligned.
uint64_t RegionFormer::reserve_context(uint64_t size, Align align) {
  uint64_t offset = alignTo(facts_.context_bytes, align);
  facts_.context_bytes = offset + alignTo(size, align);
  return offset;
}

// A work-item's element of the spill buffer at `offset`.
Value *RegionFormer::context_address(IRBuilderBase &builder, uint64_t offset, uint64_t size, Value *item) {
  Value *buffer = field(group_context_, ptr_, offsetof(abi::GroupContext, item_context), "item_context");
  if (offset) {
    if (!padded_items_) {
      Value *all = items();
      IRBuilder<> prologue(entry_->getTerminator());
      padded_items_ = prologue.CreateAnd(prologue.CreateNUWAdd(all, prologue.getInt64(abi::kItemPadding - 1)),
                                         prologue.getInt64(~(abi::kItemPadding - 1)), "padded_items");
    }
    IRBuilder<> prologue(entry_->getTerminator());
    buffer = prologue.CreateInBoundsGEP(builder.getInt8Ty(), buffer,
                                        prologue.CreateNUWMul(padded_items_, prologue.getInt64(offset)));
  }
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), buffer, builder.CreateNUWMul(item, builder.getInt64(size)));
}

// The spill buffer of the work-items' next operations.
Value *RegionFormer::next_operations(IRBuilderBase &builder) {
  return context_address(builder, next_operation_offset_, 4, builder.getInt64(0));
}

void RegionFormer::place_variables() {
  SmallVector<AllocaInst *> variables;
  uint64_t lanes_bytes = 0;
  for (Instruction &instruction : *entry_)
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) variables.push_back(variable);
  for (AllocaInst *variable : variables) {
    if (shared_.contains(variable) || operand_slots_.contains(variable) || slots_.contains(variable) ||
        is_contained(promotable_, variable) || is_contained(common_, variable))
      continue;
    uint64_t bytes = variable->getAllocationSize(layout_).value_or(TypeSize::getFixed(0)).getFixedValue();
    facts_.private_bytes += bytes;
    if (bytes == 0) continue;
    // Whether an address is private is seen of the thread's stack, not of a sub-group's.
    // A debugger may ask for a variable of another work-item.
    if (bytes > kMaxStackVariable || (is_debugged() && !findDVRDeclares(variable).empty()) ||
        (waits_ && stack_begin_) || (sub_groups_ && lanes_bytes + bytes * sub_group_size_ > kMaxLanesOnStack) ||
        crosses_regions(*variable, operations_))
      item_variables_[variable] = reserve_context(alignTo(bytes, variable->getAlign()), variable->getAlign());
    else
      lanes_bytes += bytes * sub_group_size_;
  }
  for (auto &[variable, slot] : slots_) {
    if (slot.group) continue;
    Type *type = variable->getAllocatedType();
    uint64_t size = layout_.getTypeAllocSize(type);
    slot.offset = reserve_context(size, layout_.getABITypeAlign(type));
    facts_.private_bytes += size;
  }
  if (divergent_barriers_ || (waits_ && any_of(regions_, [](const Region &region) { return region.exits.size() > 1; })))
    next_operation_offset_ = reserve_context(4, Align(4));
  facts_.context_bytes = alignTo(facts_.context_bytes, 8);
}

}  // namespace wherry::compiler
