// SPDX-License-Identifier: Apache-2.0
// Arguments that are images.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Marks the loads from images' descriptors (abi::Image), which are the same for a whole launch, and turns loads of a
// format that is known for all launches (KnownOfLaunch) into constants. Behind SROA, so that loads lead to arguments.
struct ImageArgumentsPass : KernelPass<ImageArgumentsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Whether the formats of any kernel's images are known of all launches.
bool knows_image_formats(const llvm::Module &module);

}  // namespace wherry::compiler
