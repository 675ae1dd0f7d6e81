// SPDX-License-Identifier: Apache-2.0
// The structure of loops in the source, which control flow alone does not tell.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Marks blocks as a loop's (kLoopHeader, kExitOf) that stand between the loop's header and its last latch but only lead
// out of the loop. Needs a module as Clang has made it, with blocks in the order of the source: "for (;;) { if (c) {
// f(); break; } }" and "for (;;) { if (c) break; } f();" have the same control flow.
struct MarkExitsPass : llvm::PassInfoMixin<MarkExitsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
