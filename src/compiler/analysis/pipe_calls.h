// SPDX-License-Identifier: Apache-2.0
// Calls of the functions that a pipe brings along (abi::PipeCalls), once kernels-builtins/pipes.cl is inlined.
#pragma once
#include <optional>

#include "compiler/analysis/argument_origin.h"

namespace wherry::compiler {

struct PipeCall {
  bool reserves = false, writes = false;  // reserves: reserves packets, else moves one; writes: else reads
  unsigned packet = 0;                    // the operand that leads to the packet, if one moves; its size follows
};

// Describes a call of a function that reserves or moves a pipe's packets; nothing for other instructions. `origins`: of
// the function that holds the instruction.
std::optional<PipeCall> pipe_call_of(const llvm::Instruction &instruction, const ArgumentOrigins &origins);

}  // namespace wherry::compiler
