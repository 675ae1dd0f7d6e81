// Loops that fetch what the group is going to need next.
#pragma once
namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace wherry::compiler {

// Marks the function of a kernel with async copies, whose second argument is the group's context.
void allow_prefetch_ahead(llvm::Function &group);

// Behind all optimisation: the inner loops of marked functions that load from local memory prefetch from
// GroupContext::ahead on, as many bytes as they load. A copy that is performed at its wait then finds its source near.
void prefetch_ahead(llvm::Module &module);

}  // namespace wherry::compiler
