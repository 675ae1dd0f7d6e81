#include "compiler/opt/simplify.h"

#include "compiler/analysis/llvm_analyses.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorise/vectorise.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {
// What O3 runs before it vectorises, without the loop passes that O3 will run on the regions anyway.
// GVN and full unrolling stay: they turn private arrays into values, which need no work-item context.
constexpr char kInline[] = "function(lower-expect),always-inline,cgscc(inline),globaldce,function(sroa<modify-cfg>)";
constexpr char kPipeline[] =
    "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg<no-switch-to-lookup>,instcombine<no-verify-fixpoint>,"
    "loop-simplify,lcssa,loop(loop-rotate<no-header-duplication>),loop(indvars,loop-unroll-full),"
    "sroa<modify-cfg>,gvn,instcombine<no-verify-fixpoint>,sroa<modify-cfg>,adce,simplifycfg<no-switch-to-lookup>)";
// Work-items that leave a loop in different rounds must not come together to a sub-group's function in a round that
// LLVM has peeled off.
struct KeepRounds : PassInfoMixin<KeepRounds> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &counts = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (!counts.getSmallConstantTripCount(loop) && any_of(loop->blocks(), [](BasicBlock *block) {
            return any_of(*block, [](Instruction &each) { return is_sub_group_operation(intrinsic_of(each)); });
          }))
        loop->setLoopAlreadyUnrolled();
    return PreservedAnalyses::all();
  }
};

constexpr char kMinimal[] = "always-inline,globaldce,function(simplifycfg<no-switch-to-lookup>)";
}  // namespace

void simplify(Module &module, bool optimize) {
  PassBuilder builder;
  Analyses analyses(builder, module.getTargetTriple());
  ModulePassManager passes;
  if (optimize) {
    cantFail(builder.parsePassPipeline(passes, kInline));
    // Generic pointers become those of the spaces that they are made from, wherever that is seen.
    constexpr unsigned kGeneric = 4;
    passes.addPass(createModuleToFunctionPassAdaptor(InferAddressSpacesPass(kGeneric)));
    passes.addPass(createModuleToFunctionPassAdaptor(KeepRounds()));
  }
  cantFail(builder.parsePassPipeline(passes, optimize ? kPipeline : kMinimal));
  passes.run(module, analyses.modules);
}

static void run(Function &function, StringRef pipeline) {
  PassBuilder builder;
  const Triple &triple = function.getParent()->getTargetTriple();
  Analyses analyses(builder, triple);
  FunctionPassManager passes;
  cantFail(builder.parsePassPipeline(passes, pipeline));
  passes.run(function, analyses.functions);
}

// A switch that names all cases has a default where nobody comes; a loop would have a second way out there.
static void drop_unreachable(Function &function) {
  for (BasicBlock &block : function) {
    if (!isa<UnreachableInst>(&*block.getFirstNonPHIOrDbg())) continue;
    for (BasicBlock *before : SmallVector<BasicBlock *>(predecessors(&block)))
      if (auto *choice = dyn_cast<SwitchInst>(before->getTerminator());
          choice && choice->getDefaultDest() == &block && choice->getNumCases() > 0) {
        auto last = std::prev(choice->case_end());
        choice->setDefaultDest(last->getCaseSuccessor());
        choice->removeCase(last);
      }
  }
  removeUnreachableBlocks(function);
}

void let_dead_ends_return(Function &group) {
  auto *out = BasicBlock::Create(group.getContext(), "return", &group);
  for (BasicBlock &block : group) {
    Instruction *end = block.getTerminator();
    // A block that holds nothing else is never come to.
    const bool behind_trap = end && isa<UnreachableInst>(end) && &*block.getFirstNonPHIOrDbg() != end;
    // After a debugtrap LLVM goes on; after a trap it would end the block again.
    auto *trap = behind_trap ? dyn_cast_if_present<IntrinsicInst>(end->getPrevNode()) : nullptr;
    if (trap && trap->getIntrinsicID() == llvm::Intrinsic::trap)
      ReplaceInstWithInst(trap, CallInst::Create(llvm::Intrinsic::getOrInsertDeclaration(group.getParent(),
                                                                                         llvm::Intrinsic::debugtrap)));
    if (end && (isa<ReturnInst>(end) || behind_trap)) ReplaceInstWithInst(end, BranchInst::Create(out));
  }
  ReturnInst::Create(group.getContext(), out);
  auto dead_ends = [&] {
    SmallPtrSet<BasicBlock *, 16> live;
    SmallVector<BasicBlock *> open, dead;
    for (BasicBlock &block : group)
      if (isa<ReturnInst, UnreachableInst>(block.getTerminator())) open.push_back(&block);
    live.insert(open.begin(), open.end());
    while (!open.empty())
      for (BasicBlock *before : predecessors(open.pop_back_val()))
        if (live.insert(before).second) open.push_back(before);
    for (BasicBlock &block : group)
      if (!live.contains(&block)) dead.push_back(&block);
    return dead;
  };
  SmallVector<BasicBlock *> all = dead_ends();
  for (BasicBlock *block : reverse(all)) {
    if (!is_contained(dead_ends(), block)) continue;
    BasicBlock *rest = SplitBlock(block, block->getTerminator());
    IRBuilder<> builder(block->getTerminator());
    // The launch, which is never null; not for LLVM, where it is volatile.
    Value *launch = builder.CreateLoad(builder.getInt64Ty(), group.getArg(1), true);
    ReplaceInstWithInst(block->getTerminator(), BranchInst::Create(out, rest, builder.CreateIsNull(launch)));
  }
  removeUnreachableBlocks(group);
}

void scalarize(Function &function) { run(function, "scalarizer<load-store>,instsimplify,adce"); }

void prepare_to_vectorize(Function &function) {
  drop_unreachable(function);
  run(function, "scalarizer<load-store>,instsimplify,loop-simplify,lcssa");
}

void make_reducible(Function &function) { run(function, "lower-switch,fix-irreducible,loop-simplify,lcssa"); }

}  // namespace wherry::compiler
