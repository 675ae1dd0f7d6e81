// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

#include "compiler/analysis/argument_origin.h"
#include "compiler/analysis/influence_region.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/async/modes.h"
#include "compiler/frontend/canonicalise/structured_exits.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/abi_records.h"
#include "compiler/lower/host_calls.h"
#include "compiler/lower/kernel_entry.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

enum Space : uint32_t { local_space, global_space, either };

abi::Operation operation_of(Intrinsic id) {
  switch (id) {
  case Intrinsic::__wherry_async_copy_to_local:
  case Intrinsic::__wherry_async_copy_to_global: return abi::Operation::copy;
  case Intrinsic::__wherry_async_tile_to_local:
  case Intrinsic::__wherry_async_tile_to_global: return abi::Operation::tile;
  case Intrinsic::__wherry_copy_fence: return abi::Operation::fence;
  case Intrinsic::__wherry_wait_events:
  case Intrinsic::__wherry_wait_events_local:
  case Intrinsic::__wherry_wait_events_generic: return abi::Operation::wait;
  case Intrinsic::__wherry_reduce:
  case Intrinsic::__wherry_scan:
  case Intrinsic::__wherry_broadcast: return abi::Operation::group_function;
  case Intrinsic::__wherry_sub_group_barrier: return abi::Operation::sub_group_barrier;
  case Intrinsic::__wherry_sub_group_meet: return abi::Operation::sub_group_function;
  case Intrinsic::__wherry_barrier: return abi::Operation::barrier;
  default: return abi::Operation::end;
  }
}

class Instrumenter {
 public:
  Instrumenter(KernelFacts &kernel, FunctionAnalysisManager &analyses)
      : kernel_(kernel), analyses_(analyses), group_(*kernel.group), module_(*group_.getParent()),
        context_(group_.getContext()), void_(Type::getVoidTy(context_)), ptr_(PointerType::get(context_, 0)),
        i32_(Type::getInt32Ty(context_)), i64_(Type::getInt64Ty(context_)), origins_(kernel),
        checks_barriers_(ModuleOptions::of(module_).checks_for(process::kCheckBarrier)) {}

  // Whether the function changed.
  bool run() {
    SmallVector<CallInst *> operations, meets;
    SmallVector<Instruction *> accesses, ends;
    bool copies = false;
    for (Instruction &instruction : instructions(group_)) {
      const Intrinsic id = intrinsic_of(instruction);
      if (is_group_operation(id) || (checks_barriers_ && kind_of(id) == IntrinsicKind::sub_group_barrier &&
                                     !instruction.hasMetadata(kMadeBarrier))) {
        operations.push_back(cast<CallInst>(&instruction));
        copies |= is_copy_operation(id);
        if (id == Intrinsic::__wherry_sub_group_meet) meets.push_back(operations.back());
      } else if (isa<ReturnInst>(instruction)) {
        ends.push_back(&instruction);
      } else if (instruction.mayReadOrWriteMemory()) {
        accesses.push_back(&instruction);
      }
    }
    const bool checked = check(operations, accesses, ends, copies);
    for (CallInst *meet : meets) meet->eraseFromParent();
    if (checked) {
      kernel_.checked = true;
      kernel_.write();
    }
    return checked || !meets.empty();
  }

 private:
  bool check(ArrayRef<CallInst *> operations, ArrayRef<Instruction *> accesses, ArrayRef<Instruction *> ends,
             bool copies) {
    SmallPtrSet<const Instruction *, 8> divergent = may_diverge(operations);
    if (!copies && divergent.empty()) return false;
    for (CallInst *operation : operations) add_site(*operation, divergent.contains(operation));
    if (!divergent.empty()) {
      for (CallInst *operation : operations) arrive(*operation);
      for (Instruction *end : ends) call_arrive(*end, checked_site(*end, kNone, kNone, true));
    }
    if (copies && ModuleOptions::of(module_).checks_for(process::kCheckAsync))
      for (Instruction *instruction : accesses)
        for (const MemoryAccess &access : memory_accesses(*instruction)) watch(*instruction, access);
    return true;
  }

  static constexpr uint32_t kNone = abi::kUnknownObject;

  // Those that all work-items are to pass alike.
  static iterator_range<User::const_op_iterator> common_arguments(const CallInst &operation) {
    switch (intrinsic_of(operation)) {
    case Intrinsic::__wherry_broadcast:  // not the value and its type
      return make_range(operation.arg_begin() + 2, operation.arg_end());
    case Intrinsic::__wherry_reduce:
    case Intrinsic::__wherry_scan: return make_range(operation.arg_end(), operation.arg_end());
    default: return operation.args();
    }
  }

  // The operations that only some work-items may reach, or that they may reach with different arguments.
  SmallPtrSet<const Instruction *, 8> may_diverge(ArrayRef<CallInst *> operations) const {
    const Uniformity &uniformity = analyses_.getResult<WorkItemUniformityAnalysis>(group_);
    const InfluenceRegion &divergent = analyses_.getResult<InfluenceRegionAnalysis>(group_);
    SmallPtrSet<const Instruction *, 8> found;
    for (CallInst *operation : operations)
      if ((checks_barriers_ || is_copy_operation(intrinsic_of(*operation))) &&
          (divergent.contains(operation->getParent()) ||
           !all_of(common_arguments(*operation), [&](const Use &arg) { return uniformity.uniform(arg); })))
        found.insert(operation);
    return found;
  }

  // The object that a pointer was made from, by its number in CheckedSite.
  uint32_t object_of(const Value *pointer) {
    std::optional<uint32_t> found;
    for (const PointerOrigin &origin : origins_.all_of(pointer)) {
      const uint32_t index = number_of(origin);
      if (found && *found != index) return kNone;
      found = index;
    }
    return found.value_or(kNone);
  }

  uint32_t number_of(const PointerOrigin &origin) {
    if (origin.kind == PointerOrigin::buffer || origin.kind == PointerOrigin::local_argument) return origin.slot;
    if (origin.kind != PointerOrigin::local_variable) return kNone;
    return kernel_.slots.size() + kernel_.index_of(*origin.object);
  }

  // One variable for each operation, whose address identifies the operation.
  Constant *checked_site(const Instruction &operation, uint32_t dst, uint32_t src, bool arrivals) {
    Constant *site = constant_of(module_, record::CheckedSite{.site = make_site(operation, kernel_.name),
                                                              .operation = operation_of(intrinsic_of(operation)),
                                                              .dst = dst,
                                                              .src = src,
                                                              .arrivals = arrivals});
    GlobalVariable *variable = place_constant(module_, site, "checked.site");
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::None);
    return variable;
  }

  Constant *access_site(const Instruction &instruction) {
    Constant *&site = sites_[instruction.getDebugLoc().get()];
    if (!site) site = place_constant(module_, make_site(instruction, kernel_.name), "site");
    return site;
  }

  Value *item(IRBuilderBase &builder) {
    return builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_item));
  }

  Value *flat(IRBuilderBase &builder, Value *pointer) { return builder.CreateAddrSpaceCast(pointer, ptr_); }

  void call_arrive(Instruction &before, Constant *site, ArrayRef<Value *> args = {}) {
    IRBuilder<> builder(&before);
    SmallVector<Value *> all{site, item(builder)};
    for (Value *arg : args)
      all.push_back(arg->getType()->isPointerTy() ? builder.CreatePtrToInt(flat(builder, arg), i64_)
                                                  : builder.CreateZExt(arg, i64_));
    builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_arrive), all);
  }

  static bool is_copy(const CallInst &operation) {
    abi::Operation what = operation_of(intrinsic_of(operation));
    return what == abi::Operation::copy || what == abi::Operation::tile;
  }

  void add_site(CallInst &operation, bool arrivals) {
    bool copy = is_copy(operation);
    Constant *site = checked_site(operation, copy ? object_of(operation.getArgOperand(0)) : kNone,
                                  copy ? object_of(operation.getArgOperand(1)) : kNone, arrivals);
    operation.setMetadata(kSiteMetadata, MDNode::get(context_, ConstantAsMetadata::get(site)));
  }

  void arrive(CallInst &operation) {
    Constant *site = mdconst::extract<Constant>(operation.getMetadata(kSiteMetadata)->getOperand(0));
    if (operation_of(intrinsic_of(operation)) == abi::Operation::wait) {
      IRBuilder<> builder(&operation);
      FunctionCallee callee = declare_intrinsic(module_, Intrinsic::__wherry_arrive_at_wait);
      builder.CreateCall(callee,
                         {site, item(builder), operation.getArgOperand(0), flat(builder, operation.getArgOperand(1))});
    } else {
      SmallVector<Value *> args;
      for (const Use &arg : common_arguments(operation)) args.push_back(arg.get());
      call_arrive(operation, site, args);
    }
  }

  void watch(Instruction &instruction, const MemoryAccess &access) {
    const unsigned space = access.pointer->getType()->getPointerAddressSpace();
    const PointerOrigin origin = origins_.of(access.pointer);
    if (space == kPrivateSpace || origin.kind == PointerOrigin::private_variable ||
        (origin.kind == PointerOrigin::program_scope && is_constant(origin.object)))
      return;
    IRBuilder<> builder(&instruction);
    FunctionCallee callee = declare_intrinsic(module_, Intrinsic::__wherry_access);
    builder.CreateCall(callee, {access_site(instruction), flat(builder, access.pointer),
                                builder.CreateZExtOrTrunc(access.bytes, i64_),
                                builder.getInt32(space == kLocalSpace     ? local_space
                                                 : space == kGenericSpace ? either
                                                                          : global_space),
                                builder.getInt32(access.writes)});
  }

  KernelFacts &kernel_;
  FunctionAnalysisManager &analyses_;  // of the function as it was
  Function &group_;
  Module &module_;
  LLVMContext &context_;
  Type *void_, *ptr_, *i32_, *i64_;
  const ArgumentOrigins origins_;
  const bool checks_barriers_;
  DenseMap<const DILocation *, Constant *> sites_;
};

SmallVector<CallInst *> calls_of(ArrayRef<BasicBlock *> blocks, Intrinsic id) {
  SmallVector<CallInst *> calls;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block)
      if (intrinsic_of(instruction) == id) calls.push_back(cast<CallInst>(&instruction));
  return calls;
}

// The ranges of abi::Watch, each loaded once.
class Ranges {
 public:
  Ranges(IRBuilderBase &builder, Value *group_context)
      : builder_(builder), watch_(load_invariant(builder, builder.getPtrTy(), group_context,
                                                 offsetof(abi::GroupContext, watch), "watch")) {}

  Value *begin(uint64_t space, uint64_t writes) { return field(space, writes, offsetof(abi::WatchRange, begin)); }
  Value *size(uint64_t space, uint64_t writes) { return field(space, writes, offsetof(abi::WatchRange, size)); }

 private:
  Value *field(uint64_t space, uint64_t writes, uint64_t member) {
    uint64_t offset = sizeof(abi::WatchRange) * (2 * space + writes) + member;
    Value *&known = known_[offset];
    if (!known)
      known = builder_.CreateAlignedLoad(
          builder_.getInt64Ty(), builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), watch_, offset), Align(8));
    return known;
  }

  IRBuilderBase &builder_;
  Value *watch_;
  DenseMap<uint64_t, Value *> known_;
};

void lower_access(CallInst &call, Ranges &ranges) {
  IRBuilder<> builder(&call);
  Value *site = call.getArgOperand(0), *address = call.getArgOperand(1), *size = call.getArgOperand(2);
  auto space = cast<ConstantInt>(call.getArgOperand(3))->getZExtValue();
  auto writes = cast<ConstantInt>(call.getArgOperand(4))->getZExtValue();
  Value *at = builder.CreatePtrToInt(address, builder.getInt64Ty());
  auto *constant = dyn_cast<ConstantInt>(size);
  bool small = constant && constant->getZExtValue() <= abi::kWatchMargin;
  Value *inside = nullptr;
  for (uint64_t i : {local_space, global_space}) {
    if (space != either && space != i) continue;
    Value *range = ranges.size(i, writes);
    Value *hit = small ? builder.CreateICmpULT(builder.CreateSub(at, ranges.begin(i, writes)), range)
                       : builder.CreateIsNotNull(range);
    inside = inside ? builder.CreateOr(inside, hit) : hit;
  }
  MDNode *unlikely = MDBuilder(call.getContext()).createUnlikelyBranchWeights();
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(inside, call.getIterator(), false, unlikely));
  call_host(builder, call.getFunction()->getArg(1), HostCall::access, builder.getVoidTy(),
            {site, address, size, builder.getInt32(writes)});
  call.eraseFromParent();
}

void lower_arrival(CallInst &call, Function &group) {
  IRBuilder<> builder(&call);
  unsigned count = call.arg_size() - 2;
  auto *packed = new AllocaInst(ArrayType::get(builder.getInt64Ty(), std::max(count, 1u)),
                                group.getDataLayout().getAllocaAddrSpace(), "arrival", group.getEntryBlock().begin());
  for (unsigned i = 0; i < count; ++i)
    builder.CreateStore(call.getArgOperand(i + 2), builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), packed, i));
  call_host(builder, group.getArg(1), HostCall::arrive, builder.getVoidTy(),
            {call.getArgOperand(0), call.getArgOperand(1), packed, builder.getInt32(count)});
  call.eraseFromParent();
}

}  // namespace

bool uses_async_copies(const Module &module) {
  return any_of(module, [](const Function &function) {
    return is_copy_operation(intrinsic_of(function)) && !function.use_empty();
  });
}

bool CheckAsyncPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  return Instrumenter(kernel, analyses).run();
}

bool has_checked_accesses(const BasicBlock &block) {
  return any_of(block,
                [](const Instruction &instruction) { return intrinsic_of(instruction) == Intrinsic::__wherry_access; });
}

void lower_checked_accesses(ArrayRef<BasicBlock *> blocks, Instruction *begin) {
  IRBuilder<> builder(begin);
  Ranges ranges(builder, begin->getFunction()->getArg(1));
  for (CallInst *call : calls_of(blocks, Intrinsic::__wherry_access)) lower_access(*call, ranges);
}

void drop_checked_accesses(ArrayRef<BasicBlock *> blocks) {
  for (CallInst *call : calls_of(blocks, Intrinsic::__wherry_access)) call->eraseFromParent();
}

Value *any_pending(IRBuilderBase &builder, Function &group) {
  Ranges ranges(builder, group.getArg(1));
  return builder.CreateIsNotNull(builder.CreateOr(ranges.size(local_space, 1), ranges.size(global_space, 1)));
}

static void lower_arrivals(Function &group) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : group) blocks.push_back(&block);
  for (CallInst *call : calls_of(blocks, Intrinsic::__wherry_arrive)) lower_arrival(*call, group);
  for (CallInst *call : calls_of(blocks, Intrinsic::__wherry_arrive_at_wait)) {
    IRBuilder<> builder(call);
    call_host(builder, group.getArg(1), HostCall::arrive_at_wait, builder.getVoidTy(),
              SmallVector<Value *>(call->args()));
    call->eraseFromParent();
  }
}

// What is reported is rare: its code stands apart.
static void lower_reports(Function &group) {
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    const Intrinsic id = intrinsic_of(instruction);
    if (id != Intrinsic::__wherry_report && id != Intrinsic::__wherry_may_access) continue;
    auto &call = cast<CallInst>(instruction);
    IRBuilder<> builder(&call);
    CallInst *made =
        call_host(builder, group.getArg(1), id == Intrinsic::__wherry_report ? HostCall::report : HostCall::may_access,
                  call.getType(), SmallVector<Value *>(call.args()));
    made->addFnAttr(Attribute::Cold);
    call.replaceAllUsesWith(made);
    call.eraseFromParent();
  }
}

bool LowerArrivalsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!kernel.checked) return false;
  lower_arrivals(*kernel.group);
  lower_reports(*kernel.group);
  return true;
}

}  // namespace wherry::compiler
