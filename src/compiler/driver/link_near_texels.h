// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace wherry::compiler {

// Inlines the functions that inline-image-calls has put in calls' places, from the library at `path`.
llvm::Error link_near_texels(llvm::Module &module, const std::string &path);

}  // namespace wherry::compiler
