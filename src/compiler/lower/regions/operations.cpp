// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "compiler/analysis/influence_region.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/lower/collectives.h"
#include "compiler/lower/regions/region_former.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace wherry::compiler {

// The entry block holds what is computed once for the work-group; the kernel's own code starts at body_.
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
    if (is_collective(intrinsic_of(*call))) isolate_collective_operand(*call);
    split_at(call);
    (is_copy_operation(intrinsic_of(*call)) ? facts_.copies : facts_.barriers) = true;
  }
}

// Gives a work-group function's operand a variable of its own, of just the operand's size: work-items' operands then
// lie side by side in a spill buffer. The builtin library has such a variable for each call; LLVM may have merged two.
void RegionFormer::isolate_collective_operand(CallInst &call) {
  Type *type = collective_type(call);
  const uint64_t bytes = layout_.getTypeAllocSize(type);
  auto *operand = dyn_cast<AllocaInst>(call.getArgOperand(0));
  if (!operand || operand->getParent() != entry_ || operand->getAllocationSize(layout_) != TypeSize::getFixed(bytes) ||
      !collective_operands_.insert(operand).second) {
    Value *given = call.getArgOperand(0);
    operand = new AllocaInst(type, layout_.getAllocaAddrSpace(), "operand", entry_->begin());
    collective_operands_.insert(operand);
    IRBuilder<> builder(&call);
    builder.CreateStore(builder.CreateLoad(type, given), operand);
    call.setArgOperand(0, operand);
    builder.SetInsertPoint(call.getNextNode());
    if (intrinsic_of(call) == Intrinsic::__wherry_scan) builder.CreateStore(builder.CreateLoad(type, operand), given);
  }
  operand->setAlignment(Align(bytes));
}

void RegionFormer::split_at(CallInst *call) {
  BasicBlock *block = call->getParent()->splitBasicBlock(call, "group.operation");
  BasicBlock *next = block->splitBasicBlock(call->getNextNode(), "region");
  // A breakpoint on the line behind stops in each work-item, not before their loop.
  block->getTerminator()->setDebugLoc(call->getDebugLoc());
  operation_at_[block] = operations_.size();
  operations_.push_back({call, block, next});
}

// Whether a sub-group, on the way from an operation to a block, may wait for another sub-group that has passed the
// block.
bool RegionFormer::waits_before(BasicBlock &block) const {
  if (!waits_) return false;
  SmallVector<BasicBlock *> entries{body_};
  for (const GroupOperation &operation : operations_) entries.push_back(operation.next);
  return any_of(entries, [&](BasicBlock *entry) {
    if (!is_contained(find_region(entry).blocks, &block)) return false;
    SetVector<BasicBlock *> before;
    if (entry != &block) before.insert(entry);
    for (unsigned i = 0; i < before.size(); ++i)
      for (BasicBlock *next : successors(before[i]))
        if (next != &block && !operation_at_.contains(next)) before.insert(next);
    return any_of(before, [](const BasicBlock *one) {
      return any_of(*one, [](const Instruction &call) { return intrinsic_of(call) == Intrinsic::__wherry_yield; });
    });
  });
}

// A block between two operations stands in the region of every operation that reaches it: many operations in a loop
// would make as many copies of the loop. Where they cost too much, a join that all work-items reach alike becomes an
// operation itself, which does nothing.
void RegionFormer::bound_growth() {
  constexpr size_t kFewInstructions = 4000;
  auto size_of = [](const Region &region) {
    size_t size = 0;
    for (const BasicBlock *block : region.blocks) size += block->size();
    return size;
  };
  const size_t limit = std::max<size_t>(kFewInstructions, 3 * group_.getInstructionCount());
  std::optional<InfluenceRegion> divergent;
  for (;;) {
    DenseMap<BasicBlock *, size_t> copies;
    size_t total = 0;
    auto count = [&](const Region &region) {
      total += size_of(region);
      for (BasicBlock *block : region.blocks) ++copies[block];
    };
    count(find_region(body_));
    for (const GroupOperation &operation : operations_) count(find_region(operation.next));
    if (total <= limit) return;
    if (!divergent) divergent.emplace(group_, Uniformity(group_));
    BasicBlock *best = nullptr;
    size_t saved = 0;
    for (BasicBlock &block : group_) {
      if (copies.lookup(&block) < 3 || !block.hasNPredecessorsOrMore(2) || divergent->contains(&block)) continue;
      if (operation_at_.contains(block.getSingleSuccessor()) && block.getFirstNonPHIIt()->isTerminator()) continue;
      if (waits_before(block)) continue;
      size_t saving = (copies.lookup(&block) - 1) * size_of(find_region(&block));
      if (saving > saved) best = &block, saved = saving;
    }
    if (!best || saved < limit / 16) return;
    FunctionCallee barrier = declare_intrinsic(*group_.getParent(), Intrinsic::__wherry_barrier);
    split_at(CallInst::Create(barrier, {ConstantInt::get(i32_, 0)}, "", best->getFirstNonPHIIt()));
  }
}

// Whether some work-items may come to an operation that others do not come to. OpenCL forbids such kernels, but they
// must do no harm: a work-item never runs past an operation that it has not reached.
bool RegionFormer::has_divergent_barriers(const Uniformity &uniformity) const {
  const InfluenceRegion divergent(group_, uniformity);
  return any_of(operations_, [&](const GroupOperation &operation) { return divergent.contains(operation.block); });
}

// A field that never changes while the work-group runs, loaded once.
LoadInst *RegionFormer::field(Value *base, Type *type, uint64_t offset, const Twine &name) {
  LoadInst *&load = fields_[{base, offset}];
  if (!load) {
    IRBuilder<> builder(entry_->getTerminator());
    load = load_invariant(builder, type, base, offset, name);
  }
  return load;
}

Value *RegionFormer::launch() { return field(group_context_, ptr_, offsetof(abi::GroupContext, launch), "launch"); }

Value *RegionFormer::local_size(unsigned dim) {
  if (known_size_[dim]) return ConstantInt::get(i64_, known_size_[dim]);
  return field(group_context_, i64_, offsetof(abi::GroupContext, local_size) + 8 * dim, "local_size");
}

// The number of work-items in this work-group.
Value *RegionFormer::items() {
  if (!items_) {
    Value *sizes[3] = {local_size(0), local_size(1), local_size(2)};
    IRBuilder<> prologue(entry_->getTerminator());
    items_ = prologue.CreateNUWMul(prologue.CreateNUWMul(sizes[0], sizes[1]), sizes[2], "items");
  }
  return items_;
}

// The value of an id or size that is the same for the work-group: loaded in the prologue where the
// dimension is known, else where it is asked for.
Value *RegionFormer::id_field(Intrinsic id, Value *dim, Instruction *before) {
  const IntrinsicInfo &info = info_of(id);
  if (info.lowering != Lowering::launch_field && info.lowering != Lowering::group_field)
    reportFatalInternalError(Twine("form-regions does not lower ") + info.name);
  uint64_t offset = info.detail;
  const bool in_launch = info.lowering == Lowering::launch_field;
  Type *type = compiler::type_of(id, context_)->getReturnType();
  auto *constant = dyn_cast_or_null<ConstantInt>(dim);
  if (constant) offset += 8 * std::min<uint64_t>(constant->getZExtValue(), 2);
  Value *base = in_launch ? launch() : group_context_;
  if (constant || !dim) return field(base, type, offset, "field");
  IRBuilder<> builder(before);
  // Ids are speculatable: LLVM may have moved the call in front of the test that the dimension is below 3.
  Value *index = builder.CreateZExtOrTrunc(
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, dim, ConstantInt::get(dim->getType(), 2)), i64_);
  Value *address =
      builder.CreateGEP(i64_, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset), index);
  return load_invariant(builder, type, address, 0, "field");
}

// The address space of the object that a pointer was made from; none: not known here.
static std::optional<unsigned> known_space(const Value *pointer) {
  for (;;) {
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space == kGlobalSpace || space == kLocalSpace) return space;
    if (isa<AllocaInst>(pointer)) return kPrivateSpace;
    auto *step = dyn_cast<Operator>(pointer);
    if (!step || !isa<GEPOperator, AddrSpaceCastOperator>(step)) return {};
    pointer = step->getOperand(0);
  }
}

// Where a generic pointer leads: known from the object that it was made from, else by the ranges of local memory,
// work-item context, and stack. All else is global.
Value *RegionFormer::space_of(CallInst &call) {
  if (auto known = known_space(call.getArgOperand(0))) return ConstantInt::get(i32_, *known);
  IRBuilder<> prologue(entry_->getTerminator());
  if (!stack_begin_) {
    // A leaf's variables may stand in the red zone, below the stack pointer.
    constexpr uint64_t kRedZone = 128;
    Value *pointer_now = prologue.CreateIntrinsic(llvm::Intrinsic::stacksave, {ptr_}, {});
    stack_begin_ = prologue.CreateSub(prologue.CreatePtrToInt(pointer_now, i64_), prologue.getInt64(kRedZone));
  }
  Value *stack_end = field(group_context_, ptr_, offsetof(abi::GroupContext, stack_top), "stack_top");
  IRBuilder<> builder(&call);
  Value *address = builder.CreatePtrToInt(call.getArgOperand(0), i64_);
  auto in_range = [&](Value *begin, Value *size) {
    return builder.CreateICmpULT(builder.CreateSub(address, begin), size);
  };
  auto in_block = [&](uint64_t block, uint64_t size) {
    Value *begin = field(group_context_, ptr_, block, "block");
    return in_range(builder.CreatePtrToInt(begin, i64_), field(launch(), i64_, size, "bytes"));
  };
  Value *in_local = in_block(offsetof(abi::GroupContext, local_memory), offsetof(abi::Launch, local_bytes));
  Value *in_context = in_block(offsetof(abi::GroupContext, item_context), offsetof(abi::Launch, context_bytes));
  Value *on_stack = in_range(stack_begin_, builder.CreateSub(builder.CreatePtrToInt(stack_end, i64_), stack_begin_));
  Value *otherwise = builder.CreateSelect(builder.CreateOr(in_context, on_stack), builder.getInt32(kPrivateSpace),
                                          builder.getInt32(kGlobalSpace));
  return builder.CreateSelect(in_local, builder.getInt32(kLocalSpace), otherwise);
}

void RegionFormer::lower_uniform_ids() {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(group_)) {
    if (is_uniform_id(intrinsic_of(instruction))) calls.push_back(cast<CallInst>(&instruction));
  }
  for (CallInst *call : calls) {
    Value *dim = call->arg_size() ? call->getArgOperand(0) : nullptr;
    const Intrinsic id = intrinsic_of(*call);
    call->replaceAllUsesWith(id == Intrinsic::__wherry_space ? space_of(*call) : id_field(id, dim, call));
    call->eraseFromParent();
  }
}

// Computes uniform values once, before the first region, if they depend on nothing that is computed later, and access
// memory by such loads alone as cannot fault and find the same at any time. A division may move if it stands in the
// kernel's first block, which always runs.
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
      const bool is_invariant = instruction.hasMetadata(LLVMContext::MD_invariant_load);
      if (!from_argument_block(instruction)) {
        if ((instruction.mayReadOrWriteMemory() && !is_invariant) ||
            !(isSafeToSpeculativelyExecute(&instruction, entry_->getTerminator()) ||
              (block == body_ && instruction.isIntDivRem())))
          continue;
        // All other metadata may hold behind a branch alone. An alignment that does not hold makes poison, and only
        // together with noundef undefined behaviour.
        if (is_invariant)
          instruction.dropUnknownNonDebugMetadata(
              {LLVMContext::MD_invariant_load,
               instruction.hasMetadata(LLVMContext::MD_noundef) ? LLVMContext::MD_noundef : LLVMContext::MD_align});
      }
      if (auto *call = dyn_cast<CallBase>(&instruction); call && call->isConvergent()) continue;
      instruction.moveBefore(*entry_, entry_->getTerminator()->getIterator());
    }
  }
}

}  // namespace wherry::compiler
