// Loops that make the copies that the group is going to need next.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Behind LLVM's optimiser: the inner loops of kernels with async copies that load from local memory make a part of the
// copy in GroupContext::ahead: they prefetch as many bytes of its source as they load, and copy blocks that have come.
struct PrefetchAheadPass : KernelPass<PrefetchAheadPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
