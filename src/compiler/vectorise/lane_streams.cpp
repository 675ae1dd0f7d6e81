#include "compiler/vectorise/lane_streams.h"

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/address_spaces.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr char kWalked[] = "wherry.walked";  // at a loop's jump back: it has been seen to
constexpr unsigned kSteps = 4, kMostInstructions = 40;
constexpr int64_t kNear = 4;  // elements

// One after the other, one of which asks whether to go on, and none of which does more than to compute.
SmallVector<BasicBlock *> blocks_of(const Loop &loop) {
  BasicBlock *latch = loop.getLoopLatch();
  const BasicBlock *asks = loop.getExitingBlock();
  if (!loop.isInnermost() || !latch || !loop.getLoopPreheader() || !asks || asks == latch) return {};
  SmallVector<BasicBlock *> blocks;
  unsigned instructions = 0;
  for (BasicBlock *block = loop.getHeader();;) {
    blocks.push_back(block);
    instructions += block->size();
    if (block == latch) break;
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || (branch->isConditional() && block != asks)) return {};
    block = branch->getSuccessor(loop.contains(branch->getSuccessor(0)) ? 0 : 1);
  }
  const bool plain = all_of(blocks, [](BasicBlock *block) {
    return all_of(*block, [](Instruction &instruction) {
      return !instruction.mayWriteToMemory() && (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction)) &&
             !instruction.isAtomic() && !instruction.isVolatile();
    });
  });
  return plain && instructions <= kMostInstructions ? blocks : SmallVector<BasicBlock *>();
}

// Where each lane's walk begins, of loads that go on by one element a round.
SmallMapVector<LoadInst *, const SCEV *, 4> walks_of(const Loop &loop, ArrayRef<BasicBlock *> blocks,
                                                     ScalarEvolution &evolution, const VectorShapes &shapes) {
  SmallMapVector<LoadInst *, const SCEV *, 4> walks;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || shapes.variable(load->getPointerOperand())) continue;
      const unsigned bits = unsigned(load->getType()->getScalarSizeInBits());
      // Lanes' places near one another come by rows.
      if (auto stride = shapes.stride(load->getPointerOperand()); stride && std::abs(*stride) <= kNear * bits / 8)
        continue;
      auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load->getPointerOperand()));
      if ((bits != 32 && bits != 64) || !address || address->getLoop() != &loop || !address->isAffine()) continue;
      auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
      if (step && step->getAPInt() == bits / 8) walks[load] = address->getStart();
    }
  return walks;
}

void mark(Instruction *end) { end->setMetadata(kWalked, MDNode::get(end->getContext(), {})); }

// A loop before it with `kSteps` rounds in each of its own; it does the rounds that are left.
void widen(Loop &loop, ArrayRef<BasicBlock *> blocks, const SmallMapVector<LoadInst *, const SCEV *, 4> &walks,
           const SCEV *rounds, SCEVExpander &expander) {
  BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader();
  Function *function = header->getParent();
  Instruction *end = before->getTerminator();
  Value *count = expander.expandCodeFor(rounds, rounds->getType(), end->getIterator());
  SmallDenseMap<LoadInst *, Value *> starts;
  for (auto &[load, start] : walks)
    starts[load] = expander.expandCodeFor(start, load->getPointerOperandType(), end->getIterator());
  auto block = [&](const char *name) { return BasicBlock::Create(function->getContext(), name, function, header); };
  BasicBlock *again = block("walk"), *body = block("walk.body"), *left = block("walk.left");
  IRBuilder<> builder(end);
  Value *wide_rounds = builder.CreateLShr(count, Log2_32(kSteps));
  end->replaceSuccessorWith(header, again);

  builder.SetInsertPoint(again);
  SmallVector<std::pair<PHINode *, PHINode *>> phis;
  ValueToValueMapTy now;
  for (PHINode &phi : header->phis()) {
    PHINode *copy = builder.CreatePHI(phi.getType(), 2, phi.getName());
    copy->addIncoming(phi.getIncomingValueForBlock(before), before);
    phis.push_back({&phi, copy});
    now[&phi] = copy;
  }
  PHINode *round = builder.CreatePHI(count->getType(), 2), *at = builder.CreatePHI(builder.getInt64Ty(), 2);
  round->addIncoming(ConstantInt::get(count->getType(), 0), before);
  at->addIncoming(builder.getInt64(0), before);
  builder.CreateCondBr(builder.CreateICmpULT(round, wide_rounds), body, left);

  builder.SetInsertPoint(body);
  SmallDenseMap<LoadInst *, Value *> bases;
  for (auto &[load, start] : starts) bases[load] = builder.CreateGEP(load->getType(), start, at);
  for (unsigned step = 0; step < kSteps; ++step) {
    for (BasicBlock *original : blocks)
      for (Instruction &instruction : *original) {
        if (isa<PHINode>(instruction) || instruction.isTerminator()) continue;
        Instruction *copy = builder.Insert(instruction.clone(), instruction.getName());
        RemapInstruction(copy, now, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        now[&instruction] = copy;
        if (auto *load = dyn_cast<LoadInst>(&instruction); load && bases.contains(load)) {
          const unsigned bytes = step * load->getType()->getScalarSizeInBits() / 8;
          copy->setOperand(0, bytes ? builder.CreateGEP(builder.getInt8Ty(), bases[load], builder.getInt64(bytes))
                                    : bases[load]);
          copy->moveBefore(*body, body->end());
        }
      }
    SmallVector<Value *> next;
    for (auto &[phi, copy] : phis) {
      Value *value = phi->getIncomingValueForBlock(loop.getLoopLatch());
      next.push_back(now.count(value) ? static_cast<Value *>(now[value]) : value);
    }
    for (auto [pair, value] : zip_equal(phis, next)) now[pair.first] = value;
  }
  for (auto &[phi, copy] : phis) copy->addIncoming(now[phi], body);
  round->addIncoming(builder.CreateNUWAdd(round, ConstantInt::get(round->getType(), 1)), body);
  at->addIncoming(builder.CreateNUWAdd(at, builder.getInt64(kSteps)), body);
  mark(builder.CreateBr(again));
  BranchInst::Create(header, left);
  for (auto &[phi, copy] : phis) {
    phi->setIncomingValueForBlock(before, copy);
    phi->replaceIncomingBlockWith(before, left);
  }
  mark(loop.getLoopLatch()->getTerminator());
}

}  // namespace

bool widen_walk(Loop &items, LoopInfo &loops, DominatorTree &dominators, const VectorFlow &flow,
                const VectorShapes &shapes) {
  Function &function = *items.getHeader()->getParent();
  std::unique_ptr<Evolution> evolution;
  for (Loop *loop : items.getLoopsInPreorder()) {
    if (loop == &items || flow.divergent(loop) || flow.predicated(loop->getHeader())) continue;
    const SmallVector<BasicBlock *> blocks = blocks_of(*loop);
    if (blocks.empty() || loop->getLoopLatch()->getTerminator()->hasMetadata(kWalked)) continue;
    if (!evolution) evolution = std::make_unique<Evolution>(function, loops, dominators);
    const auto walks = walks_of(*loop, blocks, evolution->of, shapes);
    if (walks.empty()) continue;
    const SCEV *rounds = evolution->of.getBackedgeTakenCount(loop);
    SCEVExpander expander(evolution->of, "walk");
    const Instruction *end = loop->getLoopPreheader()->getTerminator();
    if (isa<SCEVCouldNotCompute>(rounds) || !expander.isSafeToExpandAt(rounds, end) ||
        !all_of(walks, [&](auto &walk) { return expander.isSafeToExpandAt(walk.second, end); }))
      continue;
    widen(*loop, blocks, walks, rounds, expander);
    return true;
  }
  return false;
}

FarWalks far_walks(Function &function, LoopInfo &loops, DominatorTree &dominators) {
  // Only where somebody asks.
  return [&function, &loops, &dominators, evolution = std::shared_ptr<Evolution>()](Value *pointer,
                                                                                    const Loop &loop) mutable {
    if (pointer->getType()->getPointerAddressSpace() == kLocalSpace) return false;
    if (!evolution) evolution = std::make_shared<Evolution>(function, loops, dominators);
    // An index of 32 bits may wrap, so the pointer itself does not go by steps.
    return SCEVExprContains(evolution->of.getSCEV(pointer), [&](const SCEV *part) {
      auto *steps = dyn_cast<SCEVAddRecExpr>(part);
      if (!steps || steps->getLoop() != &loop) return false;
      auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution->of));
      return !step || step->getAPInt().abs().uge(kLine);
    });
  };
}

}  // namespace wherry::compiler
