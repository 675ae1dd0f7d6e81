// SPDX-License-Identifier: Apache-2.0
// Reciprocals by the processor's estimates and Newton's steps.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// For a processor with AVX-512VL. The result's bits do not depend on the width of the vector; with LLVM's own estimates
// they do, one for a vector and another for a scalar.
// - 1 / sqrt(x), of floats that may be off by 2.5 ULP (`fpmath`), or of floats and doubles that may be a reciprocal's
//   estimate (`arcp`), becomes one within 2 ULP, for any x; y / sqrt(x) its product with y.
// - y / x of floats that may be a reciprocal's estimate becomes the product of y and 1 / x within 1.1 ULP, infinite
// where
//   1 / x is.
struct ReciprocalEstimatesPass : llvm::PassInfoMixin<ReciprocalEstimatesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
