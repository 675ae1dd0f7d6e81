// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/global_ids.h"

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/module_options.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace wherry::compiler {

// Whether a function has an instruction with a constant in it, directly or as part of another constant.
static bool uses(const Function &function, const Constant &constant) {
  SmallSetVector<const User *, 8> users(constant.user_begin(), constant.user_end());
  for (unsigned k = 0; k < users.size(); ++k) {
    if (auto *instruction = dyn_cast<Instruction>(users[k])) {
      if (instruction->getFunction() == &function) return true;
    } else {
      users.insert(users[k]->user_begin(), users[k]->user_end());
    }
  }
  return false;
}

bool sees_groups(const Function &group) {
  const bool sees = any_of(instructions(group), [](const Instruction &instruction) {
    const Intrinsic id = intrinsic_of(instruction);
    return is_printf(instruction) ||
           (id != Intrinsic::none && id != Intrinsic::__wherry_global_id && kind_of(id) != IntrinsicKind::launch_id);
  });
  // Kernels use the group's context for nothing but the address of local memory at this stage.
  return sees || !group.getArg(1)->use_empty() ||
         any_of(group.getParent()->globals(), [&](const GlobalVariable &variable) {
           return variable.getAddressSpace() == kLocalSpace && uses(group, variable);
         });
}

void lower_global_ids(Function &group) {
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    if (intrinsic_of(instruction) != Intrinsic::__wherry_global_id) continue;
    IRBuilder<> builder(&instruction);
    auto query = [&](Intrinsic id) {
      return builder.CreateCall(declare_intrinsic(*group.getParent(), id), {instruction.getOperand(0)});
    };
    // The work-groups before this one all have the enqueued size.
    Value *before = query(Intrinsic::__wherry_group_id), *size = query(Intrinsic::__wherry_enqueued_local_size);
    Value *first = builder.CreateMul(size, before);
    Value *index = builder.CreateAdd(first, query(Intrinsic::__wherry_local_id));
    instruction.replaceAllUsesWith(builder.CreateAdd(index, query(Intrinsic::__wherry_global_offset)));
    instruction.eraseFromParent();
  }
}

void fix_local_size(Function &group, const std::array<uint64_t, 3> &size) {
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    const Intrinsic id = intrinsic_of(instruction);
    const bool asks_size = is_local_size(id);
    if (!asks_size && id != Intrinsic::__wherry_local_id) continue;
    auto *dim = dyn_cast<ConstantInt>(instruction.getOperand(0));
    if (!dim) continue;
    const uint64_t known = size[std::min<uint64_t>(dim->getZExtValue(), 2)];
    if (asks_size || known == 1)
      instruction.replaceAllUsesWith(ConstantInt::get(instruction.getType(), asks_size ? known : 0));
  }
}

// As dimension_of(), also of a truncation of the call.
static std::optional<unsigned> truncated_dimension_of(const Value *value, Intrinsic id) {
  auto *narrow = dyn_cast<TruncInst>(value);
  return dimension_of(narrow ? narrow->getOperand(0) : value, id);
}

bool RaiseGlobalIdsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  const bool uniform = ModuleOptions::of(*group.getParent()).uniform_work_groups;
  if (kernel.local_size[0] || kernel.sub_groups) return false;
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(group))) {
    if (instruction.getOpcode() != Instruction::Add) continue;
    for (unsigned k = 0; k < 2; ++k) {
      auto *first = dyn_cast<BinaryOperator>(instruction.getOperand(k));
      const auto dimension = truncated_dimension_of(instruction.getOperand(1 - k), Intrinsic::__wherry_local_id);
      if (!first || first->getOpcode() != Instruction::Mul || !dimension) continue;
      auto is_product = [&](Value *id, Value *size) {
        return truncated_dimension_of(id, Intrinsic::__wherry_group_id) == dimension &&
               (truncated_dimension_of(size, Intrinsic::__wherry_enqueued_local_size) == dimension ||
                (uniform && truncated_dimension_of(size, Intrinsic::__wherry_local_size) == dimension));
      };
      if (!is_product(first->getOperand(0), first->getOperand(1)) &&
          !is_product(first->getOperand(1), first->getOperand(0)))
        continue;
      IRBuilder<> builder(&instruction);
      auto query = [&](Intrinsic id) {
        return builder.CreateCall(declare_intrinsic(*group.getParent(), id), {builder.getInt32(*dimension)});
      };
      Value *index = builder.CreateSub(query(Intrinsic::__wherry_global_id), query(Intrinsic::__wherry_global_offset));
      instruction.replaceAllUsesWith(builder.CreateTrunc(index, instruction.getType()));
      changed = true;
      break;
    }
  }
  return changed;
}

bool LowerGlobalIdsPass::run_on(KernelFacts &kernel, FunctionAnalysisManager &) {
  Function &group = *kernel.group;
  kernel.regroupable = !kernel.local_size[0] && !kernel.sub_groups && !sees_groups(group);
  lower_global_ids(group);
  kernel.write();
  return true;
}

}  // namespace wherry::compiler
