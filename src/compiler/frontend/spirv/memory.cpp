// SPDX-License-Identifier: Apache-2.0
// Variables, accesses, atomics; ids and sizes, which SPIR-V has as variables.
#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

struct BuiltinId {
  spv::BuiltIn kind;
  Intrinsic intrinsic;   // of a dimension, or
  const char *function;  // OpenCL C's, without arguments
};
constexpr BuiltinId kBuiltins[] = {
    {spv::BuiltIn::NumWorkgroups, Intrinsic::__wherry_num_groups, nullptr},
    {spv::BuiltIn::WorkgroupSize, Intrinsic::__wherry_local_size, nullptr},
    {spv::BuiltIn::WorkgroupId, Intrinsic::__wherry_group_id, nullptr},
    {spv::BuiltIn::LocalInvocationId, Intrinsic::__wherry_local_id, nullptr},
    {spv::BuiltIn::GlobalInvocationId, Intrinsic::__wherry_global_id, nullptr},
    {spv::BuiltIn::GlobalSize, Intrinsic::__wherry_global_size, nullptr},
    {spv::BuiltIn::EnqueuedWorkgroupSize, Intrinsic::__wherry_enqueued_local_size, nullptr},
    {spv::BuiltIn::GlobalOffset, Intrinsic::__wherry_global_offset, nullptr},
    {spv::BuiltIn::LocalInvocationIndex, Intrinsic::none, "get_local_linear_id"},
    {spv::BuiltIn::GlobalLinearId, Intrinsic::none, "get_global_linear_id"},
    {spv::BuiltIn::WorkDim, Intrinsic::none, "get_work_dim"},
    {spv::BuiltIn::SubgroupSize, Intrinsic::none, "get_sub_group_size"},
    {spv::BuiltIn::SubgroupMaxSize, Intrinsic::none, "get_max_sub_group_size"},
    {spv::BuiltIn::NumSubgroups, Intrinsic::none, "get_num_sub_groups"},
    {spv::BuiltIn::NumEnqueuedSubgroups, Intrinsic::none, "get_enqueued_num_sub_groups"},
    {spv::BuiltIn::SubgroupId, Intrinsic::none, "get_sub_group_id"},
    {spv::BuiltIn::SubgroupLocalInvocationId, Intrinsic::none, "get_sub_group_local_id"},
    {spv::BuiltIn::SubgroupEqMask, Intrinsic::none, "get_sub_group_eq_mask"},
    {spv::BuiltIn::SubgroupGeMask, Intrinsic::none, "get_sub_group_ge_mask"},
    {spv::BuiltIn::SubgroupGtMask, Intrinsic::none, "get_sub_group_gt_mask"},
    {spv::BuiltIn::SubgroupLeMask, Intrinsic::none, "get_sub_group_le_mask"},
    {spv::BuiltIn::SubgroupLtMask, Intrinsic::none, "get_sub_group_lt_mask"},
};

// Whether two pointers lead to different objects. The specification allows the source and the target of a copy to
// overlap, and Clang writes a memmove as OpCopyMemorySized.
bool are_distinct(const llvm::Value &to, const llvm::Value &from) {
  const unsigned to_space = to.getType()->getPointerAddressSpace(),
                 from_space = from.getType()->getPointerAddressSpace();
  if (to_space != from_space) return to_space != kGenericSpace && from_space != kGenericSpace;
  const llvm::Value *target = getUnderlyingObject(&to), *source = getUnderlyingObject(&from);
  return target != source && isIdentifiedObject(target) && isIdentifiedObject(source);
}

// Whether a copy's source is nothing but zeros: SPIR-V has no other fill, and Clang writes a memset so.
bool are_zeros(const llvm::Value &from) {
  auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&from));
  return variable && variable->isConstant() && variable->hasDefinitiveInitializer() &&
         variable->getInitializer()->isNullValue();
}

// Clang 22 writes one alignment for both sides of a copy, that of the variable, also where one side is a part of it.
llvm::Align not_above_known(llvm::Align stated, const llvm::Value &address, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(address.getType()), 0);
  const auto *variable =
      dyn_cast<AllocaInst>(address.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  return variable ? std::min(stated, commonAlignment(variable->getAlign(), offset.getZExtValue())) : stated;
}

}  // namespace

llvm::Value *FunctionReader::builtin_value(const Decoration &builtin, llvm::Type *type) {
  const auto kind = static_cast<spv::BuiltIn>(builtin.operands[0]);
  const auto *found = llvm::find_if(kBuiltins, [&](const BuiltinId &known) { return known.kind == kind; });
  if (found == std::end(kBuiltins)) refuse("the builtin variable " + Twine(uint32_t(kind)) + " is not OpenCL's");
  auto *vector = dyn_cast<FixedVectorType>(type);
  require(type->isIntOrIntVectorTy(), "a builtin variable is no integer");
  const unsigned bits = type->getScalarSizeInBits();
  if (found->intrinsic != Intrinsic::none) {
    require(vector && vector->getNumElements() == 3, "a builtin variable has not three components");
    llvm::Value *result = PoisonValue::get(type);
    for (unsigned i = 0; i < 3; ++i)
      result = builder_.CreateInsertElement(result, resize(call_intrinsic(found->intrinsic, i32(i)), bits, false), i);
    return result;
  }
  const StringRef name = found->function;
  llvm::Type *result = name.ends_with("_mask")       ? cast<llvm::Type>(FixedVectorType::get(builder_.getInt32Ty(), 4))
                       : name.ends_with("linear_id") ? builder_.getInt64Ty()
                                                     : builder_.getInt32Ty();
  require(result->isVectorTy() == type->isVectorTy(), "a builtin variable's type is not its own");
  llvm::Value *value = resize(call_builtin(name, result, {}), bits, false);
  require(value->getType() == type, "a builtin variable's type is not its own");
  return value;
}

// The variable as private memory that is filled when the function begins, for addresses that go about.
llvm::Value *FunctionReader::builtin_address(Id variable) {
  llvm::Value *&address = builtin_addresses_[variable];
  if (address) return address;
  IRBuilderBase::InsertPointGuard guard(builder_);
  BasicBlock &entry = function_.getEntryBlock();
  builder_.SetInsertPoint(&entry, entry.begin());
  llvm::Type *type = pointee(variable);
  llvm::Value *memory = builder_.CreateAlloca(type);
  builder_.CreateStore(builtin_value(*module_.builtin(variable), type), memory);
  address = builder_.CreateAddrSpaceCast(memory, value(variable)->getType());
  return address;
}

FunctionReader::MemoryOperands FunctionReader::memory_operands(const Instruction &instruction, size_t index,
                                                               llvm::Value &address, llvm::Type *type) const {
  MemoryOperands found{.align = type->isSized() ? module_.module.getDataLayout().getABITypeAlign(type) : Align()};
  if (!instruction.has(index)) return found.end = index, found;
  const uint32_t mask = instruction.operand(index++);
  found.is_volatile = mask & uint32_t(spv::MemoryAccessMask::Volatile);
  // LLVM 22's x86 back end crashes on a volatile access of 16 bits that is nontemporal, which is but a hint.
  found.nontemporal = mask & uint32_t(spv::MemoryAccessMask::Nontemporal) && !found.is_volatile;
  if (mask & uint32_t(spv::MemoryAccessMask::Aligned)) {
    found.align = alignment(instruction.operand(index++));
    // An access may state more than its variable's decoration does (ModuleReader::variable_alignment).
    if (auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&address)))
      variable->setAlignment(std::max(variable->getAlign(), found.align));
  }
  for (spv::MemoryAccessMask scopes :
       {spv::MemoryAccessMask::AliasScopeINTELMask, spv::MemoryAccessMask::NoAliasINTELMask})
    if (mask & uint32_t(scopes)) ++index;
  found.end = index;
  return found;
}

llvm::Value *FunctionReader::access_chain(const Instruction &instruction) {
  const bool of_element =
      instruction.op == spv::Op::OpPtrAccessChain || instruction.op == spv::Op::OpInBoundsPtrAccessChain;
  const bool in_bounds =
      instruction.op == spv::Op::OpInBoundsAccessChain || instruction.op == spv::Op::OpInBoundsPtrAccessChain;
  const Id base = instruction.operand(0);
  llvm::Value *from = module_.builtin(base) ? builtin_address(base) : pointer(instruction, 0);
  llvm::Type *type = pointee(base), *at = type;
  require(type->isSized(), "the pointer leads to what has no size");
  SmallVector<llvm::Value *> indices;
  if (!of_element) indices.push_back(builder_.getInt64(0));
  for (size_t i = 1; i < instruction.operands.size(); ++i) {
    llvm::Value *index = integer(instruction, i);
    require(index->getType()->isIntegerTy(), "an index is no number");
    if (i > 1 || !of_element) {
      if (auto *structure = dyn_cast<StructType>(at)) {
        const uint64_t member = module_.constant_number(instruction.operand(i));
        require(member < structure->getNumElements(), "the structure has no such member");
        index = i32(member);
        at = structure->getElementType(unsigned(member));
      } else if (auto *array = dyn_cast<ArrayType>(at)) {
        at = array->getElementType();
      } else if (auto *vector = dyn_cast<FixedVectorType>(at)) {
        require(!vector->getElementType()->isIntegerTy(1), "components of type bool have no address");
        at = vector->getElementType();
      } else {
        refuse("an index leads into what has no parts");
      }
    }
    indices.push_back(index);
  }
  require(!indices.empty(), "an index is missing");
  return builder_.CreateGEP(type, from, indices, "", in_bounds ? GEPNoWrapFlags::inBounds() : GEPNoWrapFlags::none());
}

void FunctionReader::read_variable(const Instruction &instruction) {
  const Type &type = module_.type(instruction.type);
  require(type.op == spv::Op::OpTypePointer && type.storage == spv::StorageClass::Function,
          "a variable in a function is not of its storage class");
  require(builder_.GetInsertBlock() == &function_.getEntryBlock(),
          "a variable stands behind the function's first block");
  llvm::Type *held = module_.ir_type(type.element);
  require(held->isSized(), "a variable has no size");
  AllocaInst *made = builder_.CreateAlloca(held);
  made->setName(module_.name(instruction.result));
  made->setAlignment(std::max(made->getAlign(), module_.variable_alignment(instruction.result)));
  define(instruction, made);
  if (!instruction.has(1)) return;
  require(operand(instruction, 1)->getType() == held, "the initial value's type is not the variable's");
  builder_.CreateStore(operand(instruction, 1), made);
}

void FunctionReader::read_copy(const Instruction &instruction) {
  const bool sized = instruction.op == spv::Op::OpCopyMemorySized;
  llvm::Value *to = pointer(instruction, 0), *from = pointer(instruction, 1);
  llvm::Type *type = sized ? builder_.getInt8Ty() : pointee(instruction.operand(0));
  require(type->isSized(), "the pointer leads to what has no size");
  const size_t first = sized ? 3 : 2;
  MemoryOperands target = memory_operands(instruction, first, *to, type);
  MemoryOperands source = memory_operands(instruction, instruction.has(target.end) ? target.end : first, *from, type);
  const DataLayout &layout = module_.module.getDataLayout();
  target.align = not_above_known(target.align, *to, layout);
  source.align = not_above_known(source.align, *from, layout);
  llvm::Value *bytes = sized ? as_size(integer(instruction, 2)) : builder_.getInt64(layout.getTypeStoreSize(type));
  require(bytes->getType()->isIntegerTy(), "a size is no number");
  if (are_zeros(*from))
    builder_.CreateMemSet(to, builder_.getInt8(0), bytes, target.align, target.is_volatile);
  else if (are_distinct(*to, *from))
    builder_.CreateMemCpy(to, target.align, from, source.align, bytes, target.is_volatile);
  else if (target.is_volatile || !move_elements(*to, *from, std::min(target.align, source.align), *bytes))
    builder_.CreateMemMove(to, target.align, from, source.align, bytes, target.is_volatile);
}

// Copies a known number of elements within a variable by loads, then stores: LLVM makes values of the variable then,
// but not where a memmove shifts its elements. False: not such a copy.
bool FunctionReader::move_elements(llvm::Value &to, llvm::Value &from, llvm::Align align, llvm::Value &bytes) {
  constexpr uint64_t kMostElements = 16;  // more are no registers
  const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&to));
  const auto *size = dyn_cast<ConstantInt>(&bytes);
  const uint64_t element = std::min<uint64_t>(align.value(), 8);
  if (!variable || variable != getUnderlyingObject(&from) || !size || size->getValue().urem(element) != 0 ||
      size->getValue().ugt(kMostElements * element))
    return false;
  auto at = [&](llvm::Value &base, uint64_t offset) {
    return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), &base, builder_.getInt64(offset));
  };
  llvm::Type *type = builder_.getIntNTy(unsigned(8 * element));
  SmallVector<llvm::Value *> elements;
  for (uint64_t offset = 0; offset < size->getZExtValue(); offset += element)
    elements.push_back(builder_.CreateAlignedLoad(type, at(from, offset), llvm::Align(element)));
  for (auto [i, each] : enumerate(elements))
    builder_.CreateAlignedStore(each, at(to, i * element), llvm::Align(element));
  return true;
}

void FunctionReader::mark(llvm::Instruction &access, const MemoryOperands &operands) {
  if (operands.nontemporal)
    access.setMetadata(LLVMContext::MD_nontemporal,
                       MDNode::get(module_.context, ConstantAsMetadata::get(builder_.getInt32(1))));
}

bool FunctionReader::read_memory(const Instruction &instruction) {
  switch (instruction.op) {
  case spv::Op::OpVariable: return read_variable(instruction), true;
  case spv::Op::OpLoad: {
    llvm::Type *type = module_.ir_type(instruction.type);
    if (const Decoration *builtin = module_.builtin(instruction.operand(0))) {
      require(pointee(instruction.operand(0)) == type, "the loaded type is not the variable's");
      return define(instruction, builtin_value(*builtin, type)), true;
    }
    require(pointee(instruction.operand(0)) == type && type->isSized(), "the loaded type is not the pointer's");
    const MemoryOperands operands = memory_operands(instruction, 1, *pointer(instruction, 0), type);
    LoadInst *made = builder_.CreateAlignedLoad(type, pointer(instruction, 0), operands.align, operands.is_volatile);
    mark(*made, operands);
    return define(instruction, made), true;
  }
  case spv::Op::OpStore: {
    llvm::Value *stored = operand(instruction, 1);
    require(pointee(instruction.operand(0)) == stored->getType(), "the stored type is not the pointer's");
    const MemoryOperands operands = memory_operands(instruction, 2, *pointer(instruction, 0), stored->getType());
    mark(*builder_.CreateAlignedStore(stored, pointer(instruction, 0), operands.align, operands.is_volatile), operands);
    return true;
  }
  case spv::Op::OpCopyMemory:
  case spv::Op::OpCopyMemorySized: return read_copy(instruction), true;
  case spv::Op::OpAccessChain:
  case spv::Op::OpInBoundsAccessChain:
  case spv::Op::OpPtrAccessChain:
  case spv::Op::OpInBoundsPtrAccessChain: return define(instruction, access_chain(instruction)), true;
  case spv::Op::OpPtrDiff: {
    llvm::Type *type = pointee(instruction.operand(0));
    require(type->isSized() && pointer(instruction, 0)->getType() == pointer(instruction, 1)->getType(),
            "the pointers' types differ");
    llvm::Value *count = builder_.CreatePtrDiff(type, operand(instruction, 0), operand(instruction, 1));
    return define(instruction, resize(count, module_.ir_type(instruction.type)->getScalarSizeInBits(), true)), true;
  }
  case spv::Op::OpSizeOf: {
    llvm::Type *type = pointee(instruction.operand(0));
    require(type->isSized() && module_.ir_type(instruction.type)->isIntegerTy(), "this has no size");
    return define(instruction, ConstantInt::get(module_.ir_type(instruction.type),
                                                module_.module.getDataLayout().getTypeAllocSize(type))),
           true;
  }
  // The scope does not matter: all have one clock. Two halves are the lower one and the upper one.
  case spv::Op::OpReadClockKHR: {
    llvm::Type *result = module_.sized_type(instruction.type);
    require(result->isIntegerTy(64) || result == FixedVectorType::get(builder_.getInt32Ty(), 2),
            "a clock's value is neither an integer of 64 bits nor two of 32 bits");
    llvm::Value *ticks = builder_.CreateIntrinsic(llvm::Intrinsic::readcyclecounter, {});
    return define(instruction, builder_.CreateBitCast(ticks, result)), true;
  }
  case spv::Op::OpGenericPtrMemSemantics: {
    llvm::Value *is_local = builder_.CreateICmpEQ(
        call_intrinsic(Intrinsic::__wherry_space,
                       builder_.CreateAddrSpaceCast(pointer(instruction, 0), builder_.getPtrTy(kGenericSpace))),
        i32(kLocalSpace));
    return define(instruction, builder_.CreateSelect(is_local, i32(uint32_t(spv::MemorySemanticsMask::WorkgroupMemory)),
                                                     i32(uint32_t(spv::MemorySemanticsMask::CrossWorkgroupMemory)))),
           true;
  }
  default: return false;
  }
}

// Semantics that no constant gives are the strongest.
AtomicOrdering FunctionReader::ordering(Id semantics, bool reads, bool writes) const {
  if (!module_.is_constant(semantics)) return AtomicOrdering::SequentiallyConsistent;
  const uint64_t mask = module_.constant_number(semantics);
  if (mask & 0x10) return AtomicOrdering::SequentiallyConsistent;
  const bool acquires = reads && (mask & (0x2 | 0x8)), releases = writes && (mask & (0x4 | 0x8));
  return acquires && releases ? AtomicOrdering::AcquireRelease
         : acquires           ? AtomicOrdering::Acquire
         : releases           ? AtomicOrdering::Release
                              : AtomicOrdering::Monotonic;
}

// The scopes of work-group, sub-group and work-item become one: none orders other work-groups.
SyncScope::ID FunctionReader::sync_scope(Id scope) const {
  if (!module_.is_constant(scope)) return SyncScope::System;
  switch (spv::Scope(module_.constant_number(scope))) {
  case spv::Scope::Workgroup:
  case spv::Scope::Subgroup:
  case spv::Scope::Invocation: return module_.context.getOrInsertSyncScopeID(kWorkGroupScope);
  default: return SyncScope::System;
  }
}

bool FunctionReader::read_atomic(const Instruction &instruction) {
  const DataLayout &layout = module_.module.getDataLayout();
  auto scope = [&] { return sync_scope(instruction.operand(1)); };
  // The pointee's type: an integer of at least 8 bits, or a floating-point number.
  auto held = [&]() {
    llvm::Type *type = first_at(instruction.operand(0));
    require((type->isIntegerTy() && type->getIntegerBitWidth() >= 8) || type->isFloatingPointTy(),
            "an atomic operation is on no number");
    return type;
  };
  auto modify = [&](AtomicRMWInst::BinOp op, llvm::Value *with) {
    llvm::Type *type = held();
    require(with->getType() == type &&
                type->isFloatingPointTy() ==
                    (AtomicRMWInst::isFPOperation(op) || (op == AtomicRMWInst::Xchg && type->isFloatingPointTy())),
            "the operand's type is not the pointer's");
    define(instruction, builder_.CreateAtomicRMW(op, pointer(instruction, 0), with, layout.getABITypeAlign(type),
                                                 ordering(instruction.operand(2), true, true), scope()));
    return true;
  };
  auto by_operand = [&](AtomicRMWInst::BinOp op) { return modify(op, operand(instruction, 3)); };
  auto by_one = [&](AtomicRMWInst::BinOp op) {
    require(held()->isIntegerTy(), "an atomic operation is on no integer");
    return modify(op, ConstantInt::get(held(), 1));
  };
  switch (instruction.op) {
  case spv::Op::OpAtomicLoad: {
    LoadInst *made = builder_.CreateAlignedLoad(held(), pointer(instruction, 0), layout.getABITypeAlign(held()));
    made->setAtomic(ordering(instruction.operand(2), true, false), scope());
    return define(instruction, made), true;
  }
  case spv::Op::OpAtomicStore: {
    require(operand(instruction, 3)->getType() == held(), "the operand's type is not the pointer's");
    StoreInst *made =
        builder_.CreateAlignedStore(operand(instruction, 3), pointer(instruction, 0), layout.getABITypeAlign(held()));
    made->setAtomic(ordering(instruction.operand(2), false, true), scope());
    return true;
  }
  case spv::Op::OpAtomicExchange: return by_operand(AtomicRMWInst::Xchg);
  case spv::Op::OpAtomicIIncrement: return by_one(AtomicRMWInst::Add);
  case spv::Op::OpAtomicIDecrement: return by_one(AtomicRMWInst::Sub);
  case spv::Op::OpAtomicIAdd: return by_operand(AtomicRMWInst::Add);
  case spv::Op::OpAtomicISub: return by_operand(AtomicRMWInst::Sub);
  case spv::Op::OpAtomicSMin: return by_operand(AtomicRMWInst::Min);
  case spv::Op::OpAtomicUMin: return by_operand(AtomicRMWInst::UMin);
  case spv::Op::OpAtomicSMax: return by_operand(AtomicRMWInst::Max);
  case spv::Op::OpAtomicUMax: return by_operand(AtomicRMWInst::UMax);
  case spv::Op::OpAtomicAnd: return by_operand(AtomicRMWInst::And);
  case spv::Op::OpAtomicOr: return by_operand(AtomicRMWInst::Or);
  case spv::Op::OpAtomicXor: return by_operand(AtomicRMWInst::Xor);
  case spv::Op::OpAtomicFAddEXT: return by_operand(AtomicRMWInst::FAdd);
  case spv::Op::OpAtomicFMinEXT: return by_operand(AtomicRMWInst::FMin);
  case spv::Op::OpAtomicFMaxEXT: return by_operand(AtomicRMWInst::FMax);
  case spv::Op::OpAtomicCompareExchange:
  case spv::Op::OpAtomicCompareExchangeWeak: {
    llvm::Value *desired = operand(instruction, 4), *expected = operand(instruction, 5);
    require(held()->isIntegerTy() && desired->getType() == held() && expected->getType() == held(),
            "the operands' types differ");
    AtomicOrdering failure = ordering(instruction.operand(3), true, false);
    AtomicOrdering success = ordering(instruction.operand(2), true, true);
    llvm::Value *pair = builder_.CreateAtomicCmpXchg(pointer(instruction, 0), expected, desired,
                                                     layout.getABITypeAlign(held()), success, failure, scope());
    return define(instruction, builder_.CreateExtractValue(pair, 0)), true;
  }
  case spv::Op::OpAtomicFlagTestAndSet: {
    require(held()->isIntegerTy(), "a flag is no integer");
    llvm::Value *before =
        builder_.CreateAtomicRMW(AtomicRMWInst::Xchg, pointer(instruction, 0), ConstantInt::get(held(), 1),
                                 layout.getABITypeAlign(held()), ordering(instruction.operand(2), true, true), scope());
    return define(instruction, as_truth(before)), true;
  }
  case spv::Op::OpAtomicFlagClear: {
    require(held()->isIntegerTy(), "a flag is no integer");
    StoreInst *made = builder_.CreateAlignedStore(ConstantInt::get(held(), 0), pointer(instruction, 0),
                                                  layout.getABITypeAlign(held()));
    made->setAtomic(ordering(instruction.operand(2), false, true), scope());
    return true;
  }
  default: return false;
  }
}

}  // namespace wherry::compiler::spirv
