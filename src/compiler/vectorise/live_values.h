// SPDX-License-Identifier: Apache-2.0
// How many registers a function's values need at once.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"

namespace wherry::compiler {

// The most that is alive at one place of the function: the sum of `size` over values that are computed there or above
// and used below. A value of size 0 does not count.
unsigned most_alive(const llvm::Function &function, llvm::function_ref<unsigned(const llvm::Instruction &)> size);

}  // namespace wherry::compiler
