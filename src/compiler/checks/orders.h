// SPDX-License-Identifier: Apache-2.0
// WHERRY_CHECK=race, of atomic functions with an explicit order.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// The synchronisation scope of memory_scope_work_group and memory_scope_work_item.
inline constexpr char kWorkGroupScope[] = "workgroup";

// Before builtins are linked, which take orders that are strong enough for all: makes atomic operations and fences of
// calls whose order is a constant, in this order and scope.
struct ExactOrdersPass : llvm::PassInfoMixin<ExactOrdersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
