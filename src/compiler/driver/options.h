// The options of clBuildProgram ("Compiler options" in the OpenCL API specification).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernel_abi/protocol.h"

namespace wherry::compiler {

// What counts after the front end too; a compiled object keeps it.
struct LateOptions {
  uint32_t opencl_c_version = 120;   // 100 * major + 10 * minor
  bool optimize = true;              // no -cl-opt-disable
  bool uniform_work_groups = false;  // -cl-uniform-work-group-size, or a language before 2.0
  bool check_async = false;          // -cl-wherry-check-async: instrumented for the checked mode
  uint32_t vector_width = 0;         // -cl-wherry-vector-width=N: work-items at once; 1 none, 0 as many as suit
  bool schedule_async = false;       // -cl-wherry-schedule-async: every async copy is at the schedule's mercy
  bool denorms_are_zero = false;     // -cl-denorms-are-zero: the processor flushes them while a kernel runs
  uint32_t cpu_level = 4;            // -cl-wherry-cpu-level=N: no instructions beyond those of x86-64-vN
};

struct Options : LateOptions {
  bool explain = false;            // -cl-wherry-explain: the log says what became of each kernel
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
