// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/ask_first.h"

#include "compiler/ir/conditions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

// The phi of the header that the next iteration has a value in.
static PHINode *phi_of_next(const Value *value, const BasicBlock &header, const BasicBlock &latch) {
  for (const PHINode &phi : header.phis())
    if (phi.getIncomingValueForBlock(&latch) == value) return const_cast<PHINode *>(&phi);
  return nullptr;
}

// Whether a counter's second value does not wrap around. After a wrap, the loop could go on from the other end of the
// counter's range, or never reach its bound.
static bool is_followed(const Value &begin, const BinaryOperator &next, bool up, bool is_signed) {
  if (is_signed ? next.hasNoSignedWrap() : up && next.hasNoUnsignedWrap()) return true;
  const ConstantRange range = computeConstantRange(&begin, is_signed);
  const APInt last = up ? (is_signed ? range.getSignedMax() : range.getUnsignedMax())
                        : (is_signed ? range.getSignedMin() : range.getUnsignedMin());
  return is_signed ? (up ? !last.isMaxSignedValue() : !last.isMinSignedValue())
                   : (up ? !last.isMaxValue() : !last.isMinValue());
}

bool ask_first(Loop &loop) {
  BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader(), *latch = loop.getLoopLatch();
  auto *branch = before && latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional()) return false;
  const bool stays = loop.contains(branch->getSuccessor(0));
  BasicBlock *out = branch->getSuccessor(stays);
  auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
  if (!compare || loop.contains(out)) return false;
  const Comparison test(*compare, stays, [&](const Value *value) { return !loop.isLoopInvariant(value); });
  auto *next = dyn_cast<BinaryOperator>(test.left);
  PHINode *counter = next ? phi_of_next(next, *header, *latch) : nullptr;
  if (!counter || !loop.isLoopInvariant(test.right)) return false;
  const bool up = match(next, m_Add(m_Specific(counter), m_One()));
  const bool is_signed = ICmpInst::isSigned(test.predicate), equal = ICmpInst::isNonStrictPredicate(test.predicate);
  if (!(up ? test.is_below() : match(next, m_Add(m_Specific(counter), m_AllOnes())) && test.is_above())) return false;
  Value *begin = counter->getIncomingValueForBlock(before);
  if (!is_followed(*begin, *next, up, is_signed)) return false;

  IRBuilder<> builder(before->getTerminator());
  builder.SetCurrentDebugLocation(branch->getDebugLoc());
  Value *least = equal ? begin : builder.CreateAdd(begin, ConstantInt::getSigned(begin->getType(), up ? 1 : -1));
  const auto later = up ? (is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax)
                        : (is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin);
  Value *end = builder.CreateBinaryIntrinsic(later, test.right, least);

  auto *asks = BasicBlock::Create(header->getContext(), "asks", header->getParent(), header);
  for (PHINode &phi : make_early_inc_range(header->phis())) phi.moveBefore(*asks, asks->end());
  before->getTerminator()->replaceSuccessorWith(header, asks);
  for (PHINode &phi : out->phis()) {
    const int at = phi.getBasicBlockIndex(latch);
    Value *value = phi.getIncomingValue(unsigned(at));
    auto *computed = dyn_cast<Instruction>(value);
    // The block `asks` is part of the loop, but `loop` does not list it yet.
    if (computed && (computed->getParent() == asks || loop.contains(computed))) {
      PHINode *last = phi_of_next(value, *asks, *latch);
      if (!last) {  // control does not leave before the first iteration: poison is never used
        last = PHINode::Create(phi.getType(), 2, "last", asks->begin());
        last->addIncoming(PoisonValue::get(phi.getType()), before);
        last->addIncoming(value, latch);
      }
      value = last;
    }
    phi.setIncomingBlock(unsigned(at), asks);
    phi.setIncomingValue(unsigned(at), value);
  }
  builder.SetInsertPoint(asks);
  builder.CreateCondBr(builder.CreateICmp(test.predicate, counter, end), header, out);
  builder.SetInsertPoint(branch);
  builder.CreateBr(asks)->setMetadata(LLVMContext::MD_loop, branch->getMetadata(LLVMContext::MD_loop));
  branch->eraseFromParent();
  return true;
}

}  // namespace wherry::compiler
