// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/counted_pointers.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// A comparison of a pointer, or of the pointer's next value, with an end.
struct End {
  ICmpInst *compare;
  PHINode *pointer;
  Value *end;
  int64_t step;   // of the pointer, in bytes
  bool has_gone;  // the next value is compared
};

// The bytes by which a pointer that stays in its object goes on in each iteration; 0: another pointer.
int64_t step_of(const PHINode &pointer, const BasicBlock *latch) {
  auto *next = dyn_cast<GetElementPtrInst>(pointer.getIncomingValueForBlock(latch));
  if (!next || next->getPointerOperand() != &pointer || !next->isInBounds()) return 0;
  APInt offset(64, 0);
  return next->accumulateConstantOffset(next->getDataLayout(), offset) ? offset.getSExtValue() : 0;
}

// Whether the end, too, is in the object in which the pointer starts: the number of bytes between them has then not
// wrapped around.
bool stays_in_object(const Value *end, const Value *start) {
  for (auto *step = dyn_cast<GEPOperator>(end); step && end != start; step = dyn_cast<GEPOperator>(end)) {
    if (!step->isInBounds()) return false;
    end = step->getPointerOperand();
  }
  return true;
}

std::optional<End> end_of(BasicBlock &exiting, const Loop &loop) {
  auto *branch = dyn_cast<BranchInst>(exiting.getTerminator());
  auto *compare = branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || !compare->isEquality() || !loop.contains(compare) ||
      !compare->getOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  for (unsigned side : {0, 1}) {
    Value *moving = compare->getOperand(side), *end = compare->getOperand(1 - side);
    if (!loop.isLoopInvariant(end)) continue;
    for (PHINode &phi : loop.getHeader()->phis()) {
      const bool has_gone = phi.getIncomingValueForBlock(loop.getLoopLatch()) == moving;
      if (!phi.getType()->isPointerTy() || (&phi != moving && !has_gone)) continue;
      if (const int64_t step = step_of(phi, loop.getLoopLatch()); step > 0)
        return End{compare, &phi, end, step, has_gone};
    }
  }
  return std::nullopt;
}

}  // namespace

const SCEV *divided(const SCEV *number, int64_t by, ScalarEvolution &evolution) {
  if (by == 1) return number;
  if (auto *constant = dyn_cast<SCEVConstant>(number)) {
    const unsigned bits = constant->getAPInt().getBitWidth();
    if (!isIntN(bits, by)) return nullptr;
    const APInt divisor(bits, uint64_t(by), /*isSigned=*/true);
    return constant->getAPInt().srem(divisor).isZero() ? evolution.getConstant(constant->getAPInt().sdiv(divisor))
                                                       : nullptr;
  }
  SmallVector<const SCEV *> parts;
  if (auto *sum = dyn_cast<SCEVAddExpr>(number)) {
    for (const SCEV *part : sum->operands()) {
      parts.push_back(divided(part, by, evolution));
      if (!parts.back()) return nullptr;
    }
    return evolution.getAddExpr(parts);
  }
  if (auto *steps = dyn_cast<SCEVAddRecExpr>(number)) {
    for (const SCEV *part : steps->operands()) {
      parts.push_back(divided(part, by, evolution));
      if (!parts.back()) return nullptr;
    }
    return evolution.getAddRecExpr(parts, steps->getLoop(), SCEV::FlagAnyWrap);
  }
  auto *product = dyn_cast<SCEVMulExpr>(number);
  const SCEV *factor = product ? divided(product->getOperand(0), by, evolution) : nullptr;
  if (!factor || !isa<SCEVConstant>(factor)) return nullptr;
  append_range(parts, product->operands());
  parts[0] = factor;
  return evolution.getMulExpr(parts);
}

// Whether the bytes' parts say that none of them has wrapped around, or the steps are few enough, or no two numbers of
// steps lead to one place. Unsigned indices may wrap around: p + 2 * n.
bool is_exact(const SCEV *bytes, const SCEV *steps, int64_t step, ScalarEvolution &evolution) {
  if (step % 2 != 0) return true;
  const APInt most = APInt::getSignedMaxValue(64).sdiv(APInt(64, uint64_t(step)));
  if (ConstantRange(-most, most).contains(evolution.getSignedRange(steps))) return true;
  if (auto *sum = dyn_cast<SCEVAddExpr>(bytes))
    return all_of(sum->operands(),
                  [&](const SCEV *part) { return isa<SCEVConstant>(part) || is_exact(part, part, step, evolution); });
  return isa<SCEVMulExpr>(bytes) && cast<SCEVMulExpr>(bytes)->hasNoSignedWrap();
}

bool count_pointers(Loop &loop, ScalarEvolution &evolution) {
  BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch(), *before = loop.getLoopPreheader();
  BasicBlock *exiting = loop.getExitingBlock();
  if (!latch || !before || !exiting) return false;
  const auto found = end_of(*exiting, loop);
  if (!found) return false;
  Value *start = found->pointer->getIncomingValueForBlock(before);
  if (!stays_in_object(found->end, start)) return false;
  const SCEV *bytes = evolution.getMinusSCEV(evolution.getSCEV(found->end), evolution.getSCEV(start));
  if (isa<SCEVCouldNotCompute>(bytes) || !bytes->getType()->isIntegerTy(64)) return false;
  const SCEV *steps = divided(bytes, found->step, evolution);
  SCEVExpander expander(evolution, "steps");
  Instruction *ahead = before->getTerminator();
  if (!steps || !evolution.isLoopInvariant(steps, &loop) || !expander.isSafeToExpandAt(steps, ahead)) return false;

  IRBuilder<> builder(ahead);
  Value *count = expander.expandCodeFor(steps, builder.getInt64Ty(), ahead->getIterator());
  // The steps to the end are the least number of them that leads there: an object has fewer than 2^64 bytes.
  if (!is_exact(bytes, steps, found->step, evolution))
    count = builder.CreateAnd(count, ~uint64_t(0) >> countr_zero(uint64_t(found->step)));
  auto *counter = PHINode::Create(builder.getInt64Ty(), 2, "counter", header->begin());
  counter->addIncoming(builder.getInt64(0), before);
  builder.SetInsertPoint(latch->getTerminator());
  counter->addIncoming(builder.CreateNUWAdd(counter, builder.getInt64(1)), latch);
  builder.SetInsertPoint(found->compare);
  Value *now = found->has_gone ? builder.CreateNUWAdd(counter, builder.getInt64(1)) : counter;
  Value *compare = builder.CreateICmp(found->compare->getPredicate(), now, count);
  evolution.forgetLoop(&loop);
  found->compare->replaceAllUsesWith(compare);
  found->compare->eraseFromParent();
  return true;
}

}  // namespace wherry::compiler
