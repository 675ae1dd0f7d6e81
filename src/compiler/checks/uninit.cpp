// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/uninit.h"

#include <cstddef>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/lower/host_calls.h"
#include "compiler/lower/kernel_entry.h"
#include "kernel_abi/abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Instrumentation/MemorySanitizer.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr uint64_t kFewBytes = 64;  // are marked without a host call

// Before the sanitizer: what it is not to look at, and the form that it wants.
class Preparation {
 public:
  explicit Preparation(Function &group) : group_(group), none_(MDNode::get(group.getContext(), {})) {}

  void run() {
    SmallVector<CallInst *> calls;
    SmallVector<MemIntrinsic *> moves;
    for (Instruction &instruction : instructions(group_)) {
      if (auto *move = dyn_cast<MemIntrinsic>(&instruction)) {
        moves.push_back(move);
      } else if (auto *call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call)) {
        calls.push_back(call);
      }
    }
    for (CallInst *call : calls) {
      ignore(*call);
      written_by(*call);
    }
    for (MemIntrinsic *move : moves) to_flat(*move);
    // Arguments, the context and constants are written.
    for (Instruction &instruction : instructions(group_))
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && (load->hasMetadata(LLVMContext::MD_invariant_load) ||
                                                                  load->getPointerAddressSpace() == kConstantSpace))
        ignore(*load);
    for (Argument &argument : group_.args()) argument.addAttr(Attribute::NoUndef);
    group_.addFnAttr(Attribute::SanitizeMemory);
  }

 private:
  // Its result counts as written.
  void ignore(Instruction &instruction) { instruction.setMetadata(LLVMContext::MD_nosanitize, none_); }

  // A function that is not inlined writes variables that it is given: of the library, or the runtime's.
  void written_by(CallInst &call) {
    if (intrinsic_of(call) != Intrinsic::none || call.onlyReadsMemory()) return;
    constexpr uint64_t kMost = 128;  // bytes that a function writes through a pointer: a vector of 16 numbers
    for (const Use &argument : call.args()) {
      if (!argument->getType()->isPointerTy()) continue;
      IRBuilder<> builder(call.getNextNode());
      auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(argument));
      Value *at = variable ? variable : argument.get();
      if (!variable && (isa<Constant>(at) || isa<Argument>(at))) continue;
      const uint64_t bytes = variable ? variable->getAllocationSize(group_.getDataLayout())->getFixedValue() : kMost;
      call_host(builder, group_.getArg(1), HostCall::uninit_set, builder.getVoidTy(),
                {builder.CreateAddrSpaceCast(at, builder.getPtrTy()), builder.getInt64(bytes), builder.getInt32(0)})
          ->setMetadata(LLVMContext::MD_nosanitize, none_);
    }
  }

  // The sanitizer's functions for these take pointers of address space 0.
  void to_flat(MemIntrinsic &move) {
    IRBuilder<> builder(&move);
    auto flat = [&](Value *pointer) { return builder.CreateAddrSpaceCast(pointer, builder.getPtrTy()); };
    Value *length = builder.CreateZExtOrTrunc(move.getLength(), builder.getInt64Ty());
    if (auto *set = dyn_cast<MemSetInst>(&move))
      builder.CreateMemSet(flat(set->getRawDest()), set->getValue(), length, set->getDestAlign(), set->isVolatile());
    else if (auto *copy = dyn_cast<MemTransferInst>(&move))
      isa<MemMoveInst>(copy)
          ? builder.CreateMemMove(flat(copy->getRawDest()), copy->getDestAlign(), flat(copy->getRawSource()),
                                  copy->getSourceAlign(), length, copy->isVolatile())
          : builder.CreateMemCpy(flat(copy->getRawDest()), copy->getDestAlign(), flat(copy->getRawSource()),
                                 copy->getSourceAlign(), length, copy->isVolatile());
    move.eraseFromParent();
  }

  Function &group_;
  MDNode *none_;
};

// Behind the sanitizer: its calls become ours.
class UninitLowering {
 public:
  explicit UninitLowering(KernelFacts &kernel) : kernel_(kernel), group_(*kernel.group), module_(*group_.getParent()) {}

  void run() {
    SmallVector<CallInst *> calls;
    for (Instruction &instruction : instructions(group_))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (const Function *callee = call->getCalledFunction(); callee && callee->getName().starts_with("__msan_"))
          calls.push_back(call);
    // Outputs first: they are told by the calls.
    for (CallInst *call : calls)
      if (name_of(*call).starts_with("__msan_metadata_ptr_for_store_")) check_output(*call);
    for (CallInst *call : calls) lower(*call);
    group_.removeFnAttr(Attribute::SanitizeMemory);
  }

 private:
  static StringRef name_of(const CallInst &call) { return call.getCalledFunction()->getName(); }

  void lower(CallInst &call) {
    const StringRef name = name_of(call);
    IRBuilder<> builder(&call);
    auto host = [&](HostCall which, ArrayRef<Value *> args) {
      call_host(builder, group_.getArg(1), which, builder.getVoidTy(), args);
    };
    if (name.starts_with("__msan_metadata_ptr_for_")) {
      Value *shadow = shadow_of(builder, call.getArgOperand(0), name.contains("_load_"));
      for (User *user : make_early_inc_range(call.users())) {
        auto *part = cast<ExtractValueInst>(user);
        part->replaceAllUsesWith(part->getIndices()[0] == 0 ? shadow : Constant::getNullValue(part->getType()));
        part->eraseFromParent();
      }
    } else if (name == "__msan_poison_alloca") {
      mark(builder, call.getArgOperand(0), call.getArgOperand(1));
    } else if (name == "__msan_unpoison_alloca") {
      host(HostCall::uninit_set, {call.getArgOperand(0), call.getArgOperand(1), builder.getInt32(0)});
    } else if (name == "__msan_warning") {
      Value *item = builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_item));
      host(HostCall::uninit_found, {site_of(call), item, builder.getInt32(static_cast<uint32_t>(use_behind(call)))});
    } else if (name == "__msan_memcpy" || name == "__msan_memmove") {
      Value *dst = call.getArgOperand(0), *src = call.getArgOperand(1), *size = call.getArgOperand(2);
      host(HostCall::uninit_copy, {dst, src, size});
      name == "__msan_memcpy" ? builder.CreateMemCpy(dst, MaybeAlign(), src, MaybeAlign(), size)
                              : builder.CreateMemMove(dst, MaybeAlign(), src, MaybeAlign(), size);
      call.replaceAllUsesWith(dst);
    } else if (name == "__msan_memset") {
      Value *dst = call.getArgOperand(0), *size = call.getArgOperand(2);
      host(HostCall::uninit_set, {dst, size, builder.getInt32(0)});
      builder.CreateMemSet(dst, builder.CreateTrunc(call.getArgOperand(1), builder.getInt8Ty()), size, MaybeAlign());
      call.replaceAllUsesWith(dst);
    } else if (!call.use_empty()) {
      call.replaceAllUsesWith(Constant::getNullValue(call.getType()));  // the state of calls, which nothing asks for
    }
    call.eraseFromParent();
  }

  // The shadow of the bytes at an address: of memory without one, bytes that are written.
  Value *shadow_of(IRBuilderBase &builder, Value *pointer, bool reads) {
    auto field = [&](size_t offset, const char *name) {
      Value *state =
          load_invariant(builder, builder.getPtrTy(), group_.getArg(1), offsetof(abi::GroupContext, uninit), "uninit");
      return load_invariant(builder, builder.getPtrTy(), state, offset, name);
    };
    Value *address = builder.CreatePtrToInt(pointer, builder.getInt64Ty());
    Value *chunks = field(offsetof(abi::UninitState, chunks), "chunks");
    Value *chunk = builder.CreateAlignedLoad(
        builder.getPtrTy(),
        builder.CreateGEP(builder.getPtrTy(), chunks, builder.CreateLShr(address, abi::kUninitChunkShift)), Align(8),
        "chunk");
    Value *other = reads ? field(offsetof(abi::UninitState, initialised), "initialised")
                         : field(offsetof(abi::UninitState, unused), "unused");
    Value *base = builder.CreateSelect(builder.CreateIsNull(chunk), other, chunk);
    return builder.CreateGEP(builder.getInt8Ty(), base,
                             builder.CreateAnd(address, (uint64_t{1} << abi::kUninitChunkShift) - 1));
  }

  void mark(IRBuilderBase &builder, Value *pointer, Value *size) {
    auto *bytes = dyn_cast<ConstantInt>(size);
    if (bytes && bytes->getZExtValue() <= kFewBytes)
      builder.CreateMemSet(shadow_of(builder, pointer, false), builder.getInt8(0xff), size, MaybeAlign(1));
    else
      call_host(builder, group_.getArg(1), HostCall::uninit_set, builder.getVoidTy(),
                {pointer, size, builder.getInt32(1)});
  }

  // What the instruction does behind a warning, for which the sanitizer has split the block.
  static abi::UninitUse use_behind(const CallInst &warning) {
    const auto *branch = dyn_cast<BranchInst>(warning.getParent()->getTerminator());
    const Instruction &next =
        branch && branch->isUnconditional() ? branch->getSuccessor(0)->front() : *warning.getNextNode();
    if (isa<BranchInst, SwitchInst>(next)) return abi::UninitUse::branch;
    if (next.mayReadOrWriteMemory()) return abi::UninitUse::address;
    return abi::UninitUse::other;
  }

  Constant *site_of(const Instruction &instruction) {
    return place_constant(module_, make_site(instruction, kernel_.name), "site");
  }

  // Of a store to global memory: where all bits of a number are not written. Parts of one are none: bit fields, and
  // padding that is copied with what it stands in.
  void check_output(CallInst &call) {
    auto *cast = dyn_cast<AddrSpaceCastOperator>(call.getArgOperand(0));
    if (!cast || cast->getSrcAddressSpace() != kGlobalSpace) return;
    // The sanitizer's store of the shadow.
    StoreInst *shadow = nullptr;
    for (User *part : call.users())
      for (User *user : part->users())
        if (auto *store = dyn_cast<StoreInst>(user)) shadow = store;
    if (!shadow || isa<Constant>(shadow->getValueOperand())) return;
    Type *type = shadow->getValueOperand()->getType();
    IRBuilder<> builder(shadow);
    Value *wrong = nullptr;
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      if (!vector->getElementType()->isIntegerTy() || vector->getElementType()->getIntegerBitWidth() < 8) return;
      Value *lanes = builder.CreateICmpEQ(shadow->getValueOperand(), Constant::getAllOnesValue(type));
      // The fourth lane of three holds nothing.
      if (vector->getNumElements() == 4) lanes = builder.CreateInsertElement(lanes, builder.getFalse(), uint64_t{3});
      wrong = builder.CreateOrReduce(lanes);
    } else if (type->isIntegerTy() && type->getIntegerBitWidth() >= 8) {
      wrong = builder.CreateICmpEQ(shadow->getValueOperand(), Constant::getAllOnesValue(type));
    } else {
      return;
    }
    Instruction *then = SplitBlockAndInsertIfThen(wrong, shadow->getIterator(), false);
    builder.SetInsertPoint(then);
    Value *item = builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_item));
    call_host(builder, group_.getArg(1), HostCall::uninit_found, builder.getVoidTy(),
              {site_of(*shadow), item, builder.getInt32(static_cast<uint32_t>(abi::UninitUse::output))});
  }

  KernelFacts &kernel_;
  Function &group_;
  Module &module_;
};

}  // namespace

PreservedAnalyses CheckUninitPass::run(Module &module, ModuleAnalysisManager &modules) {
  const SmallVector<Function *> groups = work_group_functions(module);
  if (groups.empty()) return PreservedAnalyses::all();
  for (Function *group : groups) Preparation(*group).run();
  // Functions that are not inlined know nothing of shadows.
  for (Function &function : module)
    if (!function.hasFnAttribute(Attribute::SanitizeMemory))
      function.addFnAttr(Attribute::DisableSanitizerInstrumentation);
  modules.invalidate(module, PreservedAnalyses::none());
  MemorySanitizerOptions options(/*TrackOrigins=*/0, /*Recover=*/true, /*Kernel=*/true, /*EagerChecks=*/true);
  options.TrackOrigins = 0;  // the kernel's mode would track them
  MemorySanitizerPass(options).run(module, modules);
  for (Function &function : module) function.removeFnAttr(Attribute::DisableSanitizerInstrumentation);
  for (Function *group : groups) {
    KernelFacts kernel = KernelFacts::of(*group);
    UninitLowering(kernel).run();
    kernel.checked = true;
    kernel.write();
  }
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && function.getName().starts_with("__msan_") && function.use_empty())
      function.eraseFromParent();
  // It takes attributes of what kernels call.
  return DeclareIntrinsicsPass().run(module, modules);
}

}  // namespace wherry::compiler
