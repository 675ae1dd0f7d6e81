// SPDX-License-Identifier: Apache-2.0
// Program-scope objects of C++ for OpenCL.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// The kernel that runs a program's constructors: in one work-item, before any other kernel. ModuleInfoPass describes it
// apart from the program's own kernels.
inline constexpr char kGlobalConstructors[] = "__wherry_global_constructors";
// Likewise the kernel that runs its destructors, after all others.
inline constexpr char kGlobalDestructors[] = "__wherry_global_destructors";

// The builtin that lets one work-item construct a static variable of a function, for which the others wait.
inline constexpr char kGuardAcquire[] = "__cxa_guard_acquire";

// Clang lists a kernel for each source file in llvm.global_ctors: this makes one kernel of them, kGlobalConstructors,
// in the order of their priorities. Behind an object's constructor Clang calls __cxa_atexit with a function that
// destroys the object. The pass numbers these functions, and has each such call append the function's number to a list
// in memory. The kernel kGlobalDestructors runs the list's functions from its end to its beginning.
struct GlobalConstructorsPass : llvm::PassInfoMixin<GlobalConstructorsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
