// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/relate_indices.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostFamilies = 4;         // each is a part of the check
constexpr int64_t kMostDistance = 1 << 20;    // of elements, and of a step
constexpr unsigned kMostInstructions = 1000;  // of a loop: LLVM looks for dependences between fewer accesses

// An access to memory by an index of 32 bits.
struct Access {
  const Value *array;
  CastInst *index;
  bool stores;
};

// Indices that differ by constants, and go on by the same step.
struct Family {
  const SCEVAddRecExpr *first;
  bool is_signed;
  int64_t step = 0;
  MapVector<CastInst *, int64_t> distances = {};  // from the first
  int64_t least() const { return min_element(distances, by_distance)->second; }
  int64_t most() const { return max_element(distances, by_distance)->second; }

 private:
  static bool by_distance(const std::pair<CastInst *, int64_t> &one, const std::pair<CastInst *, int64_t> &other) {
    return one.second < other.second;
  }
};

class RelatedLoop {
 public:
  RelatedLoop(Loop &loop, LoopInfo &loops, DominatorTree &dominators, ScalarEvolution &evolution)
      : loop_(loop), loops_(loops), dominators_(dominators), evolution_(evolution) {}

  // Whether the loop has such indices, and a check can be made.
  bool find() {
    if (!loop_.isInnermost() || !loop_.isLoopSimplifyForm() || !loop_.getExitingBlock() || !loop_.getExitBlock() ||
        !isa<BranchInst>(loop_.getExitingBlock()->getTerminator()) || !collect_accesses() ||
        loop_.isAnnotatedParallel())
      return false;
    count_ = evolution_.getBackedgeTakenCount(&loop_);
    if (isa<SCEVCouldNotCompute>(count_) || count_->getType()->getIntegerBitWidth() > 64) return false;
    for (const Access &access : accesses_) add(*access.index);
    erase_if(families_, [&](const Family &family) { return !has_dependence(family); });
    const SCEVExpander expander(evolution_, "related");
    auto can_expand = [&](const SCEV *number) {
      return expander.isSafeToExpandAt(number, loop_.getLoopPreheader()->getTerminator());
    };
    return !families_.empty() && families_.size() <= kMostFamilies && can_expand(count_) &&
           all_of(families_, [&](const Family &family) { return can_expand(family.first->getStart()); });
  }

  void make_twice();

 private:
  bool collect_accesses();
  void add(CastInst &index);
  bool has_dependence(const Family &family) const;
  Value *first_number(const Family &family, Value &count, IRBuilder<> &builder, SCEVExpander &expander, Value *&fits);
  void count_in_64_bits(const Family &family, Value &start);
  void leave_as_it_is(BasicBlock &check, Value &fits, BasicBlock &related);

  Loop &loop_;
  LoopInfo &loops_;
  DominatorTree &dominators_;
  ScalarEvolution &evolution_;
  const SCEV *count_ = nullptr;  // of the loop's back edges
  SmallVector<Access, 8> accesses_;
  SmallVector<Family, 2> families_;
};

// Collects the accesses by an extended index of 32 bits. False: none of them stores, or the loop has vectors.
bool RelatedLoop::collect_accesses() {
  bool stores = false;
  unsigned number = 0;
  for (BasicBlock *block : loop_.blocks())
    for (Instruction &each : *block) {
      if (each.getType()->isVectorTy() || ++number > kMostInstructions) return false;
      const Value *pointer = getLoadStorePointerOperand(&each);
      if (!pointer) continue;
      APInt bytes(64, 0);
      auto *step = dyn_cast<GEPOperator>(pointer->stripAndAccumulateConstantOffsets(each.getDataLayout(), bytes, true));
      auto *index = step && step->getNumIndices() == 1 ? dyn_cast<CastInst>(step->getOperand(1)) : nullptr;
      if (!index || !isa<SExtInst, ZExtInst>(index) || !loop_.contains(index) || !index->getType()->isIntegerTy(64) ||
          !index->getOperand(0)->getType()->isIntegerTy(32))
        continue;
      accesses_.push_back({step->getPointerOperand(), index, isa<StoreInst>(each)});
      stores |= isa<StoreInst>(each);
    }
  return stores;
}

// Adds an index whose numbers go on by a constant step, and that LLVM sees to wrap around.
void RelatedLoop::add(CastInst &index) {
  const bool is_signed = isa<SExtInst>(index) || index.hasNonNeg();
  auto *steps = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(index.getOperand(0)));
  if (!steps || steps->getLoop() != &loop_ || !steps->isAffine() || isa<SCEVAddRecExpr>(evolution_.getSCEV(&index)))
    return;
  auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution_));
  if (!step || std::abs(step->getAPInt().getSExtValue()) > kMostDistance) return;
  for (Family &family : families_) {
    if (family.is_signed != is_signed || family.step != step->getAPInt().getSExtValue()) continue;
    auto *distance = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(steps->getStart(), family.first->getStart()));
    if (!distance || std::abs(distance->getAPInt().getSExtValue()) > kMostDistance) continue;
    family.distances.insert({&index, distance->getAPInt().getSExtValue()});
    return;
  }
  families_.push_back({steps, is_signed, step->getAPInt().getSExtValue()});
  families_.back().distances.insert({&index, 0});
}

// Whether the loop stores to an array by one of the indices and accesses it by another.
bool RelatedLoop::has_dependence(const Family &family) const {
  return any_of(accesses_, [&](const Access &store) {
    const auto *of_store = family.distances.find(store.index);
    return store.stores && of_store != family.distances.end() && any_of(accesses_, [&](const Access &access) {
             const auto *other = family.distances.find(access.index);
             return other != family.distances.end() && access.array == store.array && other->second != of_store->second;
           });
  });
}

// The family's least index in the first iteration, in 64 bits. `fits`: whether none of the indices wraps around.
Value *RelatedLoop::first_number(const Family &family, Value &count, IRBuilder<> &builder, SCEVExpander &expander,
                                 Value *&fits) {
  Type *wide = builder.getInt64Ty();
  const SCEV *start = family.first->getStart();
  Value *narrow = expander.expandCodeFor(start, start->getType(), builder.GetInsertPoint());
  narrow = builder.CreateFreeze(builder.CreateAdd(narrow, ConstantInt::getSigned(narrow->getType(), family.least())));
  Value *first = family.is_signed ? builder.CreateSExt(narrow, wide) : builder.CreateZExt(narrow, wide);
  // The count has 31 bits, and all other numbers are smaller: nothing wraps around in 64 bits.
  Value *end = builder.CreateAdd(first, builder.CreateMul(&count, ConstantInt::getSigned(wide, family.step)));
  Value *most =
      builder.CreateAdd(family.step < 0 ? first : end, ConstantInt::getSigned(wide, family.most() - family.least()));
  const int64_t limit = family.is_signed ? INT32_MAX : UINT32_MAX, floor = family.is_signed ? INT32_MIN : 0;
  fits = builder.CreateAnd(fits, builder.CreateICmpSLE(most, ConstantInt::getSigned(wide, limit)));
  if (family.step < 0) fits = builder.CreateAnd(fits, builder.CreateICmpSGE(end, ConstantInt::getSigned(wide, floor)));
  return first;
}

void RelatedLoop::count_in_64_bits(const Family &family, Value &start) {
  BasicBlock *header = loop_.getHeader(), *latch = loop_.getLoopLatch();
  IRBuilder<> builder(header, header->begin());
  PHINode *counter = builder.CreatePHI(start.getType(), 2, "index");
  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  for (const auto &[index, distance] : family.distances) {
    Value *number = builder.CreateNSWAdd(counter, builder.getInt64(uint64_t(distance - family.least())));
    index->replaceAllUsesWith(number);
  }
  builder.SetInsertPoint(latch->getTerminator());
  counter->addIncoming(&start, loop_.getLoopPreheader());
  counter->addIncoming(builder.CreateNSWAdd(counter, builder.getInt64(uint64_t(family.step))), latch);
  for (const auto &[index, distance] : family.distances) index->eraseFromParent();
}

// Copies the loop for the case that an index wraps around. LLVM leaves the copy as it is.
void RelatedLoop::leave_as_it_is(BasicBlock &check, Value &fits, BasicBlock &related) {
  BasicBlock *exit = loop_.getExitBlock(), *exiting = loop_.getExitingBlock();
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 8> blocks;
  Loop *copy = cloneLoopWithPreheader(&related, &check, &loop_, copies, ".wraps", &loops_, &dominators_, blocks);
  remapInstructionsInBlocks(blocks, copies);
  for (PHINode &phi : exit->phis()) {
    Value *left = phi.getIncomingValueForBlock(exiting), *copied = copies.lookup(left);
    phi.addIncoming(copied ? copied : left, cast<BasicBlock>(copies[exiting]));
  }
  Instruction *jump = check.getTerminator();
  MDNode *likely = MDBuilder(check.getContext()).createLikelyBranchWeights();
  IRBuilder<>(jump).CreateCondBr(&fits, &related, copy->getLoopPreheader(), likely);
  jump->eraseFromParent();
  dominators_.changeImmediateDominator(exit, &check);
  addStringMetadataToLoop(copy, "llvm.loop.isvectorized", 1);
  addStringMetadataToLoop(copy, "llvm.loop.unroll.disable", 1);
}

void RelatedLoop::make_twice() {
  formLCSSA(loop_, dominators_, &loops_, &evolution_);
  BasicBlock *check = loop_.getLoopPreheader();
  IRBuilder<> builder(check->getTerminator());
  SCEVExpander expander(evolution_, "related");
  Value *count = expander.expandCodeFor(count_, count_->getType(), check->getTerminator()->getIterator());
  count = builder.CreateFreeze(builder.CreateZExt(count, builder.getInt64Ty()));
  Value *fits = builder.CreateICmpULE(count, builder.getInt64(INT32_MAX));
  SmallVector<Value *, 2> starts;
  for (const Family &family : families_) starts.push_back(first_number(family, *count, builder, expander, fits));
  BasicBlock *related = SplitBlock(check, check->getTerminator(), &dominators_, &loops_);
  leave_as_it_is(*check, *fits, *related);
  for (auto [family, start] : zip_equal(families_, starts)) count_in_64_bits(family, *start);
  evolution_.forgetAllLoops();
}

}  // namespace

PreservedAnalyses RelateIndicesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  if (loops.empty()) return PreservedAnalyses::all();
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    RelatedLoop related(*loop, loops, dominators, evolution);
    if (!related.find()) continue;
    related.make_twice();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace wherry::compiler
