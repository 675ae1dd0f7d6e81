// SPDX-License-Identifier: Apache-2.0
// Names that other devices have and this device lacks.
#pragma once
#include <string>

#include "llvm/ADT/StringRef.h"

namespace wherry::compiler {

// "this device has no cl_amd_media_ops, which 'amd_lerp' belongs to"; empty for any other name.
std::string why_lacking(llvm::StringRef name);

}  // namespace wherry::compiler
