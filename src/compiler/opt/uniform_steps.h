// SPDX-License-Identifier: Apache-2.0
// Indices and pointers that loops with barriers move on, such as a tile's: a += 16 * n.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// A phi that differs between work-items is spilled for each of them at the barrier. The vectoriser does not see the
// stride of an index that is loaded from the work-item context: accesses by this index gather. Where each iteration
// adds the same for all work-items, the phi becomes the sum of its first value, which regions compute anew from the
// ids, and of an offset that the work-group has once. Loops that not all work-items leave together stay.
struct UniformStepsPass : KernelPass<UniformStepsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
