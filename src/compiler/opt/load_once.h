// SPDX-License-Identifier: Apache-2.0
// Loads of one place in some iterations of a loop, as of body[i] in if (j != i) sum += f(body[j], body[i]).
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Makes such a load in the first iteration that comes to the load, and keeps the value for later iterations. In front
// of the loop the load might fault; left in the loop, vectors would gather the same numbers again and again.
// A load that the first iteration makes in any case stands in front of the loop.
// Preconditions: an address that is the same in all iterations and lies apart between neighbouring work-items, and no
// write in the loop that may reach it.
struct LoadOncePass : llvm::PassInfoMixin<LoadOncePass> {
  llvm::PreservedAnalyses run(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
