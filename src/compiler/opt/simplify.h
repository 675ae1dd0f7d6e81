// LLVM's own passes before the regions are cut: to SSA, small and canonical.
#pragma once
namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace wherry::compiler {

// Inlines what is marked and what is small, then simplifies every function. Work-group operations
// are convergent calls, so nothing here moves control flow over them.
void simplify(llvm::Module &module, bool optimize);

// Endless loops, and what follows a trap, get a way to the end that nobody takes: with a block from which there is
// none, the loop over work-items would have two ways out. `group` is the work-group function of one work-item.
void let_dead_ends_return(llvm::Function &group);

}  // namespace wherry::compiler
