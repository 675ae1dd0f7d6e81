// SPDX-License-Identifier: Apache-2.0
// OpenCL C to LLVM IR in SPIR's form: Clang, in process.
#pragma once
#include <memory>
#include <vector>

#include "compiler/driver/options.h"

namespace llvm {
class LLVMContext;
class Module;
class raw_ostream;
}  // namespace llvm

namespace wherry::compiler {

// The file name of the program's own source.
inline constexpr char kMainFile[] = "input.cl";

struct Parsed {
  std::unique_ptr<llvm::Module> module;       // null where the source has errors
  std::vector<abi::Dependency> dependencies;  // the real files that were read or looked for
};

// `request.options` have been parsed into `options`. Errors go to `log` as they arise, and so do the source's own
// #warning and #pragma message; Clang's warnings do so with Options::warnings, else only once an error follows.
// `fma`: the CPU has fused multiply-add (FP_FAST_FMA).
Parsed parse(const abi::CompileRequest &request, const Options &options, bool fma, llvm::LLVMContext &context,
             llvm::raw_ostream &log);

}  // namespace wherry::compiler
