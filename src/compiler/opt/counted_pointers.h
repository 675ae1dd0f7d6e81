// SPDX-License-Identifier: Apache-2.0
// Loops over memory by pointers, to an end: for (p = a + row * n, end = p + n; p != end; ++p).
#pragma once
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace wherry::compiler {

// Has an exit that compares a pointer with its end compare a counter with the number of steps to the end. The end of a
// work-item's row differs between work-items, the number of its elements does not. True: the function has changed.
bool count_pointers(llvm::Loop &loop, llvm::ScalarEvolution &evolution);

// A number divided by one of its factors; null: it is not known to be one.
const llvm::SCEV *divided(const llvm::SCEV *number, int64_t by, llvm::ScalarEvolution &evolution);

// Whether `bytes` are `steps` steps, without having wrapped around.
bool is_exact(const llvm::SCEV *bytes, const llvm::SCEV *steps, int64_t step, llvm::ScalarEvolution &evolution);

}  // namespace wherry::compiler
