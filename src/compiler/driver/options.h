// SPDX-License-Identifier: Apache-2.0
// The options of clBuildProgram ("Compiler options" in the OpenCL API specification).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/module_options.h"
#include "kernel_abi/protocol.h"

namespace wherry::compiler {

struct Options : ModuleOptions {
  bool explain = false;            // -cl-wherry-explain: the log says what became of each kernel
  bool warnings = false;           // -Wall, -Wextra: the log has the compiler's warnings
  bool cxx = false;                // C++ for OpenCL
  std::string source_file;         // -cl-wherry-source=FILE: where a debugger finds the source
  std::vector<std::string> clang;  // what they are to Clang (-cc1)
};

struct ParsedOptions {
  abi::Outcome outcome = abi::Outcome::ok;
  std::string log;  // why not
  Options options;
};

// Words are separated by white space; quotes keep it, and a backslash before a quote, a space or a
// backslash takes its meaning away.
ParsedOptions parse_options(std::string_view text);

}  // namespace wherry::compiler
