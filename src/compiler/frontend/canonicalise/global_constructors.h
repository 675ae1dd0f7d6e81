// SPDX-License-Identifier: Apache-2.0
// Program-scope objects of C++ for OpenCL.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// The kernel that runs a program's constructors: in one work-item, before any other kernel. ModuleInfoPass describes it
// apart from the program's own kernels.
inline constexpr char kGlobalConstructors[] = "__wherry_global_constructors";

// The builtin that lets one work-item construct a static variable of a function, for which the others wait.
inline constexpr char kGuardAcquire[] = "__cxa_guard_acquire";

// Clang lists a kernel for each source file in llvm.global_ctors: this makes one kernel of them, kGlobalConstructors,
// in the order of their priorities. Destructors of program-scope objects are not called: Clang passes them no object,
// and the language lets a device do without them (__opencl_cpp_global_destructor).
struct GlobalConstructorsPass : llvm::PassInfoMixin<GlobalConstructorsPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
