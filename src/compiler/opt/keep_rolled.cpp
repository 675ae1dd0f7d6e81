// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/keep_rolled.h"

#include "compiler/ir/intrinsics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

using namespace llvm;

namespace wherry::compiler {

PreservedAnalyses KeepSubGroupLoopsRolledPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &counts = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (!counts.getSmallConstantTripCount(loop) && any_of(loop->blocks(), [](BasicBlock *block) {
          return any_of(*block, [](Instruction &each) { return is_sub_group_operation(intrinsic_of(each)); });
        }))
      loop->setLoopAlreadyUnrolled();
  return PreservedAnalyses::all();
}

}  // namespace wherry::compiler
