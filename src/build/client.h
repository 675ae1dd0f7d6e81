// The compiler, as a process that serves this one.
#pragma once
#include <optional>
#include <string>

#include "kernel_abi/protocol.h"

namespace wherry::build {

// Where wherryc is: WHERRY_COMPILER, or wherry/wherryc beside this library. Symbolic links resolved.
std::string compiler_path();

struct Answer {
  std::optional<abi::CompileResponse> response;
  std::string why_not;  // where there is none: the compiler could not be started
};

// Starts the server where none runs. Any thread, many at once; in a forked process too, which gets a
// server of its own.
Answer ask_compiler(const std::string &compiler, const abi::CompileRequest &request);

}  // namespace wherry::build
