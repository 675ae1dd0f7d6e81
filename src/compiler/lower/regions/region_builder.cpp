// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "compiler/async/modes.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/regions/region_former.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Whether an address may be in a private variable on the stack, which work-items use in turn.
bool may_be_on_stack(const Value *pointer) {
  SmallVector<const Value *> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return any_of(objects, [](const Value *object) {
    if (isa<AllocaInst>(object)) return true;
    const unsigned space = object->getType()->getPointerAddressSpace();
    if (space != kPrivateSpace && space != kGenericSpace) return false;
    auto *load = dyn_cast<LoadInst>(object);  // the arguments' and the context's block are never written
    return !isa<Argument, Constant>(object) && !(load && load->hasMetadata(LLVMContext::MD_invariant_load));
  });
}

// Work-items of a region are independent: no barrier lies between them, and a race is an error of
// the kernel. Private variables on the stack are shared by the iterations and stay unmarked.
void mark_parallel(ArrayRef<BasicBlock *> blocks, Instruction &branch) {
  LLVMContext &context = branch.getContext();
  MDNode *accesses = MDNode::getDistinct(context, {});
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block) {
      Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || instruction.isAtomic() || may_be_on_stack(pointer)) continue;
      instruction.setMetadata(LLVMContext::MD_access_group, accesses);
    }
  MDNode *parallel = MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), accesses});
  MDNode *progress = MDNode::get(context, {MDString::get(context, "llvm.loop.mustprogress")});
  MDNode *loop = MDNode::getDistinct(context, {nullptr, parallel, progress});
  loop->replaceOperandWith(0, loop);
  branch.setMetadata(LLVMContext::MD_loop, loop);
}

}  // namespace

// One region of the result: the region's blocks, cloned into loops over the work-group's work-items, and the way to the
// operation that ends the region.
class RegionFormer::RegionBuilder {
 public:
  RegionBuilder(RegionFormer &former, Region &region, unsigned index, bool checked, ItemNest nest)
      : former_(former), region_(region), index_(index), checked_(checked), flattened_(nest == ItemNest::flattened),
        suffix_(".r" + std::to_string(index)), builder_(region.begin), begin_(region.begin), done_(new_block("done")),
        body_(begin_), latch_(done_), inside_(region.blocks.begin(), region.blocks.end()), waits_(former.waits(region)),
        zero_(builder_.getInt64(0)), local_id_{zero_, zero_, zero_}, item_(zero_) {
    assert(former.end_ && "regions need their targets");
    assert((index == 0 || former.operations_[index - 1].next == region.entry) &&
           "a region starts behind its operation");
  }

  void run() {
    if (waits_)
      make_sub_group_loop();
    else if (region_.loop)
      make_item_loops();
    builder_.SetInsertPoint(body_);
    if (former_.divergent_barriers_ && index_ > 0) skip_other_items();
    clone_blocks();
    find_variables();
    former_.store_work_item(builder_, local_id_, item_);
    for (AllocaInst *variable : touched_) place(*variable);
    declare_again();
    builder_.CreateBr(cast<BasicBlock>(map_[region_.entry]));
    remap_clones();
    for (BasicBlock *clone : clones_) leave(*clone);
    for (BasicBlock *clone : clones_) lower_item_ids(*clone);
    if (region_.loop && !waits_) {
      clones_.push_back(body_);
      mark_parallel(clones_, *item_branch_);
    }
    if (checked_)
      lower_checked_accesses(clones_, begin_->getTerminator());
    else
      drop_checked_accesses(clones_);
    go_to_next_operation();
  }

 private:
  BasicBlock *new_block(const char *name) {
    return BasicBlock::Create(former_.context_, name + suffix_, &former_.group_);
  }

  void make_item_loops();
  void make_sub_group_loop();
  PHINode *make_header(BasicBlock *header, BasicBlock *from, const char *name);
  Instruction *make_latch(PHINode *index, BasicBlock *latch, BasicBlock *header, BasicBlock *exit, Value *size);
  Value *id_of(PHINode *index, Value *size);
  void find_items_of_line(Value *const (&sizes)[3]);
  void find_ids_of_item();
  void mark_item_loops(PHINode *index, ArrayRef<PHINode *> outer);
  void skip_other_items();
  void clone_blocks();
  void find_variables();
  void place(AllocaInst &variable);
  void declare_again();
  void remap_clones();
  void leave(BasicBlock &clone);
  void spill_written(BasicBlock *exit);
  bool asks_for_id(unsigned dimension) const;
  Value *item_id(CallInst &call);
  void lower_item_ids(BasicBlock &block);
  void go_to_next_operation();

  uint32_t number_of(BasicBlock *exit) const { return exit ? former_.operation_at_.lookup(exit) + 1 : 0; }
  Value *next_operation_address() {
    return former_.context_address(builder_, former_.next_operation_offset_, 4, item_);
  }
  Value *spill_address(const SpillSlot &slot) {
    return former_.context_address(builder_, slot.offset,
                                   former_.layout_.getTypeAllocSize(slot.variable->getAllocatedType()), item_);
  }

  RegionFormer &former_;
  Region &region_;
  const unsigned index_;
  const bool checked_, flattened_;
  const std::string suffix_;
  IRBuilder<> builder_;
  BasicBlock *const begin_, *const done_;
  BasicBlock *body_, *latch_;  // the item loop's; the begin and the end of a region that runs once
  Instruction *item_branch_ = nullptr;
  const SmallPtrSet<BasicBlock *, 16> inside_;  // the region's blocks
  const bool waits_;                            // for another sub-group
  Constant *zero_;
  Value *local_id_[3], *item_;             // local id; number of the work-item, by which it finds what it has kept
  Value *first_of_line_ = nullptr;         // number of the first work-item along the lanes' dimension
  ValueToValueMapTy map_;                  // from the work-item function to the clones
  SmallVector<BasicBlock *> clones_;       // clones of region_.blocks, in the same order
  SetVector<AllocaInst *> touched_;        // variables that the region names
  SmallPtrSet<AllocaInst *, 16> written_;  // by stores
};

PHINode *RegionFormer::RegionBuilder::make_header(BasicBlock *header, BasicBlock *from, const char *name) {
  builder_.SetInsertPoint(header);
  PHINode *index = builder_.CreatePHI(former_.i64_, 2, name);
  index->addIncoming(zero_, from);
  return index;
}

// Ends an iteration; returns the branch to the next iteration or out of the loop.
Instruction *RegionFormer::RegionBuilder::make_latch(PHINode *index, BasicBlock *latch, BasicBlock *header,
                                                     BasicBlock *exit, Value *size) {
  builder_.SetInsertPoint(latch);
  Value *next = builder_.CreateAdd(index, builder_.getInt64(1), "", true, true);
  index->addIncoming(next, latch);
  return builder_.CreateCondBr(builder_.Insert(new ICmpInst(CmpInst::ICMP_ULT, next, size)), header, exit);
}

// The work-item's id in a dimension of this size, from the loop's index.
Value *RegionFormer::RegionBuilder::id_of(PHINode *index, Value *size) {
  if (former_.order_ == ItemOrder::ascending) return index;
  Value *last_first =
      former_.field(former_.group_context_, former_.i64_, offsetof(abi::GroupContext, last_first), "last_first");
  Value *from_last = builder_.CreateSub(builder_.CreateSub(size, builder_.getInt64(1)), index);
  return builder_.CreateSelect(builder_.CreateTrunc(last_first, builder_.getInt1Ty()), from_last, index);
}

// Numbers work-items so that neighbours along the lanes' dimension have neighbouring numbers: lanes then reload their
// work-item contexts by contiguous accesses.
void RegionFormer::RegionBuilder::find_items_of_line(Value *const (&sizes)[3]) {
  const unsigned lanes = former_.lane_dimension_, first = lanes == 0, second = lanes == 2 ? 1 : 2;
  Value *line = builder_.CreateNUWAdd(builder_.CreateNUWMul(local_id_[second], sizes[first]), local_id_[first]);
  first_of_line_ = builder_.CreateNUWMul(line, sizes[lanes], "first.of.line");
}

// Where one loop goes over all work-items, local_id_[0] is the local linear id so far. Divides by floating point, which
// vectors have: for numbers as small as a work-group's, half a step off, the quotient is exact.
void RegionFormer::RegionBuilder::find_ids_of_item() {
  Type *real = builder_.getFloatTy();
  auto narrow = [&](Value *value) { return builder_.CreateTrunc(value, former_.i32_); };
  auto divide = [&](Value *value, Value *by) {
    Value *between = builder_.CreateFAdd(builder_.CreateSIToFP(value, real), ConstantFP::get(real, 0.5));
    Value *factor = builder_.CreateFDiv(ConstantFP::get(real, 1), builder_.CreateUIToFP(by, real));
    return builder_.CreateFPToSI(builder_.CreateFMul(between, factor), former_.i32_);
  };
  Value *item = narrow(local_id_[0]), *size = narrow(former_.local_size(0)), *line = divide(item, size);
  Value *lines = narrow(former_.local_size(1)), *plane = divide(line, lines);
  Value *local[3] = {builder_.CreateSub(item, builder_.CreateMul(line, size)),
                     builder_.CreateSub(line, builder_.CreateMul(plane, lines)), plane};
  item_ = local_id_[0];
  for (unsigned dim = 0; dim < 3; ++dim) local_id_[dim] = builder_.CreateZExt(local[dim], former_.i64_);
}

// Marks the item loops that the vectoriser may take: those in ascending order, and those whose accesses ask the host
// only if the kernel sees sub-groups.
void RegionFormer::RegionBuilder::mark_item_loops(PHINode *index, ArrayRef<PHINode *> outer) {
  if (former_.order_ != ItemOrder::ascending || (checked_ && !former_.sub_groups_)) return;
  MDNode *mark = MDNode::get(former_.context_, {});
  for (Instruction *instruction :
       {cast<Instruction>(index), cast<Instruction>(item_branch_->getOperand(0)), item_branch_})
    instruction->setMetadata(kItemLoop, mark);
  for (PHINode *phi : outer) phi->setMetadata(kOuterItemLoop, mark);
}

// Whether the region asks for work-items' ids in a dimension.
bool RegionFormer::RegionBuilder::asks_for_id(unsigned dimension) const {
  return any_of(region_.blocks, [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &one) { return is_id_of(one, dimension); });
  });
}

// Three nested loops, over the dimension whose neighbours become lanes inside. If one loop goes over all work-items,
// the outer ones have one iteration.
void RegionFormer::RegionBuilder::make_item_loops() {
  // The dimensions, outermost first. Next to the lanes' dimension stands one whose ids the region asks for, if there is
  // one: register blocking takes several iterations of its loop at once.
  const unsigned lanes = former_.lane_dimension_;
  std::array<unsigned, 3> nest{lanes == 2 ? 1u : 2u, lanes == 0 ? 1u : 0u, lanes};
  if (!asks_for_id(nest[1]) && asks_for_id(nest[0])) std::swap(nest[0], nest[1]);
  Value *one = builder_.getInt64(1);
  Value *const sizes[3] = {flattened_ ? former_.items() : former_.local_size(0),
                           flattened_ ? one : former_.local_size(1), flattened_ ? one : former_.local_size(2)};
  static constexpr const char *kNames[] = {"x", "y", "z"}, *kLatches[] = {"x.next", "y.next", "z.next"};
  BasicBlock *headers[3], *latches[3];
  for (unsigned dim : nest) headers[dim] = new_block(kNames[dim]);
  for (unsigned dim : reverse(nest)) latches[dim] = new_block(kLatches[dim]);

  PHINode *indices[3];
  BasicBlock *from = begin_;
  for (unsigned dim : nest) {
    builder_.SetInsertPoint(from);
    builder_.CreateBr(headers[dim]);
    indices[dim] = make_header(headers[dim], from, kNames[dim]);
    local_id_[dim] = id_of(indices[dim], sizes[dim]);
    if (dim == nest[1]) find_items_of_line(sizes);  // outside of the item loop
    from = headers[dim];
  }
  item_ = builder_.CreateNUWAdd(first_of_line_, local_id_[lanes], "item");
  if (flattened_) find_ids_of_item();

  body_ = headers[nest[2]];
  latch_ = latches[nest[2]];
  item_branch_ = make_latch(indices[nest[2]], latch_, body_, latches[nest[1]], sizes[nest[2]]);
  make_latch(indices[nest[1]], latches[nest[1]], headers[nest[1]], latches[nest[0]], sizes[nest[1]]);
  make_latch(indices[nest[0]], latches[nest[0]], headers[nest[0]], done_, sizes[nest[0]]);
  mark_item_loops(indices[nest[2]], {indices[nest[0]], indices[nest[1]]});
}

// A loop over sub-groups, whose body lower/sub_groups makes a function of its own, around an item loop over the
// work-items of one. `flattened_`: sub-groups may go from one line along dimension 0 to the next.
void RegionFormer::RegionBuilder::make_sub_group_loop() {
  Value *all = former_.items(), *size = builder_.getInt64(former_.sub_group_size_);
  BasicBlock *group = new_block("sub.group"), *items = new_block("x"), *next_item = new_block("x.next"),
             *next_group = new_block("sub.group.next");
  Value *groups = builder_.CreateUDiv(builder_.CreateNUWAdd(all, builder_.getInt64(former_.sub_group_size_ - 1)), size);
  builder_.CreateBr(group);
  PHINode *number = make_header(group, begin_, "sub.group");
  number->setMetadata(kSubGroupLoop, MDNode::get(former_.context_, {}));
  Value *first = builder_.CreateNUWMul(number, size, "first");
  Value *count = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, builder_.CreateSub(all, first), size);
  Value *line = nullptr, *plane = nullptr, *x = first;
  if (!flattened_) {
    Value *const sizes[2] = {former_.local_size(0), former_.local_size(1)};
    line = builder_.CreateUDiv(first, sizes[0]);
    x = builder_.CreateSub(first, builder_.CreateNUWMul(line, sizes[0]));
    plane = builder_.CreateUDiv(line, sizes[1]);
    line = builder_.CreateSub(line, builder_.CreateNUWMul(plane, sizes[1]));
  }
  builder_.CreateBr(items);
  PHINode *index = make_header(items, group, "x");
  Value *place = id_of(index, count);
  item_ = builder_.CreateNUWAdd(first, place, "item");
  if (flattened_) {
    local_id_[0] = item_;
    find_ids_of_item();
  } else {
    local_id_[0] = builder_.CreateNUWAdd(x, place);
    local_id_[1] = line;
    local_id_[2] = plane;
  }
  body_ = items;
  latch_ = next_item;
  item_branch_ = make_latch(index, next_item, items, next_group, count);
  make_latch(number, next_group, group, done_, groups);
  builder_.SetInsertPoint(items);
  mark_item_loops(index, {});
}

// Skips work-items that have not reached the operation before this region.
void RegionFormer::RegionBuilder::skip_other_items() {
  Value *next = builder_.CreateLoad(former_.i32_, next_operation_address(), "next.operation");
  BasicBlock *here = new_block("here");
  builder_.CreateCondBr(builder_.CreateICmpEQ(next, builder_.getInt32(index_)), here, latch_);
  builder_.SetInsertPoint(here);
}

void RegionFormer::RegionBuilder::clone_blocks() {
  for (BasicBlock *block : region_.blocks) {
    BasicBlock *clone = CloneBasicBlock(block, map_, suffix_, &former_.group_);
    map_[block] = clone;
    clones_.push_back(clone);
    former_.cloned_ += block->size();
  }
}

void RegionFormer::RegionBuilder::find_variables() {
  for (BasicBlock *block : region_.blocks)
    for (Instruction &instruction : *block)
      for (Value *operand : instruction.operands())
        if (auto *variable = dyn_cast<AllocaInst>(operand)) {
          touched_.insert(variable);
          if (isa<StoreInst>(instruction)) written_.insert(variable);
        }
}

// Maps a variable to its place for this region. A variable in the work-item context is addressed there. A spilled value
// gets a variable of this region's own, with the value reloaded if it is live here.
void RegionFormer::RegionBuilder::place(AllocaInst &variable) {
  if (auto found = former_.item_variables_.find(&variable); found != former_.item_variables_.end()) {
    uint64_t bytes = alignTo(variable.getAllocationSize(former_.layout_)->getFixedValue(), variable.getAlign());
    map_[&variable] = former_.context_address(builder_, found->second, bytes, item_);
    return;
  }
  auto found = former_.slots_.find(&variable);
  if (found == former_.slots_.end()) return;
  const SpillSlot &slot = found->second;
  Type *type = variable.getAllocatedType();
  auto *own =
      new AllocaInst(type, former_.layout_.getAllocaAddrSpace(), variable.getName() + suffix_, former_.entry_->begin());
  former_.promotable_.push_back(own);
  map_[&variable] = own;
  BasicBlock *came_from = index_ > 0 ? former_.operations_[index_ - 1].block : nullptr;
  if (!came_from || !(slot.live.contains(came_from) || slot.group == &variable)) return;
  if (slot.group) {
    // Read once, before the first work-item, whose own writes are for the next region.
    IRBuilder<> once(begin_, begin_->begin());
    builder_.CreateStore(once.CreateLoad(type, slot.group), own);
  } else {
    builder_.CreateStore(builder_.CreateLoad(type, spill_address(slot)), own);
  }
}

// A debugger is told once more where a variable stands that another region declares.
void RegionFormer::RegionBuilder::declare_again() {
  for (AllocaInst *variable : touched_)
    for (DbgVariableRecord *declared : findDVRDeclares(variable)) {
      if (inside_.contains(declared->getParent()) || !map_.count(variable)) continue;
      DbgVariableRecord *again = declared->clone();
      again->replaceVariableLocationOp(variable, map_[variable]);
      builder_.GetInsertBlock()->insertDbgRecordBefore(again, builder_.GetInsertPoint());
    }
}

void RegionFormer::RegionBuilder::remap_clones() {
  const RemapFlags flags = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;
  for (BasicBlock *clone : clones_)
    for (Instruction &instruction : make_early_inc_range(*clone)) {
      if (auto *phi = dyn_cast<PHINode>(&instruction))
        for (unsigned i = phi->getNumIncomingValues(); i-- > 0;)
          if (!inside_.contains(phi->getIncomingBlock(i))) phi->removeIncomingValue(i, false);
      // A variable in the work-item context lives as long as the work-group; the marker takes only allocas.
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(&instruction))
        if (auto *variable = dyn_cast<AllocaInst>(lifetime->getArgOperand(0));
            variable && former_.item_variables_.contains(variable)) {
          instruction.eraseFromParent();
          continue;
        }
      RemapDbgRecordRange(former_.group_.getParent(), instruction.getDbgRecordRange(), map_, flags);
      RemapInstruction(&instruction, map_, flags);
    }
}

// Spills written values that the operation block `exit`, or regions behind it, need.
void RegionFormer::RegionBuilder::spill_written(BasicBlock *exit) {
  for (AllocaInst *variable : touched_) {
    auto found = former_.slots_.find(variable);
    if (found == former_.slots_.end() || !written_.contains(variable) || !found->second.live.contains(exit)) continue;
    const SpillSlot &slot = found->second;
    Value *value = builder_.CreateLoad(variable->getAllocatedType(), map_[variable]);
    builder_.CreateStore(value, slot.group ? slot.group : spill_address(slot));
  }
}

// Ends the work-item's run where a block leaves the region: spills, and says which operation comes next.
void RegionFormer::RegionBuilder::leave(BasicBlock &clone) {
  Instruction *terminator = clone.getTerminator();
  BasicBlock *exit = nullptr;
  if (!isa<ReturnInst>(terminator)) {
    if (terminator->getNumSuccessors() != 1 || !former_.operation_at_.contains(terminator->getSuccessor(0))) return;
    exit = terminator->getSuccessor(0);
  }
  builder_.SetInsertPoint(terminator);
  if (exit) spill_written(exit);
  if (former_.divergent_barriers_) {
    // The number of the kernel's end is above those of all operations.
    builder_.CreateStore(builder_.getInt32(exit ? number_of(exit) : UINT32_MAX), next_operation_address());
  } else if (region_.exits.size() > 1 && former_.waits_) {
    builder_.CreateStore(builder_.getInt32(number_of(exit)), next_operation_address());
  } else if (region_.exits.size() > 1) {
    Value *next = builder_.getInt32(number_of(exit));
    if (region_.loop)
      next = builder_.CreateSelect(builder_.CreateICmpEQ(item_, zero_), next,
                                   builder_.CreateLoad(former_.i32_, former_.next_));
    builder_.CreateStore(next, former_.next_);
  }
  builder_.CreateBr(latch_);
  terminator->eraseFromParent();
}

// The value of an intrinsic that tells work-items apart; null: another call.
Value *RegionFormer::RegionBuilder::item_id(CallInst &call) {
  IRBuilder<> builder(&call);
  if (call.getCalledFunction() == former_.first_) return builder.CreateICmpEQ(item_, builder.getInt64(0), "first");
  auto first_lane = [&] {
    return builder.CreateCall(declare_intrinsic(*former_.group_.getParent(), Intrinsic::__wherry_first_lane), {item_});
  };
  const unsigned size = former_.sub_group_size_;
  switch (intrinsic_of(call)) {
  case Intrinsic::__wherry_item: return item_;
  case Intrinsic::__wherry_sub_group_id:
    return builder.CreateTrunc(builder.CreateLShr(first_lane(), Log2_32(size)), former_.i32_);
  case Intrinsic::__wherry_sub_group_size: {
    Value *left = builder.CreateTrunc(builder.CreateSub(former_.items(), first_lane()), former_.i32_);
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, builder.getInt32(size));
  }
  case Intrinsic::__wherry_local_id: {
    Value *dim = call.getArgOperand(0);
    if (auto *known = dyn_cast<ConstantInt>(dim)) return local_id_[std::min<uint64_t>(known->getZExtValue(), 2)];
    auto is = [&](uint64_t other) { return builder.CreateICmpEQ(dim, ConstantInt::get(dim->getType(), other)); };
    Value *id = builder.CreateSelect(is(1), local_id_[1], local_id_[2]);
    return builder.CreateSelect(is(0), local_id_[0], id);
  }
  default: return nullptr;
  }
}

void RegionFormer::RegionBuilder::lower_item_ids(BasicBlock &block) {
  for (Instruction &instruction : make_early_inc_range(block)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Value *value = call && call->getCalledFunction() ? item_id(*call) : nullptr;
    if (!value) continue;
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

// Leads on to the next operation, once all work-items have run.
void RegionFormer::RegionBuilder::go_to_next_operation() {
  builder_.SetInsertPoint(done_);
  auto target = [&](BasicBlock *exit) { return exit ? exit : former_.end_; };
  if (former_.divergent_barriers_) {
    builder_.CreateBr(former_.dispatch_);
  } else if (region_.exits.empty()) {
    builder_.CreateUnreachable();
  } else if (region_.exits.size() == 1) {
    builder_.CreateBr(target(region_.exits[0]));
  } else {
    item_ = zero_;
    Value *next = former_.waits_ ? next_operation_address() : former_.next_;
    SwitchInst *choice =
        builder_.CreateSwitch(builder_.CreateLoad(former_.i32_, next), target(region_.exits[0]), region_.exits.size());
    for (BasicBlock *exit : drop_begin(region_.exits))
      choice->addCase(builder_.getInt32(number_of(exit)), target(exit));
  }
}

// True if no sub-group straddles two item loops over dimension 0: the size is a multiple of the sub-group size, or the
// other dimensions have size 1.
Value *RegionFormer::item_loops_hold_sub_groups(IRBuilderBase &builder) {
  Value *whole = builder.CreateICmpEQ(builder.CreateAnd(local_size(0), builder.getInt64(sub_group_size_ - 1)),
                                      builder.getInt64(0));
  Value *others = builder.CreateOr(builder.CreateSub(local_size(1), builder.getInt64(1)),
                                   builder.CreateSub(local_size(2), builder.getInt64(1)));
  return builder.CreateOr(whole, builder.CreateICmpEQ(others, builder.getInt64(0)));
}

// Whether a sub-group may wait for another one in the region.
bool RegionFormer::waits(const Region &region) const {
  return waits_ && any_of(region.blocks, [](const BasicBlock *block) {
           return any_of(*block, [](const Instruction &one) { return intrinsic_of(one) == Intrinsic::__wherry_yield; });
         });
}

// Builds the region's code; for both nests where a launch's sizes decide between them.
void RegionFormer::build_nests(Region &region, unsigned index, bool checked) {
  auto build_nest = [&](ItemNest nest) { RegionBuilder(*this, region, index, checked, nest).run(); };
  const bool lanes = waits(region) || (region.loop && any_of(region.blocks, [](const BasicBlock *block) {
                                         return any_of(*block, [](const Instruction &instruction) {
                                           const Intrinsic id = intrinsic_of(instruction);
                                           return sees_sub_groups(id) || id == Intrinsic::__wherry_sub_group_id ||
                                                  id == Intrinsic::__wherry_sub_group_size;
                                         });
                                       }));
  if (!lanes) return build_nest(ItemNest::by_dimension);
  BasicBlock *begin = region.begin;
  IRBuilder<> builder(begin);
  Value *holds = item_loops_hold_sub_groups(builder);
  if (auto *known = dyn_cast<ConstantInt>(holds))
    return build_nest(known->isOne() ? ItemNest::by_dimension : ItemNest::flattened);
  SmallVector<BasicBlock *, 2> nests;
  for (ItemNest nest : {ItemNest::by_dimension, ItemNest::flattened}) {
    region.begin = BasicBlock::Create(context_, "nest.r" + std::to_string(index), &group_);
    nests.push_back(region.begin);
    build_nest(nest);
  }
  region.begin = begin;
  builder.CreateCondBr(holds, nests[0], nests[1]);
}

void RegionFormer::build(Region &region, unsigned index) {
  build_nests(region, index, false);
  if (none_of(region.blocks, [](const BasicBlock *block) { return has_checked_accesses(*block); })) return;
  // A second copy of the code, for when async copies are pending: each access asks the host first.
  BasicBlock *plain = region.begin;
  region.begin = BasicBlock::Create(context_, "checked.r" + std::to_string(index), &group_);
  build_nests(region, index, true);
  BasicBlock *choose = BasicBlock::Create(context_, "choose.r" + std::to_string(index), &group_);
  IRBuilder<> builder(choose);
  builder.CreateCondBr(any_pending(builder, group_), region.begin, plain);
  region.begin = choose;
}

}  // namespace wherry::compiler
