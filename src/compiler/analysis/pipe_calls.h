// SPDX-License-Identifier: Apache-2.0
// Calls of the functions that a pipe brings along (abi::PipeCalls), once kernels-builtins/pipes.cl is inlined.
#pragma once
#include <optional>

#include "compiler/analysis/argument_origin.h"

namespace wherry::compiler {

struct PipeCall {
  bool reserves = false, writes = false;  // else it moves a packet, and reads
  unsigned packet = 0;                    // the operand that leads to the packet, if one moves; its size follows
};

// What the instruction calls of those that reserve or move packets; none: it calls none of them. `origins`: of the
// function that holds the instruction.
std::optional<PipeCall> pipe_call_of(const llvm::Instruction &instruction, const ArgumentOrigins &origins);

}  // namespace wherry::compiler
