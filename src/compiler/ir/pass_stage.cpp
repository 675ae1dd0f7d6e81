// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/pass_stage.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_facts.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace wherry::compiler {

namespace {

// A value of a function for which `holds`; null: none.
template <class F> const Value *find_value(const Function &function, F &&holds) {
  for (const Instruction &instruction : instructions(function)) {
    if (holds(instruction)) return &instruction;
    for (const Use &use : instruction.operands())
      if (holds(*use)) return use.get();
  }
  return nullptr;
}

std::string before_kernel_entry(PassStage stage, const Function &function) {
  const std::string name = "'" + function.getName().str() + "'";
  if (is_work_group_function(function)) return name + " is a work-group function already, as kernel-entry makes them";
  const auto is_opaque = [](const Value &value) { return isa<TargetExtType>(value.getType()); };
  if (stage == PassStage::linked && find_value(function, is_opaque))
    return name + " has a value of an opaque type: opaque-types has not run";
  return "";
}

}  // namespace

std::string why_not_at(PassStage stage, const Function &function) {
  if (stage == PassStage::any || function.isDeclaration()) return "";
  if (stage == PassStage::source || stage == PassStage::linked) return before_kernel_entry(stage, function);
  const std::string name = "'" + function.getName().str() + "'";
  if (is_kernel(function)) return name + " is no work-group function: kernel-entry has not run";
  if (!is_work_group_function(function)) return "";
  const KernelFacts facts = KernelFacts::of(const_cast<Function &>(function));
  if (stage == PassStage::work_items || stage == PassStage::unplaced || stage == PassStage::placed) {
    if (facts.regions != 0) return name + " has regions already, as form-regions makes them";
    if (stage == PassStage::unplaced && facts.local_bytes != 0)
      return name + " has local variables with a place already, as place-local-variables gives";
    const Value *local = nullptr;
    if (stage == PassStage::placed)
      local = find_value(function, [](const Value &value) {
        auto *variable = dyn_cast<GlobalVariable>(value.stripPointerCasts());
        return variable && variable->getAddressSpace() == kLocalSpace;
      });
    return local ? name + " uses a local variable without a place: place-local-variables has not run" : "";
  }
  if (facts.regions == 0) return name + " has no regions: form-regions has not run";
  if (stage == PassStage::item_loops && facts.lanes != 0)
    return name + " has vectors already, as vectorise-item-loops makes them";
  if (stage == PassStage::vectors)
    for (const Instruction &instruction : instructions(function))
      if (const Intrinsic id = intrinsic_of(instruction);
          id != Intrinsic::none && info_of(id).lowering == Lowering::vectoriser)
        return name + " has '" + info_of(id).name + "': vectorise-item-loops has not run";
  return "";
}

}  // namespace wherry::compiler
