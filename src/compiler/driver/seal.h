// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

#include "kernel_abi/binary.h"

namespace wherry::compiler {

// A wherry binary (kernel_abi/binary.h) of code for `cpu`.
std::string seal(std::string content, abi::BinaryKind kind, const cpu::Features &cpu, uint64_t compiler_id,
                 const std::string &object = "");

}  // namespace wherry::compiler
