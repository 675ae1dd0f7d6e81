// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/host_calls.h"

#include <cstddef>

#include "compiler/frontend/opencl_c.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "compiler/lower/abi_records.h"
#include "compiler/lower/kernel_entry.h"
#include "kernel_abi/abi.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Every address space is flat here.
Value *flat(IRBuilderBase &builder, Value *pointer) {
  return builder.CreateAddrSpaceCast(pointer, PointerType::get(builder.getContext(), 0));
}

Constant *text(Module &module, StringRef value) {
  return place_constant(module, ConstantDataArray::getString(module.getContext(), value), "text");
}

// The abi::Site of an operation: an address.
Constant *site_of(const Instruction &operation, StringRef kernel) {
  if (MDNode *made = operation.getMetadata(kSiteMetadata)) return mdconst::extract<Constant>(made->getOperand(0));
  return place_constant(*const_cast<Module *>(operation.getModule()), make_site(operation, kernel), "site");
}

}  // namespace

GlobalVariable *place_constant(Module &module, Constant *value, const Twine &name) {
  auto *variable = new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value, name);
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return variable;
}

Constant *make_site(const Instruction &instruction, StringRef kernel) {
  Module &module = *const_cast<Module *>(instruction.getModule());
  const DILocation *location = instruction.getDebugLoc();
  StringRef file = location ? location->getFilename() : "";
  std::string place = kernel.str();
  for (const DILocation *at = location; at; at = at->getInlinedAt())
    place += (at->getFilename() + ":" + Twine(at->getLine()) + ":" + Twine(at->getColumn()) + "\n").str();
  return constant_of(module, record::Site{.kernel = text(module, kernel),
                                          .file = text(module, file == kMainFile ? "" : file),
                                          .line = location ? location->getLine() : 0,
                                          .column = location ? location->getColumn() : 0,
                                          .key = xxh3_64bits(place)});
}

CallInst *call_host(IRBuilderBase &builder, Value *group_context, HostCall which, Type *result,
                    ArrayRef<Value *> args) {
  Type *ptr = PointerType::get(builder.getContext(), 0);
  Value *launch = load_invariant(builder, ptr, group_context, offsetof(abi::GroupContext, launch), "launch");
  Value *table = load_invariant(builder, ptr, launch, offsetof(abi::Launch, host), "host");
  Value *function = load_invariant(builder, ptr, table, uint64_t(which) * sizeof(void *), "host.call");
  SmallVector<Value *> all{group_context};
  append_range(all, args);
  SmallVector<Type *> types;
  for (Value *arg : all) types.push_back(arg->getType());
  CallInst *call = builder.CreateCall(FunctionType::get(result, types, false), function, all);
  call->setDoesNotThrow();
  return call;
}

void lower_group_operation(CallInst &operation, Value *group_context, StringRef kernel) {
  IRBuilder<> builder(&operation);
  SmallVector<Value *> args{site_of(operation, kernel)};
  for (Value *arg : operation.args()) args.push_back(arg->getType()->isPointerTy() ? flat(builder, arg) : arg);
  const IntrinsicInfo &info = info_of(intrinsic_of(operation));
  if (info.lowering == Lowering::host_call) {
    Type *result = operation.getType();
    Type *plain = result->isPointerTy() ? PointerType::get(builder.getContext(), 0) : result;
    Value *answer = call_host(builder, group_context, HostCall(info.detail), plain, args);
    if (!result->isVoidTy())
      operation.replaceAllUsesWith(result == plain ? answer : builder.CreateAddrSpaceCast(answer, result));
  } else {
    assert(kind_of(intrinsic_of(operation)) == IntrinsicKind::group_operation &&
           "all that a barrier asks for is a cut");
  }
  operation.eraseFromParent();
}

void lower_prints(Function &group) {
  SmallVector<CallInst *> prints;
  for (Instruction &instruction : instructions(group))
    if (is_printf(instruction)) prints.push_back(cast<CallInst>(&instruction));
  const DataLayout &layout = group.getDataLayout();
  for (CallInst *print : prints) {
    IRBuilder<> builder(print);
    SmallVector<Constant *> sizes;
    SmallVector<uint64_t> offsets;
    uint64_t bytes = 0;
    for (Value *arg : drop_begin(print->args())) {
      offsets.push_back(bytes);
      uint64_t size = layout.getTypeAllocSize(arg->getType());
      sizes.push_back(builder.getInt32(size));
      bytes = alignTo(bytes + size, 8);
    }
    // One block for all of this call's arguments, in the frame of the work-group function.
    auto *type = ArrayType::get(builder.getInt8Ty(), std::max<uint64_t>(bytes, 8));
    auto *packed = new AllocaInst(type, layout.getAllocaAddrSpace(), nullptr, Align(8), "print.args",
                                  group.getEntryBlock().begin());
    for (auto [arg, offset] : zip_equal(drop_begin(print->args()), offsets))
      builder.CreateAlignedStore(arg, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), packed, offset),
                                 Align(8));
    auto *table = ConstantArray::get(ArrayType::get(builder.getInt32Ty(), sizes.size()), sizes);
    auto *table_variable = new GlobalVariable(*group.getParent(), table->getType(), true, GlobalValue::PrivateLinkage,
                                              table, "print.sizes");
    CallInst *call =
        call_host(builder, group.getArg(1), HostCall::print, builder.getInt32Ty(),
                  {flat(builder, print->getArgOperand(0)), packed, table_variable, builder.getInt32(sizes.size())});
    print->replaceAllUsesWith(call);
    print->eraseFromParent();
  }
}

}  // namespace wherry::compiler
