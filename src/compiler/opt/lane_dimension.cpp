// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/lane_dimension.h"

#include <cmath>

#include "compiler/analysis/item_strides.h"
#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/vectorise/cost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

struct Cost {
  double accesses = 0;  // cost of all accesses of a vector of neighbours
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

// The dimension from `first` on whose neighbours access memory at the least cost. `allowed`: whether a dimension may be
// taken.
unsigned cheapest(Function &group, FunctionAnalysisManager &analyses, unsigned first,
                  function_ref<bool(unsigned dimension, const Cost &)> allowed) {
  const LoopInfo &loops = analyses.getResult<LoopAnalysis>(group);
  const ItemStrides &strides = analyses.getResult<ItemStridesAnalysis>(group);
  unsigned best = first;
  double least = cost_along(group, strides, loops, first).accesses;
  for (unsigned dimension = first + 1; dimension < 3; ++dimension) {
    const Cost cost = cost_along(group, strides, loops, dimension);
    if (cost.accesses >= least || !allowed(dimension, cost)) continue;
    best = dimension;
    least = cost.accesses;
  }
  return best;
}

// Says where another dimension, along which stores are contiguous, would cost less than `taken`, but for `why`.
void say_why_not(Function &group, FunctionAnalysisManager &analyses, unsigned taken, const Twine &why) {
  if (!explains(group)) return;
  const unsigned better =
      cheapest(group, analyses, taken, [](unsigned, const Cost &cost) { return cost.stores_contiguously; });
  if (better != taken)
    remark(group, ("  lanes along dimension " + Twine(taken) + ", though neighbours along dimension " + Twine(better) +
                   " reach memory at less cost: " + why + "\n")
                      .str());
}

// Work-group functions and copies take work-items in the order of linear ids; null: the kernel has none.
const Instruction *ordered_operation(Function &group) {
  for (const Instruction &instruction : instructions(group)) {
    const Intrinsic id = intrinsic_of(instruction);
    if ((is_group_operation(id) && id != Intrinsic::__wherry_barrier) || id == Intrinsic::__wherry_item)
      return &instruction;
  }
  return nullptr;
}

unsigned lane_dimension(const KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  Function &group = *kernel.group;
  auto wide = [&](unsigned dimension) { return !kernel.local_size[0] || kernel.local_size[dimension] > 1; };
  unsigned first = 0;
  while (first < 2 && !wide(first)) ++first;
  if (!wide(first)) return 0;
  if (const Instruction *ordered = ordered_operation(group)) {
    say_why_not(group, analyses, first, described(*ordered) + " takes work-items in their order");
    return first;
  }
  // If the kernel takes no id of a dimension, launches most probably have size 1 there.
  for (unsigned dimension = first; dimension < 3; ++dimension)
    if (wide(dimension) &&
        any_of(instructions(group), [=](const Instruction &one) { return is_id_of(one, dimension); })) {
      first = dimension;
      break;
    }
  if (!(kernel.regroupable || kernel.local_size[0])) {
    say_why_not(group, analyses, first, "the size of work-groups is not known");
    return first;
  }
  // A known size that leaves more lanes empty than along the first dimension.
  auto too_few = [&](unsigned dimension) {
    return !kernel.regroupable &&
           (!wide(dimension) ||
            kernel.local_size[dimension] < std::min(cost::kLeastLanesElsewhere, kernel.local_size[first]));
  };
  const unsigned best = cheapest(group, analyses, first, [&](unsigned dimension, const Cost &cost) {
    return cost.stores_contiguously && !too_few(dimension);
  });
  if (best == first) say_why_not(group, analyses, first, "work-groups have too few work-items along it");
  return best;
}

}  // namespace

bool ChooseLaneDimensionPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &analyses) {
  if (kernel.sub_groups || kernel.waits) {
    say_why_not(*kernel.group, analyses, 0,
                kernel.sub_groups ? "sub-groups take work-items in their order"
                                  : "work-items may wait for each other in their order");
    return false;
  }
  kernel.lane_dimension = lane_dimension(kernel, analyses);
  kernel.write();
  return kernel.lane_dimension != 0;
}

}  // namespace wherry::compiler
