// SPDX-License-Identifier: Apache-2.0
// The structure of loops in the source, which control flow alone does not tell.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Of a module as Clang has made it, its blocks in the order of the source: a block that stands between a loop's header
// and its last latch, and only leads out of the loop, is marked as the loop's (kLoopHeader, kExitOf). "for (;;) { if
// (c) { f(); break; } }" and "for (;;) { if (c) break; } f();" have the same control flow.
struct MarkExitsPass : llvm::PassInfoMixin<MarkExitsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
