// SPDX-License-Identifier: Apache-2.0
// The contract between front ends and passes, checked: contract.md.
#pragma once
#include <string>

#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Of a module behind a front end, whose types may still be opaque; of a linked one in one form (`verify-spmd`).
enum class SpmdForm { source, linked };

// A line for each breach; "" where there is none. What more holds of a linked module depends on where it is on its way:
// behind kernel-entry, form-regions, vectorise-item-loops. The functions' facts tell (ir/kernel_facts.h).
std::string spmd_breaches(const llvm::Module &module, SpmdForm form);
std::string spmd_breaches(const llvm::Function &function, SpmdForm form);

// Fails where a module is not in SPMD form.
struct SpmdVerifierPass : llvm::PassInfoMixin<SpmdVerifierPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace wherry::compiler
