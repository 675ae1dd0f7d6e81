// SPDX-License-Identifier: Apache-2.0
// LLVM's analyses, set up for kernels: of the C library's functions kernels have memcpy, memmove and memset alone,
// which the code generator calls; pointers to different address spaces do not alias.
#pragma once
#include "compiler/analysis/address_space_aliases.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"

namespace wherry::compiler {

inline llvm::TargetLibraryInfoImpl kernel_library(const llvm::Triple &triple) {
  llvm::TargetLibraryInfoImpl info{triple};
  info.disableAllFunctions();
  for (llvm::LibFunc function : {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset})
    info.setAvailable(function);
  return info;
}

struct Analyses {
  Analyses(llvm::PassBuilder &builder, const llvm::Triple &triple) {
    functions.registerPass([&triple] { return llvm::TargetLibraryAnalysis(kernel_library(triple)); });
    functions.registerPass([] { return AddressSpaceAliasAnalysis(); });
    functions.registerPass([&builder] {
      llvm::AAManager aliases = builder.buildDefaultAAPipeline();
      aliases.registerFunctionAnalysis<AddressSpaceAliasAnalysis>();
      return aliases;
    });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

}  // namespace wherry::compiler
