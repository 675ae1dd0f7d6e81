// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/drop_dead_masks.h"

#include "compiler/ir/changed_instructions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

// Whether an instruction keeps the low bits of a number: a mask, or the extension of the low bits' sign.
bool keeps_low_bits(const Instruction &instruction, Value *&whole, APInt &kept) {
  const APInt *number, *up;
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  if (match(&instruction, m_And(m_Value(whole), m_LowBitMask(number)))) return kept = *number, true;
  if (!match(&instruction, m_AShr(m_Shl(m_Value(whole), m_APInt(up)), m_APInt(number))) || *up != *number ||
      number->uge(bits))
    return false;
  return kept = APInt::getLowBitsSet(bits, bits - unsigned(number->getZExtValue())), true;
}

// Whether InstCombine may have left a mask in front of users that do not ask for the masked bits: another user asks for
// them, or a phi, which InstCombine does not look through, is between.
bool is_mask(const Instruction &instruction) {
  Value *whole;
  APInt kept;
  return keeps_low_bits(instruction, whole, kept) &&
         (instruction.hasNUsesOrMore(2) || any_of(instruction.users(), IsaPred<PHINode>));
}

// Drops the flags (`nuw`, `exact`, ranges) of a mask's user, which may not hold for the number without the mask. Bits
// of the user's result that nobody demands may differ then, so the flags of the result's users are dropped, too, and so
// on.
void drop_flags(Instruction &first, DemandedBits &demanded) {
  SmallSetVector<Instruction *, 8> changed;
  changed.insert(&first);
  for (unsigned i = 0; i < changed.size(); ++i) {
    Instruction *each = changed[i];
    each->dropPoisonGeneratingAnnotations();
    if (!each->getType()->isIntOrIntVectorTy() || demanded.getDemandedBits(each).isAllOnes()) continue;
    for (User *user : each->users()) changed.insert(cast<Instruction>(user));
  }
}

}  // namespace

PreservedAnalyses DropDeadMasksPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<WeakTrackingVH> masks;
  for (Instruction &instruction : instructions(function))
    if (is_mask(instruction)) masks.emplace_back(&instruction);
  if (masks.empty()) return PreservedAnalyses::all();
  auto &demanded = analyses.getResult<DemandedBitsAnalysis>(function);
  SmallVector<std::pair<Use *, Value *>> uses;
  for (Value *each : masks) {
    auto *mask = cast<Instruction>(each);
    APInt kept;
    Value *whole;
    if (!keeps_low_bits(*mask, whole, kept)) continue;
    for (Use &use : mask->uses())
      if (use.getUser()->getType()->isIntOrIntVectorTy() && demanded.getDemandedBits(&use).isSubsetOf(kept))
        uses.emplace_back(&use, whole);
  }
  if (uses.empty()) return PreservedAnalyses::all();
  for (auto [use, whole] : uses) drop_flags(*cast<Instruction>(use->getUser()), demanded);
  for (auto [use, whole] : uses) use->set(whole);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(masks);
  return preserved_by_instructions(true);
}

}  // namespace wherry::compiler
