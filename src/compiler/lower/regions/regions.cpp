// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/regions/regions.h"

#include "compiler/ir/diagnostics.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/collectives.h"
#include "compiler/lower/divergent_barriers.h"
#include "compiler/lower/host_calls.h"
#include "compiler/lower/regions/region_former.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace wherry::compiler {

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

// Whether an address leads into a variable that the work-group has once.
bool RegionFormer::is_kept_once(const Value *address) const {
  auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(address));
  if (!variable) return false;
  auto slot = slots_.find(const_cast<AllocaInst *>(variable));
  return operand_slots_.contains(variable) || shared_.contains(variable) || is_contained(common_, variable) ||
         (slot != slots_.end() && slot->second.group);
}

// Whether one work-item's run through the region has the effect of all work-items: nothing in the region depends on the
// work-item, and it writes only what the work-group has once.
bool RegionFormer::runs_once(const Region &region, const Uniformity &uniformity) const {
  // The first work-item's own variable, handed to the operation at the end, is found by its id.
  for (BasicBlock *exit : region.exits)
    if (exit && any_of(operations_[operation_at_.lookup(exit)].call->args(), [&](const Use &arg) {
          auto *variable = dyn_cast<AllocaInst>(arg);
          return variable && !shared_.contains(variable) && !collective_operands_.contains(variable);
        }))
      return false;
  auto is_first = [this](const Value *value) {
    auto *call = dyn_cast<CallInst>(value);
    return call && call->getCalledFunction() == first_;
  };
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block) {
      if (isa<LifetimeIntrinsic>(instruction)) continue;
      if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        if (!is_kept_once(store->getPointerOperand())) return false;
        continue;
      }
      if (auto *fill = dyn_cast<MemIntrinsic>(&instruction)) {
        auto *transfer = dyn_cast<MemTransferInst>(fill);
        if (!is_kept_once(fill->getDest()) || (transfer && !is_constant(getUnderlyingObject(transfer->getSource()))))
          return false;
        continue;
      }
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        if (is_kept_once(load->getPointerOperand())) continue;
        if (isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand()))) return false;
      }
      if (is_first(&instruction)) continue;
      if (auto *select = dyn_cast<SelectInst>(&instruction); select && is_first(select->getCondition())) continue;
      if (is_item_id(intrinsic_of(instruction)) || instruction.mayHaveSideEffects()) return false;
      if (instruction.isTerminator() ? uniformity.divergent_terminator(*block) : !uniformity.uniform(instruction))
        return false;
    }
  return true;
}

void RegionFormer::lower_collective(unsigned index) {
  CallInst &call = *operations_[index].call;
  IRBuilder<> builder(&call);
  const uint64_t bytes = layout_.getTypeAllocSize(collective_type(call));
  CollectiveOperands operands;
  operands.values = context_address(builder, item_variables_.lookup(cast<AllocaInst>(call.getArgOperand(0))), bytes,
                                    builder.getInt64(0));
  operands.items = items();
  operands.sizes[0] = local_size(0);
  operands.sizes[1] = local_size(1);
  if (divergent_barriers_) {
    operands.next_operations = next_operations(builder);
    operands.operation = index + 1;
  }
  compiler::lower_collective(call, operands);
}

// In a work-group that is known to have one work-item only, which needs no loop over lanes.
void RegionFormer::lower_sub_groups_of_one() {
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
    case Intrinsic::__wherry_sub_group_shuffle:
    case Intrinsic::__wherry_sub_group_pointer:
    case Intrinsic::__wherry_sub_group_pointer_local: value = instruction.getOperand(0); break;
    case Intrinsic::__wherry_sub_group_scan:
      value = instruction.getOperand(0);
      if (cast<ConstantInt>(instruction.getOperand(3))->isZero()) {
        Constant *start = Combination(cast<CallInst>(instruction), builder).start(1);
        value = builder.CreateBitCast(start, builder.getIntNTy(start->getType()->getScalarSizeInBits()));
        value = builder.CreateZExt(value, i64_);
      }
      break;
    default: assert(!sees_sub_groups(id) && "item loops of one work-item have no lanes"); continue;
    }
    if (value) instruction.replaceAllUsesWith(value);
    instruction.eraseFromParent();
  }
}

// The marker of what the first work-item does for the work-group.
void RegionFormer::declare_first() {
  first_ = cast<Function>(declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_first).getCallee());
  first_->setDoesNotAccessMemory();
  first_->setWillReturn();
  first_->setDoesNotThrow();
}

// Finds the regions and, where there are several, the variables that work-items share, and whether work-items diverge
// before operations. Returns the uniformity of the function with these shared variables.
Uniformity RegionFormer::find_regions() {
  regions_.push_back(find_region(body_));
  for (const GroupOperation &operation : operations_) regions_.push_back(find_region(operation.next));
  if (operations_.empty()) return Uniformity(group_);
  Uniformity uniformity = Uniformity::of_work_items(group_);
  shared_ = uniformity.shared();
  // What work-items no longer share may make other values differ, and regions run for each work-item.
  while (share_variables(uniformity)) uniformity = Uniformity(group_, shared_);
  drop_shared_lifetimes();
  divergent_barriers_ = has_divergent_barriers(uniformity);
  facts_.divergent_barriers = divergent_barriers_;
  if (!divergent_barriers_ || shared_.empty()) return uniformity;
  shared_.clear();
  return Uniformity(group_);
}

// Where regions go: to the kernel's end, or by next_, or by the work-items' next operations.
void RegionFormer::make_dispatch() {
  next_ = new AllocaInst(i32_, layout_.getAllocaAddrSpace(), "next", entry_->begin());
  promotable_.push_back(next_);
  end_ = BasicBlock::Create(context_, "end", &group_);
  ReturnInst::Create(context_, end_);
  if (!divergent_barriers_) return;
  dispatch_ = BasicBlock::Create(context_, "dispatch", &group_);
  IRBuilder<> builder(dispatch_);
  Value *next = next_operations(builder);
  SwitchInst *choice =
      builder.CreateSwitch(find_next_operation(builder, next, items()).operation, end_, operations_.size());
  for (auto [index, operation] : enumerate(operations_)) choice->addCase(builder.getInt32(index + 1), operation.block);
}

Error RegionFormer::build_regions(const Uniformity &uniformity) {
  for (auto [index, region] : enumerate(regions_)) {
    region.loop = divergent_barriers_ || operations_.empty() || !runs_once(region, uniformity);
    region.begin = BasicBlock::Create(context_, "begin.r" + std::to_string(index), &group_);
    facts_.item_loops += region.loop;
  }
  facts_.regions = regions_.size();
  for (auto [index, region] : enumerate(regions_)) {
    build(region, index);
    if (cloned_ > kMaxInstructions)
      return createStringError(
          "kernel '" + facts_.name +
          "' has so many work-group operations in branching control flow that its regions exceed " +
          std::to_string(kMaxInstructions) + " instructions");
  }
  entry_->getTerminator()->setSuccessor(0, regions_[0].begin);
  return Error::success();
}

// Between the regions.
void RegionFormer::lower_operations() {
  for (auto &[use, slot] : item_operands_) {
    IRBuilder<> builder(cast<Instruction>(use->getUser()));
    Type *type = slot->getAllocatedType();
    Value *item = builder.getInt64(0);
    if (divergent_barriers_) item = find_next_operation(builder, next_operations(builder), items()).item;
    use->set(
        builder.CreateLoad(type, context_address(builder, slots_[slot].offset, layout_.getTypeAllocSize(type), item)));
  }
  for (auto [index, operation] : enumerate(operations_)) {
    operation.block->getTerminator()->setSuccessor(0, regions_[index + 1].begin);
    if (is_collective(intrinsic_of(*operation.call)))
      lower_collective(index);
    else
      lower_group_operation(*operation.call, group_context_, facts_.name);
  }
}

void RegionFormer::promote_variables() {
  for (const AllocaInst *variable : shared_)
    const_cast<AllocaInst *>(variable)->setMetadata(kSharedVariable, MDNode::get(context_, {}));
  for (AllocaInst *variable : common_) variable->setMetadata(kSharedVariable, MDNode::get(context_, {}));
  DominatorTree dominators(group_);
  SmallVector<AllocaInst *> variables;
  for (AllocaInst *variable : promotable_)
    if (isAllocaPromotable(variable)) variables.push_back(variable);
  PromoteMemToReg(variables, dominators);
  for (Instruction &instruction : make_early_inc_range(*entry_))
    if (isa<AllocaInst>(instruction) && instruction.use_empty()) instruction.eraseFromParent();
}

Error RegionFormer::run() {
  removeUnreachableBlocks(group_);
  if (known_size_ == std::array<uint64_t, 3>{1, 1, 1}) lower_sub_groups_of_one();
  split_prologue();
  split_loop_headers(group_);
  lower_uniform_ids();
  split_operations();
  bound_growth();
  declare_first();
  for (Instruction &instruction : instructions(group_)) facts_.prints |= is_printf(instruction);

  const Uniformity uniformity = find_regions();
  hoist_uniform(uniformity);
  spill_operands(uniformity);
  keep_crossing_values(uniformity);
  place_variables();
  make_work_item_variable();

  make_dispatch();
  if (Error failure = build_regions(uniformity)) return failure;
  lower_operations();
  removeUnreachableBlocks(group_);
  lower_prints(group_);
  promote_variables();
  declare_work_item();
  first_->eraseFromParent();
  return Error::success();
}

static std::string explain(const KernelFacts &kernel) {
  std::string text;
  raw_string_ostream(text)
      << "kernel '" << kernel.name << "': " << kernel.regions << " region" << (kernel.regions == 1 ? "" : "s") << ", "
      << kernel.item_loops << " run by an item loop, the others once for the work-group; work-item context "
      << kernel.context_bytes << " bytes, private memory " << kernel.private_bytes << " bytes, static local memory "
      << kernel.local_bytes << " bytes"
      << (kernel.lane_dimension ? "; lanes along dimension " + std::to_string(kernel.lane_dimension) : "")
      << (kernel.reshaped ? "; for reshaped launches" : "") << (kernel.regroupable ? "; regroupable" : "")
      << (kernel.divergent_barriers ? "; divergent barriers" : "")
      << (kernel.waits ? "; its sub-groups may wait for each other" : "") << "\n";
  return text;
}

bool FormRegionsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  assert(kernel.regions == 0 && "regions are formed once");
  const ItemOrder order = kernel.scheduled ? ItemOrder::run_time : ItemOrder::ascending;
  if (Error failure = RegionFormer(kernel, order).run()) {
    fail(*kernel.group->getParent(), toString(std::move(failure)));
    // The function may be invalid halfway: replace its body.
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
