// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations sub-groups see.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Metadata of a sub-group barrier that the pass has made: work-items may pass it by.
constexpr char kMadeBarrier[] = "wherry.made_barrier";

// To LLVM, code that the source has in a loop before a break, a return or a jump is no part of the loop, and work-items
// that leave in different iterations would meet there, behind the loop. If such a block reaches a sub-group operation,
// also by calls, the pass leads its exit over the end of the iteration. A front end marks the blocks (kLoopHeader and
// kExitOf in ir/metadata.h). Runs once objects and builtins are linked, and drops the marks.
struct StructuredExitsPass : llvm::PassInfoMixin<StructuredExitsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
