// Copies that need not happen: tiles that the kernel only reads, read where their source lies.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Where a local array is written by contiguous async copies to its start alone and is otherwise only
// loaded from, and no write of the kernel goes through an argument that a source comes from, loads
// take their address from what the runtime answers at each copy: the source or the array
// (HostCalls::readable_in_place). Notes a line on each destination of an async copy. To be run on SSA, before local
// variables have their place.
struct ElideCopiesPass : KernelPass<ElideCopiesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
