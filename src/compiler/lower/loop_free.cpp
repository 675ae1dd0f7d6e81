// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/loop_free.h"

#include "compiler/frontend/canonicalise/global_constructors.h"
#include "compiler/ir/metadata.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

static void mark_loop_free_kernels(Module &module) {
  DenseMap<const Function *, bool> known;
  auto is_loop_free = [&](auto &self, const Function &function) -> bool {
    if (function.isDeclaration()) return function.getName() != kGuardAcquire;
    auto [found, fresh] = known.try_emplace(&function, false);  // a function that is met again calls itself
    if (!fresh) return found->second;
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> back;
    FindFunctionBackedges(function, back);
    if (!back.empty()) return false;
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (!call->getCalledFunction() || !self(self, *call->getCalledFunction())) return false;
    return known[&function] = true;
  };
  for (Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL && is_loop_free(is_loop_free, function))
      function.addFnAttr(kLoopFree);
}

PreservedAnalyses MarkLoopFreePass::run(Module &module, ModuleAnalysisManager &) {
  mark_loop_free_kernels(module);
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
