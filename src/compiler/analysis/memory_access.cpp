// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/memory_access.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

SmallVector<MemoryAccess, 2> memory_accesses(const Instruction &instruction) {
  auto bytes = [&](const Type *type) {
    const TypeSize size = instruction.getDataLayout().getTypeStoreSize(const_cast<Type *>(type));
    return ConstantInt::get(Type::getInt64Ty(instruction.getContext()), size.getFixedValue());
  };
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return {{const_cast<Value *>(load->getPointerOperand()), bytes(load->getType()), /*writes=*/false}};
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return {{const_cast<Value *>(store->getPointerOperand()), bytes(store->getValueOperand()->getType()), true}};
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return {{const_cast<Value *>(update->getPointerOperand()), bytes(update->getType()), true}};
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return {{const_cast<Value *>(exchange->getPointerOperand()), bytes(exchange->getNewValOperand()->getType()), true}};
  SmallVector<MemoryAccess, 2> found;
  if (auto *memory = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    found.push_back({memory->getRawDest(), memory->getLength(), true});
    if (auto *transfer = dyn_cast<AnyMemTransferInst>(memory))
      found.push_back({transfer->getRawSource(), memory->getLength(), false});
  }
  return found;
}

bool has_effect(const Instruction &instruction) {
  return instruction.mayHaveSideEffects() && !instruction.isTerminator() &&
         !isa<LifetimeIntrinsic, DbgInfoIntrinsic, NoAliasScopeDeclInst, AssumeInst>(instruction);
}

}  // namespace wherry::compiler
