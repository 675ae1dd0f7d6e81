// SPDX-License-Identifier: Apache-2.0
// Calls of fmin() and fmax() with vectors of floats, whose elements may be NaNs.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// fmin(x, y) is x where y is a NaN, and y where x is one. LLVM's code generator writes three instructions for that,
// with a mask. AVX-512's VRANGE does it alone, if neither operand is a signaling NaN, as no result of arithmetic is.
// Other operands take two instructions: the processor's minimum, which is y where either operand is a NaN, and
// VFIXUPIMM, which puts x where that minimum is a NaN. A signaling NaN counts as a quiet one. Clang writes min() and
// max() of floats as fmin() and fmax() in SPIR-V.
struct VectorMinimaPass : llvm::PassInfoMixin<VectorMinimaPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
