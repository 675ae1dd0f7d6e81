// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spirv/reader.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {

std::unique_ptr<llvm::Module> read_spirv(const abi::CompileRequest &, const Options &, llvm::LLVMContext &,
                                         llvm::raw_ostream &log) {
  log << "error: SPIR-V modules are not supported\n";
  return nullptr;
}

}  // namespace wherry::compiler
