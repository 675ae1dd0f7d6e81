// LLVM's own passes before the regions are cut: to SSA, small and canonical.
#pragma once
namespace llvm {
class Module;
}

namespace wherry::compiler {

// Inlines what is marked and what is small, then simplifies every function. Work-group operations
// are convergent calls, so nothing here moves control flow over them.
void simplify(llvm::Module &module, bool optimize);

}  // namespace wherry::compiler
