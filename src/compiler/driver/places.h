// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

#include "llvm/ADT/StringRef.h"

namespace wherry::compiler {

// The place in the source of the instruction at `address`, "line 3:7", or with a file's name. `with_lines` is an
// executable with a table of lines; "" unless its code is that of `executable`.
std::string place_of(llvm::StringRef with_lines, llvm::StringRef executable, uint64_t address);

}  // namespace wherry::compiler
