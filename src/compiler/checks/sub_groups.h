// SPDX-License-Identifier: Apache-2.0
// WHERRY_CHECK=barrier and uninit, of sub-group functions.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// Before builtins are linked, so that their names tell what OpenCL asks of a call: marks functions that all work-items
// of a sub-group have to call (__wherry_sub_group_meet, with the arguments that they have to pass alike). Of functions
// that some of them may call, says (__wherry_wrong) where an argument differs that these have to pass alike, where a
// sub-group lacks the work-item whose value all get, and where a cluster has a wrong size. With uninit, the value of a
// work-item that does not come there is unwritten (__wherry_unwritten).
struct MarkSubGroupsPass : llvm::PassInfoMixin<MarkSubGroupsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
