// SPDX-License-Identifier: Apache-2.0
// The whole way of one program, from source to a sealed binary.
#pragma once
#include <memory>
#include <string>

#include "kernel_abi/protocol.h"

namespace llvm {
class MemoryBuffer;
class raw_ostream;
}  // namespace llvm

namespace wherry::compiler {

class Library;

// The stage to stop at, whose output CompileResponse::binary then is.
enum class Stage {
  parsed,     // LLVM IR in SPIR's form, as text
  linked,     // with the builtins
  lowered,    // LLVM IR of work-group functions
  optimised,  // the same, after LLVM's passes
  after,      // LLVM IR behind the last run of the pass that is named
  assembly,
  binary,
};

class Compiler {
 public:
  // Finds its parts beside the executable. Throws std::runtime_error where they are missing.
  Compiler();
  ~Compiler();

  // Frees what the last compile() used. Reads, for the next one, the members of the builtin library that it linked.
  // Throws std::runtime_error where the library is damaged.
  void prepare();

  // The log is written to `live` too, as it arises. `remarks` gets what became of each kernel. `pass`: of Stage::after.
  abi::CompileResponse compile(const abi::CompileRequest &request, Stage stage, llvm::raw_ostream *live,
                               std::string *remarks = nullptr, const std::string &pass = "");

 private:
  struct Context;
  struct Targets;

  std::unique_ptr<Context> make_context();

  std::string directory_;
  std::unique_ptr<llvm::MemoryBuffer> builtins_;
  std::unique_ptr<Library> library_;          // of builtins_; opened by the first compile()
  std::unique_ptr<Context> prepared_, used_;  // for the next compile(), and by the last
  std::unique_ptr<Targets> targets_;
};

}  // namespace wherry::compiler
