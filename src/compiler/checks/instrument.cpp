// SPDX-License-Identifier: Apache-2.0
#include "compiler/checks/instrument.h"

#include "compiler/ir/intrinsics.h"
#include "compiler/lower/abi_records.h"
#include "compiler/lower/host_calls.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {

StringRef source_name(const Value &variable) {
  StringRef name = variable.getName();
  if (isa<AllocaInst>(variable)) {
    // Inlining and other passes number names: "a.i", "a.sroa.0".
    return name.split('.').first;
  }
  const auto [function, rest] = name.split('.');
  return rest.empty() ? function : rest.split('.').first;
}

CheckedObject Instrumentation::object_of(const PointerOrigin &origin) {
  switch (origin.kind) {
  case PointerOrigin::buffer:
  case PointerOrigin::local_argument: return {origin.slot, "", 0};
  case PointerOrigin::local_variable:
    return {static_cast<uint32_t>(kernel_.slots.size() + kernel_.index_of(*origin.object)), "", 0};
  case PointerOrigin::private_variable: {
    auto *variable = cast<AllocaInst>(origin.object);
    const auto size = variable->getAllocationSize(variable->getDataLayout());
    return {abi::kUnknownObject, source_name(*variable).str(), size ? size->getFixedValue() : 0};
  }
  case PointerOrigin::program_scope: {
    auto *variable = cast<GlobalVariable>(origin.object);
    return {abi::kUnknownObject, source_name(*variable).str(),
            module_.getDataLayout().getTypeAllocSize(variable->getValueType())};
  }
  default: return {};
  }
}

Constant *Instrumentation::place(const Instruction &at, abi::Mistake mistake, const CheckedObject &object,
                                 abi::AccessKind access, uint32_t alignment, uint64_t number) {
  Constant *name = place_constant(module_, ConstantDataArray::getString(module_.getContext(), object.name), "text");
  Constant *made = constant_of(module_, record::CheckPlace{.site = make_site(at, kernel_.name),
                                                           .mistake = mistake,
                                                           .object = object.index,
                                                           .name = name,
                                                           .access = access,
                                                           .alignment = alignment,
                                                           .size = object.name.empty() ? number : object.bytes});
  return place_constant(module_, made, "check.place");
}

void Instrumentation::report(IRBuilderBase &builder, Value *place, Value *a, Value *b) {
  reports_ = true;
  Value *item = builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_item));
  auto number = [&](Value *value) { return builder.CreateZExtOrTrunc(value, builder.getInt64Ty()); };
  builder.CreateCall(declare_intrinsic(module_, Intrinsic::__wherry_report), {place, item, number(a), number(b)});
}

void Instrumentation::report_if(Value *wrong, Instruction &before, Value *place, Value *a, Value *b) {
  MDNode *unlikely = MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
  Instruction *end = SplitBlockAndInsertIfThen(wrong, before.getIterator(), /*Unreachable=*/false, unlikely);
  IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation(before.getDebugLoc());
  report(builder, place, a, b);
}

}  // namespace wherry::compiler
