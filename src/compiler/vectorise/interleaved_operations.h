// SPDX-License-Identifier: Apache-2.0
// Operations that treat all members of a structure alike.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// `out[i] = s * in[i] + b` of `float4`: the vectoriser takes members apart into a vector each, and puts the results
// together again, by shuffles of all registers. Where each member goes the same way, registers as they lie in memory
// go that way, too. The pass finds stores of interleaved values, computes these again out of interleaved operands, and
// keeps that if it costs less. Accumulators of a loop that do so become interleaved as well.
struct InterleavedOperationsPass : llvm::PassInfoMixin<InterleavedOperationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
