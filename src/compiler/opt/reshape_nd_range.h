// SPDX-License-Identifier: Apache-2.0
// Kernels whose work-items split one index into two: row = i / width, column = i % width.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Gives such a kernel a second work-group function, which takes the remainder from dimension 0 and the quotient from
// dimension 1. No division is left, either of the two may become the lanes, and what holds of kernels in two dimensions
// holds of this one. Only for kernels that do not see how their work-items are grouped, and where an address depends on
// the two. Before a launch the host asks the function "shape.KERNEL" whether the arguments and the global size allow the
// two dimensions, and for their sizes (abi::KernelInfo::shape). Of a variant that is built for two dimensions
// (KernelFacts::reshaped), there is no other work-group function.
struct ReshapeNdRangePass : KernelPass<ReshapeNdRangePass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
