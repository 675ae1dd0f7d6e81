// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/prefetch.h"

#include "compiler/analysis/argument_origin.h"
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/scalar_evolution.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/opt/group_steps.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kAhead = 2;  // iterations: of 64 work-items with an atomic each, 1 came late, 4 and 8 were no better
// Bytes by which loads that go on with the work-groups are prefetched. Sums of 16 MiB by groups of 1 KiB took 0.52 of
// the time, 0.67 with 2048, 0.61 with 16384 (Zen 5).
constexpr int64_t kGroupsAhead = 8192;
constexpr int64_t kMostGroupStep = 4096, kMostItemStep = 16;  // bytes from group to group, from work-item to work-item
// Rows from the texels that a filter reads to the ones that are prefetched, and of how many neighbouring lanes one is
// asked for: with texels of 16 bytes two lanes mostly share a cache line. Turned by 30 degrees, 1024 x 1024 texels took
// 0.39 of the time by 3 or 4 rows and every second lane, 0.5 by 2 rows, 0.48 by every fourth lane (Zen 4). In the first
// level of the caches, the texels of images turned by 90 or 180 degrees were in the way: 1.15 times the time.
constexpr int64_t kRowsAhead = 3;
constexpr size_t kLanesOfLine = 2;
// Bytes by which each lane's texel lies further along the row, for the lanes to go along it: a quarter of RGBA halves.
constexpr unsigned kLeastAlongRow = 2;

// An address kAhead iterations later.
class Later : public SCEVRewriteVisitor<Later> {
 public:
  Later(ScalarEvolution &evolution, const Loop &loop) : SCEVRewriteVisitor(evolution), loop_(loop) {}

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *steps) {
    if (steps->getLoop() != &loop_ || !steps->isAffine()) return steps;
    const SCEV *step = steps->getStepRecurrence(SE);
    auto *known = dyn_cast<SCEVConstant>(step);
    far_ |= !known || known->getAPInt().abs().uge(kFollowedStep);
    const SCEV *ahead = SE.getMulExpr(step, SE.getConstant(step->getType(), kAhead));
    // In terms of an index that the loop has already.
    for (PHINode &phi : loop_.getHeader()->phis()) {
      if (phi.getType() != steps->getType() || !SE.isSCEVable(phi.getType())) continue;
      const SCEV *distance = SE.getMinusSCEV(steps, SE.getSCEV(&phi));
      if (!isa<SCEVCouldNotCompute>(distance) && SE.isLoopInvariant(distance, &loop_))
        return SE.getAddExpr(SE.getUnknown(&phi), SE.getAddExpr(distance, ahead));
    }
    return SE.getAddExpr(steps, ahead);
  }

  bool far() const { return far_; }

 private:
  const Loop &loop_;
  bool far_ = false;
};

// Where a vector is loaded from; null: another instruction, or local memory.
Value *loaded_from(Instruction &instruction) {
  Value *pointer = nullptr;
  if (!isa<FixedVectorType>(instruction.getType())) return pointer;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) pointer = load->getPointerOperand();
  if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_load) pointer = call->getArgOperand(0);
  return pointer && pointer->getType()->getPointerAddressSpace() != kLocalSpace ? pointer : nullptr;
}

enum Cache : unsigned { second_level = 2, all_levels = 3 };

void prefetch(IRBuilder<> &builder, Value *address, Cache cache = all_levels) {
  constexpr unsigned kRead = 0, kData = 1;
  builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()},
                          {address, builder.getInt32(kRead), builder.getInt32(cache), builder.getInt32(kData)});
}

}  // namespace

// Prefetches vectors that a work-item's outer loops load. True: there was one.
static bool prefetch_vectors(Function &group, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  const ItemLoops &item_loops = analyses.getResult<ItemLoopsAnalysis>(group);
  SmallVector<std::pair<Instruction *, const Loop *>> loads;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() || item_loops.is_over_items(loop)) continue;
    for (BasicBlock *block : loop->blocks())
      if (loops.getLoopFor(block) == loop)
        for (Instruction &instruction : *block)
          if (loaded_from(instruction)) loads.emplace_back(&instruction, loop);
  }
  if (loads.empty()) return false;
  Evolution evolution(group, loops, analyses.getResult<DominatorTreeAnalysis>(group));
  SCEVExpander expander(evolution.of, "prefetched");
  for (auto &[load, loop] : loads) {
    Later later(evolution.of, *loop);
    const SCEV *then = later.visit(evolution.of.getSCEV(loaded_from(*load)));
    if (!later.far() || !expander.isSafeToExpandAt(then, load)) continue;
    Value *address = expander.expandCodeFor(then, then->getType(), load->getIterator());
    IRBuilder<> builder(load);
    prefetch(builder, address);
  }
  return true;
}

// Whether work-groups that follow each other load memory that follows, each its own few KiB: in a loop over the grid,
// what follows is long evicted when the next group comes.
static bool goes_on_with_groups(const SCEV *address, const Function &group, ScalarEvolution &evolution) {
  const auto step = group_step(address, group);
  if (!step || !((step->constant > 0 && step->constant <= kMostGroupStep && step->sizes == 0) ||
                 (step->constant == 0 && step->sizes > 0 && step->sizes <= kMostItemStep)))
    return false;
  return !SCEVExprContains(address, [&](const SCEV *part) {
    auto *steps = dyn_cast<SCEVAddRecExpr>(part);
    auto *by = steps ? dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution)) : nullptr;
    return steps && (!by || by->getAPInt().abs().ugt(kMostGroupStep));
  });
}

static bool stores_vectors(Function &group) {
  return any_of(instructions(group), [](Instruction &instruction) {
    Value *pointer = nullptr;
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->getValueOperand()->getType()->isVectorTy())
      pointer = store->getPointerOperand();
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && is_contained({llvm::Intrinsic::masked_store, llvm::Intrinsic::masked_scatter}, call->getIntrinsicID()))
      pointer = call->getArgOperand(1);
    return pointer && pointer->getType()->getScalarType()->getPointerAddressSpace() == kGlobalSpace;
  });
}

// Prefetches what the next work-groups load, in kernels that write far less than they read. (Where all work-items
// store, memory has no time to spare: a kernel that turned each group's elements around took 1.1 times as long.) True:
// there was such a load.
static bool prefetch_groups(Function &group, FunctionAnalysisManager &analyses) {
  if (stores_vectors(group)) return false;
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  SmallVector<Instruction *> loads;
  for (BasicBlock &block : group)
    for (Instruction &instruction : block)
      if (Value *from = loaded_from(instruction); from && from->getType()->getPointerAddressSpace() == kGlobalSpace)
        loads.push_back(&instruction);
  if (loads.empty()) return false;
  Evolution evolution(group, loops, analyses.getResult<DominatorTreeAnalysis>(group));
  DenseMap<BasicBlock *, SmallVector<const SCEV *, 4>> done;
  bool changed = false;
  for (Instruction *load : loads) {
    Value *from = loaded_from(*load);
    const SCEV *address = evolution.of.getSCEV(from);
    if (!goes_on_with_groups(address, group, evolution.of)) continue;
    auto &others = done[load->getParent()];
    if (any_of(others, [&](const SCEV *other) {
          auto *distance = dyn_cast<SCEVConstant>(evolution.of.getMinusSCEV(address, other));
          return distance && distance->getAPInt().abs().ult(kCacheLine);
        }))
      continue;
    others.push_back(address);
    IRBuilder<> builder(load);
    prefetch(builder, builder.CreateGEP(builder.getInt8Ty(), from, builder.getInt64(kGroupsAhead)));
    changed = true;
  }
  return changed;
}

namespace {

// The loads of a row's texels by the lanes of a vector, whose offsets were taken out of one vector.
struct LanesOfRow {
  const SCEV *start;                     // what a lane's offset is added to
  const SCEV *pitch;                     // from this row to the other one; null: there is none
  SmallVector<Instruction *, 16> lanes;  // the lanes' offsets
};

// The lane's offset that is a term of an address; null: there is none.
ExtractElementInst *offset_of_lane(const SCEV *address) {
  auto *sum = dyn_cast<SCEVAddExpr>(address);
  if (!sum) return nullptr;
  for (const SCEV *term : sum->operands())
    if (auto *value = dyn_cast<SCEVUnknown>(term))
      if (auto *element = dyn_cast<ExtractElementInst>(value->getValue());
          element && element->getType()->isIntegerTy(64) && isa<ConstantInt>(element->getIndexOperand()))
        return element;
  return nullptr;
}

}  // namespace

// The distance in bytes from the texels that the lanes load, at `offsets`, to the texels to prefetch for later rows of
// work-items. If neighbouring lanes load texels to the right, later rows load texels further down the image; if to the
// left, further up. If neighbouring lanes load texels of different image rows, later rows of work-items load the same
// cache lines: then the distance is 0, which costs less than a branch.
static Value *rows_ahead(IRBuilder<> &builder, Value &offsets, Value *pitch) {
  const unsigned count = cast<FixedVectorType>(offsets.getType())->getNumElements();
  Type *type = pitch->getType();
  Value *whole = builder.CreateSub(builder.CreateExtractElement(&offsets, count - 1),
                                   builder.CreateExtractElement(&offsets, uint64_t{0}));
  // The lanes' step along an image row: the remainder of the first and last lane's distance by the pitch, from minus
  // half a pitch to half a pitch. Offsets have 32 bits.
  Type *word = builder.getInt32Ty();
  Value *row = builder.CreateTrunc(pitch, word);
  row = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, row, builder.getInt32(1));
  Value *half = builder.CreateLShr(row, 1);
  Value *left = builder.CreateSRem(builder.CreateTrunc(whole, word), row);
  left = builder.CreateSelect(
      builder.CreateICmpSGT(left, half), builder.CreateSub(left, row),
      builder.CreateSelect(builder.CreateICmpSLT(left, builder.CreateNeg(half)), builder.CreateAdd(left, row), left));
  const unsigned least = kLeastAlongRow * (count - 1);
  Value *down = builder.CreateMul(pitch, ConstantInt::get(type, kRowsAhead));
  Value *to_left = builder.CreateICmpSLT(left, builder.getInt32(-least));
  Value *to_right = builder.CreateICmpSGT(left, builder.getInt32(least));
  return builder.CreateSelect(to_right, down,
                              builder.CreateSelect(to_left, builder.CreateNeg(down), Constant::getNullValue(type)));
}

// Prefetches the texels of rows of an image further on, where the lanes of a vector load texels anywhere in two rows,
// as a filter does: the next row of work-items mostly reads the rows that follow, in steps that the hardware does not
// see. True: there were such loads.
static bool prefetch_texel_rows(Function &group, FunctionAnalysisManager &analyses) {
  const ArgumentOrigins &origins = analyses.getResult<ArgumentOriginAnalysis>(group);
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  SmallVector<LoadInst *> loads;
  for (Instruction &instruction : instructions(group))
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && load->getType()->isVectorTy() && origins.image_of(origins.of(load->getPointerOperand())))
      if (const Loop *loop = loops.getLoopFor(load->getParent()); loop && loop->getLoopPreheader())
        loads.push_back(load);
  if (loads.empty()) return false;
  Evolution evolution(group, loops, analyses.getResult<DominatorTreeAnalysis>(group));
  MapVector<std::pair<Value *, BasicBlock *>, LanesOfRow> rows;
  for (LoadInst *load : loads) {
    const SCEV *address = evolution.of.getSCEV(load->getPointerOperand());
    ExtractElementInst *lane = offset_of_lane(address);
    if (!lane || lane->getParent() != load->getParent()) continue;
    const SCEV *start = evolution.of.getMinusSCEV(address, evolution.of.getSCEV(lane));
    if (!evolution.of.isLoopInvariant(start, loops.getLoopFor(load->getParent()))) continue;
    auto [found, is_new] =
        rows.try_emplace({lane->getVectorOperand(), load->getParent()}, LanesOfRow{start, nullptr, {}});
    LanesOfRow &row = found->second;
    // The first loads' offsets, in the order of the lanes; each row has its own.
    if (cast<ConstantInt>(lane->getIndexOperand())->equalsInt(row.lanes.size())) row.lanes.push_back(lane);
    const SCEV *distance = evolution.of.getMinusSCEV(start, row.start);
    if (!row.pitch && !isa<SCEVConstant, SCEVCouldNotCompute>(distance)) row.pitch = distance;
  }
  SCEVExpander expander(evolution.of, "rows.on");
  bool changed = false;
  for (auto &[place, row] : rows) {
    Instruction *before = loops.getLoopFor(place.second)->getLoopPreheader()->getTerminator();
    if (!row.pitch || row.lanes.empty()) continue;
    if (!expander.isSafeToExpandAt(row.start, before) || !expander.isSafeToExpandAt(row.pitch, before)) continue;
    Value *start = expander.expandCodeFor(row.start, row.start->getType(), before->getIterator());
    Value *pitch = expander.expandCodeFor(row.pitch, row.pitch->getType(), before->getIterator());
    IRBuilder<> builder(place.second->getTerminator());
    Value *next = rows_ahead(builder, *place.first, pitch);
    // The distance is the previous iteration's, so that no prefetch waits for it.
    SSAUpdater ahead;
    ahead.Initialize(pitch->getType(), "rows.ahead");
    builder.SetInsertPoint(before);
    ahead.AddAvailableValue(before->getParent(),
                            builder.CreateMul(pitch, ConstantInt::get(pitch->getType(), kRowsAhead)));
    ahead.AddAvailableValue(place.second, next);
    Value *distance = ahead.GetValueInMiddleOfBlock(place.second);
    builder.SetInsertPoint(row.lanes[0]);
    Value *rows = builder.CreateGEP(builder.getInt8Ty(), start, distance);
    for (size_t lane = 0; lane < row.lanes.size(); lane += kLanesOfLine) {
      builder.SetInsertPoint(row.lanes[lane]->getNextNode());
      prefetch(builder, builder.CreateGEP(builder.getInt8Ty(), rows, row.lanes[lane]), second_level);
    }
    changed = true;
  }
  return changed;
}

bool PrefetchFarAccessesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  const bool texels = prefetch_texel_rows(*kernel.group, analyses);
  const bool vectors = prefetch_vectors(*kernel.group, analyses) || texels;
  return (!kernel.regroupable && kernel.regions > 1 && prefetch_groups(*kernel.group, analyses)) || vectors;
}

}  // namespace wherry::compiler
