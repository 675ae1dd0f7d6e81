// SPDX-License-Identifier: Apache-2.0
#include "compiler/opt/reshape/reshape_nd_range.h"

#include "compiler/ir/diagnostics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_metadata.h"
#include "compiler/lower/global_ids.h"
#include "compiler/opt/reshape/address_expressions.h"
#include "compiler/opt/reshape/index_conversions.h"
#include "compiler/opt/reshape/reshaping.h"
#include "compiler/vectorise/cost.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

Function &copy(Function &group) {
  ValueToValueMapTy map;
  Function &made = *CloneFunction(&group, map);
  made.setName(group.getName() + ".reshaped");
  return made;
}

// The host reshapes no launch with an offset.
void forget_offsets(Function &group) {
  for (Instruction &instruction : make_early_inc_range(instructions(group)))
    if (intrinsic_of(instruction) == Intrinsic::__wherry_global_offset) {
      instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), 0));
      instruction.eraseFromParent();
    }
}

// The host gives all reshaped launches three dimensions.
bool asks_dimensions(Function &group) {
  return any_of(instructions(group),
                [](const Instruction &each) { return intrinsic_of(each) == Intrinsic::__wherry_work_dim; });
}

void mark_apart(const KernelFacts &facts) {
  LLVMContext &context = facts.group->getContext();
  for (Instruction &load : instructions(*facts.group)) {
    const auto offset = load.getType()->isPointerTy() ? argument_offset(load, *facts.group) : std::nullopt;
    if (!offset) continue;
    for (const auto &[index, slot] : enumerate(facts.slots))
      if (slot.pointer && slot.offset == *offset)
        load.setMetadata(
            kApart, MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), index))));
  }
}

// Replaces numbers among the arguments that all launches of a variant have in common.
void fix_arguments(const KernelFacts &facts) {
  const KnownOfLaunch known = KnownOfLaunch::of(*facts.group);
  for (Instruction &load : instructions(*facts.group))
    if (const auto offset = argument_offset(load, *facts.group))
      for (const auto &[index, value] : known.arguments)
        if (facts.slots[index].offset == *offset && load.getType()->isIntegerTy(value.getBitWidth()))
          load.replaceAllUsesWith(ConstantInt::get(load.getType(), value));
}

// Whether a loop's counter is divided by what is no constant; constants are as a rule too small for rows.
bool divides_counter(Function &group, const CountedLoops &loops) {
  return any_of(instructions(group), [&](Instruction &each) {
    if (!each.isIntDivRem() && !each.isShift() && each.getOpcode() != Instruction::And) return false;
    const auto *phi = dyn_cast<PHINode>(without_conversions(each.getOperand(0)));
    return phi && loops.contains(phi->getParent()) && !isa<ConstantInt>(each.getOperand(1));
  });
}

// Makes all that can be found in the function, one after another, as often as there are dimensions. Returns whether
// anything was found.
class Reshaper {
 public:
  // `turned`: as grouped_ids() has it.
  Reshaper(Function &group, StringRef kernel, bool turned)
      : group_(group), turned_(turned), shape_(group, "shape." + kernel) {}

  // So that work-items do not see how they are grouped. `divided`: they are grouped in two dimensions first.
  bool run_on_groups(bool divided) {
    if (divided && !apply(divided_ids(group_))) return false;
    apply(loops_from_zero(group_));
    if (!apply(staged_loads(group_))) return false;
    if (!sees_groups(group_) || (apply(grouped_ids(group_, turned_)) && !sees_groups(group_))) return true;
    for (const Instruction &each : instructions(group_))
      if (turned_ && !hindrance_.at && intrinsic_of(each) == Intrinsic::__wherry_local_id)
        hindrance_ = {&each, "what a work-item does hangs on its place in its work-group"};
    return false;
  }

  // Of work-items that do not see how they are grouped.
  bool run_on_items() {
    apply(private_copies(group_));
    const bool coarsened = apply(coarsened_items(group_));
    if (apply(index_division(group_))) {
      if (!coarsened) apply(coarsened_items(group_));
      // Of loops along rows alone, as over a pixel's channels, since a launch whose loop has too few iterations for a
      // dimension runs as it is written, with the index divided; other loops need more iterations.
      CountedLoops none;
      if (!apply(loop_dimension(group_, none, LoopIterations::checked_along_rows))) apply(apart_buffers(group_));
      return true;
    }
    CountedLoops counted_loops = count_loops_by_one(group_);
    // A loop over the grid by an index that is divided: whether iterations depend on each other can be told by its
    // parts.
    if (counted_loops.size() == 1 && divides_counter(group_, counted_loops))
      return apply(loop_dimension(group_, counted_loops, LoopIterations::taken_for_independent)) &&
             counted_loops.empty() && apply(index_division(group_)) && apply(independent_ids(group_));
    bool found = false;
    while (apply(loop_dimension(group_, counted_loops))) found = true;
    if (!found && counted_loops.empty()) return (!needs_apart_ && apply(apart_buffers(group_))) || coarsened;
    return found && counted_loops.empty();
  }

  bool needs_apart() const { return needs_apart_; }
  const Reshaping::Hindrance &hindrance() const { return hindrance_; }
  Function &finish() { return shape_.finish(); }

 private:
  bool apply(std::unique_ptr<Reshaping> way) {
    if (!way->find()) {
      hindrance_ = way->hindrance();
      return false;
    }
    way->emit(shape_);
    way->apply();
    needs_apart_ |= way->needs_apart();
    return true;
  }

  Function &group_;
  const bool turned_;
  LaunchShape shape_;
  bool needs_apart_ = false;
  Reshaping::Hindrance hindrance_;
};

// How a kernel gets another ND-range.
struct Way {
  bool sees_groups;      // before
  bool divided = false;  // as run_on_groups() has it
  bool turned = false;   // as grouped_ids() has it
  bool of_items = true;  // whether work-items, which do not see how they are grouped any more, become others
};

bool take(const Way &way, Reshaper &reshaper) {
  return (!way.sees_groups || reshaper.run_on_groups(way.divided)) && (!way.of_items || reshaper.run_on_items());
}

// The way for a kernel that sees how its work-items are grouped; nothing: it cannot do without. Tried on copies alone:
// what the compiler notes of ids would change the kernel's code.
std::optional<Way> way_without_groups(Function &group, StringRef kernel) {
  const bool may_be = group.getInstructionCount() <= cost::kMostTwice && any_of(instructions(group), [](auto &each) {
                        return intrinsic_of(each) == Intrinsic::__wherry_barrier;
                      });
  if (!may_be) return {};
  for (bool divided : {true, false}) {
    if (divided && !divided_ids(group)->find()) continue;
    for (bool turned : {false, true}) {
      Function &made = copy(group);
      forget_offsets(made);
      Reshaper reshaper(made, kernel, turned);
      const bool found = reshaper.run_on_groups(divided), of_items = found && reshaper.run_on_items();
      const auto [at, what] = reshaper.hindrance();
      if (at && !divided && explains(made)) remark_at(*at, Twine("work-groups stay as they are: ") + what);
      reshaper.finish().eraseFromParent();
      made.eraseFromParent();
      if (found) return Way{true, divided, turned, of_items};
      if (at) break;
    }
  }
  return {};
}

}  // namespace

bool ReshapeNdRangePass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  const bool variant = kernel.reshaped;
  if (kernel.sub_groups || kernel.enqueues || kernel.block || asks_dimensions(group) || is_debugged(group))
    return false;
  const bool sees = sees_groups(group);
  if (kernel.local_size[0] && !variant && !sees) return false;
  if (!sees) write_conversions(group);
  const std::optional<Way> way = sees ? way_without_groups(group, kernel.name) : Way{false};
  CountedLoops none;
  if (!way || (!sees && !index_division(group)->find() && !loop_dimension(group, none)->find() &&
               !asks_global_size(group) && !loops_over_blocks(group) && !private_copies(group)->find() &&
               !apart_buffers(group)->find() && !coarsened_items(group)->find()))
    return false;
  Function &made = variant ? group : copy(group);
  forget_offsets(made);
  Reshaper reshaper(made, kernel.name, way->turned);
  const bool found = take(*way, reshaper);
  Function &shape = reshaper.finish();
  if (!found) {
    shape.eraseFromParent();
    if (!variant) made.eraseFromParent();
    return variant;  // half done; the host does not take a variant without a shape
  }
  KernelFacts facts = KernelFacts::of(made);
  facts.reshaped = true;
  facts.needs_apart = reshaper.needs_apart();
  if (!variant) facts.local_size = {};
  facts.write();
  if (facts.needs_apart) mark_apart(facts);
  made.setMetadata(kShape, MDNode::get(group.getContext(), ConstantAsMetadata::get(&shape)));
  if (variant) {
    fix_arguments(facts);
    // A width of the general code knows no local size.
    if (kernel.local_size[0]) {
      lower_global_ids(group);
      fix_local_size(group, kernel.local_size);
    }
  }
  return true;
}

}  // namespace wherry::compiler
