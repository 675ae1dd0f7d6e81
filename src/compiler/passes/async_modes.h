// Kernels with async copies, compiled for the checked mode or for schedules.
#pragma once
#include "compiler/passes/kernel_entry.h"

namespace wherry::compiler {

// Whether anything in the module copies asynchronously, or waits for it.
bool uses_async_copies(const llvm::Module &module);

// Before local variables have their place: each work-item says where it has come to
// and what it accesses. Returns whether the kernel has async copies; without any it is left alone.
bool instrument(KernelFrame &frame);
// After the regions are formed: what instrument() put in becomes host calls.
void lower_checks(llvm::Function &group);

// Before the regions are formed: async copies, waits and fences become calls that every work-item makes, and
// are work-group operations no more. Returns as instrument().
bool release_copies(KernelFrame &frame);

}  // namespace wherry::compiler
