// SPDX-License-Identifier: Apache-2.0
// Kernels compiled to find races among work-items (checks/race.h).
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Before local variables have their place: each work-item reports its accesses to local and global memory, its fences,
// and the group its barriers. Loads of a buffer that nothing of the launch writes ask
// neither the words nor the host.
struct CheckRacesPass : KernelPass<CheckRacesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// After the regions are formed: an access looks at its words itself, and asks the host where another work-item's access
// stands there.
struct LowerRacesPass : KernelPass<LowerRacesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
