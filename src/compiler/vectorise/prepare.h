// SPDX-License-Identifier: Apache-2.0
// Before vectorising: which kernels are vectorised, and the form that the vectoriser needs.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Sets KernelFacts::vectorise: of all kernels, unless options say otherwise; of those that see sub-groups in any case.
// Declines kernels whose work-items' own wide vectors seem better left as they are (wide_vectors.h), unless a width is
// asked for; a remark says so, and launches try the lanes of one register (KernelFacts::other_widths).
struct ChooseVectorisingPass : KernelPass<ChooseVectorisingPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// The default of a switch that names all cases is never reached, but would be a second exit of a loop: drops it.
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
