// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/lane_streams.h"

#include "compiler/analysis/scalar_evolution.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr char kWidened[] = "wherry.lane_stream_widened";  // at a loop's latch

// The blocks of a short loop without other branches than its exit, and without effects. Empty: another kind of loop.
SmallVector<BasicBlock *> blocks_of(const Loop &loop) {
  BasicBlock *latch = loop.getLoopLatch();
  const BasicBlock *exiting = loop.getExitingBlock();
  if (!loop.isInnermost() || !latch || !loop.getLoopPreheader() || !exiting || exiting == latch) return {};
  SmallVector<BasicBlock *> blocks;
  unsigned instructions = 0;
  for (BasicBlock *block = loop.getHeader();;) {
    blocks.push_back(block);
    instructions += block->size();
    if (block == latch) break;
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || (branch->isConditional() && block != exiting)) return {};
    block = branch->getSuccessor(loop.contains(branch->getSuccessor(0)) ? 0 : 1);
  }
  const bool plain = all_of(blocks, [](BasicBlock *block) {
    return all_of(*block, [](Instruction &instruction) {
      return !instruction.mayWriteToMemory() && (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction)) &&
             !instruction.isAtomic() && !instruction.isVolatile();
    });
  });
  return plain && instructions <= cost::kMostStreamLoop ? blocks : SmallVector<BasicBlock *>();
}

// The loads that go on by one element an iteration, with the address that each lane begins at.
SmallMapVector<LoadInst *, const SCEV *, 4> streams_of(const Loop &loop, ArrayRef<BasicBlock *> blocks,
                                                       ScalarEvolution &evolution, const LaneStrides &strides) {
  SmallMapVector<LoadInst *, const SCEV *, 4> streams;
  for (BasicBlock *block : blocks)
    for (Instruction &instruction : *block) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || strides.variable(load->getPointerOperand())) continue;
      const unsigned bits = unsigned(load->getType()->getScalarSizeInBits());
      // Lanes near one another share contiguous accesses.
      if (auto stride = strides.stride(load->getPointerOperand());
          stride && std::abs(*stride) <= cost::kMostNearStride * bits / 8)
        continue;
      auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load->getPointerOperand()));
      if ((bits != 32 && bits != 64) || !address || address->getLoop() != &loop || !address->isAffine()) continue;
      auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
      if (step && step->getAPInt() == bits / 8) streams[load] = address->getStart();
    }
  return streams;
}

void mark(Instruction *end) { end->setMetadata(kWidened, MDNode::get(end->getContext(), {})); }

// Puts a loop before it that does `kStreamIterations` iterations at a time; it does the iterations that are left.
void widen(Loop &loop, ArrayRef<BasicBlock *> blocks, const SmallMapVector<LoadInst *, const SCEV *, 4> &streams,
           const SCEV *iterations, SCEVExpander &expander) {
  BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader();
  Function *function = header->getParent();
  Instruction *end = before->getTerminator();
  Value *count = expander.expandCodeFor(iterations, iterations->getType(), end->getIterator());
  SmallDenseMap<LoadInst *, Value *> starts;
  for (auto &[load, start] : streams)
    starts[load] = expander.expandCodeFor(start, load->getPointerOperandType(), end->getIterator());
  auto block = [&](const char *name) { return BasicBlock::Create(function->getContext(), name, function, header); };
  BasicBlock *again = block("stream"), *body = block("stream.body"), *left = block("stream.left");
  IRBuilder<> builder(end);
  Value *wide_iterations = builder.CreateLShr(count, Log2_32(cost::kStreamIterations));
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
  PHINode *iteration = builder.CreatePHI(count->getType(), 2), *at = builder.CreatePHI(builder.getInt64Ty(), 2);
  iteration->addIncoming(ConstantInt::get(count->getType(), 0), before);
  at->addIncoming(builder.getInt64(0), before);
  builder.CreateCondBr(builder.CreateICmpULT(iteration, wide_iterations), body, left);

  builder.SetInsertPoint(body);
  SmallDenseMap<LoadInst *, Value *> bases;
  for (auto &[load, start] : starts) bases[load] = builder.CreateGEP(load->getType(), start, at);
  for (unsigned step = 0; step < cost::kStreamIterations; ++step) {
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
  iteration->addIncoming(builder.CreateNUWAdd(iteration, ConstantInt::get(iteration->getType(), 1)), body);
  at->addIncoming(builder.CreateNUWAdd(at, builder.getInt64(cost::kStreamIterations)), body);
  mark(builder.CreateBr(again));
  BranchInst::Create(header, left);
  for (auto &[phi, copy] : phis) {
    phi->setIncomingValueForBlock(before, copy);
    phi->replaceIncomingBlockWith(before, left);
  }
  mark(loop.getLoopLatch()->getTerminator());
}

}  // namespace

bool widen_lane_stream(Loop &items, LoopInfo &loops, DominatorTree &dominators, const Linearisation &flow,
                       const LaneStrides &strides) {
  Function &function = *items.getHeader()->getParent();
  std::unique_ptr<Evolution> evolution;
  for (Loop *loop : items.getLoopsInPreorder()) {
    if (loop == &items || flow.divergent(loop) || flow.predicated(loop->getHeader())) continue;
    const SmallVector<BasicBlock *> blocks = blocks_of(*loop);
    if (blocks.empty() || loop->getLoopLatch()->getTerminator()->hasMetadata(kWidened)) continue;
    if (!evolution) evolution = std::make_unique<Evolution>(function, loops, dominators);
    const auto streams = streams_of(*loop, blocks, evolution->of, strides);
    if (streams.empty()) continue;
    const SCEV *iterations = evolution->of.getBackedgeTakenCount(loop);
    SCEVExpander expander(evolution->of, "stream");
    const Instruction *end = loop->getLoopPreheader()->getTerminator();
    if (isa<SCEVCouldNotCompute>(iterations) || !expander.isSafeToExpandAt(iterations, end) ||
        !all_of(streams, [&](auto &stream) { return expander.isSafeToExpandAt(stream.second, end); }))
      continue;
    widen(*loop, blocks, streams, iterations, expander);
    return true;
  }
  return false;
}

FarAccesses far_accesses(Function &function, LoopInfo &loops, DominatorTree &dominators) {
  // Scalar evolution is computed at the first question.
  return [&function, &loops, &dominators, evolution = std::shared_ptr<Evolution>()](Value *pointer,
                                                                                    const Loop &loop) mutable {
    if (pointer->getType()->getPointerAddressSpace() == kLocalSpace) return false;
    if (!evolution) evolution = std::make_shared<Evolution>(function, loops, dominators);
    // An index of 32 bits may wrap, so the pointer itself does not go by steps.
    return SCEVExprContains(evolution->of.getSCEV(pointer), [&](const SCEV *part) {
      auto *steps = dyn_cast<SCEVAddRecExpr>(part);
      if (!steps || steps->getLoop() != &loop) return false;
      auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution->of));
      return !step || step->getAPInt().abs().uge(cost::kLine);
    });
  };
}

}  // namespace wherry::compiler
