// Loops that make the copies that the group is going to need next.
#pragma once
namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace wherry::compiler {

// Marks the function of a kernel with async copies, whose second argument is the group's context.
void allow_prefetch_ahead(llvm::Function &group);

// Behind all optimisation: the inner loops of marked functions that load from local memory make a part of the copy in
// GroupContext::ahead: they prefetch as many bytes of its source as they load, and copy blocks that have come.
void prefetch_ahead(llvm::Module &module);

}  // namespace wherry::compiler
