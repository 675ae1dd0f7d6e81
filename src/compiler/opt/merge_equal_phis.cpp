// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/merge_equal_phis.h"

#include "compiler/ir/changed_instructions.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kDeepest = 6;    // operations, one from the other
constexpr unsigned kMostPaths = 8;  // that compute a value

// The number whose low 32 bits `value` extends to 64, by their sign or with zeros; null: `value` is no such extension.
Value *extended(const Value *value, bool &is_signed) {
  Value *whole;
  is_signed = match(value, m_SExt(m_Value(whole))) ||
              match(value, m_AShr(m_Shl(m_Value(whole), m_SpecificInt(32)), m_SpecificInt(32)));
  if (!value->getType()->isIntegerTy(64) || (!is_signed && !match(value, m_ZExt(m_Value(whole))) &&
                                             !match(value, m_And(m_Value(whole), m_SpecificInt(UINT32_MAX))) &&
                                             !match(value, m_And(m_Value(whole), m_SpecificInt(INT32_MAX)))))
    return nullptr;
  if (whole->getType()->isIntegerTy(32)) match(whole, m_Trunc(m_Value(whole)));
  return whole->getType()->isIntegerTy(32) || whole->getType()->isIntegerTy(64) ? whole : nullptr;
}

// The number that one value extends by its sign and the other one with zeros, if a branch's condition says that the
// number is not below 0 where it is extended with zeros; null: these are no such values.
Value *extended_by_both(const Value *a, const Value *b) {
  bool a_signed = false, b_signed = false;
  Value *whole = extended(a, a_signed);
  if (!whole || whole != extended(b, b_signed) || a_signed == b_signed) return nullptr;
  const auto *zeros = dyn_cast<Instruction>(a_signed ? b : a);
  auto is_positive = [&](const Value *number) {
    return number->getType()->isIntegerTy(32) &&
           isImpliedByDomCondition(CmpInst::ICMP_SGE, number, Constant::getNullValue(number->getType()), zeros,
                                   zeros->getDataLayout())
               .value_or(false);
  };
  return zeros && (is_positive(whole) ||
                   any_of(whole->users(), [&](const User *user) { return isa<TruncInst>(user) && is_positive(user); }))
             ? whole
             : nullptr;
}

// Whether two values are one, computed by equal operations from values that stand before `phi`'s block. Of two paths,
// one may extend a number by its sign that the other extends with zeros; of more, a third may know less of the number.
bool are_equal(const Value *a, const Value *b, const PHINode &phi, const DominatorTree &dominators, unsigned depth) {
  if (a == b) {
    auto *instruction = dyn_cast<Instruction>(a);
    return !instruction || dominators.properlyDominates(instruction->getParent(), phi.getParent());
  }
  const Value *whole = phi.getNumIncomingValues() == 2 ? extended_by_both(a, b) : nullptr;
  if (whole) return are_equal(whole, whole, phi, dominators, depth);
  auto *one = dyn_cast<Instruction>(a), *other = dyn_cast<Instruction>(b);
  if (!one || !other || depth == 0 || one->getNumOperands() == 0 ||
      isa<PHINode, CallBase, AllocaInst, FreezeInst>(one) || one->mayReadOrWriteMemory() ||
      !isSafeToSpeculativelyExecute(one))
    return false;
  if (!one->isSameOperationAs(other, Instruction::CompareIgnoringAlignment)) return false;
  for (unsigned i = 0; i < one->getNumOperands(); ++i)
    if (!are_equal(one->getOperand(i), other->getOperand(i), phi, dominators, depth - 1)) return false;
  return true;
}

// The value in front of `place`: of the operations that both compute, with the flags that both have.
Value *merged(Value *a, Value *b, Instruction &place) {
  if (a == b) return a;
  if (Value *whole = extended_by_both(a, b)) {
    IRBuilder<> builder(&place);
    return builder.CreateSExt(builder.CreateTrunc(whole, builder.getInt32Ty()), a->getType());
  }
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

// The first of a phi's incoming values that is a cast; null: there is none.
CastInst *first_cast(const PHINode &phi) {
  for (Value *value : phi.incoming_values())
    if (auto *cast = dyn_cast<CastInst>(value)) return cast;
  return nullptr;
}

// Whether `value` is `from`, converted as `cast` does. Constants are folded.
bool is_converted(Value *value, Value *from, const CastInst &cast) {
  if (auto *constant = dyn_cast<Constant>(from))
    return ConstantFoldCastOperand(cast.getOpcode(), constant, cast.getType(), cast.getDataLayout()) == value;
  auto *converted = dyn_cast<CastInst>(value);
  return converted && converted->getOpcode() == cast.getOpcode() && converted->getOperand(0) == from;
}

// The phi of the same block whose incoming values `phi` takes converted, all by the same cast; null: there is none.
PHINode *converted_phi(PHINode &phi) {
  const CastInst *cast = first_cast(phi);
  if (!cast) return nullptr;
  for (PHINode &other : phi.getParent()->phis())
    if (&other != &phi && other.getType() == cast->getSrcTy() && all_of(phi.blocks(), [&](const BasicBlock *block) {
          return is_converted(phi.getIncomingValueForBlock(block), other.getIncomingValueForBlock(block), *cast);
        }))
      return &other;
  return nullptr;
}

}  // namespace

PreservedAnalyses MergeEqualPhisPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  SmallVector<WeakTrackingVH> joined;
  for (BasicBlock &block : function)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      auto erase = [&] {
        joined.append(phi.op_begin(), phi.op_end());
        phi.eraseFromParent();
        changed = true;
      };
      if (PHINode *other = converted_phi(phi)) {
        phi.replaceAllUsesWith(CastInst::Create(first_cast(phi)->getOpcode(), other, phi.getType(), phi.getName(),
                                                block.getFirstNonPHIIt()));
        erase();
        continue;
      }
      const unsigned paths = phi.getNumIncomingValues();
      if (paths < 2 || paths > kMostPaths || !dominators.isReachableFromEntry(&block) || phi.hasConstantValue())
        continue;
      Value *first = phi.getIncomingValue(0);
      if (!all_of(drop_begin(phi.incoming_values()),
                  [&](const Use &other) { return are_equal(first, other, phi, dominators, kDeepest); }))
        continue;
      // In front of the paths, so that GVN takes the paths' own operations for redundant.
      BasicBlock *before = dominators.getNode(&block)->getIDom()->getBlock();
      Value *one = first;
      for (const Use &other : drop_begin(phi.incoming_values())) {
        joined.emplace_back(one);
        one = merged(one, other, *before->getTerminator());
      }
      phi.replaceAllUsesWith(one);
      erase();
    }
  // A path that computed nothing else is empty then.
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(joined);
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
