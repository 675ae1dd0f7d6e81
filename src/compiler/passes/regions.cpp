#include "compiler/passes/regions.h"

#include <cstddef>

#include "compiler/passes/group_calls.h"
#include "compiler/passes/intrinsics.h"
#include "compiler/passes/item_memory.h"
#include "compiler/passes/uniformity.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Private variables above this leave the worker's stack for the work-item context.
constexpr uint64_t kMaxStackVariable = 16 * 1024;
// A value computed again in the next region costs at most so many instructions.
constexpr unsigned kMaxRecomputed = 6;
constexpr uint64_t kMaxInstructions = 2'000'000;
// True in the group's first work-item; exists only between stashing and looping.
constexpr char kFirst[] = "__wherry_first";

class RegionFormer {
 public:
  explicit RegionFormer(Function &group)
      : group_(group), context_(group.getContext()), layout_(group.getDataLayout()), group_context_(group.getArg(1)),
        i64_(Type::getInt64Ty(context_)), i32_(Type::getInt32Ty(context_)), ptr_(PointerType::get(context_, 0)) {}

  Expected<RegionSummary> run();

 private:
  struct Slot {
    AllocaInst *variable;               // in the entry block; loads and stores only
    SmallPtrSet<BasicBlock *, 8> live;  // operation blocks over which it must be kept
    AllocaInst *group = nullptr;        // where a value that all work-items share is kept between regions
    uint64_t offset = 0;                // in the work-item context, of the others
  };
  struct Region {
    BasicBlock *entry;
    SmallVector<BasicBlock *> blocks;
    SmallVector<BasicBlock *> exits;  // operation blocks, and null for the kernel's end
    BasicBlock *begin = nullptr;      // in the result
    bool loop = true;
  };
  struct Ids {
    Value *local[3];
    Value *linear;
  };

  void split_prologue();
  void split_operations();
  void split_at(CallInst *call);
  void bound_growth();
  void lower_uniform_ids();
  void hoist_uniform(const Uniformity &uniformity);
  void stash_operands(const Uniformity &uniformity);
  void keep_crossing_values(const Uniformity &uniformity);
  bool recompute(Instruction &value);
  void share_variables(const Uniformity &uniformity);
  void place_variables();
  Region find_region(BasicBlock *entry) const;
  bool runs_once(const Region &region, const Uniformity &uniformity) const;
  void build(Region &region, unsigned index);
  void lower_item_ids(BasicBlock &block, const Ids &ids);
  void mark_parallel(ArrayRef<BasicBlock *> blocks, Instruction *latch);

  LoadInst *field(Value *base, Type *type, uint64_t offset, const Twine &name);
  Value *launch() { return field(group_context_, ptr_, offsetof(abi::GroupContext, launch), "launch"); }
  Value *local_size(unsigned dim);
  Value *id_field(Intrinsic id, Value *dim, Instruction *before);
  Value *slot_address(IRBuilderBase &builder, uint64_t offset, uint64_t size, Value *linear);
  uint64_t new_slot(uint64_t size, Align align);

  Function &group_;
  LLVMContext &context_;
  const DataLayout &layout_;
  Argument *group_context_;
  Type *i64_, *i32_, *ptr_;

  BasicBlock *entry_ = nullptr, *body_ = nullptr;
  SmallVector<GroupOperation> operations_;
  DenseMap<BasicBlock *, unsigned> operation_at_;
  DenseMap<std::pair<Value *, uint64_t>, LoadInst *> fields_;
  Value *padded_items_ = nullptr;
  SmallPtrSet<const AllocaInst *, 16> stashes_;      // operands of work-group operations
  MapVector<AllocaInst *, Slot> slots_;              // values that cross regions
  SharedVariables shared_;                           // variables that hold the same for all work-items
  MapVector<AllocaInst *, uint64_t> item_variables_; // one for each work-item, addressed; their offset
  SmallVector<AllocaInst *> promotable_;
  SmallVector<Region> regions_;
  AllocaInst *next_ = nullptr;
  BasicBlock *end_ = nullptr;
  Function *first_ = nullptr;
  uint64_t cloned_ = 0;
  RegionSummary summary_;
};

// The entry block holds what is computed once for the group; the kernel's own code starts at body_.
void RegionFormer::split_prologue() {
  entry_ = &group_.getEntryBlock();
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(group_))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) variables.push_back(variable);
  for (AllocaInst *variable : reverse(variables)) variable->moveBefore(*entry_, entry_->begin());
  auto first = entry_->begin();
  while (isa<AllocaInst>(*first)) ++first;
  body_ = entry_->splitBasicBlock(first, "body");
}

void RegionFormer::split_operations() {
  SmallVector<CallInst *> calls;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&group_))
    for (Instruction &instruction : *block)
      if (is_group_operation(intrinsic_of(instruction))) calls.push_back(cast<CallInst>(&instruction));
  for (CallInst *call : calls) {
    split_at(call);
    (intrinsic_of(*call) == Intrinsic::__wherry_barrier ? summary_.barriers : summary_.copies) = true;
  }
}

void RegionFormer::split_at(CallInst *call) {
  BasicBlock *block = call->getParent()->splitBasicBlock(call, "group.operation");
  BasicBlock *next = block->splitBasicBlock(call->getNextNode(), "region");
  operation_at_[block] = operations_.size();
  operations_.push_back({call, block, next});
}

// A block between two operations stands in the region of every operation that reaches it: many
// operations in a loop would make as many copies of the loop. Where that costs too much, a join that
// the group reaches as one becomes an operation itself, which does nothing.
void RegionFormer::bound_growth() {
  constexpr size_t kFewInstructions = 4000;
  auto size_of = [](const Region &region) {
    size_t size = 0;
    for (const BasicBlock *block : region.blocks) size += block->size();
    return size;
  };
  const size_t limit = std::max<size_t>(kFewInstructions, 3 * group_.getInstructionCount());
  SmallPtrSet<const BasicBlock *, 16> divergent;
  for (bool known = false;; known = true) {
    DenseMap<BasicBlock *, size_t> copies;
    size_t total = 0;
    auto count = [&](const Region &region) {
      total += size_of(region);
      for (BasicBlock *block : region.blocks) ++copies[block];
    };
    count(find_region(body_));
    for (const GroupOperation &operation : operations_) count(find_region(operation.next));
    if (total <= limit) return;
    if (!known) divergent = divergent_blocks(group_, Uniformity(group_));
    BasicBlock *best = nullptr;
    size_t saved = 0;
    for (BasicBlock &block : group_) {
      if (copies.lookup(&block) < 3 || !block.hasNPredecessorsOrMore(2) || divergent.contains(&block)) continue;
      if (operation_at_.contains(block.getSingleSuccessor()) && block.getFirstNonPHIIt()->isTerminator()) continue;
      size_t saving = (copies.lookup(&block) - 1) * size_of(find_region(&block));
      if (saving > saved) best = &block, saved = saving;
    }
    if (!best || saved < limit / 16) return;
    FunctionCallee barrier = group_.getParent()->getOrInsertFunction(
        "__wherry_barrier", FunctionType::get(Type::getVoidTy(context_), {i32_}, false));
    split_at(CallInst::Create(barrier, {ConstantInt::get(i32_, 0)}, "", best->getFirstNonPHIIt()));
  }
}

// A field that never changes while the group runs, loaded once.
LoadInst *RegionFormer::field(Value *base, Type *type, uint64_t offset, const Twine &name) {
  LoadInst *&load = fields_[{base, offset}];
  if (!load) {
    IRBuilder<> builder(entry_->getTerminator());
    load = load_invariant(builder, type, base, offset, name);
  }
  return load;
}

Value *RegionFormer::local_size(unsigned dim) {
  return field(group_context_, i64_, offsetof(abi::GroupContext, local_size) + 8 * dim, "local_size");
}

// The value of an id or size that is the same for the group: loaded in the prologue where the
// dimension is known, else where it is asked for.
Value *RegionFormer::id_field(Intrinsic id, Value *dim, Instruction *before) {
  uint64_t offset = 0;
  bool in_launch = true;
  Type *type = i64_;
  switch (id) {
  case Intrinsic::__wherry_group_id: offset = offsetof(abi::GroupContext, group_id); in_launch = false; break;
  case Intrinsic::__wherry_local_size: offset = offsetof(abi::GroupContext, local_size); in_launch = false; break;
  case Intrinsic::__wherry_num_groups: offset = offsetof(abi::Launch, num_groups); break;
  case Intrinsic::__wherry_global_size: offset = offsetof(abi::Launch, global_size); break;
  case Intrinsic::__wherry_global_offset: offset = offsetof(abi::Launch, global_offset); break;
  case Intrinsic::__wherry_enqueued_local_size: offset = offsetof(abi::Launch, local_size); break;
  case Intrinsic::__wherry_work_dim: offset = offsetof(abi::Launch, work_dim); type = i32_; break;
  default: return nullptr;
  }
  auto *constant = dyn_cast_or_null<ConstantInt>(dim);
  if (constant) offset += 8 * std::min<uint64_t>(constant->getZExtValue(), 2);
  Value *base = in_launch ? launch() : group_context_;
  if (constant || !dim) return field(base, type, offset, "field");
  IRBuilder<> builder(before);
  Value *index = builder.CreateZExtOrTrunc(dim, i64_);
  Value *address = builder.CreateGEP(i64_, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset), index);
  return load_invariant(builder, type, address, 0, "field");
}

void RegionFormer::lower_uniform_ids() {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(group_)) {
    Intrinsic id = intrinsic_of(instruction);
    if (id != Intrinsic::none && id != Intrinsic::__wherry_local_id && !is_group_operation(id))
      calls.push_back(cast<CallInst>(&instruction));
  }
  for (CallInst *call : calls) {
    Value *dim = call->arg_size() ? call->getArgOperand(0) : nullptr;
    call->replaceAllUsesWith(id_field(intrinsic_of(*call), dim, call));
    call->eraseFromParent();
  }
}

// What is the same for the group, costs no memory access that could fault, and depends on nothing
// computed later is computed once, before the first region.
void RegionFormer::hoist_uniform(const Uniformity &uniformity) {
  Argument *args = group_.getArg(0);
  auto from_argument_block = [&](const Instruction &instruction) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    return load && !load->isVolatile() && isa<ConstantInt, Argument, GetElementPtrInst>(load->getPointerOperand()) &&
           is_contained({args, group_context_}, load->getPointerOperand()->stripInBoundsConstantOffsets());
  };
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&group_)) {
    if (block == entry_) continue;
    for (Instruction &instruction : make_early_inc_range(*block)) {
      if (isa<PHINode>(instruction) || instruction.isTerminator() || instruction.getType()->isVoidTy()) continue;
      if (!uniformity.uniform(instruction) || isa<DbgInfoIntrinsic>(instruction)) continue;
      bool ready = all_of(instruction.operands(), [&](const Value *operand) {
        auto *definition = dyn_cast<Instruction>(operand);
        return !definition || definition->getParent() == entry_;
      });
      if (!ready) continue;
      if (!from_argument_block(instruction) &&
          (instruction.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&instruction)))
        continue;
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isConvergent()) continue;
      instruction.moveBefore(*entry_, entry_->getTerminator()->getIterator());
    }
  }
}

// A work-group operation runs between two regions, with the first work-item's arguments.
void RegionFormer::stash_operands(const Uniformity &uniformity) {
  for (GroupOperation &operation : operations_) {
    Instruction *end = operation.block->getSinglePredecessor()->getTerminator();
    for (Use &use : operation.call->args()) {
      auto *value = dyn_cast<Instruction>(use.get());
      if (!value || (value->getParent() == entry_ && !isa<AllocaInst>(value))) continue;
      auto *slot = new AllocaInst(value->getType(), layout_.getAllocaAddrSpace(), "stash", entry_->begin());
      stashes_.insert(slot);
      promotable_.push_back(slot);
      bool uniform = uniformity.uniform(use);
      IRBuilder<> builder(end);
      Value *kept = value;
      if (!uniform)
        kept = builder.CreateSelect(builder.CreateCall(first_), value, builder.CreateLoad(value->getType(), slot));
      builder.CreateStore(kept, slot);
      builder.SetInsertPoint(operation.call);
      use.set(builder.CreateLoad(value->getType(), slot));
    }
  }
}

// Computes a cheap value again where it is used, from what every region has at hand.
bool RegionFormer::recompute(Instruction &value) {
  SetVector<Instruction *> tree;
  tree.insert(&value);
  for (unsigned i = 0; i < tree.size(); ++i) {
    Instruction *node = tree[i];
    bool is_id = intrinsic_of(*node) == Intrinsic::__wherry_local_id;
    if (isa<PHINode, AllocaInst, CallBase>(node) && !is_id) return false;
    if (!is_id && (node->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(node))) return false;
    if (node->getOpcode() == Instruction::SDiv || node->getOpcode() == Instruction::UDiv ||
        node->getOpcode() == Instruction::FDiv)
      return false;
    for (Value *operand : node->operands())
      if (auto *definition = dyn_cast<Instruction>(operand); definition && definition->getParent() != entry_)
        tree.insert(definition);
    if (tree.size() > kMaxRecomputed) return false;
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
    auto *user = cast<Instruction>(use->getUser());
    auto *phi = dyn_cast<PHINode>(user);
    BasicBlock *where = phi ? phi->getIncomingBlock(*use) : user->getParent();
    if (where == value.getParent()) continue;
    Instruction *before = phi ? where->getTerminator() : user;
    ValueToValueMapTy copies;
    for (Instruction *node : order) {
      Instruction *copy = node->clone();
      copy->insertBefore(before->getIterator());
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      copies[node] = copy;
    }
    // A phi with several edges from one block needs one value for all of them.
    Value *replacement = copies[&value];
    if (phi) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (phi->getIncomingBlock(i) == where && phi->getIncomingValue(i) == &value) phi->setIncomingValue(i, replacement);
    } else {
      use->set(replacement);
    }
  }
  return true;
}

// Values needed after a work-group operation: computed again, or kept once for the group, or kept
// for each work-item.
void RegionFormer::keep_crossing_values(const Uniformity &uniformity) {
  struct Crossing {
    Instruction *value;
    SmallPtrSet<BasicBlock *, 8> live;
    bool uniform;
  };
  SmallVector<Crossing, 0> crossings;
  for (Instruction &instruction : instructions(group_)) {
    if (instruction.getParent() == entry_ || instruction.use_empty() || instruction.getType()->isTokenTy()) continue;
    SmallPtrSet<const BasicBlock *, 16> blocks;
    live_in_blocks(instruction, blocks);
    Crossing crossing{&instruction, {}, false};
    for (const GroupOperation &operation : operations_)
      if (blocks.contains(operation.block)) crossing.live.insert(operation.block);
    bool result = operation_at_.contains(instruction.getParent()) && isa<CallInst>(instruction);
    if (crossing.live.empty() && !result) continue;
    crossing.uniform = result || (uniformity.uniform(instruction) && all_of(instruction.uses(), [&](const Use &use) {
                                    return uniformity.uniform(use);
                                  }));
    crossings.push_back(std::move(crossing));
  }
  SmallVector<WeakTrackingVH> unused;
  for (Crossing &crossing : crossings) {
    bool result = operation_at_.contains(crossing.value->getParent());
    if (!result && recompute(*crossing.value)) {
      unused.push_back(crossing.value);
      continue;
    }
    AllocaInst *slot = DemoteRegToStack(*crossing.value, false, entry_->begin());
    if (!slot) continue;
    AllocaInst *group = nullptr;
    if (result) {
      group = slot;  // written between regions
      promotable_.push_back(slot);
    } else if (crossing.uniform) {
      group = new AllocaInst(slot->getAllocatedType(), layout_.getAllocaAddrSpace(), slot->getName() + ".group", entry_->begin());
      promotable_.push_back(group);
    }
    slots_[slot] = {slot, std::move(crossing.live), group};
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

// A shared variable stays one for the group only if no work-item reads it where an earlier one, in the
// same run through a region, has written what comes later: a region that does both must run once.
void RegionFormer::share_variables(const Uniformity &uniformity) {
  auto touches = [](const Region &region, const AllocaInst *variable, bool &reads, bool &writes) {
    for (const BasicBlock *block : region.blocks)
      for (const Instruction &instruction : *block) {
        auto *store = dyn_cast<StoreInst>(&instruction);
        auto *fill = dyn_cast<MemIntrinsic>(&instruction);
        auto *load = dyn_cast<LoadInst>(&instruction);
        const Value *address = store ? store->getPointerOperand() : fill ? fill->getDest() : load ? load->getPointerOperand() : nullptr;
        if (address && getUnderlyingObject(address) == variable) (load ? reads : writes) = true;
      }
  };
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
  // Their life is the group's; markers inside a work-item loop would end it.
  for (const AllocaInst *variable : shared_)
    for (User *user : make_early_inc_range(const_cast<AllocaInst *>(variable)->users()))
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(user)) lifetime->eraseFromParent();
}

uint64_t RegionFormer::new_slot(uint64_t size, Align align) {
  // Offsets are multiplied by the padded number of work-items, a multiple of abi::kItemPadding, so an
  // offset aligned like the type keeps the whole array aligned.
  uint64_t offset = alignTo(summary_.context_bytes, align);
  summary_.context_bytes = offset + alignTo(size, align);
  return offset;
}

void RegionFormer::place_variables() {
  SmallVector<AllocaInst *> variables;
  for (Instruction &instruction : *entry_)
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) variables.push_back(variable);
  for (AllocaInst *variable : variables) {
    if (shared_.contains(variable) || stashes_.contains(variable) || slots_.contains(variable) || is_contained(promotable_, variable)) continue;
    uint64_t bytes = variable->getAllocationSize(layout_).value_or(TypeSize::getFixed(0)).getFixedValue();
    summary_.private_bytes += bytes;
    if (bytes && (bytes > kMaxStackVariable || crosses_regions(*variable, operations_)))
      item_variables_[variable] = new_slot(alignTo(bytes, variable->getAlign()), variable->getAlign());
  }
  for (auto &[variable, slot] : slots_) {
    if (slot.group) continue;
    Type *type = variable->getAllocatedType();
    uint64_t size = layout_.getTypeAllocSize(type);
    slot.offset = new_slot(size, layout_.getABITypeAlign(type));
    summary_.private_bytes += size;
  }
  summary_.context_bytes = alignTo(summary_.context_bytes, 8);
}

RegionFormer::Region RegionFormer::find_region(BasicBlock *entry) const {
  Region region{entry, {}, {}};
  SetVector<BasicBlock *> blocks, exits;
  blocks.insert(entry);
  for (unsigned i = 0; i < blocks.size(); ++i) {
    if (isa<ReturnInst>(blocks[i]->getTerminator())) exits.insert(nullptr);
    for (BasicBlock *successor : successors(blocks[i])) {
      if (operation_at_.contains(successor)) exits.insert(successor);
      else blocks.insert(successor);
    }
  }
  region.blocks.assign(blocks.begin(), blocks.end());
  region.exits.assign(exits.begin(), exits.end());
  return region;
}

// Whether one work-item's run through the region has the effect of all of them: nothing in it
// depends on the work-item, and it writes only what the group has once.
bool RegionFormer::runs_once(const Region &region, const Uniformity &uniformity) const {
  auto one_for_all = [this](const Value *address) {
    auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(address));
    auto slot = slots_.find(const_cast<AllocaInst *>(variable));
    return variable && (stashes_.contains(variable) || shared_.contains(variable) ||
                        (slot != slots_.end() && slot->second.group));
  };
  // The first work-item's own variable, handed to the operation at the end, is found by its id.
  for (BasicBlock *exit : region.exits)
    if (exit && any_of(operations_[operation_at_.lookup(exit)].call->args(), [&](const Use &arg) {
          return isa<AllocaInst>(arg) && !shared_.contains(cast<AllocaInst>(arg));
        }))
      return false;
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block) {
      if (isa<LifetimeIntrinsic>(instruction)) continue;
      if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        if (!one_for_all(store->getPointerOperand())) return false;
        continue;
      }
      if (auto *fill = dyn_cast<MemIntrinsic>(&instruction)) {
        auto *transfer = dyn_cast<MemTransferInst>(fill);
        if (!one_for_all(fill->getDest()) || (transfer && !isa<GlobalVariable>(getUnderlyingObject(transfer->getSource())))) return false;
        continue;
      }
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        if (one_for_all(load->getPointerOperand())) continue;
        if (isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand()))) return false;
      }
      if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction() == first_) continue;
      if (isa<SelectInst>(instruction) && isa<CallInst>(instruction.getOperand(0)) &&
          cast<CallInst>(instruction.getOperand(0))->getCalledFunction() == first_)
        continue;
      if (intrinsic_of(instruction) == Intrinsic::__wherry_local_id || instruction.mayHaveSideEffects()) return false;
      if (instruction.isTerminator() ? uniformity.divergent_terminator(*block) : !uniformity.uniform(instruction))
        return false;
    }
  return true;
}

Value *RegionFormer::slot_address(IRBuilderBase &builder, uint64_t offset, uint64_t size, Value *linear) {
  Value *base = field(group_context_, ptr_, offsetof(abi::GroupContext, item_context), "item_context");
  if (!padded_items_) {
    Value *sizes[3] = {local_size(0), local_size(1), local_size(2)};
    IRBuilder<> prologue(entry_->getTerminator());
    Value *items = prologue.CreateNUWMul(prologue.CreateNUWMul(sizes[0], sizes[1]), sizes[2], "items");
    padded_items_ = prologue.CreateAnd(prologue.CreateNUWAdd(items, prologue.getInt64(abi::kItemPadding - 1)),
                                       prologue.getInt64(~(abi::kItemPadding - 1)), "padded_items");
  }
  IRBuilder<> prologue(entry_->getTerminator());
  Value *array = prologue.CreateInBoundsGEP(builder.getInt8Ty(), base,
                                            prologue.CreateNUWMul(padded_items_, prologue.getInt64(offset)));
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), array, builder.CreateNUWMul(linear, builder.getInt64(size)));
}

void RegionFormer::lower_item_ids(BasicBlock &block, const Ids &ids) {
  for (Instruction &instruction : make_early_inc_range(block)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || !call->getCalledFunction()) continue;
    IRBuilder<> builder(call);
    Value *value = nullptr;
    if (call->getCalledFunction() == first_) {
      value = builder.CreateICmpEQ(ids.linear, builder.getInt64(0), "first");
    } else if (intrinsic_of(*call) == Intrinsic::__wherry_local_id) {
      Value *dim = call->getArgOperand(0);
      if (auto *constant = dyn_cast<ConstantInt>(dim)) {
        value = ids.local[std::min<uint64_t>(constant->getZExtValue(), 2)];
      } else {
        value = builder.CreateSelect(builder.CreateICmpEQ(dim, ConstantInt::get(dim->getType(), 1)), ids.local[1], ids.local[2]);
        value = builder.CreateSelect(builder.CreateICmpEQ(dim, ConstantInt::get(dim->getType(), 0)), ids.local[0], value);
      }
    }
    if (!value) continue;
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

// Work-items of a region are independent: no barrier lies between them, and a race is an error of
// the kernel. Private variables on the stack are shared by the iterations and stay unmarked.
void RegionFormer::mark_parallel(ArrayRef<BasicBlock *> blocks, Instruction *latch) {
  MDNode *accesses = MDNode::getDistinct(context_, {});
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block) {
      Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || instruction.isAtomic() || isa<AllocaInst>(getUnderlyingObject(pointer))) continue;
      instruction.setMetadata(LLVMContext::MD_access_group, accesses);
    }
  MDNode *parallel = MDNode::get(context_, {MDString::get(context_, "llvm.loop.parallel_accesses"), accesses});
  MDNode *progress = MDNode::get(context_, {MDString::get(context_, "llvm.loop.mustprogress")});
  MDNode *loop = MDNode::getDistinct(context_, {nullptr, parallel, progress});
  loop->replaceOperandWith(0, loop);
  latch->setMetadata(LLVMContext::MD_loop, loop);
}

// One region of the result: its blocks cloned into a loop over the group's work-items, then the
// operation that ends it.
void RegionFormer::build(Region &region, unsigned index) {
  std::string suffix = ".r" + std::to_string(index);
  auto new_block = [&](const char *name) { return BasicBlock::Create(context_, name + suffix, &group_); };
  BasicBlock *begin = region.begin, *done = new_block("done");
  IRBuilder<> builder(begin);
  Constant *zero = builder.getInt64(0);
  Ids ids{{zero, zero, zero}, zero};
  BasicBlock *item = begin, *latch = done;
  Instruction *x_branch = nullptr;

  if (region.loop) {
    BasicBlock *z_head = new_block("z"), *y_head = new_block("y"), *x_head = new_block("x");
    BasicBlock *x_latch = new_block("x.next"), *y_latch = new_block("y.next"), *z_latch = new_block("z.next");
    Value *sizes[3] = {local_size(0), local_size(1), local_size(2)};
    builder.CreateBr(z_head);
    auto head = [&](BasicBlock *block, BasicBlock *from, const char *name) {
      builder.SetInsertPoint(block);
      PHINode *phi = builder.CreatePHI(i64_, 2, name);
      phi->addIncoming(zero, from);
      return phi;
    };
    auto next = [&](PHINode *phi, BasicBlock *block, BasicBlock *again, BasicBlock *out, Value *size) {
      builder.SetInsertPoint(block);
      Value *following = builder.CreateAdd(phi, builder.getInt64(1), "", true, true);
      phi->addIncoming(following, block);
      return builder.CreateCondBr(builder.CreateICmpULT(following, size), again, out);
    };
    PHINode *z = head(z_head, begin, "z");
    builder.CreateBr(y_head);
    PHINode *y = head(y_head, z_head, "y");
    Value *row = builder.CreateNUWMul(builder.CreateNUWAdd(builder.CreateNUWMul(z, sizes[1]), y), sizes[0], "row");
    builder.CreateBr(x_head);
    PHINode *x = head(x_head, y_head, "x");
    ids = {{x, y, z}, builder.CreateNUWAdd(row, x, "item")};
    x_branch = next(x, x_latch, x_head, y_latch, sizes[0]);
    next(y, y_latch, y_head, z_latch, sizes[1]);
    next(z, z_latch, z_head, done, sizes[2]);
    item = x_head;
    latch = x_latch;
  }

  builder.SetInsertPoint(item);
  ValueToValueMapTy map;
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock *block : region.blocks) {
    BasicBlock *copy = CloneBasicBlock(block, map, suffix, &group_);
    map[block] = copy;
    blocks.push_back(copy);
    cloned_ += block->size();
  }
  SmallPtrSet<BasicBlock *, 16> inside(region.blocks.begin(), region.blocks.end());

  auto item_address = [&](const Slot &slot) {
    return slot_address(builder, slot.offset, layout_.getTypeAllocSize(slot.variable->getAllocatedType()), ids.linear);
  };
  // Which of the work-items' own values and variables this region touches.
  SmallPtrSet<AllocaInst *, 16> read, written;
  SetVector<AllocaInst *> touched;
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block)
      for (Value *operand : instruction.operands())
        if (auto *variable = dyn_cast<AllocaInst>(operand)) {
          touched.insert(variable);
          (isa<StoreInst>(instruction) ? written : read).insert(variable);
        }
  BasicBlock *came_from = nullptr;
  for (const GroupOperation &operation : operations_)
    if (operation.next == region.entry) came_from = operation.block;
  for (AllocaInst *variable : touched) {
    if (auto found = item_variables_.find(variable); found != item_variables_.end()) {
      uint64_t bytes = alignTo(variable->getAllocationSize(layout_)->getFixedValue(), variable->getAlign());
      map[variable] = slot_address(builder, found->second, bytes, ids.linear);
    } else if (auto found = slots_.find(variable); found != slots_.end()) {
      const Slot &slot = found->second;
      Type *type = variable->getAllocatedType();
      auto *shadow = new AllocaInst(type, layout_.getAllocaAddrSpace(), variable->getName() + suffix, entry_->begin());
      promotable_.push_back(shadow);
      map[variable] = shadow;
      if (!came_from || !(slot.live.contains(came_from) || slot.group == variable)) continue;
      if (slot.group) {
        // Read before the first work-item: what it writes is for the next region.
        IRBuilder<> once(begin, begin->begin());
        builder.CreateStore(once.CreateLoad(type, slot.group), shadow);
      } else {
        builder.CreateStore(builder.CreateLoad(type, item_address(slot)), shadow);
      }
    }
  }
  builder.CreateBr(cast<BasicBlock>(map[region.entry]));

  for (BasicBlock *copy : blocks)
    for (Instruction &instruction : make_early_inc_range(*copy)) {
      if (auto *phi = dyn_cast<PHINode>(&instruction))
        for (unsigned i = phi->getNumIncomingValues(); i-- > 0;)
          if (!inside.contains(phi->getIncomingBlock(i))) phi->removeIncomingValue(i, false);
      // A variable in the work-item context lives as long as the group; the marker takes only allocas.
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(&instruction))
        if (auto *variable = dyn_cast<AllocaInst>(lifetime->getArgOperand(0)); variable && item_variables_.contains(variable)) {
          instruction.eraseFromParent();
          continue;
        }
      RemapDbgRecordRange(group_.getParent(), instruction.getDbgRecordRange(), map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }

  // Leaving: keep what the next regions need, and say which operation comes.
  for (auto [original, copy] : zip_equal(region.blocks, blocks)) {
    Instruction *terminator = copy->getTerminator();
    BasicBlock *exit = nullptr;
    if (!isa<ReturnInst>(terminator)) {
      if (terminator->getNumSuccessors() != 1 || !operation_at_.contains(terminator->getSuccessor(0))) continue;
      exit = terminator->getSuccessor(0);
    }
    builder.SetInsertPoint(terminator);
    for (AllocaInst *variable : touched) {
      auto found = slots_.find(variable);
      if (found == slots_.end() || !written.contains(variable) || !exit || !found->second.live.contains(exit)) continue;
      Value *value = builder.CreateLoad(variable->getAllocatedType(), map[variable]);
      builder.CreateStore(value, found->second.group ? found->second.group : item_address(found->second));
    }
    if (region.exits.size() > 1) {
      Value *id = builder.getInt32(exit ? operation_at_[exit] + 1 : 0);
      if (region.loop)
        id = builder.CreateSelect(builder.CreateICmpEQ(ids.linear, zero), id, builder.CreateLoad(i32_, next_));
      builder.CreateStore(id, next_);
    }
    builder.CreateBr(latch);
    terminator->eraseFromParent();
  }
  for (BasicBlock *copy : blocks) lower_item_ids(*copy, ids);
  if (region.loop) {
    blocks.push_back(item);
    mark_parallel(blocks, x_branch);
  }

  builder.SetInsertPoint(done);
  auto target = [&](BasicBlock *exit) { return exit ? exit : end_; };
  if (region.exits.empty()) {
    builder.CreateUnreachable();
  } else if (region.exits.size() == 1) {
    builder.CreateBr(target(region.exits[0]));
  } else {
    SwitchInst *go = builder.CreateSwitch(builder.CreateLoad(i32_, next_), target(region.exits[0]), region.exits.size());
    for (BasicBlock *exit : drop_begin(region.exits))
      go->addCase(builder.getInt32(exit ? operation_at_[exit] + 1 : 0), target(exit));
  }
}

Expected<RegionSummary> RegionFormer::run() {
  removeUnreachableBlocks(group_);
  split_prologue();
  lower_uniform_ids();
  split_operations();
  bound_growth();
  first_ = Function::Create(FunctionType::get(Type::getInt1Ty(context_), false), GlobalValue::ExternalLinkage, kFirst,
                            group_.getParent());
  first_->setDoesNotAccessMemory();
  first_->setWillReturn();
  first_->setDoesNotThrow();
  for (Instruction &instruction : instructions(group_)) summary_.prints |= is_printf(instruction);

  regions_.push_back(find_region(body_));
  for (const GroupOperation &operation : operations_) regions_.push_back(find_region(operation.next));
  if (!operations_.empty()) {
    shared_ = shared_variables(group_);
    if (!shared_.empty()) share_variables(Uniformity(group_, shared_));
  }
  Uniformity uniformity(group_, shared_);
  hoist_uniform(uniformity);
  stash_operands(uniformity);
  keep_crossing_values(uniformity);
  place_variables();

  next_ = new AllocaInst(i32_, layout_.getAllocaAddrSpace(), "next", entry_->begin());
  promotable_.push_back(next_);
  end_ = BasicBlock::Create(context_, "end", &group_);
  ReturnInst::Create(context_, end_);

  for (auto [index, region] : enumerate(regions_)) {
    region.loop = !runs_once(region, uniformity) || operations_.empty();
    region.begin = BasicBlock::Create(context_, "begin.r" + std::to_string(index), &group_);
    summary_.loops += region.loop;
  }
  summary_.regions = regions_.size();
  for (auto [index, region] : enumerate(regions_)) {
    build(region, index);
    if (cloned_ > kMaxInstructions)
      return createStringError("error: kernel '" + group_.getName().drop_front(3).str() +
                               "' has so many work-group operations in branching control flow that its regions exceed " +
                               std::to_string(kMaxInstructions) + " instructions");
  }
  entry_->getTerminator()->setSuccessor(0, regions_[0].begin);
  for (auto [index, operation] : enumerate(operations_)) {
    operation.block->getTerminator()->setSuccessor(0, regions_[index + 1].begin);
    lower_group_operation(*operation.call, group_context_);
  }
  removeUnreachableBlocks(group_);
  lower_prints(group_);

  DominatorTree dominators(group_);
  SmallVector<AllocaInst *> slots;
  for (AllocaInst *variable : promotable_) {
    if (isAllocaPromotable(variable)) slots.push_back(variable);
  }
  PromoteMemToReg(slots, dominators);
  for (Instruction &instruction : make_early_inc_range(*entry_))
    if (isa<AllocaInst>(instruction) && instruction.use_empty()) instruction.eraseFromParent();
  first_->eraseFromParent();
  return summary_;
}

}  // namespace

Expected<RegionSummary> form_regions(Function &group) { return RegionFormer(group).run(); }

}  // namespace wherry::compiler
