// SPDX-License-Identifier: Apache-2.0
// The client of the compiler, which runs as a server process.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "kernel_abi/protocol.h"

namespace wherry::build {

struct Compiler {
  std::string path;
  std::vector<std::string> environment;  // of the compiler process

  // WHERRY_COMPILER, or wherry/wherryc beside this library, symbolic links resolved; this process's environment.
  static Compiler from_environment();
};

struct Answer {
  std::optional<abi::CompileResponse> response;
  std::string why_not;  // if there is no response: why the compiler could not be started
};

// Sends the request to the server, which it starts if none runs. Thread-safe and concurrent; a forked process starts
// its own server.
Answer ask_compiler(const Compiler &compiler, const abi::CompileRequest &request);

}  // namespace wherry::build
