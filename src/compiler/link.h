// The builtin library, linked in on demand.
#pragma once
#include <memory>

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace wherry::compiler {

// Reads what the library (bitcode) declares; bodies stay in `bitcode` until they are linked.
llvm::Expected<std::unique_ptr<llvm::Module>> open_library(llvm::MemoryBufferRef bitcode, llvm::LLVMContext &context);

// The name as the source has it, for messages.
std::string readable(llvm::StringRef name);

// -cl-fast-relaxed-math: calls of float functions become those of their native_ forms, where these keep the bounds of
// the specification's table for that option.
void relax_math(llvm::Module &module);

// Moves to `module` what it uses of the library, which is of no use for another any more, and makes all but its kernels
// internal. Fails, with a message for the build log, where something stays undefined.
llvm::Error link_builtins(llvm::Module &module, llvm::Module &library);

}  // namespace wherry::compiler
