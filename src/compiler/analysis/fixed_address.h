// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "llvm/Analysis/LoopInfo.h"

namespace wherry::compiler {

// Whether Loop::makeLoopInvariant can move a value, with all that it is computed from, out of a loop.
bool can_be_invariant(const llvm::Value *value, const llvm::Loop &loop);

// Whether a load or store has the same address in all iterations of a loop, or has it once the address's computation
// has been moved out of the loop.
bool has_fixed_address(const llvm::Instruction &access, const llvm::Loop &loop);

}  // namespace wherry::compiler
