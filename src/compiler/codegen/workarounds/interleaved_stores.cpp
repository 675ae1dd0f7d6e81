// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/workarounds/interleaved_stores.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr char kParallel[] = "llvm.loop.parallel_accesses";

// Whether a write and a later access to the same place may change their order, as one of them is of a group.
bool moves_past_alias(Loop &loop, LoopInfo &loops, const InterleavedAccessInfo &groups, AAResults &alias_analysis) {
  SmallVector<Instruction *> accesses;
  LoopBlocksRPO order(&loop);
  order.perform(&loops);
  for (BasicBlock *block : order)
    for (Instruction &instruction : *block)
      if (instruction.mayReadOrWriteMemory()) accesses.push_back(&instruction);

  BatchAAResults alias(alias_analysis);
  for (auto [index, write] : enumerate(accesses)) {
    if (!write->mayWriteToMemory()) continue;
    const auto *group = groups.getInterleaveGroup(write);
    for (Instruction *later : drop_begin(accesses, index + 1)) {
      const auto *other = groups.getInterleaveGroup(later);
      if (group != other && isModOrRefSet(alias.getModRefInfo(later, MemoryLocation::getOrNone(write)))) return true;
    }
  }
  return false;
}

}  // namespace

PreservedAnalyses InterleavedStoresPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  PreservedAnalyses preserved = PreservedAnalyses::all();
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !loop->isLoopSimplifyForm() || !loop->isAnnotatedParallel()) continue;
    PredicatedScalarEvolution evolution(analyses.getResult<ScalarEvolutionAnalysis>(function), *loop);
    InterleavedAccessInfo info(evolution, loop, &analyses.getResult<DominatorTreeAnalysis>(function), &loops,
                               &analyses.getResult<LoopAccessAnalysis>(function).getInfo(*loop));
    info.analyzeInterleaving(
        analyses.getResult<TargetIRAnalysis>(function).enableMaskedInterleavedAccessVectorization());
    if (!info.hasGroups() || !moves_past_alias(*loop, loops, info, analyses.getResult<AAManager>(function))) continue;
    loop->setLoopID(makePostTransformationMetadata(function.getContext(), loop->getLoopID(), {kParallel}, {}));
    preserved.abandon<LoopAccessAnalysis>();
  }
  return preserved;
}

}  // namespace wherry::compiler
