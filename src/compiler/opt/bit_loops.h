// SPDX-License-Identifier: Apache-2.0
// Loops over the bits of a number.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Loops that count a number's bits, for (; v; ++n) v &= v - 1 or for (; v; v >>= 1) n += v & 1, become ctpop, and loops
// that count its places, while (v >>= 1) ++n, ctlz: lanes leave such loops one by one. Loops that shift by their
// counter, r |= (v >> k & 1) << 2 * k, are unrolled even where LLVM finds them long: it counts the instructions that
// vanish, not the variable shifts that become masks.
struct BitLoopsPass : llvm::PassInfoMixin<BitLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
