// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/unaligned_vectors.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// Variables are as aligned as LLVM has been told.
bool is_variable(const Value &pointer) { return isa<AllocaInst, GlobalVariable>(getUnderlyingObject(&pointer)); }

// Integers of more than 64 bits are pieces of vectors.
Align of_element(const Type &type, const DataLayout &layout) {
  return std::min(layout.getABITypeAlign(type.getScalarType()), Align(8));
}

// Of scalars, too: LLVM's code generator joins neighbours to an access of a vector that is as aligned as the first.
template <class Access> bool relax(Access &access, const Type &type) {
  const Align least = of_element(type, access.getDataLayout());
  // A streaming store has no form for other addresses; its alignment was asked at run time.
  if (access.isAtomic() || access.getAlign() <= least || access.hasMetadata(LLVMContext::MD_nontemporal) ||
      is_variable(*access.getPointerOperand()))
    return false;
  access.setAlignment(least);
  return true;
}

// Of an argument that is a pointer.
bool relax(CallBase &call, unsigned argument, Align least) {
  if (call.getParamAlign(argument).valueOrOne() <= least || is_variable(*call.getArgOperand(argument))) return false;
  call.removeParamAttr(argument, Attribute::Alignment);
  call.addParamAttr(argument, Attribute::getWithAlignment(call.getContext(), least));
  return true;
}

bool relax(Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) return relax(*load, *load->getType());
  if (auto *store = dyn_cast<StoreInst>(&instruction)) return relax(*store, *store->getValueOperand()->getType());
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call) return false;
  const DataLayout &layout = call->getDataLayout();
  switch (call->getIntrinsicID()) {
  case Intrinsic::masked_load: return relax(*call, 0, of_element(*call->getType(), layout));
  case Intrinsic::masked_store: return relax(*call, 1, of_element(*call->getArgOperand(0)->getType(), layout));
  case Intrinsic::memcpy:
  case Intrinsic::memmove: {
    const bool target = relax(*call, 0, Align(1));
    return relax(*call, 1, Align(1)) || target;
  }
  case Intrinsic::memset: return relax(*call, 0, Align(1));
  default: return false;
  }
}

}  // namespace

PreservedAnalyses UnalignedVectorsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function)) changed |= relax(instruction);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
