// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/nontemporal_stores.h"

#include "compiler/analysis/argument_origin.h"
#include "compiler/analysis/item_loops.h"
#include "compiler/analysis/target.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/metadata.h"
#include "kernel_abi/abi.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

constexpr unsigned kMostStores = 16;  // each becomes a branch and two stores
constexpr uint64_t kLeastBytes = 16;  // the narrowest non-temporal store of vectors

// Whether a block runs at most once for each work-item: there is no loop around it but those over work-items.
bool once_for_an_item(const ItemLoops &item_loops, const LoopInfo &loops, const BasicBlock *block) {
  const ItemLoop *loop = item_loops.around(block);
  return loop && loops.getLoopFor(block) == loop->items && loop->items->getLoopDepth() == 1 + loop->outer.size();
}

SmallVector<StoreInst *> streams(Function &group) {
  SmallVector<StoreInst *> found;
  for (Instruction &instruction : instructions(group))
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && store->hasMetadata(kStreamed) && store->getValueOperand()->getType()->isVectorTy())
      found.push_back(store);
  return found;
}

}  // namespace

void mark_streamed_stores(Function &group, FunctionAnalysisManager &analyses) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  const ItemLoops &item_loops = analyses.getResult<ItemLoopsAnalysis>(group);
  const ArgumentOrigins &origins = analyses.getResult<ArgumentOriginAnalysis>(group);
  SmallDenseSet<unsigned> loaded;                        // slots
  SmallVector<std::pair<StoreInst *, unsigned>> stores;  // stores with their arguments' slots
  for (Instruction &instruction : instructions(group)) {
    // A work-item that waits for another one's store relies on the order of stores.
    if (instruction.isAtomic() || instruction.isVolatile()) return;
    if (isa<CallBase>(instruction) && instruction.mayReadOrWriteMemory() &&
        !isa<LifetimeIntrinsic, NoAliasScopeDeclInst>(instruction))
      return;
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || instruction.hasMetadata(LLVMContext::MD_invariant_load)) continue;
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space == kGenericSpace) return;
    if (space != kGlobalSpace) continue;
    const PointerOrigin origin = origins.of(pointer);
    const auto slot = origin.kind == PointerOrigin::buffer ? std::optional(origin.slot) : origins.image_of(origin);
    if (!slot) return;
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      stores.emplace_back(store, *slot);
    else
      loaded.insert(*slot);
  }
  LLVMContext &context = group.getContext();
  for (auto [store, slot] : stores) {
    if (loaded.contains(slot) || !once_for_an_item(item_loops, loops, store->getParent())) continue;
    const uint64_t bytes = group.getDataLayout().getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
    auto *number = ConstantInt::get(Type::getInt32Ty(context), bytes);
    store->setMetadata(kStreamed, MDNode::getDistinct(context, ConstantAsMetadata::get(number)));
  }
}

static uint32_t streamed_bytes(Function &group) {
  const SmallVector<StoreInst *> stores = streams(group);
  if (stores.empty() || stores.size() > kMostStores) return 0;
  SmallPtrSet<const MDNode *, 8> counted;
  uint64_t bytes = 0;
  for (const StoreInst *store : stores)
    if (const MDNode *node = store->getMetadata(kStreamed); counted.insert(node).second)
      bytes += mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue();
  return uint32_t(bytes);
}

namespace {

// Stores of one size in a block, without accesses to memory between them: one branch serves all.
struct StoreRun {
  Align align;
  SmallVector<StoreInst *, 4> stores;
};

SmallVector<StoreRun> runs_of(ArrayRef<StoreInst *> stores) {
  const auto follows = [](const StoreInst &before, const StoreInst &store) {
    return before.getParent() == store.getParent() &&
           none_of(make_range(std::next(before.getIterator()), store.getIterator()),
                   [](const Instruction &between) { return between.mayReadOrWriteMemory(); });
  };
  SmallVector<StoreRun> runs;
  for (StoreInst *store : stores) {
    const uint64_t bytes = store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
    if (bytes < kLeastBytes || !isPowerOf2_64(bytes)) continue;
    const Align align(std::min(bytes, kCacheLine));
    if (runs.empty() || runs.back().align != align || !follows(*runs.back().stores.back(), *store))
      runs.push_back({align, {}});
    runs.back().stores.push_back(store);
  }
  return runs;
}

}  // namespace

// LLVM's code generator has no non-temporal stores of 16-bit floats: it makes plain ones, also of what is converted
// from such floats, unless a fence that takes no instruction stands between.
static void store_halves_as_floats(StoreInst &store) {
  auto *type = dyn_cast<FixedVectorType>(store.getValueOperand()->getType());
  if (!type || !type->getElementType()->is16bitFPTy()) return;
  IRBuilder<> builder(&store);
  auto *floats = FixedVectorType::get(builder.getFloatTy(), type->getNumElements() / 2);
  store.setOperand(0, builder.CreateArithmeticFence(builder.CreateBitCast(store.getValueOperand(), floats), floats));
}

static void stream_stores(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  const SmallVector<StoreInst *> stores = streams(function);
  Argument *context = function.getArg(1);
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  Type *number = builder.getInt64Ty();
  Value *plain =
      builder.CreateLoad(number, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context,
                                                                    offsetof(abi::GroupContext, plain_stores)));
  for (const StoreRun &run : runs_of(stores)) {
    const Align align = run.align;
    builder.SetInsertPoint(run.stores.back());
    Value *addresses = plain;
    SmallPtrSet<const Value *, 4> asked;
    for (StoreInst *store : run.stores) {
      APInt offset(64, 0);
      Value *base = store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
      // Addresses a multiple of the alignment apart are aligned alike: their common base tells.
      if (offset.urem(align.value()) != 0) base = store->getPointerOperand();
      if (asked.insert(base).second) addresses = builder.CreateOr(builder.CreatePtrToInt(base, number), addresses);
    }
    Value *streams = builder.CreateIsNull(builder.CreateAnd(addresses, builder.getInt64(align.value() - 1)));
    Instruction *past = nullptr, *through = nullptr;
    SplitBlockAndInsertIfThenElse(streams, run.stores.back()->getIterator(), &past, &through);
    for (StoreInst *store : run.stores) {
      auto *streamed = cast<StoreInst>(store->clone());
      streamed->insertBefore(past->getIterator());
      streamed->setAlignment(align);
      streamed->setMetadata(LLVMContext::MD_nontemporal,
                            MDNode::get(builder.getContext(), ConstantAsMetadata::get(builder.getInt32(1))));
      store_halves_as_floats(*streamed);
      store->moveBefore(through->getIterator());
    }
  }
  // Inferred before the function read its context.
  context->removeAttr(Attribute::ReadNone);
  function.removeFnAttr(Attribute::Memory);
}

bool MarkStreamedStoresPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  if (!kernel.vectorise) return false;
  mark_streamed_stores(*kernel.group, analyses);
  return true;
}

bool CountStreamedBytesPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  kernel.streamed_bytes = streamed_bytes(*kernel.group);
  kernel.write();
  return kernel.streamed_bytes != 0;
}

bool NontemporalStoresPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  if (kernel.streamed_bytes == 0) return false;
  stream_stores(*kernel.group);
  return true;
}

}  // namespace wherry::compiler
