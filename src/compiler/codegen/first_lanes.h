// SPDX-License-Identifier: Apache-2.0
// Masked accesses of the first lanes alone.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// A masked load or store whose constant mask lets the first 2, 4, 8 ... lanes through becomes one of a shorter vector.
// CPUs forward a store to a later load only where the store has all bytes of the load's whole vector, masked or not: in
// the last steps of a reduction by halves, each load waited until the step before had reached the cache. Behind LLVM's
// optimiser.
struct FirstLanesPass : llvm::PassInfoMixin<FirstLanesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
