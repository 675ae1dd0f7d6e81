// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/calls.h"

#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/images.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// All calls get C's convention. Only the work-group functions stay external.
void use_host_convention(Module &module) {
  for (Function &function : module) {
    if (!function.isDeclaration() && function.getCallingConv() != CallingConv::C)
      function.setLinkage(GlobalValue::InternalLinkage);
    function.setCallingConv(CallingConv::C);
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (auto *call = dyn_cast<CallBase>(&instruction)) call->setCallingConv(CallingConv::C);
  }
}

// A call stops the vectoriser, so more is inlined than for scalar code. Functions that call themselves are not.
void inline_small_functions(Module &module) {
  constexpr uint64_t kMostInstructions = 4000, kTooMany = 1'000'000;
  DenseMap<const Function *, uint64_t> sizes;
  auto size_of = [&](auto &self, const Function &function) -> uint64_t {
    auto [found, fresh] =
        sizes.try_emplace(&function, kTooMany);  // a function met again while it is measured calls itself
    if (!fresh) return found->second;
    uint64_t size = 0;
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block) {
        ++size;
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (const Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
            size += self(self, *callee);
      }
    return sizes[&function] = std::min(size, kTooMany);
  };
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage() && !function.hasFnAttribute(Attribute::NoInline) &&
        size_of(size_of, function) * function.getNumUses() <= kMostInstructions)
      function.addFnAttr(Attribute::AlwaysInline);
}

// The lanes of a sub-group go together through all that its work-items call. Of images whose format is known, little is
// left of the functions that read and write them.
void inline_everything(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasLocalLinkage() &&
        function.getCallingConv() != CallingConv::SPIR_KERNEL) {
      function.removeFnAttr(Attribute::NoInline);
      function.removeFnAttr(Attribute::OptimizeNone);
      function.addFnAttr(Attribute::AlwaysInline);
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user)) call->removeFnAttr(Attribute::NoInline);
    }
}

}  // namespace

PreservedAnalyses HostConventionPass::run(Module &module, ModuleAnalysisManager &) {
  use_host_convention(module);
  return PreservedAnalyses::none();
}

PreservedAnalyses InlinePolicyPass::run(Module &module, ModuleAnalysisManager &) {
  if (uses_sub_groups(module) || knows_image_formats(module)) inline_everything(module);
  if (ModuleOptions::of(module).vectorises()) inline_small_functions(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
