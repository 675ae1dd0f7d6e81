// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/disjoint_indices.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/DomConditionCache.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

// The zeros among a value's lowest bits. Conditions are often of the value as it is in so many bits.
static APInt low_zeros(Value *value, unsigned bits, const SimplifyQuery &query) {
  APInt zeros = computeKnownBits(value, query).Zero.trunc(bits);
  for (const User *user : value->users())
    if (auto *narrow = dyn_cast<TruncInst>(user);
        narrow && narrow->getType()->isIntegerTy(bits) && query.DT->dominates(narrow, query.CxtI))
      zeros |= computeKnownBits(narrow, query).Zero;
  return zeros;
}

bool DisjointIndicesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  DomConditionCache conditions;
  for (BasicBlock &block : group)
    if (auto *branch = dyn_cast<BranchInst>(block.getTerminator()); branch && branch->isConditional())
      conditions.registerBranch(branch);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    Value *left, *right;
    const APInt *mask;
    if (!instruction.getType()->isIntegerTy() ||
        !match(&instruction, m_And(m_Or(m_Value(left), m_Value(right)), m_APInt(mask))) || !mask->isMask() ||
        !is_contained({8u, 16u, 32u}, mask->countr_one()))
      continue;
    const unsigned bits = mask->countr_one();
    SimplifyQuery query(group.getDataLayout(), &analyses.getResult<DominatorTreeAnalysis>(group),
                        &analyses.getResult<AssumptionAnalysis>(group), &instruction);
    query.DC = &conditions;
    if (!(low_zeros(left, bits, query) | low_zeros(right, bits, query)).isAllOnes()) continue;
    IRBuilder<> builder(&instruction);
    Type *narrow = builder.getIntNTy(bits);
    Value *joined = builder.CreateOr(builder.CreateTrunc(left, narrow), builder.CreateTrunc(right, narrow), "",
                                     /*IsDisjoint=*/true);
    instruction.replaceAllUsesWith(builder.CreateZExt(joined, instruction.getType()));
    instruction.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace wherry::compiler
