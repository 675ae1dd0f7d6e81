// SPDX-License-Identifier: Apache-2.0
// Kernels with async copies, compiled for the checked mode or for seeded schedules.
#pragma once
#include "compiler/ir/kernel_pass.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// Whether anything in the module copies asynchronously, or waits for it.
bool uses_async_copies(const llvm::Module &module);

// Before local variables have their place: each work-item reports the memory that it accesses, and its arrival at a
// work-group or sub-group operation where work-items may diverge. Removes the marks of sub-group functions
// (__wherry_sub_group_meet). Leaves kernels without such operations alone.
struct CheckAsyncPass : KernelPass<CheckAsyncPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Whether the block reports accesses.
bool has_checked_accesses(const llvm::BasicBlock &block);
// Of a region after form-regions, which begins at `begin`: reports of accesses ask the host while copies are pending.
void lower_checked_accesses(llvm::ArrayRef<llvm::BasicBlock *> blocks, llvm::Instruction *begin);
// The same for a region that runs while no copy is pending.
void drop_checked_accesses(llvm::ArrayRef<llvm::BasicBlock *> blocks);
// Whether any copy is pending.
llvm::Value *any_pending(llvm::IRBuilderBase &builder, llvm::Function &group);

// After the regions are formed: the arrivals that CheckAsyncPass has put in, and reports, become host calls.
struct LowerArrivalsPass : KernelPass<LowerArrivalsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Before the regions are formed: async copies, waits and fences become calls that every work-item makes, and are no
// longer work-group operations.
struct ScheduleAsyncPass : KernelPass<ScheduleAsyncPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
