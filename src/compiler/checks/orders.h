// SPDX-License-Identifier: Apache-2.0
// WHERRY_CHECK=race, of atomic functions with an explicit order.
#pragma once
#include "compiler/ir/kernel_pass.h"
#include "llvm/IR/Instructions.h"

namespace wherry::compiler {

// Before builtins are linked, which take orders that are strong enough for all: makes atomic operations and fences of
// calls whose order is a constant, in this order and scope. The name of a fence's scope has the fence's flags too
// (those of the call or of its metadata kFenceFlags): LLVM merges neighbouring fences that differ in metadata alone.
struct ExactOrdersPass : llvm::PassInfoMixin<ExactOrdersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

struct FencedMemory {
  uint32_t flags;  // OpenCL C's
  bool in_group;   // the scope is no wider than the work-group
};
// Of a fence of an optimised module, which gets a scope that code generation knows.
FencedMemory take_fenced_memory(llvm::FenceInst &fence);

}  // namespace wherry::compiler
