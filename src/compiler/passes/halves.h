// Arithmetic of half on processors without instructions for it.
#pragma once

namespace llvm {
class Module;
}

namespace wherry::compiler {

// What LLVM's code generator would make of vectors of half component by component, or by calls of a C library, becomes
// float's, rounded to half. After LLVM's optimiser, which would narrow it again.
void widen_halves(llvm::Module &module);

}  // namespace wherry::compiler
