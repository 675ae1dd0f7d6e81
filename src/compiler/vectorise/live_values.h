// SPDX-License-Identifier: Apache-2.0
// How many registers the values of a function, or of a loop, need at once.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/BasicBlock.h"

namespace wherry::compiler {

// The most that is alive at one place of the blocks: the sum of `size` over values of the blocks that are computed
// there or above and used below. A value of size 0 does not count.
unsigned most_alive(llvm::ArrayRef<llvm::BasicBlock *> blocks,
                    llvm::function_ref<unsigned(const llvm::Instruction &)> size);

}  // namespace wherry::compiler
