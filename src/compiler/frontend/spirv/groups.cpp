// SPDX-License-Identifier: Apache-2.0
// Work-groups and sub-groups: barriers, async copies, collective operations; pipes.
#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace wherry::compiler::spirv {

bool FunctionReader::is_sub_group(Id scope) const {
  const auto number = static_cast<spv::Scope>(module_.constant_number(scope));
  require(number == spv::Scope::Workgroup || number == spv::Scope::Subgroup,
          "the scope is neither work-group nor sub-group");
  return number == spv::Scope::Subgroup;
}

// OpenCL C's flags of the memory that the semantics name.
uint64_t FunctionReader::fence_flags(Id semantics) const {
  const uint64_t mask = module_.is_constant(semantics) ? module_.constant_number(semantics) : ~uint64_t{0};
  const auto flag = [mask](spv::MemorySemanticsMask memory, uint64_t flags) {
    return mask & uint64_t(memory) ? flags : 0;
  };
  return flag(spv::MemorySemanticsMask::WorkgroupMemory, abi::kLocalMemFence) |
         flag(spv::MemorySemanticsMask::CrossWorkgroupMemory, abi::kGlobalMemFence) |
         flag(spv::MemorySemanticsMask::ImageMemory, abi::kImageMemFence);
}

void FunctionReader::read_barrier(const Instruction &instruction) {
  const bool controls = instruction.op == spv::Op::OpControlBarrier;
  const Id semantics = instruction.operand(controls ? 2 : 1);
  if (!controls) {
    const AtomicOrdering order = ordering(semantics, true, true);
    if (order == AtomicOrdering::Monotonic) return;
    FenceInst *made = builder_.CreateFence(order, sync_scope(instruction.operand(0)));
    if (const uint64_t flags = fence_flags(semantics))
      made->setMetadata(kFenceFlags,
                        MDNode::get(module_.context, ConstantAsMetadata::get(builder_.getInt32(uint32_t(flags)))));
    return;
  }
  // Clang 22 writes the memory's scope for the execution's, too, if CLK_GLOBAL_MEM_FENCE is among the flags. OpenCL has
  // none for the execution that is wider than the work-group.
  const Id execution = instruction.operand(0);
  const bool of_memory =
      execution == instruction.operand(1) && module_.constant_number(execution) <= uint64_t(spv::Scope::Device);
  if (of_memory || !is_sub_group(execution)) {
    call_intrinsic(Intrinsic::__wherry_barrier, i32(fence_flags(semantics)));
    return;
  }
  const AtomicOrdering order = ordering(semantics, true, true);
  if (order != AtomicOrdering::Monotonic) builder_.CreateFence(AtomicOrdering::AcquireRelease);
  call_intrinsic(Intrinsic::__wherry_sub_group_barrier, {});
}

void FunctionReader::read_async(const Instruction &instruction) {
  if (instruction.op == spv::Op::OpGroupWaitEvents) {
    llvm::Value *events = pointer(instruction, 2), *count = resize(operand(instruction, 1), 32, false);
    const unsigned space = events->getType()->getPointerAddressSpace();
    require(space == kPrivateSpace || space == kLocalSpace || space == kGenericSpace,
            "events cannot stand in this storage class");
    call_intrinsic(space == kPrivateSpace ? Intrinsic::__wherry_wait_events
                   : space == kLocalSpace ? Intrinsic::__wherry_wait_events_local
                                          : Intrinsic::__wherry_wait_events_generic,
                   {count, events});
    return;
  }
  llvm::Value *to = pointer(instruction, 1), *from = pointer(instruction, 2);
  llvm::Value *count = as_size(operand(instruction, 3)), *stride = as_size(operand(instruction, 4));
  const unsigned to_space = to->getType()->getPointerAddressSpace(),
                 from_space = from->getType()->getPointerAddressSpace();
  const bool to_local = to_space == kLocalSpace && from_space == kGlobalSpace;
  require(to_local || (to_space == kGlobalSpace && from_space == kLocalSpace),
          "an async copy is not between Workgroup and CrossWorkgroup memory");
  llvm::Type *element = pointee(instruction.operand(1));
  // Elements are scalars or vectors (section 3.3.21). Clang's back end points to a variable's whole array.
  while (element->isArrayTy()) element = element->getArrayElementType();
  require(element->isSized(), "the pointer leads to what has no size");
  llvm::Value *size = builder_.getInt64(module_.module.getDataLayout().getTypeAllocSize(element)),
              *one = builder_.getInt64(1);
  llvm::Value *event = builder_.CreatePtrToInt(pointer(instruction, 5), builder_.getInt64Ty());
  // The stride is that of global memory.
  llvm::Value *number =
      call_intrinsic(to_local ? Intrinsic::__wherry_async_copy_to_local : Intrinsic::__wherry_async_copy_to_global,
                     {to, from, count, size, to_local ? one : stride, to_local ? stride : one, event});
  define(instruction, builder_.CreateIntToPtr(number, module_.ir_type(instruction.type)));
}

llvm::Value *FunctionReader::group_broadcast(const Instruction &instruction) {
  llvm::Value *value = operand(instruction, 1), *id = integer(instruction, 2);
  if (is_sub_group(instruction.operand(0)))
    return call_builtin("sub_group_broadcast", value->getType(), {{value}, {resize(id, 32, false), 'u'}});
  return for_components(value, [&](llvm::Value *scalar) {
    llvm::Type *type = scalar->getType();
    const bool is_small = type->isIntegerTy() && type->getIntegerBitWidth() < 32;
    std::vector<BuiltinArgument> arguments{{is_small ? resize(scalar, 32, false) : scalar}};
    auto *ids = dyn_cast<FixedVectorType>(id->getType());
    for (unsigned i = 0; i < (ids ? ids->getNumElements() : 1); ++i)
      arguments.push_back({as_size(ids ? component(id, i) : id), 'u'});
    llvm::Value *result = call_builtin("work_group_broadcast", arguments[0].value->getType(), arguments);
    return is_small ? resize(result, type->getIntegerBitWidth(), false) : result;
  });
}

// Reductions and scans; `kind`: how the library's function spells the operand.
llvm::Value *FunctionReader::group_arithmetic(const Instruction &instruction, StringRef operation, char kind,
                                              bool logical, bool non_uniform) {
  const bool sub_group = is_sub_group(instruction.operand(0));
  const auto form = static_cast<spv::GroupOperation>(instruction.operand(1));
  llvm::Value *value = operand(instruction, 2);
  // The library has uniform sub-group functions for sums, minima and maxima only; the non-uniform ones do the same.
  non_uniform |= sub_group && operation != "add" && operation != "min" && operation != "max";
  require(logical ? value->getType()->isIntegerTy(1) : !value->getType()->isIntOrIntVectorTy(1),
          "the operand is of a wrong type");
  std::string name = sub_group ? "sub_group_" : "work_group_";
  if (form == spv::GroupOperation::ClusteredReduce)
    name += "clustered_reduce_";
  else
    name += std::string(non_uniform ? "non_uniform_" : "") + (form == spv::GroupOperation::Reduce ? "reduce_"
                                                              : form == spv::GroupOperation::InclusiveScan
                                                                  ? "scan_inclusive_"
                                                                  : "scan_exclusive_");
  require(uint32_t(form) <= uint32_t(spv::GroupOperation::ClusteredReduce), "the group operation is not known");
  require(form != spv::GroupOperation::ClusteredReduce || instruction.has(3), "the cluster's size is missing");
  name += operation;
  return for_components(value, [&](llvm::Value *scalar) -> llvm::Value * {
    llvm::Type *type = scalar->getType();
    const bool is_small = type->isIntegerTy() && type->getIntegerBitWidth() < 32 && (logical || !sub_group);
    std::vector<BuiltinArgument> arguments{{is_small ? resize(scalar, 32, kind == 'v' && !logical) : scalar, kind}};
    if (form == spv::GroupOperation::ClusteredReduce)
      arguments.push_back({resize(operand(instruction, 3), 32, false), 'u'});
    llvm::Value *result = call_builtin(name, arguments[0].value->getType(), arguments);
    if (logical) return as_truth(result);
    return is_small ? resize(result, type->getIntegerBitWidth(), false) : result;
  });
}

bool FunctionReader::read_group(const Instruction &instruction) {
  auto arithmetic = [&](const char *operation, char kind, bool non_uniform, bool logical = false) {
    return define(instruction, group_arithmetic(instruction, operation, kind, logical, non_uniform)), true;
  };
  auto vote = [&](const char *which) {
    const std::string name = std::string(is_sub_group(instruction.operand(0)) ? "sub_group_" : "work_group_") + which;
    llvm::Value *predicate = resize(truth(instruction, 1), 32, false);
    return define(instruction, as_truth(call_builtin(name, builder_.getInt32Ty(), {{predicate}}))), true;
  };
  switch (instruction.op) {
  case spv::Op::OpControlBarrier:
  case spv::Op::OpMemoryBarrier: return read_barrier(instruction), true;
  case spv::Op::OpGroupAsyncCopy:
  case spv::Op::OpGroupWaitEvents: return read_async(instruction), true;
  case spv::Op::OpGroupAll: return vote("all");
  case spv::Op::OpGroupAny: return vote("any");
  case spv::Op::OpGroupBroadcast: return define(instruction, group_broadcast(instruction)), true;
  case spv::Op::OpGroupIAdd:
  case spv::Op::OpGroupFAdd: return arithmetic("add", 'v', false);
  case spv::Op::OpGroupFMin:
  case spv::Op::OpGroupSMin: return arithmetic("min", 'v', false);
  case spv::Op::OpGroupUMin: return arithmetic("min", 'u', false);
  case spv::Op::OpGroupFMax:
  case spv::Op::OpGroupSMax: return arithmetic("max", 'v', false);
  case spv::Op::OpGroupUMax: return arithmetic("max", 'u', false);
  case spv::Op::OpGroupIMulKHR:
  case spv::Op::OpGroupFMulKHR: return arithmetic("mul", 'v', false);
  case spv::Op::OpGroupBitwiseAndKHR: return arithmetic("and", 'v', false);
  case spv::Op::OpGroupBitwiseOrKHR: return arithmetic("or", 'v', false);
  case spv::Op::OpGroupBitwiseXorKHR: return arithmetic("xor", 'v', false);
  case spv::Op::OpGroupLogicalAndKHR: return arithmetic("logical_and", 'v', false, true);
  case spv::Op::OpGroupLogicalOrKHR: return arithmetic("logical_or", 'v', false, true);
  case spv::Op::OpGroupLogicalXorKHR: return arithmetic("logical_xor", 'v', false, true);
  case spv::Op::OpGroupNonUniformIAdd:
  case spv::Op::OpGroupNonUniformFAdd: return arithmetic("add", 'v', true);
  case spv::Op::OpGroupNonUniformIMul:
  case spv::Op::OpGroupNonUniformFMul: return arithmetic("mul", 'v', true);
  case spv::Op::OpGroupNonUniformSMin:
  case spv::Op::OpGroupNonUniformFMin: return arithmetic("min", 'v', true);
  case spv::Op::OpGroupNonUniformUMin: return arithmetic("min", 'u', true);
  case spv::Op::OpGroupNonUniformSMax:
  case spv::Op::OpGroupNonUniformFMax: return arithmetic("max", 'v', true);
  case spv::Op::OpGroupNonUniformUMax: return arithmetic("max", 'u', true);
  case spv::Op::OpGroupNonUniformBitwiseAnd: return arithmetic("and", 'v', true);
  case spv::Op::OpGroupNonUniformBitwiseOr: return arithmetic("or", 'v', true);
  case spv::Op::OpGroupNonUniformBitwiseXor: return arithmetic("xor", 'v', true);
  case spv::Op::OpGroupNonUniformLogicalAnd: return arithmetic("logical_and", 'v', true, true);
  case spv::Op::OpGroupNonUniformLogicalOr: return arithmetic("logical_or", 'v', true, true);
  case spv::Op::OpGroupNonUniformLogicalXor: return arithmetic("logical_xor", 'v', true, true);
  default: return false;
  }
}

// A component at a time; bools as ints.
llvm::Value *FunctionReader::exchange_lanes(StringRef name, llvm::Value *value, ArrayRef<BuiltinArgument> more) {
  return for_components(value, [&](llvm::Value *scalar) -> llvm::Value * {
    const bool is_bool = scalar->getType()->isIntegerTy(1);
    std::vector<BuiltinArgument> arguments{{is_bool ? resize(scalar, 32, false) : scalar}};
    llvm::append_range(arguments, more);
    llvm::Value *made = call_builtin(name, arguments[0].value->getType(), arguments);
    return is_bool ? as_truth(made) : made;
  });
}

// From two registers side by side: data of work-item `at` of the first, or of what is that far behind it in the second.
llvm::Value *FunctionReader::shuffle_pair(llvm::Value *first, llvm::Value *second, llvm::Value *at, llvm::Value *size) {
  require(first->getType() == second->getType(), "the two values' types differ");
  llvm::Value *in_first = builder_.CreateICmpULT(at, size);
  const BuiltinArgument from{builder_.CreateSelect(in_first, at, builder_.CreateSub(at, size)), 'u'};
  llvm::Value *of_first = exchange_lanes("sub_group_shuffle", first, from);
  return builder_.CreateSelect(in_first, of_first, exchange_lanes("sub_group_shuffle", second, from));
}

// Votes, ballots and shuffles.
bool FunctionReader::read_sub_group(const Instruction &instruction) {
  llvm::Type *const int32 = builder_.getInt32Ty();
  auto index = [&](size_t at) { return BuiltinArgument{resize(integer(instruction, at), 32, false), 'u'}; };
  auto vote = [&](const char *name, ArrayRef<BuiltinArgument> arguments) {
    return define(instruction, as_truth(call_builtin(name, int32, arguments))), true;
  };
  auto exchange = [&](const char *name, ArrayRef<BuiltinArgument> more, size_t at = 1) {
    return define(instruction, exchange_lanes(name, operand(instruction, at), more)), true;
  };
  auto of_ballot = [&](const char *name, size_t at) {
    return define(instruction, call_builtin(name, int32, {{integer(instruction, at), 'u'}})), true;
  };
  switch (instruction.op) {
  case spv::Op::OpGroupNonUniformElect: return vote("sub_group_elect", {});
  case spv::Op::OpGroupNonUniformAll:
    return vote("sub_group_non_uniform_all", {{resize(truth(instruction, 1), 32, false)}});
  case spv::Op::OpGroupNonUniformAny:
    return vote("sub_group_non_uniform_any", {{resize(truth(instruction, 1), 32, false)}});
  case spv::Op::OpGroupNonUniformAllEqual: {
    llvm::Value *all = nullptr;
    for_components(operand(instruction, 1), [&](llvm::Value *scalar) {
      llvm::Value *given = scalar->getType()->isIntegerTy(1) ? resize(scalar, 32, false) : scalar;
      llvm::Value *one = as_truth(call_builtin("sub_group_non_uniform_all_equal", int32, {{given}}));
      all = all ? builder_.CreateAnd(all, one) : one;
      return scalar;
    });
    return define(instruction, all), true;
  }
  case spv::Op::OpGroupNonUniformBroadcast: return exchange("sub_group_non_uniform_broadcast", {index(2)});
  case spv::Op::OpGroupNonUniformBroadcastFirst: return exchange("sub_group_broadcast_first", {});
  case spv::Op::OpSubgroupShuffleINTEL: return exchange("sub_group_shuffle", {index(1)}, 0);
  case spv::Op::OpSubgroupShuffleXorINTEL: return exchange("sub_group_shuffle_xor", {index(1)}, 0);
  case spv::Op::OpSubgroupShuffleDownINTEL:
  case spv::Op::OpSubgroupShuffleUpINTEL: {
    // current, next, delta; previous, current, delta.
    llvm::Value *id = call_builtin("get_sub_group_local_id", int32, {}),
                *size = call_builtin("get_max_sub_group_size", int32, {}), *delta = index(2).value;
    llvm::Value *at = instruction.op == spv::Op::OpSubgroupShuffleDownINTEL
                          ? builder_.CreateAdd(id, delta)
                          : builder_.CreateSub(builder_.CreateAdd(id, size), delta);
    return define(instruction, shuffle_pair(operand(instruction, 0), operand(instruction, 1), at, size)), true;
  }
  case spv::Op::OpGroupNonUniformShuffle: return exchange("sub_group_shuffle", {index(2)});
  case spv::Op::OpGroupNonUniformShuffleXor: return exchange("sub_group_shuffle_xor", {index(2)});
  case spv::Op::OpGroupNonUniformShuffleUp: return exchange("sub_group_shuffle_up", {index(2)});
  case spv::Op::OpGroupNonUniformShuffleDown: return exchange("sub_group_shuffle_down", {index(2)});
  case spv::Op::OpGroupNonUniformRotateKHR: {
    BuiltinArgument delta = index(2);
    delta.kind = 'v';
    if (instruction.has(3)) return exchange("sub_group_clustered_rotate", {delta, index(3)});
    return exchange("sub_group_rotate", {delta});
  }
  case spv::Op::OpGroupNonUniformBallot:
    return define(instruction, call_builtin("sub_group_ballot", FixedVectorType::get(int32, 4),
                                            {{resize(truth(instruction, 1), 32, false)}})),
           true;
  case spv::Op::OpGroupNonUniformInverseBallot:
    return vote("sub_group_inverse_ballot", {{integer(instruction, 1), 'u'}});
  case spv::Op::OpGroupNonUniformBallotBitExtract:
    return vote("sub_group_ballot_bit_extract", {{integer(instruction, 1), 'u'}, index(2)});
  case spv::Op::OpGroupNonUniformBallotBitCount: {
    const auto form = static_cast<spv::GroupOperation>(instruction.operand(1));
    return of_ballot(form == spv::GroupOperation::Reduce          ? "sub_group_ballot_bit_count"
                     : form == spv::GroupOperation::InclusiveScan ? "sub_group_ballot_inclusive_scan"
                                                                  : "sub_group_ballot_exclusive_scan",
                     2);
  }
  case spv::Op::OpGroupNonUniformBallotFindLSB: return of_ballot("sub_group_ballot_find_lsb", 1);
  case spv::Op::OpGroupNonUniformBallotFindMSB: return of_ballot("sub_group_ballot_find_msb", 1);
  default: return false;
  }
}

namespace {

// The integers that a block's data are moved as: of 8, 16, 32 or 64 bits, 1, 2, 4 or 8 of them, 16 of small ones.
llvm::Type *block_type(llvm::Type *data) {
  llvm::Type *scalar = data->getScalarType();
  const unsigned bits = scalar->getScalarSizeInBits();
  require((scalar->isIntegerTy() && bits >= 8) || scalar->isFloatingPointTy(), "a block's data are no numbers");
  auto *vector = dyn_cast<FixedVectorType>(data);
  const unsigned count = vector ? vector->getNumElements() : 1;
  require(count != 3 && (count < 16 || bits <= 16), "no block has so many components");
  llvm::Type *integer = llvm::Type::getIntNTy(data->getContext(), bits);
  return vector ? FixedVectorType::get(integer, count) : integer;
}

// "_us8"
std::string block_suffix(llvm::Type *integers) {
  const unsigned bits = integers->getScalarSizeInBits();
  auto *vector = dyn_cast<FixedVectorType>(integers);
  return std::string(bits == 8    ? "_uc"
                     : bits == 16 ? "_us"
                     : bits == 32 ? "_ui"
                                  : "_ul") +
         (vector ? std::to_string(vector->getNumElements()) : "");
}

}  // namespace

// A block's pointer, or its image.
BuiltinArgument FunctionReader::block_place(const Instruction &instruction, llvm::Type *element, bool writes) {
  if (instruction.op == spv::Op::OpSubgroupImageBlockReadINTEL ||
      instruction.op == spv::Op::OpSubgroupImageBlockWriteINTEL) {
    const Id image = instruction.operand(0);
    const std::string name = image_name(image);
    require(name == (writes ? "ocl_image2d_wo" : "ocl_image2d_ro") || name == "ocl_image2d_rw",
            "a block is of no image of two dimensions, or the image's access does not allow this");
    return {.value = value(image), .opaque = name};
  }
  llvm::Value *place = pointer(instruction, 0);
  const unsigned space = place->getType()->getPointerAddressSpace();
  require(space == kGlobalSpace || space == kLocalSpace,
          "a block is neither in CrossWorkgroup nor in Workgroup memory");
  return {place, writes ? 'P' : 'C', element};
}

// Blocks that a sub-group's work-items read and write together.
bool FunctionReader::read_block(const Instruction &instruction) {
  const bool of_image = instruction.op == spv::Op::OpSubgroupImageBlockReadINTEL ||
                        instruction.op == spv::Op::OpSubgroupImageBlockWriteINTEL;
  auto arguments_for = [&](llvm::Type *integers, bool writes) {
    std::vector<BuiltinArgument> arguments{block_place(instruction, integers->getScalarType(), writes)};
    if (of_image) {
      llvm::Value *at = integer(instruction, 1);
      require(at->getType() == FixedVectorType::get(builder_.getInt32Ty(), 2), "a block's coordinate is no int2");
      arguments.push_back({at});
    }
    return arguments;
  };
  if (instruction.op == kSubgroupBlockPrefetch) {
    const BuiltinArgument place = block_place(instruction, builder_.getVoidTy(), false);
    require(place.value->getType()->getPointerAddressSpace() == kGlobalSpace,
            "what is fetched ahead is not in CrossWorkgroup memory");
    llvm::Value *bytes = resize(integer(instruction, 1), 32, false);
    require(bytes->getType()->isIntegerTy(), "a number of bytes is a vector");
    call_builtin("intel_sub_group_block_prefetch", builder_.getVoidTy(), {place, {bytes, 'u'}});
    return true;
  }
  switch (instruction.op) {
  case spv::Op::OpSubgroupBlockReadINTEL:
  case spv::Op::OpSubgroupImageBlockReadINTEL: {
    llvm::Type *data = module_.sized_type(instruction.type), *integers = block_type(data);
    llvm::Value *made = call_builtin("intel_sub_group_block_read" + block_suffix(integers), integers,
                                     arguments_for(integers, /*writes=*/false));
    return define(instruction, builder_.CreateBitCast(made, data)), true;
  }
  case spv::Op::OpSubgroupBlockWriteINTEL:
  case spv::Op::OpSubgroupImageBlockWriteINTEL: {
    llvm::Value *data = operand(instruction, of_image ? 2 : 1);
    llvm::Type *integers = block_type(data->getType());
    std::vector<BuiltinArgument> arguments = arguments_for(integers, /*writes=*/true);
    arguments.push_back({builder_.CreateBitCast(data, integers), 'u'});
    call_builtin("intel_sub_group_block_write" + block_suffix(integers), builder_.getVoidTy(), arguments);
    return true;
  }
  default: return false;
  }
}

// The functions that Clang calls for OpenCL C's; all but the execution scope is passed on.
bool FunctionReader::read_pipe(const Instruction &instruction) {
  auto call = [&](std::string name, size_t first, llvm::Type *result) {
    SmallVector<llvm::Value *> arguments;
    for (size_t i = first; i < instruction.operands.size(); ++i) {
      llvm::Value *argument = operand(instruction, i);
      if (i > first && argument->getType()->isPointerTy())  // the packet
        argument = builder_.CreateAddrSpaceCast(argument, builder_.getPtrTy(kGenericSpace));
      arguments.push_back(argument);
    }
    llvm::Value *made = call_named(name, result, arguments);
    if (!result->isVoidTy()) define(instruction, made);
    return true;
  };
  llvm::Type *const int32 = builder_.getInt32Ty(), *const id = builder_.getInt64Ty(),
                    *const none = builder_.getVoidTy();
  auto group = [&](const char *rest, llvm::Type *result) {
    return call(std::string(is_sub_group(instruction.operand(0)) ? "__sub_group_" : "__work_group_") + rest, 1, result);
  };
  auto side = [&] {
    const Type &type = module_.type(module_.value(instruction.operand(0)).type);
    require(type.op == spv::Op::OpTypePipe && !type.image.empty(), "an operand is no pipe");
    return type.image[0] == 0 ? "_ro" : "_wo";
  };
  switch (instruction.op) {
  case spv::Op::OpReadPipe: return call("__read_pipe_2", 0, int32);
  case spv::Op::OpWritePipe: return call("__write_pipe_2", 0, int32);
  case spv::Op::OpReservedReadPipe: return call("__read_pipe_4", 0, int32);
  case spv::Op::OpReservedWritePipe: return call("__write_pipe_4", 0, int32);
  case spv::Op::OpReserveReadPipePackets: return call("__reserve_read_pipe", 0, id);
  case spv::Op::OpReserveWritePipePackets: return call("__reserve_write_pipe", 0, id);
  case spv::Op::OpCommitReadPipe: return call("__commit_read_pipe", 0, none);
  case spv::Op::OpCommitWritePipe: return call("__commit_write_pipe", 0, none);
  case spv::Op::OpGroupReserveReadPipePackets: return group("reserve_read_pipe", id);
  case spv::Op::OpGroupReserveWritePipePackets: return group("reserve_write_pipe", id);
  case spv::Op::OpGroupCommitReadPipe: return group("commit_read_pipe", none);
  case spv::Op::OpGroupCommitWritePipe: return group("commit_write_pipe", none);
  case spv::Op::OpGetNumPipePackets: return call(std::string("__get_pipe_num_packets") + side(), 0, int32);
  case spv::Op::OpGetMaxPipePackets: return call(std::string("__get_pipe_max_packets") + side(), 0, int32);
  case spv::Op::OpIsValidReserveId:
    require(operand(instruction, 0)->getType() == id, "an operand is no reservation");
    return define(instruction, as_truth(operand(instruction, 0))), true;
  default: return false;
  }
}

}  // namespace wherry::compiler::spirv
