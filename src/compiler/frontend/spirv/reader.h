// SPDX-License-Identifier: Apache-2.0
// SPIR-V modules to LLVM IR in the form of frontend/contract.md.
#pragma once
#include <memory>

#include "compiler/driver/options.h"

namespace llvm {
class LLVMContext;
class Module;
class raw_ostream;
}  // namespace llvm

namespace wherry::compiler {

// `request.source` is a SPIR-V module of version 1.0 to 1.6, in any byte order. Null where the module is not valid, or
// asks for what this device has not: `log` says what, with the instruction and its word's offset.
std::unique_ptr<llvm::Module> read_spirv(const abi::CompileRequest &request, const Options &options,
                                         llvm::LLVMContext &context, llvm::raw_ostream &log);

}  // namespace wherry::compiler
