// SPDX-License-Identifier: Apache-2.0
// LLVM's scalar evolution of a function, and what that needs.
#pragma once
#include <optional>

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

// How often a loop goes back if narrow counters of it, with their signedness, do not wrap around.
struct AssumedCount {
  const llvm::SCEV *count;
  llvm::SmallVector<std::pair<const llvm::SCEVAddRecExpr *, bool>, 2> counters;
};
// Nothing: unknown, or known under other assumptions.
std::optional<AssumedCount> assumed_back_edges(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

// How often a loop's body runs, if that is a small constant and the loop is left at its latch, or at its header, which
// then runs once more than the body; else 0.
unsigned times_of_body(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

}  // namespace wherry::compiler
