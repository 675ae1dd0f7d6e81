// SPDX-License-Identifier: Apache-2.0
// Masks in front of users that do not ask for the masked bits.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// LLVM keeps "x & 0xffffffff" for one user that needs it, and also hands it to others, which take the low half alone: a
// phi of a counter behind "if (get_local_id(0) == 0)" is then different for each work-item, though no user can tell.
// The pass gives such users x, also in place of the sign extension "x << 32 >> 32".
struct DropDeadMasksPass : llvm::PassInfoMixin<DropDeadMasksPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

}  // namespace wherry::compiler
