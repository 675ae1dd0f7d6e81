// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/short_loop_load_elim.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/LoopLoadElimination.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// LLVM forgets all dependences of a loop that has more than 100 of them (-max-dependences). Loops with more accesses
// but fewer dependences lose the pass here, as do other loops of the same function. A loop of 100 accesses takes the
// pass a fifth of its build, 0.03 s.
constexpr unsigned kMostAccesses = 100;

bool is_long(const Loop &loop) {
  unsigned accesses = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (isa<LoadInst, StoreInst>(instruction) && ++accesses > kMostAccesses) return true;
  return false;
}

}  // namespace

PreservedAnalyses ShortLoopLoadElimPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (any_of(analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder(),
             [](const Loop *loop) { return loop->isInnermost() && is_long(*loop); }))
    return PreservedAnalyses::all();
  return LoopLoadEliminationPass().run(function, analyses);
}

}  // namespace wherry::compiler
