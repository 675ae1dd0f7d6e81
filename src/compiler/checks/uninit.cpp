// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/uninit.h"

#include <cstddef>

#include "compiler/analysis/pipe_calls.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/lower/host_calls.h"
#include "compiler/lower/kernel_entry.h"
#include "kernel_abi/abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr uint64_t kFewBytes = 64;  // are marked without a host call
// Functions that use a number, for the sanitizer alone: an atomic operation's, or another one.
constexpr const char *kUse = "wherry.use", *kUpdate = "wherry.use.update";
// Metadata of an atomic operation: its orders, which the sanitizer makes stronger.
constexpr const char *kOrders = "wherry.orders";
// A number of 0 that stands for __wherry_unwritten, and its shadow.
constexpr const char *kUnwritten = "wherry.unwritten", *kUnwrittenShadow = "wherry.unwritten.shadow";

GlobalVariable *number(Module &module, const char *name, uint64_t value) {
  if (GlobalVariable *known = module.getNamedGlobal(name)) return known;
  Type *type = Type::getInt64Ty(module.getContext());
  return new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::InternalLinkage,
                            ConstantInt::get(type, value), name);
}

// Private variables begin with bits that no store has written.
class Unwritten {
 public:
  explicit Unwritten(Function &group) : group_(group) {}

  bool run() {
    SmallVector<AllocaInst *> variables;
    for (Instruction &instruction : instructions(group_))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        if (variable->isStaticAlloca() && !variable->isArrayAllocation() &&
            count(variable->getAllocatedType()) <= kMost)
          variables.push_back(variable);
    for (AllocaInst *variable : variables) {
      // In a loop, each iteration has a new one.
      SmallVector<Instruction *> begins;
      for (User *user : variable->users())
        if (auto *call = dyn_cast<IntrinsicInst>(user);
            call && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
          begins.push_back(call->getNextNode());
      if (begins.empty()) begins.push_back(&*group_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      for (Instruction *begin : begins) {
        IRBuilder<> builder(begin);
        store(builder, variable, variable->getAllocatedType(), variable->getAlign());
      }
    }
    return !variables.empty();
  }

 private:
  static constexpr uint64_t kMost = 64;

  static uint64_t count(Type *type) {
    if (auto *array = dyn_cast<ArrayType>(type)) {
      const uint64_t each = count(array->getElementType()), elements = array->getNumElements();
      return each && elements > kMost / each ? kMost + 1 : each * elements;
    }
    uint64_t sum = isa<StructType>(type) ? 0 : 1;
    if (auto *structure = dyn_cast<StructType>(type))
      for (Type *element : structure->elements()) sum += count(element);
    return sum;
  }

  // Parts of packed structures are aligned to less than their type.
  void store(IRBuilderBase &builder, Value *at, Type *type, Align align) {
    const DataLayout &layout = group_.getDataLayout();
    if (type->isAggregateType()) {
      auto *structure = dyn_cast<StructType>(type);
      const uint64_t elements = structure ? structure->getNumElements() : type->getArrayNumElements();
      for (uint64_t i = 0; i < elements; ++i) {
        Type *element = GetElementPtrInst::getTypeAtIndex(type, i);
        const uint64_t offset = structure
                                    ? layout.getStructLayout(structure)->getElementOffset(static_cast<unsigned>(i))
                                    : i * layout.getTypeAllocSize(element).getFixedValue();
        store(builder, builder.CreateConstInBoundsGEP2_32(type, at, 0, static_cast<unsigned>(i)), element,
              commonAlignment(align, offset));
      }
    } else if (Value *value = value_of(builder, type)) {
      builder.CreateAlignedStore(value, at, align);
    }
  }

  // Null: of a type that is no number.
  Value *value_of(IRBuilderBase &builder, Type *type) {
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      Value *element = value_of(builder, vector->getElementType());
      return element ? builder.CreateVectorSplat(vector->getNumElements(), element) : nullptr;
    }
    if (!type->isIntegerTy() && !type->isFloatingPointTy()) return nullptr;
    const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
    if (bits > 64) return nullptr;
    Value *value = builder.CreateCall(declare_intrinsic(*group_.getParent(), compiler::Intrinsic::__wherry_unwritten));
    return builder.CreateBitCast(builder.CreateTrunc(value, builder.getIntNTy(bits)), type);
  }

  Function &group_;
};

// LLVM makes loads and stores of copies of structures, which keep the copy's alias scopes.
constexpr const char *kPaddingScope = "wherry.padding";

// Copies of structures to memory that the host may read: each number is copied apart, as each may be unwritten; padding
// and unions are marked. A union may hold a smaller member than its type.
class Padding {
 public:
  explicit Padding(Function &group) : group_(group), layout_(group.getDataLayout()) {}

  bool run() {
    SmallVector<MemTransferInst *> copies;
    for (Instruction &instruction : instructions(group_))
      if (auto *copy = dyn_cast<MemTransferInst>(&instruction);
          copy && (copy->getDestAddressSpace() == kGlobalSpace || copy->getDestAddressSpace() == kGenericSpace))
        copies.push_back(copy);
    for (MemTransferInst *copy : copies) split(*copy);
    return !copies.empty();
  }

  static bool is_marked(const Instruction &instruction) {
    const MDNode *scopes = instruction.getMetadata(LLVMContext::MD_alias_scope);
    return scopes && any_of(scopes->operands(), [](const MDOperand &operand) {
             auto *scope = dyn_cast<MDNode>(operand);
             auto *name = scope && scope->getNumOperands() ? dyn_cast<MDString>(scope->getOperand(0)) : nullptr;
             return name && name->getString() == kPaddingScope;
           });
  }

 private:
  struct Range {
    uint64_t begin, end;
  };
  static constexpr size_t kMostRanges = 16;

  // The bytes of numbers, in their order, of what a pointer leads to; none, if the pointer does not tell.
  SmallVector<Range> numbers(const Value *pointer, uint64_t bytes) const {
    pointer = pointer->stripPointerCasts();
    Type *type = nullptr;
    if (auto *variable = dyn_cast<AllocaInst>(pointer))
      type = variable->getAllocatedType();
    else if (auto *global = dyn_cast<GlobalVariable>(pointer))
      type = global->getValueType();
    else if (auto *step = dyn_cast<GEPOperator>(pointer))
      type = step->getResultElementType();
    SmallVector<Range> ranges;
    if (type && type->isSized() && layout_.getTypeAllocSize(type).getFixedValue() == bytes)
      add_numbers(ranges, type, 0);
    return ranges;
  }

  // Arrays of bytes may be Clang's padding. A type without a name may be a union's.
  void add_numbers(SmallVectorImpl<Range> &ranges, Type *type, uint64_t begin) const {
    if (ranges.size() > kMostRanges) return;
    if (auto *structure = dyn_cast<StructType>(type)) {
      if (!structure->hasName() || structure->getName().starts_with("union.")) return;
      const StructLayout &layout = *layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        add_numbers(ranges, structure->getElementType(i), begin + layout.getElementOffset(i));
    } else if (auto *array = dyn_cast<ArrayType>(type)) {
      Type *element = array->getElementType();
      const uint64_t size = layout_.getTypeAllocSize(element).getFixedValue();
      for (uint64_t i = 0; !element->isIntegerTy(8) && i < array->getNumElements() && ranges.size() <= kMostRanges; ++i)
        add_numbers(ranges, element, begin + i * size);
    } else {
      ranges.push_back({begin, begin + layout_.getTypeStoreSize(type).getFixedValue()});
    }
  }

  void split(MemTransferInst &copy) {
    const auto *size = dyn_cast<ConstantInt>(copy.getLength());
    const uint64_t bytes = size ? size->getZExtValue() : 0;
    SmallVector<Range> ranges = numbers(copy.getRawSource(), bytes);
    if (ranges.empty()) ranges = numbers(copy.getRawDest(), bytes);
    if (ranges.size() == 1 && ranges[0].begin == 0 && ranges[0].end == bytes) return;
    // The parts of a copy that overlaps would have to be ordered.
    if (ranges.empty() || ranges.size() > kMostRanges || !isa<MemCpyInst>(copy) || copy.isVolatile()) {
      mark(copy);
      return;
    }
    uint64_t end = 0;
    for (const Range &range : ranges) {
      part(copy, {end, range.begin}, /*is_padding=*/true);
      part(copy, range, /*is_padding=*/false);
      end = range.end;
    }
    part(copy, {end, bytes}, /*is_padding=*/true);
    copy.eraseFromParent();
  }

  void part(MemTransferInst &copy, Range range, bool is_padding) {
    if (range.begin == range.end) return;
    IRBuilder<> builder(&copy);
    const auto at = [&](Value *pointer) {
      return range.begin ? builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, range.begin) : pointer;
    };
    const auto align = [&](MaybeAlign whole) { return commonAlignment(whole.valueOrOne(), range.begin); };
    CallInst *made = builder.CreateMemCpy(at(copy.getRawDest()), align(copy.getDestAlign()), at(copy.getRawSource()),
                                          align(copy.getSourceAlign()), range.end - range.begin);
    made->copyMetadata(copy);
    made->setMetadata(LLVMContext::MD_tbaa_struct, nullptr);
    made->setMetadata(LLVMContext::MD_tbaa, nullptr);
    if (is_padding) mark(*made);
  }

  void mark(Instruction &copy) {
    if (!scopes_) {
      MDBuilder builder(group_.getContext());
      MDNode *domain = builder.createAliasScopeDomain(kPaddingScope);
      scopes_ = MDNode::get(group_.getContext(), {builder.createAliasScope(kPaddingScope, domain)});
    }
    copy.setMetadata(LLVMContext::MD_alias_scope,
                     MDNode::concatenate(copy.getMetadata(LLVMContext::MD_alias_scope), scopes_));
  }

  Function &group_;
  const DataLayout &layout_;
  MDNode *scopes_ = nullptr;
};

// Before the sanitizer: what it is not to look at, and the form that it wants.
class Preparation {
 public:
  explicit Preparation(Function &group)
      : group_(group), none_(MDNode::get(group.getContext(), {})), origins_(KernelFacts::of(group)) {}

  void run() {
    SmallVector<CallInst *> calls;
    SmallVector<MemIntrinsic *> moves;
    SmallVector<Instruction *> atomics;
    place_unwritten();
    for (Instruction &instruction : instructions(group_)) {
      if (auto *move = dyn_cast<MemIntrinsic>(&instruction)) {
        moves.push_back(move);
      } else if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) && instruction.isAtomic()) {
        atomics.push_back(&instruction);
      } else if (auto *call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call)) {
        calls.push_back(call);
      }
    }
    for (CallInst *call : calls) {
      ignore(*call);
      written_by(*call);
      use_in_call(*call);
    }
    for (MemIntrinsic *move : moves) to_flat(*move);
    for (Instruction *atomic : atomics) {
      note_orders(*atomic);
      use_in_atomic(*atomic);
    }
    // Arguments, the context and constants are written.
    for (Instruction &instruction : instructions(group_))
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && (load->hasMetadata(LLVMContext::MD_invariant_load) ||
                                                                  load->getPointerAddressSpace() == kConstantSpace))
        ignore(*load);
    for (Argument &argument : group_.args()) argument.addAttr(Attribute::NoUndef);
    group_.addFnAttr(Attribute::SanitizeMemory);
  }

 private:
  void place_unwritten() {
    for (Instruction &instruction : make_early_inc_range(instructions(group_))) {
      if (intrinsic_of(instruction) != compiler::Intrinsic::__wherry_unwritten) continue;
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(
          builder.CreateLoad(builder.getInt64Ty(), number(*group_.getParent(), kUnwritten, 0), "unwritten"));
      instruction.eraseFromParent();
    }
  }

  void note_orders(Instruction &instruction) {
    AtomicOrdering order = AtomicOrdering::Monotonic, failure = order;
    if (auto *load = dyn_cast<LoadInst>(&instruction)) order = load->getOrdering();
    if (auto *store = dyn_cast<StoreInst>(&instruction)) order = store->getOrdering();
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) order = update->getOrdering();
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      order = exchange->getSuccessOrdering(), failure = exchange->getFailureOrdering();
    MDBuilder builder(instruction.getContext());
    Type *type = Type::getInt32Ty(instruction.getContext());
    instruction.setMetadata(kOrders, MDNode::get(instruction.getContext(),
                                                 {builder.createConstant(ConstantInt::get(type, uint64_t(order))),
                                                  builder.createConstant(ConstantInt::get(type, uint64_t(failure)))}));
  }

  // The sanitizer takes all that atomic operations read and write for written.
  void use_in_atomic(Instruction &instruction) {
    if (isa<LoadInst>(instruction)) return;
    IRBuilder<> builder(&instruction);
    const auto use_memory = [&](Value *pointer, Type *type, Align align) {
      type = builder.getIntNTy(group_.getDataLayout().getTypeStoreSizeInBits(type).getFixedValue());
      use(builder, builder.CreateAlignedLoad(type, pointer, align), kUpdate);
    };
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      use(builder, store->getValueOperand(), kUpdate);
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      if (update->getOperation() != AtomicRMWInst::Xchg)
        use_memory(update->getPointerOperand(), update->getType(), update->getAlign());
      use(builder, update->getValOperand(), kUpdate);
    } else {
      auto &exchange = cast<AtomicCmpXchgInst>(instruction);
      use_memory(exchange.getPointerOperand(), exchange.getCompareOperand()->getType(), exchange.getAlign());
      use(builder, exchange.getNewValOperand(), kUpdate);
    }
  }

  // Of functions of the runtime: what printf shows, and what is put together of all work-items.
  void use_in_call(CallInst &call) {
    IRBuilder<> builder(&call);
    switch (intrinsic_of(call)) {
    case Intrinsic::__wherry_sub_group_reduce:
    case Intrinsic::__wherry_sub_group_scan: use(builder, call.getArgOperand(0), kUse); return;
    case Intrinsic::__wherry_reduce:
    case Intrinsic::__wherry_scan:
      if (auto *variable = dyn_cast<AllocaInst>(call.getArgOperand(0)->stripPointerCasts()))
        use(builder, builder.CreateAlignedLoad(variable->getAllocatedType(), variable, variable->getAlign()), kUse);
      return;
    default: break;
    }
    if (!is_printf(call)) return;
    for (unsigned i = 1; i < call.arg_size(); ++i) use(builder, call.getArgOperand(i), kUse);
  }

  void use(IRBuilderBase &builder, Value *value, const char *name) {
    Type *type = value->getType();
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      for (unsigned lane = 0; lane < vector->getNumElements(); ++lane)
        use(builder, builder.CreateExtractElement(value, lane), name);
      return;
    }
    if (!type->isIntegerTy() && !type->isFloatingPointTy()) return;
    if (!type->isIntegerTy())
      value = builder.CreateBitCast(value, builder.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue()));
    FunctionCallee function = group_.getParent()->getOrInsertFunction(name, builder.getVoidTy(), builder.getInt64Ty());
    cast<Function>(function.getCallee())->setDoesNotAccessMemory();
    builder.CreateCall(function, builder.CreateZExtOrTrunc(value, builder.getInt64Ty()))
        ->addParamAttr(0, Attribute::NoUndef);
  }

  // Its result counts as written.
  void ignore(Instruction &instruction) { instruction.setMetadata(LLVMContext::MD_nosanitize, none_); }

  // A function that is not inlined writes variables that it is given: of the library, or the runtime's.
  void written_by(CallInst &call) {
    if (intrinsic_of(call) != Intrinsic::none || call.onlyReadsMemory()) return;
    if (const auto pipe = pipe_call_of(call, origins_)) {
      IRBuilder<> builder(&call);
      if (!pipe->reserves)
        call_host(builder, group_.getArg(1), HostCall::uninit_pipe, builder.getVoidTy(), {})
            ->setMetadata(LLVMContext::MD_nosanitize, none_);
      return;
    }
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
  const ArgumentOrigins origins_;
};

// Behind the sanitizer: its calls become ours.
class UninitLowering {
 public:
  explicit UninitLowering(KernelFacts &kernel)
      : kernel_(kernel), group_(*kernel.group), module_(*group_.getParent()),
        unlikely_(MDBuilder(group_.getContext()).createUnlikelyBranchWeights()) {}

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
    for (StoreInst *store : stores_) store_if_needed(*store);
    for (Instruction &instruction : instructions(group_)) restore_orders(instruction);
    for (const char *name : {kUse, kUpdate}) {
      Function *use = module_.getFunction(name);
      if (!use) continue;
      for (User *user : make_early_inc_range(use->users())) {
        auto *call = cast<CallInst>(user);
        if (call->getFunction() != &group_) continue;
        Value *used = call->getArgOperand(0);
        call->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(used);
      }
    }
    group_.removeFnAttr(Attribute::SanitizeMemory);
  }

 private:
  static void restore_orders(Instruction &instruction) {
    const MDNode *orders = instruction.getMetadata(kOrders);
    if (!orders) return;
    const auto order = [&](unsigned i) {
      return AtomicOrdering(mdconst::extract<ConstantInt>(orders->getOperand(i))->getZExtValue());
    };
    if (auto *load = dyn_cast<LoadInst>(&instruction)) load->setOrdering(order(0));
    if (auto *store = dyn_cast<StoreInst>(&instruction)) store->setOrdering(order(0));
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) update->setOrdering(order(0));
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      exchange->setSuccessOrdering(order(0));
      exchange->setFailureOrdering(order(1));
    }
    instruction.setMetadata(kOrders, nullptr);
  }

  static StringRef name_of(const CallInst &call) { return call.getCalledFunction()->getName(); }

  void lower(CallInst &call) {
    const StringRef name = name_of(call);
    IRBuilder<> builder(&call);
    auto host = [&](HostCall which, ArrayRef<Value *> args) {
      call_host(builder, group_.getArg(1), which, builder.getVoidTy(), args);
    };
    if (name.starts_with("__msan_metadata_ptr_for_")) {
      auto *variable = dyn_cast<GlobalVariable>(call.getArgOperand(0));
      Value *shadow = variable && variable->getName() == kUnwritten
                          ? number(module_, kUnwrittenShadow, ~uint64_t{0})
                          : shadow_of(builder, call.getArgOperand(0), name.contains("_load_"));
      auto *cast_from = dyn_cast<AddrSpaceCastOperator>(call.getArgOperand(0));
      const bool is_global = cast_from && cast_from->getSrcAddressSpace() == kGlobalSpace;
      for (User *user : make_early_inc_range(call.users())) {
        auto *part = cast<ExtractValueInst>(user);
        if (part->getIndices()[0] == 0 && is_global)
          for (User *stored : part->users())
            if (auto *store = dyn_cast<StoreInst>(stored); store && store->getPointerOperand() == part)
              stores_.push_back(store);
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

  // Skips the store of a global variable's shadow where the shadow is 0 before and after, as it nearly always is: a
  // page of shadow takes memory only once something is stored there.
  void store_if_needed(StoreInst &store) {
    Type *type = store.getValueOperand()->getType();
    if (!type->isIntOrIntVectorTy()) return;
    IRBuilder<> builder(&store);
    Value *known = builder.CreateAlignedLoad(type, store.getPointerOperand(), store.getAlign(), "shadow");
    Value *both = builder.CreateOr(known, store.getValueOperand());
    if (type->isVectorTy())
      both = builder.CreateBitCast(both, builder.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue()));
    Instruction *then = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(both), store.getIterator(), false, unlikely_);
    store.moveBefore(then->getIterator());
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
    if (auto *call = dyn_cast<CallInst>(&next); call && call->getCalledFunction()) {
      if (name_of(*call) == kUpdate) return abi::UninitUse::update;
      if (name_of(*call) == kUse) return abi::UninitUse::other;
    }
    if (next.mayReadOrWriteMemory()) return abi::UninitUse::address;
    return abi::UninitUse::other;
  }

  Constant *site_of(const Instruction &instruction) {
    return place_constant(module_, make_site(instruction, kernel_.name), "site");
  }

  static constexpr unsigned kDepth = 4;       // of choices and phis between an operation and the store of its result
  static constexpr unsigned kLaneDepth = 20;  // 16 lanes that are set, and what stands between them and the load
  static constexpr unsigned kPhi = 8;         // of that depth is a phi: two at most, as each multiplies the ways

  // The program's store, of whose shadow this is the call.
  static const Instruction *store_of(const CallInst &call) {
    const auto *address = cast<AddrSpaceCastOperator>(call.getArgOperand(0))->getPointerOperand();
    for (const Instruction *next = call.getNextNode(); next; next = next->getNextNode())
      if (auto *store = dyn_cast<StoreInst>(next); store && store->getPointerOperand() == address) return store;
    return nullptr;
  }

  // Whether a number is the result of an operation on numbers, not of one that moves bits.
  static bool is_computed(const Value &value, unsigned depth) {
    if (isa<Constant>(value)) return true;
    if (depth == 0) return false;
    if (auto *phi = dyn_cast<PHINode>(&value))
      return all_of(phi->incoming_values(), [&](const Use &use) { return use == phi || is_computed(*use, depth - 1); });
    if (auto *choice = dyn_cast<SelectInst>(&value))
      return is_computed(*choice->getTrueValue(), depth - 1) && is_computed(*choice->getFalseValue(), depth - 1);
    if (isa<CmpInst, FPToSIInst, FPToUIInst, SIToFPInst, UIToFPInst, UnaryOperator>(value)) return true;
    const auto *operation = dyn_cast<BinaryOperator>(&value);
    if (operation && !operation->isBitwiseLogicOp() && !operation->isShift()) return true;
    // Moves the bits of results.
    if (auto *part = dyn_cast<ExtractElementInst>(&value)) return is_computed(*part->getVectorOperand(), depth - 1);
    if (operation || isa<CastInst>(value))
      return all_of(cast<Instruction>(value).operands(), [&](const Use &use) { return is_computed(*use, depth - 1); });
    return false;
  }

  // Whether the store puts a lane back where the lane was read: of `a[i].x = 1` Clang makes a load and a store of the
  // whole vector.
  static bool puts_back(const StoreInst &store, const Value &value, unsigned lane, unsigned from, unsigned depth) {
    if (depth == 0) return false;
    if (auto *load = dyn_cast<LoadInst>(&value))
      return from == lane &&
             load->getPointerOperand()->stripPointerCasts() == store.getPointerOperand()->stripPointerCasts();
    if (auto *insert = dyn_cast<InsertElementInst>(&value)) {
      auto *index = dyn_cast<ConstantInt>(insert->getOperand(2));
      return index && index->getZExtValue() != from && puts_back(store, *insert->getOperand(0), lane, from, depth - 1);
    }
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&value)) {
      const int source = shuffle->getMaskValue(from);
      const unsigned lanes = cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
      if (source < 0) return false;
      const unsigned operand = static_cast<unsigned>(source) / lanes;
      return puts_back(store, *shuffle->getOperand(operand), lane, static_cast<unsigned>(source) % lanes, depth - 1);
    }
    // Beside the value of an access outside of its object.
    if (auto *phi = dyn_cast<PHINode>(&value); phi && depth > kPhi)
      return all_of(phi->incoming_values(), [&](const Use &use) {
        return isa<Constant>(use) || puts_back(store, *use, lane, from, depth - kPhi);
      });
    return false;
  }

  // The bits of a moved number that are 0 whatever is moved: by a cast to a wider type or a shift to the left.
  static APInt zero_bits(const Value &value, unsigned depth) {
    const unsigned bits = value.getType()->getScalarSizeInBits();
    const APInt *count = nullptr;
    if (auto *wider = dyn_cast<ZExtInst>(&value))
      return APInt::getBitsSetFrom(bits, wider->getSrcTy()->getScalarSizeInBits());
    if (PatternMatch::match(&value, PatternMatch::m_Shl(PatternMatch::m_Value(), PatternMatch::m_APInt(count))) &&
        count->ult(bits))
      return APInt::getLowBitsSet(bits, static_cast<unsigned>(count->getZExtValue()));
    // Beside the value of an access outside of its object.
    auto *phi = dyn_cast<PHINode>(&value);
    if (!phi || depth == 0) return APInt::getZero(bits);
    APInt common = APInt::getAllOnes(bits);
    for (const Use &use : phi->incoming_values())
      if (!isa<Constant>(use)) common &= zero_bits(*use, depth - 1);
    return common.isAllOnes() ? APInt::getZero(bits) : common;
  }

  // Of a store to global memory: where some bit of a result is not written, and where all bits of a number that was
  // only moved are not. Parts of those are none: bit fields, padding that is copied with what it stands in, unions, and
  // lanes that are put back.
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
    auto *vector = dyn_cast<FixedVectorType>(type);
    if (!type->isIntOrIntVectorTy() || type->getScalarSizeInBits() < 8) return;
    const auto *store = dyn_cast_or_null<StoreInst>(store_of(call));
    if (store && Padding::is_marked(*store)) return;
    const bool any = store && is_computed(*store->getValueOperand(), kDepth);
    IRBuilder<> builder(shadow);
    Value *unwritten = shadow->getValueOperand();
    if (store && !any && store->getValueOperand()->getType()->isIntOrIntVectorTy())
      unwritten = builder.CreateOr(unwritten, ConstantInt::get(type, zero_bits(*store->getValueOperand(), kDepth)));
    Value *wrong = builder.CreateICmp(any ? ICmpInst::ICMP_NE : ICmpInst::ICMP_EQ, unwritten,
                                      any ? Constant::getNullValue(type) : Constant::getAllOnesValue(type));
    for (unsigned lane = 0; vector && lane < vector->getNumElements(); ++lane)
      if (store && puts_back(*store, *store->getValueOperand(), lane, lane, kLaneDepth))
        wrong = builder.CreateInsertElement(wrong, builder.getFalse(), uint64_t{lane});
    if (vector) wrong = builder.CreateOrReduce(wrong);
    Instruction *then = SplitBlockAndInsertIfThen(wrong, shadow->getIterator(), false);
    builder.SetInsertPoint(then);
    Value *item = builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_item));
    call_host(builder, group_.getArg(1), HostCall::uninit_found, builder.getVoidTy(),
              {site_of(*shadow), item, builder.getInt32(static_cast<uint32_t>(abi::UninitUse::output))});
  }

  KernelFacts &kernel_;
  Function &group_;
  Module &module_;
  MDNode *unlikely_;
  SmallVector<StoreInst *> stores_;  // of global variables' shadow
};

}  // namespace

bool KeepUnwrittenPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  return Unwritten(*kernel.group).run();
}

bool MarkPaddingPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) { return Padding(*kernel.group).run(); }

PreservedAnalyses CheckUninitPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *group : work_group_functions(module)) Preparation(*group).run();
  // Functions that are not inlined know nothing of shadows.
  for (Function &function : module)
    if (!function.hasFnAttribute(Attribute::SanitizeMemory))
      function.addFnAttr(Attribute::DisableSanitizerInstrumentation);
  return PreservedAnalyses::none();
}

PreservedAnalyses LowerUninitPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module) function.removeFnAttr(Attribute::DisableSanitizerInstrumentation);
  for (Function *group : work_group_functions(module)) {
    KernelFacts kernel = KernelFacts::of(*group);
    UninitLowering(kernel).run();
    kernel.checked = true;
    kernel.write();
  }
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty() &&
        (function.getName().starts_with("__msan_") || function.getName() == kUse || function.getName() == kUpdate))
      function.eraseFromParent();
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
