// SPDX-License-Identifier: Apache-2.0
// Compiled objects and libraries: LLVM bitcode, as the front end left it, with the options that count later.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "compiler/driver/options.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace wherry::compiler {

// `use_lists`: values keep the order of their uses, which passes may follow.
std::string to_bitcode(const llvm::Module &module, bool use_lists = false);

// One module of all, with what none of them defines left undefined. Fails, with a message for the build log,
// where one is damaged or a name is defined twice.
llvm::Expected<std::unique_ptr<llvm::Module>> link_objects(const std::vector<abi::Object> &objects,
                                                           llvm::LLVMContext &context);

}  // namespace wherry::compiler
