// SPDX-License-Identifier: Apache-2.0
// Kernels that do the work of another ND-range than the one that they are launched with.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Gives a kernel a second work-group function, for launches of an ND-range whose work-items are independent of each
// other down to what memory is contiguous in: an index that is divided becomes two dimensions, a loop over independent
// iterations or over the grid becomes one (reshaping.h). All that the compiler and the runtime do for kernels of
// several dimensions then holds of this kernel. Only for kernels that do not see how their work-items are grouped, or
// that do so for staged loads alone.
//
// Before a launch the host asks the function "shape.KERNEL" whether the arguments and the global size allow the other
// ND-range, and for its size (abi::KernelInfo::shape). Of a variant for the other ND-range (KernelFacts::reshaped)
// there is no first work-group function.
struct ReshapeNdRangePass : KernelPass<ReshapeNdRangePass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
