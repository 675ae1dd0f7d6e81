// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "llvm/Analysis/LoopInfo.h"

namespace wherry::compiler {

// Whether a load or store has the same address in all iterations of a loop, or has it once the address's computation
// has been moved out of the loop (Loop::makeLoopInvariant).
bool has_fixed_address(const llvm::Instruction &access, const llvm::Loop &loop);

}  // namespace wherry::compiler
