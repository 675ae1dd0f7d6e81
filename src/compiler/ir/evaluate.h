// SPDX-License-Identifier: Apache-2.0
// Values of a loop, computed outside of it.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// Replacements for a loop's values outside of the loop, such as the index of one iteration.
using KnownValues = llvm::DenseMap<llvm::Value *, llvm::Value *>;

// Whether evaluate_outside() may emit a value in front of the loop: values from before the loop give it, by
// instructions without effects that are safe to execute there. `most_steps`: limit of such instructions one behind the
// other.
bool can_evaluate_before(const llvm::Loop &loop, const llvm::Value *value, unsigned most_steps);

// Emits a value outside of a loop by copies of the instructions that compute it, down to values in `known`, to which
// the copies are added. The caller has checked that each of these instructions is safe to execute there.
llvm::Value *evaluate_outside(const llvm::Loop &loop, llvm::Value *value, llvm::IRBuilder<> &builder,
                              KnownValues &known);

}  // namespace wherry::compiler
