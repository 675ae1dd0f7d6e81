// SPDX-License-Identifier: Apache-2.0
// Device-side enqueue: a function that is enqueued becomes a block's kernel, as Clang makes one of each block
// (canonicalise/enqueued_blocks), and instructions become calls of kernels-builtins/enqueue.cl.
#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/ir/address_spaces.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler::spirv {
namespace {

constexpr unsigned kDimensions = 3;

// ndrange_t: the number of dimensions, offset, global size, local size.
StructType *range_type(LLVMContext &context) {
  llvm::Type *sizes = ArrayType::get(llvm::Type::getInt64Ty(context), kDimensions);
  return StructType::get(context, {llvm::Type::getInt32Ty(context), sizes, sizes, sizes});
}

}  // namespace

// "Invoke must be an OpFunction whose OpTypeFunction operand has: Result Type must be OpTypeVoid. The first parameter
// must have a type of OpTypePointer to an 8-bit OpTypeInt. An optional list of parameters, each of which must have a
// type of OpTypePointer to the Workgroup Storage Class."
Function *ModuleReader::block_kernel(Id invoked) {
  Function *body = function(invoked);
  Function *&kernel = blocks_[invoked];
  if (kernel) return kernel;
  require(body->getReturnType()->isVoidTy(), "an enqueued function returns nothing");
  SmallVector<llvm::Type *> types;
  for (Argument &argument : body->args()) {
    const bool first = argument.getArgNo() == 0, is_pointer = argument.getType()->isPointerTy();
    const unsigned space = is_pointer ? argument.getType()->getPointerAddressSpace() : ~0u;
    require(is_pointer && !argument.hasByValAttr() &&
                (first ? space == kGenericSpace || space == kGlobalSpace : space == kLocalSpace),
            "an enqueued function takes a pointer to its block, and pointers to local memory");
    types.push_back(argument.getType());
  }
  require(!types.empty(), "an enqueued function takes a pointer to its block");
  kernel = Function::Create(FunctionType::get(body->getReturnType(), types, false), GlobalValue::InternalLinkage,
                            "__spirv_block_" + Twine(invoked), module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(Attribute::Convergent);
  kernel->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", kernel));
  SmallVector<llvm::Value *> arguments;
  for (Argument &argument : kernel->args()) arguments.push_back(&argument);
  builder.CreateCall(body, arguments)->setCallingConv(body->getCallingConv());
  builder.CreateRetVoid();
  describe_modes(invoked, *kernel);
  return kernel;
}

// A variable of the function.
llvm::Value *FunctionReader::place_for(llvm::Type *type) {
  IRBuilder<> builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  return builder.CreateAlloca(type);
}

llvm::Value *FunctionReader::generic(const Instruction &instruction, size_t index) {
  llvm::Value *address = pointer(instruction, index);
  const unsigned space = address->getType()->getPointerAddressSpace();
  require(space != kConstantSpace, "an operand points to constant memory");
  llvm::Type *type = builder_.getPtrTy(kGenericSpace);
  // A null pointer of another address space need not have the same bits; no list and no event are null in all.
  if (isa<ConstantPointerNull>(address)) return Constant::getNullValue(type);
  return space == kGenericSpace ? address : builder_.CreateAddrSpaceCast(address, type);
}

// The address of an ndrange_t: compilers pass it by value, or by its address.
llvm::Value *FunctionReader::range_operand(const Instruction &instruction, size_t index) {
  llvm::Value *range = operand(instruction, index);
  if (range->getType()->isPointerTy()) {
    llvm::Type *type = pointee(instruction.operand(index));
    require(type->isStructTy(), "an operand is no ND-range");
    range = builder_.CreateLoad(type, range);
  }
  StructType *const type = range_type(module_.context);
  auto *given = dyn_cast<StructType>(range->getType());
  require(given && given->elements() == type->elements(), "an operand is no ND-range");
  llvm::Value *place = place_for(type);
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    builder_.CreateStore(builder_.CreateExtractValue(range, i), builder_.CreateStructGEP(type, place, i));
  return place;
}

// "GlobalWorkSize must be a scalar or an array with 2 or 3 components"; likewise LocalWorkSize and GlobalWorkOffset.
llvm::Value *FunctionReader::build_range(const Instruction &instruction) {
  StructType *const type = range_type(module_.context);
  auto *made = dyn_cast<StructType>(module_.ir_type(instruction.type));
  require(made && made->elements() == type->elements(), "the result is no ND-range");
  llvm::Value *range = Constant::getNullValue(made);
  unsigned dims = 0;
  // The operand; the member, and its value in other dimensions.
  constexpr struct {
    size_t index;
    unsigned member;
    uint64_t otherwise;
  } kSizes[] = {{0, 2, 1}, {1, 3, 0}, {2, 1, 0}};
  for (const auto &[index, member, otherwise] : kSizes) {
    llvm::Value *given = operand(instruction, index);
    auto *array = dyn_cast<ArrayType>(given->getType());
    auto *vector = dyn_cast<FixedVectorType>(given->getType());
    const uint64_t count = array ? array->getNumElements() : vector ? vector->getNumElements() : 1;
    require((dims == 0 || dims == count) && count >= 1 && count <= kDimensions,
            "an ND-range's sizes are not of 1 to 3 dimensions");
    dims = unsigned(count);
    for (unsigned d = 0; d < kDimensions; ++d) {
      llvm::Value *size = builder_.getInt64(otherwise);
      if (d < dims) {
        size = array ? builder_.CreateExtractValue(given, d) : vector ? component(given, d) : given;
        require(size->getType()->isIntegerTy(), "an ND-range's size is no integer");
        size = as_size(size);
      }
      range = builder_.CreateInsertValue(range, size, {member, d});
    }
  }
  return builder_.CreateInsertValue(range, builder_.getInt32(dims), 0);
}

// The last operands of instructions on blocks: Invoke, Param, Param Size, Param Align.
FunctionReader::Block FunctionReader::block_operand(const Instruction &instruction, size_t index) {
  Function *kernel = module_.block_kernel(instruction.operand(index));
  llvm::Value *size = integer(instruction, index + 2);
  require(size->getType()->isIntegerTy(32), "the size of a block is not of 32 bits");
  integer(instruction, index + 3);  // the runtime's copies are aligned for any type
  return {kernel, ConstantExpr::getAddrSpaceCast(kernel, builder_.getPtrTy(kGenericSpace)),
          generic(instruction, index + 1), size};
}

void FunctionReader::enqueue_kernel(const Instruction &instruction) {
  const Block block = block_operand(instruction, 6);
  llvm::Type *const int32 = builder_.getInt32Ty(), *const int64 = builder_.getInt64Ty();
  llvm::Value *flags = integer(instruction, 1), *waits = integer(instruction, 3);
  require(flags->getType() == int32 && waits->getType() == int32, "an operand is not of 32 bits");
  constexpr size_t first = 10;
  require(instruction.operands.size() >= first, "an operand is missing");
  const size_t locals = instruction.operands.size() - first;
  require(block.kernel->arg_size() == 1 + locals, "there are not as many local sizes as arguments in local memory");
  auto *sizes = ArrayType::get(int64, std::max<size_t>(1, locals));
  llvm::Value *place = place_for(sizes);
  for (size_t i = 0; i < locals; ++i) {
    llvm::Value *size = integer(instruction, first + i);
    require(size->getType()->isIntegerTy(), "a local size is no integer");
    builder_.CreateStore(as_size(size), builder_.CreateConstInBoundsGEP2_64(sizes, place, 0, i));
  }
  define(instruction, call_named("__wherry_enqueue_kernel", int32,
                                 {queue_operand(instruction, 0), flags, range_operand(instruction, 2), waits,
                                  generic(instruction, 4), generic(instruction, 5), block.description, block.literal,
                                  block.bytes, i32(locals), place}));
}

llvm::Value *FunctionReader::queue_operand(const Instruction &instruction, size_t index) {
  return typed_operand(instruction, index, spv::Op::OpTypeQueue, "an operand is no queue");
}

llvm::Value *FunctionReader::typed_operand(const Instruction &instruction, size_t index, spv::Op type,
                                           const char *what) {
  require(module_.type(module_.value(instruction.operand(index)).type).op == type, what);
  return operand(instruction, index);
}

bool FunctionReader::read_enqueue(const Instruction &instruction) {
  llvm::Type *const i32 = builder_.getInt32Ty(), *const none = builder_.getVoidTy(),
                    *const opaque = builder_.getPtrTy(kGlobalSpace);
  auto event = [&](size_t index) {
    return typed_operand(instruction, index, spv::Op::OpTypeDeviceEvent, "an operand is no event of a device");
  };
  auto ask = [&](const char *name, size_t block_at) {
    const Block block = block_operand(instruction, block_at);
    SmallVector<llvm::Value *> arguments;
    if (block_at > 0) arguments.push_back(range_operand(instruction, 0));
    arguments.append({block.description, block.literal});
    define(instruction, call_named(name, i32, arguments));
    return true;
  };
  switch (instruction.op) {
  case spv::Op::OpEnqueueKernel: return enqueue_kernel(instruction), true;
  case spv::Op::OpEnqueueMarker: {
    llvm::Value *waits = integer(instruction, 1);
    require(waits->getType() == i32, "an operand is not of 32 bits");
    define(instruction,
           call_named("_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_", i32,
                      {queue_operand(instruction, 0), waits, generic(instruction, 2), generic(instruction, 3)}));
    return true;
  }
  case spv::Op::OpGetKernelNDrangeSubGroupCount: return ask("__get_kernel_sub_group_count_for_ndrange_impl", 1);
  case spv::Op::OpGetKernelNDrangeMaxSubGroupSize: return ask("__get_kernel_max_sub_group_size_for_ndrange_impl", 1);
  case spv::Op::OpGetKernelWorkGroupSize: return ask("__get_kernel_work_group_size_impl", 0);
  case spv::Op::OpGetKernelPreferredWorkGroupSizeMultiple:
    return ask("__get_kernel_preferred_work_group_size_multiple_impl", 0);
  case spv::Op::OpRetainEvent: return call_named("_Z12retain_event12ocl_clkevent", none, {event(0)}), true;
  case spv::Op::OpReleaseEvent: return call_named("_Z13release_event12ocl_clkevent", none, {event(0)}), true;
  case spv::Op::OpCreateUserEvent: return define(instruction, call_named("_Z17create_user_eventv", opaque, {})), true;
  case spv::Op::OpIsValidEvent:
    return define(instruction, call_named("_Z14is_valid_event12ocl_clkevent", builder_.getInt1Ty(), {event(0)})), true;
  case spv::Op::OpSetUserEventStatus: {
    llvm::Value *status = integer(instruction, 1);
    require(status->getType() == i32, "an operand is not of 32 bits");
    call_named("_Z21set_user_event_status12ocl_clkeventi", none, {event(0), status});
    return true;
  }
  case spv::Op::OpCaptureEventProfilingInfo: {
    llvm::Value *info = integer(instruction, 1), *value = pointer(instruction, 2);
    require(info->getType() == i32, "an operand is not of 32 bits");
    require(value->getType() == opaque, "the times are not to be written to global memory");
    call_named("_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v", none, {event(0), info, value});
    return true;
  }
  case spv::Op::OpGetDefaultQueue: return define(instruction, call_named("_Z17get_default_queuev", opaque, {})), true;
  case spv::Op::OpBuildNDRange: return define(instruction, build_range(instruction)), true;
  default: return false;
  }
}

}  // namespace wherry::compiler::spirv
