// SPDX-License-Identifier: Apache-2.0
// The offline compiler, and the door to the server.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <malloc.h>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/driver/big_stack.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/server.h"
#include "kernel_abi/files.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/Pass.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace {

using namespace wherry;
using compiler::Stage;

constexpr char kHelp[] = R"(wherryc compiles OpenCL C, or a SPIR-V module, for the CPU it runs on.

  wherryc kernel.cl -o kernel.bin [options]
  wherryc kernel.spv -o kernel.bin [options]

  -o FILE            where the result goes; "-" is standard output
  --emit-llvm[=STAGE]  LLVM IR instead: parsed, linked (default), lowered, optimised,
                       or after:PASS, by the names of wherry-opt
  --asm              assembly instead
  --explain          say on standard error what became of each kernel
  --time-passes      say on standard error what each pass took
  --help, --version

All other options are those of clBuildProgram: -D, -I, -w, -Wall, -Werror, -g, -cl-std=CL1.0|CL1.1|CL1.2|CL2.0|
CL3.0|CL3.1|CLC++|CLC++2021, -cl-opt-disable, -cl-fast-relaxed-math, ... The binary is for clCreateProgramWithBinary.
-cl-wherry-vector-width=N (1, 2, ... 64): so many work-items at once; -cl-wherry-explain: --explain, in the build log.
-cl-wherry-cpu-level=N: no instructions beyond x86-64-vN's (1 to 4).
-cl-wherry-check=LIST and -cl-wherry-schedule-async compile as WHERRY_CHECK=LIST and WHERRY_ASYNC_SCHEDULE do.
Exit codes: 0 done, 1 the build failed, 2 wrong options.
)";

constexpr int kFailed = 1, kWrongOptions = 2;

struct CommandLine {
  std::string input, output, build_options, pass;
  Stage stage = Stage::binary;
  bool explain = false;
};

int wrong(const std::string &what) {
  llvm::errs() << "wherryc: " << what << "; see wherryc --help\n";
  return kWrongOptions;
}

// The build option as one word of the option string.
std::string quoted(std::string_view word) {
  std::string text = " \"";
  for (char c : word) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

std::optional<Stage> stage_of(std::string_view name) {
  if (name == "--emit-llvm" || name == "--emit-llvm=linked") return Stage::linked;
  if (name == "--emit-llvm=parsed") return Stage::parsed;
  if (name == "--emit-llvm=lowered") return Stage::lowered;
  if (name == "--emit-llvm=optimised") return Stage::optimised;
  if (name == "--asm") return Stage::assembly;
  return std::nullopt;
}

int compile_file(const CommandLine &line) {
  abi::Descriptor input(line.input == "-" ? dup(STDIN_FILENO) : open(line.input.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input) return wrong("cannot read '" + line.input + "'");
  abi::CompileRequest request;
  auto source = abi::read_rest(input.get());
  if (!source) return wrong("cannot read '" + line.input + "'");
  request.source = std::move(*source);
  if (abi::is_spirv(request.source)) request.language = abi::Language::spirv;
  request.options = line.build_options;
  llvm::SmallString<256> directory;
  if (llvm::sys::fs::current_path(directory))
    (void)!chdir("/");  // if the directory is deleted, LLVM reports a lack of memory
  request.directory = directory.str().str();

  compiler::Compiler compiler;
  abi::CompileResponse response;
  std::string remarks;
  compiler::on_big_stack([&] {
    try {
      response = compiler.compile(request, line.stage, &llvm::errs(), line.explain ? &remarks : nullptr, line.pass);
    } catch (const std::exception &error) {
      llvm::errs() << "error: the compiler failed: " << error.what() << "\n";
    }
  });
  llvm::errs() << remarks;
  llvm::reportAndResetTimings();
  if (response.outcome == abi::Outcome::invalid_options) return kWrongOptions;
  if (response.outcome != abi::Outcome::ok) return kFailed;
  abi::Descriptor output(line.output == "-"
                             ? dup(STDOUT_FILENO)
                             : open(line.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!output || !abi::write_all(output.get(), response.binary)) {
    llvm::errs() << "wherryc: cannot write '" << line.output << "'\n";
    return kFailed;
  }
  return 0;
}

// Memory that passes free is for the next pass, and for the next program of a server's worker: not for the system,
// which would have to clear its pages again. Two arenas: the thread beside a build's has one, else both would wait
// for each other's locks. The second one grows by calls of mprotect(), 200 of them in a first build.
void keep_memory() {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_TOP_PAD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the most that glibc takes
}

int run(int argc, char **argv) {
  CommandLine line;
  for (int i = 1; i < argc; ++i) {
    std::string_view word = argv[i];
    bool has_next = i + 1 < argc;
    if (word == "--help") {
      llvm::outs() << kHelp;
      return 0;
    }
    if (word == "--version") {
      llvm::outs() << "wherryc " WHERRY_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
      return 0;
    }
    if (word == "--server") {
      if (!has_next) return wrong("--server needs a file descriptor");
      return compiler::serve(std::atoi(argv[i + 1]));
    }
    if (word == "-o") {
      if (!has_next) return wrong("-o needs a file name");
      line.output = argv[++i];
    } else if (constexpr std::string_view after = "--emit-llvm=after:"; word.starts_with(after)) {
      line.stage = Stage::after;
      line.pass = word.substr(after.size());
    } else if (auto stage = stage_of(word)) {
      line.stage = *stage;
    } else if (word == "--explain") {
      line.explain = true;
    } else if (word == "--time-passes") {
      llvm::TimePassesIsEnabled = true;
    } else if (word == "-D" || word == "-I") {
      if (!has_next) return wrong(std::string(word) + " needs a value");
      line.build_options += quoted(word) + quoted(argv[++i]);
    } else if (word.starts_with("-") && word != "-") {
      line.build_options += quoted(word);
    } else if (line.input.empty()) {
      line.input = word;
    } else {
      return wrong("one source at a time");
    }
  }
  if (line.input.empty()) return wrong("no source given");
  if (line.output.empty()) {
    if (line.stage == Stage::binary) return wrong("no output given (-o)");
    line.output = "-";
  }
  return compile_file(line);
}

}  // namespace

int main(int argc, char **argv) {
  keep_memory();
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    llvm::errs() << "wherryc: " << error.what() << "\n";
    return kFailed;
  }
}
