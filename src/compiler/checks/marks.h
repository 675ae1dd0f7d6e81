// SPDX-License-Identifier: Apache-2.0
// Marks (__wherry_wrong): what passes have found before builtins were linked, for a kernel to report.
#pragma once
#include "compiler/ir/kernel_pass.h"

namespace wherry::compiler {

// "sqrt" of "_Z4sqrtf": the name of a function of OpenCL C.
llvm::StringRef plain_name(llvm::StringRef mangled);

// Of work-group functions, as soon as variables are values: work-items report what is marked.
struct ReportMarksPass : KernelPass<ReportMarksPass> {
  bool run_on(KernelFacts &kernel, llvm::FunctionAnalysisManager &);
};

}  // namespace wherry::compiler
