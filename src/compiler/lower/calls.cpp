// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/calls.h"

#include "compiler/ir/kernel_facts.h"
#include "compiler/ir/module_options.h"
#include "compiler/lower/images.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

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

// Whether an instruction is an operation: what stands in variables on the stack becomes values.
bool is_operation(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  return !isa<AllocaInst, GetElementPtrInst, DbgInfoIntrinsic, LifetimeIntrinsic>(instruction) &&
         !(pointer && isa<AllocaInst>(pointer->stripInBoundsConstantOffsets()));
}

// The function of the module that an instruction calls, or null.
const Function *called_by(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

// Operations of functions with all that they call.
class Sizes {
 public:
  static constexpr uint64_t kTooMany = 1'000'000;

  // A function met again while it is measured calls itself.
  uint64_t of(const Function &function) {
    auto [found, fresh] = sizes_.try_emplace(&function, kTooMany);
    if (!fresh) return found->second;
    uint64_t size = 0;
    for (const Instruction &instruction : instructions(function)) {
      size += is_operation(instruction);
      if (const Function *callee = called_by(instruction)) size += of(*callee);
    }
    return sizes_[&function] = std::min(size, kTooMany);
  }

 private:
  DenseMap<const Function *, uint64_t> sizes_;
};

bool may_inline(const Function &function) {
  return !function.isDeclaration() && function.hasLocalLinkage() && !function.hasFnAttribute(Attribute::NoInline);
}

// Inlines all direct and indirect callees of a function.
void inline_calls(Function &function) {
  SmallVector<CallBase *> calls;
  for (Instruction &instruction : instructions(function))
    if (called_by(instruction)) calls.push_back(cast<CallBase>(&instruction));
  while (!calls.empty()) {
    CallBase *call = calls.pop_back_val();
    Function *callee = call->getCalledFunction();
    InlineFunctionInfo info;
    if (call->isNoInline() || !may_inline(*callee) || !isInlineViable(*callee).isSuccess() ||
        !InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess())
      continue;
    for (CallBase *inner : info.InlinedCallSites)
      if (called_by(*inner)) calls.push_back(inner);
  }
}

// A call stops the vectoriser, so more is inlined than for scalar code: all into kernels that stay short enough to be
// vectorised, and small functions. Functions that call themselves are not.
void inline_for_lanes(Module &module) {
  // Six kernels of 13,000 operations took 4.6 seconds to build, and 5.1 with calls.
  constexpr uint64_t kMostOfCalls = 4000, kMostOfKernel = cost::kMostInstructions, kMostOfModule = 100'000;
  Sizes sizes;
  uint64_t sum = 0;
  for (Function *kernel : work_group_functions(module)) {
    const uint64_t size = sizes.of(*kernel);
    if (size > kMostOfKernel || sum + size > kMostOfModule) continue;
    sum += size;
    inline_calls(*kernel);
  }
  for (Function &function : module)
    if (may_inline(function) && sizes.of(function) * function.getNumUses() <= kMostOfCalls)
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
  if (ModuleOptions::of(module).vectorises() || is_reshaped_variant(module)) inline_for_lanes(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
