#pragma once
#include <cstdint>
#include <string>

#include "kernel_abi/binary.h"

namespace wherry::compiler {

// A wherry binary (kernel_abi/binary.h) of what was made on and for this CPU.
std::string seal(std::string content, abi::BinaryKind kind, uint64_t compiler_id, const std::string &object = "");

}  // namespace wherry::compiler
