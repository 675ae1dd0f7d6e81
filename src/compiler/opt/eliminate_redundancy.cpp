// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/eliminate_redundancy.h"

#include "compiler/analysis/uniformity.h"
#include "llvm/Transforms/Scalar/GVN.h"

using namespace llvm;

namespace wherry::compiler {

PreservedAnalyses EliminateRedundancyPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const Uniformity uniformity(function);
  const bool diverges =
      any_of(function, [&](const BasicBlock &block) { return uniformity.divergent_terminator(block); });
  return GVNPass(GVNOptions().setPRE(!diverges)).run(function, analyses);
}

}  // namespace wherry::compiler
