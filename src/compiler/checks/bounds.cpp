// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/bounds.h"

#include <cstddef>
#include <map>
#include <tuple>

#include "compiler/analysis/memory_access.h"
#include "compiler/checks/instrument.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_metadata.h"
#include "compiler/lower/image_calls.h"
#include "compiler/lower/kernel_entry.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Of an image: as many as it has dimensions, and the layer (kernels-builtins/image_types.h).
unsigned image_coordinates(uint64_t shape) { return unsigned(shape & 3) + (shape & 4 ? 1 : 0); }

constexpr char kChecked[] = "wherry.bounds_checked";  // metadata of an access that has its check

class BoundsChecker {
 public:
  BoundsChecker(KernelFacts &kernel, bool late)
      : kernel_(kernel), group_(*kernel.group), module_(*group_.getParent()), layout_(module_.getDataLayout()),
        late_(late), i64_(Type::getInt64Ty(group_.getContext())), origins_(kernel), checks_(kernel) {}

  bool run() {
    SmallVector<Instruction *> accesses, traps;
    for (Instruction &instruction : instructions(group_)) {
      if (!late_ && is_trap(instruction)) traps.push_back(&instruction);
      if (auto *step = dyn_cast<GetElementPtrInst>(&instruction)) forget_assumptions(*step);
      if (instruction.hasMetadata(kChecked)) continue;
      if (!memory_accesses(instruction).empty() || (late_ && image_call_of(instruction)))
        accesses.push_back(&instruction);
    }
    for (Instruction *instruction : accesses) {
      if (auto *image = image_call_of(*instruction))
        check_image(cast<CallInst>(*instruction), image->name);
      else
        check_accesses(*instruction);
    }
    for (Instruction *trap : traps) {
      IRBuilder<> builder(trap);
      checks_.report(builder, checks_.place(*trap, abi::Mistake::trap), builder.getInt64(0), builder.getInt64(0));
      changed_ = true;
    }
    return changed_;
  }

 private:
  static bool is_trap(const Instruction &instruction) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call &&
           (call->getIntrinsicID() == llvm::Intrinsic::trap || call->getIntrinsicID() == llvm::Intrinsic::debugtrap);
  }

  // Those of the argument block stay: passes know its fields by them.
  void forget_assumptions(GetElementPtrInst &step) const {
    if (isa<Argument>(step.getPointerOperand()) && step.hasAllConstantIndices()) return;
    step.setNoWrapFlags(GEPNoWrapFlags::none());
  }

  // Where the one object that a pointer is derived from begins, and its bytes.
  struct Object {
    CheckedObject name;
    Value *begin = nullptr;  // i64; null: where `base` points to
    Value *size = nullptr;   // i64
    const Value *base = nullptr;
    bool steps = true;           // from `base`, which is the begin
    uint64_t alignment = 1;      // of its begin
    bool any_alignment = false;  // a pointer of the program's: asked once for the work-group
  };

  std::optional<PointerOrigin> origin_of(const Value *pointer) const {
    const auto all = origins_.all_of(pointer);
    return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
  }

  bool is_plain_buffer(unsigned slot) const {
    if (kernel_.block && slot == 0) return false;  // the block's literal
    return !is_image_argument(group_, slot) && !is_sampler_argument(group_, slot) &&
           !metadata_text(group_, kArgumentQualifiers, slot).contains("pipe") &&
           metadata_text(group_, kArgumentBaseTypes, slot) != "queue_t";
  }

  // Memory of the driver's own, which no program's pointer leads to.
  bool is_ours(const PointerOrigin &origin) const {
    return origin.kind == PointerOrigin::context || origin.kind == PointerOrigin::function_argument ||
           (origin.kind == PointerOrigin::buffer && !is_plain_buffer(origin.slot));
  }

  // A table of functions that the library reads: the launch's for enqueueing kernels, or a pipe's.
  bool is_table_of_ours(const PointerOrigin &origin) const {
    if (origin.kind != PointerOrigin::unknown) return false;
    if (auto *address = dyn_cast<IntToPtrInst>(origin.object)) {
      auto *call = dyn_cast<Instruction>(address->getOperand(0));
      const Intrinsic id = call ? intrinsic_of(*call) : Intrinsic::none;
      return id == Intrinsic::__wherry_enqueue_calls || id == Intrinsic::__wherry_group;
    }
    auto *load = dyn_cast<LoadInst>(origin.object);
    const auto from = load ? origin_of(load->getPointerOperand()) : std::nullopt;
    return from && from->kind == PointerOrigin::buffer && is_ours(*from);
  }

  // Of an argument's range, loaded at the kernel's start. What is loaded there stands behind the first load, which no
  // check splits off.
  Value *table_field(unsigned slot, uint64_t offset) {
    Value *&known = fields_[{slot, offset}];
    if (known) return known;
    if (!table_) {
      IRBuilder<> builder(&*group_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      table_ = load_invariant(builder, builder.getPtrTy(), group_.getArg(1), offsetof(abi::GroupContext, check_ranges),
                              "check_ranges");
    }
    IRBuilder<> builder(table_->getNextNode());
    return known = load_invariant(builder, i64_, table_, slot * sizeof(abi::CheckRange) + offset, "check_range");
  }

  std::optional<Object> object_of(const PointerOrigin &origin, IRBuilderBase &builder) {
    Object object{checks_.object_of(origin)};
    object.base = origin.object;
    auto *base = const_cast<Value *>(origin.object);
    switch (origin.kind) {
    case PointerOrigin::buffer:
      object.begin = table_field(origin.slot, offsetof(abi::CheckRange, begin));
      object.size = table_field(origin.slot, offsetof(abi::CheckRange, size));
      object.steps = false;  // shared memory may begin before it
      object.any_alignment = true;
      return object;
    case PointerOrigin::local_argument:
      object.size = table_field(origin.slot, offsetof(abi::CheckRange, size));
      object.alignment = abi::kLocalAlign;
      return object;
    case PointerOrigin::local_variable:
    case PointerOrigin::program_scope: {
      auto *variable = cast<GlobalVariable>(base);
      object.size = builder.getInt64(layout_.getTypeAllocSize(variable->getValueType()));
      object.alignment = std::max(variable->getAlign().valueOrOne(), Align(1)).value();
      return object;
    }
    case PointerOrigin::private_variable: {
      auto *variable = cast<AllocaInst>(base);
      const auto size = variable->getAllocationSize(layout_);
      if (!size || size->isScalable()) return {};
      object.size = builder.getInt64(size->getFixedValue());
      object.alignment = variable->getAlign().value();
      return object;
    }
    default: return {};
    }
  }

  // The bytes from the object's begin to the pointer: by the pointer's steps alone where they lead there, so that the
  // address of a private variable does not escape.
  Value *distance(Value *pointer, const Object &object, IRBuilderBase &builder) {
    Value *sum = nullptr;
    for (Value *at = pointer; object.steps;) {
      if (at == object.base) return sum ? sum : builder.getInt64(0);
      if (auto *step = dyn_cast<GEPOperator>(at)) {
        Value *bytes = builder.CreateSExtOrTrunc(emitGEPOffset(&builder, layout_, step, /*NoAssumptions=*/true), i64_);
        sum = sum ? builder.CreateAdd(sum, bytes) : bytes;
        at = step->getPointerOperand();
      } else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(at)) {
        at = cast->getPointerOperand();
      } else {
        break;
      }
    }
    Value *begin = object.begin ? object.begin : builder.CreatePtrToInt(const_cast<Value *>(object.base), i64_);
    return builder.CreateSub(builder.CreatePtrToInt(pointer, i64_), begin);
  }

  // Whether all steps from an aligned begin keep the alignment.
  bool stays_aligned(const Value *pointer, const Object &object, uint64_t alignment) const {
    if (!object.any_alignment && object.alignment % alignment != 0) return false;
    while (pointer != object.base) {
      if (auto *step = dyn_cast<GEPOperator>(pointer)) {
        SmallMapVector<Value *, APInt, 4> scales;
        APInt constant(64, 0);
        if (!step->collectOffset(layout_, 64, scales, constant) || constant.urem(alignment) != 0 ||
            any_of(scales, [&](auto &scale) { return scale.second.urem(alignment) != 0; }))
          return false;
        pointer = step->getPointerOperand();
      } else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(pointer)) {
        pointer = cast->getPointerOperand();
      } else {
        return false;
      }
    }
    return true;
  }

  static uint64_t alignment_of(const Instruction &instruction) {
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) return update->getAlign().value();
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) return exchange->getAlign().value();
    return isa<LoadInst, StoreInst>(instruction) ? getLoadStoreAlignment(&instruction).value() : 1;
  }

  // A vector of three is an object of four numbers' size, unless it stands at numbers (vload3).
  Value *bytes_of(const Instruction &instruction, const MemoryAccess &access) const {
    auto *vector =
        isa<LoadInst, StoreInst>(instruction) ? dyn_cast<FixedVectorType>(getLoadStoreType(&instruction)) : nullptr;
    if (!vector || vector->getNumElements() != 3) return access.bytes;
    const uint64_t size = layout_.getTypeAllocSize(vector).getFixedValue();
    return alignment_of(instruction) < size ? access.bytes : ConstantInt::get(i64_, size);
  }

  static abi::AccessKind kind_of(const Instruction &instruction, const MemoryAccess &access) {
    if (!access.writes) return abi::AccessKind::read;
    return isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction) ? abi::AccessKind::update : abi::AccessKind::write;
  }

  // What an access that is not performed results in: 0; of an exchange, that it has succeeded, so that no loop waits.
  static Value *result_without(Instruction &access, IRBuilderBase &builder) {
    auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access);
    if (!exchange) return Constant::getNullValue(access.getType());
    Value *result = PoisonValue::get(access.getType());
    result = builder.CreateInsertValue(result, exchange->getCompareOperand(), 0);
    return builder.CreateInsertValue(result, builder.getTrue(), 1);
  }

  // Splits the code around the access: where `wrong` holds, `report` is written into a block of its own, from which the
  // access is passed over, or performed after all where `report` returns a condition that holds.
  void guard(Instruction &access, Value *wrong, function_ref<Value *(IRBuilderBase &)> report) {
    BasicBlock *head = access.getParent(), *perform = SplitBlock(head, &access),
               *next = SplitBlock(perform, access.getNextNode());
    BasicBlock *apart = BasicBlock::Create(group_.getContext(), "out_of_bounds", &group_, perform);
    IRBuilder<> builder(apart);
    builder.SetCurrentDebugLocation(access.getDebugLoc());
    Value *performed = report(builder);
    Value *without = access.getType()->isVoidTy() ? nullptr : result_without(access, builder);
    if (performed)
      builder.CreateCondBr(performed, perform, next);
    else
      builder.CreateBr(next);
    Instruction *end = head->getTerminator();
    MDNode *unlikely = MDBuilder(group_.getContext()).createUnlikelyBranchWeights();
    BranchInst::Create(apart, perform, wrong, end->getIterator())->setMetadata(LLVMContext::MD_prof, unlikely);
    end->eraseFromParent();
    changed_ = true;
    if (!without) return;
    PHINode *result = PHINode::Create(access.getType(), 2, "checked", next->begin());
    access.replaceAllUsesWith(result);
    result->addIncoming(&access, perform);
    result->addIncoming(without, apart);
  }

  // Where the early pass cannot check one of a copy's two accesses, the late pass looks at both.
  void check_accesses(Instruction &instruction) {
    bool all = true;
    for (const MemoryAccess &access : memory_accesses(instruction)) all &= check(instruction, access);
    if (all) instruction.setMetadata(kChecked, MDNode::get(group_.getContext(), {}));
  }

  // False: it is left to the late pass.
  bool check(Instruction &instruction, const MemoryAccess &access) {
    const auto origin = origin_of(access.pointer);
    if (origin && (is_ours(*origin) || is_table_of_ours(*origin))) return true;
    IRBuilder<> builder(&instruction);
    const auto object = origin ? object_of(*origin, builder) : std::nullopt;
    if (object)
      check_known(instruction, access, *object, builder);
    else if (late_)
      check_unknown(instruction, access, builder);
    return object || late_;
  }

  void check_known(Instruction &instruction, const MemoryAccess &access, const Object &object, IRBuilder<> &builder) {
    Value *bytes = builder.CreateZExtOrTrunc(bytes_of(instruction, access), i64_);
    if (auto *known = dyn_cast<ConstantInt>(bytes); known && known->isZero()) return;
    const uint64_t alignment = alignment_of(instruction);
    const Value *aligned = nullptr;
    if (!stays_aligned(access.pointer, object, alignment))
      aligned = access.pointer;
    else if (object.any_alignment && alignment > 1)
      aligned = object.base;
    const Comparison comparison = compare(access.pointer, bytes, object, aligned, alignment, builder);
    if (auto *known = dyn_cast<ConstantInt>(comparison.wrong); known && known->isZero()) return;
    const abi::AccessKind kind = kind_of(instruction, access);
    Constant *out = checks_.place(instruction, abi::Mistake::out_of_bounds, object.name, kind);
    Constant *misaligned =
        aligned ? checks_.place(instruction, abi::Mistake::misaligned, object.name, kind, uint32_t(alignment))
                : nullptr;
    guard(instruction, comparison.wrong, [&](IRBuilderBase &apart) -> Value * {
      Value *place = misaligned ? apart.CreateSelect(comparison.outside, out, misaligned) : out;
      checks_.report(apart, place, comparison.at, bytes);
      return nullptr;
    });
  }

  struct Comparison {
    Value *at, *outside, *wrong;  // the distance, and two conditions; wrong: outside, or not aligned
  };

  // Compares an access of `bytes` bytes at `pointer` with the object. `aligned`: the address that must be a multiple of
  // `alignment`; null: none.
  Comparison compare(Value *pointer, Value *bytes, const Object &object, const Value *aligned, uint64_t alignment,
                     IRBuilderBase &builder) {
    const auto *known = dyn_cast<ConstantInt>(bytes);
    Value *limit = known ? this->limit(object.size, known->getZExtValue()) : nullptr;
    // An access at a constant distance from an argument is compared once, at the kernel's start: a straight run of
    // accesses would compute the same conditions again and again.
    auto *base = dyn_cast<Instruction>(const_cast<Value *>(object.base)), *end = dyn_cast_or_null<Instruction>(limit);
    APInt offset(layout_.getIndexTypeSizeInBits(pointer->getType()), 0);
    const bool once = base && end && base->getParent() == end->getParent() && end->comesBefore(base) &&
                      (!aligned || aligned == base) &&
                      pointer->stripAndAccumulateConstantOffsets(layout_, offset, true) == base;
    if (!once) return compare_at(pointer, bytes, object, limit, aligned, alignment, builder);
    auto [found, first] = once_.try_emplace({base, limit, offset.getSExtValue(), aligned ? alignment : 1});
    if (first) {
      IRBuilder<> start(base->getNextNode());
      found->second =
          compare_at(start.CreatePtrAdd(base, start.getInt(offset)), bytes, object, limit, aligned, alignment, start);
    }
    return found->second;
  }

  Comparison compare_at(Value *pointer, Value *bytes, const Object &object, Value *limit, const Value *aligned,
                        uint64_t alignment, IRBuilderBase &builder) {
    Value *at = distance(pointer, object, builder), *size = object.size;
    Value *outside = limit ? builder.CreateICmpUGE(at, limit)
                           : builder.CreateOr(builder.CreateICmpUGT(at, size),
                                              builder.CreateICmpUGT(bytes, builder.CreateSub(size, at)));
    if (!aligned) return {at, outside, outside};
    Value *address = builder.CreatePtrToInt(const_cast<Value *>(aligned), i64_);
    return {at, outside, builder.CreateOr(outside, builder.CreateIsNotNull(builder.CreateAnd(address, alignment - 1)))};
  }

  // The distances that are too far for an access of n bytes: from size - (n - 1) on, at least 0.
  Value *limit(Value *size, uint64_t bytes) {
    if (auto *known = dyn_cast<ConstantInt>(size))
      return ConstantInt::get(i64_, known->getZExtValue() < bytes ? 0 : known->getZExtValue() - (bytes - 1));
    Value *&limit = limits_[{size, bytes}];
    if (limit) return limit;
    IRBuilder<> builder(cast<Instruction>(size)->getNextNode());
    return limit = builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, size, builder.getInt64(bytes - 1));
  }

  void check_unknown(Instruction &instruction, const MemoryAccess &access, IRBuilder<> &builder) {
    auto cached = [&](uint64_t member) {
      return builder.CreateAlignedLoad(
          i64_,
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), group_.getArg(1),
                                             offsetof(abi::GroupContext, check_cache) + member),
          Align(8));
    };
    Value *address = builder.CreatePtrToInt(access.pointer, i64_);
    Value *bytes = builder.CreateZExtOrTrunc(bytes_of(instruction, access), i64_);
    Value *at = builder.CreateSub(address, cached(offsetof(abi::CheckRange, begin)));
    Value *size = cached(offsetof(abi::CheckRange, size));
    Value *wrong =
        builder.CreateOr(builder.CreateICmpUGT(at, size), builder.CreateICmpUGT(bytes, builder.CreateSub(size, at)));
    const uint64_t alignment = alignment_of(instruction);
    const abi::AccessKind kind = kind_of(instruction, access);
    Value *misaligned = nullptr;
    if (alignment > 1) {
      misaligned = builder.CreateIsNotNull(builder.CreateAnd(address, alignment - 1));
      wrong = builder.CreateOr(wrong, misaligned);
    }
    Constant *out = checks_.place(instruction, abi::Mistake::out_of_bounds, {}, kind);
    Constant *place = checks_.place(instruction, abi::Mistake::misaligned, {}, kind, uint32_t(alignment));
    guard(instruction, wrong, [&](IRBuilderBase &apart) -> Value * {
      Value *item = apart.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_item));
      Value *asked = misaligned ? apart.CreateSelect(misaligned, place, out) : static_cast<Value *>(out);
      Value *may =
          apart.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_may_access), {asked, item, address, bytes});
      return apart.CreateIsNotNull(may);
    });
  }

  // The abi::ImageLevel of a call. `wrong`: the image has no such level; then the first one.
  Value *level_of(Value *image, Value *number, Value *&wrong, IRBuilderBase &builder) {
    const auto field = [&](uint64_t offset) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), image, offset);
    };
    if (auto *known = dyn_cast<ConstantInt>(number); known && known->isZero()) return field(offsetof(abi::Image, base));
    Value *count = builder.CreateAlignedLoad(builder.getInt32Ty(), field(offsetof(abi::Image, num_levels)), Align(4));
    wrong = builder.CreateICmpUGE(number, count);
    Value *levels = builder.CreateAlignedLoad(builder.getPtrTy(), field(offsetof(abi::Image, levels)), Align(8));
    Value *index = builder.CreateZExt(builder.CreateSelect(wrong, builder.getInt32(0), number), i64_);
    return builder.CreateGEP(ArrayType::get(builder.getInt8Ty(), sizeof(abi::ImageLevel)), levels, index);
  }

  // Of images without a sampler, or with one that leaves what is outside open. The call itself reads another texel
  // there, or writes none. Operands: image, sampler, shape, x, y, z, level.
  void check_image(CallInst &call, StringRef name) {
    enum { image_operand, sampler_operand, shape_operand, first_coordinate };
    const bool writes = name.contains("_store_");
    auto *sampler = dyn_cast<ConstantInt>(call.getArgOperand(sampler_operand));
    auto *shape = dyn_cast<ConstantInt>(call.getArgOperand(shape_operand));
    if (!shape || name.contains("_sample_")) return;
    if (!writes && (!sampler || (sampler->getZExtValue() & abi::kSamplerAddressing) != abi::kSamplerAddressNone))
      return;
    IRBuilder<> builder(&call);
    Value *image = call.getArgOperand(image_operand), *wrong = builder.getFalse(), *coordinates[3];
    Value *level = level_of(image, call.getArgOperand(first_coordinate + 3), wrong, builder);
    for (unsigned i = 0; i < 3; ++i) {
      coordinates[i] = call.getArgOperand(first_coordinate + i);
      if (i >= image_coordinates(shape->getZExtValue())) {
        coordinates[i] = builder.getInt32(0);
        continue;
      }
      Value *address =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), level, offsetof(abi::ImageLevel, extent) + 4 * i);
      Value *extent = builder.CreateAlignedLoad(builder.getInt32Ty(), address, Align(4));
      wrong = builder.CreateOr(wrong, builder.CreateICmpUGE(coordinates[i], extent));
    }
    const auto origin = origin_of(image);
    CheckedObject object;
    if (origin && origin->kind == PointerOrigin::buffer) object.index = origin->slot;
    Value *x = builder.CreateZExt(coordinates[0], i64_), *y = builder.CreateZExt(coordinates[1], i64_);
    checks_.report_if(wrong, call,
                      checks_.place(call, abi::Mistake::texel_outside, object,
                                    writes ? abi::AccessKind::write : abi::AccessKind::read),
                      builder.CreateOr(x, builder.CreateShl(y, 32)), coordinates[2]);
    changed_ = true;
  }

  KernelFacts &kernel_;
  Function &group_;
  Module &module_;
  const DataLayout &layout_;
  const bool late_;
  Type *i64_;
  const ArgumentOrigins origins_;
  Instrumentation checks_;
  bool changed_ = false;
  LoadInst *table_ = nullptr;
  DenseMap<std::pair<unsigned, uint64_t>, Value *> fields_;
  DenseMap<std::pair<Value *, uint64_t>, Value *> limits_;
  std::map<std::tuple<Value *, Value *, int64_t, uint64_t>, Comparison> once_;  // by base, limit, offset, and alignment
};

bool run_on_kernel(KernelFacts &kernel, bool late) {
  if (!BoundsChecker(kernel, late).run()) return false;
  kernel.checked = true;
  kernel.write();
  return true;
}

}  // namespace

bool CheckBoundsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) { return run_on_kernel(kernel, false); }

bool CheckOtherBoundsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  return run_on_kernel(kernel, true);
}

}  // namespace wherry::compiler
