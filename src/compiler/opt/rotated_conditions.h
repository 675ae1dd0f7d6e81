// SPDX-License-Identifier: Apache-2.0
// Conditions that a rotated loop computes at the end of each iteration, and its guard before the first one.
#pragma once
#include <optional>
#include <utility>

#include "compiler/opt/header_tests.h"
#include "llvm/ADT/SmallVector.h"

namespace wherry::compiler {

// How the condition of a loop's latch repeats the guard's: `while (kv[h] != k)` loads an element in front of the loop
// and the next one at the end of each iteration. `first` of each pair is the latch's.
struct RotatedCondition {
  // Equal operations, operands first; the last pair are the conditions.
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::Instruction *>, 8> computed;
  // Different values that equal operations start from: they go on with the loop.
  llvm::SmallVector<std::pair<llvm::Value *, llvm::Value *>, 4> carried;
};

// Nothing: the guard asks something else, or the latch's operations cannot move to the next iteration's begin.
std::optional<RotatedCondition> find_rotated_condition(const llvm::Loop &loop, const RotatedBlocks &blocks);

}  // namespace wherry::compiler
