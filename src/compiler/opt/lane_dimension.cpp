// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/lane_dimension.h"

#include <cmath>

#include "compiler/analysis/item_strides.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

struct Cost {
  double accesses = 0;  // of a vector of neighbours
  bool stores_contiguously = false;
};

Cost cost_along(Function &group, const ItemStrides &strides, const LoopInfo &loops, unsigned dimension) {
  Cost cost;
  for (Instruction &instruction : instructions(group)) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || isa<AllocaInst>(getUnderlyingObject(pointer)) ||
        instruction.hasMetadata(LLVMContext::MD_invariant_load))
      continue;
    const std::optional<int64_t> stride = strides.of(pointer, dimension).stride();
    const auto size = int64_t(group.getDataLayout().getTypeStoreSize(getLoadStoreType(&instruction)).getFixedValue());
    // Members of neighbouring structures are loaded and stored as rows.
    const bool contiguous = stride && std::abs(*stride) <= cost::kNearMembers * size;
    const bool stores = isa<StoreInst>(instruction);
    cost.stores_contiguously |= contiguous && stores && *stride != 0;
    const double vector = contiguous ? cost::kContiguousVector : stores ? cost::kScatterVector : cost::kGatherVector;
    const unsigned depth = std::min(cost::kMostLoopDepth, loops.getLoopDepth(instruction.getParent()));
    cost.accesses += vector * std::pow(cost::kDimensionIterations, depth);
  }
  return cost;
}

unsigned lane_dimension(const KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  auto wide = [&](unsigned dimension) { return !kernel.local_size[0] || kernel.local_size[dimension] > 1; };
  unsigned first = 0;
  while (first < 2 && !wide(first)) ++first;
  if (!wide(first)) return 0;
  // Work-group functions and copies take work-items in the order of linear ids.
  const bool ordered = any_of(instructions(group), [](const Instruction &instruction) {
    const Intrinsic id = intrinsic_of(instruction);
    return (is_group_operation(id) && id != Intrinsic::__wherry_barrier) || id == Intrinsic::__wherry_item;
  });
  if (ordered) return first;
  // If the kernel takes no id of a dimension, launches most probably have size 1 there.
  for (unsigned dimension = first; dimension < 3; ++dimension)
    if (wide(dimension) &&
        any_of(instructions(group), [=](const Instruction &one) { return is_id_of(one, dimension); })) {
      first = dimension;
      break;
    }
  if (!(kernel.regroupable || kernel.local_size[0])) return first;
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  const ItemStrides &strides = analyses.getResult<ItemStridesAnalysis>(group);
  unsigned best = first;
  double least = cost_along(group, strides, loops, first).accesses;
  for (unsigned dimension = first + 1; dimension < 3; ++dimension) {
    // A known size that leaves more lanes empty than along the first dimension.
    if (!kernel.regroupable && (!wide(dimension) || kernel.local_size[dimension] <
                                                        std::min(cost::kLeastLanesElsewhere, kernel.local_size[first])))
      continue;
    const Cost cost = cost_along(group, strides, loops, dimension);
    if (!cost.stores_contiguously || cost.accesses >= least) continue;
    best = dimension;
    least = cost.accesses;
  }
  return best;
}

}  // namespace

bool ChooseLaneDimensionPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  if (kernel.sub_groups || kernel.waits) return false;  // their order is that of linear ids
  kernel.lane_dimension = lane_dimension(kernel, analyses);
  kernel.write();
  return kernel.lane_dimension != 0;
}

}  // namespace wherry::compiler
