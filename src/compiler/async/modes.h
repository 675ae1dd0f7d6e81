// Kernels with async copies, compiled for the checked mode or for schedules.
#pragma once
#include "compiler/ir/kernel_pass.h"
#include "llvm/IR/IRBuilder.h"

namespace wherry::compiler {

// Whether anything in the module copies asynchronously, or waits for it.
bool uses_async_copies(const llvm::Module &module);

// Before local variables have their place: each work-item says where it has come to, where others may have
// come elsewhere, and what it accesses. A kernel without async copies
// is left alone.
struct CheckAsyncPass : KernelPass<CheckAsyncPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Whether something in the block says what it accesses.
bool has_checked_accesses(const llvm::BasicBlock &block);
// Of a region of the result, which begins at `begin`: what says so asks the host where copies are pending.
void lower_checked_accesses(llvm::ArrayRef<llvm::BasicBlock *> blocks, llvm::Instruction *begin);
// The same where none is.
void drop_checked_accesses(llvm::ArrayRef<llvm::BasicBlock *> blocks);
// Whether any copy is pending.
llvm::Value *any_pending(llvm::IRBuilderBase &builder, llvm::Function &group);

// After the regions are formed: what else CheckAsyncPass put in becomes host calls.
struct LowerArrivalsPass : KernelPass<LowerArrivalsPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

// Before the regions are formed: async copies, waits and fences become calls that every work-item makes, and
// are work-group operations no more.
struct ScheduleAsyncPass : KernelPass<ScheduleAsyncPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
