// SPDX-License-Identifier: Apache-2.0
// Pipes and their reservations, device queues and their events, which Clang leaves as types of SPIR-V that no code
// generator of the host knows.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// A pipe (an abi::Pipe), a queue and an event become pointers to global memory, a reservation a 64-bit number, wherever
// they stand: in parameters, variables, arrays.
struct OpaqueTypesPass : llvm::PassInfoMixin<OpaqueTypesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
