// SPDX-License-Identifier: Apache-2.0
// WHERRY_CHECK=barrier and uninit, of sub-group functions.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Before builtins are linked, so that their names tell what OpenCL asks of a call: marks functions that all work-items
// of a sub-group have to call (__wherry_sub_group_meet, with the arguments that they have to pass alike). Of functions
// that a part of the sub-group may call, reports (__wherry_wrong) unequal arguments that must be equal, a broadcast's
// index beyond the sub-group, and a wrong cluster size. Under uninit, the value of a lane that has not reached the call
// is unwritten.
struct MarkSubGroupsPass : llvm::PassInfoMixin<MarkSubGroupsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
