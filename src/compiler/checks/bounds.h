// SPDX-License-Identifier: Apache-2.0
// WHERRY_CHECK=bounds.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Puts a comparison with the object's range before each access, where the object is known: an argument's memory, a
// local, private or program-scope variable. An access outside, or to an address that is not aligned as its type, is
// reported and not performed; what is read is 0. Drops what LLVM would conclude from addresses staying inside of
// objects. Runs before LLVM deletes accesses outside of private variables.
struct CheckBoundsPass : KernelPass<CheckBoundsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// The same for the other accesses, when all objects that can be known are known: of the rest the host is asked. And
// coordinates of images.
struct CheckOtherBoundsPass : KernelPass<CheckOtherBoundsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
