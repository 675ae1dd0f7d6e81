// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/global_constructors.h"

#include "compiler/ir/address_spaces.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

static Function *make_kernel(Module &module, const char *name) {
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), false);
  Function *kernel = Function::Create(type, GlobalValue::ExternalLinkage, name, module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(Attribute::Convergent);
  kernel->addFnAttr(Attribute::NoUnwind);
  return kernel;
}

// Each call of __cxa_atexit runs at most once: calls for program-scope objects in the constructors, calls for
// static variables under a guard. So the list is as long as there are calls.
static void list_destructors(Module &module) {
  Function *registers = module.getFunction("__cxa_atexit");
  if (!registers || !registers->isDeclaration()) return;
  SmallVector<CallInst *> calls;
  for (User *user : registers->users())
    if (auto *call = dyn_cast<CallInst>(user);
        call && call->getCalledOperand() == registers && isa<Function>(call->getArgOperand(0)->stripPointerCasts()))
      calls.push_back(call);
  if (calls.empty()) return;
  LLVMContext &context = module.getContext();
  IRBuilder<> builder(context);
  const auto variable = [&](Type *type, const char *name) {
    return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage, Constant::getNullValue(type), name,
                              nullptr, GlobalValue::NotThreadLocal, kGlobalSpace);
  };
  Type *number = builder.getInt32Ty(), *numbers = ArrayType::get(number, calls.size());
  GlobalVariable *length = variable(number, "wherry.destructors.length"),
                 *list = variable(numbers, "wherry.destructors");
  const auto place = [&](Value *at) { return builder.CreateInBoundsGEP(numbers, list, {builder.getInt32(0), at}); };

  // while (length) switch (list[--length]) { case i: destructor_i(); }
  Function *kernel = make_kernel(module, kGlobalDestructors);
  const auto block = [&](const char *name) { return BasicBlock::Create(context, name, kernel); };
  BasicBlock *entry = block("entry"), *next = block("next"), *take = block("take"), *done = block("done");
  builder.SetInsertPoint(entry);
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
  Value *left = builder.CreateLoad(number, length);
  builder.CreateCondBr(builder.CreateIsNull(left), done, take);
  builder.SetInsertPoint(take);
  Value *last = builder.CreateSub(left, builder.getInt32(1));
  builder.CreateStore(last, length);
  SwitchInst *choice = builder.CreateSwitch(builder.CreateLoad(number, place(last)), next, calls.size());
  for (auto [index, call] : enumerate(calls)) {
    auto *destructor = cast<Function>(call->getArgOperand(0)->stripPointerCasts());
    BasicBlock *destroy = block("destroy");
    choice->addCase(builder.getInt32(index), destroy);
    builder.SetInsertPoint(destroy);
    SmallVector<Value *> none;
    for (Argument &argument : destructor->args()) none.push_back(Constant::getNullValue(argument.getType()));
    builder.CreateCall(destructor, none)->setCallingConv(destructor->getCallingConv());
    builder.CreateBr(next);

    builder.SetInsertPoint(call);
    Value *at = builder.CreateAtomicRMW(AtomicRMWInst::Add, length, builder.getInt32(1), MaybeAlign(4),
                                        AtomicOrdering::Monotonic);
    builder.CreateStore(builder.getInt32(index), place(at));
    call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
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
  list_destructors(module);
  GlobalVariable *list = module.getGlobalVariable("llvm.global_ctors");
  if (!list || !list->hasInitializer()) return PreservedAnalyses::none();
  Function *kernel = make_kernel(module, kGlobalConstructors);
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
