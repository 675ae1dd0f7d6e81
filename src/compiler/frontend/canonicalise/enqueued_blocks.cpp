// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/enqueued_blocks.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/kernel_metadata.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

static std::string place_holder(StringRef kernel) { return ("__wherry_block." + kernel).str(); }

// Clang gives these kernels no metadata on their arguments.
static void tell_argument_spaces(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  SmallVector<Metadata *> spaces;
  for (const Argument &argument : kernel.args()) {
    const bool local = argument.getType()->isPointerTy() && argument.getType()->getPointerAddressSpace() == kLocalSpace;
    spaces.push_back(
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), local ? kLocalSpace : kGlobalSpace)));
  }
  kernel.setMetadata(kArgumentSpaces, MDNode::get(context, spaces));
}

static bool is_called_by(const Use &use) {
  auto *call = dyn_cast<CallBase>(use.getUser());
  return call && call->isCallee(&use);
}

// A block's function or kernel is used by its address.
static bool has_address_taken(const Function &function) {
  return !function.isDeclaration() && !all_of(function.uses(), is_called_by);
}

// Whether a call goes through a block's literal; tables of the runtime's functions stand in global memory.
static bool calls_block(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !call->isIndirectCall()) return false;
  auto *loaded = dyn_cast<LoadInst>(call->getCalledOperand()->stripPointerCasts());
  return !loaded || loaded->getPointerAddressSpace() != kGlobalSpace;
}

bool has_blocks(const Module &module) {
  return any_of(module, [](const Function &function) { return has_address_taken(function); });
}

PreservedAnalyses InlineBlockCallersPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<Function *> work;
  for (Function &function : module)
    if (any_of(instructions(function), calls_block)) work.push_back(&function);
  SmallPtrSet<Function *, 8> seen(work.begin(), work.end());
  while (!work.empty()) {
    Function *function = work.pop_back_val();
    if (is_kernel(*function)) continue;
    function->removeFnAttr(Attribute::NoInline);
    function->removeFnAttr(Attribute::OptimizeNone);
    function->addFnAttr(Attribute::AlwaysInline);
    for (User *user : function->users())
      if (auto *call = dyn_cast<CallBase>(user); call && seen.insert(call->getFunction()).second)
        work.push_back(call->getFunction());
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses CalledBlocksPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (calls_block(instruction)) {
        fail(module, "function '" + demangle(function.getName()) + "' calls a block that the compiler cannot find");
        return PreservedAnalyses::all();
      }
  for (Function &function : module)
    if (has_address_taken(function))
      function.replaceUsesWithIf(ConstantPointerNull::get(function.getType()),
                                 [](const Use &use) { return !is_called_by(use); });
  return PreservedAnalyses::none();
}

PreservedAnalyses EnqueuedBlocksPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &kernel : module) {
    if (!is_kernel(kernel) || !has_address_taken(kernel)) continue;
    auto *description = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), true,
                                           GlobalValue::ExternalLinkage, nullptr, place_holder(kernel.getName()));
    kernel.replaceUsesWithIf(description, [](const Use &use) { return !is_called_by(use); });
    kernel.addFnAttr(kBlock);
    tell_argument_spaces(kernel);
  }
  return PreservedAnalyses::none();
}

void describe_block(Module &module, StringRef kernel, Constant *info) {
  GlobalVariable *description = module.getGlobalVariable(place_holder(kernel));
  if (!description) return;  // what asked for the block was dead code
  auto *made = new GlobalVariable(module, info->getType(), true, GlobalValue::PrivateLinkage, info, "block");
  description->replaceAllUsesWith(made);
  description->eraseFromParent();
}

}  // namespace wherry::compiler
