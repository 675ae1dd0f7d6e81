// SPDX-License-Identifier: Apache-2.0
// The loops of a work-group fetch the next async copy while they compute on the current one.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Behind LLVM's optimiser. An innermost loop that loads from local memory, in a kernel with async copies, performs a
// part of the copy in GroupContext::ahead: each iteration prefetches as many bytes of the copy's source as the
// iteration loads, and the loop copies blocks that have arrived in the cache. Of a copy that helpers make, it
// prefetches the tile.
struct PrefetchAheadPass : KernelPass<PrefetchAheadPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
