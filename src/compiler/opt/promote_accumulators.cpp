// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/promote_accumulators.h"

#include "compiler/analysis/fixed_address.h"
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/lane_strides.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "llvm/Analysis/AliasSetTracker.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/MemorySSAUpdater.h"
#include "llvm/Analysis/MustExecute.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PredIteratorCache.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostHeader = 16;  // instructions of a loop's header that are copied in front of the loop

// The stores of a work-item's loop that write the same location in each iteration.
SmallVector<StoreInst *> fixed_stores(const Loop &loop) {
  SmallVector<StoreInst *> stores;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && store->isSimple() && has_fixed_address(*store, loop))
        stores.push_back(store);
  return stores;
}

// The loads whose address is the same in all iterations, of a loop that writes nothing and has several ways out:
// work-items leave such a loop in different iterations, so that each load would wait for the mask of active lanes.
SmallVector<LoadInst *> fixed_loads(const Loop &loop) {
  SmallVector<LoadInst *> loads;
  if (loop.getExitingBlock()) return loads;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (instruction.mayWriteToMemory()) return {};
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple() && has_fixed_address(*load, loop))
        loads.push_back(load);
    }
  return loads;
}

// The loops inside of item loops that have such accesses, inner ones first.
SmallVector<Loop *> candidates(const LoopInfo &loops) {
  const ItemLoops items(loops);
  SmallVector<Loop *> found;
  const SmallVector<Loop *, 4> outer_first = loops.getLoopsInPreorder();
  for (Loop *loop : reverse(outer_first))
    if (items.around(loop->getHeader()) && !items.is_over_items(loop) && !sees_sub_groups(*loop) &&
        !(fixed_stores(*loop).empty() && fixed_loads(*loop).empty()))
      found.push_back(loop);
  return found;
}

class Promoter {
 public:
  Promoter(Function &group, FunctionAnalysisManager &analyses)
      : group_(group), analyses_(analyses), loops_(analyses.getResult<LoopAnalysis>(group)),
        dominators_(analyses.getResult<DominatorTreeAnalysis>(group)),
        assumptions_(analyses.getResult<AssumptionAnalysis>(group)),
        target_(analyses.getResult<TargetIRAnalysis>(group)) {}

  // Brings a loop into LLVM's canonical form, with the exit at the end of an iteration: what each iteration does is
  // then done where the loop is entered at all.
  void prepare(Loop &loop) {
    store_in_each_iteration(loop);
    if (fixed_loads(loop).empty() && !may_promote(loop)) return;
    simplifyLoop(&loop, &dominators_, &loops_, nullptr, &assumptions_, nullptr, /*PreserveLCSSA=*/false);
    formLCSSARecursively(loop, dominators_, &loops_, nullptr);
    const SimplifyQuery query(group_.getDataLayout(), nullptr, &dominators_, &assumptions_);
    // LLVM leaves a loop that ends with an exit as it is; a load behind the first exit is to be in front of all exits.
    join_header(loop);
    const bool rotate_again = loads_behind_header(loop);
    LoopRotation(&loop, &loops_, &target_, &assumptions_, &dominators_, nullptr, nullptr, query,
                 /*RotationOnly=*/false, kMostHeader, /*IsUtilMode=*/rotate_again);
    simplifyLoop(&loop, &dominators_, &loops_, nullptr, &assumptions_, nullptr, /*PreserveLCSSA=*/true);
    bool changed = false;
    if (loop.getLoopPreheader())
      for (BasicBlock *block : loop.blocks())
        for (Instruction &access : make_early_inc_range(*block))
          if (Value *pointer = getLoadStorePointerOperand(&access); pointer && has_fixed_address(access, loop))
            loop.makeLoopInvariant(pointer, changed);
    hoist(loop);
  }

  void promote(Loop &loop) {
    if (!loop.getLoopPreheader() || !loop.hasDedicatedExits()) return;
    MemorySSA &memory = analyses_.getResult<MemorySSAAnalysis>(group_).getMSSA();
    MemorySSAUpdater updater(&memory);
    auto sets = sets_of(loop, memory);
    if (sets.empty()) return;
    SmallVector<BasicBlock *, 8> exits;
    loop.getUniqueExitBlocks(exits);
    SmallVector<BasicBlock::iterator, 8> places;
    SmallVector<MemoryAccess *, 8> accesses(exits.size(), nullptr);
    for (BasicBlock *exit : exits) places.push_back(exit->getFirstInsertionPt());
    ICFLoopSafetyInfo safety;
    safety.computeLoopSafetyInfo(&loop);
    OptimizationRemarkEmitter remarks(&group_);
    PredIteratorCache before;
    for (auto &[pointers, others_read] : sets)
      promoteLoopAccessesToScalars(pointers, exits, places, accesses, before, &loops_, &dominators_, &assumptions_,
                                   &analyses_.getResult<TargetLibraryAnalysis>(group_), &target_, &loop, updater,
                                   &safety, &remarks, /*AllowSpeculation=*/true, others_read);
  }

 private:
  // Whether the loop stores to a fixed location that no access with another address may reach. Other loops keep their
  // form.
  bool may_promote(const Loop &loop) {
    return any_of(fixed_stores(loop), [&](StoreInst *store) { return may_promote(loop, *store); });
  }

  bool may_promote(const Loop &loop, const StoreInst &store) {
    BatchAAResults aliases(analyses_.getResult<AAManager>(group_));
    return all_of(loop.blocks(), [&](BasicBlock *block) {
      return all_of(*block, [&](Instruction &other) {
        return getLoadStorePointerOperand(&other) == store.getPointerOperand() ||
               !isModOrRefSet(aliases.getModRefInfo(&other, MemoryLocation::get(&store)));
      });
    });
  }

  // Where only some iterations store to a place, as in if (j != i) out[i] += ..., and the work-item has stored to the
  // place before the loop: makes all iterations store to it, the others its old value. No other work-item may have
  // written the place meanwhile: the two writes would race, if no atomic operation, fence or call orders them.
  void store_in_each_iteration(Loop &loop) {
    SmallVector<StoreInst *> stores = fixed_stores(loop);
    erase_if(stores, [&](StoreInst *store) {
      return dominators_.dominates(store->getParent(), loop.getLoopLatch()) ||
             !loop.isLoopInvariant(store->getPointerOperand()) || !stores_before(*store, loop) || orders_memory() ||
             !may_promote(loop, *store);
    });
    SmallPtrSet<const Value *, 4> done;
    for (StoreInst *store : stores) {
      if (!done.insert(store->getPointerOperand()).second) continue;
      IRBuilder<> builder(loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
      Type *type = store->getValueOperand()->getType();
      LoadInst *load = builder.CreateAlignedLoad(type, store->getPointerOperand(), store->getAlign());
      StoreInst *again = builder.CreateAlignedStore(load, store->getPointerOperand(), store->getAlign());
      for (Instruction *made : {static_cast<Instruction *>(load), static_cast<Instruction *>(again)})
        made->copyMetadata(*store,
                           {LLVMContext::MD_access_group, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    }
  }

  // Whether the work-item has stored to the same place before the loop, in the same region.
  bool stores_before(const StoreInst &store, const Loop &loop) {
    const ItemLoops items(loops_);
    return any_of(store.getPointerOperand()->users(), [&](const User *user) {
      auto *other = dyn_cast<StoreInst>(user);
      return other && other->isSimple() && other->getPointerOperand() == store.getPointerOperand() &&
             other->getValueOperand()->getType() == store.getValueOperand()->getType() &&
             !loop.contains(other->getParent()) && dominators_.dominates(other->getParent(), loop.getHeader()) &&
             items.around(other->getParent()) == items.around(loop.getHeader());
    });
  }

  bool orders_memory() const {
    return any_of(instructions(group_), [](const Instruction &each) {
      return each.isAtomic() || each.isVolatile() ||
             (isa<CallBase>(each) && !isa<IntrinsicInst>(each) && each.mayWriteToMemory());
    });
  }

  // Joins the loop's header, which split_loop_headers() has left alone, with its test: LLVM rotates loops whose header
  // is an exit.
  void join_header(Loop &loop) {
    BasicBlock *test = loop.getHeader()->getSingleSuccessor();
    if (!test || !test->getSinglePredecessor() || !loop.contains(test)) return;
    DomTreeUpdater updater(dominators_, DomTreeUpdater::UpdateStrategy::Eager);
    MergeBlockIntoPredecessor(test, &updater, &loops_);
  }

  // Whether a fixed load stands behind the test in the loop's header.
  static bool loads_behind_header(const Loop &loop) {
    BasicBlock *header = loop.getHeader();
    const SmallVector<LoadInst *> loads = fixed_loads(loop);
    return !loads.empty() && loop.isLoopExiting(header) &&
           none_of(loads, [&](LoadInst *load) { return load->getParent() == header; });
  }

  // Moves loads that each iteration makes in front of the loop.
  void hoist(Loop &loop) {
    ICFLoopSafetyInfo safety;
    safety.computeLoopSafetyInfo(&loop);
    for (LoadInst *load : fixed_loads(loop))
      if (loop.getLoopPreheader() && loop.isLoopInvariant(load->getPointerOperand()) &&
          safety.isGuaranteedToExecute(*load, &dominators_, &loop))
        load->moveBefore(loop.getLoopPreheader()->getTerminator()->getIterator());
  }

  using Pointers = SmallSetVector<Value *, 8>;

  // The addresses of each location that the loop writes and that no access with another address may reach; and whether
  // another access may read the location.
  SmallVector<std::pair<Pointers, bool>, 0> sets_of(const Loop &loop, MemorySSA &memory) {
    BatchAAResults aliases(analyses_.getResult<AAManager>(group_));
    AliasSetTracker tracker(aliases);
    SmallVector<Instruction *> others;
    for (BasicBlock *block : loop.blocks())
      if (auto *accesses = memory.getBlockAccesses(block))
        for (const MemoryAccess &access : *accesses)
          if (auto *known = dyn_cast<MemoryUseOrDef>(&access)) {
            Instruction *instruction = known->getMemoryInst();
            const Value *pointer = getLoadStorePointerOperand(instruction);
            if (pointer && loop.isLoopInvariant(pointer))
              tracker.add(instruction);
            else
              others.push_back(instruction);
          }
    SmallVector<std::pair<Pointers, bool>, 0> sets;
    for (const AliasSet &set : tracker) {
      if (set.isForwardingAliasSet() || !set.isMod() || !set.isMustAlias()) continue;
      bool others_read = false, others_write = false;
      for (Instruction *other : others) {
        const ModRefInfo effect = set.aliasesUnknownInst(other, aliases);
        others_write |= isModSet(effect);
        others_read |= isRefSet(effect);
      }
      if (others_write || (others_read && !set.isRef())) continue;
      Pointers pointers;
      for (const MemoryLocation &location : set) pointers.insert(const_cast<Value *>(location.Ptr));
      sets.push_back({std::move(pointers), others_read});
    }
    return sets;
  }

  Function &group_;
  FunctionAnalysisManager &analyses_;
  LoopInfo &loops_;
  DominatorTree &dominators_;
  AssumptionCache &assumptions_;
  TargetTransformInfo &target_;
};

// Says which stores have stayed in loops.
void report(const Function &group, const LoopInfo &loops) {
  for (const Loop *loop : candidates(loops))
    for (const StoreInst *store : fixed_stores(*loop))
      if (loops.getLoopFor(store->getParent()) == loop && store->getPointerAddressSpace() != kPrivateSpace) {
        const DebugLoc &where = store->getDebugLoc();
        remark(group, "  " + (where ? "line " + std::to_string(where.getLine()) + ": " : std::string()) +
                          "a sum stays in memory: another access may reach the place, or an iteration may not store\n");
        return;
      }
}

}  // namespace

bool has_accumulators(KernelFacts &kernel) {
  DominatorTree dominators(*kernel.group);
  return !candidates(LoopInfo(dominators)).empty();
}

bool PromoteAccumulatorsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  assert(kernel.regions != 0 && "a loop with a work-group operation would be left in the middle");
  Function &group = *kernel.group;
  if (candidates(analyses.getResult<LoopAnalysis>(group)).empty()) return false;
  {
    Promoter promoter(group, analyses);
    for (Loop *loop : candidates(analyses.getResult<LoopAnalysis>(group))) promoter.prepare(*loop);
  }
  analyses.invalidate(group, PreservedAnalyses::none());
  Promoter promoter(group, analyses);
  for (Loop *loop : candidates(analyses.getResult<LoopAnalysis>(group))) promoter.promote(*loop);
  report(group, analyses.getResult<LoopAnalysis>(group));
  split_loop_headers(group);  // promoted loops may begin where work-items diverge
  return true;
}

}  // namespace wherry::compiler
