// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/orders.h"

#include <optional>

#include "compiler/checks/marks.h"
#include "compiler/ir/metadata.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// memory_order is C's. The memory_scopes that order no other work-group: of the work-item, the work-group, the
// sub-group.
constexpr uint64_t kGroupScopes[] = {0, 1, 4};

constexpr uint32_t kAllFlags = abi::kLocalMemFence | abi::kGlobalMemFence | abi::kImageMemFence;

bool is_of_group(const FenceInst &fence) {
  return fence.getSyncScopeID() == fence.getContext().getOrInsertSyncScopeID(kWorkGroupScope);
}

SyncScope::ID scope_with(LLVMContext &context, uint64_t flags, bool in_group) {
  return context.getOrInsertSyncScopeID((in_group ? "workgroup:" : "device:") + utostr(flags & kAllFlags));
}

class AtomicCall {
 public:
  explicit AtomicCall(CallInst &call)
      : call_(call), mangled_(call.getCalledFunction()->getName()), builder_(&call),
        layout_(call.getModule()->getDataLayout()) {}

  // False: another function, or an order that is no constant or not allowed.
  bool lower() {
    StringRef name = plain_name(mangled_);
    if (name == "atomic_work_item_fence")
      if (const auto ordering = order(1)) return fence(*ordering, scope(2));
    // Of OpenCL 1, which knows no scopes: programs order work-groups with them.
    if (name == "mem_fence") return fence(AtomicOrdering::AcquireRelease, SyncScope::System);
    if (name == "read_mem_fence") return fence(AtomicOrdering::Acquire, SyncScope::System);
    if (name == "write_mem_fence") return fence(AtomicOrdering::Release, SyncScope::System);
    if (!name.consume_back("_explicit") || !name.consume_front("atomic_")) return false;
    if (name == "load") return load();
    if (name == "store") return store(1);
    if (name == "flag_clear") return store(std::nullopt);
    if (name == "flag_test_and_set") return test_and_set();
    if (name == "compare_exchange_strong" || name == "compare_exchange_weak") return compare_exchange();
    if (name == "exchange") return modify(AtomicRMWInst::Xchg);
    if (name.consume_front("fetch_"))
      if (const auto operation = operation_of(name)) return modify(*operation);
    return false;
  }

 private:
  std::optional<AtomicOrdering> order(unsigned operand) const {
    auto *number = operand < call_.arg_size() ? dyn_cast<ConstantInt>(call_.getArgOperand(operand)) : nullptr;
    if (!number || !isValidAtomicOrderingCABI(number->getSExtValue())) return {};
    switch (AtomicOrderingCABI(number->getZExtValue())) {
    case AtomicOrderingCABI::relaxed: return AtomicOrdering::Monotonic;
    case AtomicOrderingCABI::consume:
    case AtomicOrderingCABI::acquire: return AtomicOrdering::Acquire;
    case AtomicOrderingCABI::release: return AtomicOrdering::Release;
    case AtomicOrderingCABI::acq_rel: return AtomicOrdering::AcquireRelease;
    case AtomicOrderingCABI::seq_cst: return AtomicOrdering::SequentiallyConsistent;
    }
    return {};
  }

  // Without a scope: the device.
  SyncScope::ID scope(unsigned operand) const {
    auto *number = operand < call_.arg_size() ? dyn_cast<ConstantInt>(call_.getArgOperand(operand)) : nullptr;
    return number && is_contained(kGroupScopes, number->getZExtValue())
               ? call_.getContext().getOrInsertSyncScopeID(kWorkGroupScope)
               : SyncScope::System;
  }

  std::optional<AtomicRMWInst::BinOp> operation_of(StringRef name) const {
    const bool is_float = value_type()->isFloatingPointTy();
    // Of "VU7_Atomicj": the letter of an unsigned type.
    const StringRef type = mangled_.split("U7_Atomic").second;
    const bool is_unsigned = type.starts_with("j") || type.starts_with("m");
    using Op = AtomicRMWInst;
    if (name == "add") return is_float ? Op::FAdd : Op::Add;
    if (name == "sub") return is_float ? Op::FSub : Op::Sub;
    if (name == "min") return is_float ? Op::FMin : is_unsigned ? Op::UMin : Op::Min;
    if (name == "max") return is_float ? Op::FMax : is_unsigned ? Op::UMax : Op::Max;
    if (name == "and") return Op::And;
    if (name == "or") return Op::Or;
    if (name == "xor") return Op::Xor;
    return {};
  }

  Value *pointer() const { return call_.getArgOperand(0); }
  Type *value_type() const { return call_.getArgOperand(1)->getType(); }
  Align alignment(Type *type) const { return layout_.getABITypeAlign(type); }

  bool replace(Value *result) {
    if (!call_.use_empty()) call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
    return true;
  }

  bool fence(AtomicOrdering ordering, SyncScope::ID scope) {
    auto *flags = dyn_cast<ConstantInt>(call_.getArgOperand(0));
    if (!flags) return false;
    if (ordering != AtomicOrdering::Monotonic)
      builder_.CreateFence(ordering, scope_with(call_.getContext(), flags->getZExtValue(), scope != SyncScope::System));
    return replace(nullptr);
  }

  bool load() {
    const auto ordering = order(1);
    if (!ordering || isReleaseOrStronger(*ordering) != (ordering == AtomicOrdering::SequentiallyConsistent))
      return false;
    LoadInst *made =
        builder_.CreateAlignedLoad(call_.getType(), pointer(), alignment(call_.getType()), /*isVolatile=*/true);
    made->setAtomic(*ordering, scope(2));
    return replace(made);
  }

  // Without a value: clears a flag.
  bool store(std::optional<unsigned> operand) {
    const unsigned first = operand.value_or(0) + 1;
    const auto ordering = order(first);
    if (!ordering || isAcquireOrStronger(*ordering) != (ordering == AtomicOrdering::SequentiallyConsistent))
      return false;
    Value *value = operand ? call_.getArgOperand(*operand) : builder_.getInt32(0);
    StoreInst *made = builder_.CreateAlignedStore(value, pointer(), alignment(value->getType()), /*isVolatile=*/true);
    made->setAtomic(*ordering, scope(first + 1));
    return replace(nullptr);
  }

  AtomicRMWInst *update(AtomicRMWInst::BinOp operation, Value *value, AtomicOrdering ordering, SyncScope::ID scope) {
    AtomicRMWInst *made =
        builder_.CreateAtomicRMW(operation, pointer(), value, alignment(value->getType()), ordering, scope);
    made->setVolatile(true);
    return made;
  }

  bool test_and_set() {
    const auto ordering = order(1);
    if (!ordering) return false;
    Value *before = update(AtomicRMWInst::Xchg, builder_.getInt32(1), *ordering, scope(2));
    return replace(builder_.CreateZExtOrTrunc(builder_.CreateIsNotNull(before), call_.getType()));
  }

  bool modify(AtomicRMWInst::BinOp operation) {
    const auto ordering = order(2);
    if (!ordering || call_.getType() != value_type()) return false;
    return replace(update(operation, call_.getArgOperand(1), *ordering, scope(3)));
  }

  bool compare_exchange() {
    const auto success = order(3), failure = order(4);
    if (!success || !failure || !AtomicCmpXchgInst::isValidFailureOrdering(*failure)) return false;
    Value *expected = call_.getArgOperand(1), *desired = call_.getArgOperand(2);
    Type *type = desired->getType(), *bits = builder_.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue());
    Value *compared = builder_.CreateAlignedLoad(bits, expected, alignment(type));
    AtomicCmpXchgInst *made = builder_.CreateAtomicCmpXchg(pointer(), compared, builder_.CreateBitCast(desired, bits),
                                                           alignment(type), *success, *failure, scope(5));
    made->setVolatile(true);
    Value *same = builder_.CreateExtractValue(made, 1);
    Instruction *then = SplitBlockAndInsertIfThen(builder_.CreateNot(same), call_.getIterator(), /*Unreachable=*/false);
    IRBuilder<> differs(then);
    differs.CreateAlignedStore(differs.CreateExtractValue(made, 0), expected, alignment(type));
    builder_.SetInsertPoint(&call_);
    return replace(builder_.CreateZExtOrTrunc(same, call_.getType()));
  }

  CallInst &call_;
  const StringRef mangled_;
  IRBuilder<> builder_;
  const DataLayout &layout_;
};

}  // namespace

FencedMemory take_fenced_memory(FenceInst &fence) {
  for (const bool in_group : {false, true})
    for (uint32_t flags = 0; flags <= kAllFlags; ++flags)
      if (fence.getSyncScopeID() == scope_with(fence.getContext(), flags, in_group)) {
        fence.setSyncScopeID(in_group ? fence.getContext().getOrInsertSyncScopeID(kWorkGroupScope) : SyncScope::System);
        return {flags, in_group};
      }
  return {kAllFlags, is_of_group(fence)};
}

PreservedAnalyses ExactOrdersPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    SmallVector<CallInst *> calls;
    for (Instruction &instruction : instructions(function)) {
      if (auto *fence = dyn_cast<FenceInst>(&instruction))
        if (const MDNode *node = fence->getMetadata(kFenceFlags)) {
          const uint64_t flags = mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue();
          fence->setSyncScopeID(scope_with(module.getContext(), flags, is_of_group(*fence)));
          changed = true;
        }
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (const Function *callee = call->getCalledFunction(); callee && callee->isDeclaration())
          calls.push_back(call);
    }
    for (CallInst *call : calls) changed |= AtomicCall(*call).lower();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
