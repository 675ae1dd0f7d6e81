// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/split_copies.h"

#include "compiler/analysis/pointer_uses.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/metadata.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {
namespace {

// The size of a variable's elements and the copies to split: none if another use of the variable forbids interleaving.
struct Copies {
  uint64_t element = 0;
  SmallVector<MemCpyInst *> copies;
  const MemIntrinsic *obstacle = nullptr;  // of an array that is indexed by elements
};

// Whether a number of bytes is known to be a multiple of an element's.
bool is_of_elements(const Value &bytes, uint64_t element, const DataLayout &layout) {
  if (auto *constant = dyn_cast<ConstantInt>(&bytes)) return constant->getZExtValue() % element == 0;
  return isPowerOf2_64(element) && computeKnownBits(&bytes, layout).countMinTrailingZeros() >= Log2_64(element);
}

Copies copies_of(const AllocaInst &variable) {
  const PointerUses uses(variable, {});
  Copies found{indexed_element(uses, variable.getDataLayout()), {}, nullptr};
  for (const PointerUse &use : uses.uses()) {
    auto *memory = dyn_cast<MemIntrinsic>(use.use->getUser());
    if (!memory || !found.element) continue;
    // LaneStrides can interleave a variable that all work-items fill with the same bytes: a memset, a constant table.
    if (isa<MemSetInst>(memory)) continue;
    auto *copy = dyn_cast<MemCpyInst>(memory);
    if (copy && isa<Constant>(copy->getRawSource()->stripPointerCasts())) continue;
    if (!copy || copy->isVolatile() || !is_of_elements(*copy->getLength(), found.element, variable.getDataLayout()))
      return {0, {}, memory};
    found.copies.push_back(copy);
  }
  return found;
}

// Copies the element that begins `offset` bytes behind the source's and the destination's first byte.
void copy_element(IRBuilder<> &builder, const MemCpyInst &copy, uint64_t element, Value *offset) {
  const auto *constant = dyn_cast<ConstantInt>(offset);
  const uint64_t step = constant ? constant->getZExtValue() : element;
  auto aligned = [&](MaybeAlign whole) { return commonAlignment(whole.valueOrOne(), step); };
  Value *from = builder.CreateInBoundsGEP(builder.getInt8Ty(), copy.getRawSource(), offset);
  Value *to = builder.CreateInBoundsGEP(builder.getInt8Ty(), copy.getRawDest(), offset);
  Value *moved =
      builder.CreateAlignedLoad(builder.getIntNTy(unsigned(8 * element)), from, aligned(copy.getSourceAlign()));
  builder.CreateAlignedStore(moved, to, aligned(copy.getDestAlign()));
}

void split(MemCpyInst &copy, uint64_t element) {
  IRBuilder<> builder(&copy);
  auto *constant = dyn_cast<ConstantInt>(copy.getLength());
  if (constant && constant->getZExtValue() / element <= cost::kMostWithoutLoop) {
    for (uint64_t at = 0; at < constant->getZExtValue(); at += element)
      copy_element(builder, copy, element, builder.getInt64(at));
  } else {
    Value *bytes = builder.CreateZExt(copy.getLength(), builder.getInt64Ty());
    BasicBlock *before = copy.getParent(), *after = SplitBlock(before, &copy);
    BasicBlock *body = BasicBlock::Create(copy.getContext(), "copy", before->getParent(), after);
    before->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(before);
    builder.SetCurrentDebugLocation(copy.getDebugLoc());
    builder.CreateCondBr(builder.CreateICmpNE(bytes, builder.getInt64(0)), body, after);
    builder.SetInsertPoint(body);
    builder.SetCurrentDebugLocation(copy.getDebugLoc());
    PHINode *at = builder.CreatePHI(builder.getInt64Ty(), 2, "copied");
    copy_element(builder, copy, element, at);
    Value *next = builder.CreateNUWAdd(at, builder.getInt64(element));
    at->addIncoming(builder.getInt64(0), before);
    at->addIncoming(next, body);
    builder.CreateCondBr(builder.CreateICmpULT(next, bytes), body, after);
  }
  copy.eraseFromParent();
}

}  // namespace

PreservedAnalyses SplitCopiesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallMapVector<MemCpyInst *, uint64_t, 4> copies;
  for (const Instruction &instruction : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && !variable->hasMetadata(kSharedVariable)) {
      const Copies found = copies_of(*variable);
      if (found.obstacle)
        remark_at(*found.obstacle, "'" + variable->getName() +
                                       "' is not interleaved by work-items: its bytes are moved "
                                       "here by an operation that cannot be split into elements");
      for (MemCpyInst *copy : found.copies) {
        uint64_t &bytes = copies[copy];
        bytes = bytes ? std::min(bytes, found.element) : found.element;
      }
    }
  for (auto [copy, element] : copies) split(*copy, element);
  return copies.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace wherry::compiler
