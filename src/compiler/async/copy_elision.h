// SPDX-License-Identifier: Apache-2.0
// Async copies that are left out: loads from a tile that the kernel only reads go to the copy's source.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Takes local arrays that only contiguous async copies to the array's start write, and that are otherwise only loaded
// from, where the kernel writes through no argument from which a copy's source comes. At each copy the runtime answers
// with an address, the source's or the array's (HostCalls::readable_in_place), and loads go there. Notes a line on each
// destination of an async copy. Runs on SSA, before local variables have their place.
struct ElideCopiesPass : KernelPass<ElideCopiesPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
