// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/opaque_types.h"

#include "compiler/ir/address_spaces.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// The type that takes `type`'s place, mostly itself. OpenCL C lets none of these stand in structures, but Clang makes
// structures of what a block captures (OpenCL C 6.14.9).
Type *lowered(Type *type) {
  if (auto *opaque = dyn_cast<TargetExtType>(type)) {
    const StringRef name = opaque->getName();
    if (name == "spirv.Pipe" || name == "spirv.Image" || name == "spirv.Queue" || name == "spirv.DeviceEvent")
      return PointerType::get(type->getContext(), kGlobalSpace);
    if (name == "spirv.ReserveId" || name == "spirv.Sampler") return Type::getInt64Ty(type->getContext());
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    Type *element = lowered(array->getElementType());
    if (element != array->getElementType()) return ArrayType::get(element, array->getNumElements());
  } else if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Type *> elements;
    for (Type *element : structure->elements()) elements.push_back(lowered(element));
    if (!equal(elements, structure->elements()))
      return StructType::get(type->getContext(), elements, structure->isPacked());
  } else if (auto *function = dyn_cast<FunctionType>(type)) {
    SmallVector<Type *> params;
    for (Type *param : function->params()) params.push_back(lowered(param));
    return FunctionType::get(lowered(function->getReturnType()), params, function->isVarArg());
  }
  return type;
}

// Constants of these types are zeros, or undefined.
Constant *lowered_constant(Constant *constant) {
  Type *type = lowered(constant->getType());
  if (type == constant->getType()) return constant;
  if (isa<PoisonValue>(constant)) return PoisonValue::get(type);
  if (isa<UndefValue>(constant)) return UndefValue::get(type);
  if (isa<ConstantStruct, ConstantArray>(constant)) {
    SmallVector<Constant *> elements;
    for (Use &element : constant->operands()) elements.push_back(lowered_constant(cast<Constant>(element)));
    if (auto *array = dyn_cast<ArrayType>(type)) return ConstantArray::get(array, elements);
    return ConstantStruct::get(cast<StructType>(type), elements);
  }
  return Constant::getNullValue(type);
}

void lower(Instruction &instruction) {
  for (Use &operand : instruction.operands())
    if (auto *constant = dyn_cast<Constant>(operand.get())) operand.set(lowered_constant(constant));
  if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    variable->setAllocatedType(lowered(variable->getAllocatedType()));
  } else if (auto *element = dyn_cast<GetElementPtrInst>(&instruction)) {
    element->setSourceElementType(lowered(element->getSourceElementType()));
    element->setResultElementType(lowered(element->getResultElementType()));
  } else if (auto *call = dyn_cast<CallBase>(&instruction)) {
    call->mutateFunctionType(cast<FunctionType>(lowered(call->getFunctionType())));
  }
  instruction.mutateType(lowered(instruction.getType()));
}

void lower(Function &function, FunctionType *type) {
  auto *made = Function::Create(type, function.getLinkage(), function.getAddressSpace(), "", function.getParent());
  made->copyAttributesFrom(&function);
  made->copyMetadata(&function, 0);
  made->setComdat(function.getComdat());
  made->takeName(&function);
  made->splice(made->begin(), &function);
  for (auto [before, after] : zip_equal(function.args(), made->args())) {
    after.takeName(&before);
    before.mutateType(after.getType());
    before.replaceAllUsesWith(&after);
  }
  function.replaceAllUsesWith(made);
  function.eraseFromParent();
}

}  // namespace

static void lower_opaque_types(Module &module) {
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    Type *type = lowered(variable.getValueType());
    if (type == variable.getValueType()) continue;
    auto *made = new GlobalVariable(module, type, variable.isConstant(), variable.getLinkage(),
                                    variable.hasInitializer() ? lowered_constant(variable.getInitializer()) : nullptr,
                                    "", &variable, variable.getThreadLocalMode(), variable.getAddressSpace());
    made->copyAttributesFrom(&variable);
    made->copyMetadata(&variable, 0);
    made->takeName(&variable);
    variable.replaceAllUsesWith(made);
    variable.eraseFromParent();
  }
  for (Function &function : make_early_inc_range(module)) {
    auto *type = cast<FunctionType>(lowered(function.getFunctionType()));
    if (type != function.getFunctionType()) lower(function, type);
  }
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) lower(instruction);
}

PreservedAnalyses OpaqueTypesPass::run(Module &module, ModuleAnalysisManager &) {
  lower_opaque_types(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
