// The builtin library, linked in on demand.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
}

namespace wherry::compiler {

// Links into `module` the functions of the library (bitcode) that it uses, and makes all but its
// kernels internal. Fails, with a message for the build log, where something stays undefined.
llvm::Error link_builtins(llvm::Module &module, llvm::MemoryBufferRef library);

}  // namespace wherry::compiler
