// SPDX-License-Identifier: Apache-2.0
// Reciprocal square roots by the processor's estimate and Newton's steps.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// For a processor with AVX-512VL. Each 1 / sqrt(x) of float or double that may be a reciprocal's estimate (`arcp`)
// becomes one within 2 ULP, for any x; y / sqrt(x) becomes its product with y. The result's bits do not depend on the
// width of the vector; with LLVM's own estimates they do, one for a vector and another for a scalar.
struct ReciprocalEstimatesPass : llvm::PassInfoMixin<ReciprocalEstimatesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
