// SPDX-License-Identifier: Apache-2.0
// LLVM's scalar evolution of a function, and what that needs.
#pragma once
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"

namespace wherry::compiler {

struct Evolution {
  Evolution(llvm::Function &function, llvm::LoopInfo &loops, llvm::DominatorTree &dominators)
      : functions(function.getParent()->getTargetTriple()), library(functions), assumptions(function),
        of(function, library, assumptions, dominators, loops) {}

  llvm::TargetLibraryInfoImpl functions;
  llvm::TargetLibraryInfo library;
  llvm::AssumptionCache assumptions;
  llvm::ScalarEvolution of;
};

}  // namespace wherry::compiler
