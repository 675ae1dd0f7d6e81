// SPDX-License-Identifier: Apache-2.0
// From an object file to a shared object: LLD, in process.
#pragma once
#include <span>
#include <string>

#include "llvm/Support/Error.h"

namespace wherry::compiler {

// Links `objects` with the members of the archives `libraries` (paths) that they need. Uses the process's standard
// output meanwhile; one call per process at a time.
llvm::Expected<std::string> link_shared(std::span<const std::string> objects, std::span<const std::string> libraries,
                                        std::span<const std::string> symbols);

}  // namespace wherry::compiler
