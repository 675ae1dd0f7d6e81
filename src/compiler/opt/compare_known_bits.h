// Comparisons of multiples.
#pragma once
#include <array>
#include <cstdint>

#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// m * id + tile < last_tile, all tiles multiples of what the left side of the sum stays below: tile < last_tile, the
// same for all work-items of groups of `local_size`. LLVM does not see it, and a branch on it in front of a barrier
// would seem to part them.
struct CompareKnownBitsPass : KernelPass<CompareKnownBitsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
