// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/keep_rolled.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/lower/image_calls.h"
#include "compiler/opt/reshape/counted_loops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

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

namespace {

// Instructions that cost LLVM's unroller 1 at least. LLVM unrolls a loop fully only if the result costs
// at most 1,200: four times LLVM's threshold, where most of the loop becomes constant.
constexpr unsigned kMostUnrolled = 2000;

bool is_long(const Loop &loop) {
  unsigned count = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &each : *block)
      if (isa<BinaryOperator, CmpInst, SelectInst, LoadInst, StoreInst>(each) ||
          (isa<CallBase>(each) && !each.isLifetimeStartOrEnd()))
        if (++count > kMostUnrolled) return true;
  return false;
}

}  // namespace

PreservedAnalyses KeepLongLoopsRolledPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (function.getInstructionCount() <= kMostUnrolled) return PreservedAnalyses::all();
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (hasUnrollTransformation(loop) == TM_Unspecified && is_long(*loop)) loop->setLoopAlreadyUnrolled();
  return PreservedAnalyses::all();
}

static bool has_private_arrays(Function &function) {
  return any_of(instructions(function), [](Instruction &each) { return isa<AllocaInst>(each); });
}

PreservedAnalyses KeepImageLoopsRolledPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<CallInst *> calls;
  for (Instruction &each : instructions(function))
    if (image_call_of(each)) calls.push_back(cast<CallInst>(&each));
  if (calls.empty() || calls.size() > kMostInlineImageCalls || has_private_arrays(function) ||
      !all_of(calls, [](const CallInst *call) { return is_short_image_call(*call); }))
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  for (const CallInst *call : calls)
    for (Loop *loop = loops.getLoopFor(call->getParent()); loop; loop = loop->getParentLoop())
      if (hasUnrollTransformation(loop) == TM_Unspecified) loop->setLoopAlreadyUnrolled();
  return PreservedAnalyses::all();
}

// Unrolled, 25 of a blur's loads of float4 took 1.7 times as long to run as five rows of five, and 4 times to build.
static constexpr uint64_t kMostVectorLoads = 16;
// LLVM unrolls nothing that costs more.
static constexpr uint64_t kMostUnrolledLoads = 1200;

// How many loads of vectors a loop leaves once it and the loops in it are unrolled.
static uint64_t num_vector_loads(const Loop &loop, const LoopInfo &loops, ScalarEvolution &counts) {
  uint64_t number = 0;
  for (const BasicBlock *block : loop.blocks())
    if (loops.getLoopFor(block) == &loop)
      number += static_cast<uint64_t>(count_if(*block, [](const Instruction &each) {
        auto *load = dyn_cast<LoadInst>(&each);
        return load && load->getType()->isVectorTy() && load->getPointerAddressSpace() == kGlobalSpace;
      }));
  for (const Loop *inner : loop) number += num_vector_loads(*inner, loops, counts);
  return number * std::max(1u, counts.getSmallConstantTripCount(&loop));
}

PreservedAnalyses KeepVectorLoopsRolledPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty() || has_private_arrays(function)) return PreservedAnalyses::all();
  auto &counts = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (hasUnrollTransformation(loop) != TM_Unspecified || counts.getSmallConstantTripCount(loop) <= 1) continue;
    const uint64_t number = num_vector_loads(*loop, loops, counts);
    if (number > kMostVectorLoads && number <= kMostUnrolledLoads) loop->setLoopAlreadyUnrolled();
  }
  return PreservedAnalyses::all();
}

static constexpr char kBlockLoop[] = "wherry.block_loop";  // in a loop's metadata
static constexpr char kUnrollNot[] = "llvm.loop.unroll.disable";

// Whether a loop between barriers only loads from local memory.
static bool reads_local_memory(const Loop &loop) {
  bool reads = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &each : *block) {
      if (is_group_operation(intrinsic_of(each)) || each.mayWriteToMemory()) return false;
      if (auto *load = dyn_cast<LoadInst>(&each)) reads |= load->getPointerAddressSpace() == kLocalSpace;
    }
  return reads;
}

// Whether a loop stores to global memory, so that it may become a dimension with its iterations as work-items: LLVM
// would peel off the first iteration of one that asks for it, as at a picture's edge.
static bool may_store_row(const Loop &loop, ScalarEvolution &counts) {
  return !counts.getSmallConstantTripCount(&loop) && any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &each) {
      auto *store = dyn_cast<StoreInst>(&each);
      return store && store->getPointerAddressSpace() == kGlobalSpace;
    });
  });
}

PreservedAnalyses KeepBlockLoopsRolledPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (has_private_arrays(function))  // they are to become values
    return PreservedAnalyses::all();
  auto &counts = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    // A loop beside others is no dimension.
    const bool is_dimension = loops.getTopLevelLoops().size() == 1 && loop->isOutermost() &&
                              hasUnrollTransformation(loop) == TM_Unspecified &&
                              (loops_over_block(*loop) || may_store_row(*loop, counts));
    if (!is_dimension && (hasUnrollTransformation(loop) == TM_SuppressedByUser || !reads_local_memory(*loop))) continue;
    addStringMetadataToLoop(loop, kUnrollNot, 1);
    addStringMetadataToLoop(loop, kBlockLoop, 1);
  }
  return PreservedAnalyses::all();
}

bool keeps_block_loops(KernelFacts &kernel) {
  DominatorTree dominators(*kernel.group);
  LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](Loop *loop) { return findOptionMDForLoop(loop, kBlockLoop); });
}

static void remove_from(LoopInfo &loops, ArrayRef<StringRef> marks) {
  for (Loop *loop : loops.getLoopsInPreorder())
    if (findOptionMDForLoop(loop, kBlockLoop))
      loop->setLoopID(makePostTransformationMetadata(loop->getHeader()->getContext(), loop->getLoopID(), marks, {}));
}

void keep_rolled_for_good(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  remove_from(loops, {kBlockLoop});
}

PreservedAnalyses ReleaseBlockLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  remove_from(analyses.getResult<LoopAnalysis>(function), {kUnrollNot, kBlockLoop});
  return PreservedAnalyses::all();
}

}  // namespace wherry::compiler
