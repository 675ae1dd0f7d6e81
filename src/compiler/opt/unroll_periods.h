// SPDX-License-Identifier: Apache-2.0
// Loops in which something repeats after a few iterations, unrolled by so many.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Iterations that become one, and IR instructions of the unrolled loop. A CPU's window and its cache of decoded
// instructions hold them; SHA-256, whose 16 rounds are 1,000, was no faster unrolled, and took three times as long to
// build.
constexpr uint64_t kMostPeriod = 16, kMostPeriodInstructions = 300;

// A private array indexed by `i & 15` is a ring, which stays in memory as long as its loop is rolled; a table indexed
// by `i & 3` is loaded from; values that take turns (a = d, d = c, c = b) are moved. Unrolled by 16 or 4, the indices
// are constants, so that the ring becomes values, the table's entries are known, and nothing is moved. Loops of a known
// number of iterations that the period divides. Pointers to private arrays that take turns count in any loop: once each
// pointer is of one array, the array may become values. So do the cases of `switch (i & 3)`: no lanes jump then.
struct UnrollPeriodsPass : llvm::PassInfoMixin<UnrollPeriodsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
