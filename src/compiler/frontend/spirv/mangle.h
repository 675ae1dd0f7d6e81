// SPDX-License-Identifier: Apache-2.0
// Names of the builtin library's functions: OpenCL C's overloads in the Itanium C++ ABI's mangling, as Clang makes
// them.
#pragma once
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Type;
}

namespace wherry::compiler::spirv {

class MangledName {
 public:
  explicit MangledName(llvm::StringRef function);

  // A scalar or a vector of numbers; SPIR-V's integers have no sign of their own.
  void add(llvm::Type &type, bool is_unsigned);
  void add_pointer(llvm::Type &pointee, bool is_unsigned, unsigned address_space, bool to_const);
  // "ocl_image2d_ro", "ocl_sampler".
  void add_opaque(llvm::StringRef name);

  const std::string &text() const { return text_; }

 private:
  // Appends the part, or the number under which it came before.
  void append_once(const std::string &part, const std::string &spelled);
  std::string spelled(llvm::Type &type, bool is_unsigned);

  std::string text_;
  std::vector<std::string> known_;
};

}  // namespace wherry::compiler::spirv
