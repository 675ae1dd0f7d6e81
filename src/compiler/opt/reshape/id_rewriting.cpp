// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/id_rewriting.h"

#include "compiler/opt/reshape/address_expressions.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

class InCounters : public SCEVRewriteVisitor<InCounters> {
 public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;

  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *steps) {
    for (PHINode &phi : steps->getLoop()->getHeader()->phis()) {
      if (phi.getType() != steps->getType()) continue;
      const SCEV *distance = SE.getMinusSCEV(steps, SE.getSCEV(&phi));
      if (!isa<SCEVCouldNotCompute>(distance) && SE.isLoopInvariant(distance, steps->getLoop()))
        return SE.getAddExpr(SE.getUnknown(&phi), distance);
    }
    return steps;
  }
};

// A sum of products: the factors of each, none a sum or product, and the number that they are multiplied by.
using Polynomial = std::map<std::vector<const SCEV *>, APInt>;

constexpr size_t kMostTerms = 32;  // an address has a few

class Distributed : public SCEVRewriteVisitor<Distributed> {
 public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;

  const SCEV *visitAddExpr(const SCEVAddExpr *sum) { return distributed(sum); }
  const SCEV *visitMulExpr(const SCEVMulExpr *product) { return distributed(product); }

 private:
  const SCEV *distributed(const SCEV *number) {
    SmallVector<const SCEV *, 8> terms{SE.getZero(number->getType())};
    for (const auto &[factors, times] : polynomial_of(number)) {
      if (times.isZero()) continue;
      SmallVector<const SCEV *, 4> product{SE.getConstant(times)};
      product.append(factors.begin(), factors.end());
      terms.push_back(SE.getMulExpr(product));
    }
    return SE.getAddExpr(terms);
  }

  Polynomial polynomial_of(const SCEV *number) {
    const auto bits = unsigned(SE.getTypeSizeInBits(number->getType()));
    if (auto *constant = dyn_cast<SCEVConstant>(number)) return {{{}, constant->getAPInt()}};
    Polynomial made;
    if (auto *sum = dyn_cast<SCEVAddExpr>(number)) {
      for (const SCEV *each : sum->operands())
        for (const auto &[factors, times] : polynomial_of(each))
          made.try_emplace(factors, bits, 0).first->second += times;
    } else if (auto *product = dyn_cast<SCEVMulExpr>(number)) {
      made.emplace(std::vector<const SCEV *>(), APInt(bits, 1));
      for (const SCEV *each : product->operands()) {
        const Polynomial by = polynomial_of(each);
        if (made.size() * by.size() > kMostTerms) return {{{number}, APInt(bits, 1)}};
        made = times(made, by, bits);
      }
    } else {
      made.emplace(std::vector{visit(number)}, APInt(bits, 1));
    }
    return made;
  }

  static Polynomial times(const Polynomial &one, const Polynomial &other, unsigned bits) {
    Polynomial made;
    for (const auto &[factors, number] : one)
      for (const auto &[other_factors, other_number] : other) {
        auto all = factors;
        all.insert(all.end(), other_factors.begin(), other_factors.end());
        sort(all);
        made.try_emplace(all, bits, 0).first->second += number * other_number;
      }
    return made;
  }
};

}  // namespace

const SCEV *distributed(const SCEV *number, ScalarEvolution &evolution) { return Distributed(evolution).visit(number); }

const SCEV *count_of(const Loop &loop, ScalarEvolution &evolution) {
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  if (auto *extension = dyn_cast<SCEVZeroExtendExpr>(count)) count = extension->getOperand();
  if (auto *most = dyn_cast<SCEVSMaxExpr>(count))
    if (most->getNumOperands() == 2 && most->getOperand(0)->isZero()) count = most->getOperand(1);
  if (auto *extension = dyn_cast<SCEVSignExtendExpr>(count)) count = extension->getOperand();
  return count;
}

Value *expand_at(Instruction &place, const SCEV *number, SCEVExpander &expander) {
  InCounters in_counters(*expander.getSE());
  return expander.expandCodeFor(in_counters.visit(number), number->getType(), place.getIterator());
}

Value *computed_with(ValueToValueMapTy &others, Value *value, IRBuilder<> &builder,
                     function_ref<bool(const Instruction &)> is_known) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction) return value;
  if (Value *known = others.lookup(value)) return known;
  if (isa<PHINode>(instruction)) return value;
  SmallVector<Value *> operands;
  for (Use &operand : instruction->operands())
    operands.push_back(computed_with(others, operand.get(), builder, is_known));
  if (equal(operands, instruction->operands()) && is_known(*instruction)) return others[value] = value;
  Instruction *made = instruction->clone();
  for (auto [k, operand] : enumerate(operands)) made->setOperand(unsigned(k), operand);
  return others[value] = builder.Insert(made, value->getName());
}

IdCalls unify_id_calls(Function &group, ArrayRef<Intrinsic> ids) {
  IdCalls calls;
  for (Instruction &instruction : make_early_inc_range(instructions(group)))
    for (Intrinsic id : ids) {
      const auto dimension = dimension_of(&instruction, id);
      if (!dimension) continue;
      Instruction *&first = calls[{id, *dimension}];
      if (first) {
        instruction.replaceAllUsesWith(first);
        instruction.eraseFromParent();
      } else {
        first = &instruction;
        instruction.moveBefore(group.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      }
      break;
    }
  return calls;
}

void remove_dead_code(Function &function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock &block : function) {
      changed |= DeleteDeadPHIs(&block);
      for (Instruction &instruction : make_early_inc_range(reverse(block)))
        if (isInstructionTriviallyDead(&instruction)) {
          instruction.eraseFromParent();
          changed = true;
        }
    }
  }
}

}  // namespace wherry::compiler
