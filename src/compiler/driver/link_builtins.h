// SPDX-License-Identifier: Apache-2.0
// The builtin library, linked in on demand.
#pragma once
#include <memory>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace wherry::compiler {

// builtins.a: members of bitcode, one to three for each source file (kernels-builtins/README.md), and an index of their
// functions.
class Library {
 public:
  // `archive` must outlive the library.
  static llvm::Expected<std::unique_ptr<Library>> open(llvm::MemoryBufferRef archive);

  // Appends the places of the members that define `name`.
  llvm::Error find(llvm::StringRef name, llvm::SmallVectorImpl<uint64_t> &places) const;

  // Declares a member's functions, and reads the body of one when it is asked for.
  llvm::Expected<std::unique_ptr<llvm::Module>> read(uint64_t place, llvm::LLVMContext &context) const;

 private:
  struct Symbol {
    uint64_t hash;  // of the name
    llvm::object::Archive::Symbol symbol;
  };

  explicit Library(std::unique_ptr<llvm::object::Archive> archive) : archive_(std::move(archive)) {}

  std::unique_ptr<llvm::object::Archive> archive_;
  std::vector<Symbol> symbols_;
};

// The library for the programs of one context. A member is read when a program calls one of its functions, and of these
// only what is called.
class LibraryReader {
 public:
  // `library` and `context` must outlive the reader.
  LibraryReader(const Library &library, llvm::LLVMContext &context) : library_(library), context_(context) {}

  // Reads a member before a program calls it.
  llvm::Error read_ahead(uint64_t place);

  // Links the builtins that `module` calls into it.
  llvm::Error link_into(llvm::Module &module);

  // The places of the members that were linked.
  llvm::ArrayRef<uint64_t> linked() const { return linked_.getArrayRef(); }

 private:
  const Library &library_;
  llvm::LLVMContext &context_;
  llvm::DenseMap<uint64_t, std::unique_ptr<llvm::Module>> read_;  // by the member's place
  llvm::SetVector<uint64_t> linked_;
};

// The name as the source has it, for messages.
std::string readable(llvm::StringRef name);

// Links into `module` the functions of the library that it uses, and makes all but its kernels
// internal. Fails, with a message for the build log, where something stays undefined.
llvm::Error link_builtins(llvm::Module &module, LibraryReader &library);

}  // namespace wherry::compiler
