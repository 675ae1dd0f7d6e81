// SPDX-License-Identifier: Apache-2.0
// Minima and maxima of vectors of floats, of which either may be a NaN.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// fmin() and fmax() return the other operand where one is a NaN: three instructions as LLVM writes them, with a mask.
// AVX-512 has one that does so (VRANGE) for operands that are no signaling NaNs, as results of arithmetic; others take
// the processor's own minimum, which returns the second operand of a NaN, and VFIXUPIMM, which chooses the first
// operand where that is a NaN. A signaling NaN counts as a quiet one. By SPIR-V, Clang also writes min() and max() so.
struct VectorMinimaPass : llvm::PassInfoMixin<VectorMinimaPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
