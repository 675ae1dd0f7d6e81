// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/spirv/reader.h"

#include "compiler/frontend/spirv/module_reader.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace wherry::compiler {

// Clang's, of its target spir64.
constexpr char kDataLayout[] = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

std::unique_ptr<llvm::Module> read_spirv(const abi::CompileRequest &request, const Options &options,
                                         llvm::LLVMContext &context, llvm::raw_ostream &log) {
  auto module = std::make_unique<llvm::Module>("input.spv", context);
  module->setDataLayout(kDataLayout);
  module->setTargetTriple(llvm::Triple("spir64-unknown-unknown"));
  // Blocks without an end are taken apart by hand: their values may use each other in any order.
  auto give_up = [&](const std::string &why) -> std::unique_ptr<llvm::Module> {
    log << "error: SPIR-V module: " << why << "\n";
    module->dropAllReferences();
    return nullptr;
  };
  try {
    const spirv::Words words = spirv::decode(request.source);
    spirv::ModuleReader(request, options, *module).read(words);
  } catch (const spirv::Refused &refused) {
    return give_up(refused.why);
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(*module, &stream)) return give_up(broken);
  return module;
}

}  // namespace wherry::compiler
