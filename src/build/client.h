// SPDX-License-Identifier: Apache-2.0
// The compiler, as a process that serves this one.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "kernel_abi/protocol.h"

namespace wherry::build {

struct Compiler {
  std::string path;
  std::vector<std::string> environment;  // that its process gets

  // WHERRY_COMPILER, or wherry/wherryc beside this library, symbolic links resolved; this process's environment.
  static Compiler from_environment();
};

struct Answer {
  std::optional<abi::CompileResponse> response;
  std::string why_not;  // where there is none: the compiler could not be started
};

// Starts the server where none runs. Any thread, many at once; in a forked process too, which gets a
// server of its own.
Answer ask_compiler(const Compiler &compiler, const abi::CompileRequest &request);

}  // namespace wherry::build
