// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/uniform_offsets.h"

#include "compiler/analysis/target.h"
#include "compiler/ir/changed_instructions.h"
#include "compiler/vectorise/candidates.h"
#include "compiler/vectorise/emit/body.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace wherry::compiler {

namespace {

GetElementPtrInst *indexed(Value *address) {
  auto *step = dyn_cast<GetElementPtrInst>(address);
  return step && step->getNumIndices() == 1 && step->getType()->isPointerTy() &&
                 step->getOperand(1)->getType()->isIntegerTy(64)
             ? step
             : nullptr;
}

// An address (base + index) + offsets that a load or store uses. Base and offsets are the same for all lanes.
struct Address {
  GetElementPtrInst *address, *step;
  SmallVector<GetElementPtrInst *, 2> offsets;  // the first of them to be added last
  Type *accessed;
};

// Null: other addresses, or steps outside of the item loop.
std::optional<Address> address_of(Instruction &access, const Loop &items, const LaneStrides &strides) {
  Value *pointer = getLoadStorePointerOperand(&access);
  GetElementPtrInst *step = pointer ? indexed(pointer) : nullptr;
  if (!step || isa<Constant>(step->getOperand(1)) || strides.stride(step)) return std::nullopt;
  Address found{.address = step, .step = nullptr, .offsets = {}, .accessed = getLoadStoreType(&access)};
  for (; step && items.contains(step); step = indexed(step->getPointerOperand())) {
    if (strides.uniform(step->getOperand(1))) {
      found.offsets.push_back(step);
      continue;
    }
    found.step = step;
    return strides.uniform(step->getPointerOperand()) ? std::optional(found) : std::nullopt;
  }
  return std::nullopt;
}

// The index as one of elements of a type, where bytes are counted; null: it is none.
Value *index_of_elements(const GetElementPtrInst &step, Type &type, const DataLayout &layout) {
  const uint64_t size = layout.getTypeStoreSize(&type);
  Value *index = nullptr;
  ConstantInt *shift = nullptr;
  return layout.getTypeAllocSize(step.getSourceElementType()) == 1 && layout.getTypeAllocSize(&type) == size &&
                 match(step.getOperand(1), m_Shl(m_Value(index), m_ConstantInt(shift))) && shift->getValue().ult(64) &&
                 uint64_t{1} << shift->getZExtValue() == size
             ? index
             : nullptr;
}

// Whether the search below could find an address.
bool has_candidates(const Loop &items, const DataLayout &layout) {
  return any_of(items.blocks(), [&](BasicBlock *block) {
    return any_of(*block, [&](Instruction &access) {
      Value *pointer = getLoadStorePointerOperand(&access);
      GetElementPtrInst *step = pointer ? indexed(pointer) : nullptr;
      return step && items.contains(step) &&
             (indexed(step->getPointerOperand()) || index_of_elements(*step, *getLoadStoreType(&access), layout));
    });
  });
}

}  // namespace

PreservedAnalyses UniformOffsetsFirstPass::run(Function &group, FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(group);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(group);
  const DataLayout &layout = group.getDataLayout();
  SmallVector<Address> all;
  for (const ItemLoop &items : analyses.getResult<ItemLoopsAnalysis>(group)) {
    if (!has_candidates(*items.items, layout) || !why_not_by_form(*items.items, /*must=*/false).empty()) continue;
    const LaneAnalyses lanes(items, loops, dominators);
    SmallVector<Address> found;
    SmallPtrSet<const Value *, 16> met;
    for (BasicBlock *block : items.items->blocks())
      for (Instruction &access : *block)
        if (auto address = address_of(access, *items.items, lanes.strides);
            address && met.insert(address->address).second)
          if (!address->offsets.empty() || index_of_elements(*address->step, *address->accessed, layout))
            found.push_back(*address);
    if (found.empty()) continue;
    VectorBody::LaneVariables variables;
    constexpr unsigned kLanes = 16;  // any number
    const VectorBody body(*items.items, items.index, lanes.flow, lanes.strides, kLanes,
                          TargetDescription::of(group).register_bits, *items.items->getLoopPreheader(), variables);
    for (Address &address : found)
      if (body.has_run_time_check(address.step, address.accessed) ||
          (!address.offsets.empty() && body.has_table_index(*address.step)))
        all.push_back(address);
  }
  SmallVector<WeakTrackingVH> replaced;
  for (const Address &each : all) {
    IRBuilder<> builder(each.address);
    Value *base = each.step->getPointerOperand();
    for (GetElementPtrInst *offset : reverse(each.offsets))
      base = builder.CreateGEP(offset->getSourceElementType(), base, offset->getOperand(1));
    Value *elements = index_of_elements(*each.step, *each.accessed, layout);
    Value *made = elements ? builder.CreateGEP(each.accessed, base, elements)
                           : builder.CreateGEP(each.step->getSourceElementType(), base, each.step->getOperand(1));
    made->takeName(each.address);
    each.address->replaceAllUsesWith(made);
    replaced.push_back(each.address);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return preserved_by_instructions(!all.empty());
}

}  // namespace wherry::compiler
