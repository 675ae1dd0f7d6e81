// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/canonicalise/structured_exits.h"

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/metadata.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

using Functions = SmallSetVector<Function *, 16>;

// The operations by which the work-items of a sub-group see each other, and all functions that call them.
Functions with_sub_groups(Module &module) {
  Functions found;
  for (Function &function : module)
    if (is_sub_group_operation(intrinsic_of(function))) found.insert(&function);
  for (unsigned i = 0; i < found.size(); ++i)
    for (User *user : found[i]->users())
      if (auto *call = dyn_cast<CallBase>(user)) found.insert(call->getFunction());
  return found;
}

bool calls_one(const BasicBlock &block, const Functions &functions) {
  return any_of(block, [&](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->getCalledFunction() && functions.contains(call->getCalledFunction());
  });
}

// The blocks that the source has in the loop, and that only lead out of it, as the front end has marked them.
SmallSetVector<BasicBlock *, 8> exit_blocks(const Loop &loop, const DominatorTree &dominators) {
  SmallSetVector<BasicBlock *, 8> found;
  const MDNode *node = loop.getHeader()->getTerminator()->getMetadata(kLoopHeader);
  if (!node) return found;
  for (BasicBlock &block : *loop.getHeader()->getParent()) {
    const MDNode *loops = block.getTerminator()->getMetadata(kExitOf);
    if (loops && is_contained(loops->operands(), node) && !loop.contains(&block) &&
        dominators.isReachableFromEntry(&block) && dominators.dominates(loop.getHeader(), &block))
      found.insert(&block);
  }
  return found;
}

// Emits a barrier that work-items may pass by: it only keeps LLVM from routing control around the block.
void meet(IRBuilder<> &builder) {
  FunctionCallee barrier =
      declare_intrinsic(*builder.GetInsertBlock()->getModule(), Intrinsic::__wherry_sub_group_barrier);
  CallInst *made = builder.CreateCall(barrier);
  made->setConvergent();
  made->setMetadata(kMadeBarrier, MDNode::get(builder.getContext(), {}));
}

// Where variables end with their block Clang has all ways meet, and asks then where they lead.
void meet_at_cleanups(Function &function, const Functions &functions) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  SmallSetVector<BasicBlock *, 8> cleanups;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (any_of(loop->blocks(), [&](BasicBlock *block) { return calls_one(*block, functions); })) {
      SmallVector<BasicBlock *> exiting;
      loop->getExitingBlocks(exiting);
      cleanups.insert_range(make_filter_range(exiting, [](BasicBlock *block) {
        auto *where = dyn_cast<SwitchInst>(block->getTerminator());
        return where && isa<LoadInst>(where->getCondition()) && !block->getSinglePredecessor();
      }));
    }
  for (BasicBlock *block : cleanups) {
    IRBuilder<> builder(block->getTerminator());
    meet(builder);
  }
}

// Gives a return a block of its own, behind the loop.
void part_return(BasicBlock &block) {
  auto *end = dyn_cast<ReturnInst>(block.getTerminator());
  if (!end) return;
  BasicBlock *rest = block.splitBasicBlock(end->getIterator(), "return");
  rest->moveAfter(&block.getParent()->back());
  block.getTerminator()->setMetadata(kExitOf, end->getMetadata(kExitOf));
  end->setMetadata(kExitOf, nullptr);
  if (auto *result = dyn_cast_or_null<Instruction>(end->getReturnValue())) {
    BasicBlock &entry = block.getParent()->getEntryBlock();
    IRBuilder<> builder(&entry, entry.begin());
    AllocaInst *kept = builder.CreateAlloca(result->getType(), nullptr, "result");
    builder.SetInsertPoint(block.getTerminator());
    builder.CreateStore(result, kept);
    builder.SetInsertPoint(end);
    end->setOperand(0, builder.CreateLoad(result->getType(), kept));
  }
}

// Whether a value is used behind that was computed in the loop, or on its ways out.
bool used_behind(const Loop &loop, const SmallSetVector<BasicBlock *, 8> &blocks) {
  auto inside = [&](const BasicBlock *block) { return loop.contains(block) || blocks.contains(block); };
  auto leads_behind = [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &instruction) {
      return any_of(instruction.users(),
                    [&](const User *user) { return !inside(cast<Instruction>(user)->getParent()); });
    });
  };
  return any_of(loop.blocks(), leads_behind) || any_of(blocks, leads_behind);
}

void lead_over_latch(Loop &loop, const SmallSetVector<BasicBlock *, 8> &blocks) {
  BasicBlock *header = loop.getHeader();
  Function &function = *header->getParent();
  SmallVector<BasicBlock *> latches;
  loop.getLoopLatches(latches);
  Instruction *last = latches.back()->getTerminator();

  IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  AllocaInst *left = builder.CreateAlloca(builder.getInt32Ty(), nullptr, "left");
  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  builder.CreateStore(builder.getInt32(0), left);

  BasicBlock *end =
      BasicBlock::Create(function.getContext(), "iteration.end", &function, latches.back()->getNextNode());
  for (BasicBlock *latch : latches) latch->getTerminator()->replaceSuccessorWith(header, end);
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation(last->getDebugLoc());
  meet(builder);
  SwitchInst *where = builder.CreateSwitch(builder.CreateLoad(builder.getInt32Ty(), left), header);
  where->setMetadata(LLVMContext::MD_loop, last->getMetadata(LLVMContext::MD_loop));

  for (BasicBlock *block : blocks)
    for (BasicBlock *to : SmallSetVector<BasicBlock *, 2>(succ_begin(block), succ_end(block))) {
      if (blocks.contains(to)) continue;
      ConstantInt *number = where->findCaseDest(to);
      if (!number) where->addCase(number = builder.getInt32(where->getNumCases() + 1), to);
      BasicBlock *way = BasicBlock::Create(function.getContext(), "leave", &function, end);
      builder.SetInsertPoint(way);
      builder.SetCurrentDebugLocation(block->getTerminator()->getDebugLoc());
      builder.CreateStore(number, left);
      builder.CreateBr(end);
      block->getTerminator()->replaceSuccessorWith(to, way);
    }
}

// False where there is none left.
bool change_one(Function &function, const Functions &functions) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  auto has_phis = [](BasicBlock *block) { return !block->phis().empty(); };
  const SmallVector<Loop *, 4> outer_first = loops.getLoopsInPreorder();
  for (Loop *loop : reverse(outer_first)) {
    if (has_phis(loop->getHeader())) continue;
    auto blocks = exit_blocks(*loop, dominators);
    if (none_of(blocks, [&](BasicBlock *block) { return calls_one(*block, functions); })) continue;
    SmallVector<BasicBlock *> behind;
    for (BasicBlock *block : blocks) {
      part_return(*block);
      copy_if(successors(block), std::back_inserter(behind), [&](BasicBlock *to) { return !blocks.contains(to); });
    }
    if (behind.empty() || any_of(behind, has_phis) || used_behind(*loop, blocks)) continue;
    lead_over_latch(*loop, blocks);
    return true;  // these blocks are in the loop now
  }
  return false;
}

}  // namespace

static void keep_exits_in_iterations(Module &module) {
  const Functions functions = with_sub_groups(module);
  for (Function *function : functions) {
    if (function->isDeclaration()) continue;
    meet_at_cleanups(*function, functions);
    while (change_one(*function, functions)) continue;
  }
}

PreservedAnalyses StructuredExitsPass::run(Module &module, ModuleAnalysisManager &) {
  keep_exits_in_iterations(module);
  for (Function &function : module)
    for (BasicBlock &block : function) {
      block.getTerminator()->setMetadata(kLoopHeader, nullptr);
      block.getTerminator()->setMetadata(kExitOf, nullptr);
    }
  return PreservedAnalyses::none();
}

}  // namespace wherry::compiler
