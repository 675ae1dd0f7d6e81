// Copies that need not happen: tiles that the kernel only reads, read where their source lies.
#pragma once
#include "compiler/lower/kernel_entry.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {

// Where a local array is written by contiguous async copies to its start alone and is otherwise only
// loaded from, and no write of the kernel goes through an argument that a source comes from, loads
// take their address from what the runtime answers at each copy: the source or the array
// (HostCalls::readable_in_place). Writes a line on each destination of an async copy to
// `remarks`. To be run on SSA, before local variables have their place.
void elide_copies(KernelFrame &frame, llvm::raw_ostream &remarks);

}  // namespace wherry::compiler
