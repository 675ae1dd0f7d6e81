// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/global_constructors.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

static void drop_destructors(Module &module) {
  Function *registers = module.getFunction("__cxa_atexit");
  if (!registers || !registers->isDeclaration()) return;
  for (User *user : make_early_inc_range(registers->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == registers) {
      call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
      call->eraseFromParent();
    }
  if (registers->use_empty()) registers->eraseFromParent();
  if (GlobalVariable *handle = module.getGlobalVariable("__dso_handle"); handle && handle->use_empty())
    handle->eraseFromParent();
}

// The functions of llvm.global_ctors, in the order in which they run.
static SmallVector<Function *> constructors(const GlobalVariable &list) {
  SmallVector<std::pair<uint64_t, Function *>> found;
  if (auto *entries = dyn_cast<ConstantArray>(list.getInitializer()))
    for (const Use &entry : entries->operands()) {
      auto *fields = cast<Constant>(entry);
      if (auto *function = dyn_cast<Function>(fields->getAggregateElement(1)->stripPointerCasts()))
        found.emplace_back(cast<ConstantInt>(fields->getAggregateElement(0u))->getZExtValue(), function);
    }
  stable_sort(found, less_first());
  return to_vector(make_second_range(found));
}

PreservedAnalyses GlobalConstructorsPass::run(Module &module, ModuleAnalysisManager &) {
  drop_destructors(module);
  GlobalVariable *list = module.getGlobalVariable("llvm.global_ctors");
  if (!list || !list->hasInitializer()) return PreservedAnalyses::none();
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), false);
  Function *kernel = Function::Create(type, GlobalValue::ExternalLinkage, kGlobalConstructors, module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(Attribute::Convergent);
  kernel->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", kernel));
  for (Function *constructor : constructors(*list)) {
    constructor->setCallingConv(CallingConv::SPIR_FUNC);
    constructor->clearMetadata();
    builder.CreateCall(constructor)->setCallingConv(CallingConv::SPIR_FUNC);
  }
  builder.CreateRetVoid();
  list->eraseFromParent();
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
