// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/enqueued_blocks.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/kernel_metadata.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
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

// Clang's kernel of a block only calls the block's function, and has no lines of its own: an inlined call would lose
// the block's lines.
static void tell_lines(Function &kernel) {
  if (kernel.getSubprogram()) return;
  const DISubprogram *block = nullptr;
  for (const Instruction &instruction : instructions(kernel))
    if (const auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction() && !block)
      block = call->getCalledFunction()->getSubprogram();
  if (!block) return;
  auto *own = DISubprogram::getDistinct(kernel.getContext(), block->getFile(), kernel.getName(), kernel.getName(),
                                        block->getFile(), block->getLine(), block->getType(), block->getLine(),
                                        /*ContainingType=*/nullptr, /*VirtualIndex=*/0, /*ThisAdjustment=*/0,
                                        DINode::FlagArtificial, DISubprogram::SPFlagDefinition, block->getUnit());
  kernel.setSubprogram(own);
  for (Instruction &instruction : instructions(kernel))
    instruction.setDebugLoc(DILocation::get(kernel.getContext(), block->getLine(), /*Column=*/0, own));
}

static bool is_called_by(const Use &use) {
  auto *call = dyn_cast<CallBase>(use.getUser());
  return call && call->isCallee(&use);
}

// A block's function or kernel is used by its address.
static bool has_address_taken(const Function &function) {
  return !function.isDeclaration() && !all_of(function.uses(), is_called_by);
}

PreservedAnalyses EnqueuedBlocksPass::run(Module &module, ModuleAnalysisManager &) {
  // Lists of functions, which name them for a linker or a tool, are no use of a block.
  for (const char *list : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"})
    if (GlobalVariable *variable = module.getGlobalVariable(list)) variable->eraseFromParent();
  const auto is_address = [](const Use &use) { return !is_called_by(use); };
  for (Function &kernel : module) {
    kernel.removeDeadConstantUsers();  // the elements of the deleted lists
    if (!has_address_taken(kernel)) continue;
    if (!is_kernel(kernel)) {
      kernel.replaceUsesWithIf(ConstantPointerNull::get(kernel.getType()), is_address);
      continue;
    }
    auto *description = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), true,
                                           GlobalValue::ExternalLinkage, nullptr, place_holder(kernel.getName()));
    kernel.replaceUsesWithIf(description, is_address);
    kernel.addFnAttr(kBlock);
    tell_argument_spaces(kernel);
    tell_lines(kernel);
  }
  return PreservedAnalyses::none();
}

void describe_block(Module &module, StringRef kernel, Constant *info) {
  GlobalVariable *description = module.getGlobalVariable(place_holder(kernel));
  if (!description) return;  // the code that enqueued the block was dead
  auto *made = new GlobalVariable(module, info->getType(), true, GlobalValue::PrivateLinkage, info, "block");
  description->replaceAllUsesWith(made);
  description->eraseFromParent();
}

}  // namespace wherry::compiler
