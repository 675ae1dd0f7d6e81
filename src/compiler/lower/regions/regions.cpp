#include "compiler/lower/regions/regions.h"

#include <cstddef>

#include "compiler/async/modes.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/collectives.h"
#include "compiler/lower/divergent_barriers.h"
#include "compiler/lower/host_calls.h"
#include "compiler/lower/regions/region_former.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
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

constexpr uint64_t kMaxInstructions = 2'000'000;

}  // namespace

RegionFormer::Region RegionFormer::find_region(BasicBlock *entry) const {
  Region region{entry, {}, {}};
  SetVector<BasicBlock *> blocks, exits;
  blocks.insert(entry);
  for (unsigned i = 0; i < blocks.size(); ++i) {
    if (isa<ReturnInst>(blocks[i]->getTerminator())) exits.insert(nullptr);
    for (BasicBlock *successor : successors(blocks[i])) {
      if (operation_at_.contains(successor))
        exits.insert(successor);
      else
        blocks.insert(successor);
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
    return variable &&
           (stashes_.contains(variable) || shared_.contains(variable) || (slot != slots_.end() && slot->second.group));
  };
  // The first work-item's own variable, handed to the operation at the end, is found by its id.
  for (BasicBlock *exit : region.exits)
    if (exit && any_of(operations_[operation_at_.lookup(exit)].call->args(), [&](const Use &arg) {
          auto *variable = dyn_cast<AllocaInst>(arg);
          return variable && !shared_.contains(variable) && !rows_.contains(variable);
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
        if (!one_for_all(fill->getDest()) || (transfer && !is_constant(getUnderlyingObject(transfer->getSource()))))
          return false;
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
      if (is_item_id(intrinsic_of(instruction)) || instruction.mayHaveSideEffects()) return false;
      if (instruction.isTerminator() ? uniformity.divergent_terminator(*block) : !uniformity.uniform(instruction))
        return false;
    }
  return true;
}

Value *RegionFormer::items() {
  if (!items_) {
    Value *sizes[3] = {local_size(0), local_size(1), local_size(2)};
    IRBuilder<> prologue(entry_->getTerminator());
    items_ = prologue.CreateNUWMul(prologue.CreateNUWMul(sizes[0], sizes[1]), sizes[2], "items");
  }
  return items_;
}

Value *RegionFormer::slot_address(IRBuilderBase &builder, uint64_t offset, uint64_t size, Value *linear) {
  Value *base = field(group_context_, ptr_, offsetof(abi::GroupContext, item_context), "item_context");
  if (!padded_items_) {
    Value *all = items();
    IRBuilder<> prologue(entry_->getTerminator());
    padded_items_ = prologue.CreateAnd(prologue.CreateNUWAdd(all, prologue.getInt64(abi::kItemPadding - 1)),
                                       prologue.getInt64(~(abi::kItemPadding - 1)), "padded_items");
  }
  IRBuilder<> prologue(entry_->getTerminator());
  Value *array = prologue.CreateInBoundsGEP(builder.getInt8Ty(), base,
                                            prologue.CreateNUWMul(padded_items_, prologue.getInt64(offset)));
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), array, builder.CreateNUWMul(linear, builder.getInt64(size)));
}

void RegionFormer::lower_item_ids(BasicBlock &block, const Ids &ids) {
  auto first_lane = [&](IRBuilder<> &builder) {
    return builder.CreateCall(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_first_lane), {ids.linear});
  };
  for (Instruction &instruction : make_early_inc_range(block)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || !call->getCalledFunction()) continue;
    IRBuilder<> builder(call);
    Value *value = nullptr;
    if (call->getCalledFunction() == first_) {
      value = builder.CreateICmpEQ(ids.linear, builder.getInt64(0), "first");
    } else if (intrinsic_of(*call) == Intrinsic::__wherry_item) {
      value = ids.linear;
    } else if (intrinsic_of(*call) == Intrinsic::__wherry_sub_group_id) {
      value = builder.CreateTrunc(builder.CreateLShr(first_lane(builder), Log2_32(sub_group_size_)), i32_);
    } else if (intrinsic_of(*call) == Intrinsic::__wherry_sub_group_size) {
      Value *left = builder.CreateTrunc(builder.CreateSub(items(), first_lane(builder)), i32_);
      value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, builder.getInt32(sub_group_size_));
    } else if (intrinsic_of(*call) == Intrinsic::__wherry_local_id) {
      Value *dim = call->getArgOperand(0);
      if (auto *constant = dyn_cast<ConstantInt>(dim)) {
        value = ids.local[std::min<uint64_t>(constant->getZExtValue(), 2)];
      } else {
        value = builder.CreateSelect(builder.CreateICmpEQ(dim, ConstantInt::get(dim->getType(), 1)), ids.local[1],
                                     ids.local[2]);
        value =
            builder.CreateSelect(builder.CreateICmpEQ(dim, ConstantInt::get(dim->getType(), 0)), ids.local[0], value);
      }
    }
    if (!value) continue;
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

// Whether an address may be in a private variable on the stack, which work-items use in turn.
static bool may_be_on_stack(const Value *pointer) {
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
void RegionFormer::mark_parallel(ArrayRef<BasicBlock *> blocks, Instruction *latch) {
  MDNode *accesses = MDNode::getDistinct(context_, {});
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block) {
      Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || instruction.isAtomic() || may_be_on_stack(pointer)) continue;
      instruction.setMetadata(LLVMContext::MD_access_group, accesses);
    }
  MDNode *parallel = MDNode::get(context_, {MDString::get(context_, "llvm.loop.parallel_accesses"), accesses});
  MDNode *progress = MDNode::get(context_, {MDString::get(context_, "llvm.loop.mustprogress")});
  MDNode *loop = MDNode::getDistinct(context_, {nullptr, parallel, progress});
  loop->replaceOperandWith(0, loop);
  latch->setMetadata(LLVMContext::MD_loop, loop);
}

// Without sub-groups any loop does. Where a row is a multiple of them, or there is but one, its vectors are they.
Value *RegionFormer::rows_hold_sub_groups(IRBuilderBase &builder) {
  Value *whole = builder.CreateICmpEQ(builder.CreateAnd(local_size(0), builder.getInt64(sub_group_size_ - 1)),
                                      builder.getInt64(0));
  Value *others = builder.CreateOr(builder.CreateSub(local_size(1), builder.getInt64(1)),
                                   builder.CreateSub(local_size(2), builder.getInt64(1)));
  return builder.CreateOr(whole, builder.CreateICmpEQ(others, builder.getInt64(0)));
}

// The region's code for both, where it is not known which it will be.
void RegionFormer::build_shapes(Region &region, unsigned index, bool checked) {
  const bool lanes = region.loop && any_of(region.blocks, [](const BasicBlock *block) {
                       return any_of(*block, [](const Instruction &instruction) {
                         const Intrinsic id = intrinsic_of(instruction);
                         return sees_sub_groups(id) || id == Intrinsic::__wherry_sub_group_id ||
                                id == Intrinsic::__wherry_sub_group_size;
                       });
                     });
  if (!lanes) return build(region, index, checked, Shape::rows);
  BasicBlock *begin = region.begin;
  IRBuilder<> builder(begin);
  Value *rows = rows_hold_sub_groups(builder);
  if (auto *known = dyn_cast<ConstantInt>(rows))
    return build(region, index, checked, known->isOne() ? Shape::rows : Shape::one_row);
  SmallVector<BasicBlock *, 2> ways;
  for (Shape shape : {Shape::rows, Shape::one_row}) {
    region.begin = BasicBlock::Create(context_, "shape.r" + std::to_string(index), &group_);
    ways.push_back(region.begin);
    build(region, index, checked, shape);
  }
  region.begin = begin;
  builder.CreateCondBr(rows, ways[0], ways[1]);
}

void RegionFormer::build(Region &region, unsigned index) {
  build_shapes(region, index, false);
  if (none_of(region.blocks, [](const BasicBlock *block) { return has_checked_accesses(*block); })) return;
  // Twice: where copies are pending, it asks before each access.
  BasicBlock *plain = region.begin;
  region.begin = BasicBlock::Create(context_, "checked.r" + std::to_string(index), &group_);
  build_shapes(region, index, true);
  BasicBlock *choose = BasicBlock::Create(context_, "choose.r" + std::to_string(index), &group_);
  IRBuilder<> builder(choose);
  builder.CreateCondBr(any_pending(builder, group_), region.begin, plain);
  region.begin = choose;
}

// One region of the result: its blocks cloned into a loop over the group's work-items, then the
// operation that ends it.
void RegionFormer::build(Region &region, unsigned index, bool checked, Shape shape) {
  std::string suffix = ".r" + std::to_string(index);
  auto new_block = [&](const char *name) { return BasicBlock::Create(context_, name + suffix, &group_); };
  BasicBlock *begin = region.begin, *done = new_block("done");
  IRBuilder<> builder(begin);
  Constant *zero = builder.getInt64(0), *none = builder.getInt32(UINT32_MAX);  // what comes after an ended work-item
  Ids ids{{zero, zero, zero}, zero};
  BasicBlock *item = begin, *latch = done;
  Instruction *item_branch = nullptr;

  if (region.loop) {
    // The dimensions, outermost first.
    const std::array<unsigned, 3> nest = lane_dimension_ == 0   ? std::array{2u, 1u, 0u}
                                         : lane_dimension_ == 1 ? std::array{2u, 0u, 1u}
                                                                : std::array{1u, 0u, 2u};
    Value *one = builder.getInt64(1);
    const bool one_row = shape == Shape::one_row;
    Value *sizes[3] = {one_row ? items() : local_size(0), one_row ? one : local_size(1), one_row ? one : local_size(2)};
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
      return builder.CreateCondBr(builder.Insert(new ICmpInst(CmpInst::ICMP_ULT, following, size)), again, out);
    };
    // The work-item's id in a dimension, from the loop's number.
    auto id_of = [&](PHINode *number, unsigned dim) -> Value * {
      if (order_ == ItemOrder::first_to_last) return number;
      Value *last_first = field(group_context_, i64_, offsetof(abi::GroupContext, last_first), "last_first");
      Value *from_last = builder.CreateSub(builder.CreateSub(sizes[dim], builder.getInt64(1)), number);
      return builder.CreateSelect(builder.CreateTrunc(last_first, builder.getInt1Ty()), from_last, number);
    };
    static constexpr const char *kNames[] = {"x", "y", "z"}, *kLatches[] = {"x.next", "y.next", "z.next"};
    BasicBlock *heads[3], *latches[3];
    for (unsigned dim : nest) heads[dim] = new_block(kNames[dim]);
    for (unsigned dim : reverse(nest)) latches[dim] = new_block(kLatches[dim]);
    PHINode *numbers[3];
    BasicBlock *from = begin;
    Value *row = nullptr;
    auto find_row = [&] {
      row = builder.CreateNUWMul(builder.CreateNUWAdd(builder.CreateNUWMul(ids.local[2], sizes[1]), ids.local[1]),
                                 sizes[0], "row");
    };
    for (unsigned dim : nest) {
      builder.SetInsertPoint(from);
      builder.CreateBr(heads[dim]);
      numbers[dim] = head(heads[dim], from, kNames[dim]);
      ids.local[dim] = id_of(numbers[dim], dim);
      if (dim == nest[1] && lane_dimension_ == 0) find_row();  // once for a row
      from = heads[dim];
    }
    if (!row) find_row();
    ids.linear = builder.CreateNUWAdd(row, ids.local[0], "item");
    if (one_row) {
      // By floating point, which has vectors: of numbers as small as a group's, half a step off, the quotient is exact.
      Type *real = builder.getFloatTy();
      auto narrow = [&](Value *value) { return builder.CreateTrunc(value, i32_); };
      auto divide = [&](Value *value, Value *by) {
        Value *between = builder.CreateFAdd(builder.CreateSIToFP(value, real), ConstantFP::get(real, 0.5));
        Value *factor = builder.CreateFDiv(ConstantFP::get(real, 1), builder.CreateUIToFP(by, real));
        return builder.CreateFPToSI(builder.CreateFMul(between, factor), i32_);
      };
      Value *item = narrow(ids.local[0]), *size = narrow(local_size(0)), *row_number = divide(item, size);
      Value *rows = narrow(local_size(1)), *plane = divide(row_number, rows);
      Value *local[3] = {builder.CreateSub(item, builder.CreateMul(row_number, size)),
                         builder.CreateSub(row_number, builder.CreateMul(plane, rows)), plane};
      ids.linear = ids.local[0];
      for (unsigned d = 0; d < 3; ++d) ids.local[d] = builder.CreateZExt(local[d], i64_);
    }
    const unsigned lanes = nest[2];
    item = heads[lanes];
    latch = latches[lanes];
    for (unsigned i = 3; i-- > 0;) {
      Instruction *branch =
          next(numbers[nest[i]], latches[nest[i]], heads[nest[i]], i ? latches[nest[i - 1]] : done, sizes[nest[i]]);
      if (i == 2) item_branch = branch;
    }
    if (order_ == ItemOrder::first_to_last && (!checked || sub_groups_)) {
      for (Instruction *part :
           {cast<Instruction>(numbers[lanes]), cast<Instruction>(item_branch->getOperand(0)), item_branch})
        part->setMetadata(kItemLoop, MDNode::get(context_, {}));
      for (unsigned dim : {nest[0], nest[1]}) numbers[dim]->setMetadata(kOuterItemLoop, MDNode::get(context_, {}));
    }
  }

  builder.SetInsertPoint(item);
  auto at_address = [&] { return slot_address(builder, at_offset_, 4, ids.linear); };
  if (may_part_ && index > 0) {
    Value *at = builder.CreateLoad(i32_, at_address(), "at");
    BasicBlock *here = new_block("here");
    builder.CreateCondBr(builder.CreateICmpEQ(at, builder.getInt32(index)), here, latch);
    builder.SetInsertPoint(here);
  }
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
  // A debugger is told once more where a variable stands that another region declares.
  for (AllocaInst *variable : touched)
    for (DbgVariableRecord *declared : findDVRDeclares(variable)) {
      if (inside.contains(declared->getParent()) || !map.count(variable)) continue;
      DbgVariableRecord *again = declared->clone();
      again->replaceVariableLocationOp(variable, map[variable]);
      builder.GetInsertBlock()->insertDbgRecordBefore(again, builder.GetInsertPoint());
    }
  builder.CreateBr(cast<BasicBlock>(map[region.entry]));

  for (BasicBlock *copy : blocks)
    for (Instruction &instruction : make_early_inc_range(*copy)) {
      if (auto *phi = dyn_cast<PHINode>(&instruction))
        for (unsigned i = phi->getNumIncomingValues(); i-- > 0;)
          if (!inside.contains(phi->getIncomingBlock(i))) phi->removeIncomingValue(i, false);
      // A variable in the work-item context lives as long as the group; the marker takes only allocas.
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(&instruction))
        if (auto *variable = dyn_cast<AllocaInst>(lifetime->getArgOperand(0));
            variable && item_variables_.contains(variable)) {
          instruction.eraseFromParent();
          continue;
        }
      RemapDbgRecordRange(group_.getParent(), instruction.getDbgRecordRange(), map,
                          RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
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
    if (may_part_) {
      builder.CreateStore(exit ? builder.getInt32(operation_at_[exit] + 1) : none, at_address());
    } else if (region.exits.size() > 1) {
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
    mark_parallel(blocks, item_branch);
  }

  if (checked)
    lower_checked_accesses(blocks, begin->getTerminator());
  else
    drop_checked_accesses(blocks);

  builder.SetInsertPoint(done);
  auto target = [&](BasicBlock *exit) { return exit ? exit : end_; };
  if (may_part_) {
    builder.CreateBr(dispatch_);
  } else if (region.exits.empty()) {
    builder.CreateUnreachable();
  } else if (region.exits.size() == 1) {
    builder.CreateBr(target(region.exits[0]));
  } else {
    SwitchInst *go =
        builder.CreateSwitch(builder.CreateLoad(i32_, next_), target(region.exits[0]), region.exits.size());
    for (BasicBlock *exit : drop_begin(region.exits))
      go->addCase(builder.getInt32(exit ? operation_at_[exit] + 1 : 0), target(exit));
  }
}

void RegionFormer::lower_collective(unsigned index) {
  CallInst &call = *operations_[index].call;
  IRBuilder<> builder(&call);
  const uint64_t bytes = layout_.getTypeAllocSize(collective_type(call));
  CollectiveRow row;
  row.values = slot_address(builder, item_variables_.lookup(cast<AllocaInst>(call.getArgOperand(0))), bytes,
                            builder.getInt64(0));
  row.items = items_;
  row.sizes[0] = local_size(0);
  row.sizes[1] = local_size(1);
  if (may_part_) {
    row.at = slot_address(builder, at_offset_, 4, builder.getInt64(0));
    row.here = index + 1;
  }
  compiler::lower_collective(call, row);
}

// Of a group that is known to have one work-item only: there is no loop over its lanes.
void RegionFormer::be_alone() {
  for (Instruction &instruction : make_early_inc_range(instructions(group_))) {
    const Intrinsic id = intrinsic_of(instruction);
    IRBuilder<> builder(&instruction);
    Value *value = nullptr;
    switch (id) {
    case Intrinsic::__wherry_sub_group_id:
    case Intrinsic::__wherry_sub_group_lane: value = builder.getInt32(0); break;
    case Intrinsic::__wherry_sub_group_size: value = builder.getInt32(1); break;
    case Intrinsic::__wherry_sub_group_barrier: break;
    case Intrinsic::__wherry_sub_group_ballot:
      value = builder.CreateZExt(builder.CreateIsNotNull(instruction.getOperand(0)), i32_);
      break;
    case Intrinsic::__wherry_sub_group_reduce:
    case Intrinsic::__wherry_sub_group_cluster:
    case Intrinsic::__wherry_sub_group_broadcast:
    case Intrinsic::__wherry_sub_group_shuffle: value = instruction.getOperand(0); break;
    case Intrinsic::__wherry_sub_group_scan:
      value = instruction.getOperand(0);
      if (cast<ConstantInt>(instruction.getOperand(3))->isZero()) {
        Constant *start = Combination(cast<CallInst>(instruction), builder).start(1);
        value = builder.CreateBitCast(start, builder.getIntNTy(start->getType()->getScalarSizeInBits()));
        value = builder.CreateZExt(value, i64_);
      }
      break;
    default: continue;
    }
    if (value) instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }
}

Error RegionFormer::run() {
  removeUnreachableBlocks(group_);
  if (known_size_ == std::array<uint64_t, 3>{1, 1, 1}) be_alone();
  split_prologue();
  part_behind_headers(group_);
  lower_uniform_ids();
  split_operations();
  bound_growth();
  first_ = cast<Function>(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_first).getCallee());
  first_->setDoesNotAccessMemory();
  first_->setWillReturn();
  first_->setDoesNotThrow();
  for (Instruction &instruction : instructions(group_)) facts_.prints |= is_printf(instruction);

  regions_.push_back(find_region(body_));
  for (const GroupOperation &operation : operations_) regions_.push_back(find_region(operation.next));
  if (!operations_.empty()) {
    shared_ = shared_variables(group_);
    if (!shared_.empty()) share_variables(Uniformity(group_, shared_));
    may_part_ = may_part(Uniformity(group_, shared_));
    if (may_part_) shared_.clear();
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
  if (may_part_) {
    dispatch_ = BasicBlock::Create(context_, "dispatch", &group_);
    IRBuilder<> builder(dispatch_);
    Value *row = slot_address(builder, at_offset_, 4, builder.getInt64(0));
    SwitchInst *go = builder.CreateSwitch(find_lowest(builder, row, items()).number, end_, operations_.size());
    for (auto [index, operation] : enumerate(operations_)) go->addCase(builder.getInt32(index + 1), operation.block);
  }
  facts_.divergent_barriers = may_part_;

  for (auto [index, region] : enumerate(regions_)) {
    region.loop = may_part_ || operations_.empty() || !runs_once(region, uniformity);
    region.begin = BasicBlock::Create(context_, "begin.r" + std::to_string(index), &group_);
    facts_.item_loops += region.loop;
  }
  facts_.regions = regions_.size();
  for (auto [index, region] : enumerate(regions_)) {
    build(region, index);
    if (cloned_ > kMaxInstructions)
      return createStringError(
          "kernel '" + group_.getName().drop_front(3).str() +
          "' has so many work-group operations in branching control flow that its regions exceed " +
          std::to_string(kMaxInstructions) + " instructions");
  }
  for (const AllocaInst *variable : shared_)
    const_cast<AllocaInst *>(variable)->setMetadata(kSharedVariable, MDNode::get(context_, {}));
  entry_->getTerminator()->setSuccessor(0, regions_[0].begin);
  for (auto &[use, slot] : own_operands_) {
    IRBuilder<> builder(cast<Instruction>(use->getUser()));
    Type *type = slot->getAllocatedType();
    Value *row = slot_address(builder, at_offset_, 4, builder.getInt64(0));
    use->set(builder.CreateLoad(type, slot_address(builder, slots_[slot].offset, layout_.getTypeAllocSize(type),
                                                   find_lowest(builder, row, items()).place)));
  }
  for (auto [index, operation] : enumerate(operations_)) {
    operation.block->getTerminator()->setSuccessor(0, regions_[index + 1].begin);
    if (is_collective(intrinsic_of(*operation.call)))
      lower_collective(index);
    else
      lower_group_operation(*operation.call, group_context_, group_.getName().drop_front(3));
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
  return Error::success();
}

static std::string explain(const KernelFacts &kernel) {
  std::string text;
  raw_string_ostream(text) << "kernel '" << kernel.name << "': " << kernel.regions << " region"
                           << (kernel.regions == 1 ? "" : "s") << ", " << kernel.item_loops
                           << " run by an item loop, the others once for the work-group; work-item context "
                           << kernel.context_bytes << " bytes, private memory " << kernel.private_bytes
                           << " bytes, static local memory " << kernel.local_bytes << " bytes"
                           << (kernel.lane_dimension
                                   ? "; lanes along dimension " + std::to_string(kernel.lane_dimension)
                                   : "")
                           << (kernel.any_groups ? "; regroupable" : "")
                           << (kernel.divergent_barriers ? "; divergent barriers" : "") << "\n";
  return text;
}

bool FormRegionsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  assert(kernel.regions == 0 && "regions are formed once");
  const ItemOrder order = kernel.scheduled ? ItemOrder::by_the_group : ItemOrder::first_to_last;
  if (Error failure = RegionFormer(kernel, order).run()) {
    fail(*kernel.group->getParent(), toString(std::move(failure)));
    // What is half done is no valid code.
    kernel.group->deleteBody();
    new UnreachableInst(kernel.group->getContext(), BasicBlock::Create(kernel.group->getContext(), "", kernel.group));
    return true;
  }
  kernel.copies |= kernel.scheduled;
  kernel.write();
  remark(*kernel.group, explain(kernel));
  return true;
}

}  // namespace wherry::compiler
