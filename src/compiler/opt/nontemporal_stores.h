// SPDX-License-Identifier: Apache-2.0
// Stores of results that bypass the caches.
#pragma once
#include <cstdint>

#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Marks the stores that each work-item makes at most once, to buffers and images that the kernel does not load from
// (kStreamed), in a work-group function with regions, whose item loops have no lanes yet.
void mark_streamed_stores(llvm::Function &group, llvm::FunctionAnalysisManager &analyses);

// mark_streamed_stores() of all kernels.
struct MarkStreamedStoresPass : KernelPass<MarkStreamedStoresPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};
// Of a function that has been vectorised since: counts the bytes that each work-item stores by marked vectors
// (KernelFacts::streamed_bytes); 0: NontemporalStoresPass has nothing to do.
struct CountStreamedBytesPass : KernelPass<CountStreamedBytesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};
// Behind all optimisation: marked vectors are stored past the caches where GroupContext::plain_stores is 0.
struct NontemporalStoresPass : KernelPass<NontemporalStoresPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
