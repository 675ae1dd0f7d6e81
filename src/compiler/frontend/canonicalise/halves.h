// Arithmetic of half: where LLVM has it wrong, and on processors without instructions for it.
#pragma once
#include "llvm/IR/PassManager.h"

namespace wherry::compiler {

// Integers that become halves are put between the first that are infinite then. InstCombine takes the half for exact
// if the integer has few bits, however large it is. Before any of LLVM's passes.
struct ClampToHalfPass : llvm::PassInfoMixin<ClampToHalfPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

// What LLVM's code generator would make of vectors of half component by component, or by calls of a C library, becomes
// float's, rounded to half. After LLVM's optimiser, which would narrow it again.
struct WidenHalvesPass : llvm::PassInfoMixin<WidenHalvesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
};

}  // namespace wherry::compiler
