// SPDX-License-Identifier: Apache-2.0
// The contract between front ends and passes, checked: contract.md.
#pragma once
#include <string>

#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// source: behind a front end, types may still be opaque; linked: in the one form, as `verify-spmd` checks it.
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
