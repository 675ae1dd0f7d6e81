// What stands before the vectoriser: which kernels it takes, and the form that it needs.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Sets KernelFacts::vectorise: of all kernels, unless options say otherwise; of those that see sub-groups in any case.
// Declines kernels whose work-items compute with wide vectors of their own, and says so.
struct ChooseVectorisingPass : KernelPass<ChooseVectorisingPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// A switch that names all cases has a default that is never reached: a loop would have a second way out there.
struct UnreachableDefaultsPass : llvm::PassInfoMixin<UnreachableDefaultsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// LLVM's uniformity analysis does not see that a loop is left in different iterations where work-items diverge in its
// header and leave it elsewhere: gives such a header's branch a block of its own.
struct DivergentHeadersPass : llvm::PassInfoMixin<DivergentHeadersPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

// The kernels of "for-kernels<...>" in a pipeline's text (pipeline.h).
// Vectors of a work-item cross a work-group operation, and are to do so element by element.
bool crosses_with_vectors(KernelFacts &kernel);
// To be vectorised, with sub-groups, and with a jump into the middle of a loop.
bool is_irreducible(KernelFacts &kernel);

}  // namespace wherry::compiler
