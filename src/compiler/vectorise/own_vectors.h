// SPDX-License-Identifier: Apache-2.0
// A work-item's own vectors, where work-items do not become lanes after all.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// The vectoriser needs a kernel whose own vectors are split into elements, and knows what lanes would cost only then.
// Keeps a copy of a kernel that computes with vectors, before they are split.
struct KeepOwnVectorsPass : KernelPass<KeepOwnVectorsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};
// Behind vectorising: if no item loop has got lanes, the copy takes the kernel's place. Work-items one by one are
// faster with their vectors, which LLVM does not put together again.
struct RestoreOwnVectorsPass : KernelPass<RestoreOwnVectorsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
