// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/narrow_phis.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kBits = 32;
constexpr unsigned kMostSteps = 4;  // operations from one iteration's value to the next one's

bool takes_low_half(const User *user) {
  const APInt *number;
  if (isa<TruncInst>(user)) return user->getType()->getIntegerBitWidth() <= kBits;
  if (match(user, m_Shl(m_Value(), m_APInt(number)))) return number->uge(kBits);
  return match(user, m_And(m_Value(), m_APInt(number))) && number->isIntN(kBits);
}

// As takes_low_half(); also sums, differences and products whose users all take the low half, or are the phi.
bool needs_low_half(const User *user, const PHINode &phi) {
  if (takes_low_half(user)) return true;
  return match(user, m_CombineOr(m_CombineOr(m_Add(m_Value(), m_Value()), m_Sub(m_Value(), m_Value())),
                                 m_Mul(m_Value(), m_Value()))) &&
         all_of(user->users(), [&](const User *next) { return next == &phi || takes_low_half(next); });
}

// The low half of `value`, computed in 32 bits where `value` is a sum or a difference.
Value *low_half(Value *value, PHINode *wide, PHINode *narrow, unsigned steps, IRBuilderBase &builder) {
  Type *type = narrow->getType();
  Value *a, *b;
  if (value == wide) return narrow;
  if (match(value, m_ZExtOrSExt(m_Value(a))) && a->getType() == type) return a;
  const bool sum = isa<BinaryOperator>(value) &&
                   (match(value, m_Add(m_Value(a), m_Value(b))) || match(value, m_Sub(m_Value(a), m_Value(b))));
  if (!sum || steps == 0) return builder.CreateTrunc(value, type);
  builder.SetInsertPoint(cast<Instruction>(value));
  a = low_half(a, wide, narrow, steps - 1, builder);
  builder.SetInsertPoint(cast<Instruction>(value));
  b = low_half(b, wide, narrow, steps - 1, builder);
  builder.SetInsertPoint(cast<Instruction>(value));
  return builder.CreateBinOp(cast<BinaryOperator>(value)->getOpcode(), a, b);
}

// LLVM writes "low half < 2^k" as "(wide & the bits above) == 0", and the low half, where it is below a constant, as
// "wide & (2^k - 1)".
void see_through_masks(Instruction *wide, Instruction *narrow, const DominatorTree &dominators) {
  IRBuilder<> builder(wide->getContext());
  const APInt *mask;
  for (User *above : SmallVector<User *>(wide->users())) {
    if (!match(above, m_And(m_Value(), m_APInt(mask))) || mask->countr_zero() >= kBits) continue;
    const uint64_t bound = uint64_t{1} << mask->countr_zero();
    if (mask->getZExtValue() != (UINT32_MAX & ~(bound - 1))) continue;
    for (User *compare : SmallVector<User *>(above->users())) {
      CmpPredicate as;
      if (!match(compare, m_ICmp(as, m_Specific(above), m_Zero())) || !ICmpInst::isEquality(as)) continue;
      builder.SetInsertPoint(cast<Instruction>(compare));
      Value *low = builder.CreateTrunc(wide, narrow->getType());
      compare->replaceAllUsesWith(builder.CreateICmp(as == ICmpInst::ICMP_EQ ? ICmpInst::ICMP_ULT : ICmpInst::ICMP_UGE,
                                                     low, builder.getInt32(uint32_t(bound))));
      cast<Instruction>(compare)->eraseFromParent();
    }
  }

  SmallVector<std::pair<BasicBlockEdge, uint64_t>> bounds;  // edges behind which the low half is below a bound
  for (User *low : wide->users()) {
    if (!isa<TruncInst>(low) || low->getType() != narrow->getType()) continue;
    for (User *compare : low->users()) {
      const APInt *bound;
      CmpPredicate as;
      if (!match(compare, m_ICmp(as, m_Specific(low), m_APInt(bound)))) continue;
      if (as != ICmpInst::ICMP_ULT && as != ICmpInst::ICMP_UGE) continue;
      for (User *user : compare->users())
        if (auto *branch = dyn_cast<BranchInst>(user))
          bounds.push_back(
              {{branch->getParent(), branch->getSuccessor(as == ICmpInst::ICMP_ULT ? 0 : 1)}, bound->getZExtValue()});
    }
  }
  for (User *low : SmallVector<User *>(wide->users()))
    if (match(low, m_And(m_Value(), m_LowBitMask(mask))) && any_of(bounds, [&](const auto &bound) {
          return bound.second <= mask->getZExtValue() + 1 &&
                 dominators.dominates(bound.first, cast<Instruction>(low)->getParent());
        })) {
      builder.SetInsertPoint(cast<Instruction>(low));
      low->replaceAllUsesWith(builder.CreateZExt(narrow, wide->getType()));
    }
}

SmallVector<PHINode *> phis_to_narrow(iterator_range<BasicBlock::phi_iterator> of) {
  SmallVector<PHINode *> phis;
  for (PHINode &phi : of)
    if (phi.getType()->isIntegerTy(64) && any_of(phi.users(), takes_low_half) &&
        all_of(phi.users(), [&](const User *user) { return needs_low_half(user, phi); }))
      phis.push_back(&phi);
  return phis;
}

void narrow(ArrayRef<PHINode *> phis, const DominatorTree &dominators) {
  for (PHINode *wide : phis) {
    IRBuilder<> builder(wide);
    PHINode *narrow = builder.CreatePHI(builder.getInt32Ty(), wide->getNumIncomingValues(), wide->getName());
    see_through_masks(wide, narrow, dominators);
    SmallVector<WeakTrackingVH> left;
    for (User *user : SmallVector<User *>(wide->users())) {
      auto *use = cast<Instruction>(user);
      builder.SetInsertPoint(use);
      // A sign extension is a pair of shifts.
      for (User *next : SmallVector<User *>(use->users()))
        if (match(use, m_Shl(m_Value(), m_SpecificInt(kBits))) &&
            match(next, m_AShr(m_Specific(use), m_SpecificInt(kBits)))) {
          builder.SetInsertPoint(cast<Instruction>(next));
          next->replaceAllUsesWith(builder.CreateSExt(narrow, wide->getType()));
          left.push_back(next);
        }
      builder.SetInsertPoint(use);
      if (isa<TruncInst>(use))
        use->replaceAllUsesWith(builder.CreateTrunc(narrow, use->getType()));
      else if (match(use, m_And(m_Value(), m_SpecificInt(UINT32_MAX))))
        use->replaceAllUsesWith(builder.CreateZExt(narrow, wide->getType()));
      else {
        // The flags hold for a value with its upper half.
        use->dropPoisonGeneratingFlags();
        for (User *next : use->users()) cast<Instruction>(next)->dropPoisonGeneratingFlags();
        use->replaceUsesOfWith(wide, builder.CreateZExt(narrow, wide->getType()));
      }
      left.push_back(use);
    }
    for (unsigned i = 0; i < wide->getNumIncomingValues(); ++i) {
      BasicBlock *from = wide->getIncomingBlock(i);
      builder.SetInsertPoint(from->getTerminator());
      // Several edges from one block bring one value.
      const int before = narrow->getBasicBlockIndex(from);
      narrow->addIncoming(before >= 0 ? narrow->getIncomingValue(static_cast<unsigned>(before))
                                      : low_half(wide->getIncomingValue(i), wide, narrow, kMostSteps, builder),
                          from);
    }
    left.push_back(wide);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(left);
  }
}

}  // namespace

static void narrow_index_phis(Function &function, const DominatorTree &dominators) {
  // Ids are compared with powers of two in the same way.
  SmallSetVector<Instruction *, 4> masked;
  for (Instruction &instruction : instructions(function)) {
    const APInt *mask;
    Value *of;
    if (match(&instruction, m_And(m_Value(of), m_APInt(mask))) && mask->isShiftedMask() &&
        mask->getActiveBits() == kBits && isa<Instruction>(of) && !isa<PHINode>(of) && of->getType()->isIntegerTy(64))
      masked.insert(cast<Instruction>(of));
  }
  for (Instruction *wide : masked) {
    IRBuilder<> builder(wide->getParent(), std::next(wide->getIterator()));
    auto *narrow = cast<Instruction>(builder.CreateTrunc(wide, builder.getInt32Ty(), wide->getName()));
    see_through_masks(wide, narrow, dominators);
    if (narrow->use_empty()) narrow->eraseFromParent();
  }
  SmallVector<PHINode *> phis;
  for (BasicBlock &block : function) append_range(phis, phis_to_narrow(block.phis()));
  narrow(phis, dominators);
}

bool narrow_phis(BasicBlock &block, const DominatorTree &dominators, function_ref<bool(PHINode &)> which) {
  SmallVector<PHINode *> phis = phis_to_narrow(block.phis());
  erase_if(phis, [&](PHINode *phi) { return !which(*phi); });
  narrow(phis, dominators);
  return !phis.empty();
}

bool NarrowPhisPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  narrow_index_phis(*kernel.group, analyses.getResult<DominatorTreeAnalysis>(*kernel.group));
  return true;
}

}  // namespace wherry::compiler
