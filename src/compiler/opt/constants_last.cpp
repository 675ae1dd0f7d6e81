// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/constants_last.h"

#include "compiler/ir/changed_instructions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

constexpr unsigned kDeepest = 4;  // sums, one in the other

// x + constant + y, computed as (x + constant) + y.
struct Sum {
  Instruction *sum;
  ConstantInt *constant;
};

// The sums of two numbers and a constant, and those of the two alone.
struct Sums {
  SmallVector<Sum, 4> with_constant;
  Instruction *without = nullptr;
};

bool is_index(const Instruction &sum) {
  return any_of(sum.users(), [](const User *user) { return isa<SExtInst, ZExtInst, GetElementPtrInst>(user); });
}

bool may_wrap(const Instruction &sum) {
  return sum.getOpcode() == Instruction::Add && sum.getType()->isIntegerTy() && !sum.hasNoSignedWrap() &&
         !sum.hasNoUnsignedWrap();
}

// Whether a sum has a term that is multiplied by a constant: neighbouring elements are then members of what a work-item
// accesses. Else neighbours are other work-items' elements, each access is contiguous by itself, and sums in common
// only make registers scarce (a Harris corner filter took 1.05 times as long).
bool has_factor(const Value *number, unsigned depth) {
  auto *operation = dyn_cast<BinaryOperator>(number);
  if (!operation || depth == 0) return false;
  switch (operation->getOpcode()) {
  case Instruction::Shl:
  case Instruction::Mul: return isa<ConstantInt>(operation->getOperand(1));
  case Instruction::Add:
  case Instruction::Or:
    return has_factor(operation->getOperand(0), depth - 1) || has_factor(operation->getOperand(1), depth - 1);
  default: return false;
  }
}

}  // namespace

PreservedAnalyses ConstantsLastPass::run(Function &function, FunctionAnalysisManager &analyses) {
  MapVector<std::pair<Value *, Value *>, Sums> all;
  auto add = [&](Value *x, Value *y) -> Sums & {
    const auto other = all.find({y, x});
    return other != all.end() ? other->second : all[{x, y}];
  };
  for (Instruction &sum : instructions(function)) {
    if (!may_wrap(sum)) continue;
    for (unsigned k : {0u, 1u}) {
      Value *x = nullptr, *y = sum.getOperand(1 - k);
      ConstantInt *constant = nullptr;
      if (!isa<Constant>(y) && isa<Instruction>(sum.getOperand(k)) && is_index(sum) &&
          match(sum.getOperand(k), m_AddLike(m_Value(x), m_ConstantInt(constant)))) {
        add(x, y).with_constant.push_back({&sum, constant});
        break;
      }
    }
  }
  for (Instruction &sum : instructions(function))
    if (may_wrap(sum))
      for (const std::pair<Value *, Value *> &key :
           {std::pair(sum.getOperand(0), sum.getOperand(1)), std::pair(sum.getOperand(1), sum.getOperand(0))})
        if (const auto found = all.find(key); found != all.end() && !found->second.without)
          found->second.without = &sum;
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<WeakTrackingVH> replaced;
  for (auto &[key, sums] : all) {
    Instruction *base = sums.without;
    if ((!base && sums.with_constant.size() < 2) ||
        !(has_factor(key.first, kDeepest) || has_factor(key.second, kDeepest)))
      continue;
    if (!base || !all_of(sums.with_constant, [&](const Sum &each) { return dominators.dominates(base, each.sum); })) {
      Instruction *later = nullptr;  // of the operands
      for (Value *operand : {key.first, key.second})
        if (auto *made = dyn_cast<Instruction>(operand); made && (!later || dominators.dominates(later, made)))
          later = made;
      const auto place = later ? later->getInsertionPointAfterDef()
                               : std::optional(function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      if (!place) continue;
      base = BinaryOperator::CreateAdd(key.first, key.second);
      base->insertBefore(*place);
    }
    for (const Sum &each : sums.with_constant) {
      Value *made = IRBuilder<>(each.sum).CreateAdd(base, each.constant);
      made->takeName(each.sum);
      each.sum->replaceAllUsesWith(made);
      replaced.push_back(each.sum);
    }
  }
  const bool changed = !replaced.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return preserved_by_instructions(changed);
}

}  // namespace wherry::compiler
