// SPDX-License-Identifier: Apache-2.0
// The contract between front ends and passes, checked: contract.md.
#pragma once
#include <string>

#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// A line for each breach; "" where there is none. The form depends on where the module is on
// its way: behind a front end, behind kernel-entry, behind form-regions, behind vectorise-item-loops. The functions'
// facts tell (ir/kernel_facts.h).
std::string spmd_breaches(const llvm::Module &module);

// Fails where a module is not in SPMD form.
struct SpmdVerifierPass : llvm::PassInfoMixin<SpmdVerifierPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace wherry::compiler
