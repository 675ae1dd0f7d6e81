// Results that pass the caches by.
#pragma once
#include <cstdint>

#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Of a function that form_regions has left: marks them.
struct MarkStreamedStoresPass : KernelPass<MarkStreamedStoresPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};
// Of one that was vectorised since: bytes that each work-item stores in marked rows; 0: stream_stores has nothing to
// do.
struct CountStreamedBytesPass : KernelPass<CountStreamedBytesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};
// Behind all optimisation: rows are stored past the caches where GroupContext::plain_stores is 0.
struct NontemporalStoresPass : KernelPass<NontemporalStoresPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
