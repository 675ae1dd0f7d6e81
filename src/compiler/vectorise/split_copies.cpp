// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/split_copies.h"

#include "compiler/analysis/pointer_uses.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/metadata.h"
#include "compiler/vectorise/cost.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {
namespace {

// A variable's elements and the copies to split: none if another use of the variable forbids interleaving.
struct Copies {
  uint64_t element = 0;  // bytes
  Type *type = nullptr;  // of an access to an element, if there is one that fills it
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
  Copies found{indexed_element(uses, variable.getDataLayout()), nullptr, {}, nullptr};
  for (const PointerUse &use : uses.uses()) {
    if (use.kind == PointerUse::load || use.kind == PointerUse::store)
      if (Type *type = getLoadStoreType(use.user()); type->getPrimitiveSizeInBits() == 8 * found.element)
        found.type = type;
    auto *memory = dyn_cast<MemIntrinsic>(use.use->getUser());
    if (!memory || !found.element) continue;
    // LaneStrides can interleave a variable that all work-items fill with the same bytes: a memset, a constant table.
    if (isa<MemSetInst>(memory)) continue;
    auto *copy = dyn_cast<MemCpyInst>(memory);
    if (copy && isa<Constant>(copy->getRawSource()->stripPointerCasts())) continue;
    if (!copy || copy->isVolatile() || !is_of_elements(*copy->getLength(), found.element, variable.getDataLayout()))
      return {0, nullptr, {}, memory};
    found.copies.push_back(copy);
  }
  return found;
}

// Copies of unknown length to and from a variable of vectors, or of vectors and elements; `element`: of the smallest
// access. None: the variable has other uses.
Copies vector_copies_of(const AllocaInst &variable) {
  const PointerUses uses(variable, {});
  const DataLayout &layout = variable.getDataLayout();
  Copies found;
  bool has_vectors = false;
  for (const PointerUse &use : uses.uses()) {
    if (use.kind == PointerUse::load || use.kind == PointerUse::store) {
      Type *type = getLoadStoreType(use.user());
      has_vectors |= type->isVectorTy();
      const uint64_t size = layout.getTypeStoreSize(type);
      if (!isPowerOf2_64(size) || type->getPrimitiveSizeInBits() != 8 * size) return {};
      if (!found.type || size < found.element) found.type = type, found.element = size;
    } else if (auto *copy = dyn_cast<MemCpyInst>(use.use->getUser())) {
      if (!copy->isVolatile() && !isa<ConstantInt>(copy->getLength())) found.copies.push_back(copy);
    } else if (use.kind != PointerUse::memory_dest && use.kind != PointerUse::memory_source &&
               use.kind != PointerUse::lifetime) {
      return {};
    }
  }
  if (!has_vectors) return {};
  erase_if(found.copies,
           [&](const MemCpyInst *copy) { return !is_of_elements(*copy->getLength(), found.element, layout); });
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

// Moves or fills memory by a loop as written: the counter, of elements, is tested before each iteration. `move` writes
// the element of a counter's value. `most`: elements of a variable, which the length does not leave; 0: not known.
void split_by_counter(MemIntrinsic &whole, uint64_t element, uint64_t most,
                      function_ref<void(IRBuilder<> &, Value *)> move) {
  assert(isPowerOf2_64(element));
  IRBuilder<> builder(&whole);
  Value *bytes = builder.CreateZExt(whole.getLength(), builder.getInt64Ty()), *count = nullptr;
  const APInt scale(64, Log2_64(element));
  // The number that was scaled, unless its upper bits got lost.
  if (!match(bytes, m_Shl(m_Value(count), m_SpecificInt(scale))) ||
      computeKnownBits(count, whole.getDataLayout()).countMinLeadingZeros() < scale.getZExtValue())
    count = builder.CreateLShr(bytes, scale.getZExtValue(), "elements", /*isExact=*/true);
  if (most) count = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, builder.getInt64(most));
  BasicBlock *before = whole.getParent(), *after = SplitBlock(before, &whole);
  BasicBlock *header = BasicBlock::Create(whole.getContext(), "copies", before->getParent(), after);
  BasicBlock *body = BasicBlock::Create(whole.getContext(), "copy", before->getParent(), after);
  before->getTerminator()->setSuccessor(0, header);
  builder.SetInsertPoint(header);
  builder.SetCurrentDebugLocation(whole.getDebugLoc());
  PHINode *at = builder.CreatePHI(builder.getInt64Ty(), 2, "copied");
  builder.CreateCondBr(builder.CreateICmpNE(at, count), body, after);
  builder.SetInsertPoint(body);
  builder.SetCurrentDebugLocation(whole.getDebugLoc());
  move(builder, at);
  at->addIncoming(builder.getInt64(0), before);
  at->addIncoming(builder.CreateAdd(at, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true), body);
  builder.CreateBr(header);
  whole.eraseFromParent();
}

// How LoopCopiesPass splits a copy.
struct Split {
  Type *type = nullptr;  // of an element
  uint64_t bytes = 0;    // of the smaller variable; 0: they do not matter
};

void copy_by_counter(MemCpyInst &copy, Split split) {
  Type *type = split.type;
  const uint64_t element = copy.getDataLayout().getTypeStoreSize(type);
  split_by_counter(copy, element, split.bytes / element, [&](IRBuilder<> &builder, Value *at) {
    Value *from = builder.CreateInBoundsGEP(type, copy.getRawSource(), at);
    Value *to = builder.CreateInBoundsGEP(type, copy.getRawDest(), at);
    Value *moved = builder.CreateAlignedLoad(type, from, commonAlignment(copy.getSourceAlign().valueOrOne(), element));
    builder.CreateAlignedStore(moved, to, commonAlignment(copy.getDestAlign().valueOrOne(), element));
  });
}

// The bytes of an element in a fill of global or local memory, which OpenCL C has no words for but a loop, or a
// structure's assignment; 0: another operation. Fills of unknown length stay: a row for each work-item (Hough's
// transform) took 1.15 times as long as a loop.
uint64_t filled_element(const MemSetInst &fill) {
  const unsigned space = fill.getDestAddressSpace();
  auto *place = dyn_cast<GEPOperator>(fill.getRawDest());
  if (fill.isVolatile() || (space != kGlobalSpace && space != kLocalSpace) || !isa<ConstantInt>(fill.getValue()) ||
      !isa<ConstantInt>(fill.getLength()) || (place && place->getSourceElementType()->isStructTy()))
    return 0;
  const uint64_t element = std::min<uint64_t>(fill.getDestAlign().valueOrOne().value(), 8);
  return is_of_elements(*fill.getLength(), element, fill.getDataLayout()) ? element : 0;
}

void fill_by_counter(MemSetInst &fill, uint64_t element) {
  const auto bits = unsigned(8 * element);
  const APInt byte = cast<ConstantInt>(fill.getValue())->getValue();
  Constant *number = ConstantInt::get(fill.getContext(), APInt::getSplat(bits, byte));
  split_by_counter(fill, element, 0, [&](IRBuilder<> &builder, Value *at) {
    Value *place = builder.CreateInBoundsGEP(number->getType(), fill.getRawDest(), at);
    builder.CreateAlignedStore(number, place, Align(element));
  });
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

// Whether a variable can be assigned as a whole: OpenCL C's arrays cannot, but for those in structures.
static bool is_assignable(const AllocaInst &variable) {
  Type *type = variable.getAllocatedType();
  if (!type->isArrayTy()) return true;
  while (type->isArrayTy()) type = type->getArrayElementType();
  return type->isStructTy();
}

// A memmove becomes a memcpy if alias analysis tells its source from its target. Clang makes a memmove of a copying
// loop without looking at where its pointers come from, and the SPIR-V reader one of an OpCopyMemory whose address is a
// phi. Returns whether a memmove has become a memcpy.
static bool make_copies_of_moves(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  for (Instruction &each : instructions(function)) {
    auto *move = dyn_cast<MemMoveInst>(&each);
    if (!move || move->isVolatile() ||
        !analyses.getResult<AAManager>(function).isNoAlias(MemoryLocation::getForDest(move),
                                                           MemoryLocation::getForSource(move)))
      continue;
    Type *types[] = {move->getRawDest()->getType(), move->getRawSource()->getType(), move->getLength()->getType()};
    move->setCalledFunction(Intrinsic::getOrInsertDeclaration(function.getParent(), Intrinsic::memcpy, types));
    changed = true;
  }
  return changed;
}

PreservedAnalyses LoopCopiesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const DataLayout &layout = function.getDataLayout();
  const bool moves = make_copies_of_moves(function, analyses);
  SmallMapVector<MemCpyInst *, Split, 4> copies;
  SmallPtrSet<const MemCpyInst *, 4> assigned;
  for (const Instruction &instruction : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      Copies found = copies_of(*variable);
      if (!found.element && !found.obstacle) found = vector_copies_of(*variable);
      if (!found.type) continue;
      for (MemCpyInst *copy : found.copies) {
        // With a loop in place of structures' assignments, copying 48 elements in and out took 1.4 to 4 times as long.
        if (isa<ConstantInt>(copy->getLength()) && is_assignable(*variable)) assigned.insert(copy);
        Split &split = copies[copy];
        if (!split.type || found.element < layout.getTypeStoreSize(split.type)) split.type = found.type;
        const uint64_t bytes = variable->getAllocationSize(layout).value_or(TypeSize::getZero());
        split.bytes = split.bytes ? std::min(split.bytes, bytes) : bytes;
      }
    }
  copies.remove_if([&](const auto &copy) { return assigned.contains(copy.first); });
  SmallVector<std::pair<MemSetInst *, uint64_t>, 4> fills;
  for (Instruction &each : instructions(function))
    if (auto *fill = dyn_cast<MemSetInst>(&each))
      if (const uint64_t element = filled_element(*fill)) fills.push_back({fill, element});
  // LLVM unrolls a loop fully only if it knows the greatest number of iterations: a copy whose length changes in a loop
  // around it gets the variable's number of elements as that.
  const LoopInfo *loops = copies.empty() ? nullptr : &analyses.getResult<LoopAnalysis>(function);
  for (auto &[copy, split] : copies) {
    const Loop *around = loops->getLoopFor(copy->getParent());
    while (around && around->isLoopInvariant(copy->getLength())) around = around->getParentLoop();
    if (!around) split.bytes = 0;
  }
  for (auto [copy, split] : copies) copy_by_counter(*copy, split);
  for (auto [fill, element] : fills) fill_by_counter(*fill, element);
  return copies.empty() && fills.empty() && !moves ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace wherry::compiler
