// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/fixed_address.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

static bool can_be_invariant(const Value *value, const Loop &loop, unsigned &steps) {
  constexpr unsigned kMostSteps = 16;  // of a value's computation
  if (loop.isLoopInvariant(value)) return true;
  auto *instruction = cast<Instruction>(value);
  if (isa<PHINode>(instruction) || instruction->mayReadFromMemory() || !isSafeToSpeculativelyExecute(instruction) ||
      steps++ == kMostSteps)
    return false;
  return all_of(instruction->operands(), [&](const Use &use) { return can_be_invariant(use.get(), loop, steps); });
}

bool can_be_invariant(const Value *value, const Loop &loop) {
  unsigned steps = 0;
  return can_be_invariant(value, loop, steps);
}

bool has_fixed_address(const Instruction &access, const Loop &loop) {
  return can_be_invariant(getLoadStorePointerOperand(&access), loop);
}

}  // namespace wherry::compiler
