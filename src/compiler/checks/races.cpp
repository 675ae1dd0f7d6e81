// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/races.h"

#include <cstddef>

#include "compiler/analysis/argument_origin.h"
#include "compiler/analysis/memory_access.h"
#include "compiler/analysis/pipe_calls.h"
#include "compiler/checks/instrument.h"
#include "compiler/checks/orders.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/abi_records.h"
#include "compiler/lower/host_calls.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/kernel_entry.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Words, as in checks/race.h.
enum Kind : uint64_t { kRead, kWrite, kAtomic };
constexpr unsigned kSiteShift = 5, kItemShift = 17, kKeyShift = 29;
constexpr uint64_t kMaxSite = (1 << 12) - 1, kMaxItem = (1 << 12) - 1;
constexpr uint64_t kMany = 4;

enum Order : uint32_t { kRelaxed = 0, kAcquire = 1, kRelease = 2, kGroupScope = 4 };

uint32_t order_of(AtomicOrdering ordering) {
  return (isAcquireOrStronger(ordering) ? kAcquire : 0) | (isReleaseOrStronger(ordering) ? kRelease : 0);
}

// The scope is no wider than the work-group.
bool is_of_group(const Instruction &atomic) {
  const auto scope = getAtomicSyncScopeID(&atomic);
  return scope && *scope == atomic.getContext().getOrInsertSyncScopeID(kWorkGroupScope);
}

class RaceInstrumenter {
 public:
  explicit RaceInstrumenter(KernelFacts &kernel)
      : kernel_(kernel), group_(*kernel.group), module_(*group_.getParent()), origins_(kernel) {}

  bool run() {
    SmallVector<Instruction *> accesses;
    SmallVector<CallInst *> operations;
    for (Instruction &instruction : instructions(group_)) {
      const Intrinsic id = intrinsic_of(instruction);
      if (is_group_operation(id))
        operations.push_back(cast<CallInst>(&instruction));
      else if (id == Intrinsic::__wherry_sub_group_barrier)
        kernel_.orders_sub_groups = true;
      else if (id == Intrinsic::none && instruction.mayReadOrWriteMemory())
        accesses.push_back(&instruction);
      find_written(instruction, id);
    }
    kernel_.race_written = written_;
    writes_images_ = any_of(accesses, [](Instruction *access) { return writes_texel(*access); });
    bool changed = false;
    for (Instruction *instruction : accesses) changed |= watch(*instruction);
    for (CallInst *operation : operations) changed |= watch_operation(*operation);
    if (changed) place_sites();
    return changed;
  }

 private:
  static constexpr uint64_t kAnything = ~uint64_t{0};

  // Notes the arguments whose buffers the instruction may write.
  void find_written(Instruction &instruction, Intrinsic id) {
    auto write = [&](const Value *pointer) {
      // Private variables, and the shadow memory of other checks.
      if (pointer->getType()->getPointerAddressSpace() == kPrivateSpace) return;
      for (const PointerOrigin &origin : origins_.all_of(pointer)) {
        if (origin.kind == PointerOrigin::buffer)
          written_ |= origin.slot < 63 ? uint64_t{1} << origin.slot : kAnything;
        else if (origin.kind == PointerOrigin::unknown)
          written_ = kAnything;
      }
    };
    if (is_copy_operation(id)) {
      if (id == Intrinsic::__wherry_async_copy_to_global || id == Intrinsic::__wherry_async_tile_to_global)
        write(cast<CallInst>(instruction).getArgOperand(0));
      return;
    }
    if (id != Intrinsic::none || !instruction.mayWriteToMemory()) return;
    if (const auto called = pipe_call_of(instruction, origins_)) {
      // The packet that is read, in memory of the program's.
      if (!called->reserves && !called->writes) write(cast<CallInst>(instruction).getArgOperand(called->packet));
      return;
    }
    const auto accesses = memory_accesses(instruction);
    for (const MemoryAccess &access : accesses)
      if (access.writes) write(access.pointer);
    // What a function writes of the arguments that it is given.
    if (auto *call = dyn_cast<CallBase>(&instruction); call && accesses.empty())
      for (const Use &argument : call->args())
        if (argument->getType()->isPointerTy()) write(argument);
  }

  // Memory that other work-items or commands reach, and that may change.
  bool is_shared(const Value *pointer) const {
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space == kPrivateSpace) return false;
    const PointerOrigin origin = origins_.of(pointer);
    if (space == kConstantSpace) return origin.kind == PointerOrigin::buffer;
    return origin.kind != PointerOrigin::private_variable && origin.kind != PointerOrigin::function_argument &&
           !(origin.kind == PointerOrigin::program_scope && is_constant(origin.object));
  }

  uint64_t site(const Instruction &instruction) {
    const auto [found, is_new] = site_numbers_.try_emplace(instruction.getDebugLoc().get(), sites_.size());
    if (is_new && sites_.size() < abi::kNoRaceSite)
      sites_.push_back(place_constant(module_, make_site(instruction, kernel_.name), "site"));
    return std::min<uint64_t>(found->second, abi::kNoRaceSite);
  }

  Value *access_word(IRBuilderBase &builder, const Instruction &instruction, uint64_t kind) {
    Value *item = builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_item));
    return builder.CreateOr(builder.CreateShl(item, kItemShift), kind | site(instruction) << kSiteShift);
  }

  // Size and space, as abi.h has them.
  Value *how(IRBuilderBase &builder, const MemoryAccess &access, bool has_value) {
    Value *size = builder.CreateZExtOrTrunc(access.bytes, builder.getInt64Ty());
    const unsigned space = access.pointer->getType()->getPointerAddressSpace();
    Value *number = builder.getInt64(space == kLocalSpace ? abi::kRaceLocal : abi::kRaceGlobal);
    if (space == kGenericSpace)
      number =
          builder.CreateZExt(builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_space), access.pointer),
                             builder.getInt64Ty());
    return builder.CreateOr(builder.CreateOr(size, builder.CreateShl(number, abi::kRaceSpaceShift)),
                            uint64_t{has_value} << abi::kRaceValueShift);
  }

  // What a store writes: the value of at most 8 bytes, the sum over the words of more (abi.h); null if it is not known.
  Value *stored(IRBuilderBase &builder, Instruction &instruction) const {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!store) return nullptr;
    Value *value = store->getValueOperand();
    Type *type = value->getType(), *word = builder.getInt64Ty();
    const uint64_t bits = group_.getDataLayout().getTypeSizeInBits(type).getFixedValue();
    if (bits > 8 * abi::kMostRaceValue || bits % 8 != 0 ||
        bits != 8 * group_.getDataLayout().getTypeStoreSize(type).getFixedValue())
      return nullptr;
    if (type->isPointerTy()) return builder.CreatePtrToInt(value, word);
    if (!type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy()) return nullptr;
    if (bits <= 64) return builder.CreateZExt(builder.CreateBitCast(value, builder.getIntNTy(bits)), word);
    const uint64_t num_words = divideCeil(bits, 64);
    if (bits % 64 != 0)
      value = builder.CreateZExt(builder.CreateBitCast(value, builder.getIntNTy(bits)),
                                 builder.getIntNTy(unsigned(num_words * 64)));
    Value *words = builder.CreateBitCast(value, FixedVectorType::get(word, unsigned(num_words))),
          *sum = builder.getInt64(0);
    for (uint64_t i = 0; i < num_words; ++i)
      sum = builder.CreateMul(builder.CreateAdd(sum, builder.CreateExtractElement(words, i)),
                              builder.getInt64(abi::kRaceValueFactor));
    return sum;
  }

  // The argument whose buffer or image a load or an image function reads; kNoArgument if the kernel may write to it, or
  // if the argument is not known.
  uint64_t argument_read(const Value *pointer) const {
    if (written_ == kAnything) return kNoArgument;
    const PointerOrigin origin = origins_.of(pointer);
    const bool unwritten = origin.kind == PointerOrigin::buffer && origin.slot < 63 && !(written_ >> origin.slot & 1);
    return unwritten ? origin.slot : kNoArgument;
  }

  static bool writes_texel(const Instruction &instruction) {
    return image_call_of(instruction) && instruction.mayWriteToMemory();
  }

  // Texels are memory like any other: the host finds where they stand. Operands: image, sampler, shape, x, y, z, level.
  bool watch_image(CallInst &call, const ImageCall &called) {
    enum { image_operand, sampler_operand, shape_operand, first_coordinate, num_coordinates = 4 };
    const bool writes = writes_texel(call), by_floats = called.name.contains("_sample_");
    IRBuilder<> builder(&call);
    Value *sampler = call.getArgOperand(sampler_operand), *shape = call.getArgOperand(shape_operand);
    // Integers are not filtered.
    if (called.name.ends_with("_sample_int")) sampler = builder.CreateAnd(sampler, ~uint64_t{abi::kSamplerLinear});
    SmallVector<Value *> args{builder.CreateAddrSpaceCast(call.getArgOperand(image_operand), builder.getPtrTy()),
                              sampler, builder.CreateOr(shape, by_floats ? abi::kShapeFloats : 0)};
    for (unsigned i = 0; i < num_coordinates; ++i)
      args.push_back(builder.CreateBitCast(call.getArgOperand(first_coordinate + i), builder.getInt32Ty()));
    args.push_back(access_word(builder, call, writes ? kWrite : kRead));
    args.push_back(builder.getInt32(writes ? kNoArgument : argument_read(call.getArgOperand(image_operand))));
    builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_race_texels), args);
    return true;
  }

  // The end of the pipe that a call uses, and the memory of the program's that it reads or writes, unless it fails.
  bool watch_pipe(CallInst &call, const PipeCall &called) {
    IRBuilder<> builder(call.getNextNode());
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_race_pipe),
                       {builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy()),
                        access_word(builder, call, kWrite), builder.getInt32(called.writes)});
    if (called.reserves || !is_shared(call.getArgOperand(called.packet))) return true;
    Value *size = call.getArgOperand(called.packet + 1);
    Value *success = builder.CreateIsNull(&call);
    const MemoryAccess access{call.getArgOperand(called.packet),
                              builder.CreateSelect(success, size, Constant::getNullValue(size->getType())),
                              /*writes=*/!called.writes};
    note_object(access.pointer);
    Value *address = builder.CreateAddrSpaceCast(access.pointer, builder.getPtrTy());
    builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_race_access),
                       {address, access_word(builder, call, access.writes ? kWrite : kRead),
                        how(builder, access, /*has_value=*/false), builder.getInt64(0), builder.getInt32(kNoArgument),
                        builder.getInt32(1), builder.getInt32(access.writes)});
    return true;
  }

  // What RaceLaunch has to look at when the launch has ended.
  void note_object(const Value *pointer) {
    for (const PointerOrigin &origin : origins_.all_of(pointer)) {
      if (origin.kind == PointerOrigin::program_scope)
        variables_.insert(const_cast<GlobalVariable *>(cast<GlobalVariable>(origin.object)));
      else if (origin.kind == PointerOrigin::unknown)
        kernel_.race_unknown = true;
    }
  }

  bool watch(Instruction &instruction) {
    if (const ImageCall *called = image_call_of(instruction)) return watch_image(cast<CallInst>(instruction), *called);
    if (const auto called = pipe_call_of(instruction, origins_))
      return watch_pipe(cast<CallInst>(instruction), *called);
    if (auto *fence = dyn_cast<FenceInst>(&instruction)) {
      if (fence->getSyncScopeID() == SyncScope::SingleThread) return false;
      const FencedMemory memory = take_fenced_memory(*fence);
      IRBuilder<> builder(&instruction);
      builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_race_fence),
                         {access_word(builder, instruction, 0),
                          builder.getInt32(order_of(fence->getOrdering()) | (memory.in_group ? kGroupScope : 0)),
                          ordered_memory(builder, builder.getInt32(memory.flags))});
      return true;
    }
    const bool invariant = instruction.hasMetadata(LLVMContext::MD_invariant_load);
    bool watched = false;
    for (const MemoryAccess &access : memory_accesses(instruction)) {
      if (!is_shared(access.pointer)) continue;
      // No work-item of the launch writes the memory, but another command may.
      if (invariant && origins_.of(access.pointer).kind != PointerOrigin::buffer) continue;
      watched = true;
      note_object(access.pointer);
      IRBuilder<> builder(&instruction);
      Value *address = builder.CreateAddrSpaceCast(access.pointer, builder.getPtrTy());
      if (instruction.isAtomic()) {
        watch_atomic(builder, instruction, access, address);
        continue;
      }
      Value *value = stored(builder, instruction);
      auto *load = dyn_cast<LoadInst>(&instruction);
      auto *store = dyn_cast<StoreInst>(&instruction);
      const uint64_t alignment = load ? load->getAlign().value() : store ? store->getAlign().value() : 1;
      builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_race_access),
                         {address, access_word(builder, instruction, access.writes ? kWrite : kRead),
                          how(builder, access, value), value ? value : builder.getInt64(0),
                          builder.getInt32(access.writes ? kNoArgument : argument_read(access.pointer)),
                          builder.getInt32(alignment), builder.getInt32(access.writes)});
    }
    return watched;
  }

  void watch_atomic(IRBuilder<> &builder, Instruction &instruction, const MemoryAccess &access, Value *address) {
    AtomicOrdering ordering = AtomicOrdering::Monotonic;
    if (auto *load = dyn_cast<LoadInst>(&instruction)) ordering = load->getOrdering();
    if (auto *store = dyn_cast<StoreInst>(&instruction)) ordering = store->getOrdering();
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) ordering = update->getOrdering();
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) ordering = exchange->getMergedOrdering();
    SmallVector<Value *> args{address, access_word(builder, instruction, kAtomic), how(builder, access, false),
                              builder.getInt32(order_of(ordering) | (is_of_group(instruction) ? kGroupScope : 0))};
    builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_race_atomic), args);
    if (isa<StoreInst>(instruction)) return;
    builder.SetInsertPoint(instruction.getNextNode());
    builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_race_acquired), args);
  }

  // Texels are global memory: what orders images orders it.
  Value *ordered_memory(IRBuilderBase &builder, Value *flags) const {
    if (!writes_images_) return flags;
    Value *images = builder.CreateAnd(flags, uint64_t{abi::kImageMemFence});
    return builder.CreateOr(flags,
                            builder.CreateLShr(images, Log2_32(abi::kImageMemFence) - Log2_32(abi::kGlobalMemFence)));
  }

  // Barriers tell the host of their flags. Work-group functions order all memory.
  bool watch_operation(CallInst &operation) {
    const Intrinsic id = intrinsic_of(operation);
    FunctionCallee barrier = declare_intrinsic(module_, Intrinsic::__wherry_race_barrier);
    if (id == Intrinsic::__wherry_barrier) {
      IRBuilder<> builder(&operation);
      Value *flags = ordered_memory(builder, operation.getArgOperand(0));
      CallInst *checked = CallInst::Create(barrier, {flags}, "", operation.getIterator());
      checked->copyMetadata(operation);
      checked->setDebugLoc(operation.getDebugLoc());
      operation.eraseFromParent();
      return true;
    }
    if (!is_collective(id)) return is_copy_operation(id) && note_copy(operation);
    IRBuilder<> builder(operation.getNextNode());
    builder.SetCurrentDebugLocation(operation.getDebugLoc());
    builder.CreateCall(barrier, builder.getInt32(abi::kLocalMemFence | abi::kGlobalMemFence));
    return true;
  }

  // The host finds the number of a copy's site by its address (async/check.cpp places it).
  bool note_copy(const CallInst &operation) {
    MDNode *site = operation.getMetadata(kSiteMetadata);
    if (site && sites_.size() < abi::kNoRaceSite) sites_.push_back(mdconst::extract<Constant>(site->getOperand(0)));
    return site;
  }

  void place_sites() {
    LLVMContext &context = module_.getContext();
    auto *type = ArrayType::get(PointerType::get(context, 0), sites_.size());
    Constant *table = place_constant(module_, ConstantArray::get(type, sites_), "race.sites");
    group_.setMetadata(kRaceSites, MDNode::get(context, ConstantAsMetadata::get(table)));
    if (variables_.empty()) return;
    SmallVector<Constant *> described;
    for (GlobalVariable *variable : variables_) {
      Constant *name = ConstantDataArray::getString(context, source_name(*variable));
      described.push_back(constant_of(
          module_, record::ProgramVariable{
                       .name = place_constant(module_, name, "text"),
                       .begin = ConstantExpr::getPointerBitCastOrAddrSpaceCast(variable, PointerType::get(context, 0)),
                       .size = module_.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue()}));
    }
    Constant *all = ConstantArray::get(ArrayType::get(described[0]->getType(), described.size()), described);
    group_.setMetadata(kRaceVariables,
                       MDNode::get(context, ConstantAsMetadata::get(place_constant(module_, all, "race.variables"))));
  }

  KernelFacts &kernel_;
  Function &group_;
  Module &module_;
  const ArgumentOrigins origins_;
  uint64_t written_ = 0;
  bool writes_images_ = false;
  SmallVector<Constant *> sites_;
  SetVector<GlobalVariable *> variables_;  // of program scope, that the kernel accesses
  DenseMap<const DILocation *, size_t> site_numbers_;

 public:
  static constexpr uint64_t kNoArgument = 64;
};

// Lowering.

class RaceLowering {
 public:
  explicit RaceLowering(KernelFacts &kernel)
      : kernel_(kernel), group_(*kernel.group), context_(group_.getArg(1)),
        unlikely_(MDBuilder(group_.getContext()).createUnlikelyBranchWeights()) {}

  bool run() {
    SmallVector<CallInst *> accesses, texels, others;
    for (Instruction &instruction : instructions(group_)) {
      const Intrinsic id = intrinsic_of(instruction);
      if (id == Intrinsic::__wherry_race_access)
        accesses.push_back(cast<CallInst>(&instruction));
      else if (id == Intrinsic::__wherry_race_texels)
        texels.push_back(cast<CallInst>(&instruction));
      else if (id == Intrinsic::__wherry_race_atomic || id == Intrinsic::__wherry_race_acquired ||
               id == Intrinsic::__wherry_race_fence || id == Intrinsic::__wherry_race_pipe)
        others.push_back(cast<CallInst>(&instruction));
    }
    if (accesses.empty() && texels.empty() && others.empty()) return false;
    // Lanes of a vector call the host one by one; a kernel with so many accesses would become too large.
    const bool look = !kernel_.sub_groups && accesses.size() <= kMostInlined;
    for (CallInst *access : accesses) lower_access(*access, look);
    for (CallInst *call : texels) lower_texels(*call);
    for (CallInst *call : others) {
      const Intrinsic id = intrinsic_of(*call);
      IRBuilder<> builder(call);
      call_host(builder, context_,
                id == Intrinsic::__wherry_race_atomic     ? HostCall::race_atomic
                : id == Intrinsic::__wherry_race_acquired ? HostCall::race_acquired
                : id == Intrinsic::__wherry_race_pipe     ? HostCall::race_pipe
                                                          : HostCall::race_fence,
                builder.getVoidTy(), SmallVector<Value *>(call->args()));
      call->eraseFromParent();
    }
    return true;
  }

 private:
  static constexpr size_t kMostInlined = 400;
  static constexpr uint64_t kMostWords = 2;  // that an access looks at itself

  Value *constant(IRBuilderBase &builder, Type *type, size_t field) {
    Value *state = load_invariant(builder, builder.getPtrTy(), context_, offsetof(abi::GroupContext, race), "race");
    return load_invariant(builder, type, state, field, "race.field");
  }
  Value *variable(IRBuilderBase &builder, Type *type, size_t field) {
    Value *state = load_invariant(builder, builder.getPtrTy(), context_, offsetof(abi::GroupContext, race), "race");
    return builder.CreateAlignedLoad(type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state, field),
                                     Align(group_.getDataLayout().getTypeStoreSize(type).getFixedValue()));
  }

  // Where a read of an argument, which the operand names, has to be looked at.
  Instruction *where_watched(CallInst &call, unsigned operand) {
    const uint64_t argument = cast<ConstantInt>(call.getArgOperand(operand))->getZExtValue();
    if (argument == RaceInstrumenter::kNoArgument) return &call;
    IRBuilder<> builder(&call);
    Value *unwritten = constant(builder, builder.getInt64Ty(), offsetof(abi::RaceState, unwritten));
    Value *watched = builder.CreateIsNull(builder.CreateAnd(unwritten, uint64_t{1} << argument));
    return SplitBlockAndInsertIfThen(watched, call.getIterator(), false);
  }

  void lower_texels(CallInst &call) {
    enum { image, sampler, shape, x, y, z, level, access, argument };
    IRBuilder<> builder(where_watched(call, argument));
    const auto pair = [&](unsigned low, unsigned high) {
      Value *first = builder.CreateZExt(call.getArgOperand(low), builder.getInt64Ty());
      Value *second = builder.CreateZExt(call.getArgOperand(high), builder.getInt64Ty());
      return builder.CreateOr(first, builder.CreateShl(second, 32));
    };
    call_host(builder, context_, HostCall::race_texels, builder.getVoidTy(),
              {call.getArgOperand(image), call.getArgOperand(sampler), call.getArgOperand(shape), pair(x, y),
               pair(z, level), call.getArgOperand(access)});
    call.eraseFromParent();
  }

  void lower_access(CallInst &call, bool look) {
    Instruction *before = where_watched(call, 4);
    IRBuilder<> builder(before);
    const auto ask = [&](IRBuilderBase &at) {
      call_host(at, context_, HostCall::race_access, at.getVoidTy(),
                {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), call.getArgOperand(3)});
    };
    auto *how = dyn_cast<ConstantInt>(call.getArgOperand(2));
    const uint64_t size = how ? how->getZExtValue() & abi::kRaceSizeMask : 0;
    const uint64_t alignment = cast<ConstantInt>(call.getArgOperand(5))->getZExtValue();
    if (!look || size == 0 || size % 4 != 0 || size > 4 * kMostWords || alignment < 4) {
      ask(builder);
    } else {
      const bool local = (how->getZExtValue() >> abi::kRaceSpaceShift & abi::kRaceSpaceMask) == abi::kRaceLocal;
      Instruction *slow = nullptr;
      for (uint64_t offset = 0; offset < size; offset += 4) slow = look_at_word(call, *before, offset, local, slow);
      IRBuilder<> at(slow);
      ask(at);
    }
    call.eraseFromParent();
  }

  // Where a look at a word goes: where the word says nothing against the access, where it may be of another epoch,
  // where it is and the access then stands in it, and where the host is asked.
  struct Ways {
    BasicBlock *next, *other, *fresh, *ask;
  };

  // Whether nothing has to be said of an access: a write behind a write of the same work-item; a read behind its read
  // or write, or of what is read by many. A plain read behind an atomic is remembered. `same_item`: and the same epoch.
  static Value *passes(IRBuilderBase &builder, Value *word, Value *same_item, Value *same_epoch, bool writes) {
    const auto is = [&](uint64_t mask, uint64_t value) {
      return builder.CreateICmpEQ(builder.CreateAnd(word, mask), ConstantInt::get(word->getType(), value));
    };
    if (writes) return builder.CreateAnd(same_item, is(3, kWrite));
    return builder.CreateOr(builder.CreateAnd(same_item, is(kAtomic, 0)),
                            builder.CreateAnd(same_epoch, is(7, kRead | kMany)));
  }

  void look_at_local_word(IRBuilderBase &builder, Value *address, Value *access, bool writes, const Ways &ways) {
    Type *word_type = builder.getInt64Ty();
    Value *begin = constant(builder, word_type, offsetof(abi::RaceState, local_begin));
    Value *words = constant(builder, builder.getPtrTy(), offsetof(abi::RaceState, local_words));
    Value *place =
        builder.CreateGEP(builder.getInt8Ty(), words, builder.CreateShl(builder.CreateSub(address, begin), 1));
    LoadInst *word = builder.CreateAlignedLoad(word_type, place, Align(8), "race.word");
    word->setAtomic(AtomicOrdering::Monotonic);
    Value *now = builder.CreateOr(access, variable(builder, word_type, offsetof(abi::RaceState, local_key)));
    Value *apart = builder.CreateXor(word, now);
    Value *same_item = builder.CreateICmpULT(apart, builder.getInt64(uint64_t{1} << kItemShift));
    Value *same_epoch = builder.CreateICmpULT(apart, builder.getInt64(uint64_t{1} << kKeyShift));
    builder.CreateCondBr(passes(builder, word, same_item, same_epoch, writes), ways.next, ways.other);
    builder.SetInsertPoint(ways.other);
    builder.CreateCondBr(same_epoch, ways.ask, ways.fresh);
    builder.SetInsertPoint(ways.fresh);
    builder.CreateAlignedStore(now, place, Align(8))->setAtomic(AtomicOrdering::Monotonic);
    builder.CreateBr(ways.next);
  }

  void look_at_global_word(IRBuilderBase &builder, Value *address, Value *access, bool writes, const Ways &ways) {
    LLVMContext &context = group_.getContext();
    Type *word_type = builder.getInt32Ty();
    const auto state = [&](size_t field) { return variable(builder, word_type, field); };
    Value *chunks = constant(builder, builder.getPtrTy(), offsetof(abi::RaceState, chunks));
    Value *chunk = builder.CreateAlignedLoad(
        builder.getPtrTy(),
        builder.CreateGEP(builder.getPtrTy(), chunks, builder.CreateLShr(address, abi::kRaceChunkShift)), Align(8));
    BasicBlock *known = BasicBlock::Create(context, "race.known", &group_, ways.other),
               *named = BasicBlock::Create(context, "race.named", &group_, ways.fresh);
    builder.CreateCondBr(builder.CreateIsNull(chunk), ways.ask, known, unlikely_);

    builder.SetInsertPoint(known);
    Value *place = builder.CreateGEP(builder.getInt8Ty(), chunk,
                                     builder.CreateAnd(address, (uint64_t{1} << abi::kRaceChunkShift) - 1));
    LoadInst *word = builder.CreateAlignedLoad(word_type, place, Align(4), "race.word");
    word->setAtomic(AtomicOrdering::Monotonic);
    // Work-item and kind, as the word has them.
    Value *item = builder.CreateAnd(builder.CreateLShr(access, kItemShift), kMaxItem);
    Value *now = builder.CreateTrunc(
        builder.CreateOr(builder.CreateShl(item, abi::kRaceItemShift), builder.CreateAnd(access, 3)), word_type);
    Value *item_mask = builder.CreateAnd(constant(builder, word_type, offsetof(abi::RaceState, item_mask)),
                                         ~uint32_t{0} << abi::kRaceItemShift);
    Value *epoch = state(offsetof(abi::RaceState, epoch_word)),
          *num_words = state(offsetof(abi::RaceState, num_epoch_words));
    const auto is_of_epoch = [&](Value *of) { return builder.CreateICmpULT(builder.CreateSub(of, epoch), num_words); };
    Value *same_epoch = is_of_epoch(word);
    Value *same_item =
        builder.CreateAnd(same_epoch, builder.CreateIsNull(builder.CreateAnd(builder.CreateXor(word, now), item_mask)));
    builder.CreateCondBr(passes(builder, word, same_item, same_epoch, writes), ways.next, ways.other);

    builder.SetInsertPoint(ways.other);
    Value *stale = builder.CreateICmpULT(word, constant(builder, word_type, offsetof(abi::RaceState, first_word)));
    builder.CreateCondBr(stale, named, ways.ask);

    // The host gives names to the lines of an epoch when it is asked.
    builder.SetInsertPoint(named);
    Value *site = builder.CreateAnd(builder.CreateLShr(access, kSiteShift), kMaxSite);
    Value *lines = constant(builder, builder.getPtrTy(), offsetof(abi::RaceState, line_words));
    Value *first = builder.CreateAlignedLoad(word_type, builder.CreateGEP(word_type, lines, site), Align(4));
    builder.CreateCondBr(is_of_epoch(first), ways.fresh, ways.ask);

    builder.SetInsertPoint(ways.fresh);
    builder.CreateAlignedStore(builder.CreateOr(first, now), place, Align(4))->setAtomic(AtomicOrdering::Monotonic);
    builder.CreateBr(ways.next);
  }

  // Before `before`: goes on where the word says nothing against the access, which then stands in it; else to the block
  // of `slow`, which is made if there is none. Returns that block's terminator.
  Instruction *look_at_word(CallInst &call, Instruction &before, uint64_t offset, bool local, Instruction *slow) {
    IRBuilder<> builder(&before);
    Value *address = builder.CreateAdd(builder.CreatePtrToInt(call.getArgOperand(0), builder.getInt64Ty()),
                                       builder.getInt64(offset));
    Value *access = call.getArgOperand(1);
    LLVMContext &context = group_.getContext();
    BasicBlock *head = before.getParent();
    BasicBlock *next = head->splitBasicBlock(before.getIterator(), "race.next");
    if (!slow) {
      BasicBlock *block = BasicBlock::Create(context, "race.ask", &group_, next);
      slow = BranchInst::Create(next, block);
    } else {
      // The later word's way on is the way on of all.
      cast<BranchInst>(slow)->setSuccessor(0, next);
    }
    head->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(head);
    const bool writes = cast<ConstantInt>(call.getArgOperand(6))->isOne();
    BasicBlock *other = BasicBlock::Create(context, "race.other", &group_, next),
               *fresh = BasicBlock::Create(context, "race.fresh", &group_, next), *ask = slow->getParent();
    if (local)
      look_at_local_word(builder, address, access, writes, {next, other, fresh, ask});
    else
      look_at_global_word(builder, address, access, writes, {next, other, fresh, ask});
    return slow;
  }

  KernelFacts &kernel_;
  Function &group_;
  Value *context_;
  MDNode *unlikely_;
};

}  // namespace

bool CheckRacesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (!RaceInstrumenter(kernel).run()) return false;
  kernel.checked = true;
  kernel.write();
  return true;
}

bool LowerRacesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) { return RaceLowering(kernel).run(); }

}  // namespace wherry::compiler
