// SPDX-License-Identifier: Apache-2.0
// Pipes and their reservations, which Clang leaves as types of SPIR-V that no code generator of the host knows.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// A pipe becomes a pointer to global memory (an abi::Pipe), a reservation a 64-bit number, wherever they stand: in
// parameters, variables, arrays.
struct OpaqueTypesPass : llvm::PassInfoMixin<OpaqueTypesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
