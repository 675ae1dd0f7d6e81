// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/disjoint_indices.h"

#include "compiler/opt/reshape/index_conversions.h"
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

// The zeros among a value's lowest bits. Conditions often test a truncation of the value to that many bits.
static APInt low_zeros(Value *value, unsigned bits, const SimplifyQuery &query) {
  APInt zeros = computeKnownBits(value, query).Zero.trunc(bits);
  for (const User *user : value->users())
    if (auto *narrow = dyn_cast<TruncInst>(user);
        narrow && narrow->getType()->isIntegerTy(bits) && query.DT->dominates(narrow, query.CxtI))
      zeros |= computeKnownBits(narrow, query).Zero;
  return zeros;
}

// Whether a value has zeros where `set` has ones, judged by its lowest bits, also through a sign extension of these.
static bool has_zeros(Value *value, const APInt &set, const SimplifyQuery &query) {
  unsigned bits = set.getBitWidth();
  Value *extended;
  const APInt *left, *right;
  if (match(value, m_AShr(m_Shl(m_Value(extended), m_APInt(left)), m_APInt(right))) && *left == *right &&
      left->ult(bits)) {
    value = extended;
    bits -= unsigned(left->getZExtValue());
  }
  return set.getActiveBits() < bits && set.trunc(bits).isSubsetOf(low_zeros(value, bits, query));
}

// Extends the operands of a sum in place of the sum, where neither the sum nor one operand, a truncation, loses bits.
// An index that LLVM has widened to 64 bits in a loop then keeps its stride whatever it is where a guard keeps it out.
static Value *extended_operands(CastInst &extension) {
  const bool is_signed = isa<SExtInst>(extension);
  auto *sum = dyn_cast<BinaryOperator>(extension.getOperand(0));
  if (!sum || !(isa<ZExtInst>(extension) || is_signed)) return nullptr;
  const bool exact =
      sum->getOpcode() == Instruction::Or
          ? cast<PossiblyDisjointInst>(sum)->isDisjoint() && !is_signed
          : sum->getOpcode() == Instruction::Add && (is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap());
  if (!exact) return nullptr;
  for (unsigned k : {0u, 1u}) {
    auto *narrow = dyn_cast<TruncInst>(sum->getOperand(k));
    if (!narrow || narrow->getSrcTy() != extension.getType() ||
        !(is_signed ? narrow->hasNoSignedWrap() : narrow->hasNoUnsignedWrap()))
      continue;
    IRBuilder<> builder(&extension);
    Value *other = builder.CreateCast(extension.getOpcode(), sum->getOperand(1 - k), extension.getType());
    return builder.CreateAdd(narrow->getOperand(0), other, "", /*HasNUW=*/!is_signed, /*HasNSW=*/true);
  }
  return nullptr;
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
    const APInt *mask, *set;
    SimplifyQuery query(group.getDataLayout(), &analyses.getResult<DominatorTreeAnalysis>(group),
                        &analyses.getResult<AssumptionAnalysis>(group), &instruction);
    query.DC = &conditions;
    if (auto *extension = dyn_cast<CastInst>(&instruction))
      if (Value *sum = extended_operands(*extension)) {
        instruction.replaceAllUsesWith(sum);
        instruction.eraseFromParent();
        changed = true;
        continue;
      }
    if (auto *join = dyn_cast<PossiblyDisjointInst>(&instruction);
        join && !join->isDisjoint() && match(join, m_Or(m_Value(left), m_APInt(set))) && has_zeros(left, *set, query)) {
      join->setIsDisjoint(true);
      changed = true;
      continue;
    }
    if (instruction.getType()->isIntegerTy(64) && match(&instruction, m_And(m_Value(left), m_APInt(mask))) &&
        mask->isMask() && mask->getActiveBits() < 32 && (~mask->trunc(32)).isSubsetOf(low_zeros(left, 32, query))) {
      IRBuilder<> builder(&instruction);
      Value *narrow = builder.CreateTrunc(left, builder.getInt32Ty());
      instruction.replaceAllUsesWith(builder.CreateZExt(narrow, instruction.getType()));
      instruction.eraseFromParent();
      changed = true;
      continue;
    }
    if (!instruction.getType()->isIntegerTy() ||
        !match(&instruction, m_And(m_Or(m_Value(left), m_Value(right)), m_APInt(mask))) || !mask->isMask() ||
        !is_contained({8u, 16u, 32u}, mask->countr_one()))
      continue;
    const unsigned bits = mask->countr_one();
    if (!(low_zeros(left, bits, query) | low_zeros(right, bits, query)).isAllOnes()) continue;
    IRBuilder<> builder(&instruction);
    Type *narrow = builder.getIntNTy(bits);
    Value *joined = builder.CreateOr(builder.CreateTrunc(left, narrow), builder.CreateTrunc(right, narrow), "",
                                     /*IsDisjoint=*/true);
    instruction.replaceAllUsesWith(builder.CreateZExt(joined, instruction.getType()));
    instruction.eraseFromParent();
    changed = true;
  }
  return write_conversions(group) || changed;
}

}  // namespace wherry::compiler
