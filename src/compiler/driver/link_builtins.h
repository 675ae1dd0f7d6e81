// SPDX-License-Identifier: Apache-2.0
// The builtin library, linked in on demand.
#pragma once
#include <memory>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace wherry::compiler {

// builtins.a: members of bitcode, one for each source file, and an index of their functions. A member is read when a
// program calls one of its functions, and of these only what is called.
class Library {
 public:
  // `archive` and `context` outlive it.
  static llvm::Expected<std::unique_ptr<Library>> open(llvm::MemoryBufferRef archive, llvm::LLVMContext &context);

  // Reads the declarations of all members.
  llvm::Error read_ahead();

  // Links into `module` what it calls.
  llvm::Error link_into(llvm::Module &module);

 private:
  using Member = llvm::object::Archive::Child;

  Library(std::unique_ptr<llvm::object::Archive> archive, llvm::LLVMContext &context)
      : archive_(std::move(archive)), context_(context) {}

  llvm::Expected<std::unique_ptr<llvm::Module>> read(const Member &member);
  llvm::Expected<std::unique_ptr<llvm::Module>> take(const Member &member);

  std::unique_ptr<llvm::object::Archive> archive_;
  llvm::LLVMContext &context_;
  llvm::DenseMap<uint64_t, std::unique_ptr<llvm::Module>> read_;  // by the member's place
};

// The name as the source has it, for messages.
std::string readable(llvm::StringRef name);

// -cl-fast-relaxed-math: calls of float functions become those of faster forms that keep the bounds of
// the specification's table for that option.
void relax_math(llvm::Module &module);

// Calls of functions become those of the forms that opt/reciprocal_estimates knows; before link_builtins.
void estimate_math(llvm::Module &module);

// Links into `module` the functions of the library that it uses, and makes all but its kernels
// internal. Fails, with a message for the build log, where something stays undefined.
llvm::Error link_builtins(llvm::Module &module, Library &library);

}  // namespace wherry::compiler
