// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/merge_equal_phis.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kDeepest = 6;  // operations, one from the other

// Whether two values are one, computed by equal operations from values that stand before `phi`'s block.
bool are_equal(const Value *a, const Value *b, const PHINode &phi, const DominatorTree &dominators, unsigned depth) {
  if (a == b) {
    auto *instruction = dyn_cast<Instruction>(a);
    return !instruction || dominators.properlyDominates(instruction->getParent(), phi.getParent());
  }
  auto *one = dyn_cast<Instruction>(a), *other = dyn_cast<Instruction>(b);
  if (!one || !other || depth == 0 || one->getNumOperands() == 0 ||
      isa<PHINode, CallBase, AllocaInst, FreezeInst>(one) || one->mayReadOrWriteMemory() ||
      !one->isSameOperationAs(other, Instruction::CompareIgnoringAlignment) || !isSafeToSpeculativelyExecute(one))
    return false;
  for (unsigned i = 0; i < one->getNumOperands(); ++i)
    if (!are_equal(one->getOperand(i), other->getOperand(i), phi, dominators, depth - 1)) return false;
  return true;
}

// The value in front of `place`: of the operations that both compute, with the flags that both have.
Value *merged(Value *a, Value *b, Instruction &place) {
  if (a == b) return a;
  auto *one = cast<Instruction>(a), *other = cast<Instruction>(b);
  SmallVector<Value *> operands;
  for (unsigned i = 0; i < one->getNumOperands(); ++i)
    operands.push_back(merged(one->getOperand(i), other->getOperand(i), place));
  Instruction *made = one->clone();
  for (auto [i, operand] : enumerate(operands)) made->setOperand(unsigned(i), operand);
  made->dropUnknownNonDebugMetadata();
  made->andIRFlags(other);
  made->setName(one->getName());
  made->insertBefore(place.getIterator());
  return made;
}

// The phi of the same block that `phi` has the truncations or extensions of; null: there is none.
PHINode *converted_phi(PHINode &phi) {
  auto *first = dyn_cast<CastInst>(phi.getIncomingValue(0));
  if (!first) return nullptr;
  for (PHINode &other : phi.getParent()->phis()) {
    if (&other == &phi || other.getType() != first->getSrcTy()) continue;
    bool all = true;
    for (unsigned i = 0; all && i < phi.getNumIncomingValues(); ++i) {
      auto *cast = dyn_cast<CastInst>(phi.getIncomingValue(i));
      all = cast && cast->getOpcode() == first->getOpcode() &&
            cast->getOperand(0) == other.getIncomingValueForBlock(phi.getIncomingBlock(i));
    }
    if (all) return &other;
  }
  return nullptr;
}

}  // namespace

PreservedAnalyses MergeEqualPhisPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      if (PHINode *other = converted_phi(phi)) {
        auto *first = cast<CastInst>(phi.getIncomingValue(0));
        phi.replaceAllUsesWith(
            CastInst::Create(first->getOpcode(), other, phi.getType(), phi.getName(), block.getFirstNonPHIIt()));
        phi.eraseFromParent();
        changed = true;
        continue;
      }
      if (phi.getNumIncomingValues() != 2 || !dominators.isReachableFromEntry(&block) || phi.hasConstantValue())
        continue;
      Value *a = phi.getIncomingValue(0), *b = phi.getIncomingValue(1);
      if (!are_equal(a, b, phi, dominators, kDeepest)) continue;
      // In front of the paths, so that GVN takes the paths' own operations for redundant.
      BasicBlock *before = dominators.getNode(&block)->getIDom()->getBlock();
      phi.replaceAllUsesWith(merged(a, b, *before->getTerminator()));
      phi.eraseFromParent();
      changed = true;
    }
  if (!changed) return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace wherry::compiler
